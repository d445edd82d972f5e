"""Runs that the error model of certificates allows, each rounding as bad as it may be.

By the words of the model alone, at 200 bits: nothing here is the checker's or the maker's.
"""

from fractions import Fraction

from flint import arb, ctx

BITS = {"bf16": (8, 24), "float32": (24, 24), "float64": (53, 53)}
"""Significant bits of the format and of its accumulator."""


def power_of_two(x):
    """Is a product with it exact: 0, or plus or minus a power of two?"""
    top, bottom = abs(Fraction(x)).as_integer_ratio()
    return top & (top - 1) == 0 and bottom & (bottom - 1) == 0


class Run:
    """One run, the query last. ``signs`` has for each rounding -1, 0 or 1 of what it may be off.

    The first token is at place ``start``: the model does not say where, and padding moves it.
    """

    def __init__(self, head, back, start, signs):
        ctx.prec = 200
        self.head, self.back, self.start, self.signs = head, back, start, iter(signs)
        self.u, self.v = (arb(2) ** -bits for bits in BITS[head.number_format])

    def off(self, most):
        """An error of at most so much."""
        return most * next(self.signs, 0)

    def rounded(self, x, unit):
        """x to a format."""
        return x * (1 + self.off(unit))

    def turned(self, vector, place):
        """A query or key at its place: the table is within u/2, rotations are of the format."""
        coordinates = []
        for plane, angle in enumerate(self.head.angles.tolist()):
            x, y = map(float, vector[2 * plane : 2 * plane + 2])
            c = (arb(angle) * place).cos() + self.off(self.u / 2)
            s = (arb(angle) * place).sin() + self.off(self.u / 2)
            for left, right in ((x * c, -y * s), (x * s, y * c)):
                left = left if power_of_two(x) else self.rounded(left, self.u)
                right = right if power_of_two(y) else self.rounded(right, self.u)
                coordinates.append(self.rounded(left + right, self.u) if x and y else left + right)
        return coordinates

    def logit(self, query, key):
        """β times the dot product of two turned vectors, in the accumulator."""
        first, *others = (self.rounded(x * y, self.v) for x, y in zip(query, key, strict=True))
        for other in others:
            first = self.rounded(first + other, self.v)
        return self.rounded(first * arb(self.head.beta), self.v)

    def weights(self):
        """The attention weights by offset: exp of what a logit is below the largest."""
        last = self.start + len(self.back) - 1
        query = self.turned(self.head.queries[self.back[0]], last)
        logits = [
            self.logit(query, self.turned(self.head.keys[b], last - t))
            for t, b in enumerate(self.back)
        ]
        largest = max(logits, key=lambda x: float(x.mid()))
        powers = [self.rounded(self.rounded(x - largest, self.v).exp(), 4 * self.v) for x in logits]
        total = powers[0]
        for power in powers[1:]:
            total = self.rounded(total + power, self.v)
        reciprocal = self.rounded(1 / total, self.v)
        return [self.rounded(self.rounded(x * reciprocal, self.v), self.u) for x in powers]

    def lead(self, answer, rival):
        """How far one output is above another."""
        weights, sums = self.weights(), []
        for output in (answer, rival):
            terms = [
                self.rounded(w * arb(float(self.head.values[b, output])), self.v)
                for w, b in zip(weights, self.back, strict=True)
            ]
            mix = terms[0]
            for other in terms[1:]:
                mix = self.rounded(mix + other, self.v)
            skip = arb(float(self.head.skip[self.back[0], output]))
            sums.append(
                self.rounded(self.rounded(self.rounded(mix, self.u) + skip, self.v), self.u)
            )
        return sums[0] - sums[1]


def worst_lead(head, back, answer, rival, start=0):
    """The lead where each rounding goes the way that by itself lowers it."""
    count = 0

    def counted():
        nonlocal count
        while True:
            count += 1
            yield 0

    Run(head, back, start, counted()).lead(answer, rival)
    signs = []
    for i in range(count):
        up, down = (
            Run(head, back, start, [0] * i + [sign]).lead(answer, rival) for sign in (1, -1)
        )
        signs.append(1 if (up - down).mid() < 0 else -1)
    return Run(head, back, start, signs).lead(answer, rival)
