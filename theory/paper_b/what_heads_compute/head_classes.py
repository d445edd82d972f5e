"""What symbolic and positional heads compute when L, VAL and F are free (B-must and its repair)."""

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.softmax_head import (
    Head,
    Task,
    Tokens,
    Vector,
    Weight,
    ideal_index,
    ideal_reflexive,
    ideal_retrieval,
    one_hot,
    words,
)
from theory.mathematics.solvers import all_steps, prove_all
from theory.paper_a.canonical_tasks.impossibility import Exchange, one_exchange
from theory.paper_a.canonical_tasks.lookup_heads import uniform
from theory.paper_b.what_heads_compute.positional_retrieval import positional_retrieval
from theory.paper_b.what_heads_compute.retrieval_biased import PAIRS
from theory.paper_b.what_heads_compute.symbolic_index import symbolic_index
from theory.witnesses import head_witness
from theory.witnesses.witness import RefutedClaim


def must(data: dict[str, Any]) -> Outcome:
    """A purely symbolic head for Index, a purely positional one for Retrieval, by the scores."""
    first, second = symbolic_index(data["index"]), positional_retrieval(data["retrieval"])
    for outcome in (first, second):
        if outcome.status != "true":
            return outcome
    summary = f"Index: {first.found}; Retrieval: {second.found}"
    working = (
        *(f"Index: {line}" for line in first.working),
        *(f"Retrieval: {line}" for line in second.working),
    )
    return true(first.cases + second.cases, summary, working=working)


MUST = RefutedClaim(
    must,
    id="B-must",
    place="Remark 3.1 and what follows it",
    statement="Index must be implemented positionally, Retrieval must be implemented symbolically; "
    "Reflexive can be either.",
    parts={"index.contents": Kind.HYPOTHESIS, "retrieval.weights": Kind.DATA},
    not_covered="Read as 'not by the other kind of head', kinds by Def. D.1, the Index half holds "
    "and the Retrieval half still fails; the Reflexive part holds (B-must-fix). The refutation of "
    "the Index half reads 'symbolic' by the scores; the program tests its head on inputs of up to "
    "6 tokens.",
    repairs=("B-must-fix",),
)

MUST.coq(
    "kinds.B_must",
    "retrieval_heads.B_rem31_retr",
    near_misses={
        "kinds.B_must__one_place": Kind.HYPOTHESIS,
        "retrieval_heads.B_rem31_retr__improper": Kind.HYPOTHESIS,
    },
)

MUST.edited(
    "Index's contents all alike",
    Kind.HYPOTHESIS,
    lambda w: w["index"].update(contents={"a": "1", "b": "1", "1": "1"}),
)
MUST.edited(
    "Index's offsets all alike",
    Kind.CONSTANT,
    lambda w: w["index"].update(offsets=["1"] * len(w["index"]["offsets"])),
)
MUST.edited(
    "Retrieval's head not purely positional",
    Kind.DATA,
    lambda w: head_witness.flatten(w["retrieval"]["weights"]),
)
MUST.edited(
    "Retrieval's F(x, a) = a",
    Kind.TERM,
    lambda w: [row.clear() for row in w["retrieval"]["bias"].values()],
)


def doubling(query: str, n: int, token: str, place: int) -> Fraction:
    """2^p: the attention received by a token spells the positions where it is."""
    return Fraction(2**place)


Key = Callable[[Tokens], Hashable]


def multiset(tokens: Tokens) -> Hashable:
    """The query, and the multiset of the tokens before it."""
    return tokens[-1], frozenset(Counter(tokens[:-1]).items())


@dataclass(frozen=True)
class Classes:
    """(x_n, a_n) of the two coding heads tells inputs apart exactly as ``everything`` and ``bag``
    do; the positional one's weights grow ``growth``-fold from position to position; ``symbolic``
    names the tasks of which ``bag`` tells the answer."""

    positional: Weight = doubling
    symbolic_weight: Weight = uniform
    value: Callable[[str], Vector] = one_hot
    everything: Key = lambda tokens: tokens
    bag: Key = multiset
    symbolic: tuple[str, ...] = ("Retrieval", "Reflexive")
    growth: Fraction = Fraction(2)
    clash: Exchange = field(
        default_factory=lambda: Exchange(ideal_index, "1", lambda n: (n - 2, n - 1), {})
    )


def disagreement(head: Head, key: Key, inputs: list[Tokens]) -> Tokens | None:
    """The first input on which (x_n, a_n) and the key disagree about an earlier one, or None."""
    by_code: dict[Hashable, Hashable] = {}
    by_key: dict[Hashable, Hashable] = {}
    for tokens in inputs:
        code = tokens[-1], frozenset(head.attended(tokens).items())
        if by_code.setdefault(code, key(tokens)) != key(tokens):
            return tokens
        if by_key.setdefault(key(tokens), code) != code:
            return tokens
    return None


TASKS: dict[str, tuple[Task, tuple[str, ...]]] = {
    "Index": (ideal_index, ("a", "b", "1")),
    "Retrieval": (ideal_retrieval, PAIRS),
    "Reflexive": (ideal_reflexive, ("a", "b", "1")),
}

MUST_FIX = FormalClaim(
    id="B-must-fix",
    place="Remark 3.1 and what follows it, repaired",
    statement="Fix n and a finite alphabet; L, VAL and F are free, continuous or not, the output "
    "exact. Some symbolic head computes a task iff its answer depends only on x_n and the "
    "multiset of x_1 … x_(n-1). Every task is computed by a positional head, L and VAL the same "
    "for all of them. So for n ≥ 3, INT not empty, Index is computed by positional heads and by "
    "no symbolic one, Retrieval (on proper inputs) and Reflexive by heads of both kinds: only "
    "'Index not symbolically' is a must.",
    provenance="repair",
    subject=Classes,
    quantifiers={
        "n": "every n ≥ 1 (Index: n ≥ 3, INT not empty)",
        "alphabet": "every finite alphabet",
        "head": "every L, VAL and F",
        "codes": "n = 1 … 4, 1 … 3 tokens, all inputs",
        "tasks": "n = 3 … 4, two letters and one integer, all inputs",
    },
    parts={
        "clash.sees_place": Kind.HYPOTHESIS,
        "symbolic": Kind.QUANTIFIER,
        "value": Kind.DATA,
        "bag": Kind.TERM,
    },
    not_covered="Several lengths at once: a constant input q … q gives a_n = VAL(q) for every head "
    "and length, so there the answer cannot depend on n; nothing else is in the way (proofs.md).",
)


@MUST_FIX.exhaustive(
    "codes", "(x_n, a_n) of a positional and of a symbolic head tells apart what is stated", "codes"
)
def codes(subject: Classes) -> Outcome:
    """One to three tokens, n = 1 … 4: what the two coding heads tell apart."""
    count = 0
    for size, n in ((size, n) for n in range(1, 5) for size in (1, 2, 3)):
        inputs = list(words("abc"[:size], [n]))
        for weight, key in (
            (subject.positional, subject.everything),
            (subject.symbolic_weight, subject.bag),
        ):
            head = Head(weight, subject.value, lambda q, a: a)
            failed = disagreement(head, key, inputs)
            count += len(inputs)
            if failed is not None:
                return false(f"{' '.join(failed)}", count)
    return true(count)


@MUST_FIX.exhaustive(
    "tasks", "Index is not told by the query and the multiset before it; the others are", "tasks"
)
def tasks(subject: Classes) -> Outcome:
    """n = 3 and 4: of which tasks the query and the multiset before it tell the answer."""
    count = 0
    for name, (task, alphabet) in TASKS.items():
        for n in (3, 4):
            answers: dict[Hashable, str] = {}
            told = True
            for tokens in words(alphabet, [n]):
                answer = task(tokens)
                if answer is not None:
                    count += 1
                    told = told and answers.setdefault(subject.bag(tokens), answer) == answer
            if told != (name in subject.symbolic):
                return false(f"{name}, n = {n}: told is {told}", count)
    return true(count)


@MUST_FIX.written(
    "subset sums",
    "every n: subset sums of doubling weights differ; an exchange leaves a_n alone",
    "n",
    "alphabet",
    "head",
)
def subset_sums(subject: Classes) -> Outcome:
    """The head's weights see neither query nor content, and grow (positions 1 … 13); z3: growing
    weights exceed all before them, so subset sums differ; and the exchange."""
    rows = {
        tuple(subject.positional(query, 13, token, p) for p in range(1, 14))
        for query, token in product("ab", repeat=2)
    }
    row = min(rows)
    if len(rows) > 1 or any(b < subject.growth * a for a, b in pairwise(row)):
        return false(f"weights {row}: not positional, or growing less than {subject.growth}-fold")

    def step(*x: Any) -> tuple[list[Any], list[Any]]:
        before, last, following = x
        return [before >= 0, last > before, following >= subject.growth * last], [
            following > before + last
        ]

    def differ(*x: Any) -> tuple[list[Any], list[Any]]:
        above, w, before, low, lower = x  # two sums that agree above the position of w, not at it
        return [w > before, low >= 0, lower >= 0, low <= before, lower <= before], [
            above + w + low > above + lower
        ]

    return all_steps(
        lambda: prove_all([(step, "b l f"), (differ, "a w b x y")]),
        lambda: one_exchange(subject.clash),
    )


MUST_FIX.coq(
    "kinds.B_must_fix",
    "kinds.B_must_fix_symbolic",
    "kinds.B_must_fix_positional",
    "continuous.B_must_fix_continuous",
    "continuous.B_must_fix_continuous_positional",
    decides=("n", "alphabet", "head", "codes", "tasks"),
    near_misses={
        "kinds.B_must_fix_symbolic__positional": Kind.DATA,
        "kinds.B_must_fix_positional__symbolic": Kind.DATA,
        "continuous.B_must_fix_continuous__positional": Kind.DATA,
        "continuous.B_must_fix_continuous_positional__symbolic": Kind.DATA,
    },
)

MUST_FIX.mutant(
    "weights 1, 2, 3, 4",
    Kind.CONSTANT,
    codes,
    subset_sums,
    positional=lambda q, n, t, p: Fraction(p),
    growth=Fraction(4, 3),
)
MUST_FIX.mutant("weights p²", Kind.TERM, subset_sums, positional=lambda q, n, t, p: Fraction(p * p))
MUST_FIX.mutant(
    "a positional head that sees a content",
    Kind.DATA,
    subset_sums,
    positional=lambda q, n, t, p: Fraction(2**p + (t == "a")),
)
MUST_FIX.mutant(
    "a symbolic head that sees positions",
    Kind.HYPOTHESIS,
    codes,
    subset_sums,
    mutate=lambda s: replace(s, symbolic_weight=doubling, clash=replace(s.clash, sees_place=True)),
)
MUST_FIX.mutant(
    "VAL forgets a letter",
    Kind.DATA,
    codes,
    value=lambda token: one_hot("a" if token == "b" else token),
)
MUST_FIX.mutant(
    "the set of the tokens before the query",
    Kind.TERM,
    codes,
    bag=lambda tokens: (tokens[-1], frozenset(tokens[:-1])),
)
MUST_FIX.mutant(
    "Index by symbolic heads too",
    Kind.QUANTIFIER,
    tasks,
    symbolic=("Index", "Retrieval", "Reflexive"),
)
MUST_FIX.mutant("Retrieval not by symbolic heads", Kind.QUANTIFIER, tasks, symbolic=("Reflexive",))
