"""Re-evaluates the witnesses against rules of thumb. Standard library only; no shared code.

    python constructions/capacity/rules/recheck.py [FILE.json]

Numbers are intervals [low, high] of whole multiples of 2^-160. Exit code 0 if every witness
stands, 1 if one does not, 2 if the file cannot be read.
"""

import json
import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from math import isqrt
from pathlib import Path
from typing import Any

BITS = 160
ONE = 1 << BITS
BLOCK = 512
NUMBER = re.compile(r"-?[0-9]{1,12}(/[1-9][0-9]{0,11})?")
"""Twelve digits at most: a longer number can lie nearer to what decides than bounds are wide."""
Interval = tuple[int, int]


class Refused(Exception):
    """The witness does not show what it says."""


def need(condition: bool, reason: str) -> None:
    """Refuse for the given reason unless the condition holds."""
    if not condition:
        raise Refused(reason)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a file; json's own would keep the last of two entries with one key, unseen."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise ValueError("a key stands there twice")
    return entries


def fields(data: Any, *names: str) -> list[Any]:
    """The named fields of an object that has these and no others."""
    need(isinstance(data, dict) and sorted(data) == sorted(names), f"fields are not {names}")
    return [data[name] for name in names]


def whole(value: Any, low: int, high: int, what: str) -> int:
    """A whole number from low to high."""
    need(type(value) is int and low <= value <= high, f"{what}: not from {low} to {high}")
    return int(value)


def number(text: Any) -> Fraction:
    """An exact number written as a string."""
    need(isinstance(text, str) and NUMBER.fullmatch(text) is not None, f"{text!r} is not exact")
    return Fraction(text)


def arctangent(n: int) -> int:
    """2^(BITS + 64) arctan(1/n), off by at most 2 a term, of which there are fewer than 100."""
    power, total, k = (ONE << 64) // n, 0, 0
    while power:
        total += (-power if k % 2 else power) // (2 * k + 1)
        power //= n * n
        k += 1
    return total


FULL = 8 * (4 * arctangent(5) - arctangent(239)) >> 64
"""2π by Machin's formula, off by less than 2."""


def cosine(low: int, high: int) -> Interval:
    """Of a narrow interval at or above 0: the series at its middle, and its width besides.

    Full turns taken off count 2 each; the terms are below 2^9, fewer than 80, and floored twice
    or thrice, so that the errors of all together stay below 2^18.
    """
    middle, slack = (low + high) // 2, (high - low) // 2 + 2
    slack += 2 * (middle // FULL) + (1 << 18)
    square = (middle % FULL) ** 2 >> BITS
    term, total, k = ONE, 0, 0
    while term:
        total += -term if k % 2 else term
        k += 1
        term = term * square // (ONE * (2 * k - 1) * (2 * k))
    return total - slack, total + slack


def sine(low: int, high: int) -> Interval:
    """Of such an interval: sin x = cos(x + 3π/2), the ends 4 wider, as FULL is off a little."""
    quarter = 3 * FULL // 4
    return cosine(low + quarter - 4, high + quarter + 4)


def decayed(x: int) -> Interval:
    """exp(-x), 0 <= x < 2^20 (what amplitudes may be here keeps it below): the series of
    exp(-x / 2^40), off by less than 16, squared 40 times."""
    y, term, total, k = x >> 40, ONE, 0, 0
    while term:
        total += -term if k % 2 else term
        k += 1
        term = term * y // (ONE * k)
    low, high = max(0, total - 16), total + 16
    for _ in range(40):
        low, high = low * low >> BITS, (high * high >> BITS) + 1
    return low, high


def size(real: Interval, imaginary: Interval) -> Interval:
    """The absolute value of a complex number."""
    ends = [
        (0 if a <= 0 <= b else min(abs(a), abs(b)), max(abs(a), abs(b)))
        for a, b in (real, imaginary)
    ]
    low, high = (sum(pair[k] ** 2 for pair in ends) for k in (0, 1))
    return isqrt(low), isqrt(high) + 1


def angles(data: list[Any]) -> list[Interval]:
    """base^(-i/planes), i = first … planes - 1: square roots, then products."""
    base, planes = whole(data[0], 2, 10**12, "base"), whole(data[1], 1, 256, "planes")
    first = whole(data[2], 0, planes - 1, "first")
    need(planes & (planes - 1) == 0, "planes: not a power of 2")
    low, high = ONE // base, ONE // base + 1
    for _ in range(planes.bit_length() - 1):
        low, high = isqrt(low << BITS), isqrt(high << BITS) + 1
    powers = [(ONE, ONE)]
    while len(powers) < planes:
        a, b = powers[-1]
        powers.append((a * low >> BITS, (b * high >> BITS) + 1))
    return powers[first:]


def total(parts: list[Interval]) -> Interval:
    """The sum of intervals."""
    return sum(a for a, _ in parts), sum(b for _, b in parts)


def cosine_sum(theta: list[Interval], m: int, over: int = 1) -> Interval:
    """Σ cos(mθ_i/over), m ≥ 0."""
    return total([cosine(m * a // over, m * b // over + 1) for a, b in theta])


def mean_size(theta: list[Interval], m: int) -> Interval:
    """Σ_j |S_j|, S_j = Σ_{i<j} e^{imθ_i}."""
    real, imaginary, sizes = (0, 0), (0, 0), []
    for a, b in theta:
        real = total([real, cosine(m * a, m * b)])
        imaginary = total([imaginary, sine(m * a, m * b)])
        sizes.append(size(real, imaginary))
    return total(sizes)


def rises(what: Any, data: Any) -> str:
    """What is measured is larger at ``far`` than ``times`` that at ``near``."""
    base, planes, first, close, far, times = fields(
        data, "base", "planes", "first", "near", "far", "times"
    )
    theta = angles([base, planes, first])
    close, far = whole(close, 1, 10**6, "near"), whole(far, 1, 10**6, "far")
    need(close < far, "far is no further than near")
    (_, most), (least, _) = what(theta, close), what(theta, far)
    times = whole(times, 1, 100, "times")
    need(most > 0, f"nothing at {close} that it could be {times} times of")
    need(least > times * most, f"at {far} it is no more than {times} times that at {close}")
    return f"{least / most:.3f} times as much at {far} as at {close}"


def others(theta: Interval, amplitude: int, positions: int) -> int:
    """At most: other keys' weights by the own one's, Σ exp(-amplitude (1 - cos tθ)), 0 < t < N."""
    highs = [cosine(t * theta[0], t * theta[1])[1] for t in range(1, positions)]
    return sum(decayed(max(0, amplitude * (ONE - high)))[1] for high in highs)


def least_gap(theta: Interval, positions: int) -> int:
    """c, rounded up: for every angle p between query and key, cos p - cos(tθ - p) is at most c for
    some 0 < t < N.

    The gap is cos p (1 - cos tθ) - sin p sin tθ. Of two with sines x < 0 < y the mean weighted by y
    and -x has no sin p, and cos p is at most 1. Any two whose signs are certain will do; c is least
    for the largest cosines.
    """
    sides = list[tuple[Interval, int]]()
    rows = [(t * theta[0], t * theta[1]) for t in range(1, positions)]
    points = [(cosine(a, b)[0], sine(a, b)) for a, b in rows]
    for sign in (-1, 1):
        sines = [(low, sorted((sign * a, sign * b))) for low, (a, b) in points]
        certain = [(ONE - low, a, b) for low, (a, b) in sines if a > 0]
        need(certain != [], "no two keys lie on both sides of plane 0's own key")
        gap, a, b = min(certain)
        sides.append(((a, b), gap))
    ((a, b), one), ((c, d), other) = sides
    return (d * one + b * other) // (a + c) + 1


def highest(data: Any) -> str:
    """Another plane gives every token the share, plane 0 leaves some less with as much and up to
    ``most``, whatever the angle between query and key: one key weighs at least exp(-most c)."""
    base, planes, plane, positions, amplitude, most, share = fields(
        data, "base", "planes", "plane", "positions", "amplitude", "most", "share"
    )
    theta = angles([base, planes, 0])
    n, most = whole(positions, 2, 10**4, "positions"), whole(most, 0, 10**5, "most")
    a, least = whole(amplitude, 0, most, "amplitude"), number(share)
    need(0 < least < 1, "share: not between 0 and 1")
    limit = (1 / least - 1) * ONE
    low, _ = decayed(most * least_gap(theta[0], n))
    need(low > limit, "the highest frequency may serve too")
    high = others(theta[whole(plane, 1, len(theta) - 1, "plane")], a, n)
    need(high < limit, "the other plane does not serve")
    return (
        f"one key weighs {low / ONE:.4f} of plane 0's own at least,"
        f" all others {high / ONE:.4f} at most there"
    )


def table(data: Any) -> str:
    """Σ cos(mθ_i) is positive for 0 ≤ m ≤ L at a base below the printed one."""
    rows, planes, first, sign = fields(data, "rows", "planes", "first", "sign")
    whole(sign, 1, 1, "sign")
    need(isinstance(rows, list) and rows != [], "rows: none")
    shown = []
    for row in rows:
        need(isinstance(row, list) and len(row) == 3, "rows: not [L, printed, base]")
        length, printed, base = (whole(x, 1, 10**12, "rows") for x in row)
        need(base < printed, f"{base} is not below the printed {printed}")
        positive(angles([base, planes, first]), whole(length, 1, 1 << 20, "rows"))
        shown.append(f"{base} serves {length}")
    return ", ".join(shown)


def turns(angle: Interval, many: int, bits: int) -> Iterator[tuple[int, int]]:
    """cos and sin of 0 … many - 1 times an angle in units of 2^-bits, each off by less than 1.001.

    By x_{m+1} = 2 c_1 x_m - x_{m-1}. With c_1 off by δ a step adds at most 2δ + 2, which grows no
    faster than Chebyshev polynomials of the second kind: at m the error is at most
    (2δ + 2)(m + 1)². That is below 2^-10 units; then numbers are floored.
    """
    low, high = cosine(*angle)
    need((high - low + 2) * many**2 < ONE >> bits + 10, "an angle is not known well enough")
    rise = sum(sine(*angle)) // 2
    (a, b), (c, d), double = (ONE, 0), ((low + high) // 2, rise), low + high
    for _ in range(many):
        yield a >> BITS - bits, b >> BITS - bits
        a, b, c, d = c, d, (double * c >> BITS) - a, (double * d >> BITS) - b


def blocks(
    theta: list[Interval], length: int, bits: int, most: int | None = None
) -> Iterator[tuple[int, list[int]]]:
    """Σ cos(mθ_i) for m = 0 … length, a block at a time with its first distance, in units of
    2^-(2 bits) and off by less than 3 · 2^bits a plane: m = s ± h, s itself once, by cos s cos h ∓
    sin s sin h of numbers off by 1.001 units. Those whose sums are all above ``most`` are left out.

    A block is one whole number, ``wide`` bytes a distance: of at most 256 planes no sum is as large
    as ``middle``, a power of 2, even with ``most`` added. A sum is above ``most`` if and only if
    sum + middle - most - 1 has that power's bit.
    """
    wide = (2 * bits + 18) // 8
    middle, ones = 1 << 8 * wide - 2, sum(1 << 8 * wide * h for h in range(BLOCK))
    shift = middle * ones

    def packed(row: Iterable[int]) -> int:
        text = b"".join((x + middle).to_bytes(wide, "little") for x in row)
        return int.from_bytes(text, "little") - shift

    within = [[packed(row) for row in zip(*turns(one, BLOCK, bits), strict=True)] for one in theta]
    starts, step = range(0, length + BLOCK, 2 * BLOCK - 1), 2 * BLOCK - 1
    rows = (turns((step * a, step * b), len(starts), bits) for a, b in theta)
    for s, points in zip(starts, zip(*rows, strict=True), strict=True):
        even, odd = (sum(z[k] * w[k] for z, w in zip(points, within, strict=True)) for k in (0, 1))
        left = range(min(BLOCK - 1, s), max(0, s - length - 1), -1)
        right = range(min(BLOCK, length + 1 - s))
        sides = (-1, left, even + odd, shift - middle), (1, right, even - odd, shift)
        for sign, places, sums, bit in sides:
            if places and (most is None or (shift + sums - (most + 1) * ones) & bit != bit):
                text = (shift + sums).to_bytes(wide * BLOCK, "little")
                parts = (text[wide * h : wide * (h + 1)] for h in places)
                yield s + sign * places[0], [int.from_bytes(x, "little") - middle for x in parts]


def cosine_sums(theta: list[Interval], length: int) -> Iterator[Interval]:
    """Σ cos(mθ_i) for m = 0 … length."""
    doubt, spare = 3 * len(theta) << 100, 200 - BITS
    for _, sums in blocks(theta, length, 100):
        yield from ((x - doubt >> spare, (x + doubt >> spare) + 1) for x in sums)


def positive(theta: list[Interval], length: int) -> None:
    """Σ cos(mθ_i) > 0 for 0 ≤ m ≤ length; few bits decide almost all."""
    bits, doubt = 26, 3 * len(theta) << 26
    for start, sums in blocks(theta, length, bits, doubt):
        for m in (start + h for h, x in enumerate(sums) if x <= doubt):
            need(cosine_sum(theta, m)[0] > 0, f"the sum at {m} is not positive")


def line(data: Any) -> str:
    """Σ cos(mθ_i) is positive for 0 ≤ m ≤ L at a base below coefficient · L^exponent / factor."""
    length, base, factor, coefficient, exponent, planes, first, sign = fields(
        data, *("length", "base", "factor", "coefficient", "exponent", "planes", "first", "sign")
    )
    n, theta = whole(length, 2, 1 << 20, "length"), angles([base, planes, first])
    whole(sign, 1, 1, "sign")
    height, (p, q) = number(coefficient), number(exponent).as_integer_ratio()
    need(height > 0 and 0 < p < 10**4 and q < 10**4, "no line")
    times = whole(factor, 1, 100, "factor")
    need((times * base / height) ** q < n**p, f"{base} is not below the line")
    positive(theta, n)
    return f"{base}, below the line, serves {n}"


def served(data: Any) -> str:
    """Σ cos(mθ_i) is negative at a distance of the context; on the planes in use it never is."""
    base, planes, length, at, plane, alone = fields(
        data, "base", "planes", "length", "at", "plane", "alone"
    )
    theta = angles([base, planes, 0])
    most = whole(length, 1, 32_768, "length")
    _, high = cosine_sum(theta, whole(at, 0, most, "at"))
    need(high < 0, f"the sum at {at} is not negative")
    one = whole(plane, 0, len(theta) - 1, "plane")
    positive([theta[one]] if whole(alone, 0, 1, "alone") else theta, most)
    return f"forbidden at {at}, served at every distance up to {most}"


def half_everywhere(theta: list[Interval], n: int, amplitude: Fraction, share: int) -> None:
    """At each of n places the other keys' weights add up to at most the target's ``share``."""
    others = [0]
    for _, high in list(cosine_sums(theta, n - 1))[1:]:
        distance = max(0, len(theta) * ONE - high)
        others.append(others[-1] + decayed(int(amplitude * distance))[1])
    for place in range(n):
        rest = others[place] + others[n - 1 - place]
        need(rest <= share, f"the target at place {place} has less than half of the weight")


def beyond(most_quarters: int, format_bits: int, data: Any) -> str:
    """The rule forbids the length or the base; the head has half of the weight at every place.

    It allows lengths below most_quarters · base · π/2; or, if format_bits is not 0, bases to
    2^format_bits. A tabulated point of plane p is then off by e = 4u(nθ_p + 1), u =
    2^-format_bits, and a logit by 2(2e + e²) a plane.
    """
    base, planes, length, amplitude, quarters, bits, fastest, falling = fields(
        data,
        *("base", "planes", "length", "amplitude", "quarters", "format_bits", "fastest", "falling"),
    )
    theta, n = angles([base, planes, fastest]), whole(length, 3, 32_768, "length")
    need(whole(falling, -1, 1, "falling") == 1, "no key weighs less than the target")
    a = number(amplitude)
    need(0 <= a <= 100, "amplitude: not from 0 to 100")
    times = whole(quarters, most_quarters, most_quarters, "quarters")
    if whole(bits, format_bits, format_bits, "format_bits"):
        need(base > 1 << bits, f"the rule allows base {base}")
        points = [Fraction(4 * (n * high + ONE), ONE << bits) for _, high in theta]
    else:
        need(times * (FULL + 2) * base < 4 * n * ONE, f"the rule allows {n} positions")
        points = []
    error = a * sum((2 * (2 * e + e * e) for e in points), Fraction(0))
    share, _ = decayed(int(error * ONE) + 1)
    half_everywhere(theta, n, a, share)
    return f"beyond the rule at base {base}, half of the weight at each of {n} places"


def bend(data: Any) -> str:
    """a(s) = Σ cos(θ_j (s + phase · spacing/2)) midway between 0 and spacing is further above its
    line than d (spacing/2)²/(eighths ln base), d = 2 planes.

    With 2 E = low at least, that is base > exp(planes spacing²/(2 eighths E)).
    """
    base, planes, first, spacing, eighths, phase = fields(
        data, "base", "planes", "first", "spacing", "eighths", "phase"
    )
    theta, gap = angles([base, planes, first]), whole(spacing, 1, 1000, "spacing")
    start = whole(phase, -4, 4, "phase")
    ends, middle = (
        [cosine_sum(theta, abs(start + k) * gap, 2) for k in places] for places in ((0, 2), (1,))
    )
    low = 2 * middle[0][0] - total(ends)[1]
    need(low > 0, "not above its line")
    x = planes * gap**2 * ONE**2 // (whole(eighths, 1, 100, "eighths") * low) + 1
    need(x < ONE << 20 and decayed(x)[0] * base > ONE, "within the bound")
    return f"{low / ONE / 2:.4f} above its line"


def short(data: Any) -> str:
    """The |S_j| at a distance below ``length`` add up to less than times · planes."""
    base, planes, at, length, times, sign = fields(
        data, "base", "planes", "at", "length", "times", "sign"
    )
    theta, most = angles([base, planes, 0]), whole(length, 2, 10**6, "length")
    _, high = mean_size(theta, whole(at, 1, most - 1, "at"))
    whole(sign, 1, 1, "sign")
    need(high < whole(times, 1, 100, "times") * len(theta) * ONE, f"not so at {at}")
    return f"{high / ONE:.3f} at {at}"


def stretched(data: Any) -> str:
    """Σ cos(mθ_i/scale) is below Σ cos(mθ_i)."""
    base, planes, first, at, scale, sign = fields(
        data, "base", "planes", "first", "at", "scale", "sign"
    )
    theta, m = angles([base, planes, first]), whole(at, 1, 10**6, "at")
    before, after = (cosine_sum(theta, m, by) for by in (1, whole(scale, 2, 1000, "scale")))
    whole(sign, 1, 1, "sign")
    need(after[1] < before[0], f"not so at {at}")
    return f"{before[0] / ONE:.3f} at {at}, {after[1] / ONE:.3f} once stretched"


def extended(data: Any) -> str:
    """2π base^(k/planes) is below the length, k the planes of base ``old`` with a period of up to
    ``trained``; the head has half of the weight at every place."""
    base, old, planes, trained, length, amplitude, fastest, falling = fields(
        data, "base", "old", "planes", "trained", "length", "amplitude", "fastest", "falling"
    )
    theta, n = angles([base, planes, 0]), whole(length, 3, 32_768, "length")
    context = whole(trained, 1, 10**6, "trained")
    slow = [x for x in angles([old, planes, 0]) if context * x[1] < FULL - 2]
    need(base > old, "a base that was not raised")
    need(slow != [] and n * theta[-len(slow)][0] > FULL + 2, f"the rule allows {n} positions")
    need(whole(falling, -1, 1, "falling") == 1, "no key weighs less than the target")
    a = number(amplitude)
    need(0 <= a <= 100, "amplitude: not from 0 to 100")
    used = theta[whole(fastest, 0, len(theta) - 1, "fastest") :]
    half_everywhere(used, n, a, ONE)
    return f"{n} is beyond plane {len(theta) - len(slow)}'s turn, half of the weight at each place"


def counted(data: Any) -> str:
    """No sum at 0 ≤ m < length is below 0, and their number is not what is printed."""
    base, planes, sign, length, printed = fields(
        data, "base", "planes", "sign", "length", "printed"
    )
    many = whole(length, 2, 32_768, "length")
    whole(sign, 1, 1, "sign")
    need(whole(printed, 0, 10**6, "printed") != many, f"{many} is what is printed")
    positive(angles([base, planes, 0]), many - 1)
    return f"{many} sums are above 0"


def measured(data: Any) -> str:
    """The sum at a distance is below 0, and factor · (at - 1) is below what was measured."""
    base, planes, at, length, factor, sign = fields(
        data, "base", "planes", "at", "measured", "factor", "sign"
    )
    place, reach = whole(at, 2, 10**6, "at"), whole(length, 1, 10**6, "measured")
    whole(sign, 1, 1, "sign")
    _, high = cosine_sum(angles([base, planes, 0]), place)
    need(high < 0, f"the sum at {place} is not negative")
    need(whole(factor, 1, 100, "factor") * (place - 1) < reach, "within the factor")
    return f"at most {place - 1} by the rule, {reach} measured"


def pointing(data: Any) -> str:
    """The share of pairs of a near and a far position of which the far one scores more is at least
    ``share``; the head has half of the weight at every place."""
    base, planes, length, amplitude, share, fastest, falling = fields(
        data, "base", "planes", "length", "amplitude", "share", "fastest", "falling"
    )
    theta, n = angles([base, planes, fastest]), whole(length, 3, 32_768, "length")
    need(whole(falling, -1, 1, "falling") == 1, "no key weighs less than the target")
    a, least = number(amplitude), number(share)
    need(0 <= a <= 100, "amplitude: not from 0 to 100")
    need(least > 0, "share: not above 0")
    sums = list(cosine_sums(theta, n - 1))
    close = sorted(high for _, high in sums[: n // 2])
    more = sum(bisect_left(close, low) for low, _ in sums[n // 2 :])
    need(more >= least * (n // 2) * (n - n // 2), "fewer pairs are inverted")
    half_everywhere(theta, n, a, ONE)
    return f"{more / (n // 2) / (n - n // 2):.3f} of the pairs, half of the weight at each place"


def kept(data: Any) -> str:
    """One plane's cosine is above 0 at every distance; with all planes and without that one the
    head has half of the weight at every place."""
    base, planes, length, amplitude, plane, falling = fields(
        data, "base", "planes", "length", "amplitude", "plane", "falling"
    )
    theta, n = angles([base, planes, 0]), whole(length, 3, 32_768, "length")
    need(whole(falling, -1, 1, "falling") == 1, "no key weighs less than the target")
    a, one = number(amplitude), whole(plane, 0, len(theta) - 1, "plane")
    need(0 <= a <= 100, "amplitude: not from 0 to 100")
    positive([theta[one]], n - 1)
    for used in (theta, [*theta[:one], *theta[one + 1 :]]):
        half_everywhere(used, n, a, ONE)
    return f"order and places kept in {n} positions"


CHECKS: dict[str, Callable[[Any], str]] = {
    "BC-bound": served,
    "BC-count": counted,
    "BC-fit": line,
    "BC-real": measured,
    "BC-table": table,
    "DU-points": pointing,
    "DU-trade": kept,
    "PI-bound": bend,
    "PI-sum": short,
    "PM-alias": partial(beyond, 4, 0),
    "PM-dc": partial(beyond, 1, 0),
    "PM-precision": partial(beyond, 4, 24),
    "RF-decay": partial(rises, cosine_sum),
    "RF-decay-bound": partial(rises, mean_size),
    "RR-rope-highest": highest,
    "SL-extra": extended,
    "YN-closer": stretched,
}

HEADS = {"planes": 64}
TABLE = [[2048, 16_000], [16_384, 310_000], [32_768, 640_000], [131_072, 7_800_000]]
TABLE += [[262_144, 36_000_000], [524_288, 64_000_000], [1_048_576, 510_000_000]]
PRINTED: dict[str, dict[str, Any]] = {
    "BC-count": {"base": 5_000_000, "length": 30_720, "printed": 0},
    "BC-real": {"base": 100, "measured": 500, "factor": 2},
    "DU-points": {"share": "1/2"},
    "DU-trade": {"length": 4096},
    "BC-fit": {"first": 0, "length": 1 << 20, "factor": 2}
    | {"coefficient": "53/1250", "exponent": "407/250"},
    "BC-table": {"first": 0, "rows": TABLE},
    "PI-bound": {"first": 0, "eighths": 8},
    "PI-sum": {"base": 10_000, "length": 8192, "times": 2},
    "RF-decay": {"first": 0, "base": 10_000},
    "RF-decay-bound": {"first": 0, "base": 10_000},
    "SL-extra": {"old": 10_000, "trained": 4096},
    "YN-closer": {"first": 0},
}
"""What a claim says besides, of the table's rows the first two numbers."""


def as_printed(claim_id: str, data: dict[str, Any]) -> None:
    """Refuse other numbers than the claim's: a witness against these would be one against less."""
    for name, value in (HEADS | PRINTED.get(claim_id, {})).items():
        given = [row[:2] for row in data[name]] if name == "rows" else data[name]
        need(given == value, f"{name}: not as printed")


def recheck(claim_id: str, data: Any) -> str:
    """What the witness of ``claim`` shows.

    Raises:
        Refused: it does not show it, or the claim is unknown.
    """
    need(claim_id in CHECKS, f"no check for {claim_id}")
    try:
        shown = CHECKS[claim_id](data)
        as_printed(claim_id, data)
        return shown
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError) as error:
        raise Refused(f"malformed: {error}") from None


def main(arguments: list[str]) -> int:
    """Re-check every witness of a file; see the module's docstring."""
    path = Path(arguments[0]) if arguments else Path(__file__).with_name("witnesses.json")
    try:
        witnesses = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=once)
    except (OSError, ValueError, RecursionError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    failed = False
    names = list(witnesses) if isinstance(witnesses, dict) else []
    for claim in sorted({*names, *CHECKS}):
        try:
            need(claim in names, "no witness")
            print(f"{claim}: stands; {recheck(claim, witnesses[claim])}")
        except Refused as reason:
            failed = True
            line = f"{claim}: REFUSED; {reason}"
            print(line if line.isprintable() else ascii(line)[1:-1])
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
