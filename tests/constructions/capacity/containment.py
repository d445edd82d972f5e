"""Whether the capacity checker's arithmetic contains what it encloses."""

from fractions import Fraction

from flint import arb, ctx, fmpq

ANGLES = [0.0, 1e-9, 3e-5, 0.001, 0.0314, 0.5, 1.0, 1.57, 2.5, 3.14159, 5.0, 7.0]
EXPONENTS = [0, 1, 12345, 0.001, 0.0039, 0.00390625, 0.25, 0.99, 1.0, 7.7, 39.9, 60.3, 69.0, 99.9]


def exact(x):
    x = Fraction(x)
    return arb(fmpq(x.numerator, x.denominator))


def points_contain(module):
    """The first point within one unit a coordinate, its powers within what ``point_error`` allows
    of a block's first offsets, the products of starts and powers within it everywhere."""
    ctx.prec = 400
    for angle in ANGLES:
        first = module.point(Fraction(angle))
        for got, true in zip(first, (exact(angle).cos(), exact(angle).sin()), strict=True):
            if not abs(true * module.ONE - got) <= 1:
                return False
        powers = module.points(first, 300)
        for h in (0, 1, 2, 17, 299):
            for got, true in zip(
                powers[h], ((h * exact(angle)).cos(), (h * exact(angle)).sin()), strict=True
            ):
                if not abs(true * module.ONE - got) <= 4 * h:
                    return False
    return True


def rows_contain(module):
    """A packed row gives its numbers back, signs and all, and so does a multiple of it."""
    most = 1 << 182
    row = [(-1) ** (k // 2) * (most // (k + 1) if k % 2 else k) for k in range(module.BLOCK)]
    row[-1] = -most
    if module.unpacked(module.packed(row)) != row:
        return False
    small = [x >> 64 for x in row]
    return module.unpacked(-(1 << 60) * module.packed(small)) == [-(1 << 60) * x for x in small]


def moments_contain(module):
    """``sweep`` of one plane of amplitude 0 weighs cosines evenly: its moments, and the weights of
    an amplitude of 1."""
    ctx.prec = 400
    for angle in ANGLES:
        for n in (2, 3, 10, module.BLOCK, module.BLOCK + 1, 4000):
            prefix, mass, (moment,) = module.sweep([Fraction(angle)], [0], n, [[0, 1]])
            true = sum((1 - (exact(angle) * t).cos() for t in range(1, n)), arb(0))
            allowed = sum(module.point_error(t) for t in range(1, n)) * module.ONE**2
            if not abs(true * module.ONE**3 - moment) <= allowed:
                return False
            if prefix != [k * module.ONE for k in range(n)] or mass != prefix[-1]:
                return False
        prefix = module.sweep([Fraction(angle)], [module.MICRO], 1300, [[0, 1]])[0]
        for t in (1, 511, 512, 513, 1024, 1299):
            true = (-(1 - (exact(angle) * t).cos())).exp() * module.ONE
            if not abs(true - (prefix[t] - prefix[t - 1])) <= module.point_error(t) + 5:
                return False
    return True


def exponentials_contain(module):
    ctx.prec = 400
    for x in EXPONENTS:
        units = int(Fraction(x) * module.ONE) if isinstance(x, float) else x
        true = (-exact(Fraction(units, module.ONE))).exp() * module.ONE
        if not abs(true - module.exponential(units)) <= 4:
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
            points_contain(module)
            and rows_contain(module)
            and moments_contain(module)
            and exponentials_contain(module)
            and logarithms_contain(module)
        )
    except Exception:
        return False
