"""Check a margin certificate: ``python constructions/check_certificate.py FILE``.

Every rounding errs against it. Exit code 0: right; 1: rejected, with the reason; 2: no JSON file.

For a query a, an answer o and another output o', Z·(y_o - y_o' - m) is a sum of terms, Σ_t e^logit
(a, b_t, t)·(V[b,o] - V[b,o'] + skip[a,o] - skip[a,o'] - m): its minimum is the sum of theirs.
"""

import json
import sys
from contextlib import contextmanager
from decimal import MAX_EMAX, MIN_EMIN, ROUND_FLOOR, Context, Decimal, setcontext
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import accumulate, product
from math import ceil, floor
from operator import mul

GUARD, P, FINE = 32, 96, 160  # bits: guard of exp; logits; cosines
FORMATS = {"bf16": (8, 24), "float32": (24, 24), "float64": (53, 53)}  # bits; the accumulator's
NANO, WIDTH, HOPELESS, NEVER = 10**9, 3, 16, Decimal("Infinity")
TINY, ROOT = Fraction(1, 10**24), Fraction(17, 12)  # of flushed weights, per value; above √2
TAU = Fraction("6.28318530717958647692528676655900576839433879875021164194989")
LN_TEN = Fraction("2.30258509299404568401799145468436420760110148862877297603333")
TABLES = ("queries", "keys", "values", "skip")
FIELDS = "format claim construction head weights_sha256 rule rule_sha256 n0 exact worst run"
HEAD = "name tokens outputs queries keys values skip angles beta number_format"
RULES = {"index": "name", "retrieval": "name", "position": "name offsets lengths"}
RULES |= dict.fromkeys(("lookup", "induction"), "name attributes")
CONSTRUCTIONS = dict.fromkeys(("index", "retrieval"), "name letters integers theta")
CONSTRUCTIONS |= {(SYMBOLIC := "retrieval-symbolic"): "name letters integers", "any": "name"}
MODEL = (
    "the table of cos and sin, rotations, attention weights and outputs are rounded to the format"
    " (unit u), all else to its accumulator (unit v), in any order; |fl(x op y) - x op y| <= unit"
    " |x op y|; exp within 4 v; results below 2^-126 may become 0"
)


class Rejected(Exception):
    """Names the field that is wrong and says why."""


def need(holds, reason):
    """Reject unless it holds."""
    if not holds:
        raise Rejected(reason)


@contextmanager
def field(name):
    """What is wrong inside is wrong with this field."""
    try:
        yield
    except (Rejected, ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        said = error if isinstance(error, Rejected) else f"of the wrong form, {error!r}"
        raise Rejected(f"{name}: {said}") from None


def cos_sin(x, bits):
    """(cos x, sin x, error) in units of 2^-bits, x a Fraction, by their series."""
    sums, errors, term, error, k = [0, 0], 0, 1 << bits, 0, 0
    while k <= 2 * abs(x) or abs(term) > error + 4:
        sums[k % 2] += (1, 1, -1, -1)[k % 4] * term
        errors, k = errors + error, k + 1
        term = term * x.numerator // (x.denominator * k)
        error = error * abs(x.numerator) // (x.denominator * k) + 2
    return *sums, errors + 2 * (abs(term) + error)  # the rest is at most geometric, ratio ½


def exponential(x, bits):
    """Decimals around 2^bits·e^{x/2^bits}: 10^n·e^{-r}, r from 0 to ln 10, by 14 squarings."""
    one, ten = bits + GUARD, int(LN_TEN * 2 ** (bits + 64))
    tens = -((-x << 64) // ten)
    r, v = max(0, (tens * ten >> 64) - x) << GUARD >> 14, 1 << one
    for k in range(one // 12 + 1, 0, -1):
        v = (1 << one) - (r * v >> one) // k
    for _ in range(14):
        v = v * v >> one  # doubles the error, at most 4 units so far, and adds one
    ends = ((v - (8 << 14)) >> GUARD) - 8, ((v + (8 << 14)) >> GUARD) + 9
    return tuple(Decimal(max(0, end)).scaleb(tens) for end in ends)


def nearest(x, bits):
    """The number of so many significant bits nearest to a Fraction, ties to even."""
    size = abs(x.numerator).bit_length() - x.denominator.bit_length() if x else 0
    unit = Fraction(2) ** (size - (abs(x) < Fraction(2) ** size) - bits + 1)
    return round(x / unit) * unit


def point(turn, bits):
    """(0, 1) turned by so many turns, each coordinate the nearest number of so many bits."""
    *ends, error = cos_sin(TAU * ((turn + Fraction(1, 4)) % 1), FINE)
    return tuple(nearest(Fraction(x, 1 << FINE), bits) if abs(x) > error + 2 else 0 for x in ends)


class Head:
    """The listed weights in Fractions; values and skip sparse, by output."""

    def __init__(self, entry, n0):
        need({*entry} == {*HEAD.split()}, "missing or unknown fields")
        self.tokens, self.outputs, self.n0 = entry["tokens"], entry["outputs"], n0
        self.bits, self.sums = FORMATS[entry["number_format"]]
        rows, words = ([entry[k] for k in x] for x in (TABLES[:2], TABLES[2:]))
        at, num = self.outputs.index, self.number
        self.queries, self.keys = self.vectors = [[(*map(num, x),) for x in t] for t in rows]
        self.values, self.skip = [[{at(o): num(x) for o, x in r.items()} for r in t] for t in words]
        self.ask, self.kind = ([t.index(x) for x in t] for t in self.vectors)  # the first alike
        self.angles, self.beta = [*map(num, entry["angles"])], num(entry["beta"])
        need({len(x) for t in rows for x in t} == {2 * len(self.angles)}, "a row's size")
        plain = entry["name"].replace(",", "").replace(" ", ""), *self.tokens, *self.outputs
        need(all(map(str.isalnum, plain)), "a name or token of other signs than letters and digits")
        need({*map(len, [*rows, *words, {*self.tokens}])} == {len(self.tokens)}, "a table's size")
        need(self.beta > 0 and all(abs(x) <= 1 << 16 for x in self.angles), "beta, or a wide angle")
        self.table = [[cos_sin(x * t % TAU, FINE) for t in range(n0)] for x in self.angles]

    def number(self, text):
        """A Fraction from a float as float.hex writes it."""
        x = float.fromhex(text)
        need(x.hex() == text and nearest(Fraction(x), self.bits) == x, f"{text}: not of the format")
        need(not x or 2.0**-126 <= abs(x) <= 2.0**56, f"{text}: neither 0 nor from 2^-126 to 2^56")
        return Fraction(x)

    def logits(self, query, key):
        """Logits at each offset and their error, in 2^-P."""
        row, radius = [0] * self.n0, 4
        for i, table in enumerate(self.table):
            (q0, q1), (k0, k1) = self.queries[query][2 * i :][:2], self.keys[key][2 * i :][:2]
            x = floor(self.beta * (k0 * q0 + k1 * q1) * 2**P)
            y = floor(self.beta * (k1 * q0 - k0 * q1) * 2**P)
            row = [a + ((c * x + s * y) >> FINE) for a, (c, s, _) in zip(row, table, strict=True)]
            radius += ((abs(x) + abs(y) + 2) * (2 + max(e for *_, e in table)) >> FINE) + 4
        need(radius < 1 << 20 and max(map(abs, row)) < 1 << P + 60, "beta is too large here")
        return row, radius


def check_construction(entry, head):
    """Each weight is the nearest to the construction's; returns who ask, up to renaming."""
    name, most = entry["name"], len(head.tokens) + 1
    need({*entry} == {*CONSTRUCTIONS[name].split()}, "other fields")
    if name == "any":
        return head.tokens
    letters, theta = entry["letters"], Fraction(*map(int, entry.get("theta", "0").split("/")))
    numbers, count = [*map(str, range(1, min(entry["integers"], most) + 1))], len(letters)
    words = all(x.isalpha() and (name == "index" or len(x) == 1) for x in letters)
    listed = type(letters) is list and str(entry["integers"]) == str(len(numbers))
    need(listed and words and entry.get("theta", "0") == str(theta), "a parameter's form")
    one = [(x,) for x in (*letters, *numbers)]
    halves = [*product(letters, numbers), *product(letters, letters)] if name != "index" else one
    phase = {x: Fraction(-i, count) for i, x in enumerate(letters, 1)}
    need([*map("".join, halves)] == head.tokens == head.outputs, f"tokens or outputs: not {name}'s")
    for b, (x, *_, y) in ((b, (*half, half[-1])) for b, half in enumerate(halves)):
        asks, offers, says, keeps = phase.get(y, phase.get(x)), phase.get(x), {b: 1}, {}
        if name == "index":
            asks, offers = -int(x) * theta if x in numbers else 0, 0
            says, keeps = {} if x in numbers else {b: 2}, {b: 1}
        asks, offers = point(asks, head.bits), point(offers, head.bits)
        if name == SYMBOLIC:  # a still plane a left half, and one an integer
            ends = [(x == p, y == p, y == p in numbers) for p in (*letters, *numbers)]
            asks = tuple(z for own, asked, _ in ends for z in (0, Fraction(own, 2) + asked))
            offers = tuple(z for own, _, held in ends for z in (0, own + held))
            says = {c: n for c, (u, w) in enumerate(halves) if (n := (u == x) + (w == y))}
        for table, row in zip(TABLES, (asks, offers, says, keeps), strict=True):
            need(getattr(head, table)[b] == row, f"weight {table}[{b}] is not what {name} says")
    still = [nearest(TAU * theta, head.bits)] * (len(head.queries[0]) // 2)
    need(head.angles == still, f"weight angles[...] is not what {name} says")
    return [letters[0] + x for x in (*letters[:2], "1")] if name == SYMBOLIC else head.tokens


def stand_ins(head, known):
    """Three tokens of a kind stand for all: letters; integers; a left letter with integers."""
    label = [x.isdigit() if known == "index" else x[0] for x in head.tokens]
    if known == SYMBOLIC:  # query, answer, other: five letters, two integers; the rest are alike
        some = {*[*dict.fromkeys(label)][:6], "1", "2", "3"}
        return frozenset(b for b, x in enumerate(head.tokens) if {x[0], x[1:]} <= some)
    numbers = sum(x[1:].isdigit() for x in head.tokens)
    if known == "any" or known == "retrieval" and numbers < 3 * len({*label}):
        return frozenset(range(len(head.outputs)))
    return frozenset(b for b, x in enumerate(label) if label[:b].count(x) < 3)


def cases(head, rule, n0, few):
    """(query, near set, far set, ((pinned set, answer), …), offsets of the pin, lengths).

    Near tokens lie between query and pin, far ones beyond. Retrieval's pin is the first token that
    fits: none before it may ask for it. Letters of others may go unanswered: more than proper."""
    names, none, span, place = head.tokens, frozenset(), (1, n0), head.tokens.index
    for q, name in enumerate(names):
        here = few | {q}
        if rule["name"] == "index" and name.isdigit() and int(name):
            letters = frozenset(b for b in here if not names[b].isdigit())
            pins = (*((frozenset({c}), c) for c in sorted(letters)), (here - letters, q))
            if int(name) < n0:
                yield q, here, here, pins, (int(name), int(name)), span
        elif rule["name"] == "index" or rule["name"] == "retrieval" and name[1:].isdigit():
            yield q, none, here, ((none, q),), (0, 0), span
        elif rule["name"] == "retrieval":
            fits = [b for b in here if names[b][0] == name[1]]
            far = frozenset(b for b in here if name[1] not in names[b])
            for t in [q] if name[0] == name[1] else fits:
                pins = ((frozenset({t}), t),)
                yield q, here - {*fits} | {t}, far, pins, (int(t != q), n0 - 1), span
        elif rule["name"] == "position" and name in rule["offsets"]:
            symbols = frozenset(b for b, x in enumerate(names) if x not in rule["offsets"])
            pins = tuple((frozenset({b}), head.outputs.index(names[b])) for b in sorted(symbols))
            yield q, symbols, symbols, pins, (rule["offsets"][name],) * 2, tuple(rule["lengths"])
        elif name not in rule.get("attributes", names):
            pairs = {place(x): (s, o) for x, (s, o) in rule["attributes"].items()}
            others = frozenset(b for b, (s, _) in pairs.items() if s != name)
            for o in sorted({o for s, o in pairs.values() if s == name}):
                pin = frozenset(b for b, x in pairs.items() if x == (name, o))
                far = frozenset(pairs) if rule["name"] == "induction" else others | pin
                yield q, others, far, ((pin, head.outputs.index(o)),), (1, n0 - 1), (2, n0)


class Reading:
    """Weights and gains over the reals, or (``run``) at their worst in the format's runs."""

    def __init__(self, head, run):
        self.head, self.n0, self.drift, self.high = head, head.n0, {}, {}
        u, v = self.u, self.v = [Fraction(run, 1 << x) for x in (head.bits, head.sums)]
        counts = (2 * head.n0 + 2, v), (3, u), (2 * len(head.angles) + 1, v)
        mix, last, dot = (k * w / (1 - k * w) for k, w in counts)  # of k factors (1 + δ)^±1
        self.rho = (1 + mix) * (1 + last) - 1
        largest = max((abs(x) for row in head.values + head.skip for x in row.values()), default=0)
        self.flush = run * TINY * (1 + ceil(largest))
        sizes = [[(sum(z * z for z in x), self.rough(x)) for x in t] for t in head.vectors]
        for q, k in product({*head.ask}, {*head.kind}):
            (q2, rough), (k2, k_rough) = sizes[0][q], sizes[1][k]
            reach = head.beta * (q2 + k2) / 2
            self.drift[q, k] = reach * (rough * k_rough * (1 + dot) - 1)
            self.high[q] = max(self.high.get(q, 0), reach + 2 * self.drift[q, k])
        for name in ("weights", "gain", "shape", "terms"):
            setattr(self, name, cache(getattr(self, name)))

    def rough(self, x):
        """1 + the relative error of a turned vector: the table, products and a sum unless exact."""
        exact = all(nearest(z, 1) == z for z in x) and not any(map(mul, x[::2], x[1::2]))
        return (1 + ROOT * self.u / 2) * (1 if exact else (1 + ROOT * self.u) * (1 + self.u))

    def weights(self, query, key):
        """Ends of e^{logit} at each offset; v: 4 for exp, 4 for what is flushed, 1 a unit below."""
        row, radius = self.head.logits(query, key)
        fixed = ceil((self.drift[query, key] + (8 + self.high[query]) * self.v) * 2**P) + radius
        at = [(x, fixed - int(self.v * 2**60) * x // 2**60) for x in row]
        return [exponential(x - d, P)[0] for x, d in at], [exponential(x + d, P)[1] for x, d in at]

    def gain(self, table, b, o, other):
        """At most table[b][o] - table[b][other], less what rounding may take."""
        x, y = (getattr(self.head, table)[b].get(i, 0) for i in (o, other))
        return Fraction(x - y - self.rho * (abs(x) + abs(y)) - self.flush)

    def shape(self, tokens, o, other):
        """((key, least gain of y_o over y_other among the tokens with it), …)."""
        gains = ((self.head.kind[b], self.gain("values", b, o, other)) for b in tokens)
        return tuple(sorted(dict(sorted(gains, reverse=True)).items()))

    def jobs(self, every, few):
        """The distinct sums to minimise, over every case, answer and other output."""
        found, outputs = set(), len(self.head.outputs)
        for query, near, far, pins, offsets, lengths in every:
            for (pin, o), other in product(pins, {query, *few, *self.head.skip[query]}):
                if other != o and other < outputs:
                    s = self.gain("skip", query, o, other)
                    shapes = (self.shape(x, o, other) for x in (frozenset({query}), near, pin, far))
                    found.add((self.head.ask[query], s, *shapes, *offsets, *lengths))
        return found

    def terms(self, query, shape, shift):
        """At most each offset's least term, W·(gain + shift)."""
        least = [NEVER] * self.n0
        for key, gain in shape:
            factor = Decimal((gain + shift).numerator) / (gain + shift).denominator
            least = [*map(min, least, (w * factor for w in self.weights(query, key)[factor < 0]))]
        return least

    def is_least(self, job, margin):
        """Is Z·(y_o - y_other - margin) certainly >= 0 on every input of a job?"""
        query, skip, *shapes, k0, k1, n1, n2 = job
        own, near, pin, far = (self.terms(query, x, skip - margin) for x in shapes)
        inner, beyond = [0, *accumulate(near[1:], initial=0)], [Decimal(0)] * (n2 + 1)
        for n in range(n2 - 1, 0, -1):
            beyond[n] = min(0 if n >= n1 else NEVER, far[n] + beyond[n + 1])
        places = range(k0, min(k1, n2 - 1) + 1)
        return all(own[0] + (inner[k] + pin[k] if k else 0) + beyond[k + 1] >= 0 for k in places)


def sentences(entry):
    """The claim, a sentence a field."""
    head, worst, exact, run = (entry[k] for k in ("head", "worst", "exact", "run"))
    made = (f"{k} {len(x) if k == 'letters' else x}" for k, x in entry["construction"].items())
    runs = " ".join(f"{token}×{count}" for token, count in worst["input"])
    runs += ", an input" if worst["valid"] else ", no proper input"
    said, beta = f"by {run} or more" if run else "with no lead proved", float.fromhex(head["beta"])
    proved = sum(Fraction(x or 0) > 0 for x in (exact, run))
    verdict = ("not certified", "certified over the reals", "certified")[proved]
    return {
        "head": f"About the listed weights {entry['weights_sha256']}: “{head['name']}”,",
        "construction": f"β {beta!r}, {head['number_format']}. Construction: {', '.join(made)}.",
        "rule": f"Task: {entry['rule']['name']}, rule {entry['rule_sha256']}.",
        "n0": f"On every input of at most {entry['n0']} tokens the answer leads each other output:",
        "exact": f"over the reals by {exact} or more;",
        "run": f"in a run ({MODEL}) {said}. Verdict: {verdict}.",
        "worst": f"Closest: {runs}, has {worst['answer']} lead {worst['other']} by less than"
        f" {worst['below']}.",
    }


def check_worst(worst, rule, every, reals, upper):
    """The named input is one, and the answer's lead there is below ``upper``, in 10^-9."""
    need({*worst} == {"input", "answer", "other", "valid", "below"}, "missing or unknown fields")
    need(worst["below"] == f"{Decimal(upper).scaleb(-9):f}", "below is not 3e-9 above the bound")
    counts, head, margin = [n for _, n in worst["input"]], reals.head, Fraction(upper, NANO)
    need(all(type(n) is int and n > 0 for n in counts) and sum(counts) <= head.n0, "its length")
    names = [token for token, n in worst["input"] for _ in range(n)]
    back, other, o = [*map(head.tokens.index, names[::-1])], head.outputs.index(worst["other"]), -1
    for q, near, far, pins, (k0, k1), (n1, n2) in every:
        places = range(k0, min(k1 + 1, len(back)) if q == back[0] and n1 <= len(back) <= n2 else k0)
        for (pin, answer), k in product(pins, places):
            pinned = (k == 0 or back[k] in pin) and near.issuperset(back[1:k])
            o = answer if pinned and far.issuperset(back[k + 1 :]) else o
    need(o >= 0 and worst["answer"] == head.outputs[o] != worst["other"], "answer: not the task's")
    asked = enumerate(names, 1) if rule["name"] == "retrieval" else ()
    held = ({y for y in names[:j] if y[0] == x[1]} for j, x in asked if x[1].isalpha())
    need(worst["valid"] is all(len(x) == 1 for x in held), "valid is not what it says")
    short, query = 0, head.ask[back[0]]
    for t, b in enumerate(back):
        gain = reals.gain("values", b, o, other) + reals.gain("skip", back[0], o, other)
        short += reals.terms(query, ((head.kind[b], -gain),), margin)[t]
    need(short > 0, "the other output does not come that close")


def check_bound(bound, reading, every, few):
    """The lower bound, in units of 10^-9, holds on every input; none where a run says nothing."""
    if max(reading.drift.values()) > HOPELESS:
        return need(bound is None, "rounding errors are too large for a bound")
    lower, jobs = int(bound.replace(".", "")), reading.jobs(every, few)
    need(bound == f"{Decimal(lower).scaleb(-9):f}", "not written in 10^-9")
    need(jobs and all(reading.is_least(x, Fraction(lower, NANO)) for x in jobs), "not proved")
    return lower


def check_subject(entry):
    """All that comes before the margins: the head, the rule, the cases and stand-ins."""
    need({*entry} == {*FIELDS.split()}, "missing or unknown fields")
    n0, rule, made = entry["n0"], entry["rule"], entry["construction"]
    need(entry["format"] == "rope-claims margin certificate 2", "format: unknown")
    for name, hashed in (("weights_sha256", "head"), ("rule_sha256", "rule")):
        digest = sha256(json.dumps(entry[hashed], sort_keys=True).encode()).hexdigest()
        need(entry[name] == digest, f"{name}: not that of the {hashed}")
    need(type(n0) is int and 2 <= n0 <= 1 << 16, "n0: an integer from 2 is needed")
    with field("head"):
        head = Head(entry["head"], n0)
    with field("construction"):
        asked = check_construction(made, head)
    with field("rule"):
        need({*rule} == {*RULES[rule["name"]].split()}, "missing or unknown fields")
        of = made["name"].removesuffix("-symbolic") in ("any", rule["name"])
        need(of and (len(rule) > 1 or head.tokens == head.outputs), "not one for such a head")
        few = stand_ins(head, made["name"])
        every = [x for x in cases(head, rule, n0, few) if head.tokens[x[0]] in asked]
        held = all(0 <= k < n2 and 1 <= n1 <= n2 <= n0 for *_, (k, _), (n1, n2) in every)
        need(held, "an offset or a length that no input has")
        return head, every, few


def check(text):
    """Check a certificate's text and return its claim; Rejected says what is false in it."""
    entry, _ = json.loads(text), setcontext(Context(40, ROUND_FLOOR, MIN_EMIN, MAX_EMAX))
    with field("certificate"):
        plain = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
        need(text.rstrip("\n") == plain, "not written plainly, or a field twice")
        head, every, few = check_subject(entry)
    with field("exact"):
        reals = Reading(head, run=False)
        lower = check_bound(entry["exact"], reals, every, few)
    with field("worst"):
        check_worst(entry["worst"], entry["rule"], every, reals, lower + WIDTH)
    with field("run"):
        check_bound(entry["run"], Reading(head, run=True), every, few)
    with field("claim"):
        said = sentences(entry)
        wrong = [name for name, sentence in said.items() if sentence not in entry["claim"]]
        need(entry["claim"] == " ".join(said.values()), f"not what the fields say: {wrong}")
    return entry["claim"]


def main(arguments):
    """Check one file; the exit code."""
    try:
        with open(str(*arguments), encoding="utf-8") as file:
            return print(f"VALID: {check(file.read())}") or 0
    except Rejected as error:
        return print(f"REJECTED: {error}", file=sys.stderr) or 1
    except (TypeError, OSError, ValueError, RecursionError) as error:
        return print(f"give one certificate file: {error}", file=sys.stderr) or 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
