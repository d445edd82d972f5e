"""Under which permutations a symbolic head's output stays (A-lem1 and its repair)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.exact import exact
from theory.mathematics.softmax_head import Head, named_place, one_hot
from theory.mathematics.solvers import prove
from theory.paper_a.canonical_tasks.impossibility import ONE_EXCHANGE, Exchange, one_exchange
from theory.witnesses import head_witness
from theory.witnesses.witness import RefutedClaim, shown


def moved_query(data: dict[str, Any]) -> Outcome:
    """A head symbolic on every input, VAL = identity, F(x, a) = a; a permutation changes y_n."""
    logits = {
        (q, t): exact(e, f"weights[{q}][{t}]")
        for q, row in data["weights"].items()
        for t, e in row.items()
    }
    own = {q: exact(e, f"own[{q}]") for q, e in data["own"].items()}
    head = Head(
        lambda q, n, token, p: own[q] if p == n else logits[q, token], one_hot, lambda q, a: a
    )
    tokens = tuple(data["input"])
    move = data["permutation"]
    moved = tuple(tokens[k] for k in move)
    outputs = [
        {name: str(value) for name, value in sorted(head.attended(x).items())}
        for x in (tokens, moved)
    ]
    parts = [
        (min(*logits.values(), *own.values()) > 0, "a weight is not positive", ""),
        (tuple(move) in permutations(range(len(tokens))), "not a permutation", ""),
        (
            outputs == data["outputs"],
            "other outputs",
            "e^L by query and content, whatever the position: symbolic on every input; "
            + head_witness.worked(head, tokens),
        ),
        (
            outputs[0] != outputs[1],
            "the output does not change",
            f"permuted, another output: {head_witness.worked(head, moved)}",
        ),
    ]
    return shown(
        parts, f"{' '.join(tokens)}: y = {outputs[0]}; {' '.join(moved)}: y = {outputs[1]}"
    )


LEM1 = RefutedClaim(
    moved_query,
    id="A-lem1",
    place="Lemma 1, read of permutations that move the query",
    statement="A one-layer model whose head is symbolic is invariant under permutations of the "
    "input tokens, read of all of them, the query among them. (Of the tokens before the query, of "
    "which Def. 2 speaks, it is true, A-lem1-fix.)",
    provenance="reading",
    parts={"input": Kind.DATA},
    not_covered="It fails only for permutations that move the query; read of the tokens before the "
    "query, as Def. 2 is, it holds (A-lem1-fix). Outputs at earlier positions are queries of their "
    "own, which such a permutation moves.",
    repairs=("A-lem1-fix",),
)

LEM1.coq(
    "impossibility.A_lem1", near_misses={"impossibility.A_lem1__any_permutation": Kind.HYPOTHESIS}
)

LEM1.edited(
    "every weight 1: attention is uniform",
    Kind.CONSTANT,
    lambda w: w.update(
        weights={q: {"a": "1", "b": "1"} for q in "ab"},
        own={"a": "1", "b": "1"},
        outputs=[{"a": "1/2", "b": "1/2"}] * 2,
    ),
)
LEM1.edited(
    "the query stays",
    Kind.INDEX,
    lambda w: w.update(permutation=[0, 1], outputs=[w["outputs"][0]] * 2),
)
LEM1.edited(
    "one letter twice", Kind.DATA, lambda w: w.update(input=["a", "a"], outputs=[{"a": "1"}] * 2)
)
LEM1.edited("another output", Kind.INDEX, lambda w: w["outputs"][0].update(a="2/3", b="1/3"))
LEM1.edited("a key of no weight", Kind.TERM, lambda w: w["weights"]["a"].update(a="0"))


@dataclass(frozen=True)
class Invariance:
    """y_n is unchanged by ``invariant`` permutations of the n positions, and by no others."""

    invariant: Callable[[tuple[int, ...]], bool] = lambda move: move[-1] == len(move) - 1
    sees_place: bool = False
    own_kept: bool = True


LEM1_FIX = FormalClaim(
    id="A-lem1-fix",
    place="Lemma 1, repaired",
    statement="If a head is symbolic on x, then no permutation of the tokens before the query "
    "changes y_n, for every VAL and F. If the n contents are distinct, VAL is one-hot and F(x, a) "
    "= a, only symbolic heads have this. A permutation of all n positions leaves y_n unchanged for "
    "every symbolic head, input, VAL and F iff it fixes the query.",
    provenance="repair",
    subject=Invariance,
    quantifiers={
        "n": "every n ≥ 1",
        "head": "every L, VAL and F",
        "converse": "every positive weights, own weight and softmax denominators",
        "n ≤ 5": "n = 1 … 5, all permutations",
    },
    parts={"invariant": Kind.QUANTIFIER, "sees_place": Kind.HYPOTHESIS, "own_kept": Kind.TERM},
    not_covered="Models of several layers: a symbolic head above others reads contents that "
    "already depend on the order.",
)


@LEM1_FIX.exhaustive(
    "small permutations",
    "all permutations of n = 1 … 5 distinct contents, unchanged iff the query is fixed",
    "n ≤ 5",
)
def small_permutations(subject: Invariance) -> Outcome:
    """Every permutation of n = 1 … 5 positions, on distinct contents: invariant iff stated."""
    primes = (2, 3, 5, 7, 11)

    def weight(query: str, n: int, token: str, place: int) -> Fraction:
        shift = place if subject.sees_place else 0
        return Fraction(13 if place == n else primes["abcde".index(token)] + shift)

    head = Head(weight, one_hot, lambda q, a: a)
    count = 0
    for n in range(1, 6):
        tokens = tuple("abcde"[:n])
        for move in permutations(range(n)):
            moved = tuple(tokens[k] for k in move)
            count += 1
            if (head.attended(moved) == head.attended(tokens)) != subject.invariant(move):
                return false(f"{tokens} moved to {moved}", count)
    return true(count)


@LEM1_FIX.symbolic(
    "converse",
    "an unchanged own weight fixes the denominator, and so every logit",
    "converse",
    confirmed_by="cvc5; by hand in proofs.md",
)
def converse(subject: Invariance) -> Outcome:
    """z3: equal weights before and after, the own one too, leave every logit where it was."""

    def statement(*x: Any) -> tuple[list[Any], list[Any]]:
        e, moved, own, Z, after = x
        equal = [e * after == moved * Z]
        if subject.own_kept:
            equal.append(own * after == own * Z)
        return [*(value > 0 for value in x), *equal], [e == moved]

    return prove(statement, "e moved own Z after")


@LEM1_FIX.written(
    ONE_EXCHANGE,
    "every n: exchanges generate the permutations, and each leaves a_n alone",
    "n",
    "head",
)
def exchanges_suffice(subject: Invariance) -> Outcome:
    """sympy: one exchange of two positions before the query leaves a_n alone."""
    clash = Exchange(named_place, "1", lambda n: (1, 2), {}, sees_place=subject.sees_place)
    return one_exchange(clash)


LEM1_FIX.coq(
    "impossibility.A_lem1_fix",
    "impossibility.A_lem1_fix_only",
    "impossibility.A_lem1_fix_query",
    decides=("n", "head", "converse", "n ≤ 5"),
    near_misses={"impossibility.A_lem1_fix_query__identity": Kind.DATA},
)

LEM1_FIX.mutant(
    "every permutation", Kind.QUANTIFIER, small_permutations, invariant=lambda move: True
)
LEM1_FIX.mutant(
    "the first token fixed",
    Kind.QUANTIFIER,
    small_permutations,
    invariant=lambda move: move[0] == 0,
)
LEM1_FIX.mutant(
    "logits see the position",
    Kind.HYPOTHESIS,
    small_permutations,
    exchanges_suffice,
    sees_place=True,
)
LEM1_FIX.mutant("no own key in the softmax", Kind.TERM, converse, own_kept=False)
LEM1_FIX.mutant(
    "the last goes one position down",
    Kind.CONSTANT,
    small_permutations,
    invariant=lambda move: move[-1] == len(move) - 2,
)
