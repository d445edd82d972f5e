"""Every leaf of every kind of record, broken in four ways, is refused with file and field named."""

import copy
import json
import math
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from inspect import isfunction
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest

from empirical.criteria.seeds import RELEASED
from empirical.experiments.dynamics import records as dynamics
from empirical.experiments.lengths import records as lengths
from empirical.experiments.mechanism import reading as mechanism
from empirical.protocol import registration
from empirical.protocol.reading import (
    Misread,
    absent,
    built,
    plain,
    read_once,
    read_record,
    renamed_field,
)


def changes(path):
    return read_record(path, tuple[registration.ChangeRow, ...])


KINDS = {
    "dynamics": (RELEASED / "dynamics/letter-0.json", dynamics.read, dynamics.DynamicsRecord),
    "lengths": (RELEASED / "lengths/number-0.json", lengths.read, lengths.LengthsRecord),
    "mechanism of letter": (mechanism.FOLDER / "letter.json", mechanism.read, mechanism.Models),
    "mechanism of number": (mechanism.FOLDER / "number.json", mechanism.read, mechanism.Models),
    "changes": (registration.CHANGES, changes, tuple[registration.ChangeRow, ...]),
}
"""A kind of record: a file that comes with the package, what reads it, and its type."""
MAY_LACK = {
    *("criteria", "trained_at", "seconds", "processor_seconds", "validation", "tested"),
    *("name", "beta1", "beta2", "decay", "decays", "gelu", "embedding_dropout", "letters"),
    *("check_every", "gaps", "hashes", "registers", "unclean", "points", "staying", "jump"),
    *("keys", "queries", "held", "right", "explained", "reached", "stepped", "layers", "path"),
    *("stepped_by_hops", "stepped_by_chance", "follows", "log_scaled", "weights_sha256"),
}
"""What some record may lack; a required field of the same name elsewhere is required there."""


@dataclass(frozen=True)
class Way:
    """The way to an entry of a document, whether it may be absent, and whether its keys are any."""

    path: tuple
    absent: bool
    open: bool


def ways(value, kind, path=(), absent=False, needs=frozenset()):
    """Every entry of a document, by the type that it is read as."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        (kind,) = set(inner) - {NoneType}
        yield from ways(value, kind, path, absent) if value is not None else ()
        return
    yield Way(path, absent, origin is Mapping and inner[0] is str)
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        for one in fields(kind):
            key = one.metadata.get("key", one.name)
            lacks = (one.default is not MISSING or one.default_factory is not MISSING) and (
                one.name not in needs
            )
            assert not lacks or one.name in MAY_LACK, one.name
            wanted = one.metadata.get("needs", frozenset())
            if key in value:
                yield from ways(value[key], hints[one.name], (*path, key), lacks, wanted)
    elif origin is tuple:
        for i, one in enumerate(value):
            hint = inner[0] if inner[1:] == (...,) else inner[i]
            yield from ways(one, hint, (*path, i))
    elif origin is Mapping:
        for key, one in value.items():
            yield from ways(one, inner[1], (*path, key), inner[0] is str)


def short(value):
    """The document with a single entry, the last, in place of each long list."""
    if isinstance(value, dict):
        return {key: short(one) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    return [short(one) for one in (value if len(value) <= 5 else value[-1:])]


def dotted(path):
    """A way as an error message writes it."""
    words = "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in path)
    return words.removeprefix(".")


def at(document, path):
    for key in path:
        document = document[key]
    return document


def missing(document, way):
    if isinstance(way.path[-1], int) or way.absent:
        return None
    del at(document, way.path[:-1])[way.path[-1]]
    return dotted(way.path) + " is missing"


def wrong(document, way):
    at(document, way.path[:-1])[way.path[-1]] = [[[{"?": []}]]]
    return dotted(way.path)


def extra(document, way):
    held = at(document, way.path)
    if not isinstance(held, dict) or way.open:
        return None
    held["colour"] = 1
    return dotted((*way.path, "colour")) + " is no field of such a record"


def not_a_number(document, way):
    if type(at(document, way.path)) not in (int, float):
        return None
    at(document, way.path[:-1])[way.path[-1]] = math.nan
    return dotted(way.path) + " is no"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("damage", [missing, wrong, extra, not_a_number])
def test_every_leaf_broken_is_refused_with_file_and_field(tmp_path, kind, damage):
    path, reader, read_as = KINDS[kind]
    whole, target = short(json.loads(path.read_text())), tmp_path / "record.json"
    tried = 0
    for way in ways(whole, read_as):
        document = copy.deepcopy(whole)
        expected = damage(document, way) if way.path else None
        if expected is None:
            continue
        target.write_text(json.dumps(document))
        with pytest.raises(Misread) as error:
            reader(target)
        assert str(error.value).startswith(f"{target}: {expected}"), way
        tried += 1
    assert tried or (kind, damage) == ("changes", not_a_number)  # where there is only text


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_is_written_as_it_was_read(kind):
    path, reader, _ = KINDS[kind]
    document = json.loads(path.read_text())
    back = json.loads(json.dumps(plain(reader(path))))
    if kind == "changes":  # whose rows say only what they have
        back = [{key: one for key, one in row.items() if one} for row in back]
    elif isinstance(back, list):  # what is read is what a file holds under "models"
        document = document["models"]
    elif "recipe" in back["manifest"]:
        later = set(back["manifest"]["recipe"]) - set(document["manifest"]["recipe"])
        assert not later & set(dynamics.FIRST)
        for name in later:
            del back["manifest"]["recipe"][name]
    assert back == document


@pytest.mark.parametrize("folder", ["dynamics", "lengths"])
def test_every_record_of_the_package_is_read(folder):
    reader = KINDS[folder][1]
    paths = sorted((RELEASED / folder).glob("*.json"))
    assert len(paths) >= 10
    assert {reader(path).seed for path in paths} == set(range(5))


def nested(kind):
    """A record's type and those inside it."""
    yield kind
    for hint in get_type_hints(kind).values():
        for one in (hint, *get_args(hint), *(x for y in get_args(hint) for x in get_args(y))):
            if isinstance(one, type) and is_dataclass(one):
                yield from nested(one)


@pytest.mark.parametrize("kind", KINDS)
def test_records_hold_data_and_no_code_that_a_criterion_would_not_see(kind):
    for one in set(nested(KINDS[kind][2])) if kind != "changes" else {registration.ChangeRow}:
        if one.__module__ != "empirical.models.recipes":
            made = {name for name, x in vars(one).items() if isfunction(x) or hasattr(x, "fget")}
            assert all(name.startswith("__") for name in made), one


@dataclass(frozen=True)
class Inner:
    share: float
    kind: Literal["a", "b"]


@dataclass(frozen=True)
class Outer:
    pair: tuple[int, float]
    inner: tuple[Inner, ...]
    by: Mapping[Literal["x", "y"], bool]
    first: str = renamed_field("the first")
    note: str | None = absent()
    null: int | None = None


GOOD = {
    "pair": [1, 2],
    "inner": [{"share": 0.5, "kind": "a"}],
    "by": {"x": True, "y": False},
    "the first": "é",
}


def test_a_record_of_every_kind_of_field_is_read_and_written():
    record = built(GOOD, Outer)
    assert record == Outer((1, 2), (Inner(0.5, "a"),), {"x": True, "y": False}, "é")
    assert plain(record) == GOOD | {"null": None}
    assert built(plain(record), Outer) == record


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pair": [1]}, "pair has 1 entries, not 2"),
        ({"pair": [1.0, 2]}, r"pair\[0\] is no whole number"),
        ({"pair": [True, 2]}, r"pair\[0\] is no whole number"),
        ({"inner": [{"share": math.inf, "kind": "a"}]}, r"inner\[0\]\.share is no finite number"),
        ({"inner": [{"share": 1, "kind": "c"}]}, r"inner\[0\]\.kind is none of a, b"),
        ({"by": {"x": True}}, r"by\.y is missing"),
        ({"by": {"x": True, "y": 1}}, r"by\.y is no truth value"),
        ({"by": {"x": True, "y": True, "z": True}}, r"by\.z is no field"),
        ({"the first": 1}, "the first is no text"),
        ({"note": 1}, "note is no text"),
        ({"col\nour": 1}, "col our is no field"),
    ],
)
def test_each_kind_of_field_is_held(changes, message):
    with pytest.raises(Misread, match=f"^{message}"):
        built(GOOD | changes, Outer)


def test_what_is_no_record_is_refused(tmp_path):
    path = tmp_path / "a.json"
    for text, message in (("[", "it is no JSON"), ("[]", "it is no object"), ("\xff", "no JSON")):
        path.write_bytes(text.encode("latin-1"))
        with pytest.raises(Misread, match=message) as error:
            read_record(path, Outer)
        assert str(path) in str(error.value)
        assert "\n" not in str(error.value)


def test_a_type_that_no_record_holds_is_the_authors_mistake():
    @dataclass(frozen=True)
    class Wrong:
        values: dict

    assert [one.name for one in fields(Wrong)] == ["values"]
    with pytest.raises(TypeError, match="a record holds no"):
        built({"values": {}}, Wrong)


@pytest.mark.parametrize(
    ("kind", "spoil", "message"),
    [
        ("dynamics", lambda one: one["steps"].pop(), "s_pos has not 12 entries"),
        ("dynamics", lambda one: one["s_sym"][3].pop(), "s_sym has not 12 entries"),
        ("dynamics", lambda one: one["right"][0].append(1), "right has not 4 entries"),
        ("lengths", lambda one: one["of"].pop(), "of has not an entry for each of the lengths"),
        (
            "lengths",
            lambda one: one["predicted"]["drawn"]["gaps"].pop(),
            r"predicted\.drawn\.gaps has not an entry",
        ),
        (
            "mechanism of number",
            lambda one: one["models"][0]["layers"][0].update(held=1),
            "have queries where two positions hold integers",
        ),
        (
            "mechanism of letter",
            lambda one: one["models"][1]["manifest"].update(
                identity=one["models"][0]["manifest"]["identity"]
            ),
            "one model's weights .* twice",
        ),
    ],
)
def test_rows_that_do_not_belong_together_are_refused(tmp_path, kind, spoil, message):
    path, reader, _ = KINDS[kind]
    document = json.loads(path.read_text())
    spoil(document)
    (tmp_path / "a.json").write_text(json.dumps(document))
    with pytest.raises(Misread, match=message):
        reader(tmp_path / "a.json")


def test_a_file_read_once_is_read_again_once_it_is_another(tmp_path):
    path, _, kind = KINDS["dynamics"]
    one, other = tmp_path / "a.json", tmp_path / "b.json"
    for place in (one, other):
        place.write_text(path.read_text())
    assert read_once(one, kind) is read_once(other, kind)
    assert read_once(one, kind) == read_record(path, kind)
    other.write_text(json.dumps(json.loads(path.read_text()) | {"of": 10**6}))
    assert read_once(other, kind).of == 10**6
    other.write_text("{")
    with pytest.raises(Misread, match="b.json: it is no JSON"):
        read_once(other, kind)
