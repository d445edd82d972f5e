"""The steps of F.2.3, behind Remark 3.1 (B-F23-retr-simple, B-F23-retr, B-F23-index)."""

from dataclasses import dataclass, replace
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics.softmax_head import ideal_index, lookup
from theory.mathematics.solvers import exhaust, prove
from theory.mathematics.tasks import Pairs, has_letter, pair_sequences, proper, retrieval
from theory.paper_a.canonical_tasks.invariance import moved_query
from theory.paper_b.what_heads_compute.positional_retrieval import positional_retrieval
from theory.witnesses import head_witness
from theory.witnesses.witness import RefutedClaim, shown


@dataclass(frozen=True)
class Simple:
    """Two inputs of one query that a simple head cannot both answer.

    ``both``: both are asked; ``positional``: positions weigh the same in both; ``positive``: the
    other positions' weight is none below 0; ``ties``: an answer may share the largest coordinate.
    Retrieval as Information Retrieval: attributes are ``whole`` tokens, the context holds a token's
    ``own`` pair, and the sequence is ``proper``.
    """

    both: bool = True
    positional: bool = True
    positive: bool = True
    ties: bool = False
    whole: bool = True
    own: bool = True
    proper: bool = True


SIMPLE = FormalClaim(
    id="B-F23-retr-simple",
    place="F.2.3, Retrieval",
    statement="Retrieval can be expressed as a sequence-to-sequence version of Information "
    "Retrieval. At each letter–letter token σ_j of a proper sequence, Retrieval's answer is the "
    "attribute of σ_j's right half among the pairs (left half of σ_k, σ_k), k ≤ j. The other "
    "tokens are copied. And what paper A's Theorem 4 says of its simple heads is true of it. Take "
    "VAL = identity on one-hot tokens and F(x, a) = a, or a + x as printed, read by the largest "
    "coordinate. Then no positional head computes it on proper inputs (n ≥ 3, at least two letters "
    "and one integer).",
    subject=Simple,
    quantifiers={
        "n": "every n ≥ 3",
        "head": "every positional L",
        "map": "every position of every proper sequence, of every length and alphabet",
        "n ≤ 4": "the same for n ≤ 4, two letters and one integer",
    },
    parts={
        "own": Kind.INDEX,
        "whole": Kind.TERM,
        "proper": Kind.HYPOTHESIS,
        "both": Kind.QUANTIFIER,
        "positional": Kind.TERM,
        "positive": Kind.HYPOTHESIS,
        "ties": Kind.RELATION,
    },
    not_covered="That Theorem 4 carries over as such: A-thm4 proves it of every F affine in a, and "
    "of those Retrieval's counterpart is false (B-F23-retr).",
    rests_on=("B-rem31-retr-fix",),
)


@SIMPLE.exhaustive(
    "the map",
    "every position of every proper sequence of n ≤ 4, two letters and one integer: F.2 against "
    "paper A's Information Retrieval",
    "n ≤ 4",
)
def as_lookup(subject: Simple) -> Outcome:
    """Retrieval at each position is a lookup in the pairs so far; every proper n ≤ 4."""

    def agrees(tokens: Pairs) -> bool:
        for j, (token, answer) in enumerate(zip(tokens, retrieval(tokens), strict=True), 1):
            earlier = [t for t in tokens[: j if subject.own else j - 1] if t]
            context: list[Any] = [(t[0], t if subject.whole else t[1]) for t in earlier]
            asked: Any = token[1] if token else None
            if answer != (lookup((*context, asked)) if has_letter(token) else token):
                return False
        return True

    sequences = (tokens for n in range(1, 5) for tokens in pair_sequences(n, 2, 1))
    return exhaust((x for x in sequences if not subject.proper or proper(x)), agrees)


@SIMPLE.written(
    "one attribute",
    "every proper sequence: the symbol asked for has one attribute in the context, F.2's answer; "
    "z3 has the step for two positions: if both tokens fit, they are one",
    "map",
    confirmed_by="cvc5; by hand in proofs.md",
)
def one_attribute(subject: Simple) -> Outcome:
    """z3: at position j, f is where F.2 finds its answer, and k any pair of the context whose
    symbol is r, the right half of σ_j.

    A token t at a position has the left half ``left`` and the right half ``right``. That a sequence
    is proper says of any two positions: one does not fit, or both hold one token.
    """

    def statement(*x: Any) -> tuple[list[Any], list[Any]]:
        j, r, f, left_f, t_f, k, left_k, t_k, right_k = x
        last = j if subject.own else j - 1
        given = [f >= 1, f <= j, left_f == r, k >= 1, k <= last, left_k == r]
        other = (f < 1) | (f > j) | (left_f != r) | (k < 1) | (k > j) | (left_k != r)
        given += [other | (t_k == t_f)] if subject.proper else []
        attribute = t_k if subject.whole else right_k
        return given, [f <= last, attribute == t_f]

    return prove(statement, "j r f left_f t_f k left_k t_k right_k")


@SIMPLE.written(
    "two inputs",
    "every n: query BA, A1 at one of two positions and B1 at all others (z3)",
    "n",
    "head",
    confirmed_by="cvc5; by hand in proofs.md",
)
def simple_heads(subject: Simple) -> Outcome:
    """z3: query BA, A1 at position 1 or at position 2, B1 at every other position; r their weight.

    A1 has the largest coordinate only if its position outweighs the other and r.
    """

    def statement(*x: Any) -> tuple[list[Any], list[Any]]:
        w1, w2, v1, v2, r = x
        first, second = w1 - (w2 + r), (w2 - (w1 + r)) if subject.positional else v2 - (v1 + r)
        asked = [first, second] if subject.both else [first]
        given = [y > 0 for y in (w1, w2, v1, v2)] + ([r >= 0] if subject.positive else [])
        if subject.ties:
            return [*given, *(gap >= 0 for gap in asked[:-1])], [asked[-1] < 0]
        return [*given, *(gap > 0 for gap in asked[:-1])], [asked[-1] <= 0]

    return prove(statement, "w1 w2 v1 v2 r")


SIMPLE.coq(
    "retrieval_heads.B_rem31_retr_fix",
    decides=("n", "head"),
    covers="every positional L, and every VAL(x) = α_x e_x and F(x, a) = a + c(x) e_x, of which "
    "the simple heads are α = 1 and c = 0 or 1",
    near_misses={"retrieval_heads.B_rem31_retr_fix__nothing_before": Kind.HYPOTHESIS},
)

SIMPLE.mutant("one input alone", Kind.QUANTIFIER, simple_heads, both=False)
SIMPLE.mutant("weights that move with the content", Kind.TERM, simple_heads, positional=False)
SIMPLE.mutant("other positions of negative weight", Kind.HYPOTHESIS, simple_heads, positive=False)
SIMPLE.mutant("ties count as answers", Kind.RELATION, simple_heads, ties=True)
MAP = as_lookup, one_attribute
SIMPLE.mutant("attributes are right halves", Kind.TERM, *MAP, whole=False)
SIMPLE.mutant("pairs before σ_j alone", Kind.INDEX, *MAP, own=False)
SIMPLE.mutant("sequences that are not proper", Kind.HYPOTHESIS, *MAP, proper=False)

RETR = RefutedClaim(
    positional_retrieval,
    id="B-F23-retr",
    provenance="reading",
    place="F.2.3, Retrieval, read with F affine in a",
    statement="Retrieval can be expressed as a sequence-to-sequence version of Information "
    "Retrieval, so paper A's Theorem 4 applies, as far as A-thm4 proves it. That is, no positional "
    "head with VAL = identity on one-hot tokens and F affine in a computes it (this suite's "
    "extension: Theorem 4 is printed for F a projection, and of that it is true, "
    "B-F23-retr-simple).",
    not_covered="Theorem 4 is about answers that other tokens carry too (attributes); here the "
    "answer is a token, and F(x, a) = a + Bx, affine in a, marks the only one in sight. With F a "
    "projection, as Theorem 4 has it, the conclusion holds, by an argument of its own "
    "(B-F23-retr-simple).",
    repairs=("B-F23-retr-simple", "B-rem31-retr-fix"),
)

RETR.coq(
    "retrieval_heads.B_rem31_retr",
    near_misses={"retrieval_heads.B_rem31_retr__improper": Kind.HYPOTHESIS},
)

RETR.edited("F a projection", Kind.TERM, lambda w: [row.clear() for row in w["bias"].values()])
RETR.edited("uniform weights", Kind.CONSTANT, lambda w: head_witness.flatten(w["weights"]))
RETR.edited(
    "the other letter is looked up",
    Kind.INDEX,
    lambda w: w["bias"].update(AB=w["bias"]["AA"], BB=w["bias"]["BA"]),
)
RETR.edited("a bias of -1", Kind.SIGN, lambda w: w["bias"]["BA"].update(A1="-1"))


def swap_of_letters(data: dict[str, Any]) -> Outcome:
    """Lemma 1 without its condition, and a swap of two letters that changes no answer."""
    moved = moved_query(data["moved"])
    if moved.status != "true":
        return moved
    part = data["swap"]
    tokens, (i, j) = tuple(part["input"]), part["places"]
    swapped = list(tokens)
    swapped[i], swapped[j] = tokens[j], tokens[i]
    answers = [ideal_index(tokens), ideal_index(tuple(swapped))]
    parts = [
        (
            tokens[-1].isdigit() and answers[0].isalpha(),
            "swap: no integer query that points at a letter",
            "",
        ),
        (
            all(tokens[k].isalpha() for k in (i, j)) and tokens[i] != tokens[j],
            "swap: not two different letters",
            f"swap: {' '.join(tokens)} becomes {' '.join(swapped)}",
        ),
        (
            answers == part["answers"],
            f"swap: the answers are {answers}",
            f"swap: Index answers {answers[0]} and {answers[1]}",
        ),
        (answers[0] == answers[1], "swap: the answer changes", ""),
    ]
    done = shown(parts, f"{moved.found}; {' '.join(tokens)}: {answers[0]} either way")
    return done if done.status != "true" else _joined(moved, done)


def _joined(first: Outcome, second: Outcome) -> Outcome:
    """Both outcomes' cases and workings."""
    working = (*first.working, *second.working)
    return replace(second, cases=first.cases + second.cases, working=working)


INDEX = RefutedClaim(
    swap_of_letters,
    id="B-F23-index",
    provenance="reading",
    place="F.2.3, Index, read to the letter",
    statement="A one-layer model with a purely symbolic head is invariant under permutations of "
    "the tokens in its input (paper A's Lemma 1). So swapping two letters of the target zone gives "
    "a wrong answer. This is read to the letter, of every permutation and any two letters. Of "
    "permutations that fix the query (A-lem1-fix), and of different letters, one of them pointed "
    "at (B-rem31-index), it is true.",
    parts={
        "moved.permutation": Kind.INDEX,
        "swap.places": Kind.QUANTIFIER,
        "moved.weights": Kind.HYPOTHESIS,
        "swap.answers": Kind.DATA,
    },
    not_covered="Mended, the argument is right: the permutation fixes the query, and the swap "
    "exchanges two different letters, one of which is pointed at (B-rem31-index).",
    repairs=("B-rem31-index",),
)

INDEX.edited("the identity", Kind.INDEX, lambda w: w["moved"].update(permutation=[0, 1]))
INDEX.edited(
    "the letter pointed at is moved", Kind.QUANTIFIER, lambda w: w["swap"].update(places=[1, 2])
)
INDEX.edited(
    "equal logits",
    Kind.HYPOTHESIS,
    lambda w: w["moved"]["weights"].update(a={"a": "1", "b": "1"}, b={"a": "2", "b": "1"}),
)
INDEX.edited("another answer", Kind.DATA, lambda w: w["swap"].update(answers=["a", "b"]))
