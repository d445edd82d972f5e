"""Tables of the canonical tasks: causes, ranges, a missing record; the page and the heads settled
are what the records say."""

import json
from dataclasses import replace

import pytest

from empirical.experiments.canonical import records, table
from empirical.experiments.canonical import synthetic as canonical_synthetic
from empirical.experiments.canonical.models import angle
from empirical.experiments.canonical.shapes import frequency_accuracy, predicted_shape
from empirical.experiments.canonical.tasks import N, S
from empirical.protocol import settings
from empirical.protocol.reading import plain
from empirical.protocol.synthetic import replaced_records


def head(verdict):
    return records.SettledHead(
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
    assert table.cause_of(True, True, False, "no") == table.CAUSES[0]
    assert table.cause_of(True, False, True, "yes") == table.CAUSES[1]
    assert table.cause_of(True, False, False, "yes") == table.CAUSES[2]
    assert table.cause_of(False, True, True, "no") == table.CAUSES[3]
    assert table.cause_of(False, False, True, "no") == table.CAUSES[4]
    assert table.cause_of(False, False, False, "open") == table.CAUSES[5]


def test_what_is_certified_by_any_head_of_a_frequency():
    trained = {"right 3 1": head("refuted"), "right 4 0": head("certified")}
    made = {"before 9 0": head("certified"), "right 10 1": head("undecided")}
    assert table.certified_frequencies(trained, made) == {4, 9}


def test_each_cause_is_shown_with_the_accuracies_behind_it():
    flat = replace(canonical_synthetic.record("index", 2, 3), of=((100,) * 4,) * 2)

    def one(*shares):
        return replace(flat, right=tuple(((share,) * 4,) * 2 for share in shares))

    made = replace(one(99, 20, 40), before=one(100, 100, 30).right)
    text = table.cause_lines(one(100, 50, 60), made, {1, 2}, ["yes", "yes", "open"])
    assert [line.split(". Mean accuracies: ")[0] for line in text] == [
        f"- IDs 1: {table.CAUSES[0]}", f"- IDs 2: {table.CAUSES[2]}", f"- IDs 3: {table.CAUSES[5]}",
    ]  # fmt: skip
    numbers = "random tables 0.500 … 0.500, the construction's own 1.000 … 1.000, trained from it"
    assert f"{numbers} 0.200 … 0.200" in text[1]


def test_ranges():
    assert table.ranges([1, 2, 3, 5, 7, 8]) == "1–3, 5, 7–8"
    assert table.ranges([]) == ""


def test_rows_with_and_without_certificates(tmp_path):
    with pytest.raises(FileNotFoundError, match="no record of index"):
        table.frequency_rows("index", tmp_path)
    full = replaced_records((canonical_synthetic.OF,) * 16, "right", 2, 1)
    record = full(canonical_synthetic.record("index", 5, 64))
    (tmp_path / "index.json").write_text(json.dumps(plain(record)))
    text = table.frequency_rows("index", tmp_path)
    assert len(text) == 64 + 7
    assert "undecided, 1 not settled yet" in text[-2]
    told = {name: getattr(record, name) for name in ("task", "steps", "start", "null")}
    told |= {"seeds": record.seeds, "ids": record.ids, "manifest": record.manifest}
    settled = records.SettledHeads(**told, left=0, heads={"right 3 1": head("refuted")})
    (tmp_path / "index-heads.json").write_text(json.dumps(plain(settled)))
    text = table.frequency_rows("index", tmp_path)
    assert "1 of 320 heads" in text[-2]
    assert "0 certified, 1 refuted, 0 undecided." in text[-2]
    assert text[6].startswith("| 3 |")
    assert text[6].endswith("| 1 | 0 | 1 |")


def test_the_page_in_the_repository_is_up_to_date():
    written = (records.FOLDER.parent / "canonical.md").read_text()
    assert written == table.sweeps_page(), "run rope-claims redraw --table"


@pytest.mark.parametrize("task", records.TASKS)
def test_every_head_of_full_score_is_settled_and_no_other(task):
    record, settled = (
        records.stored_record(records.FOLDER, task),
        records.settled_heads(records.FOLDER, task),
    )
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


@pytest.mark.parametrize("task", records.TASKS)
def test_the_inputs_named_are_the_tasks_and_have_its_answer(task):
    for key, one in records.settled_heads(records.FOLDER, task).items():
        names = one.input.split()
        assert len(names) == settings.CANONICAL_KEYS + 1
        assert one.answer == answer(task, names) != one.rival, key


@pytest.mark.parametrize("task", records.TASKS)
def test_constructions_are_certified_where_the_ledger_has_them(task):
    made = records.settled_heads(records.FOLDER, f"{task}-construction")
    before = {key: one for key, one in made.items() if key.startswith("before ")}
    wanted = {k for k in range(1, 65) if predicted_shape(task, angle(k), N, S)[0] == "yes"}
    assert table.certified_frequencies(before) == wanted
