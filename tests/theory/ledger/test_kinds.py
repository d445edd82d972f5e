"""A mutant's kind is held against what it changes: every wrong label is refused by the judge."""

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from theory.ledger import Evidence, Fault, Kind, Method, Mutant, altered, inspect_claim
from theory.ledger.judging import judge
from theory.ledger.kinds import COMPARISONS, Change, changes, kinds, read_off, refuse_wrong_kind

C, I, H, S = Kind.CONSTANT, Kind.INDEX, Kind.HYPOTHESIS, Kind.SIGN  # noqa: E741
T, R, Q, D = Kind.TERM, Kind.RELATION, Kind.QUANTIFIER, Kind.DATA


@dataclass(frozen=True)
class Subject:
    """Some of everything."""

    factor: Fraction = Fraction(1, 2)
    strict: bool = False
    relation: str = "<="
    row: tuple[int, ...] = (1, 2, 3)
    formula: object = lambda a, b: a * b - 1
    words: str = "abc"


@dataclass(frozen=True)
class Arrow:
    """Something that has a negative of its own."""

    turn: Fraction = Fraction(1, 4)

    def __neg__(self):
        return Arrow(self.turn + Fraction(1, 2))


@dataclass(frozen=True)
class Turn:
    """An arrow's fields under another name."""

    turn: Fraction = Fraction(1, 4)


K = 3


def passing(n):
    """A line that does nothing."""
    pass  # noqa: PIE790
    return n - 1


def long(factor):
    """So many instructions that each of them but the factor is a common one."""
    return eval(f"lambda n: {factor}" + " + n" * 100)


READ = [
    (Fraction(1, 2), Fraction(51, 100), {C}),
    (3, -3, {S}),
    (2, -1, {C}),
    (2, 0, {C, T}),
    (0, 1, {C, T}),
    ("1/2", "-1/2", {S}),
    ("1/2", "2/3", {C}),
    ("a", "b", set()),
    (False, True, set()),
    ("<=", "<", {R}),
    ("<=", "sum", set()),
    ((1, 2, 3), (2, 1, 3), {I}),
    ((1, 2, 3), (1, 2), {T, Q}),
    ((1, 2), (-1, -2), {S}),
    ((1, 2), (-1, 2), {S}),
    (Arrow(), -Arrow(), {S}),
    (lambda n: n - 1, lambda m: m - 2, {C}),
    (lambda n: n - 1, lambda n: n + 1, {S}),
    (lambda n: n, lambda n: -n, {S}),
    (lambda n: n, lambda n: 2 * n, {C}),
    (lambda n: n <= 1, lambda n: n < 1, {R}),
    (lambda a, b: a - b, lambda a, b: b - a, {I}),
    (lambda a, b: (a, b), lambda a, b: (b, a), {I}),
    (lambda m: m - 1, lambda m: m * (m - 1) / 2, {T}),
    (lambda v: all(x > 0 for x in v), lambda w: all(y >= 0 for y in w), {R}),
    (lambda n: n - 1, lambda n: n <= 2, set()),
    (lambda n: n - 1, str, set()),
    (1, -1, {S}),
    (True, -1, set()),
    (1, "a", set()),
    ("a", 1, set()),
    ("1/0", "2", set()),
    ({"a": 1}, 1, set()),
    ((1, 2), 3, set()),
    (3, (1, 2), set()),
    ((1, 2), (2, 1, 3), {T, Q}),
    ((1, 2), (-1, 3), {T, Q}),
    (lambda n: n, lambda n: n, set()),
    (lambda n: 2 * n, lambda n: 3 * n, {C}),
    (lambda n: n * 2, lambda n: n + 2, {T}),
    (lambda n: (n, "a"), lambda n: (n, "b"), {T}),
    (lambda n: (n, "n"), lambda m: (-m, "n"), {S}),
    (lambda left, right: left - right, lambda left, right: right - left, {I}),
    (lambda a, b: a + b, lambda a, b: -a - b, {S}),
    (lambda a, b: a, lambda a, b: -a * b, {T}),
    (lambda n: n, lambda n: n + K, {T}),
    (lambda v, i: i, lambda v, i: v[i], {T}),
    (lambda a, b: (a, b), lambda a, b: (a, b, a), {T}),
    (lambda n, v: n, lambda n, v: (n, -v[1] * K), {T}),
    (lambda n: n if n > 0 else 0, lambda n: n * n - 1 if n > 0 else 0, {T}),
    (lambda n: n if n > 0 else 0, lambda n: 0, set()),
    (lambda n: n - 1 if n else n, lambda n: n - 1, set()),
    (lambda n: str(n), lambda n: repr(n), {T}),
    (lambda n: str(n), lambda n: n, set()),
    (lambda a, b: max(a=a - b), lambda a, b: max(b=a + b), {T}),
    (lambda a, b: max(a=a - b), lambda b, a: max(a=b + a), {S}),
    (lambda n: (lambda k: k - 1)(n), lambda n: (lambda k: k - 2)(n), {C}),
    (passing, lambda n: n - 2, {C}),
    (long(2), long(3), {C}),
]


@pytest.mark.parametrize(("before", "after", "expected"), READ)
def test_what_values_show(before, after, expected):
    assert read_off(before, after) == expected


def test_one_comparison_for_another_is_a_relation():
    pairs = [(a, b) for a in COMPARISONS for b in COMPARISONS if a != b]
    assert len(COMPARISONS) == 10
    assert all(read_off(a, b) == {R} for a, b in pairs)
    assert {read_off(a, b) for a in COMPARISONS for b in ("sum", "")} == {frozenset()}


def test_functions_that_hold_other_values_differ_by_those():
    def times(factor):
        return lambda n: factor * n

    assert read_off(times(2), times(3)) == {C}
    assert read_off(times(2), times(-2)) == {S}
    assert read_off(times(2), times("b")) == set()

    def less(factor):
        return lambda n: factor * n - 1

    def more(factor):
        return lambda n: factor * n + 1

    assert read_off(less(2), more(2)) == {S}
    assert read_off(less(2), more(-2)) == {S}
    assert read_off(less(2), more(3)) == set()

    def taken(one, other):
        return lambda n: one - other * n

    def added(one, other):
        return lambda n: other + one * n

    assert read_off(taken(2, 3), added(2, 3)) == set()


def parts_of(before, after):
    return [change.part for change in changes(before, after)]


def test_changes_are_named_by_the_way_to_them():
    nested = {"a": [Subject(), 1], "b": 2}
    assert parts_of(nested, {"a": [replace(Subject(), strict=True), 1], "b": 3}) == [
        "a.0.strict",
        "b",
    ]
    assert parts_of(Subject(), Subject()) == []
    assert parts_of(Subject(), replace(Subject(), row=(1, 2, 4))) == ["row.2"]
    assert parts_of(Subject(), replace(Subject(), row=(3, 2, 1))) == ["row"]
    assert parts_of({"a": 1, "b": 2}, {"a": 2, "b": 1}) == [""]
    assert parts_of({"a": 1}, {"a": 1, "b": 2}) == ["b"]
    assert parts_of(1, "x") == [""]
    assert parts_of((1, 2), (1, 3)) == ["1"]
    assert parts_of({"a": (1, 2)}, {"a": (1, 2, 3)}) == ["a"]
    assert parts_of(Subject(), replace(Subject(), row=(-1, -2, -3))) == ["row"]
    assert parts_of({"x": Arrow()}, {"x": -Arrow()}) == ["x"]
    assert parts_of({"x": Arrow()}, {"x": Turn(Fraction(1, 2))}) == ["x"]
    assert parts_of({"x": Arrow}, {"x": Turn}) == ["x"]
    assert parts_of({"x": Arrow()}, {"x": Arrow}) == ["x"]
    traded = changes({"a": 1, "b": 2, "c": 3}, {"a": 2, "b": 1, "c": 3})
    assert [*traded] == [Change("", (1, 2), (2, 1))]


def test_an_entry_that_comes_or_goes_is_a_term_or_a_case():
    for one, other in (({"a": 1}, {"a": 1, "b": 2}), ({"a": 1, "b": 2}, {"a": 1})):
        assert [kinds(change, {}) for change in changes(one, other)] == [{T, Q}]


def test_a_declared_part_is_of_that_kind_and_a_negative_is_a_sign_everywhere():
    parts = {"a.b": H, "c": D, "f": Q}
    assert kinds(Change("x.a.b.0", 1, 2), parts) == {H}
    assert kinds(Change("a.b", 1, -1), parts) == {S}
    assert kinds(Change("b.a", 1, 2), parts) == {C}
    assert kinds(Change("c", 1, 2), parts) == {C, D}
    assert kinds(Change("c", "x", "y"), parts) == {D}
    assert kinds(Change("f", lambda n: n - 1, lambda n: n - 2), parts) == {C, Q}
    assert kinds(Change("g", False, True), parts) == {D}


CHANGES = {
    "factor": (altered("m", C, factor=Fraction(2)), C),
    "negative": (altered("m", S, factor=Fraction(-1, 2)), S),
    "vanishing": (altered("m", T, factor=Fraction(0)), T),
    "strict": (altered("m", H, strict=True), H),
    "relation": (altered("m", R, relation="<"), R),
    "order": (altered("m", I, row=(2, 1, 3)), I),
    "words": (altered("m", Q, words="ab"), Q),
    "formula": (altered("m", S, formula=lambda a, b: a * b + 1), S),
    "by hand": (Mutant("m", C, lambda s: replace(s, factor=Fraction(3))), C),
}


@pytest.fixture
def of(make, sound):
    """The sound claim about another subject, with one mutant in addition to its own."""

    def made(mutant):
        answer = lambda s: sound.evidence[0].check(sound.subject()) if s == BASE else RED  # noqa: E731
        claim = make(check=answer)
        return replace(
            claim,
            subject=lambda: BASE,
            mutants=(*FOUR, replace(mutant, name="new")),
            parts={"strict": H, "words": Q},
        )

    from theory.ledger import false

    BASE, RED = Subject(), false("red")
    FOUR = (
        altered("C", C, factor=Fraction(7)),
        altered("I", I, row=(3, 2, 1)),
        altered("R", R, relation="="),
        altered("S", S, row=(-1, -2, -3)),
    )
    return made


@pytest.mark.parametrize("name", CHANGES)
def test_the_right_kind_is_accepted_and_every_other_refused(of, name):
    mutant, right = CHANGES[name]
    assert judge(of(mutant)).fault == ""
    for kind in Kind:
        if kind is right or (kind, name) in {(C, "vanishing")}:
            continue
        fault = judge(of(replace(mutant, kind=kind))).fault
        assert f"'new' is called {kind}; it changes " in fault, kind


def test_two_kinds_of_one_change_are_refused(of):
    """As S-beta had it: a constant of a bound called data, a term, a relation, a quantifier."""
    for kind in (D, T, R, Q):
        mutant = altered("new", kind, factor=Fraction(51, 100))
        assert "'new' is called" in judge(of(mutant)).fault


def test_figures_that_follow_take_the_kind_of_the_declared_part(of):
    mutant = altered("new", H, strict=True, factor=Fraction(9), row=(7, 8, 9))
    assert judge(of(mutant)).fault == ""
    assert "is called constant" in judge(of(replace(mutant, kind=C))).fault


def wrong(sound, mutant, parts, evidence=()):
    """What is said against a mutant's kind, or ''."""
    claim = replace(sound, parts=parts, evidence=(*sound.evidence, *evidence))
    try:
        refuse_wrong_kind(claim, mutant, Subject(), mutant.mutate(Subject()))
    except Fault as fault:
        return str(fault)
    return ""


FREE, SHOWN = {"words": "ab"}, {"factor": Fraction(2)}
BOTH = SHOWN | {"relation": "<"}


@pytest.mark.parametrize(
    ("kind", "parts", "fields"),
    [
        (D, {"words": D}, FREE | SHOWN),
        (C, {"words": D}, FREE | SHOWN),
        (S, {"factor": D}, SHOWN | {"row": (-1, -2, -3)}),
        (C, {}, FREE | SHOWN),
        (D, {}, FREE),
        (C, {"factor": D}, SHOWN),
        (D, {"factor": D}, SHOWN),
    ],
    ids=str,
)
def test_kinds_that_are_taken(sound, kind, parts, fields):
    assert wrong(sound, altered("m", kind, **fields), parts) == ""


@pytest.mark.parametrize(
    ("kind", "parts", "fields", "words"),
    [
        (D, {}, FREE | SHOWN, "data; it changes factor, words, which is constant"),
        (D, {"words": Q}, FREE | SHOWN, "data; it changes factor, words, which is quantifier"),
        (H, {"factor": D}, SHOWN, "hypothesis; it changes factor, which is constant or data"),
        (H, {}, BOTH, "hypothesis; it changes factor, relation, which is of several kinds"),
    ],
    ids=str,
)
def test_kinds_that_are_refused_word_by_word(sound, kind, parts, fields, words):
    message = wrong(sound, altered("m", kind, **fields), parts)
    assert message.startswith(f"mutant 'm' is called {words}")


def test_a_subject_that_is_another_thing_altogether_is_data(sound):
    whole = Mutant("m", C, lambda subject: "something else")
    message = "mutant 'm' is called constant; it changes all of it, which is data"
    assert wrong(sound, whole, {}) == message
    assert wrong(sound, replace(whole, kind=D), {}) == ""


def test_a_near_miss_is_held_by_the_audit_and_nothing_else_is(sound):
    coq = Evidence("Coq: x.y", Method.KERNEL, "x", id, frozenset("x"))
    for aimed, held in (((coq.name,), False), (("all cases", coq.name), True), ((), True)):
        mutant = altered("m", R, *aimed, **SHOWN)
        assert ("is called relation" in wrong(sound, mutant, {}, [coq])) is held


@pytest.mark.parametrize("kind", [C, S, "hypothesis"])
def test_what_shows_itself_is_not_declared(sound, kind):
    with pytest.raises(Fault, match="show themselves"):
        inspect_claim(replace(sound, parts={"last": kind}))
