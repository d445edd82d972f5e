"""Every input of a rule at small n0, from the words of the task, and the margins there, in balls.

Nothing here is the checker's, and of the maker's only the enclosure of a run's weights.
"""

from fractions import Fraction
from itertools import product

from flint import arb, ctx, fmpq

from constructions.certificate.enclosures import Enclosure
from constructions.certificate.margins import FLUSHED
from constructions.certificate.run_error import mixing


def inputs(rule, tokens, outputs, n0):
    """(names, answer) of every input; ``rule`` as a certificate lists it."""
    first, last = rule.get("lengths", (1, n0))
    for n in range(first, last + 1):
        for names in product(tokens, repeat=n):
            answer = ANSWERS[rule["name"]](rule, names)
            if answer is not None:
                yield names, outputs.index(answer)


def index(rule, names):
    last = names[-1]
    if not last.isdigit() or int(last) == 0:
        return last
    if int(last) >= len(names):
        return None
    token = names[-1 - int(last)]
    return last if token.isdigit() else token


def retrieval(rule, names):
    asked = names[-1][1:]
    if asked.isdigit():
        return names[-1]
    places = [i for i, x in enumerate(names) if x[0] == asked]
    if not places or len({names[i] for i in places}) != 1:
        return None
    if any(x[1:] == asked for x in names[: places[0]]):
        return None
    return names[places[0]]


def bound(rule, names):
    *before, last = names
    attributes = rule["attributes"]
    if last in attributes or not all(x in attributes for x in before):
        return None
    outputs = [o for s, o in (attributes[x] for x in before) if s == last]
    if not outputs or (rule["name"] == "lookup" and len({*outputs}) != 1):
        return None
    return outputs[-1]


def position(rule, names):
    *before, last = names
    offsets = rule["offsets"]
    if last not in offsets or any(x in offsets for x in before) or offsets[last] > len(before):
        return None
    return names[-1 - offsets[last]]


ANSWERS = {
    "index": index,
    "retrieval": retrieval,
    "lookup": bound,
    "induction": bound,
    "position": position,
}


def weights(head, n0):
    """e^logit as [query][key][offset]."""
    ctx.prec = 256

    def logit(q, k, t):
        total = arb(0)
        for i, angle in enumerate(head.angles.tolist()):
            c, s = (arb(angle) * t).cos(), (arb(angle) * t).sin()
            q0, q1, k0, k1 = map(arb, (*q[2 * i : 2 * i + 2], *k[2 * i : 2 * i + 2]))
            total += k0 * (c * q0 - s * q1) + k1 * (s * q0 + c * q1)
        return (arb(head.beta) * total).exp()

    queries, keys = head.queries.tolist(), head.keys.tolist()
    return [[[logit(q, k, t) for t in range(n0)] for k in keys] for q in queries]


class Truth:
    """Whether a margin holds on every input, over the reals or in every run of the model."""

    def __init__(self, head, rule, n0, run=False):
        self.head, self.every = head, [*inputs(rule, head.tokens, head.outputs, n0)]
        self.rho = mixing(n0, head.number_format) if run else Fraction(0)
        largest = max(abs(head.values).max(), abs(head.skip).max())
        self.flushed = (1 + Fraction(float(largest))) * FLUSHED if run else Fraction(0)
        if run:
            ends = Enclosure(head, n0, run=True)
            rows = [ends[ends.ask[q]] for q in range(len(head.tokens))]
            self.low, self.high = (
                [[getattr(row, end)[ends.kind[b]] for b in range(len(head.tokens))] for row in rows]
                for end in ("low", "high")
            )
        else:
            self.low = self.high = weights(head, n0)

    def gain(self, table, b, o, rival):
        mine, its = (Fraction(float(table[b][i])) for i in (o, rival))
        return mine - its - self.rho * (abs(mine) + abs(its)) - self.flushed

    def sums(self, margin):
        """Z·(y_o - y_rival - margin) at its least, for every input and rival."""
        ctx.prec = 256
        for names, o in self.every:
            back = [self.head.tokens.index(x) for x in reversed(names)]
            for rival in range(len(self.head.outputs)):
                if rival != o:
                    yield self.least(back, o, rival, margin)

    def least(self, back, o, rival, margin):
        total, query = arb(0), back[0]
        skip = self.gain(self.head.skip, query, o, rival)
        for t, b in enumerate(back):
            gain = self.gain(self.head.values, b, o, rival) + skip - margin
            end = self.low if gain >= 0 else self.high
            total += end[query][b][t] * arb(fmpq(gain.numerator, gain.denominator))
        return total

    def holds(self, margin):
        """Is the margin at least this on every input?"""
        return all(total >= 0 for total in self.sums(margin))

    def fails(self, margin):
        """Is the margin less than this on some input?"""
        return any(total < 0 for total in self.sums(margin))
