"""The file of all verdicts: it keeps to its schema, and its digests follow what it says."""

import copy
import json

import jsonschema
import pytest

from tests.claims import every
from theory.paths import FOLDER
from theory.reports import errata, exchange

REGISTRY = every()
SECTIONS = errata.errata_sections()
DATA = json.loads(exchange.to_json_ld(REGISTRY, SECTIONS))
SCHEMA = json.loads((FOLDER / "reports" / "exchange.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
BY_ID = {one["identifier"]: one for one in DATA["hasPart"]}


def test_it_keeps_to_its_schema_and_has_every_claim():
    VALIDATOR.validate(DATA)
    assert list(BY_ID) == list(REGISTRY.claims)


@pytest.mark.parametrize(
    "change",
    [
        {"witness": ""},
        {"repair": []},
        {"recheck": []},
        {"sha256": "0"},
        {"provenance": "hearsay"},
        {"reviewRating": {"@type": "Rating", "alternateName": "TRUE"}},
        {"opinion": "x"},
    ],
    ids=str,
)
def test_the_schema_refuses(change):
    data = copy.deepcopy(DATA)
    review = next(r for r in data["hasPart"] if r["identifier"] == "A-score")
    review.update(change)
    assert not VALIDATOR.is_valid(data)


def test_a_digest_follows_every_field():
    review = BY_ID["A-score"]
    assert exchange.review_digest(review) == review["sha256"]
    for field in set(review) - {"sha256"}:
        assert exchange.review_digest({**review, field: "another"}) != review["sha256"]


def test_a_refuted_claim_brings_its_witness_and_its_repair():
    review = BY_ID["A-score"]
    assert review["repair"] == ["A-score-fix", "A-score-all", "A-score-high"]
    assert review["witness"] == SECTIONS["A-score"].strip()
    with pytest.raises(errata.Incomplete, match="no section"):
        exchange.to_json_ld(REGISTRY, {})


def test_of_one_paper_alone():
    some = json.loads(exchange.to_json_ld(REGISTRY, SECTIONS, "A"))["hasPart"]
    assert {r["identifier"] for r in some} == {
        c.id for c in REGISTRY.claims.values() if c.paper == "A"
    }
    assert 0 < len(some) < len(BY_ID)


def test_the_command_writes_it(command_line):
    run = command_line.here("errata", "--json-ld", "-")
    assert (run.code, json.loads(run.out)) == (0, DATA)


def test_a_paper_of_which_nothing_is_refuted_has_its_verdicts(command_line):
    of_paper = {c.id for c in REGISTRY.claims.values() if c.paper == "RF"}
    run = command_line.here("errata", "--json-ld", "-", "--paper", "RF")
    assert {one["identifier"] for one in json.loads(run.out)["hasPart"]} == of_paper
    assert command_line.here("errata", "--paper", "RF").code == 2
