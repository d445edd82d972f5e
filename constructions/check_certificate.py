"""Check a margin certificate: ``python constructions/check_certificate.py FILE``.

Standard library only, and nothing shared with the code that makes certificates. Numbers are
integers scaled by a power of two, rounded so that every answer errs against the certificate. Exit
code 0: every field is right; 1: rejected, with the reason; 2: not a readable certificate.

Why a few sums decide every input: for a query a, an answer o and another output o', the head's
Z·(y_o - y_o' - m) is Σ_t W(a, b_t, t)·(V[b,o] - V[b,o'] + skip[a,o] - skip[a,o'] - m) over the
offsets t, W the exponential of the logit. Each position adds a term of its own, so the minimum
over all inputs is the sum of the minima over the tokens allowed at each offset.
"""

import json
import sys
from collections import defaultdict
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal, setcontext
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate, pairwise, product
from math import isqrt

GUARD, P, FINE = 24, 96, 160
"""Bits: guard of exp; weights and logits; cosines, values and margins."""
UNIT, SUMS = {"bf16": 8, "float32": 24, "float64": 53}, {"bf16": 24, "float32": 24, "float64": 53}
NANO, WIDTH, HOPELESS, NEVER = 10**9, 3, 16, Decimal("Infinity")
DOWN, UP = (Context(60, x, MIN_EMIN, MAX_EMAX) for x in (ROUND_FLOOR, ROUND_CEILING))
LITTLE, TINY = Decimal("1e-20"), Decimal("1e-24")
"""Relative error of a weight's ends, at least; what weights flushed to 0 may take from a gain."""
HARD = (ValueError, TypeError, KeyError, AttributeError, IndexError, ArithmeticError, MemoryError)
FIELDS = "format claim head weights_sha256 rule rule_sha256 n0 exact worst run error_model"
HEAD = "name tokens outputs queries keys values skip angles beta number_format"
TITLES = {"index": "Index", "retrieval": "Retrieval", "retrieval-letters": "Letter retrieval"}
MODEL = (
    "the table of cos and sin, both rotations, weights and outputs are rounded to the format (unit"
    " u); dot products, softmax and mixing to the accumulator's (unit v), in any order; |fl(x op y)"
    " - x op y| <= unit |x op y|; exp within 4 v; results below 2^-126 may become 0"
)


class Rejected(Exception):
    """The certificate is wrong; the message says where and why."""


class Unreadable(Exception):
    """Not a certificate at all."""


def need(holds, reason):
    """Reject unless it holds."""
    if not holds:
        raise Rejected(reason)


def cos_sin(x, bits):
    """(cos x, sin x, error) in units of 2^-bits, x a Fraction, by their series."""
    sums, errors, term, error, k = [0, 0], 0, 1 << bits, 0, 0
    while k <= 2 * abs(x) or abs(term) > error + 4:
        sums[k % 2] += (1, 1, -1, -1)[k % 4] * term
        errors, k = errors + error, k + 1
        term = term * x.numerator // (x.denominator * k)
        error = error * abs(x.numerator) // (x.denominator * k) + 2
    return *sums, errors + 2 * (abs(term) + error)  # the rest is at most geometric, ratio ½


def rotations(theta, count, bits):
    """[(cos tθ, sin tθ) for t < count] and one error bound: repeated multiplication by e^{iθ}."""
    c1, s1, first = cos_sin(theta, bits)
    first, error, table = 2 * first, 0, [(1 << bits, 0)]
    for _ in range(count - 1):
        c, s = table[-1]
        table.append(((c * c1 - s * s1) >> bits, (s * c1 + c * s1) >> bits))
        error += first + 3 + (error * first >> bits)
    return table, error


def exp_bounds(x, bits):
    """Integers lo <= 2^bits·e^{x/2^bits} <= hi for x <= 0: series at y < 2^-12, then squarings."""
    one, y = bits + GUARD, -x << GUARD
    if y >> one > bits:
        return 0, 1
    times, unit = max(0, y.bit_length() - one + 12), 1 << one
    r, v = y >> times, unit
    for k in range(one // 12 + 1, 0, -1):
        v = unit - (r * v >> one) // k
    for _ in range(times):
        v = v * v >> one  # doubles the error, at most 4 units so far, and adds one
    return max(0, (v - (8 << times)) >> GUARD), ((v + (8 << times)) >> GUARD) + 1


def log_ten(bits):
    """2^bits·ln 10, up to 2·bits units: 6 artanh(1/3) + 2 artanh(1/9)."""
    terms = ((6 << bits) // (k * 3**k) + (2 << bits) // (k * 9**k) for k in range(1, bits, 2))
    return sum(terms)


def weight(x, bits, ten):
    """Decimals around 2^bits·e^{x/2^bits}, any sign of x; ``ten`` is log_ten(bits + 64)."""
    tens = -((-x << 64) // ten)
    low, high = exp_bounds(min(0, x - (tens * ten >> 64)), bits)
    return Decimal(max(0, low - 8)).scaleb(tens), Decimal(high + 8).scaleb(tens)


def up(x):
    """The ceiling."""
    return -int(-x // 1)


def norm(x, y):
    """At least the length of (x, y)."""
    return Fraction(isqrt(up((x * x + y * y) * 4**FINE)) + 1, 2**FINE) if x or y else Fraction(0)


def nearest(x, bits):
    """The number of so many significant bits nearest to a Fraction."""
    size = abs(x.numerator).bit_length() - x.denominator.bit_length() if x else 0
    unit = Fraction(2) ** (size - (abs(x) < Fraction(2) ** size) - bits + 1)
    return round(x / unit) * unit


def number(text):
    """A Fraction from a float as float.hex writes it."""
    need(float.fromhex(text).hex() == text, f"head: {text!r} is not written as float.hex does")
    return Fraction(float.fromhex(text))


def only(entry, names, where):
    """Refuse missing and unknown fields."""
    wrong = sorted(set(entry) ^ set(names.split()))
    need(not wrong, f"{where}: missing or unknown fields {wrong}")


def pairs_of(row):
    """A row by planes."""
    return [row[i : i + 2] for i in range(0, len(row), 2)]


class Head:
    """The certificate's weights, in Fractions; values and skip sparse, by output."""

    def __init__(self, entry):
        only(entry, HEAD, "head")
        self.tokens, self.outputs, self.fmt = (
            entry[k] for k in HEAD.split()[1:3] + ["number_format"]
        )
        self.queries, self.keys = (
            [tuple(map(number, r)) for r in entry[k]] for k in ("queries", "keys")
        )
        self.values, self.skip = (
            [{o: number(x) for o, x in r} for r in entry[k]] for k in ("values", "skip")
        )
        self.angles, self.beta = [number(x) for x in entry["angles"]], number(entry["beta"])
        rows, sparse = (self.queries, self.keys), (self.values, self.skip)
        need(all(len(r) == 2 * len(self.angles) for x in rows for r in x), "head: shape")
        need(
            all(
                type(o) is int and 0 <= o < len(self.outputs) for x in sparse for r in x for o in r
            ),
            "head: shape",
        )
        need({len(self.tokens)} == {len(x) for x in (*rows, *sparse)}, "head: shape")
        need(all(len(set(x)) == len(x) for x in (self.tokens, self.outputs)), "head: a name twice")
        need(self.beta > 0, "head: beta is not positive")
        self.columns = [defaultdict(dict), defaultdict(dict)]
        for columns, rows in zip(self.columns, sparse, strict=True):
            for i, o, x in ((i, o, x) for i, row in enumerate(rows) for o, x in row.items()):
                columns[o][i] = x
        weights = [x for rows in (self.queries, self.keys, [self.angles]) for r in rows for x in r]
        weights += [x for rows in sparse for r in rows for x in r.values()]
        need(
            all(nearest(x, UNIT[self.fmt]) == x for x in weights),
            f"head: a weight is no {self.fmt}",
        )

    def alike(self, b, c):
        """Does exchanging two tokens, as keys and as outputs, leave the head as it is?"""
        swap, same = {b: c, c: b}, self.keys[b] == self.keys[c]
        for rows, columns in zip((self.values, self.skip), self.columns, strict=True):
            same &= {swap.get(o, o): x for o, x in rows[b].items()} == rows[c]
            same &= {swap.get(i, i): x for i, x in columns[b].items()} == columns[c]
        return same


def some(head, rule):
    """Outputs and tokens that stand for all: three of each class of interchangeable ones.

    In Retrieval those with integers come first, and they may stand wherever the others may.
    """
    numbers = sum(x.startswith(head.tokens[0][0]) and x[1:].isdigit() for x in head.tokens)
    if rule["name"] == "sets" or rule["name"] != "index" and numbers < 3:
        return [*range(max(len(head.tokens), len(head.outputs)))]
    classes = []
    for b in range(len(head.tokens)):
        mine = next((c for c in classes if head.alike(c[0], b)), None)
        if mine is None:
            classes.append([b])
        elif len(mine) < 3:
            mine.append(b)
    return sorted(b for c in classes for b in c)


def cases(head, rule, n0):
    """(query, near set, far set, ((pinned set, answer), …), offsets of the pin, lengths).

    Offsets count back from the query; near tokens lie between it and the pin, far ones beyond. A
    pin at offset 0 is the query itself. Retrieval's pin is the first token that fits: none before
    it may ask for it. Other tokens' letters may go unanswered: more than the proper inputs.
    """
    few, none, span = frozenset(some(head, rule)), frozenset(), (1, n0)
    if rule["name"] == "sets":
        sets = {k: frozenset(map(head.tokens.index, x)) for k, x in rule["sets"].items()}
        for entry in rule["cases"]:
            only(entry, "query near far pins offsets lengths", "rule")
            (k0, k1), (n1, n2) = entry["offsets"], entry["lengths"]
            whole = all(type(x) is int for x in (k0, k1, n1, n2))
            need(whole and 0 <= k0 <= k1 < n0 and 1 <= n1 <= n2 <= n0, "rule: offsets or lengths")
            pins = tuple((sets[k], head.outputs.index(o)) for k, o in entry["pins"])
            near, far, query = sets[entry["near"]], sets[entry["far"]], entry["query"]
            yield head.tokens.index(query), near, far, pins, entry["offsets"], entry["lengths"]
        return
    need(head.tokens == head.outputs, "rule: outputs are not the tokens")
    for q, name in enumerate(head.tokens):
        here = few | {q}
        if rule["name"] == "index" and name.isdigit():
            letters = [b for b in few if not head.tokens[b].isdigit()]
            pins = (*((frozenset({c}), c) for c in letters), (here - set(letters), q))
            if int(name) < n0:
                yield q, here, here, pins, (int(name), int(name)), span
        elif rule["name"] == "index" or name[1:].isdigit():
            if rule["name"] != "retrieval-letters":
                yield q, none, here, ((none, q),), (0, 0), span
        else:
            fits = [b for b in here if head.tokens[b][0] == name[1]]
            far = frozenset(b for b in here if name[1] not in head.tokens[b])
            for t in [q] if name[0] == name[1] else fits:
                near = here - set(fits) | {t}
                yield q, near, far, ((frozenset({t}), t),), (int(t != q), n0 - 1), span


class Margins:
    """Weights and values under one reading: over the reals, or as a run in the format has them."""

    def __init__(self, head, rule, n0, run):
        self.head, self.n0, self.some = head, n0, some(head, rule)
        self.cases = [*cases(head, rule, n0)]
        self.kinds, self.asks = [*dict.fromkeys(head.keys)], [*dict.fromkeys(head.queries)]
        self.kind, self.ask = (
            [*map(self.kinds.index, head.keys)],
            [*map(self.asks.index, head.queries)],
        )
        self.table = [rotations(x, n0, FINE) for x in head.angles]
        u, self.v = (Fraction(run, 1 << x[head.fmt]) for x in (UNIT, SUMS))
        self.rho = (1 + gamma(2 * n0 + 2, self.v)) * (1 + gamma(3, u)) - 1
        self.error = [[drift(head, q, k, u, self.v) for k in self.kinds] for q in self.asks]
        self.values, self.skip, rows = head.values, head.skip, head.values + head.skip
        self.flush = (
            run * TINY * (1 + max((up(abs(x)) for r in rows for x in r.values()), default=0))
        )
        for name in ("shape", "rows", "sums"):
            setattr(self, name, lru_cache(None)(getattr(self, name)))

    def gain(self, row, o, other):
        """At most row[o] - row[other], less what rounding may take: ρ(|row[o]| + |row[other]|)."""
        x, y = row.get(o, 0), row.get(other, 0)
        g = Fraction(x - y - self.rho * (abs(x) + abs(y)))
        return Decimal(g.numerator) / g.denominator - self.flush

    def shape(self, tokens, o, other):
        """((kind of key, least gain of y_o over y_other among those tokens), …)."""
        gains = [(self.kind[b], self.gain(self.values[b], o, other)) for b in tokens]
        return tuple(dict(sorted(gains, reverse=True)).items())

    def jobs(self):
        """The distinct sums to minimise, over every case, answer and other output."""
        found = {}
        for query, near, far, pins, offsets, lengths in self.cases:
            for (pin, o), other in product(pins, {*self.some, *self.skip[query]}):
                if other != o and other < len(self.head.outputs):
                    s = self.gain(self.skip[query], o, other)
                    sets = (self.shape(x, o, other) for x in (frozenset({query}), near, pin, far))
                    found[self.ask[query], s, *sets, *offsets, *lengths] = None
        return found

    def rows(self, ask):
        """Per kind of key (logits, lower and upper ends of the weights), and the logits' error."""
        logits, radius, out = [], 4, []
        for k in self.kinds:
            row = [0] * self.n0
            for (table, error), (q0, q1), (k0, k1) in zip(
                self.table, *map(pairs_of, (self.asks[ask], k)), strict=True
            ):
                x = int(self.head.beta * (k0 * q0 + k1 * q1) * 2**P // 1)
                y = int(self.head.beta * (k1 * q0 - k0 * q1) * 2**P // 1)
                row = [a + ((c * x + s * y) >> FINE) for a, (c, s) in zip(row, table, strict=True)]
                radius += ((abs(x) + abs(y) + 2) * error >> FINE) + 4
            logits.append(row)
        need(radius < 1 << 20, "beta: too large for the checker")
        error = [up((e + 8 * self.v) * 2**P) for e in self.error[ask]]
        reach = up(max(self.head.beta * size(self.asks[ask], k) for k in self.kinds) * 2**P)
        high, ten = reach + 2 * max(error), log_ten(P + 64)
        for row, e in zip(logits, error, strict=True):
            away = [
                radius + e + up(self.v.numerator * (high - x) / self.v.denominator) for x in row
            ]
            low = [weight(x - d, P, ten)[0] for x, d in zip(row, away, strict=True)]
            out.append(
                (row, low, [weight(x + d, P, ten)[1] for x, d in zip(row, away, strict=True)])
            )
        return out, radius

    def sums(self, ask, shape, skip, margin, sign):
        """Each offset's least term, at most (sign 1) or at least (sign -1)."""
        rows, terms = self.rows(ask)[0], [NEVER] * self.n0
        for kind, g in shape:
            g += skip - margin + (0 if sign > 0 else 1 / Decimal(10**40))
            ends = rows[kind][1 if g >= 0 else 2]
            factor = g if sign > 0 else g * (1 + LITTLE if g >= 0 else 1 - LITTLE)
            terms = [*map(min, terms, [w * factor for w in ends])]
        return terms

    def least(self, job, margin, sign=1):
        """Bounds Z·(y_o - y_other - margin) over all inputs of a job: is the least one >= 0 …

        … for sure (sign 1), or possibly (sign -1)?
        """
        ask, skip, *shapes, k0, k1, n1, n2 = job
        setcontext(DOWN if sign > 0 else UP)
        own, near, pin, far = (self.sums(ask, x, skip, margin, sign) for x in shapes)
        inner, beyond = [0, *accumulate(near[1:], initial=0)], [Decimal(0)] * (n2 + 1)
        for n in range(n2 - 1, 0, -1):
            beyond[n] = min(0 if n >= n1 else NEVER, far[n] + beyond[n + 1])
        return all(
            own[0] + (inner[k] + pin[k] if k else 0) + beyond[k + 1] >= 0
            for k in range(k0, min(k1, n2 - 1) + 1)
        )

    def check(self, lower, name):
        """Every sum is >= 0 at the lower bound, and some sum certainly < 0 at the upper one."""
        jobs, low, high = self.jobs(), *(Decimal(x).scaleb(-9) for x in (lower, lower + WIDTH))
        need(jobs, "rule: no input at all")
        need(all(self.least(job, low) for job in jobs), f"{name}: lower is not proved")
        reached = not all(self.least(job, high, -1) for job in jobs)
        setcontext(DOWN)
        need(reached, f"{name}: upper is not reached by any input")

    def closer(self, query, t, one, two):
        """Is token one's term at offset t certainly below token two's, or the same and earlier?"""
        (b, g), (c, h) = one, two
        rows, radius = self.rows(self.ask[query])
        (x, *v), (y, *w) = ([row[t] for row in rows[self.kind[i]]] for i in (b, c))
        if self.kind[b] == self.kind[c]:
            return (g, b) < (h, c)
        if g == h:
            return x > y + 2 * radius if g < 0 else x < y - 2 * radius
        return g * v[g < 0] < h * w[h >= 0]

    def coordinates(self, tokens):
        """Bounds on Z·y for every output, and on Z, on one input."""
        rows, ends = self.rows(self.ask[tokens[-1]])[0], []
        skip, count = self.skip[tokens[-1]], len(self.head.outputs)
        for context, side in ((DOWN, 0), (UP, 1)):
            setcontext(context)
            y, z = [Decimal(0)] * count, Decimal(0)
            for t, b in enumerate(reversed(tokens)):
                w = [row[t] for row in rows[self.kind[b]][1:]]
                z += w[side]
                for o in {*self.values[b], *skip}:
                    x = Fraction(self.values[b].get(o, 0) + skip.get(o, 0))
                    y[o] += Decimal(x.numerator) / x.denominator * w[side if x > 0 else 1 - side]
            ends.append((y, z))
        (low, z0), (high, z1) = ends
        return [*zip(low, high, strict=True)], (z0, z1)


def gamma(k, u):
    """Products of k factors (1 + δ)^±1, |δ| <= u, differ from 1 by at most this."""
    need(k * u < 1, "n0: too long for the number format")
    return k * u / (1 - k * u)


def size(q, k):
    """At least the largest q·R k."""
    return sum(norm(*a) * norm(*b) for a, b in zip(pairs_of(q), pairs_of(k), strict=True))


def turn(x, y, u):
    """A rotated pair's relative error, plus 1: table, two products and a sum a coordinate."""
    root, single = Fraction(17, 12), not x or not y
    exact = all(z == 0 or nearest(z, 1) == z for z in (x, y))
    products = 0 if exact else u if single else root * u
    return (1 + root * u / 2) * (1 + products) * (1 if single else 1 + u)


def drift(head, q, k, u, v):
    """How far a computed logit may lie from the true one: β Σ |q||k| ((1+e)(1+e')(1+γ) - 1)."""
    dot = 1 + gamma(len(q) + (nearest(head.beta, 1) != head.beta), v)
    planes = zip(pairs_of(q), pairs_of(k), strict=True)
    return head.beta * sum(size(a, b) * (turn(*a, u) * turn(*b, u) * dot - 1) for a, b in planes)


def found_case(margins, tokens):
    """The case an input belongs to: (near, pinned, far, offset of the pin, longest, answer)."""
    back, n = tokens[::-1], len(tokens)
    for query, near, far, pins, (k0, k1), (n1, n2) in margins.cases:
        last = max((t for t in range(1, n) if back[t] not in far), default=0)
        first = next((t for t in range(1, n) if back[t] not in near), n)
        for k, (pin, o) in product(range(max(k0, last), min(k1, n - 1, first) + 1), pins):
            if query == back[0] and n1 <= n <= n2 and (k == 0 or back[k] in pin):
                return near, pin, far, k, n2, o
    raise Rejected("worst: the input is none of the task's")


def proper(names):
    """Is each letter asked for on the left of exactly one token so far?"""
    asked = ((names[: j + 1], x[1]) for j, x in enumerate(names) if x[1].isalpha())
    return all(len({x for x in before if x[0] == y}) == 1 for before, y in asked)


def check_worst(margins, rule, entry, upper):
    """The named input is the task's, attains the margin, and is the first to do so."""
    only(entry, "input answer other valid", "worst")
    head, runs = margins.head, [(margins.head.tokens.index(x), k) for x, k in entry["input"]]
    need(all(a != b for (a, _), (b, _) in pairwise(runs)), "worst: two runs of one token")
    fits = (
        all(type(k) is int and k > 0 for _, k in runs) and 0 < sum(k for _, k in runs) <= margins.n0
    )
    need(fits, "worst: an input of 1 to n0 tokens is needed")
    tokens = [b for b, k in runs for _ in range(k)]
    near, pin, far, at, longest, o = found_case(margins, tokens)
    need(entry["answer"] == head.outputs[o], "worst: answer is not the task's")
    valid = "retrieval" not in rule["name"] or proper(
        [x for x, k in entry["input"] for _ in range(min(k, 2))]
    )
    need(entry["valid"] is valid, f"worst: valid is {valid}")
    y, z = margins.coordinates(tokens)
    rival = max(low for i, (low, _) in enumerate(y) if i != o)
    other = next(i for i, (_, high) in enumerate(y) if i != o and high >= rival)
    need(entry["other"] == head.outputs[other], "worst: other is not the first to come closest")
    m = Decimal(upper).scaleb(-9)
    setcontext(UP)
    close = y[o][1] - y[other][0] - m * z[m < 0] < 0
    setcontext(DOWN)
    need(close, "worst: the input is not that close")
    skip = margins.gain(margins.skip[tokens[-1]], o, other) - m
    gains = {b: margins.gain(margins.values[b], o, other) + skip for b in near | pin | far}
    for t, b in enumerate(tokens[-2::-1], 1):
        need(t <= at or t < len(tokens) - 1 or gains[b] < 0, "worst: a shorter input is closer")
        for x in pin if t == at else near if t < at else far:
            closer = margins.closer(tokens[-1], t, (x, gains[x]), (b, gains[b]))
            need(not closer, "worst: a token is not the first that comes closest there")
    longer = len(tokens) < longest and any(gains[x] < 0 for x in far)
    need(not longer, "worst: a longer input is closer")
    return valid


def shown(units):
    """An integer number of 10⁻⁹ as a decimal."""
    return f"{'-' * (units < 0)}{abs(units) // NANO}.{abs(units) % NANO:09d}"


def claim(entry, head):
    """The certificate in words."""
    exact, run, worst, rule = entry["exact"], entry["run"], entry["worst"], entry["rule"]
    title = TITLES.get(rule["name"]) or rule["title"]
    said = "no bound is known" if run is None else f"{run['lower']} or more, {run['verdict']}"
    return (
        f"{title} by {head['name']}, {len(head['tokens'])} tokens, {head['number_format']} weights:"
        f" on every input of at most {entry['n0']} tokens the answer's output leads each other by"
        f" {exact['lower']} or more over the reals, {exact['verdict']}; in a run: {said}. The input"
        f" named has {worst['answer']} lead {worst['other']} by less than {exact['upper']}."
    )


def check(text):
    """Check a certificate's text; what it claims. Raises Rejected or Unreadable."""
    entry = read(text)
    only(entry, FIELDS, "certificate")
    for name, field in (("weights_sha256", "head"), ("rule_sha256", "rule")):
        digest = sha256(json.dumps(entry[field], sort_keys=True).encode()).hexdigest()
        need(entry[name] == digest, f"{name}: not that of the {field}")
    need(entry["error_model"] == MODEL, "error_model: not the one that is checked")
    setcontext(DOWN)
    head, n0, rule, valid = Head(entry["head"]), entry["n0"], entry["rule"], False
    need(type(n0) is int and 2 <= n0 <= 1 << 16, "n0: an integer from 2 is needed")
    only(rule, "name title sets cases" if rule["name"] == "sets" else "name", "rule")
    need(rule["name"] in ("sets", *TITLES), "rule: unknown")
    for name in ("exact", "run"):
        margins = Margins(head, rule, n0, name == "run")
        if max(map(max, margins.error)) > HOPELESS:
            need(entry[name] is None, f"{name}: rounding errors are too large for a bound")
            continue
        only(entry[name], "lower upper verdict", name)
        lower = int(Fraction(entry[name]["lower"]) * NANO)
        ends = [shown(lower), shown(lower + WIDTH)]
        need(
            [entry[name]["lower"], entry[name]["upper"]] == ends, f"{name}: ends are not 3e-9 apart"
        )
        margins.check(lower, name)
        if name == "exact":
            valid = check_worst(margins, rule, entry["worst"], lower + WIDTH)
        refuted = name == "exact" and valid and lower + WIDTH < 0
        verdict = "certified" if lower > 0 else "refuted" if refuted else "undecided"
        need(entry[name]["verdict"] == verdict, f"{name}: the verdict is {verdict}")
    need(entry["claim"] == claim(entry, entry["head"]), "claim: not what the fields say")
    return entry["claim"]


def read(text):
    """The JSON object, without duplicate keys, NaN or floats."""

    def unique(pairs):
        need(len(dict(pairs)) == len(pairs), "certificate: a field is given twice")
        return dict(pairs)

    def refuse(word):
        raise Rejected(f"certificate: {word} is no exact number")

    try:
        entry = json.loads(
            text, object_pairs_hook=unique, parse_constant=refuse, parse_float=refuse
        )
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"no JSON: {error}") from None
    if not isinstance(entry, dict) or "format" not in entry:
        raise Unreadable("no certificate: the field 'format' is missing")
    need(entry["format"] == "rope-claims margin certificate 1", "format: unknown")
    return entry


def main(arguments):
    """Check one file; the exit code."""
    try:
        if len(arguments) != 1:
            raise Unreadable("no file named")
        with open(arguments[0], encoding="utf-8") as file:
            text = file.read()
        print(f"VALID: {check(text)}")
    except Rejected as error:
        print(f"REJECTED: {error}", file=sys.stderr)
        return 1
    except (Unreadable, OSError, UnicodeError) as error:
        print(f"check_certificate: {error}; give one certificate file", file=sys.stderr)
        return 2
    except HARD as error:
        print(f"REJECTED: a field has the wrong form: {error!r}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
