"""From hard attention to softmax, with an explicit and sharp inverse temperature (B-lemF1)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import prove_all
from theory.witnesses import witness


@dataclass(frozen=True)
class Softening:
    """Softmax decodes as hard attention does if δ·B > others(n)·(factor·K - minus·δ), B = e^{βΔ},
    K = L·D; and this is sharp."""

    others: Callable[[Any], Any] = lambda n: n - 1
    factor: Any = 2
    minus: int = 1
    weak: bool = False
    uniform: bool = True

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


LEMMA = FormalClaim(
    id="B-lemF1",
    paper="B",
    place="Lemma F.1",
    statement="From hard attention to softmax: if the decoding gap over all inputs of length ≤ n0 "
    "(finite alphabet) is at least δ > 0, some inverse temperature β makes softmax decode "
    "identically on all of them. Explicit: every β ≥ 0 with e^{βΔ} > (n0 - 1)(2LD/δ - 1) will do. "
    "Here Δ is the least difference between the largest logit and the largest smaller one, D the "
    "diameter of the values, L the Lipschitz constant of each coordinate of F in a, both in one "
    "norm. No smaller bound in n0, Δ, δ, L, D will do.",
    expected=Verdict.PROVED,
    subject=Softening,
    quantifiers={
        "n0": "every n0 ≥ 2",
        "head": "every logit function, VAL and F on a finite alphabet",
        "n ≤ 4": "2 ≤ n ≤ 4, values in {0, 2}, listed L, δ, B",
    },
    parts={"others": Kind.INDEX, "weak": Kind.RELATION, "uniform": Kind.HYPOTHESIS},
    not_covered="Hard attention is uniform on its maximisers; otherwise B-lemF1-tie. Infinitely "
    "many inputs need Δ > 0 as a hypothesis: their least difference may be 0.",
)


@LEMMA.exhaustive(
    "literal heads",
    "softmax in Fractions, several maximisers included; the bound is met by one head",
    "n ≤ 4",
)
def literal_heads(subject: Softening) -> Outcome:
    """n ≤ 4, values 0 or D = 2: right wherever the condition holds; wrong at the worst head
    (one maximiser, all others at distance D) wherever it does not."""
    cases = 0
    gaps = (Fraction(1, 3), Fraction(1), Fraction(5, 2))
    for n, L, d in product((2, 3, 4), (Fraction(1), Fraction(1, 2)), gaps):
        K = 2 * L
        edge, own = (n - 1) * (2 * K - d) / d, subject.edge(n, K, d)
        parts = map(Fraction, ("1/2", "99/100", "1", "101/100", "3"))
        for B in {max(Fraction(1), x) for x in (own, *(edge * f for f in parts))}:
            enough = subject.enough(n, K, d, B)
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
    "every n0 and head: the mass off the maximisers, then 2LDε < δ (both z3)",
    "n0",
    "head",
)
def mass_and_gap(subject: Softening) -> Outcome:
    """z3: the mass ε off M maximisers of n keys is at most k/(B + k), k = n - 1; so 2Kε < δ."""

    def mass(M: Any, R: Any, n: Any, B: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        hypotheses = (M >= 1, R >= 0, n >= M + R, B >= 1)
        return hypotheses, (R * (B + n - 1) <= (n - 1) * (M * B + R),)

    def kept(e: Any, n: Any, K: Any, d: Any, B: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        off = e * (B + n - 1) <= n - 1
        hypotheses = (e >= 0, n >= 2, K >= 0, d > 0, B >= 1, off, subject.enough(n, K, d, B))
        return hypotheses, (2 * K * e < d,)

    return prove_all([(mass, "M R n B"), (kept, "e n K d B")])


LEMMA.coq(
    "softening.B_lemF1",
    "softening.B_lemF1_alphabet",
    "softening.B_lemF1_some_beta",
    "softening.B_lemF1_sharp",
    decides=("n0", "head", "n ≤ 4"),
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
            len(logits) == len(outputs) > 1 and len(set(logits)) == 1,
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
    paper="B",
    place="Lemma F.1, read with one of several maximisers picked",
    statement="The same if hard attention picks one of several maximisers (say the first; the "
    "lemma's own averages over them, and of that it is true, B-lemF1): a positive decoding gap "
    "still gives a β at which softmax decodes identically.",
    provenance="reading",
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
