"""Check a capacity certificate: ``python constructions/capacity/check_capacity.py FILE``.

A head with rotary planes of angles theta_p gives a key at offset t from its target the logit
sum_p a_p cos(theta_p t), a_p >= 0. Its target stands at place s of a window of n positions and gets
at least half of the softmax weight if and only if

    S(s) = sum over t = -s ... n-1-s, t != 0, of f(t) <= 1,   f(t) = exp(-sum_p a_p d_p(t)),
    d_p(t) = 1 - cos(theta_p t).

The least budget is the least sum_p a_p with which S(s) <= 1 for every s in 0 ... n-1. A certificate
encloses it, with one vector a ("amplitudes") for both ends.

*Upper end.* S(s) <= 1 is checked for every s. f is even, so S(s) = F(s) + F(n-1-s), where F(m) is
f(1) + ... + f(m).

*Lower end.* Give the places s weights v_s >= 0 of sum 1 ("placements"). Let T(b) be the sum of the
v_s S(s) with amplitudes b in place of a. If b serves, T(b) <= 1. ln T is convex, so it lies above
its tangent at a:

    0 >= ln T(b) >= ln T(a) - sum_p (b_p - a_p) m_p,      m_p = the mean of d_p under v_s f,
    so  (sum_p b_p) max_p m_p >= sum_p b_p m_p >= ln T(a) + sum_p a_p m_p.

Offsets are taken block by block: cos(s + h) = cos s cos h - sin s sin h, where s is a block's start
and h a place in it, so a block's cosines are two multiples of rows that stay the same. A row of
numbers is packed into one whole number, whose multiples are the multiples of each.

Everything is computed in whole numbers; ``decimal`` gives the exponentials and one logarithm, which
it rounds correctly. This file needs nothing but Python's standard library.

Exit code 0: valid; 1: rejected, with the reason; 2: no JSON file, or wrong usage.
"""

import json
import sys
from decimal import MAX_EMAX, MIN_EMIN, ROUND_FLOOR, Context, Decimal, localcontext
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import accumulate
from math import isfinite
from operator import mul

VERSION = "rope-claims capacity certificate 1"
FIELDS = {
    "format": str,
    "claim": str,
    "angles": list,
    "positions": int,
    "amplitudes": list,
    "placements": list,
    "upper": str,
    "lower": str,
}
MOST_POSITIONS, MOST_PLANES, LARGEST_ANGLE = 1 << 21, 4096, 7
MICRO = 10**6
"""Amplitudes and budgets are whole numbers of millionths."""
WIDTH = 100
"""So many millionths may lie between the lower end that is stated and the one that is proved."""
BITS = 64
ONE = 1 << BITS
"""Cosines, sines, exponents and f are whole numbers of 1 / ONE."""
BLOCK = 512
"""Offsets are taken in blocks of so many; MOST_POSITIONS is at most 2**12 blocks."""
SLOT = 24
"""Bytes of one signed number in a packed row: they hold 2**191, and nothing here exceeds 2**182."""
MOST_AMPLITUDE, MOST_WEIGHT = 1 << 48, 1 << 40
"""The sum of the amplitudes (in millionths) and of the placements' weights stay below these."""


class Rejected(Exception):
    """Names the field that is wrong and says why."""


def need(holds, reason):
    """Reject unless it holds."""
    if not holds:
        raise Rejected(reason)


# --- Points e^(i t angle) of the circle: one by its series, the others by multiplication ---------


def point(angle):
    """Whole numbers within 1 of ONE * cos(angle) and ONE * sin(angle), 0 <= angle <= 7.

    32 guard bits: the terms are at most 164, there are fewer than 80, each is floored once and
    has the floors of the angle and of earlier terms in it, so all errors together stay below 2**24
    of the 2**32 guard units. After the terms have come to 0 the rest is smaller still.
    """
    guarded = ONE << 32
    x = int(angle * guarded)
    sums, term, k = [0, 0], guarded, 0
    while term:
        sums[k % 2] += -term if k % 4 > 1 else term
        k += 1
        term = term * x // (guarded * k)
    return tuple((total + (1 << 31)) >> 32 for total in sums)


def turned(one, other):
    """The product of two points as complex numbers; each coordinate is floored."""
    (a, b), (c, d) = one, other
    return (a * c - b * d) >> BITS, (a * d + b * c) >> BITS


def points(step, count):
    """The powers 0, 1, ..., count - 1 of a point."""
    found = [(ONE, 0)]
    while len(found) < count:
        found.append(turned(found[-1], step))
    return found


def point_error(t):
    """How far, in units of 1 / ONE, the product of a block's start and a point in it may be off.

    Power 1 is off by less than 2 (1 a coordinate). A further power is off by what the one before
    was, times at most 1 + 2/ONE; by what power 1 is; and by its floors, less than 2: power h by at
    most 4h. Starts are powers of power BLOCK: one step adds at most 4 BLOCK + 3, so the start at t
    is off by at most 5t. The product of the start at t - h and power h is off by at most
    5 (t - h) + 4h + 1, and is not rounded.
    """
    return 6 * t


# --- Rows of numbers packed into one -------------------------------------------------------------

BIAS = 1 << (8 * SLOT - 1)
BIASES = int.from_bytes(BIAS.to_bytes(SLOT, "little") * BLOCK, "little")
"""Added to every slot while bytes are read or written, so that none is negative."""


def packed(row):
    """BLOCK signed numbers x_0, x_1, ... as the one number sum of x_k 2**(8 SLOT k): a multiple of
    it, or a sum, is that of each."""
    slots = b"".join((x + BIAS).to_bytes(SLOT, "little") for x in row)
    return int.from_bytes(slots, "little") - BIASES


def unpacked(number):
    """The numbers of a packed row."""
    slots = (number + BIASES).to_bytes(SLOT * BLOCK, "little")
    starts = range(0, SLOT * BLOCK, SLOT)
    return [int.from_bytes(slots[k : k + SLOT], "little") - BIAS for k in starts]


# --- The exponential -----------------------------------------------------------------------------


@cache
def coarse_exponential(j):
    """A whole number within 1 of ONE * exp(-j/256)."""
    with localcontext(Context(60, ROUND_FLOOR, MIN_EMIN, MAX_EMAX)):
        return int((Decimal(-j) / 256).exp() * ONE)


def exponential(x):
    """ONE * exp(-x/ONE) for x >= 0, within 4 units.

    exp(-x) = exp(-j/256) exp(-r), 0 <= r < 1/256. The series of exp(-r) to the sixth power leaves
    r**7/5040 < 2**-68; its six floors are together less than 1.1 units; one unit each for the
    table and the last floor. Beyond exp(-64) there is less than a unit.
    """
    j, r = x >> (BITS - 8), x & ((1 << (BITS - 8)) - 1)
    if j > 256 * BITS:
        return 0
    tail = ONE
    for k in (6, 5, 4, 3, 2, 1):
        tail = ONE - (r * tail // k >> BITS)
    return coarse_exponential(j) * tail >> BITS


# --- One sweep over the offsets ------------------------------------------------------------------


def shares(positions, placements):
    """For each offset t >= 0, how often it occurs: v_s for t <= s, and v_s for t <= n-1-s."""
    ends = [0] * positions
    for place, weight in placements:
        ends[place] += weight
        ends[positions - 1 - place] += weight
    return list(accumulate(reversed(ends)))[::-1]


class Plane:
    """One angle: a block's points as two packed rows, the block's start, and sums over blocks."""

    def __init__(self, angle):
        within = points(point(angle), BLOCK + 1)
        self.step, self.start = within.pop(), (ONE, 0)
        self.cosines, self.sines = [[z[part] for z in within] for part in (0, 1)]
        self.row = packed(self.cosines), packed(self.sines)
        self.sums = [0, 0]

    def cosine_row(self, factor):
        """factor * ONE**2 * cos of the block's offsets, packed: cos(s + h) by addition."""
        (c, s), (cosines, sines) = self.start, self.row
        return factor * c * cosines - factor * s * sines

    def add(self, weights):
        """Add a packed row of weights times the start; what stands in it is for its place h."""
        self.sums = [total + x * weights for total, x in zip(self.sums, self.start, strict=True)]

    def moment(self):
        """The sum of weight * ONE**2 * cos over all offsets that were added."""
        with_cosine, with_sine = map(unpacked, self.sums)
        return sum(map(mul, with_cosine, self.cosines)) - sum(map(mul, with_sine, self.sines))


def sweep(angles, amplitudes, positions, placements):
    """F(0), F(1), ..., F(n-1); the mass sum v f; and the moments sum v f d_p, one a plane.

    ``amplitudes`` are in millionths. All of it in units of 1 / ONE, moments of 1 / ONE**3.
    """
    often = shares(positions, placements)
    often += [0] * (-positions % BLOCK)
    planes = [Plane(angle) for angle in angles]
    budget = sum(amplitudes) * ONE * ONE
    prefix, mass = [], 0
    for start in range(0, positions, BLOCK):
        row = sum(plane.cosine_row(a) for plane, a in zip(planes, amplitudes, strict=True))
        exponents = [max(0, (budget - x) // (MICRO * ONE)) for x in unpacked(row)]
        weights = list(map(exponential, exponents))
        if start == 0:
            weights[0] = 0
        prefix += weights
        counted = list(map(mul, often[start : start + BLOCK], weights))
        mass += sum(counted)
        weighed = packed(counted)
        for plane in planes:
            plane.add(weighed)
            plane.start = turned(plane.start, plane.step)
    moments = [mass * ONE * ONE - plane.moment() for plane in planes]
    return list(accumulate(prefix[:positions])), mass, moments


def share_of_error(amplitudes, positions):
    """By what share a sum of the f, if it is at least 1/2, may differ from the true one.

    The exponent is off by at most (sum a) point_error / ONE and a floor; exp by less than twice
    that. The 4 units of each of at most 2n terms are at most 16 n / ONE of a sum from 1/2.
    """
    need(sum(amplitudes) < MOST_AMPLITUDE, "amplitudes: too large to be checked")
    budget = Fraction(sum(amplitudes), MICRO)
    exponent = budget * Fraction(point_error(positions), ONE) + Fraction(1, ONE)
    need(exponent < Fraction(1, 1 << 20), "amplitudes: too large to be checked at this length")
    return 2 * exponent + Fraction(16 * positions, ONE)


# --- The two ends --------------------------------------------------------------------------------


def check_upper(prefix, error):
    """S(s) <= 1 for every place s of the window; below 1/2 there is nothing to fear."""
    most = (1 - error) * ONE // 1
    for place in range((len(prefix) + 1) // 2):
        total = prefix[place] + prefix[-1 - place]
        if total > most:
            raise Rejected(
                f"upper: with these amplitudes the target at place {place} has less than half of"
                f" the weight; the others together have {total / ONE:.6f} times its own"
            )


def lower_end(amplitudes, mass, moments, weights, error, positions):
    """(ln T + sum a m) / max m, rounded down to a millionth.

    A mean m = N/T of numbers N, T that are off by a share ``error``, and N by T times the error of
    a cosine besides, is off by at most five times their sum, as m <= 2.
    """
    need(2 * mass >= weights * ONE, "placements: the sums are too small for a bound")
    slip = 5 * (error + Fraction(point_error(positions), ONE))
    means = [Fraction(moment, mass * ONE * ONE) for moment in moments]
    gain = sum(Fraction(a, MICRO) * (m - slip) for a, m in zip(amplitudes, means, strict=True))
    total = Fraction(mass, weights * ONE) * (1 - error)
    bound = (logarithm(total) + gain) / (max(means) + slip)
    return bound * MICRO // 1


def logarithm(number):
    """A fraction just below ln(number): decimal rounds to within 10**-40, and so does the input."""
    with localcontext(Context(50, ROUND_FLOOR, MIN_EMIN, MAX_EMAX)):
        value = (Decimal(number.numerator) / Decimal(number.denominator)).ln()
    return Fraction(value) - Fraction(1, 10**40)


# --- The file ------------------------------------------------------------------------------------


def once(pairs):
    """A JSON object without the same field twice."""
    need(len({name for name, _ in pairs}) == len(pairs), "a field stands there twice")
    return dict(pairs)


def micros(text, name):
    """A decimal with exactly six places, as a whole number of millionths."""
    need(type(text) is str, f"{name}: not a text")
    whole, point, places = text.partition(".")
    fine = (whole + places).isascii() and whole.isdigit() and places.isdigit() and len(places) == 6
    need(fine and point and len(whole) <= 9, f"{name}: {text[:20]!r} is no decimal with six places")
    return int(whole + places)


def check_angle(angle):
    """Radians a position: the IEEE double nearest to the decimal in the file, taken exactly."""
    need(type(angle) is float and isfinite(angle), "angles: not all are decimal fractions")
    need(0 <= angle <= LARGEST_ANGLE, f"angles: {angle} is not between 0 and {LARGEST_ANGLE}")
    return Fraction(angle)


def check_placement(pair, positions):
    """A place of the window and a whole weight above 0."""
    fine = type(pair) is list and [type(x) for x in pair] == [int, int]
    need(fine, "placements: not all are [place, weight] in whole numbers")
    need(0 <= pair[0] < positions, f"placements: {pair[0]} is no place of the window")
    need(0 < pair[1] <= MICRO, f"placements: the weight {pair[1]} is not between 1 and {MICRO}")
    return pair


def sentence(entry):
    """What the certificate says, in words that say which angles and how many positions."""
    angles = sha256(json.dumps(entry["angles"]).encode()).hexdigest()
    return (
        f"Let logits be sums of a_p cos(theta_p t), a_p >= 0, over the {len(entry['angles'])}"
        f" angles of SHA-256 {angles}, t the distance from the target. The least sum of the a_p"
        f" with which the target has at least half of the softmax weight wherever it stands in a"
        f" window of {entry['positions']} positions is at least {entry['lower']} and at most"
        f" {entry['upper']}."
    )


def check(text):
    """Check a certificate's text and return its claim; Rejected says what is false in it."""
    entry = json.loads(text, object_pairs_hook=once)
    need(type(entry) is dict and entry.keys() == FIELDS.keys(), f"fields: not {list(FIELDS)}")
    for name, kind in FIELDS.items():
        need(type(entry[name]) is kind, f"{name}: of the wrong type")
    need(entry["format"] == VERSION, "format: unknown")
    positions = entry["positions"]
    need(3 <= positions <= MOST_POSITIONS, f"positions: not between 3 and {MOST_POSITIONS}")
    angles = [check_angle(angle) for angle in entry["angles"]]
    need(1 <= len(angles) <= MOST_PLANES, f"angles: not between 1 and {MOST_PLANES}")
    amplitudes = [micros(a, "amplitudes") for a in entry["amplitudes"]]
    need(len(amplitudes) == len(angles), "amplitudes: not one for each angle")
    placements = [check_placement(pair, positions) for pair in entry["placements"]]
    weights = sum(weight for _, weight in placements)
    need(0 < weights < MOST_WEIGHT, "placements: none, or too many")
    need(sum(amplitudes) == micros(entry["upper"], "upper"), "upper: not the sum of the amplitudes")
    error = share_of_error(amplitudes, positions)
    prefix, mass, moments = sweep(angles, amplitudes, positions, placements)
    check_upper(prefix, error)
    proved = lower_end(amplitudes, mass, moments, weights, error, positions)
    lower = micros(entry["lower"], "lower")
    need(
        lower <= proved <= lower + WIDTH,
        f"lower: these amplitudes and placements prove {proved / MICRO:.6f}",
    )
    need(entry["claim"] == sentence(entry), "claim: not what the fields say")
    return entry["claim"]


def told(code, line):
    """Say on one line why, with nothing that a terminal would obey, and return the exit code."""
    print(line if line.isprintable() else ascii(line)[1:-1], file=sys.stderr)
    return code


def main(arguments):
    """Check one file; the exit code."""
    try:
        need(len(arguments) == 1, f"{len(arguments)} files")
        with open(arguments[0], encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError as error:
        return told(2, f"give one certificate file: {arguments[0]} is no text in UTF-8: {error}")
    except (Rejected, OSError, ValueError) as error:
        return told(2, f"give one certificate file: {error}")
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        return told(2, f"give one certificate file: {arguments[0]} is not read as JSON: {error}")
    try:
        print(f"VALID: {check(text)}")
    except Rejected as error:
        return told(1, f"REJECTED: {error}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
