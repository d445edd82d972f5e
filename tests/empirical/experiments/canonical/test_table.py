"""Tables of the canonical tasks: causes, ranges, a missing record; the page and the heads settled
are what the records say."""

import json
from dataclasses import replace

import pytest

from empirical.experiments.canonical import synthetic as canonical_synthetic
from empirical.experiments.canonical.models import angle
from empirical.experiments.canonical.records import (
    FOLDER,
    TASKS,
    SettledHead,
    SettledHeads,
    settled_heads,
    stored_record,
)
from empirical.experiments.canonical.shapes import frequency_accuracy, predicted_shape
from empirical.experiments.canonical.table import (
    CAUSES,
    cause_lines,
    cause_of,
    certified_frequencies,
    frequency_rows,
    ranges,
    sweeps_page,
)
from empirical.experiments.canonical.tasks import N, S
from empirical.protocol import settings
from empirical.protocol.reading import plain
from empirical.protocol.synthetic import replaced_records


def head(verdict):
    return SettledHead(
        verdict=verdict,
        lower="-1",
        upper="1",
        input="",
        answer="",
        rival="",
        weights="",
        replayed=0.0,
    )


def test_causes():
    assert cause_of(True, True, False, "no") == CAUSES[0]
    assert cause_of(True, False, True, "yes") == CAUSES[1]
    assert cause_of(True, False, False, "yes") == CAUSES[2]
    assert cause_of(False, True, True, "no") == CAUSES[3]
    assert cause_of(False, False, True, "no") == CAUSES[4]
    assert cause_of(False, False, False, "open") == CAUSES[5]


def test_what_is_certified_by_any_head_of_a_frequency():
    trained = {"right 3 1": head("refuted"), "right 4 0": head("certified")}
    made = {"before 9 0": head("certified"), "right 10 1": head("undecided")}
    assert certified_frequencies(trained, made) == {4, 9}


def test_each_cause_is_shown_with_the_accuracies_behind_it():
    flat = replace(canonical_synthetic.record("index", 2, 3), of=((100,) * 4,) * 2)

    def one(*shares):
        return replace(flat, right=tuple(((share,) * 4,) * 2 for share in shares))

    made = replace(one(99, 20, 40), before=one(100, 100, 30).right)
    text = cause_lines(one(100, 50, 60), made, {1, 2}, ["yes", "yes", "open"])
    assert [line.split(". Mean accuracies: ")[0] for line in text] == [
        f"- IDs 1: {CAUSES[0]}", f"- IDs 2: {CAUSES[2]}", f"- IDs 3: {CAUSES[5]}",
    ]  # fmt: skip
    numbers = "random tables 0.500 … 0.500, the construction's own 1.000 … 1.000, trained from it"
    assert f"{numbers} 0.200 … 0.200" in text[1]


def test_ranges():
    assert ranges([1, 2, 3, 5, 7, 8]) == "1–3, 5, 7–8"
    assert ranges([]) == ""


def test_rows_with_and_without_certificates(tmp_path):
    with pytest.raises(FileNotFoundError, match="no record of index"):
        frequency_rows("index", tmp_path)
    full = replaced_records((canonical_synthetic.OF,) * 16, "right", 2, 1)
    record = full(canonical_synthetic.record("index", 5, 64))
    (tmp_path / "index.json").write_text(json.dumps(plain(record)))
    text = frequency_rows("index", tmp_path)
    assert len(text) == 64 + 7
    assert "undecided, 1 not settled yet" in text[-2]
    told = {name: getattr(record, name) for name in ("task", "steps", "start", "null")}
    told |= {"seeds": record.seeds, "ids": record.ids, "manifest": record.manifest}
    settled = SettledHeads(**told, left=0, heads={"right 3 1": head("refuted")})
    (tmp_path / "index-heads.json").write_text(json.dumps(plain(settled)))
    text = frequency_rows("index", tmp_path)
    assert "1 of 320 heads" in text[-2]
    assert "0 certified, 1 refuted, 0 undecided." in text[-2]
    assert text[6].startswith("| 3 |")
    assert text[6].endswith("| 1 | 0 | 1 |")


def test_the_page_in_the_repository_is_up_to_date():
    written = (FOLDER.parent / "canonical.md").read_text()
    assert written == sweeps_page(), "run rope-claims redraw --table"


@pytest.mark.parametrize("task", TASKS)
def test_every_head_of_full_score_is_settled_and_no_other(task):
    record, settled = stored_record(FOLDER, task), settled_heads(FOLDER, task)
    full = frequency_accuracy(record) == 1
    ids, seeds = record.ids, record.seeds
    wanted = {f"right {ids[i]} {seeds[s]}" for i, s in zip(*full.nonzero(), strict=True)}
    assert settled.keys() == wanted
    signs = {"certified": 1, "refuted": -1}
    for key, one in settled.items():
        lower, upper = (signs[one.verdict] * float(end) for end in (one.lower, one.upper))
        assert min(lower, upper) > 0, key
        assert abs(one.replayed - float(one.upper)) < 1e-6, key


def answer(task, names):
    """The task in words, on the names of a head's tokens."""
    *context, query = names
    if task == "index":
        return context[int(query) - 1]
    held = [name[1] for name in context if name[0] == query]
    assert task != "retrieval" or len({*held}) == 1
    return held[-1]


@pytest.mark.parametrize("task", TASKS)
def test_the_inputs_named_are_the_tasks_and_have_its_answer(task):
    for key, one in settled_heads(FOLDER, task).items():
        names = one.input.split()
        assert len(names) == settings.CANONICAL_KEYS + 1
        assert one.answer == answer(task, names) != one.rival, key


@pytest.mark.parametrize("task", TASKS)
def test_constructions_are_certified_where_the_ledger_has_them(task):
    made = settled_heads(FOLDER, f"{task}-construction")
    before = {key: one for key, one in made.items() if key.startswith("before ")}
    wanted = {k for k in range(1, 65) if predicted_shape(task, angle(k), N, S)[0] == "yes"}
    assert certified_frequencies(before) == wanted
