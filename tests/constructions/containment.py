"""Whether a checker's own arithmetic contains what it encloses, at bits where rounding shows."""

from fractions import Fraction
from functools import cache

from flint import arb, ctx, fmpq

from tests.constructions import forged

ANGLES = [*(Fraction(k * 37, 101) for k in range(-24, 24)), Fraction(-8)]
EXPONENTS = [k * 7919 - 900_000 for k in range(240)]
BITS, COARSE = 17, 16
"""Units of exponentials, and guard bits few enough for their error to show."""


def ball(x):
    return arb(fmpq(x.numerator, x.denominator))


@cache
def circle():
    ctx.prec = 300
    return [(ball(x).cos(), ball(x).sin()) for x in ANGLES]


@cache
def powers():
    ctx.prec = 300
    return [(ball(Fraction(x, 1 << BITS))).exp() * 2**BITS for x in EXPONENTS]


def cosines_contain(module):
    for x, (c, s) in zip(ANGLES, circle(), strict=True):
        for bits in (1, 3, 6, 11, 30, 210):  # at 210, -8's errors add up to more than the last
            computed = module.cos_sin(x, bits)
            for true, approximate in ((c, computed[0]), (s, computed[1])):
                if not abs(true * 2**bits - approximate) <= computed[2]:
                    return False
    return True


def exponentials_contain(module):
    module.GUARD = COARSE
    for x, true in zip(EXPONENTS, powers(), strict=True):
        low, high = module.exponential(x, BITS)
        if not ball(Fraction(low)) <= true <= ball(Fraction(high)):
            return False
    module.GUARD = 32
    return True


@cache
def logits():
    """(head's fields, [((query, key, offset), true logit)])."""
    ctx.prec = 400
    fields, pairs = forged.honest()["index 1"], []
    number = {k: [[Fraction(float.fromhex(x)) for x in row] for row in fields["head"][k]]
              for k in ("queries", "keys")}  # fmt: skip
    angles = [Fraction(float.fromhex(x)) for x in fields["head"]["angles"]]
    beta = Fraction(float.fromhex(fields["head"]["beta"]))
    for q, query in enumerate(number["queries"]):
        for k, key in enumerate(number["keys"]):
            for t in range(3):
                total = arb(0)
                for i, angle in enumerate(angles):
                    c, s = ball(angle * t).cos(), ball(angle * t).sin()
                    (q0, q1), (k0, k1) = (x[2 * i : 2 * i + 2] for x in (query, key))
                    total += ball(beta * (k0 * q0 + k1 * q1)) * c
                    total += ball(beta * (k1 * q0 - k0 * q1)) * s
                pairs.append(((q, k, t), total))
    return fields, pairs


def weights_contain(module):
    """Logits within their error, weights between their ends, terms at most their exact values."""
    fields, every = logits()
    head = module.Head(fields["head"], 3)
    reading = module.Reading(head, run=False)
    for (q, k, t), true in every:
        row, error = head.logits(q, k)
        if not abs(true * 2**module.P - row[t]) <= error:
            return False
        low, high = reading.weights(q, k)
        if not ball(Fraction(low[t])) <= true.exp() * 2**module.P <= ball(Fraction(high[t])):
            return False
        for gain in (Fraction(1, 3), Fraction(-2, 7)):
            term = reading.terms(q, (module.Gain(k, gain),), Fraction(0))[t]
            if Fraction(term) > Fraction(low[t] if gain > 0 else high[t]) * gain:
                return False
    return True


PLANES = 24


def many_planes_contain(module):
    """The errors of many planes add up: 1 and 1 a plane, each rounded the same way."""
    ctx.prec = 400
    query, key = [(0.3).hex(), (0.7).hex()], [(0.9).hex(), (0.1).hex()]
    entry = {
        "name": "planes", "tokens": ["a"], "outputs": ["a"], "values": [{}], "skip": [{}],
        "queries": [query * PLANES], "keys": [key * PLANES],
        "angles": [float(k + 1).hex() for k in range(PLANES)], "beta": (0.7).hex(),
        "number_format": "float64",
    }  # fmt: skip
    head = module.Head(entry, 8)
    row, error = head.logits(0, 0)
    q0, q1, k0, k1, beta = map(Fraction, (0.3, 0.7, 0.9, 0.1, 0.7))
    for t in range(8):
        total = arb(0)
        for angle in range(1, PLANES + 1):
            c, s = arb(angle * t).cos(), arb(angle * t).sin()
            total += ball(beta * (k0 * q0 + k1 * q1)) * c + ball(beta * (k1 * q0 - k0 * q1)) * s
        if not abs(total * 2**module.P - row[t]) <= error:
            return False
    return True


TURNED = ((4.359375, (1.0, 0.0)), (1.1640625, (0.0, 1.0)))
"""An angle whose cosine at 90 bits is off by 8 units, and one whose sine is, where that of 0 may be
off by 4; and a key along the query, or square to it, whose logit is that cosine or sine."""


def coarse_cosines_contain(module):
    """A logit is within its error where its cosine's is all of it, at each offset its own."""
    ctx.prec = 400
    fine, module.FINE = module.FINE, 90
    held = all(turned_contains(module, *one) for one in TURNED)
    module.FINE = fine
    return held


def turned_contains(module, angle, key):
    """The logit of the query (1, 0) at offset 1 is within its error."""
    entry = {
        "name": "turned", "tokens": ["a"], "outputs": ["a"], "values": [{}], "skip": [{}],
        "queries": [[(1.0).hex(), (0.0).hex()]], "keys": [[x.hex() for x in key]],
        "angles": [angle.hex()], "beta": (1.0).hex(), "number_format": "float64",
    }  # fmt: skip
    row, error = module.Head(entry, 2).logits(0, 0)
    true = ball(Fraction(angle)).cos() * int(key[0]) + ball(Fraction(angle)).sin() * int(key[1])
    return bool(abs(true * 2**module.P - row[1]) <= error)


def contains(module):
    """All of them; the decimals' context is the one in which the module checks."""
    forged.accepted(module, forged.plainly(forged.honest()["position short"]))
    checks = (cosines_contain, exponentials_contain, weights_contain, many_planes_contain)
    return all(check(module) for check in (coarse_cosines_contain, *checks))
