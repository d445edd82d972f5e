"""*Why Do Accumulated Transformations Extrapolate?* (arXiv 2606.24975): how fast a key's mean logit
falls when tokens turn it (AT-incoherent), and what no choice of angles keeps among many far keys
(AT-far). Its abstract was read, its theorems were not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim

Vector = tuple[Fraction, Fraction]


def vector(x: int, y: int, by: int = 1) -> Vector:
    """(x, y)/by."""
    return Fraction(x, by), Fraction(y, by)


def _times(c: Vector, p: Vector) -> Vector:
    """The product of two complex numbers; c of length 1 turns p."""
    return c[0] * p[0] - c[1] * p[1], c[1] * p[0] + c[0] * p[1]


def _dot(p: Vector, r: Vector) -> Fraction:
    """The inner product."""
    return p[0] * r[0] + p[1] * r[1]


def conjugate(c: Vector) -> Vector:
    """The turn back."""
    return c[0], -c[1]


@dataclass(frozen=True)
class Tokens:
    """Turns of the tokens with their probabilities. The bound on the mean logit is ``factor``
    ρ^(t + ``more``), ρ by the ``coordinates`` of the mean turn."""

    more: int = 0
    factor: Fraction = Fraction(1)
    coordinates: tuple[int, ...] = (0, 1)
    independent: bool = True
    strict: bool = False
    most: int = 4
    turns: tuple[Vector, ...] = (vector(3, 4, 5), vector(4, -3, 5), vector(5, 12, 13))
    shares: tuple[Fraction, ...] = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))


AT_INCOHERENT = FormalClaim(
    id="AT-incoherent",
    provenance="reading",
    place="abstract, products become incoherent",
    statement="In one plane (a head of size 2) let each of the t tokens after a key, the query's "
    "own among them, turn the key by an angle φ, drawn independently from one distribution on "
    "finitely many angles. Let q and k be fixed, and ρ = |E e^(iφ)|. The key's logit then has a "
    "mean of at most ρ^t |q||k| in size, and for every k some q ≠ 0 attains it. The number of "
    "other tokens does not matter. If all angles are equal, as in RoPE, ρ = 1.",
    subject=Tokens,
    quantifiers={
        "φ, q, k, t": "all distributions on finitely many angles, all queries and keys, every t ≥ 0"
    },
    parts={
        "more": Kind.INDEX,
        "coordinates": Kind.TERM,
        "independent": Kind.HYPOTHESIS,
        "strict": Kind.RELATION,
    },
    not_covered="Queries and keys that depend on the tokens that turn. The paper's own theorem, "
    "which is on orthogonal matrices under conditions that "
    "the abstract does not name. Tokens that depend on each other: one token repeated turns alike. "
    "That a logit of mean 0 loses its weight (AT-far).",
)


def _texts(subject: Tokens, t: int) -> Iterator[tuple[Vector, Fraction]]:
    """What each text of t tokens turns by, and how probable it is."""
    kinds = range(len(subject.turns))
    every = subject.independent or t == 0
    for text in product(kinds, repeat=t) if every else ((i,) * t for i in kinds):
        turn, chance = vector(1, 0), Fraction(1)
        for i in text:
            turn, chance = _times(subject.turns[i], turn), chance * subject.shares[i]
        yield turn, chance if every else subject.shares[text[0]]


@AT_INCOHERENT.written(
    "every text", "all distributions, queries, keys and t; tried for t ≤ 4", "φ, q, k, t"
)
def every_text(subject: Tokens) -> Outcome:
    """The mean over all texts, in fractions: the squares of both sides, for eight queries and that
    along the mean, which attains the bound."""
    pairs = list(zip(subject.turns, subject.shares, strict=True))
    mean = tuple(sum(share * turn[i] for turn, share in pairs) for i in range(2))
    square = sum((mean[i] ** 2 for i in subject.coordinates), Fraction(0))
    key, cases = vector(1, 2), 0
    for t in range(subject.most + 1):
        sums = [(share * turn[0], share * turn[1]) for turn, share in _texts(subject, t)]
        zero = Fraction(0)
        turned = _times((sum((x for x, _ in sums), zero), sum((y for _, y in sums), zero)), key)
        bound = subject.factor**2 * square ** (t + subject.more) * _dot(key, key)
        directions = [vector(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]
        for query in (*directions, turned):
            cases += 1
            logit, most = _dot(query, turned) ** 2, bound * _dot(query, query)
            if logit > most or (subject.strict and logit == most):
                return false(f"t = {t}: the square of the mean is {logit}, the bound {most}", cases)
        if _dot(turned, turned) != bound:
            return false(f"t = {t}: the bound is not attained", cases)
    return true(cases)


AT_INCOHERENT.coq(
    "accumulated.AT_incoherent",
    "accumulated.AT_incoherent_attained",
    "accumulated.AT_incoherent_alike",
    decides=("φ, q, k, t",),
    axioms=REALS,
    near_misses={
        "accumulated.AT_incoherent__one_token_more": Kind.INDEX,
        "accumulated.AT_incoherent_attained__twice": Kind.CONSTANT,
        "accumulated.AT_incoherent_alike__any_weights": Kind.HYPOTHESIS,
        "accumulated.AT_incoherent_alike__less": Kind.RELATION,
    },
)

AT_INCOHERENT.mutant("ρ^(t + 1)", Kind.INDEX, more=1)
AT_INCOHERENT.mutant("half of it", Kind.CONSTANT, factor=Fraction(1, 2))
AT_INCOHERENT.mutant("twice as much is attained", Kind.CONSTANT, factor=Fraction(2))
AT_INCOHERENT.mutant("ρ the mean cosine", Kind.TERM, coordinates=(0,))
AT_INCOHERENT.mutant("texts of one token repeated", Kind.HYPOTHESIS, independent=False)
AT_INCOHERENT.mutant("strictly below", Kind.RELATION, strict=True)


@dataclass(frozen=True)
class Far:
    """Weights 2^logit of n keys: at most 1/(1 + (n - ``own``) 2^(-``times`` B)). With ``back`` -1
    keys are turned back by their angles before they are turned; ``bounded``: all of them count for
    B, else the target alone."""

    own: int = 1
    times: int = 2
    strict: bool = False
    bounded: bool = True
    back: int = -1
    sizes: tuple[int, ...] = (0, 1, 2)


AT_FAR = FormalClaim(
    id="AT-far",
    provenance="reading",
    place="abstract, rotations must eventually degrade",
    statement="However n keys are turned, by angles that may depend on anything, in any number of "
    "planes, a target has at most 1/(1 + (n-1) e^(-2B)) of the weight, B the largest Σ|q_p||k_p| "
    "of a key. For every n and B ≥ 0 some query, keys and angles attain it. And whatever the "
    "angles are, if they do not depend on the other n - 1 keys, these can be chosen, as long as "
    "the target in each plane, so that the target's weight is 1/n. So while B stays bounded, no "
    "choice of rotations keeps a near token's weight when far keys multiply.",
    subject=Far,
    quantifiers={
        "n, q, k, φ, B": "every n ≥ 1, all queries, keys and angles in every number of planes"
    },
    parts={"own": Kind.INDEX, "strict": Kind.RELATION, "bounded": Kind.HYPOTHESIS},
    not_covered="The paper's own theorem and its model of attention. Rotated values, and control "
    "of the far weight such as ALiBi's penalty, which the abstract says is needed. Any bounded "
    "logits disperse so (B-dispersion); here rotations with lengths are shown to be no exception.",
)

QUARTERS = (vector(1, 0), vector(0, 1), vector(-1, 0), vector(0, -1))


@AT_FAR.written(
    "quarter turns", "all n, planes and angles; tried for n ≤ 3 at quarter turns", "n, q, k, φ, B"
)
def quarter_turns(subject: Far) -> Outcome:
    """Every target and all other keys along an axis, in fractions; the bound for each n and B, and
    that it is attained; then keys that take the same weight."""
    cases, query = 0, vector(1, 0)
    for n in (1, 2, 3):
        largest: dict[int, Fraction] = {}
        for sizes in product(subject.sizes, repeat=n):
            budget = max(sizes) if subject.bounded else sizes[0]
            for turns in product(QUARTERS, repeat=n):
                cases += 1
                keys = [
                    _times(turn, vector(size, 0)) for turn, size in zip(turns, sizes, strict=True)
                ]
                weights = [Fraction(2) ** int(_dot(query, key)) for key in keys]
                share = weights[0] / sum(weights)
                largest[budget] = max(largest.get(budget, Fraction(0)), share)
        for budget, share in largest.items():
            bound = 1 / (1 + (n - subject.own) * Fraction(1, 2 ** (subject.times * budget)))
            if share != bound or subject.strict:
                return false(f"n = {n}, B = {budget}: {share}, the bound says {bound}", cases)
    return _alike(subject, cases)


def _alike(subject: Far, cases: int) -> Outcome:
    """At all quarter turns of three keys: the others turned so that all have one logit."""
    query, own = vector(1, 0), vector(2, 0)
    for turns in product(QUARTERS, repeat=3):
        cases += 1
        target = _times(turns[0], own)
        undone = [conjugate(turn) if subject.back < 0 else turn for turn in turns[1:]]
        others = [_times(undo, target) for undo in undone]
        logits = [
            _dot(query, _times(turn, key)) for turn, key in zip(turns[1:], others, strict=True)
        ]
        if any(_dot(key, key) != _dot(own, own) for key in others):
            return false("a key is not as long as the target", cases)
        if set(logits) != {_dot(query, target)}:
            return false(f"logits {logits} next to {_dot(query, target)}", cases)
    return true(cases)


AT_FAR.coq(
    "accumulated.AT_far",
    "accumulated.AT_far_attained",
    "accumulated.AT_far_alike",
    decides=("n, q, k, φ, B",),
    axioms=REALS,
    near_misses={
        "accumulated.AT_far__one_key_more": Kind.INDEX,
        "accumulated.AT_far__half": Kind.CONSTANT,
        "accumulated.AT_far_attained__any_bound": Kind.HYPOTHESIS,
        "accumulated.AT_far_alike__less": Kind.RELATION,
    },
)

AT_FAR.mutant("n in place of n - 1", Kind.INDEX, own=0)
AT_FAR.mutant("e^(-B)", Kind.CONSTANT, times=1)
AT_FAR.mutant("e^(-3B)", Kind.CONSTANT, times=3)
AT_FAR.mutant("strictly less", Kind.RELATION, strict=True)
AT_FAR.mutant("B of the target alone", Kind.HYPOTHESIS, bounded=False)
AT_FAR.mutant("keys turned on, not back", Kind.SIGN, back=1)
