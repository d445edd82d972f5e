"""Whether the capacity checker's arithmetic contains what it encloses."""

from fractions import Fraction

from flint import arb, ctx, fmpq

ANGLES = [0.0, 1e-9, 3e-5, 0.001, 0.0314, 0.5, 1.0, 1.57, 2.5, 3.14159, 5.0, 7.0]
EXPONENTS = [0, 1, 12345, 0.001, 0.0039, 0.00390625, 0.25, 0.99, 1.0, 7.7, 39.9, 60.3, 69.0, 99.9]


def exact(x):
    x = Fraction(x)
    return arb(fmpq(x.numerator, x.denominator))


def cosines_contain(module):
    """The first cosine within one unit, the later ones within what ``cosine_error`` allows."""
    ctx.prec = 400
    for angle in ANGLES:
        first = module.cosine(Fraction(angle))
        if not abs(exact(angle).cos() * module.ONE - first) <= 1:
            return False
    return True


def recurrence_contains(module, steps=4000):
    """``sweep`` of one plane of amplitude 0 weighs cosines evenly: its moments, step by step."""
    ctx.prec = 400
    for angle in ANGLES:
        for n in (2, 3, 10, steps):
            moment = module.sweep([Fraction(angle)], [0], n, [[0, 1]])[2][0]
            true = sum((1 - (exact(angle) * t).cos() for t in range(1, n)), arb(0))
            allowed = sum(module.cosine_error(t) for t in range(1, n))
            scale = module.ONE << module.WEIGHT_BITS
            if not abs(true * scale - moment) <= allowed << module.WEIGHT_BITS:
                return False
    return True


def exponentials_contain(module):
    ctx.prec = 400
    for x in EXPONENTS:
        units = int(Fraction(x) * module.ONE) if isinstance(x, float) else x
        true = (-exact(Fraction(units, module.ONE))).exp() * (1 << module.WEIGHT_BITS)
        if not abs(true - module.exponential(units)) <= true * 2**-56 + 3:
            return False
    return True


def logarithms_contain(module):
    ctx.prec = 400
    for x in (Fraction(1, 2), Fraction(2, 3), Fraction(1), Fraction(10**30 + 1, 10**30)):
        low = exact(module.logarithm(x))
        if not (low <= exact(x).log() and exact(x).log() - low < arb(10) ** -39):
            return False
    return True


def contains(module):
    """All of it; an exception is a failure."""
    try:
        return (
            cosines_contain(module)
            and recurrence_contains(module)
            and exponentials_contain(module)
            and logarithms_contain(module)
        )
    except Exception:
        return False
