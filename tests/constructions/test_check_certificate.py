"""The standalone checker: it accepts what is true and rejects every tampered field."""

import ast
import copy
import json
import math
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from constructions import check_certificate as checker
from constructions.certificate.certificate import Printed, Symbolic, certify, field_digest
from constructions.certificate.rules import bound_rule, position_rule
from constructions.heads.index import index_of_paper_a
from tests.constructions.forged import plainly
from tests.constructions.small_heads import ATTRIBUTES, lookup_head
from tests.processes import python
from tests.sampled import drawn
from tests.theory.reports.site import tampering
from tests.theory.reports.site.tampering import changed

FILE = Path(checker.__file__)


def made():
    """One certificate a rule, small enough to check a few thousand times."""
    index = Printed("index", 2, 2, Fraction(1, 7), Fraction(3), "float32")
    pairs = Printed("retrieval", 2, 1, Fraction(1, 20), Fraction(8), "float32")
    look = lookup_head()
    place = index_of_paper_a(("a", "b"), 3).reduced("bf16", beta=8)
    return {
        "index": index.certify(3),
        "retrieval": pairs.certify(3),
        "symbolic": Symbolic(2, 1, Fraction(8), "float32").certify(3),
        "lookup": certify(look, bound_rule(look, 3, ATTRIBUTES), 3),
        "induction": certify(look, bound_rule(look, 3, ATTRIBUTES, last=True), 3),
        "position": certify(place, position_rule(place, {"1": 2, "2": 1}, (3, 3)), 3),
    }


MADE = {name: json.loads(certificate.text()) for name, certificate in made().items()}
CONSTRUCTED = ("index", "retrieval", "symbolic")


def leaves(entry):
    """The path to every number, word or null in a JSON value, and what stands there."""
    return [(path, x) for path, x in tampering.leaves(entry) if not isinstance(x, dict | list)]


def tampered(value):
    """What a leaf becomes: another number or word of the same form, and things that are none."""
    if isinstance(value, bool):
        return [not value, 1, None]
    if isinstance(value, int):
        return [value + 1, value - 1, -value - 7, str(value), None, 10**30, True]
    if value is None:
        return ["0.500000000", 0]
    if value.startswith(("0x", "-0x")):
        x = float.fromhex(value)
        return [(x + 1.0).hex(), math.nextafter(x, 9).hex(), (2 * x + 2).hex(), "nan", None]
    try:
        number = Fraction(value)
    except ValueError:
        return [value + " ", value[:-1], "NaN", 7, None]
    nanos = [int((number + Fraction(k, 10**9)) * 10**9) for k in (1, -1, 7, -(10**9))]
    return [f"{Decimal(x).scaleb(-9):f}" for x in nanos] + [
        "NaN", "inf", "1/3", "0.5", float(number), None,
    ]  # fmt: skip


def rejected(entry):
    """The checker's reason, or None where it accepts."""
    try:
        checker.check(plainly(entry))
    except checker.Rejected as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", MADE)
def test_what_is_made_is_accepted(name):
    assert checker.check(plainly(MADE[name])) == MADE[name]["claim"]


SWEPT = ["constructions/check_certificate.py"]
WHOLE = "only whole numbers are written without quotes"
CONTRADICTS = {
    "exact": ("worst: below is not 3e-9 above the bound",),
    "n0": (
        "exact: not proved",
        "run: not proved",
        "worst: its length",
        "certificate: rule: an offset or a length that no input has",
    ),
}
"""Besides the field itself: what else says otherwise once it is changed."""


def about(reason, path):
    """Does a reason name the field that was changed, or what it contradicts?"""
    field = {"head": "weights_sha256", "rule": "rule_sha256"}.get(path[0], path[0])
    if path[:2] == ("worst", "below"):
        return "worst: below" in reason
    named = f"{field}:" in reason or (reason.startswith("claim") and f"'{field}'" in reason)
    return named or reason in CONTRADICTS.get(field, ())


def mutants(entry, fields):
    """(path, value, certificate) for each leaf of these fields and what may stand there instead."""
    for path, old in leaves(entry):
        for value in tampered(old) if path[0] in fields else ():
            mutant = changed(entry, path, value)
            if json.dumps(mutant) != json.dumps(entry):
                yield path, value, mutant


@pytest.mark.parametrize("name", MADE)
def test_every_field_mutant_is_rejected_for_the_right_reason(name):
    every, wrong = [*mutants(MADE[name], MADE[name])], []
    for path, value, mutant in drawn(every, SWEPT):
        reason = rejected(mutant)
        if isinstance(value, float):  # refused as it is read, by what is written
            named = reason == f"certificate: {value!r}: {WHOLE}"
        else:
            named = reason is not None and about(reason, path)
        if not named:
            wrong.append((path, value, reason))
    assert wrong == []
    assert len(every) > 250


def fresh(entry):
    """The same certificate with the hashes that its weights and rule have now."""
    hashes = {
        "weights_sha256": field_digest(entry["head"]),
        "rule_sha256": field_digest(entry["rule"]),
    }
    return entry | hashes


@pytest.mark.parametrize("name", MADE)
def test_every_weight_and_rule_mutant_is_rejected_with_a_fresh_hash(name):
    """Constructed: the formula says otherwise. Any head: the claim is about other weights."""
    every, wrong = [*mutants(MADE[name], ("head", "rule"))], []
    tables = ("queries", "keys", "values", "skip", "angles")
    for path, value, mutant in drawn(every, SWEPT):
        reason = rejected(fresh(mutant)) or "accepted"
        if name in CONSTRUCTED and path[1] in tables:
            right = "head:" in reason or f"weight {path[1]}[" in reason
        else:
            right = reason != "accepted"
        if not right:
            wrong.append((path, value, reason))
    assert wrong == []
    assert len(every) > 50


@pytest.mark.parametrize("name", MADE)
def test_every_container_is_needed_whole(name):
    entry = MADE[name]
    for path, inner in [*tampering.leaves(entry)][1:]:
        inside = copy.deepcopy(entry)
        parent = dict(tampering.leaves(inside))[path[:-1]]
        del parent[path[-1]]
        assert rejected(inside) is not None, path
        if isinstance(inner, dict):
            assert rejected(changed(entry, (*path, "unknown"), 1)) is not None, path
    assert rejected(entry | {"unknown": 1}) == "certificate: missing or unknown fields"


@pytest.mark.parametrize("name", CONSTRUCTED)
@pytest.mark.parametrize("field", ["queries", "keys", "values", "skip"])
def test_weights_swapped_with_a_fresh_hash_are_not_the_constructions(name, field):
    """Rows exchanged, or another head's: the formula says which weight is wrong."""
    rows = MADE[name]["head"][field]
    for i in range(len(rows) - 1):
        if rows[i] != rows[i + 1]:
            swapped = copy.deepcopy(MADE[name])
            table = swapped["head"][field]
            table[i], table[i + 1] = table[i + 1], table[i]
            assert rejected(swapped) == "certificate: weights_sha256: not that of the head"
            error = rejected(fresh(swapped))
            made = MADE[name]["construction"]["name"]
            reason = f"weight {field}[{i}] is not what {made} says"
            assert error == f"certificate: construction: {reason}"


def test_any_heads_weights_swapped_contradict_the_claim():
    swapped = copy.deepcopy(MADE["lookup"])
    swapped["head"]["queries"][0][0] = "0x1.0000000000000p+0"  # a context token's: never asked
    assert rejected(fresh(swapped)) == "claim: not what the fields say: ['head']"


@pytest.mark.parametrize(
    "name", ["head", "construction", "rule", "n0", "inputs", "exact", "run", "worst"]
)
def test_a_sentence_that_is_not_so_is_named(name):
    entry = MADE["lookup"]
    sentence = checker.sentences(entry)[name]
    wrong = entry | {"claim": entry["claim"].replace(sentence, sentence[:-1])}
    assert rejected(wrong) == f"claim: not what the fields say: ['{name}']"


def test_another_rule_with_a_fresh_hash_contradicts_the_claim():
    other = fresh(MADE["lookup"] | {"rule": MADE["lookup"]["rule"] | {"name": "induction"}})
    assert "'rule'" in rejected(other) or rejected(other).startswith("exact")


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("weights_sha256",), "0" * 64, "certificate: weights_sha256: not that of the head"),
        (("n0",), 1, "certificate: n0: an integer from 2 is needed"),
        (("exact",), "9.000000000", "exact: not proved"),
        (("run",), "9.000000000", "run: not proved"),
        (("exact",), "NaN", "exact: of the wrong form, ValueError"),
        (("worst", "valid"), False, "worst: valid is not what it says"),
        (("worst", "other"), "2", "worst: the other output does not come that close"),
        (("worst", "other"), "a", "worst: other: the answer itself"),
        (("construction", "theta"), "2/7", "certificate: construction: weight queries"),
        (("format",), "2", "certificate: format: unknown"),
    ],
)
def test_reasons(path, value, reason):
    assert rejected(changed(MADE["index"], path, value)).startswith(reason)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("offsets", {"1": -1, "2": 1}),
        ("offsets", {"1": 0, "2": 1}),
        ("offsets", {"1": 3, "2": 1}),
        ("lengths", [3, 4]),
    ],
)
def test_a_rule_without_inputs_is_rejected(field, value):
    """Whatever the hash: such sums would run over offsets that no input has."""
    entry = fresh(MADE["position"] | {"rule": MADE["position"]["rule"] | {field: value}})
    assert rejected(entry) == "certificate: rule: an offset or a length that no input has"


def run_checker(*arguments):
    """The checker as a stranger runs it: a file alone, from elsewhere."""
    return python("-I", FILE, *arguments, cwd="/")


def test_exit_codes(tmp_path):
    file = tmp_path / "c.json"
    file.write_text(plainly(MADE["index"]))
    done = run_checker(file)
    assert (done.returncode, done.stdout) == (0, f"VALID: {MADE['index']['claim']}\n")
    file.write_text(plainly(MADE["index"] | {"n0": 5}))
    assert run_checker(file).returncode == 1
    for text in ("", "{", '{"format": 1'):
        file.write_text(text)
        done = run_checker(file)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), text
    assert run_checker(tmp_path / "nowhere").returncode == 2
    assert run_checker().returncode == 2
    assert run_checker(tmp_path).returncode == 2
    assert run_checker(file, file).returncode == 2
    assert run_checker(file, "w").returncode == 2
    assert file.read_text() == '{"format": 1'
    for text in ("[]", "{}", '{"format":NaN}', '{"format":1.5}', '{"format":1,"format":1}'):
        file.write_text(text)
        assert run_checker(file).returncode == 1


def test_a_refusal_orders_a_terminal_nothing(tmp_path):
    """An attribute that, printed as it is, would leave another line standing than the refusal."""
    made, file = json.loads(plainly(MADE["lookup"])), tmp_path / "c.json"
    line = "x\r\x1b[2KVALID: About the listed weights\u2028\x1b[8m"
    next(iter(made["rule"]["attributes"].values()))[1] = line
    file.write_text(plainly(fresh(made)), encoding="utf-8")
    done = run_checker(file)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("REJECTED: certificate: rule: x\\r\\x1b[2KVALID")
    assert done.stderr[:-1].isprintable()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("exact",), "1e99999999"),
        (("exact",), "1e-99999999"),
        (("run",), "9" * 9999),
        (("construction", "theta"), "1e9999999999"),
        (("construction", "integers"), 10**12),
        (("worst", "input", 0, 1), 10**12),
        (("n0",), 10**12),
    ],
)
def test_numbers_that_are_too_large_to_write_out_are_rejected_at_once(path, value):
    assert about(rejected(changed(MADE["index"], path, value)), path)


def test_the_checker_stands_alone():
    """Standard library only: nothing of this project, nothing installed."""
    tree = ast.parse(FILE.read_text(encoding="utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module.split(".")[0])
    assert imported <= sys.stdlib_module_names
