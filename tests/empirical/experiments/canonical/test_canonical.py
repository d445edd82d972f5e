"""The sweep's command: killed and gone on with, nothing half-written, refusals in one line."""

import json

import pytest

from constructions.certificate.certificate import field_digest, head_fields
from empirical.experiments.canonical import command as canonical
from empirical.experiments.canonical import heads as canonical_heads
from empirical.experiments.canonical import sweeps
from empirical.experiments.canonical.bounds import bounds
from empirical.experiments.canonical.claims import CANONICAL_CLAIMS
from empirical.experiments.canonical.models import Sweep
from empirical.protocol import settings
from empirical.protocol.registration import hashes


def command(tmp_path, *more, steps=300, ids=("2", "60")):
    places = ("--folder", str(tmp_path / "states"), "--out", str(tmp_path / "out"))
    sizes = ("--seeds", "0", "--ids", *ids, "--steps", str(steps))
    return canonical.main(["--task", "retrieval", *sizes, *places, *more])


@pytest.fixture
def few(monkeypatch):
    """Few held-out inputs, and a state saved after each stream."""
    monkeypatch.setattr(sweeps, "SAVE_EVERY", 1)
    plain = Sweep.right
    monkeypatch.setattr(Sweep, "right", lambda self: plain(self, 1000))
    monkeypatch.setattr(settings, "CANONICAL_TESTED", 1000)


def record(tmp_path):
    return json.loads((tmp_path / "out" / "retrieval.json").read_text())


@pytest.mark.usefixtures("few")
def test_a_record_carries_the_criteria_that_stood_when_it_was_made(tmp_path):
    assert command(tmp_path, steps=100) == 0
    assert record(tmp_path)["manifest"]["criteria"] == hashes(CANONICAL_CLAIMS, bounds())


@pytest.mark.usefixtures("few")
def test_killed_and_gone_on_with_is_as_if_never_killed(tmp_path, monkeypatch, capsys):
    assert command(tmp_path / "whole") == 0
    plain, calls = Sweep.advance, []

    def killed(self):
        calls.append(self.step)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return plain(self)

    with monkeypatch.context() as patched:
        patched.setattr(Sweep, "advance", killed)
        assert command(tmp_path / "cut") == 130
    assert "the same command goes on" in capsys.readouterr().err
    assert not (tmp_path / "cut" / "out").exists()
    assert command(tmp_path / "cut") == 0
    whole, cut = record(tmp_path / "whole"), record(tmp_path / "cut")
    assert whole == cut
    assert command(tmp_path / "cut") == 0
    assert "there already" in capsys.readouterr().out


@pytest.mark.usefixtures("few")
def test_settle_certifies_heads_without_a_miss(tmp_path, capsys):
    assert command(tmp_path, "--settle") == 2
    assert "train first" in capsys.readouterr().err
    assert command(tmp_path, "--start", "construction", steps=1) == 0
    assert command(tmp_path, "--start", "construction", "--settle", steps=1) == 0
    stored = json.loads((tmp_path / "out" / "retrieval-construction-heads.json").read_text())
    verdicts = {key: one["verdict"] for key, one in stored["heads"].items()}
    assert verdicts["before 60 0"] == "certified"
    assert "before 2 0" not in verdicts


def heads(tmp_path):
    return json.loads((tmp_path / "out" / "retrieval-construction-heads.json").read_text())


@pytest.mark.usefixtures("few")
def test_settling_killed_goes_on_and_lost_states_are_retrained(tmp_path, monkeypatch, capsys):
    plain, known, made = canonical_heads.settled, {}, ("--start", "construction")

    def once(task, given):
        """Equal heads are settled once in this test."""
        weights = field_digest(head_fields(given))
        if weights not in known:
            known[weights] = plain(task, given)
        return known[weights]

    monkeypatch.setattr(canonical_heads, "settled", once)
    assert command(tmp_path, *made, steps=1, ids=("40", "60")) == 0
    assert command(tmp_path, *made, "--settle", steps=1, ids=("40", "60")) == 0
    whole = heads(tmp_path)
    (tmp_path / "out" / "retrieval-construction-heads.json").unlink()
    (tmp_path / "states" / "retrieval-construction.pt").unlink()
    calls = []

    def killed(*given):
        calls.append(given)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return once(*given)

    with monkeypatch.context() as patched:
        patched.setattr(canonical_heads, "settled", killed)
        assert command(tmp_path, *made, "--settle", steps=1, ids=("40", "60")) == 130
    assert heads(tmp_path)["left"] == len(whole["heads"]) - 2 > 0
    assert command(tmp_path, *made, "--settle", steps=1, ids=("40", "60")) == 0
    assert heads(tmp_path) == whole
    assert command(tmp_path, *made, "--settle", steps=2, ids=("40", "60")) == 2
    assert "other steps" in capsys.readouterr().err


@pytest.mark.usefixtures("few")
def test_models_that_are_not_the_records_are_not_settled(tmp_path, capsys):
    assert command(tmp_path, steps=1) == 0
    path = tmp_path / "out" / "retrieval.json"
    other = record(tmp_path)
    other["right"][0][0][0] += 1
    path.write_text(json.dumps(other))
    assert command(tmp_path, "--settle", steps=1) == 2
    assert "have other right" in capsys.readouterr().err
    assert not (tmp_path / "out" / "retrieval-heads.json").exists()


@pytest.mark.usefixtures("few")
def test_another_run_in_the_same_place_is_refused(tmp_path, capsys):
    assert command(tmp_path, steps=1) == 0
    assert command(tmp_path, steps=2) == 2
    assert "other steps: give another --folder or --out" in capsys.readouterr().err


@pytest.mark.usefixtures("few")
def test_null_models_have_records_of_their_own(tmp_path):
    assert command(tmp_path, "--null", "untrained") == 0
    assert command(tmp_path, "--null", "shuffled", steps=1) == 0
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"retrieval-untrained.json", "retrieval-shuffled.json"}
    assert command(tmp_path, "--null", "untrained", "--settle") == 0
    stored = json.loads((tmp_path / "out" / "retrieval-untrained-heads.json").read_text())
    assert (stored["left"], stored["heads"], stored["steps"]) == (0, {}, 0)


@pytest.mark.parametrize(
    ("more", "says"),
    [(["--seeds", "1", "1"], "different seeds"), (["--ids", "0"], "frequency IDs"),
     (["--ids", "3", "2"], "in order"), (["--steps", "0"], "at least 1")],
)  # fmt: skip
def test_bad_input_is_one_line_and_2(tmp_path, error_line, more, says):
    assert says in error_line(canonical.main, "--folder", tmp_path, "--out", tmp_path, *more)
    assert not list(tmp_path.iterdir())
