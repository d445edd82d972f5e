"""Names what makes measured angles differ from those that a configuration asks for.

Each suspect is a known fault with the angles that it would give. The first whose angles are the
measured ones names the finding: the fault is inferred from the angles, its cause is not seen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import pi

import numpy as np

from constructions.capacity.parameters import ORIGINAL, SCALED
from rope_claims.diagnosis.written import WrittenRule, llama3
from theory.ledger.plural import counted

NAMES = {
    "base": "the base is another",
    "scaling-absent": "the scaling is left out",
    "scaling-type": "the scaling is of another type",
    "scaling-factor": "the scaling has another factor",
    "scaling-twice": "the scaling is applied twice",
    "rotation-twice": "queries and keys are rotated twice",
    "direction": "queries and keys turn the other way",
    "layer-type": "a layer turns as another layer type should",
    "original-length": "the original length is missing or another",
    "partial": "another share of the head turns",
    "pairing": "other coordinates turn together",
    "frequencies-rounded": "the frequencies are rounded to half precision",
    "rounded": "positions or angles are rounded to half precision",
    "attention-factor": "the attention factor is left out or another",
    "disagreement": "the configuration contradicts itself",
    "parameter": "a parameter is impossible, or nothing reads it",
    "absent": "a layer does not rotate",
    "queries": "queries and keys turn differently",
    "padding": "left padding moves positions",
    "positions": "positions are others than those that the layer is given",
    "cache": "positions go wrong after the prompt",
    "unexplained": "the angles are others, for no reason known here",
}
"""Every fault by the name that findings carry."""
NO_BUDGET = ("direction", "queries", "attention-factor", "pairing", "padding", "cache", "positions")
"""Faults whose effect no budget measures: it depends on the size of the angles alone."""
ONLY_LOGITS = "logits are multiplied by another number; positions are distinguished as before"
RELATIVE = 1e-5
"""Two computations of one frequency in float32 agree to a few 1e-7; no fault is this small."""
BASES = (10_000.0, 100_000.0, 500_000.0, 1_000_000.0, 5_000_000.0)
HALF = ("bfloat16", "float16")


@dataclass(frozen=True)
class Suspect:
    """A fault, what it would say, and the angles (P,) and attention factor that it would give."""

    fault: str
    message: str
    angles: np.ndarray
    factor: float


def same_angles(measured: np.ndarray, angles: np.ndarray, noise: float) -> bool:
    """Whether measured angles (F,) are these (P,); frequencies beyond P must not turn."""
    if len(measured) < len(angles):
        return False
    if not np.isfinite(angles).all():  # parameters that go with no angles
        return False
    wanted = np.concatenate([angles, np.zeros(len(measured) - len(angles))])
    return bool((np.abs(measured - wanted) <= RELATIVE * np.abs(wanted) + noise).all())


def _turning(angles: np.ndarray, noise: float) -> int:
    """How many frequencies turn."""
    return int((np.abs(angles) > noise).sum())


def named_fault(
    rule: WrittenRule,
    rules: Sequence[WrittenRule],
    n: int,
    measured: np.ndarray,
    factor: float,
    noise: float,
    unit: float = 0.0,
) -> Suspect | None:
    """The fault that gives these angles and this factor in windows of n; None where there is none.

    ``noise`` is how far an angle may be off by its measurement, ``unit`` the roundoff of what was
    measured.
    """
    wanted, scale = rule.angles(n)
    if same_angles(measured, wanted, noise):
        return factor_with_angles(Suspect("", "", wanted, scale), factor, unit)
    count, asked = _turning(measured, noise), _turning(wanted, noise)
    for one in _suspects(rule, rules, n, measured, noise):
        if same_angles(measured, one.angles, noise):
            return _with_factor(one, factor, scale, unit)
    if count != asked and same_angles(measured[:asked], wanted[:count], noise):
        return Suspect("partial", _share(rule, count, asked), measured, factor)
    many = min(len(measured), len(wanted))
    off = np.abs(measured[:many] / np.where(wanted[:many] == 0, 1, wanted[:many]) - 1)
    text = (
        f"the angles are not those of the configuration: frequency {int(off.argmax()) + 1}"
        f" turns by {measured[off.argmax()]:.6g} radians a position,"
        f" not by {wanted[off.argmax()]:.6g}"
    )
    return Suspect("unexplained", text, measured, scale)


def _with_factor(one: Suspect, factor: float, asked: float, unit: float) -> Suspect:
    """Another type of scaling with the attention factor that it brings, if it is another."""
    if one.fault != "scaling-type":
        return one
    message = one.message
    if factor_with_angles(replace(one, factor=asked), factor, unit) is not None:
        message += f"; the attention factor is {factor:.4g} in place of {asked:.4g}"
    return replace(one, message=message, factor=factor)


def tolerance(unit: float) -> float:
    """By what share an attention factor may be off: cosines and sines are rounded with it."""
    return 1e-3 + 1.5 * unit


def factor_with_angles(one: Suspect, factor: float, unit: float) -> Suspect | None:
    """The attention factor, where a suspect explains the angles and not this factor."""
    scale, most = one.factor, tolerance(unit)
    if abs(factor / scale - 1) <= most:
        return None
    if abs(factor - 1) <= most:
        how = "is left out"
    elif abs(factor / scale**2 - 1) <= most:
        how = f"is applied twice ({factor:.4g})"
    else:
        how = f"is {factor:.4g}"
    message = f"the attention factor {how}; the configuration asks for {scale:.4g}"
    return Suspect("attention-factor", message, one.angles, factor)


def _share(rule: WrittenRule, count: int, asked: int) -> str:
    half = rule.head // 2
    return f"{count} of {half} pairs turn; the configuration says {asked} of {half}"


def _suspects(
    rule: WrittenRule, rules: Sequence[WrittenRule], n: int, measured: np.ndarray, noise: float
) -> Iterator[Suspect]:
    """Every fault known here, the likeliest explanation of the same angles first."""
    wanted, scale = rule.angles(n)
    for other in rules:
        if other.kind != rule.kind and other.known:
            message = f"it turns as the layers of type {other.kind} should"
            yield Suspect("layer-type", message, *other.angles(n))
    if rule.type != "default":
        message = f"the scaling is left out; the configuration says {_scaling(rule)}"
        yield Suspect("scaling-absent", message, *rule.plain().angles(n))
    yield from _rounded(wanted, scale)
    yield from _other_shares(rule, n, len(measured))
    for base in dict.fromkeys(_bases(rule, measured, noise)):
        message = f"the base is {base:,.6g}; the configuration says {rule.base:,.6g}"
        yield Suspect("base", message, *replace(rule, base=base).angles(n))
    plain = rule.geometric()
    if rule.type != "default":
        message = f"the scaling is applied twice; the configuration says {_scaling(rule)}"
        twice = [plain * (wanted / plain[: len(wanted)]) ** 2] if len(plain) == len(wanted) else []
        if rule.type == "llama3":
            twice.append(llama3(wanted, rule))
        yield from (Suspect("scaling-twice", message, angles, scale**2) for angles in twice)
    message = "queries and keys are rotated twice: every angle is doubled"
    yield Suspect("rotation-twice", message, 2 * wanted, scale**2)
    yield from _other_scalings(rule, n, measured)


def _rounded(wanted: np.ndarray, scale: float) -> Iterator[Suspect]:
    """The frequencies in half precision, as a model that was cast as a whole has them."""
    import torch

    for name in HALF:
        kept = torch.from_numpy(wanted).float().to(getattr(torch, name)).double().numpy()
        message = f"the frequencies are rounded to {name}; the configuration's need float32"
        yield Suspect("frequencies-rounded", message, kept, scale)


def _bases(rule: WrittenRule, measured: np.ndarray, noise: float) -> Iterator[float]:
    """Bases in use, and those that the slowest measured frequency points to, and the frequency
    that noise blurs least; round ones first."""
    yield from (base for base in BASES if base != rule.base)
    many = min(len(measured), (rule.size + 1) // 2)
    if many < 2:
        return
    sharpest = int((np.arange(many) * measured[:many]).argmax())
    for one in dict.fromkeys((many - 1, sharpest)):
        for by in {1.0, float(rule.fields.get("factor") or 1.0)}:
            if one and measured[one] > 16 * noise:
                fitted = float((measured[one] * by) ** (-rule.size / (2 * one)))
                if 1.5 < fitted < 1e12:
                    yield from (*(float(f"{fitted:.{digits}g}") for digits in (2, 3, 4)), fitted)


def _other_shares(rule: WrittenRule, n: int, many: int) -> Iterator[Suspect]:
    """Frequencies of another rotated share of the head."""
    asked = len(rule.geometric())
    for size in dict.fromkeys((2 * many, rule.head)):
        angles, factor = _tried(replace(rule, size=size), n)
        for count in dict.fromkeys((len(angles), min(asked, len(angles)))):
            if (size, count) == (rule.size, asked):
                continue
            message = _share(rule, count, asked)
            if count == asked:
                message = f"the exponents are counted in {size} coordinates, not in {rule.size}"
            yield Suspect("partial", message, angles[:count], factor)


def _other_scalings(rule: WrittenRule, n: int, measured: np.ndarray) -> Iterator[Suspect]:
    """Another original length, another factor, another type."""
    lengths = [rule.most, *(2**k for k in range(3, 21))]
    if rule.type in SCALED:
        first = rule.fields.get(ORIGINAL)
        for length in lengths:
            text = f"the original length is {length:,}; the configuration says {_whole(first)}"
            yield Suspect("original-length", text, *_tried(rule.changed(**{ORIGINAL: length}), n))
    factors = list(_factors(rule, measured))
    if rule.type != "default":
        for factor in factors:
            text = f"the factor is {factor:.4g}; the configuration says {_scaling(rule)}"
            yield Suspect("scaling-factor", text, *_tried(rule.changed(factor=factor), n))
    for kind in ("linear", "yarn", "llama3", "dynamic"):
        for by in dict.fromkeys((rule.fields.get("factor"), *factors)):
            if kind != rule.type and by:
                yield _of_type(replace(rule, type=kind).changed(factor=by), rule, n)
    if rule.fields.get(ORIGINAL) is None:  # nothing says from which length these types scale
        likely = dict.fromkeys((*factors[:2], *(2.0**k for k in range(1, 7))))
        for kind, length, by in product(("yarn", "llama3"), lengths, likely):
            if kind != rule.type:
                other = replace(rule, type=kind).changed(**{"factor": by, ORIGINAL: length})
                yield _of_type(other, rule, n)


def _of_type(other: WrittenRule, rule: WrittenRule, n: int) -> Suspect:
    """Another type of scaling than a rule's."""
    text = f"the scaling is {_scaling(other)}; the configuration says {_scaling(rule)}"
    return Suspect("scaling-type", text, *_tried(other, n))


def _tried(rule: WrittenRule, n: int) -> tuple[np.ndarray, float]:
    """A rule's angles; none where its parameters do not go together."""
    try:
        return rule.angles(n)
    except (ArithmeticError, KeyError, ValueError):
        return np.full(1, np.inf), 1.0


def _factors(rule: WrittenRule, measured: np.ndarray) -> Iterator[float]:
    """The factor that the slowest frequency points to, then powers of two, then whole ones."""
    plain = rule.geometric()
    many = min(len(plain), len(measured))
    if many and measured[many - 1] > 0:
        slowest = float(plain[many - 1] / measured[many - 1])
        yield from (one for one in (round(slowest, 3), slowest) if one > 0)
    yield from (2.0**k for k in range(1, 7))
    yield from map(float, range(3, 65))


def _scaling(rule: WrittenRule) -> str:
    factor = rule.fields.get("factor")
    if rule.type == "default":
        return "none"
    return rule.type + (f" by {factor:g}" if factor else "")


def _whole(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def effect(wanted: np.ndarray, measured: np.ndarray, n: int) -> str:
    """What other angles do, in one line, without a solver."""
    was, has = (np.abs(x[np.abs(x) > 1e-12]) for x in (wanted, measured))
    if not len(was) or not len(has):
        return "no frequency distinguishes positions"
    slow = [f"{float(f'{2 * pi / x.min():.3g}'):,.0f}" for x in (was, has)]
    many = max(len(wanted), len(measured))
    one, two = (np.pad(x, (0, many - len(x))) for x in (wanted, measured))
    off = int((np.abs(one - two) * (n - 1) > 1).sum())
    verb = "is" if off == 1 else "are"
    wrong = f"{off} of {counted(many, 'frequency', 'frequencies')} {verb}"
    angles_off = f"at position {n - 1:,}, {wrong} off by more than 1 rad"
    if slow[0] == slow[1]:
        return angles_off
    return f"the slowest period is {slow[1]} positions in place of {slow[0]}; {angles_off}"
