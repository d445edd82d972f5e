"""Each command refuses a place that it cannot write to before its work, in one line, and leaves all
as it was."""

import json
import os
import sys
import tempfile

import pytest

from constructions.certificate.certificate import Printed
from empirical.architectures import command as architectures
from rope_claims import cli
from tests.empirical.documents import document

HEAD = "certificate index --letters 3 --integers 3 --n0 8 --theta 1/64 --beta 4096 --out"
FILES = (
    "heads no-model --prompt x --out",
    "doctor no-model --json",
    *(f"check S-fast --{form}" for form in ("json", "junit", "markdown", "badge")),
    *(f"{name} --{form}" for name in ("list", "show S-fast") for form in ("json", "markdown")),
    *(f"errata --{form}" for form in ("latex", "markdown", "json-ld")),
    HEAD,
    "architectures llama --markdown",
)
"""Commands whose next word is a file."""
MADE = (
    "validate --out",
    "validate --compare {report} {report} --out",
    "compare {report} --out",
    "capacity --model pythia-410m --tokens 8 --out",
)
"""Commands whose next word is a folder, which is made with its parents or may be there."""
NEW = ("site --out", "new-paper nearer-keys --out", "check S-fast --smtlib")
"""Commands whose next word is a new or empty folder."""
FAULTS = {
    "closed": "Permission denied",
    "a folder": "it is a folder; name a file",
    "a file": "is a file; name another folder|it is there already",
    "a full folder": "it is there already",
    "a link": "it is a link",
    "no parent": "make it first",
}
CASES = [
    *((words, fault) for words in FILES for fault in ("closed", "a folder", "a link", "no parent")),
    *((words, fault) for words in MADE for fault in ("closed", "a file", "a link")),
    *((words, fault) for words in NEW for fault in ("closed", "a file", "a full folder")),
    *((words, "no parent") for words in NEW),
]


@pytest.fixture
def called(monkeypatch, capsys):
    """Run a command line; the exit code and the lines on standard error."""

    def run(words):
        monkeypatch.setattr(sys, "argv", ["rope-claims", *map(str, words)])
        code = cli.main()
        return code, capsys.readouterr().err.splitlines()

    return run


def refuse(*_, **__):
    raise PermissionError(13, "Permission denied")


@pytest.mark.parametrize(("words", "fault"), CASES)
def test_a_place_that_cannot_be_written_is_refused(called, monkeypatch, tmp_path, words, fault):
    report, target = tmp_path / "report.json", tmp_path / "target"
    report.write_text(json.dumps(document()))
    if fault == "closed":  # for who may write everywhere, no folder's mode is closed
        monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    elif fault == "a file":
        target.write_text("old")
    elif fault == "a link":
        target.symlink_to(tmp_path / "nowhere")
    elif fault == "no parent":
        target = tmp_path / "none" / "target"
    else:
        target.mkdir()
        (target / "old").write_text("old")
    before = sorted(os.listdir(tmp_path))
    code, lines = called([*words.format(report=report).split(), target])
    assert (code, len(lines)) == (2, 1), lines
    assert lines[0].startswith("rope-claims: error: cannot write")
    assert str(target) in lines[0]
    assert any(told in lines[0] for told in FAULTS[fault].split("|")), lines
    assert sorted(os.listdir(tmp_path)) == before
    assert fault != "a file" or target.read_text() == "old"
    assert not target.is_dir() or os.listdir(target) == ["old"]


@pytest.mark.parametrize(
    ("words", "owner", "name"),
    [(HEAD, Printed, "certify"), ("architectures llama --markdown", architectures, "measure")],
)
def test_a_command_that_is_stopped_keeps_the_old_file(
    called, monkeypatch, tmp_path, words, owner, name
):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(owner, name, stop)
    (tmp_path / "old").write_text("old")
    assert called([*words.split(), tmp_path / "old"])[0] == 130
    assert (tmp_path / "old").read_text() == "old"
