"""The checker is sound: what is false by 5e-9 is rejected, whatever words come with it."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions import CERTIFICATES
from constructions import check_certificate as checker
from constructions.certificate.remake import listed_head
from tests.constructions import forged
from tests.constructions.enumeration import Truth
from tests.sampled import sampled

NANO = Fraction(1, 10**9)


SMALL = [
    x for x, made in forged.honest().items() if len(made["head"]["tokens"]) ** made["n0"] < 1300
]
CHECKER = "constructions/check_certificate.py"
MAKERS = ("certificate", "enclosures", "margins", "run_error", "remake")
TRUTH = [
    CHECKER,
    *(f"constructions/certificate/{name}.py" for name in MAKERS),
    *(f"tests/constructions/{name}.py" for name in ("forged", "enumeration")),
]


BOUNDS = ("exact", "run")


def drawn_by_task(whats, names):
    """Each of ``whats`` with every head made by hand, and with a tenth of the others of a task."""
    by_hand, by_task = [], {}
    for what, name in product(whats, names):
        if task := forged.random_head_of(name):
            by_task.setdefault((what, task), []).append((what, name))
        else:
            by_hand.append(pytest.param(what, name, id=f"{what}: {name}"))
    return by_hand + [x for cases in by_task.values() for x in sampled(cases, TRUTH)]


@pytest.mark.parametrize(("what", "name"), drawn_by_task(("accepted",), forged.honest()))
def test_the_honest_are_accepted(what, name):
    checker.check(forged.plainly(forged.honest()[name]))


FALSE = dict(forged.false())
WAYS = {name.split(": ")[1] for name in FALSE}


@pytest.mark.parametrize(
    ("way", "name"),
    [
        case
        for way in sorted(WAYS)
        for case in drawn_by_task((way,), [x for x in forged.honest() if f"{x}: {way}" in FALSE])
    ],
)
def test_forgeries_are_rejected(way, name):
    reason = {"exact raised": "exact: not proved", "run raised": "run: not proved"}
    with pytest.raises(checker.Rejected) as error:
        checker.check(FALSE[f"{name}: {way}"])
    close = "worst: the other output does not come that close"
    assert str(error.value) == reason.get(way, close)


@pytest.mark.parametrize(("field", "name"), drawn_by_task(BOUNDS, SMALL))
def test_the_forgeries_are_false(field, name):
    """Every input, by the words of the task: the bound holds, and 3e-9 more does not."""
    made = forged.honest()[name]
    if made[field] is None or made["rule"]["name"] == "retrieval" and not made["worst"]["valid"]:
        return
    head, bound = listed_head(made["head"]), Fraction(made[field])
    truth = Truth(head, made["rule"], made["n0"], run=field == "run")
    assert truth.holds(bound)
    assert truth.fails(bound + 3 * NANO)


COMMITTED = sorted(file.name for file in CERTIFICATES.iterdir())


@pytest.mark.parametrize(
    ("field", "name"),
    [
        case
        for field in BOUNDS
        for case in sampled(
            [(field, name) for name in COMMITTED],
            [CHECKER, *(f"constructions/certificates/{name}" for name in COMMITTED)],
        )
    ],
)
def test_a_committed_certificate_with_a_bound_raised_is_rejected(field, name):
    """By 5e-9, with ``below`` and the claim remade to match."""
    fields = json.loads((CERTIFICATES / name).read_text(encoding="utf-8"))
    with pytest.raises(checker.Rejected, match=f"^{field}: not proved$"):
        checker.check(forged.moved(fields, **{field: forged.BY}))


SMALL_TASKS = ("index", "zero", "lookup", "induction", "position", "position of one length")


@settings(max_examples=25)
@given(st.sampled_from(SMALL_TASKS), st.integers(100, 10**6), st.sampled_from(["exact", "run"]))
def test_random_heads(task, seed, field):
    """Random weights, planes, formats and β: the bound is the truth of every input, to 3e-9."""
    head = forged.any_head(task, seed)
    made = forged.certified(task, head)
    checker.check(forged.plainly(made))
    if made[field] is None:
        return
    truth, bound = Truth(head, made["rule"], 3, run=field == "run"), Fraction(made[field])
    assert truth.holds(bound)
    assert truth.fails(bound + 3 * NANO)
    with pytest.raises(checker.Rejected, match=f"^{field}: not proved$"):
        checker.check(forged.moved(made, **{field: forged.BY}))


@pytest.mark.parametrize(
    ("name", "code", "reals"),
    [("index, small", 0, 0), ("retrieval, negative", 3, 0), ("index, negative", 3, 3)],
)
def test_exit_codes_say_what_is_certified(name, code, reals, tmp_path, capsys):
    file = tmp_path / "c.json"
    file.write_text(forged.plainly(forged.honest()[name]), encoding="utf-8")
    for arguments, expected in (([], code), (["--reals"], reals)):
        assert checker.main([str(file), *arguments]) == expected
        start = "VALID: About" if expected == 0 else "VALID, BUT NOT CERTIFIED: About"
        assert capsys.readouterr().out.startswith(start)
    file.write_text(forged.moved(forged.honest()[name], exact=5), encoding="utf-8")
    assert checker.main([str(file)]) == 1
    assert checker.main([str(file), str(file)]) == 2


def test_a_rejection_is_one_line_and_says_why(tmp_path, capsys):
    file = tmp_path / "c.json"
    forgery = forged.moved(forged.honest()["index, negative"], exact=5)
    usage = "give one certificate file: "
    unread = f"{usage}{file} is not read as JSON: "
    for text, code, message in (
        (forgery, 1, "REJECTED: exact: not proved\n"),
        ("{", 2, f"{unread}Expecting property name enclosed in double quotes"),
        ("[" * 10**5, 2, f"{unread}maximum recursion depth exceeded"),
    ):
        file.write_text(text, encoding="utf-8")
        assert checker.main([str(file)]) == code
        out, err = capsys.readouterr()
        assert (out, err.count("\n"), err.startswith(message)) == ("", 1, True)
    file.write_bytes(b"\xff")
    assert checker.main([str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"{usage}{file} is no text in UTF-8: ")
    assert checker.main([]) == 2
    assert capsys.readouterr().err == f"{usage}0 files\n"


def test_a_bound_that_an_input_meets_exactly_is_accepted():
    """No weight counts: the query's skip alone leads the wrong output by a half."""
    head = forged.any_head("position", 3, "float64")
    skip = np.zeros(head.skip.shape)
    skip[head.tokens.index("1"), head.outputs.index("a")] = 0.5
    made = forged.certified("position", replace(head, values=head.values * 0, skip=skip))
    short = Fraction(-1, 2) - Fraction(made["exact"])
    assert 0 <= short <= 3 * NANO
    met = forged.moved(made, exact=int(short / NANO))
    assert '"exact":"-0.500000000"' in met
    checker.check(met)
    with pytest.raises(checker.Rejected, match="^exact: not proved$"):
        checker.check(forged.moved(made, exact=int(short / NANO) + 1))


@pytest.mark.parametrize("name", ["abc", "1a", "a1b", "a", "11"])
def test_a_token_of_retrieval_is_a_letter_and_a_letter_or_number(name):
    fields = forged.honest()["retrieval 0"]
    renamed = {x: name if x == "a1" else x for x in fields["head"]["tokens"]}
    head = fields["head"] | {"tokens": [*renamed.values()], "outputs": [*renamed.values()]}
    for table in ("values", "skip"):
        head[table] = [{renamed[o]: x for o, x in row.items()} for row in head[table]]
    reason = "^certificate: rule: tokens: not a letter and a letter or number each$"
    with pytest.raises(checker.Rejected, match=reason):
        checker.check(forged.remade(fields, head=head))


def test_the_closest_input_is_written_in_one_way():
    fields = forged.honest()["position 0"]
    named = [token for token, count in fields["worst"]["input"] for _ in range(count)]
    twice = next(x for x in forged.honest().values() if any(c > 1 for _, c in x["worst"]["input"]))
    split = [[token, 1] for token, count in twice["worst"]["input"] for _ in range(count)]
    none = [*([x, 1] for x in named), [named[-1], 0]]
    for made, written in ((twice, split), (fields, none)):
        with pytest.raises(checker.Rejected, match="^worst: (input: not written in runs|its len)"):
            checker.check(forged.remade(made, worst=made["worst"] | {"input": written}))


def test_no_part_holds_more_than_its_fields():
    fields = forged.honest()["position 0"]
    for part in ("head", "rule", "construction", "worst"):
        with pytest.raises(checker.Rejected, match="missing or unknown fields$") as error:
            checker.check(forged.remade(fields, **{part: fields[part] | {"note": "x"}}))
        assert part in str(error.value)
    with pytest.raises(checker.Rejected, match="^certificate: missing or unknown fields$"):
        checker.check(forged.remade(fields, note="x"))


def test_bounds_of_no_input_are_none():
    fields = forged.honest()["lookup 0"]
    attributes = {x: ["w", o] for x, (_, o) in fields["rule"]["attributes"].items()}
    with pytest.raises(checker.Rejected, match="^exact: no input, or no other output$"):
        checker.check(forged.remade(fields, rule=fields["rule"] | {"attributes": attributes}))


def test_no_two_outputs_have_one_name():
    fields = forged.honest()["position 0"]
    head = fields["head"] | {"outputs": [*fields["head"]["outputs"], "a"]}
    with pytest.raises(checker.Rejected, match="^certificate: head: a table's size: a name twice"):
        checker.check(forged.remade(fields, head=head))


@pytest.mark.parametrize("bound", ["-99.000000000", "0.000000001"])
def test_where_rounding_decides_no_bound_is_believed(bound):
    """A run whose logits may be anything: even a bound far below all outputs is none."""
    fields = forged.honest()["uncertain"]
    assert fields["run"] is None
    with pytest.raises(checker.Rejected, match="^run: rounding errors are too large for a bound$"):
        checker.check(forged.remade(fields, run=bound))


def test_what_a_symbol_says_is_an_output_though_nobody_asks_for_it():
    fields = forged.honest()["lookup 0"]
    pairs = fields["rule"]["attributes"]

    def unasked(attribute):
        rule = fields["rule"] | {"attributes": pairs | {"y2": ["w", attribute]}}
        return forged.remade(fields, rule=rule)

    checker.check(unasked("p"))
    with pytest.raises(checker.Rejected, match="^certificate: rule: r: not an output$"):
        checker.check(unasked("r"))


@pytest.mark.parametrize(
    ("field", "number", "fits"),
    [
        ("angles", 2.0**-126, True),
        ("angles", 1.5 * 2.0**-127, False),
        ("beta", 2.0**-126, True),
        ("beta", 2.0**56, True),
        ("beta", 0.0, False),
        ("beta", -1.0, False),
    ],
)
def test_numbers_are_of_the_sizes_that_the_bounds_are_for(field, number, fits):
    entry = forged.honest()["index, float64"]["head"]
    given = [number.hex()] * len(entry["angles"]) if field == "angles" else number.hex()
    if fits:
        checker.Head(entry | {field: given}, 2)
    else:
        with pytest.raises(checker.Rejected, match="neither 0 nor from|beta: not positive"):
            checker.Head(entry | {field: given}, 2)


def test_one_logit_beyond_the_decimals_range_is_enough():
    """At offset 0 it is -2^61.5, whose weight would be 0 at both ends; at offset 1 -2^59.5."""
    entry = {
        "name": "cold", "tokens": ["a"], "outputs": ["a"], "values": [{}], "skip": [{}],
        "queries": [[(2.0**30).hex(), (0.0).hex()]], "keys": [[(-(2.0**31.5)).hex(), (0.0).hex()]],
        "angles": [(1.3181).hex()], "beta": (1.0).hex(), "number_format": "float64",
    }  # fmt: skip
    with pytest.raises(checker.Rejected, match="beta is too large here"):
        checker.Head(entry, 2).logits(0, 0)


@pytest.mark.parametrize(
    ("exact", "run", "verdict"),
    [
        ("0.000000000", "0.000000000", "not certified"),
        ("0.000000001", "0.000000000", "certified over the reals"),
        ("0.000000001", None, "certified over the reals"),
        ("0.000000001", "0.000000001", "certified"),
    ],
)
def test_a_margin_of_0_certifies_nothing(exact, run, verdict):
    assert checker.verdict({"exact": exact, "run": run}) == verdict


def test_limits_are_exact():
    position, large = forged.honest()["position 0"], forged.honest()["large"]
    beyond = position["rule"] | {"offsets": {"1": 1, "2": 3}}
    with pytest.raises(checker.Rejected, match="an offset or a length that no input has"):
        checker.check(forged.remade(position, rule=beyond))
    values = [row | {"c": (2.0**57).hex()} for row in large["head"]["values"]]
    with pytest.raises(checker.Rejected, match="neither 0 nor from"):
        checker.check(forged.remade(large, head=large["head"] | {"values": values}))
    for angle, reason in ((2.0**16, "weights_sha256|exact|worst"), (2.0**17, "a wide angle")):
        head = position["head"] | {"angles": [angle.hex()] * len(position["head"]["angles"])}
        with pytest.raises(checker.Rejected, match=reason) as error:
            checker.check(forged.remade(position, head=head))
        assert ("a wide angle" in str(error.value)) is (angle > 2.0**16)
