"""Where ``rope-claims`` cannot say its word it ends with one line and 2, never with a verdict."""

import subprocess
import sys
from pathlib import Path

import pytest

from theory import paths


def test_another_checkout_is_not_judged_in_silence(command_line, tmp_path, monkeypatch):
    """Who is in one checkout and runs the command of another is told so."""
    other = tmp_path / "theory" / "gate" / "pinned.json"
    other.parent.mkdir(parents=True)
    other.write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    run = command_line.here("check", "S-swap")
    assert run.code == 2
    assert "you stand in another checkout" in run.err
    assert run.err.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    ("stream", "message"), [("> /dev/full", "No space left"), (">&-", "standard output is closed")]
)
def test_a_full_or_closed_standard_output_is_one_line_and_two(stream, message):
    command = f"{sys.executable} -m rope_claims list {stream}"
    done = subprocess.run(command, shell=True, cwd=paths.CHECKOUT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("rope-claims: error: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["list", "--json"], ["check", "--junit"], ["errata", "--latex"]], ids=" ".join
)
def test_an_output_that_is_a_link_is_refused(command_line, tmp_path, words):
    (tmp_path / "kept").write_text("kept")
    (tmp_path / "link").symlink_to(tmp_path / "kept")
    run = command_line.here(*words, str(tmp_path / "link"), *command_line.synthetic("GREEN"))
    assert run.code == 2
    assert "it is a link" in run.err
    assert (tmp_path / "kept").read_text() == "kept"
