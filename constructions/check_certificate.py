"""Check a margin certificate: ``python constructions/check_certificate.py FILE``.

A certificate lists the weights of an attention head and states how far the right answer's output
leads every other output on every input of a task: over the real numbers, and in any run that obeys
an error model (``MODEL``). This file needs nothing but Python's standard library. Every rounding of
its own errs against the certificate.

With offset t, the distance back from the query, and weights e^logit, output o is

    y_o = skip[a, o] + (sum over t of e^logit(a, b_t, t) · values[b_t, o]) / Z,
    logit(a, b, t) = beta · keys[b]ᵀ R_t queries[a],    Z = sum over t of e^logit(a, b_t, t).

For a query a, its answer o and a rival o', Z·(y_o - y_o' - m) is a sum of one term a position,

    e^logit(a, b_t, t) · (values[b_t, o] - values[b_t, o'] + skip[a, o] - skip[a, o'] - m).

So the least sum over all inputs is the sum of the least terms, and the margin is at least m on all
of them if no such sum is negative.

Exit code 0: valid, and the margin is positive, in a run too (with ``--reals``: over the reals);
1: rejected, with the reason; 2: no JSON file, or wrong usage; 3: valid, but not certified.
"""

import json
import sys
from contextlib import contextmanager
from decimal import MAX_EMAX, MIN_EMIN, ROUND_FLOOR, Context, Decimal, setcontext
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from itertools import accumulate, groupby, product
from math import ceil, floor
from typing import NamedTuple

VERSION = "rope-claims margin certificate 3"
NANO = 10**9
WIDTH = 3
"""``worst`` has a margin less than so many nanos (10^-9) above the bound."""
HOPELESS = 16
"""A run whose logits are uncertain by more than this gets no bound."""
LONGEST = 1 << 16
MODEL = (
    "rotations, attention weights and outputs are rounded to the format (unit u), all else to its"
    " accumulator (unit v), in any order; |fl(x op y) - x op y| <= unit |x op y|, but in a rotation"
    " products with 0 or powers of two and sums with 0 are exact; the table of cos and sin is"
    " within u/2; exp within 4 v; results below 2^-126 may become 0"
)


class Format(NamedTuple):
    """Significant bits of a number format and of the sums inside dot products and softmax."""

    bits: int
    accumulator: int


FORMATS = {"bf16": Format(8, 24), "float32": Format(24, 24), "float64": Format(53, 53)}


# --- What is wrong, and where ---------------------------------------------------------------------


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
    except Rejected as error:
        raise Rejected(f"{name}: {error}") from None
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise Rejected(f"{name}: of the wrong form, {error!r}") from None


# --- The file's form ------------------------------------------------------------------------------
# A shape is a type; [shape], a list of such; (shape, …), a list of just these; {str: shape}, an
# object of such; {"field": shape, …}, an object of just these fields. True is no int, 4.0 neither.

CERTIFICATE = {
    "format": str,
    "claim": str,
    "construction": dict,
    "n0": int,
    "exact": str,
    "run": str | None,
    "worst": dict,
    "rule": dict,
    "rule_sha256": str,
    "weights_sha256": str,
    "head": dict,
}
HEAD = {
    "name": str,
    "tokens": [str],
    "outputs": [str],
    "queries": [[str]],
    "keys": [[str]],
    "values": [{str: str}],
    "skip": [{str: str}],
    "angles": [str],
    "beta": str,
    "number_format": str,
}
WORST = {"input": [(str, int)], "answer": str, "other": str, "valid": bool, "below": str}
BINDINGS = {"name": str, "attributes": {str: (str, str)}}
RULES = {
    "index": {"name": str},
    "retrieval": {"name": str},
    "lookup": BINDINGS,
    "induction": BINDINGS,
    "position": {"name": str, "offsets": {str: int}, "lengths": (int, int)},
}
SYMBOLIC = "retrieval-symbolic"
PRINTED = {"name": str, "letters": [str], "integers": int, "theta": str}
CONSTRUCTIONS = {
    "any": {"name": str},
    "index": PRINTED,
    "retrieval": PRINTED,
    SYMBOLIC: {"name": str, "letters": [str], "integers": int},
}


WORDS = {str: "a text", int: "a whole number", bool: "true or false", dict: "an object"}


def need_shape(value, shape):
    """Reject a JSON value of another shape."""
    if shape == str | None:
        need(value is None or type(value) is str, "neither a text nor null")
    elif isinstance(shape, type):
        need(type(value) is shape, f"not {WORDS[shape]}")
    elif isinstance(shape, dict):
        need(type(value) is dict, "not an object")
        anything = {*shape} == {str}
        need(anything or {*value} == {*shape}, "missing or unknown fields")
        for name, inside in value.items():
            with field(name):
                need_shape(inside, shape[str] if anything else shape[name])
    else:
        need(type(value) is list, "not a list")
        shapes = shape if isinstance(shape, tuple) else shape * len(value)
        need(len(value) == len(shapes), "a list of another length")
        for inside, its in zip(value, shapes, strict=True):
            need_shape(inside, its)


def read(text):
    """The file's JSON, written in the one plain way: no field twice, no 4.0, NaN or spaces."""

    def once(members):
        need(len({name for name, _ in members}) == len(members), "certificate: a field twice")
        return dict(members)

    def refuse(number):
        raise Rejected(f"certificate: {number}: only whole numbers are written without quotes")

    entry = json.loads(text, object_pairs_hook=once, parse_float=refuse, parse_constant=refuse)
    plain = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    need(text in (plain, plain + "\n"), "certificate: not written plainly")
    return entry


def nanos(text):
    """A decimal of nine places as an integer number of 10^-9."""
    number = int(text.replace(".", ""))
    need(text == decimal(number), "not written in 10^-9")
    return number


def decimal(number):
    """An integer number of 10^-9 as a decimal."""
    return f"{Decimal(number).scaleb(-9):f}"


# --- Arithmetic -----------------------------------------------------------------------------------

FINE = 160
"""Cosines and sines are in units of 2^-160."""
P = 96
"""Logits and weights are in units of 2^-96."""
GUARD = 32
"""Bits beyond those of an exponential's units."""
SQUARINGS = 14
TAU = Fraction("6.28318530717958647692528676655900576839433879875021164194989")
"""2π, to 10^-59."""
LN_TEN = Fraction("2.30258509299404568401799145468436420760110148862877297603333")
"""ln 10, to 10^-59."""
NEVER = Decimal("Infinity")
"""The least of no terms."""


class Circle(NamedTuple):
    """A cosine and a sine, and what either may be off by, all in the same units."""

    cos: int
    sin: int
    error: int


def cos_sin(x, bits):
    """cos x and sin x in units of 2^-bits, x a Fraction, by their series."""
    cosine, sine, errors = 0, 0, 0
    term, error, k = 1 << bits, 0, 0  # |term - 2^bits·x^k/k!| <= error
    while k <= 2 * abs(x) or abs(term) > error + 4:
        sign = (1, 1, -1, -1)[k % 4]
        if k % 2 == 0:
            cosine += sign * term
        else:
            sine += sign * term
        errors += error
        k += 1
        # Both divisions round down: 1 for the term's, 1 for the error's own.
        term = term * x.numerator // (x.denominator * k)
        error = error * abs(x.numerator) // (x.denominator * k) + 2
    # Left out are the terms from k on. Each is at most half of the one before it, as k > 2|x|, so
    # together they are at most twice the first.
    return Circle(cosine, sine, errors + 2 * (abs(term) + error))


class Ends(NamedTuple):
    """A number is at least ``low`` and at most ``high``."""

    low: Decimal
    high: Decimal


@cache
def ln_ten(bits):
    """ln 10 in units of 2^-bits, rounded down."""
    return floor(LN_TEN * 2**bits)


@lru_cache(maxsize=64)  # a logit that does not depend on the offset comes again and again
def exponential(x, bits):
    """Ends of 2^bits·e^(x / 2^bits), |x| / 2^bits below 2^62.

    e^(x/2^bits) = 10^n·e^-r with r from 0 to ln 10; e^-r is the 2^14th power of e^-(r/2^14).
    """
    fine = 96  # LN_TEN is known to 2^-195, and n is below 2^61: r to 2^-35 of a unit
    ten = ln_ten(bits + fine)
    n = -((-x << fine) // ten)
    one = bits + GUARD
    small = (n * ten - (x << fine)) >> (fine - GUARD + SQUARINGS)
    power = 1 << one
    for k in range(one // 12 + 1, 0, -1):  # 1 - s(1 - s/2(1 - s/3 …)), s = r/2^14 < 2^-12
        power = (1 << one) - (small * power >> one) // k
    # Now at most 3 too large: ``small`` is rounded down, and so is what is taken off. At most 2^-10
    # too small, by the smaller products and the rest of the series. A squaring doubles the error
    # and takes less than 1 off.
    for _ in range(SQUARINGS):
        power = power * power >> one
    low = (power - (3 << SQUARINGS)) >> GUARD
    high = ((power + (2 << SQUARINGS)) >> GUARD) + 1
    return Ends(Decimal(low).scaleb(n), Decimal(high).scaleb(n))


def nearest(x, bits):
    """The number of so many significant bits nearest to a Fraction, ties to even."""
    if x == 0:
        return Fraction(0)
    exponent = abs(x.numerator).bit_length() - x.denominator.bit_length()
    if abs(x) < Fraction(2) ** exponent:
        exponent -= 1
    unit = Fraction(2) ** (exponent - bits + 1)  # 2^exponent <= |x| < 2^(exponent + 1)
    return round(x / unit) * unit


def point(turn, bits):
    """(0, 1) turned by so many turns, each coordinate the nearest number of so many bits."""
    cosine, sine, error = cos_sin(TAU * ((turn + Fraction(1, 4)) % 1), FINE)
    return tuple(
        # What cannot be told from 0 is 0: the turn is a quarter of one, or two, or three.
        nearest(Fraction(x, 1 << FINE), bits) if abs(x) > error + 2 else 0
        for x in (cosine, sine)
    )


# --- The head -------------------------------------------------------------------------------------


class Logits(NamedTuple):
    """Logits of one query and key at each offset, and their error, in 2^-96."""

    row: list[int]
    error: int


class Head:
    """The listed weights as Fractions; values and skip as {output's index: number} a token.

    Tokens with one key weigh alike: ``kind[b]`` is the first token with b's key, ``ask[a]`` the
    first with a's query.
    """

    def __init__(self, entry, n0):
        need_shape(entry, HEAD)
        self.tokens, self.outputs, self.n0 = entry["tokens"], entry["outputs"], n0
        self.format = FORMATS[entry["number_format"]]
        self.queries, self.keys = (self.rows(entry[name]) for name in ("queries", "keys"))
        self.values, self.skip = (self.sparse(entry[name]) for name in ("values", "skip"))
        self.ask = [self.queries.index(row) for row in self.queries]
        self.kind = [self.keys.index(row) for row in self.keys]
        self.angles = [self.number(x) for x in entry["angles"]]
        self.beta = self.number(entry["beta"])
        self.need_sizes()
        self.need_names(entry["name"])

    @cached_property
    def table(self):
        """Cosine and sine of each plane's angle at each offset; made when a margin asks for it."""
        # tθ leaves at most 2^30 turns to take off, so TAU's error is below 2^-165.
        return [[cos_sin(x * t % TAU, FINE) for t in range(self.n0)] for x in self.angles]

    def number(self, text):
        """A Fraction from a float as float.hex writes it."""
        x = float.fromhex(text)
        exact = Fraction(x)
        need(x.hex() == text and nearest(exact, self.format.bits) == exact,
             f"{text}: not of the format")  # fmt: skip
        # Then no product of two overflows in a run, and what is flushed is as small as MODEL's 8 v.
        need(x == 0 or 2.0**-126 <= abs(x) <= 2.0**56, f"{text}: neither 0 nor from 2^-126 to 2^56")
        return exact

    def rows(self, table):
        """Queries or keys."""
        return [tuple(self.number(x) for x in row) for row in table]

    def sparse(self, table):
        """Values or skip."""
        at = self.outputs.index
        return [{at(o): self.number(x) for o, x in row.items()} for row in table]

    def need_sizes(self):
        """Reject tables that do not fit each other, and numbers that the bounds are not for."""
        sizes = {len(table) for table in (self.queries, self.keys, self.values, self.skip)}
        need(sizes == {len(self.tokens)}, "a table's size")
        widths = {len(row) for row in self.queries + self.keys}
        need(widths == {2 * len(self.angles)}, "a row's size")
        need(self.beta > 0, "beta: not positive")
        need(all(abs(x) <= 1 << 16 for x in self.angles), "a wide angle")

    def need_names(self, name):
        """Reject names that could read as a part of a sentence, or name two things."""
        plain = name.replace(",", "").replace(" ", "")
        for word in (plain, *self.tokens, *self.outputs):
            need(is_word(word), "a name or token of other signs than letters and digits")
        for words in (self.tokens, self.outputs):
            need(len({*words}) == len(words), "a table's size: a name twice")

    def logits(self, query, key):
        """The logits at each offset: cos(tθ)·x + sin(tθ)·y a plane."""
        row, error = [0] * self.n0, 0
        for plane, table in enumerate(self.table):
            q0, q1 = self.queries[query][2 * plane : 2 * plane + 2]
            k0, k1 = self.keys[key][2 * plane : 2 * plane + 2]
            x = floor(self.beta * (k0 * q0 + k1 * q1) * 2**P)
            y = floor(self.beta * (k1 * q0 - k0 * q1) * 2**P)
            row = [
                sofar + ((c * x + s * y) >> FINE)
                for sofar, (c, s, _) in zip(row, table, strict=True)
            ]
            # c and s are off by their error and less than 1 for TAU. Rounding x and y down takes
            # less than |cos| + |sin| <= √2, rounding the sum less than 1, this line less than 1.
            off = 1 + max(circle.error for circle in table)
            error += ((abs(x) + abs(y)) * off >> FINE) + 4
        # Beyond, e^logit would leave the range of decimals, and an upper end become 0.
        need(error < 1 << 20, "beta is too large here")
        need(max(map(abs, row)) < 1 << P + 60, "beta is too large here")
        return Logits(row, error)


def is_word(name):
    """Is it of ASCII letters and digits: no sign that sentences are made of, and no look-alike?"""
    return name.isascii() and name.isalnum()


# --- Constructed heads ----------------------------------------------------------------------------


class Token(NamedTuple):
    """What a construction says of one token."""

    queries: tuple[Fraction, ...]
    keys: tuple[Fraction, ...]
    values: dict[int, Fraction]
    skip: dict[int, Fraction]


class Made(NamedTuple):
    """The parameters of a construction."""

    name: str
    letters: list[str]
    numbers: list[str]
    theta: Fraction

    def phase(self, letter):
        """The turn that stands for a letter."""
        return -Fraction(self.letters.index(letter) + 1, len(self.letters))

    def tokens(self):
        """Every token as its halves; of index, each is its own only half."""
        if self.name == "index":
            return [(x,) for x in (*self.letters, *self.numbers)]
        return [*product(self.letters, self.numbers), *product(self.letters, self.letters)]


def parameters(entry, head):
    """The parameters, each written in one way."""
    need_shape(entry, CONSTRUCTIONS[entry["name"]])
    name, letters, integers = entry["name"], entry["letters"], entry["integers"]
    theta = Fraction(*map(int, entry["theta"].split("/"))) if "theta" in entry else Fraction(0)
    need(entry.get("theta", "0") == str(theta), "a parameter's form")
    need(0 <= integers <= len(head.tokens), "a parameter's form")
    for x in letters:
        need(x.isalpha() and (name == "index" or len(x) == 1), "a parameter's form")
    return Made(name, letters, [str(i) for i in range(1, integers + 1)], theta)


def check_construction(entry, head):
    """Each weight is the nearest to the construction's; returns the tokens that ask.

    Symbolic Retrieval is not changed by renaming letters, or integers: three queries stand for all.
    """
    if entry["name"] == "any":
        need_shape(entry, CONSTRUCTIONS["any"])
        return head.tokens
    made = parameters(entry, head)
    halves = made.tokens()
    names = ["".join(x) for x in halves]
    need(names == head.tokens == head.outputs, f"tokens or outputs: not {made.name}'s")
    says = {"index": index_token, "retrieval": retrieval_token, SYMBOLIC: symbolic_token}
    for b in range(len(halves)):
        for table, row in says[made.name](made, halves, b, head.format.bits)._asdict().items():
            need(
                getattr(head, table)[b] == row, f"weight {table}[{b}] is not what {made.name} says"
            )
    planes = len(head.queries[0]) // 2
    turning = [nearest(TAU * made.theta, head.format.bits)] * planes
    need(head.angles == turning, f"weight angles[...] is not what {made.name} says")
    if made.name != SYMBOLIC:
        return head.tokens
    first = made.letters[0]
    return [first + right for right in (*made.letters[:2], "1")]


def index_token(made, halves, b, bits):
    """An integer asks for the place so many back; letters say 2 for themselves, all keep 1."""
    (name,) = halves[b]
    number = name in made.numbers
    asks = -int(name) * made.theta if number else Fraction(0)
    values = {} if number else {b: Fraction(2)}
    return Token(point(asks, bits), point(Fraction(0), bits), values, {b: Fraction(1)})


def retrieval_token(made, halves, b, bits):
    """Left letter at its phase as a key; asks at that of the right one, else of its own."""
    left, right = halves[b]
    asks = made.phase(right if right in made.letters else left)
    return Token(point(asks, bits), point(made.phase(left), bits), {b: Fraction(1)}, {})


def symbolic_token(made, halves, b, bits):
    """A still plane a left half, and one an integer; an output is said by both of its halves."""
    left, right = halves[b]
    asks, offers = [], []
    for x in (*made.letters, *made.numbers):
        own, asked, held = x == left, x == right, x == right and x in made.numbers
        asks += [Fraction(0), Fraction(own, 2) + asked]
        offers += [Fraction(0), Fraction(own) + held]
    values = {}
    for c, (its_left, its_right) in enumerate(halves):
        shared = (its_left == left) + (its_right == right)
        if shared:
            values[c] = Fraction(shared)
    return Token(tuple(asks), tuple(offers), values, {})


def stand_ins(head, construction):
    """Tokens, and outputs as rivals, that stand for all others of a constructed head.

    The answer, the rival and a token that is neither: three of each kind whose exchange, as keys
    and as outputs, changes nothing. Index: the letters, the integers. Retrieval: the tokens of one
    left letter, those with an integer, which may stand wherever the others may; all tokens where
    there are fewer than three. Symbolic: query, answer and rival name five letters and two integers
    at most, and one more of each stands for the rest.
    """
    everything = frozenset(range(len(head.outputs)))
    if construction == "any":
        return everything
    if construction == "index":
        return three_of_each([x.isdigit() for x in head.tokens])
    lefts = [x[0] for x in head.tokens]
    if construction == "retrieval":
        numbers = sum(x[1:].isdigit() for x in head.tokens)
        return three_of_each(lefts) if numbers >= 3 * len({*lefts}) else everything
    some = {*[*dict.fromkeys(lefts)][:6], "1", "2", "3"}
    return frozenset(b for b, x in enumerate(head.tokens) if x[0] in some and x[1:] in some)


def three_of_each(labels):
    """The first three of each label."""
    return frozenset(b for b, x in enumerate(labels) if labels[:b].count(x) < 3)


# --- The task: its inputs as cases ----------------------------------------------------------------


class Span(NamedTuple):
    """From the first to the last, both among them."""

    first: int
    last: int


class Pin(NamedTuple):
    """If the token at the pin is of this set, this output is the answer."""

    tokens: frozenset[int]
    answer: int


class Case(NamedTuple):
    """Inputs that end with the query and have one of the pins at an offset of the span.

    A pin at offset 0 is the query itself. Nearer than the pin stand ``near`` tokens, beyond it
    ``far`` ones. An input is the task's if some case has it.
    """

    query: int
    near: frozenset[int]
    far: frozenset[int]
    pins: tuple[Pin, ...]
    offsets: Span
    lengths: Span


NOTHING: frozenset[int] = frozenset()


def index_cases(head, n0, few):
    """A number s above 0 is answered by the token s back if that is no number; else the query."""
    number = [x.isdigit() for x in head.tokens]
    for q, name in enumerate(head.tokens):
        here = few | {q}
        back = int(name) if number[q] else 0
        if back == 0:
            yield Case(q, NOTHING, here, (Pin(NOTHING, q),), Span(0, 0), Span(1, n0))
        elif back < n0:
            letters = frozenset(b for b in here if not number[b])
            found = tuple(Pin(frozenset({c}), c) for c in sorted(letters))
            pins = (*found, Pin(here - letters, q))
            yield Case(q, here, here, pins, Span(back, back), Span(1, n0))


def retrieval_cases(head, n0, few):
    """A token is a letter and a letter or number; after a letter x, the token that begins with x.

    The pin is the first such token. All of them are the same, and none before it may end with x.
    """
    for name in head.tokens:
        pair = name[:1].isalpha() and (name[1:].isdigit() or name[1:].isalpha() and len(name) == 2)
        need(pair, "tokens: not a letter and a letter or number each")
    for q, name in enumerate(head.tokens):
        here, asked = few | {q}, name[1:]
        if asked.isdigit():
            yield Case(q, NOTHING, here, (Pin(NOTHING, q),), Span(0, 0), Span(1, n0))
            continue
        fits = frozenset(b for b in here if head.tokens[b][0] == asked)
        others = here - fits
        far = frozenset(b for b in others if head.tokens[b][1:] != asked)
        for t in sorted({q} if name[0] == asked else fits):
            nearest_pin = 0 if t == q else 1
            pin = Pin(frozenset({t}), t)
            yield Case(q, others | {t}, far, (pin,), Span(nearest_pin, n0 - 1), Span(1, n0))


def position_cases(head, rule):
    """The last token names a place so many back; the tokens before it are the answers."""
    offsets, lengths = rule["offsets"], Span(*rule["lengths"])
    symbols = [b for b, x in enumerate(head.tokens) if x not in offsets]
    pins = tuple(Pin(frozenset({b}), head.outputs.index(head.tokens[b])) for b in symbols)
    before = frozenset(symbols)
    for name, back in offsets.items():
        query = head.tokens.index(name)
        yield Case(query, before, before, pins, Span(back, back), lengths)


def bound_cases(head, rule, n0):
    """Context tokens have a symbol and an attribute; the query is named by the symbol it asks for.

    The pin is the last token of that symbol. Beyond it a lookup may have the symbol with the same
    attribute alone, an induction any token.
    """
    attributes = rule["attributes"]
    context = frozenset(map(head.tokens.index, attributes))
    for q, symbol in enumerate(head.tokens):
        if symbol in attributes:
            continue
        mine = {head.tokens.index(x): o for x, (s, o) in attributes.items() if s == symbol}
        others = context - {*mine}
        for attribute in sorted({*mine.values()}):
            same = frozenset(b for b, o in mine.items() if o == attribute)
            far = context if rule["name"] == "induction" else others | same
            pin = Pin(same, head.outputs.index(attribute))
            yield Case(q, others, far, (pin,), Span(1, n0 - 1), Span(2, n0))


def check_rule(rule, head, construction, few):
    """The cases of the rule, if it is one for such a head; each has an input."""
    need_shape(rule, RULES[rule["name"]])
    name, n0 = rule["name"], head.n0
    need(construction.removesuffix("-symbolic") in ("any", name), "not one for such a head")
    if name in ("index", "retrieval"):
        need(head.tokens == head.outputs, "not one for such a head")
        return [*(index_cases if name == "index" else retrieval_cases)(head, n0, few)]
    if name == "position":
        shortest, longest = rule["lengths"]
        need(1 <= shortest <= longest == n0, "an offset or a length that no input has")
        for back in rule["offsets"].values():
            need(1 <= back < n0, "an offset or a length that no input has")
        return [*position_cases(head, rule)]
    for symbol, attribute in rule["attributes"].values():
        need(is_word(symbol), "a symbol of other signs than letters and digits")
        need(attribute in head.outputs, f"{attribute}: not an output")
    return [*bound_cases(head, rule, n0)]


# --- What rounding may do to a run ----------------------------------------------------------------

ROOT = Fraction(17, 12)
"""Above √2: two coordinates, each off by at most 1, are off by at most √2 together."""
FLUSHED = Fraction(1, 10**24)
"""Weights below 2^-126 may become 0, up to 2^16 of them, which takes less than 2^-108 of a value
from an output. That shows in no ninth place; it is taken off because the model allows it."""


def compounded(factors, unit):
    """How far a product of so many factors (1 + δ)^±1, |δ| <= unit, is from 1."""
    need(factors * unit < 1, "so many roundings say nothing")  # beyond, the bound turns negative
    return factors * unit / (1 - factors * unit)


class Turned(NamedTuple):
    """|vector|², and 1 + the relative error of the vector once turned, in its length."""

    square: Fraction
    rough: Fraction


class Model:
    """What the error model allows, in the head's format; all of it 0 over the reals.

    ``drift[q, k]`` bounds a logit's error; ``span[q]`` less a logit x bounds how far the run's own
    x is below the largest. ``rho`` is the relative error of each summand of an output, ``flush``
    what flushed weights take from one.
    """

    def __init__(self, head, run):
        self.u = Fraction(run, 1 << head.format.bits)
        self.v = Fraction(run, 1 << head.format.accumulator)
        # A summand w·V/Z: n0 - 1 sums for Z, its reciprocal, two products, n0 sums with the skip.
        in_accumulator = compounded(2 * head.n0 + 2, self.v)
        # The weight, the mix and the output are rounded to the format.
        in_format = compounded(3, self.u)
        self.rho = (1 + in_accumulator) * (1 + in_format) - 1
        sizes = [abs(x) for row in head.values + head.skip for x in row.values()]
        self.flush = run * FLUSHED * (1 + ceil(max(sizes, default=0)))
        reach, self.drift, self.span = {}, {}, {}
        # A logit's product and sum a coordinate, and the product with beta.
        dot = compounded(2 * len(head.angles) + 1, self.v)
        queries = {q: self.turned(head.queries[q]) for q in head.ask}
        keys = {k: self.turned(head.keys[k]) for k in head.kind}
        for (q, query), (k, key) in product(queries.items(), keys.items()):
            # |keyᵀ R query| <= |key||query| <= (|key|² + |query|²)/2.
            reach[q, k] = head.beta * (query.square + key.square) / 2
            self.drift[q, k] = reach[q, k] * (query.rough * key.rough * (1 + dot) - 1)
        for q in queries:
            # A run's logit x' of the query is at most reach + drift, and x at most x' + drift. The
            # two drifts come times v, of the order of v², and show in no ninth place.
            largest = max(reach[q, k] for k in keys)
            self.span[q] = largest + 2 * max(self.drift[q, k] for k in keys)

    def turned(self, vector):
        """A query or key, and what turning it by the table does to it."""
        square = sum((x * x for x in vector), Fraction(0))
        # cos and sin are off by u/2 each: what is at most 1 and rounded to nearest is.
        rough = 1 + ROOT * self.u / 2
        planes = zip(vector[::2], vector[1::2], strict=True)
        if any(x and y for x, y in planes) or any(nearest(x, 1) != x for x in vector):
            # Not only products with 0 and powers of two, and sums with 0, which are exact. Two
            # products and a sum a coordinate: |x c| + |y s| and |x s| + |y c| are together at most
            # √2 times the vector's length.
            rough *= (1 + ROOT * self.u) * (1 + self.u)
        return Turned(square, rough)

    def slack(self, q, k):
        """(fixed, v): a run's exponent x is off by at most fixed - v·x, both readings.

        exp takes 4 v. What is flushed on the way to a logit takes less than 2^-62 a coordinate
        within the sizes that ``Head.number`` allows, for which 4 v more are plenty. The largest
        logit is subtracted before, and the difference, at most span - x, rounded by v of it.
        """
        return self.drift[q, k] + self.v * (8 + self.span[q]), self.v


# --- Least sums -----------------------------------------------------------------------------------


class Weights(NamedTuple):
    """Ends of e^logit at each offset, times 2^96."""

    low: list[Decimal]
    high: list[Decimal]


class Gain(NamedTuple):
    """The least gain of an answer over a rival among tokens of one key."""

    kind: int
    least: Fraction


class Sum(NamedTuple):
    """A sum to minimise; ``own``, ``near``, ``pin`` and ``far`` are gains by key."""

    query: int
    skip: Fraction
    own: tuple[Gain, ...]
    near: tuple[Gain, ...]
    pin: tuple[Gain, ...]
    far: tuple[Gain, ...]
    offsets: Span
    lengths: Span


class Reading:
    """Weights and gains over the reals, or (``run``) at their worst in the format's runs."""

    def __init__(self, head, run):
        self.head, self.model = head, Model(head, run)
        self.weights, self.gains, self.terms = map(cache, (self.weights, self.gains, self.terms))
        self.gain_of = cache(self.gain_of)

    def weights(self, query, key):
        """e^logit at each offset, from the least that it can be to the most."""
        row, error = self.head.logits(query, key)
        fixed, v = self.model.slack(query, key)
        fixed, scale = ceil(fixed * 2**P) + error, int(v * 2**60)  # exact: v is 0, 2^-24 or 2^-53
        low, high = [], []
        for x in row:
            slack = fixed - (scale * x >> 60)  # rounded up, as x·v is rounded down
            low.append(exponential(x - slack, P).low)
            high.append(exponential(x + slack, P).high)
        return Weights(low, high)

    def gain(self, row, o, rival):
        """At most row[o] - row[rival], less what rounding may take from either."""
        if o not in row and rival not in row:
            return -self.model.flush
        mine, its = row.get(o, Fraction(0)), row.get(rival, Fraction(0))
        return mine - its - self.model.rho * (abs(mine) + abs(its)) - self.model.flush

    def gain_of(self, b, o, rival):
        """``gain`` by the value of a token."""
        return self.gain(self.head.values[b], o, rival)

    def gains(self, tokens, o, rival):
        """The least gain by key; tokens of one key weigh alike, so the least decides."""
        least = {}
        for b in tokens:
            kind, gain = self.head.kind[b], self.gain_of(b, o, rival)
            least[kind] = min(gain, least.get(kind, gain))
        return tuple(Gain(*item) for item in sorted(least.items()))

    def sums(self, cases, few):
        """The distinct sums, over every case, answer and rival.

        Rivals are the stand-ins and the query's own output.
        """
        found, outputs = set(), range(len(self.head.outputs))
        for case in cases:
            skip = self.head.skip[case.query]
            rivals = {r for r in few | {case.query} if r in outputs}
            for pin in case.pins:
                for rival in rivals - {pin.answer}:
                    sets = (frozenset({case.query}), case.near, pin.tokens, case.far)
                    gains = (self.gains(tokens, pin.answer, rival) for tokens in sets)
                    own_skip = self.gain(skip, pin.answer, rival)
                    ask = self.head.ask[case.query]
                    found.add(Sum(ask, own_skip, *gains, case.offsets, case.lengths))
        return found

    def terms(self, query, gains, shift):
        """At most the least term e^logit·(gain + shift) at each offset; NEVER without tokens."""
        least = [NEVER] * self.head.n0
        for kind, gain in gains:
            total = gain + shift
            factor = Decimal(total.numerator) / total.denominator  # rounded down
            weights = self.weights(query, kind)
            # The least product is with the least weight where the factor is positive, else with
            # the largest.
            ends = weights.high if factor < 0 else weights.low
            least = [x if (y := w * factor) > x else y for x, w in zip(least, ends, strict=True)]
        return least

    def is_least(self, job, margin):
        """Is Z·(y_o - y_rival - margin) certainly >= 0 on every input of a sum?"""
        shift = job.skip - margin
        own, near, pin, far = (
            self.terms(job.query, gains, shift) for gains in (job.own, job.near, job.pin, job.far)
        )
        # nearer[k]: the least sum over offsets 1 … k - 1.
        nearer = [Decimal(0), *accumulate(near[1:], initial=Decimal(0))]
        beyond = least_beyond(far, job.lengths)
        # A pin at k needs an input of more than k tokens.
        for k in range(job.offsets.first, min(job.offsets.last, job.lengths.last - 1) + 1):
            pinned = nearer[k] + pin[k] if k > 0 else Decimal(0)
            if own[0] + pinned + beyond[k + 1] < 0:
                return False
        return True


def least_beyond(far, lengths):
    """beyond[n]: the least sum over offsets n, n + 1, … of the inputs of allowed lengths.

    An input may end before offset n if it then has n tokens, as many as the rule asks for. Built
    from the far end, never as a difference, which could cancel.
    """
    beyond = [Decimal(0)] * (lengths.last + 1)
    for n in range(lengths.last - 1, 0, -1):
        on = far[n] + beyond[n + 1]
        beyond[n] = min(Decimal(0), on) if n >= lengths.first else on
    return beyond


def check_bound(bound, reading, cases, few):
    """The lower bound, in units of 10^-9, holds on every input; none where a run says nothing."""
    if max(reading.model.drift.values()) > HOPELESS:
        need(bound is None, "rounding errors are too large for a bound")
        return None
    lower = nanos(bound)
    jobs = reading.sums(cases, few)
    need(jobs, "no input, or no other output")
    for job in jobs:
        need(reading.is_least(job, Fraction(lower, NANO)), "not proved")
    return lower


# --- The input that comes closest -----------------------------------------------------------------


def answers(cases, back):
    """The answers that the cases give to an input, its tokens from the query back."""
    found = set()
    for case in cases:
        if case.query != back[0] or not case.lengths.first <= len(back) <= case.lengths.last:
            continue
        for k in range(case.offsets.first, min(case.offsets.last, len(back) - 1) + 1):
            if case.near.issuperset(back[1:k]) and case.far.issuperset(back[k + 1 :]):
                found |= {pin.answer for pin in case.pins if k == 0 or back[k] in pin.tokens}
    return found


def proper(names):
    """Is a Retrieval input proper: is each letter answered by just one of the tokens so far?"""
    for j, name in enumerate(names, 1):
        fits = {x for x in names[:j] if x[0] == name[1]}
        if name[1].isalpha() and len(fits) != 1:
            return False
    return True


def check_worst(worst, rule, cases, reals, upper):
    """The named input is one, and the answer's lead there is below ``upper``, in 10^-9."""
    head = reals.head
    need_shape(worst, WORST)
    need(worst["below"] == decimal(upper), "below is not 3e-9 above the bound")
    counts = [count for _, count in worst["input"]]
    need(counts and min(counts) > 0 and sum(counts) <= head.n0, "its length")
    names = [token for token, count in worst["input"] for _ in range(count)]
    runs = [[token, len([*same])] for token, same in groupby(names)]
    need(worst["input"] == runs, "input: not written in runs")
    back = [head.tokens.index(name) for name in reversed(names)]
    rival = head.outputs.index(worst["other"])
    found = [head.outputs[o] for o in answers(cases, back)]
    need(found == [worst["answer"]], "answer: not the task's")
    need(worst["answer"] != worst["other"], "other: the answer itself")
    is_proper = rule["name"] != "retrieval" or proper(names)
    need(worst["valid"] is is_proper, "valid is not what it says")
    need(
        falls_short(reals, back, head.outputs.index(worst["answer"]), rival, Fraction(upper, NANO)),
        "the other output does not come that close",
    )


def falls_short(reals, back, o, rival, margin):
    """Is Z·(margin - (y_o - y_rival)) certainly > 0 on this input?"""
    head, query = reals.head, back[0]
    skip = reals.gain(head.skip[query], o, rival)
    total = Decimal(0)
    for t, b in enumerate(back):
        gain = reals.gain(head.values[b], o, rival) + skip
        total += reals.terms(head.ask[query], (Gain(head.kind[b], -gain),), margin)[t]
    return total > 0


# --- The claim in words ---------------------------------------------------------------------------


def sentences(entry):
    """The claim, a sentence a field. With the weights it determines which inputs it is about."""
    head, rule = entry["head"], entry["rule"]
    beta = float.fromhex(head["beta"])
    led = f"by {entry['run']} or more" if entry["run"] else "with no lead proved"
    return {
        "head": f"About the listed weights {entry['weights_sha256']}: “{head['name']}”,",
        "construction": f"β {beta!r}, {head['number_format']}."
        f" Construction: {construction_words(entry['construction'])}.",
        "rule": f"Task: {rule['name']}, rule {entry['rule_sha256']}.",
        "n0": f"Inputs: every sequence of {length_words(rule, entry['n0'])} tokens,",
        "inputs": f"{input_words(rule, head['tokens'])} Nothing is said of other sequences.",
        "exact": "On every input the answer leads each other output: over the reals by"
        f" {entry['exact']} or more;",
        "run": f"in a run ({MODEL}) {led}. Verdict: {verdict(entry)}.",
        "worst": worst_words(entry["worst"]),
    }


def verdict(entry):
    """What is proved: a positive margin over the reals, and in every run."""
    if nanos(entry["exact"]) <= 0:
        return "not certified"
    if entry["run"] is None or nanos(entry["run"]) <= 0:
        return "certified over the reals"
    return "certified"


def construction_words(made):
    """The parameters; of the letters, how many."""
    words = (f"{k} {len(x) if k == 'letters' else x}" for k, x in made.items())
    return ", ".join(words)


def length_words(rule, n0):
    """How many tokens an input has."""
    first = {"index": 1, "retrieval": 1, "lookup": 2, "induction": 2}
    shortest, longest = rule["lengths"] if rule["name"] == "position" else (first[rule["name"]], n0)
    return str(longest) if shortest == longest else f"{shortest} to {longest}"


def input_words(rule, tokens):
    """Which tokens may stand where, and what the answer is."""
    if rule["name"] == "index":
        return (
            f"each any of the {len(tokens)} tokens, unless it ends with a number s and has no more"
            " than s tokens. Answer: after a number s above 0 the token s back, if that is no"
            " number; otherwise the last token."
        )
    if rule["name"] == "retrieval":
        return (
            f"each any of the {len(tokens)} tokens, that ends with a number, or with a letter x"
            " such that the tokens beginning with x are at least one and all the same, and no token"
            " before the first of them ends with x. Answer: the last token if it ends with a"
            " number; otherwise the token that begins with x."
        )
    if rule["name"] == "position":
        return position_words(rule["offsets"], tokens)
    return bound_words(rule, tokens)


def position_words(offsets, tokens):
    """Paper A's Index: which offsets are named, by what, and what stands before."""
    named = ", ".join(f"{name} ({back} back)" for name, back in offsets.items())
    before = ", ".join(x for x in tokens if x not in offsets)
    return (
        f"the last one of {len(offsets)}: {named}; each before it one of"
        f" {len(tokens) - len(offsets)}: {before}; unless it is too short to reach so far back."
        " Answer: the token so many back."
    )


def bound_words(rule, tokens):
    """Lookup and Partial Induction: which pairs there are, who may ask, and what is left out."""
    attributes = rule["attributes"]
    symbols = {symbol for symbol, _ in attributes.values()}
    queries = [x for x in tokens if x not in attributes and x in symbols]
    absent = [x for x in tokens if x not in attributes and x not in symbols]
    pairs = ", ".join(f"{x} ({symbol}: {o})" for x, (symbol, o) in attributes.items())
    if rule["name"] == "lookup":
        which, answer = " and all that are say the same", "what they say"
    else:
        which, answer = "", "what the last of them says"
    return (
        f"the last one of {len(queries)}: {', '.join(queries)}; each before it one of"
        f" {len(attributes)}: {pairs}; at least one of these is of the symbol that the last token"
        f" names{which}. Answer: {answer}. In no input: {len(absent)} of the {len(tokens)} tokens"
        f"{''.join(f', {x}' for x in absent)}."
    )


def worst_words(worst):
    """The input that comes closest."""
    runs = " ".join(f"{token}×{count}" for token, count in worst["input"])
    kept = "an input" if worst["valid"] else "no proper input"
    return (
        f"Closest: {runs}, {kept}, has {worst['answer']} lead {worst['other']}"
        f" by less than {worst['below']}."
    )


# --- The whole file -------------------------------------------------------------------------------


class Subject(NamedTuple):
    """What the margins are about."""

    head: Head
    cases: list[Case]
    few: frozenset[int]


def digest(part):
    """SHA-256 of a field's canonical JSON."""
    return sha256(json.dumps(part, sort_keys=True).encode()).hexdigest()


def check_subject(entry):
    """All that comes before the margins: the head, the rule, its cases and the stand-ins."""
    need_shape(entry, CERTIFICATE)
    need(entry["format"] == VERSION, "format: unknown")
    need(entry["weights_sha256"] == digest(entry["head"]), "weights_sha256: not that of the head")
    need(entry["rule_sha256"] == digest(entry["rule"]), "rule_sha256: not that of the rule")
    need(2 <= entry["n0"] <= LONGEST, "n0: an integer from 2 is needed")
    with field("head"):
        head = Head(entry["head"], entry["n0"])
    with field("construction"):
        asking = check_construction(entry["construction"], head)
    with field("rule"):
        construction = entry["construction"]["name"]
        few = stand_ins(head, construction)
        cases = check_rule(entry["rule"], head, construction, few)
        return Subject(head, [x for x in cases if head.tokens[x.query] in asking], few)


def checked(text):
    """Check a certificate's text and return its fields; Rejected says what is false in it."""
    setcontext(Context(40, ROUND_FLOOR, MIN_EMIN, MAX_EMAX))  # decimals round down
    entry = read(text)
    with field("certificate"):
        head, cases, few = check_subject(entry)
    with field("exact"):
        reals = Reading(head, run=False)
        lower = check_bound(entry["exact"], reals, cases, few)
    with field("worst"):
        check_worst(entry["worst"], entry["rule"], cases, reals, lower + WIDTH)
    with field("run"):
        check_bound(entry["run"], Reading(head, run=True), cases, few)
    with field("claim"):
        said = sentences(entry)
        wrong = [name for name, sentence in said.items() if sentence not in entry["claim"]]
        need(entry["claim"] == " ".join(said.values()), f"not what the fields say: {wrong}")
    return entry


def check(text):
    """Check a certificate's text and return its claim; Rejected says what is false in it."""
    return checked(text)["claim"]


def main(arguments):
    """Check one file; the exit code."""
    reals = "--reals" in arguments
    files = [x for x in arguments if x != "--reals"]
    try:
        need(len(files) == 1, f"{len(files)} files")
        with open(files[0], encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError as error:
        return told(2, f"give one certificate file: {files[0]} is no text in UTF-8: {error}")
    except (Rejected, OSError, ValueError) as error:
        return told(2, f"give one certificate file: {error}")
    try:
        entry = checked(text)
    except Rejected as error:
        return told(1, f"REJECTED: {error}")
    except (ValueError, RecursionError) as error:
        return told(2, f"give one certificate file: {files[0]} is not read as JSON: {error}")
    enough = ("certified", "certified over the reals") if reals else ("certified",)
    if verdict(entry) in enough:
        print(f"VALID: {entry['claim']}")
        return 0
    print(f"VALID, BUT NOT CERTIFIED: {entry['claim']}")
    return 3


def told(code, line):
    """Say on one line why, with nothing that a terminal would obey, and return the exit code."""
    print(line if line.isprintable() else ascii(line)[1:-1], file=sys.stderr)
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
