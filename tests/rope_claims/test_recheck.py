"""``rope-claims recheck``: the standalone checkers in one command."""

import pytest

from rope_claims import recheck

HEADS = next(path for path in recheck.programs() if path.stem == "heads")
FAKE = """import sys
print('X-one: stands; 1 < 2')
print('X-two: REFUSED; 2 < 1 is false')
sys.exit(1)
"""


def test_every_standalone_checker_is_run():
    assert {path.stem for path in recheck.programs()} >= {"heads", "steps", "tasks", "recheck"}
    assert all(path.is_file() for path in recheck.programs())


def test_a_witness_stands(monkeypatch, capsys):
    monkeypatch.setattr(recheck, "programs", lambda: [HEADS])
    assert recheck.main(["B-irr"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("B-irr: stands; ")
    assert out.count("\n") == 1
    assert err == "1 witness re-checked\n"


@pytest.mark.parametrize(
    ("ids", "code", "lines"), [([], 1, 2), (["X-one"], 0, 1), (["X-two"], 1, 1)]
)
def test_a_witness_that_is_refused_is_exit_code_1(ids, code, lines, monkeypatch, tmp_path, capsys):
    (tmp_path / "one.py").write_text(FAKE)
    monkeypatch.setattr(recheck, "programs", lambda: [tmp_path / "one.py"])
    assert recheck.main(ids) == code
    told = capsys.readouterr()
    assert told.out.count("\n") == lines
    assert told.err == f"{lines} witness{'es' * (lines > 1)} re-checked\n"


def test_the_witness_of_another_packages_claim_is_not_denied(monkeypatch, error_line):
    monkeypatch.setattr(recheck, "programs", lambda: [HEADS])
    pins = {"NK-nearer": {"package": "nearer_keys"}}
    monkeypatch.setattr("theory.gate.registry.all_pins", lambda: pins)
    told = "NK-nearer is of another package; to check its witness: rope-claims check NK-nearer"
    assert error_line(recheck.main, "NK-nearer") == f"rope-claims: error: {told}"


@pytest.mark.parametrize(
    ("program", "ids", "message"),
    [
        (FAKE, ["X-three"], "X-three: no witness of this name; did you mean X-t"),
        (FAKE, ["A-thm1"], "A-thm1 has no witness: rope-claims check A-thm1"),
        ("1 / 0", [], "division by zero"),
    ],
)
def test_what_cannot_be_checked_is_one_line_and_exit_code_2(
    program, ids, message, monkeypatch, tmp_path, error_line
):
    (tmp_path / "one.py").write_text(program)
    monkeypatch.setattr(recheck, "programs", lambda: [tmp_path / "one.py"])
    assert message in error_line(recheck.main, *ids)
