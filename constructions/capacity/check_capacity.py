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
BITS = 88
ONE = 1 << BITS
"""Cosines and exponents are whole numbers of 1 / ONE."""
WEIGHT_BITS = 100
"""f is a whole number of 2**-WEIGHT_BITS."""


class Rejected(Exception):
    """Names the field that is wrong and says why."""


def need(holds, reason):
    """Reject unless it holds."""
    if not holds:
        raise Rejected(reason)


# --- Cosines: one by its series, the others by a recurrence ---------------------------------------


def cosine(angle):
    """A whole number within 1 of ONE * cos(angle), 0 <= angle <= 7.

    32 guard bits: every term of the series is floored once or twice and the terms are at most 164,
    so all errors together stay below 2**20 of the 2**32 guard units. After the terms have come to
    0 the rest of the series, which alternates, is smaller still.
    """
    guarded = ONE << 32
    square = int(angle * angle * guarded)
    term, total, k = guarded, 0, 0
    while term:
        total += term if k % 2 == 0 else -term
        k += 1
        term = term * square // guarded // ((2 * k - 1) * (2 * k))
    return (total + (1 << 31)) >> 32


def cosine_error(t):
    """How far, in units of 1 / ONE, the recurrence may be off after t steps.

    c[t+1] = floor(2 c[1] c[t] / ONE) - c[t-1] against cos((t+1)x) = 2 cos x cos tx - cos((t-1)x).
    A step adds at most 1 for the floor, and 2 |c[t]| / ONE <= 3 because c[1] is off by at most 1:
    4 units together. What is added at one step grows like a Chebyshev polynomial of the second
    kind, |U_k| <= k + 1. So the error is at most t + 4 (1 + ... + (t-1)) <= 2 t**2.
    """
    return 2 * t * t


# --- The exponential ------------------------------------------------------------------------------


@cache
def coarse_exponential(j):
    """A whole number within 1 of 2**WEIGHT_BITS * exp(-j/256)."""
    with localcontext(Context(60, ROUND_FLOOR, MIN_EMIN, MAX_EMAX)):
        return int((Decimal(-j) / 256).exp() * (1 << WEIGHT_BITS))


def exponential(x):
    """2**WEIGHT_BITS * exp(-x/ONE) for x >= 0, within a share of 2**-56 and 3 units.

    exp(-x) = exp(-j/256) exp(-r), 0 <= r < 1/256. The series of exp(-r) to the sixth power leaves
    r**7/5040 < 2**-68; its six floors stay below 2**-84; one unit each for the table, the product
    and its floor.
    """
    j, r = x >> (BITS - 8), x & ((1 << (BITS - 8)) - 1)
    if j > 256 * WEIGHT_BITS:
        return 0
    tail = ONE
    for k in (6, 5, 4, 3, 2, 1):
        tail = ONE - (r * tail // k >> BITS)
    return coarse_exponential(j) * tail >> BITS


# --- One sweep over the offsets -------------------------------------------------------------------


def shares(positions, placements):
    """For each offset t >= 1, how often it occurs: v_s for t <= s, and v_s for t <= n-1-s."""
    ends = [0] * positions
    for place, weight in placements:
        ends[place] += weight
        ends[positions - 1 - place] += weight
    return list(accumulate(reversed(ends)))[::-1]


def sweep(angles, amplitudes, positions, placements):
    """F(0), F(1), …, F(n-1); the mass sum v f; and the moments sum v f d_p, one a plane.

    ``amplitudes`` are in millionths. All of it in units of 2**-WEIGHT_BITS, moments of 1/ONE more.
    """
    share = shares(positions, placements)
    last = [ONE] * len(angles)
    now = [cosine(angle) for angle in angles]
    double = [2 * c for c in now]
    budget = sum(amplitudes) * ONE
    prefix, mass, cosines = [0], 0, [0] * len(angles)
    for t in range(1, positions):
        exponent = (budget - sum(map(mul, amplitudes, now))) // MICRO
        f = exponential(max(0, exponent))
        prefix.append(prefix[-1] + f)
        if share[t]:
            weight = share[t] * f
            mass += weight
            cosines = [sum_so_far + weight * c for sum_so_far, c in zip(cosines, now, strict=True)]
        now, last = [(k * c >> BITS) - b for k, c, b in zip(double, now, last, strict=True)], now
    return prefix, mass, [mass * ONE - c for c in cosines]


def share_of_error(amplitudes, positions):
    """By what share a sum of the f, if it is at least 1/2, may differ from the true one.

    The exponent is off by at most (sum a) cosine_error / ONE and a floor; exp by twice that, and
    2**-56. The 3 units of each of at most 2n terms are less than n 2**-96 of a sum from 1/2.
    """
    budget = Fraction(sum(amplitudes), MICRO)
    exponent = budget * Fraction(cosine_error(positions), ONE) + Fraction(1, ONE)
    need(exponent < Fraction(1, 1 << 20), "amplitudes: too large to be checked at this length")
    return 2 * exponent + Fraction(1, 1 << 56) + Fraction(positions, 1 << 96)


# --- The two ends ---------------------------------------------------------------------------------


def check_upper(prefix, error):
    """S(s) <= 1 for every place s of the window; below 1/2 there is nothing to fear."""
    for place in range((len(prefix) + 1) // 2):
        total = Fraction(prefix[place] + prefix[-1 - place], 1 << WEIGHT_BITS)
        need(
            total <= 1 - error,
            f"upper: with these amplitudes the target at place {place} has less than half of the"
            f" weight; the others together have {float(total):.6f} times its own",
        )


def lower_end(amplitudes, mass, moments, weights, error, positions):
    """(ln T + sum a m) / max m, rounded down to a millionth.

    A mean m = N/T of numbers N, T that are off by a share ``error``, and N by T times the error of
    a cosine besides, is off by at most five times their sum, as m <= 2.
    """
    need(2 * mass >= weights << WEIGHT_BITS, "placements: the sums are too small for a bound")
    slip = 5 * (error + Fraction(cosine_error(positions), ONE))
    means = [Fraction(moment, mass * ONE) for moment in moments]
    gain = sum(Fraction(a, MICRO) * (m - slip) for a, m in zip(amplitudes, means, strict=True))
    total = Fraction(mass, weights << WEIGHT_BITS) * (1 - error)
    bound = (logarithm(total) + gain) / (max(means) + slip)
    return bound * MICRO // 1


def logarithm(number):
    """A fraction just below ln(number): decimal rounds to within 10**-40, and so does the input."""
    with localcontext(Context(50, ROUND_FLOOR, MIN_EMIN, MAX_EMAX)):
        value = (Decimal(number.numerator) / Decimal(number.denominator)).ln()
    return Fraction(value) - Fraction(1, 10**40)


# --- The file -------------------------------------------------------------------------------------


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
    need(placements, "placements: none")
    need(sum(amplitudes) == micros(entry["upper"], "upper"), "upper: not the sum of the amplitudes")
    error = share_of_error(amplitudes, positions)
    prefix, mass, moments = sweep(angles, amplitudes, positions, placements)
    check_upper(prefix, error)
    weights = sum(weight for _, weight in placements)
    proved = lower_end(amplitudes, mass, moments, weights, error, positions)
    lower = micros(entry["lower"], "lower")
    need(
        lower <= proved <= lower + WIDTH,
        f"lower: these amplitudes and placements prove {proved / MICRO:.6f}",
    )
    need(entry["claim"] == sentence(entry), "claim: not what the fields say")
    return entry["claim"]


def told(code, line):
    """Say on one line why, and return the exit code."""
    print(line, file=sys.stderr)
    return code


def main(arguments):
    """Check one file; the exit code."""
    try:
        need(len(arguments) == 1, f"{len(arguments)} files")
        with open(arguments[0], encoding="utf-8") as file:
            text = file.read()
        json.loads(text)
    except (Rejected, OSError, ValueError, RecursionError) as error:
        return told(2, f"give one certificate file: {error}")
    try:
        print(f"VALID: {check(text)}")
    except Rejected as error:
        return told(1, f"REJECTED: {error}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
