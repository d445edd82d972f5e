"""The standalone checker: it accepts what is true and rejects every tampered field."""

import ast
import copy
import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from flint import arb, ctx, fmpq
from hypothesis import example, given
from hypothesis import strategies as st

from constructions import check_certificate as checker
from constructions.certificate import certify, digest
from constructions.plain_heads import index_head, retrieval_head
from constructions.rules import index_rule, lookup_rule, retrieval_rule
from tests.constructions.small_heads import ATTRIBUTES, lookup_head

FILE = Path(checker.__file__)


def made():
    """One certificate a rule, small enough to check a few hundred times."""
    index = index_head(2, 2, 1.0, 3.0, "float32")
    pairs = retrieval_head(2, 3, 0.3125, 8.0, "float32")
    look = lookup_head()
    return {
        "index": certify(index, index_rule(index, 4), 4),
        "retrieval": certify(pairs, retrieval_rule(pairs, 3), 3),
        "sets": certify(look, lookup_rule(look, 4, ATTRIBUTES, last=True), 4),
    }


MADE = {name: json.loads(certificate.text()) for name, certificate in made().items()}


def leaves(entry, path=()):
    """Every path to a number, word or null in a JSON value."""
    if isinstance(entry, dict | list):
        items = entry.items() if isinstance(entry, dict) else enumerate(entry)
        for key, value in items:
            yield from leaves(value, (*path, key))
    else:
        yield path


def changed(entry, path, value):
    """A copy with one leaf replaced."""
    entry = copy.deepcopy(entry)
    inside = entry
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return entry


def tampered(value):
    """What a leaf becomes: another number or word of the same form, and things that are none."""
    if isinstance(value, bool):
        return [not value, 1, None]
    if isinstance(value, int):
        return [value + 1, value - 1, -value - 7, str(value), None, 10**30, True]
    if value is None:
        return ["0.5", 0]
    if value.startswith(("0x", "-0x")):
        return [(float.fromhex(value) + 1.0).hex(), math.nextafter(float.fromhex(value), 9).hex()]
    try:
        number = Fraction(value)
    except ValueError:
        return [value + " ", value[:-1], "NaN", 7, None]
    nano = Fraction(1, 10**9)
    return [checker.shown(int((number + k * nano) * 10**9)) for k in (1, -1, 7, -10**9)] + [
        "NaN", "inf", "1/3", "0.5", float(number), None,
    ]  # fmt: skip


def value_at(entry, path):
    """The leaf at a path."""
    for key in path:
        entry = entry[key]
    return entry


def rejected(entry):
    """The checker's reason, or None where it accepts."""
    try:
        checker.check(json.dumps(entry))
    except (checker.Rejected, checker.Unreadable) as error:
        return str(error)
    except checker.HARD as error:
        return f"form: {error!r}"
    return None


@pytest.mark.parametrize("name", MADE)
def test_what_is_made_is_accepted(name):
    assert checker.check(json.dumps(MADE[name])) == MADE[name]["claim"]


@pytest.mark.parametrize("name", MADE)
def test_every_field_mutant_is_rejected(name):
    entry, accepted, total = MADE[name], [], 0
    for path in leaves(entry):
        for value in tampered(value_at(entry, path)):
            mutant = changed(entry, path, value)
            if json.dumps(mutant) == json.dumps(entry):
                continue
            total += 1
            if rejected(mutant) is None:
                accepted.append((path, value))
    assert accepted == []
    assert total > 300


@pytest.mark.parametrize("name", MADE)
def test_every_container_is_needed_whole(name):
    entry = MADE[name]
    paths = {path[:k] for path in leaves(entry) for k in range(1, len(path) + 1)}
    for path in sorted(paths, key=str):
        inside = copy.deepcopy(entry)
        parent = value_at(inside, path[:-1])
        del parent[path[-1]]
        assert rejected(inside) is not None, path
        if isinstance(value_at(entry, path), dict):
            assert rejected(changed(entry, (*path, "unknown"), 1)) is not None, path
    assert rejected(entry | {"unknown": 1}) == "certificate: missing or unknown fields ['unknown']"


def fresh(entry):
    """The same certificate with the hash that its weights have now."""
    return entry | {"weights_sha256": digest(entry["head"])}


@pytest.mark.parametrize("name", MADE)
def test_weights_swapped_with_a_fresh_hash_are_rejected(name):
    """Another number format's, another head's, two rows exchanged, one number doubled."""
    entry = MADE[name]
    head, count = entry["head"], 0
    for field in ("queries", "keys", "values"):
        for i in range(len(head["tokens"]) - 1):
            # In "sets" only x's queries and keys bear on the least margin.
            unused = name == "sets" and (i < 4 if field == "queries" else i > 0)
            if head[field][i] == head[field][i + 1] or unused:
                continue
            swapped = copy.deepcopy(entry)
            rows = swapped["head"][field]
            rows[i], rows[i + 1] = rows[i + 1], rows[i]
            if fresh(swapped)["weights_sha256"] == entry["weights_sha256"]:
                continue
            count += 1
            assert rejected(swapped).startswith("weights_sha256")
            assert rejected(fresh(swapped)) is not None, (field, i)
    for path in (("angles", len(head["angles"]) - 1), ("beta",)):
        value = (2 * float.fromhex(value_at(head, path))).hex()
        assert rejected(fresh(changed(entry, ("head", *path), value))) is not None
    assert count


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("claim",), "Index is always right.", "claim: not what the fields say"),
        (("weights_sha256",), "0" * 64, "weights_sha256: not that of the head"),
        (("exact", "verdict"), "refuted", "exact: the verdict is certified"),
        (("error_model",), "none", "error_model: not the one that is checked"),
        (("n0",), 1, "n0: an integer from 2 is needed"),
        (("worst", "answer"), "b", "worst: answer is not the task's"),
        (("worst", "other"), "2", "worst: other is not the first to come closest"),
        (("worst", "input", 0, 0), "a", "worst: two runs of one token"),
        (("rule", "name"), "copying", "rule_sha256: not that of the rule"),
        (("format",), "2", "format: unknown"),
    ],
)
def test_reasons(path, value, reason):
    assert rejected(changed(MADE["index"], path, value)) == reason


@pytest.mark.parametrize("by", [5, -5])
def test_a_bound_moved_as_a_whole_is_rejected(by):
    """Both ends moved alike, and the claim with them: the sums themselves say no."""
    entry = copy.deepcopy(MADE["index"])
    nanos = int(Fraction(entry["exact"]["lower"]) * 10**9) + by
    for end, value in (("lower", nanos), ("upper", nanos + 3)):
        old, new = entry["exact"][end], checker.shown(value)
        entry["exact"][end] = new
        entry["claim"] = entry["claim"].replace(old, new)
    reason = "lower is not proved" if by > 0 else "upper is not reached by any input"
    assert rejected(entry) == f"exact: {reason}"


def run_checker(*arguments):
    """The checker as a stranger runs it: a file alone, from elsewhere."""
    command = [sys.executable, "-I", str(FILE), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)


def test_exit_codes(tmp_path):
    file = tmp_path / "c.json"
    file.write_text(json.dumps(MADE["index"]))
    done = run_checker(file)
    assert (done.returncode, done.stdout) == (0, f"VALID: {MADE['index']['claim']}\n")
    file.write_text(json.dumps(MADE["index"] | {"n0": 5}))
    assert run_checker(file).returncode == 1
    for text in ("", "[]", "{}", "{", '{"format": 1'):
        file.write_text(text)
        done = run_checker(file)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), text
    assert run_checker(tmp_path / "nowhere").returncode == 2
    assert run_checker().returncode == 2
    for text in ('{"format": NaN}', '{"format": 1.5}', '{"format": 1, "format": 1}'):
        file.write_text(text)
        assert run_checker(file).returncode == 1


def test_the_checker_stands_alone():
    """Standard library only: nothing of this project, nothing installed."""
    tree = ast.parse(FILE.read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module.split(".")[0])
    assert found <= sys.stdlib_module_names


BITS = st.integers(3, 64)
ANGLES = st.fractions(-8, 8, max_denominator=10**6)


@given(ANGLES, BITS)
@example(Fraction(0), 3)
def test_cosine_and_sine_are_enclosed(x, bits):
    ctx.prec = 256
    c, s, error = checker.cos_sin(x, bits)
    ball, unit = arb(fmpq(x.numerator, x.denominator)), arb(2) ** bits
    assert abs(ball.cos() * unit - c) <= error
    assert abs(ball.sin() * unit - s) <= error


@given(st.fractions(-4, 4, max_denominator=10**6), BITS, st.integers(1, 20))
def test_rotations_are_enclosed(theta, bits, count):
    ctx.prec = 256
    table, error = checker.rotations(theta, count, bits)
    for t, (c, s) in enumerate(table):
        ball = arb(fmpq(theta.numerator * t, theta.denominator))
        assert abs(ball.cos() * arb(2) ** bits - c) <= error
        assert abs(ball.sin() * arb(2) ** bits - s) <= error


@given(st.integers(0, 1 << 72), BITS)
@example(0, 3)
def test_exponentials_are_enclosed(x, bits):
    ctx.prec = 256
    low, high = checker.exp_bounds(-(x % (200 << bits)), bits)
    true = (arb(-(x % (200 << bits))) / arb(2) ** bits).exp() * arb(2) ** bits
    assert low <= true <= high
    assert high - low <= 3


@given(st.integers(-(1 << 40), 1 << 40), BITS)
def test_weights_of_any_size_are_enclosed(x, bits):
    ctx.prec = 256
    x %= 500 << bits
    for signed in (x, -x):
        low, high = checker.weight(signed, bits, checker.log_ten(bits + 64))
        true = (arb(signed) / arb(2) ** bits).exp() * arb(2) ** bits
        assert arb(str(low)) <= true <= arb(str(high))


@given(st.fractions(-100, 100, max_denominator=10**9), BITS)
def test_rounding_to_so_many_bits(x, bits):
    near = checker.nearest(x, bits)
    assert checker.nearest(near, bits) == near
    assert abs(near - x) <= abs(x) / 2**bits


def test_length_of_a_pair():
    assert 5 <= checker.norm(Fraction(3), Fraction(4)) <= 5 + Fraction(1, 2**150)
    assert checker.norm(0, 0) == 0
