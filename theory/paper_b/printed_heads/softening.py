"""From hard attention to softmax, with an explicit and sharp inverse temperature (B-lemF1)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.theorems import CHECKED
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import Posed, Statement, prove_all
from theory.witnesses import witness


@dataclass(frozen=True)
class Softening:
    """Softmax decodes as hard attention does if δ·B > others(n)·(factor·K - minus·δ), B = e^{βΔ},
    K = L·D; and this is sharp, by one head whose F depends on the query (``by_query``).

    ``sharp_from``: the least bound that is sharp; where it is below 1 = e^0 every β ≥ 0 serves.
    Coordinates that move by less than ``moved``·δ leave the decoding as it is. ``jump``: F is not
    continuous.
    """

    others: Callable[[Any], Any] = lambda n: n - 1
    factor: Any = 2
    minus: int = 1
    weak: bool = False
    uniform: bool = True
    by_query: bool = True
    jump: bool = False
    moved: Fraction = Fraction(1, 2)
    sharp_from: Fraction = Fraction(1)

    def slack(self, n: Any, K: Any, d: Any, B: Any) -> Any:
        """δB - others(n)(factor·K - minus·δ): positive (not negative, if weak) is enough."""
        return d * B - self.others(n) * (self.factor * K - self.minus * d)

    def edge(self, n: Any, K: Any, d: Any) -> Any:
        """The B at which ``slack`` is 0."""
        return self.others(n) * (self.factor * K - self.minus * d) / d

    def enough(self, n: Any, K: Any, d: Any, B: Any) -> Any:
        """The sufficient condition."""
        slack = self.slack(n, K, d, B)
        return slack >= 0 if self.weak else slack > 0


def softmax_gap(
    subject: Softening, held: tuple[int, ...], top: int, L: Fraction, d: Fraction, B: Fraction
) -> Fraction:
    """y_1 - y_2 = G - 2La under softmax: values ``held``, the first ``top`` keys maximal, others
    B times lighter; G makes the gap under hard attention δ = d."""
    chosen = held[:top] if subject.uniform else held[:1]
    weights = [Fraction(1) if j < top else 1 / B for j in range(len(held))]
    mean = sum((w * v for w, v in zip(weights, held, strict=True)), Fraction(0)) / sum(weights)
    return d + 2 * L * Fraction(sum(chosen), len(chosen)) - 2 * L * mean


def one_head(subject: Softening, n0: int, L: Fraction, d: Fraction, B: Fraction) -> str:
    """Why the sharp head is none at n0, on all inputs of length ≤ n0; '' if it is.

    Two tokens: 0 with value 0 and the larger logit, 1 with value D = 2. y_1 - y_2 = δ - 2La at the
    query 0, and δ at the query 1, so hard attention has gap δ everywhere.
    """

    def output(query: int, a: Fraction) -> Fraction:
        if query and subject.by_query:
            return d
        if subject.jump:
            return d if a == 0 else -d
        return d - 2 * L * a

    right = True
    for n in range(1, n0 + 1):
        for word in product((0, 1), repeat=n):
            far = sum(word)
            if output(word[-1], Fraction(0 if far < n else 2)) != d:
                return f"{word}: hard attention's gap is not δ"
            right &= output(word[-1], Fraction(2 * far) / (B * (n - far) + far)) > 0
    return "" if right == subject.enough(n0, 2 * L, d, B) else f"right on every input: {right}"


LEMMA = FormalClaim(
    id="B-lemF1",
    place="Lemma F.1",
    statement="From hard attention to softmax. Take a finite alphabet and F continuous in a. If "
    "the decoding gap over all inputs of length ≤ n0 is at least δ > 0, some inverse temperature β "
    "makes softmax decode identically on them. Explicit, for F Lipschitz in a: every β ≥ 0 with "
    "e^{βΔ} > (n0 - 1)(2LD/δ - 1) will do. Here Δ is the least difference between the largest "
    "logit and the largest smaller one (if all logits of each input are equal, every β ≥ 0 will "
    "do). D is the diameter of the values, L the Lipschitz constant of each coordinate of F in a, "
    "both in one norm. Where the bound is at least 1, no smaller one in n0, Δ, δ, L, D will do.",
    subject=Softening,
    quantifiers={
        "n0": "every n0 ≥ 2",
        "head": "every logit function and VAL on a finite alphabet, every F Lipschitz in a",
        "F": "every F continuous in a, for the existence of β",
        "sharp": "every n0 ≥ 2 and Δ, δ, L, D > 0 with a bound ≥ 1, one head on all inputs",
        "n ≤ 4": "2 ≤ n ≤ 4, values in {0, 2}, listed L, δ, B",
    },
    parts={
        "others": Kind.INDEX,
        "weak": Kind.RELATION,
        "uniform": Kind.HYPOTHESIS,
        "by_query": Kind.DATA,
        "jump": Kind.HYPOTHESIS,
        "sharp_from": Kind.QUANTIFIER,
    },
    not_covered="Hard attention is uniform on its maximisers; otherwise B-lemF1-tie. Infinitely "
    "many inputs need Δ > 0 as a hypothesis: their least difference may be 0.",
)


@LEMMA.exhaustive(
    "literal heads",
    "softmax in Fractions, several maximisers included; one head meets the bound, all inputs run",
    "n ≤ 4",
)
def literal_heads(subject: Softening) -> Outcome:
    """n ≤ 4, values 0 or D = 2: right wherever the condition holds; wrong at the worst head
    (one maximiser, all others at distance D) wherever it does not, which some B ≥ 1 meets if
    the bound is at least ``sharp_from``."""
    cases = 0
    gaps = (Fraction(1, 3), Fraction(1), Fraction(5, 2))
    for n, L, d in product((2, 3, 4), (Fraction(1), Fraction(1, 2)), gaps):
        K = 2 * L
        edge, own = (n - 1) * (2 * K - d) / d, subject.edge(n, K, d)
        cases += 1
        if own >= subject.sharp_from and subject.enough(n, K, d, max(Fraction(1), own)):
            return false(f"n = {n}, L = {L}, δ = {d}: {own} is not sharp, no B ≥ 1 is wrong", cases)
        parts = map(Fraction, ("1/2", "99/100", "1", "101/100", "3"))
        for B in {max(Fraction(1), x) for x in (own, *(edge * f for f in parts))}:
            enough = subject.enough(n, K, d, B)
            cases += 1
            if why := one_head(subject, n, L, d, B):
                return false(f"n0 = {n}, L = {L}, δ = {d}, B = {B}: {why}", cases)
            for held in product((0, 2), repeat=n):
                for top in range(1, n + 1):
                    cases += 1
                    right = softmax_gap(subject, held, top, L, d, B) > 0
                    worst = top == 1 and held == (0, *[2] * (n - 1))
                    if (enough and not right) or (worst and right and not enough):
                        return false(f"n = {n}, L = {L}, δ = {d}, B = {B}, {held}, {top}", cases)
    return true(cases)


@LEMMA.written(
    "mass and gap",
    "every n0 and head: the mass off the maximisers, then 2LDε < δ, sharp at the head of "
    "``one_head``; F continuous: some η for finitely many inputs (all z3 but the last)",
    "n0",
    "head",
    "F",
    "sharp",
)
def mass_and_gap(subject: Softening) -> Outcome:
    """z3: the mass ε off M maximisers of n keys is at most k/(B + k), k = n - 1; so 2Kε < δ, iff
    for ε = k/(B + k). F continuous: B > k(D/η - 1) gives εD < η, and moves below δ/2 suffice."""

    def mass(M: Any, R: Any, n: Any, B: Any) -> Posed:
        hypotheses = (M >= 1, R >= 0, n >= M + R, B >= 1)
        return hypotheses, (R * (B + n - 1) <= (n - 1) * (M * B + R),)

    def kept(e: Any, n: Any, K: Any, d: Any, B: Any) -> Posed:
        off = e * (B + n - 1) <= n - 1
        hypotheses = (e >= 0, n >= 2, K >= 0, d > 0, B >= 1, off, subject.enough(n, K, d, B))
        return hypotheses, (2 * K * e < d,)

    def sharp(e: Any, n: Any, K: Any, d: Any, B: Any) -> Posed:
        hypotheses = (n >= 2, K > 0, d > 0, B >= 1, e * (B + n - 1) == n - 1, 2 * K * e < d)
        return hypotheses, (subject.enough(n, K, d, B),)

    def within(e: Any, n: Any, D: Any, eta: Any, B: Any) -> Posed:
        off = (e >= 0, e * (B + n - 1) <= n - 1, eta * (B + n - 1) > (n - 1) * D)
        return (n >= 2, D >= 0, eta > 0, B >= 1, *off), (e * D < eta,)

    def moved(s: Any, c: Any, x: Any, y: Any, d: Any) -> Posed:
        # Coordinates s and c before, x and y after.
        most = subject.moved * d
        hypotheses = (d > 0, s - c >= d, s - x < most, y - c < most)
        return hypotheses, (x > y,)

    posed: list[tuple[Statement, str]] = [
        (mass, "M R n B"),
        (kept, "e n K d B"),
        (sharp, "e n K d B"),
        (within, "e n D eta B"),
        (moved, "s c x y d"),
    ]
    return prove_all(posed)


LEMMA.coq(
    "softening.B_lemF1",
    "softening.B_lemF1_alphabet",
    "softening.B_lemF1_some_beta",
    "softening.B_lemF1_sharp",
    decides=("n0", "head", "n ≤ 4"),
    covers=f"every Lipschitz F, and that one input of n0 tokens meets a bound ≥ 1, {CHECKED}",
    axioms=REALS,
    near_misses={
        "softening.B_lemF1__half": Kind.CONSTANT,
        "softening.B_lemF1_some_beta__no_gap": Kind.HYPOTHESIS,
        "softening.B_lemF1_sharp__one_key_more": Kind.INDEX,
    },
)

LEMMA.mutant("n0 - 2", Kind.INDEX, others=lambda n: n - 2)
LEMMA.mutant("LD for 2LD", Kind.CONSTANT, factor=1)
LEMMA.mutant(
    "a thousandth more than 2LD", Kind.CONSTANT, literal_heads, factor=Fraction(2001, 1000)
)
LEMMA.mutant("≥ for >", Kind.RELATION, weak=True)
LEMMA.mutant("without - 1", Kind.TERM, literal_heads, minus=0)
LEMMA.mutant("- 2", Kind.CONSTANT, minus=2)
LEMMA.mutant("one F for every query", Kind.DATA, literal_heads, by_query=False)
LEMMA.mutant("bounds below 1 sharp too", Kind.QUANTIFIER, literal_heads, sharp_from=Fraction(0))
LEMMA.mutant("F jumps at a = 0", Kind.HYPOTHESIS, literal_heads, jump=True)
LEMMA.mutant("coordinates move by δ", Kind.CONSTANT, mass_and_gap, moved=Fraction(1))
LEMMA.mutant(
    "hard attention picks the first maximiser", Kind.HYPOTHESIS, literal_heads, uniform=False
)


def tie_decodes_otherwise(data: dict[str, Any]) -> Outcome:
    """Equal logits: softmax is their mean at every β; the picked key decodes differently."""
    logits = [Fraction(x) for x in data["logits"]]
    outputs = [[Fraction(x) for x in row] for row in data["outputs"]]
    chosen = outputs[data["picked"]]
    mean = [sum(column) / len(outputs) for column in zip(*outputs, strict=True)]
    top = max(range(len(chosen)), key=chosen.__getitem__)
    second = sorted(chosen)[-2]
    parts = [
        (
            len(logits) == len(outputs) and len(set(logits)) == 1,
            "the logits differ",
            f"equal logits {witness.fractions(logits)}: softmax gives each key 1/{len(logits)}, "
            "whatever β",
        ),
        (
            chosen[top] > second,
            "the decoding gap is 0",
            f"key {data['picked']} picked: y = ({witness.fractions(chosen)}), symbol {top}, "
            f"decoding gap {chosen[top] - second}",
        ),
        (
            mean[top] < max(mean),
            "softmax decodes the same",
            f"softmax: y = ({witness.fractions(mean)}), symbol {mean.index(max(mean))}",
        ),
    ]
    return witness.shown(parts, f"picked {witness.numerals(chosen)}, mean {witness.numerals(mean)}")


TIE = witness.RefutedClaim(
    tie_decodes_otherwise,
    id="B-lemF1-tie",
    paper="suite",
    place="Lemma F.1 if one of several maximisers were picked, which the paper does not say",
    statement="Not the paper's hard attention, which averages over the maximisers (B-lemF1): if "
    "hard attention picked one of several, say the first, a positive decoding gap would still give "
    "a β at which softmax decodes identically.",
    parts={"logits": Kind.HYPOTHESIS, "picked": Kind.INDEX},
    not_covered="With a unique maximiser on every input the two readings agree.",
    repairs=("B-lemF1",),
)

TIE.coq(
    "softening.B_lemF1_tie",
    covers="the refutation at the smallest size, two keys",
    axioms=REALS,
    near_misses={"softening.B_lemF1_tie__every_head": Kind.QUANTIFIER},
)

TIE.edited("logits differ", Kind.HYPOTHESIS, lambda w: w.update(logits=["1", "0"]))
TIE.edited("the other key", Kind.INDEX, lambda w: w.update(picked=1))
TIE.edited(
    "a smaller second output", Kind.CONSTANT, lambda w: w.update(outputs=[["1", "0"], ["0", "1"]])
)
TIE.edited("no gap", Kind.TERM, lambda w: w.update(outputs=[["1", "1"], ["0", "2"]]))
