"""The command line: exit codes, outputs, errors in one line, and what it must not import."""

import json
import os
import re
import shlex
from xml.etree import ElementTree

import jsonschema
import pytest

from tests.processes import python
from tests.theory.conftest import CommandLine
from theory.commands import cli
from theory.gate import processes
from theory.reports import files

OUTPUTS = ("json", "junit", "markdown")


@pytest.fixture(scope="module")
def green(tmp_path_factory):
    """One run on sound claims: their packages' file, the run, and the files it wrote."""
    command_line = CommandLine(tmp_path_factory.mktemp("green"))
    synthetic, junit = command_line.packages("GREEN", "SUPPORTED"), command_line.folder / "j.xml"
    run = command_line.here("check", "--synthetic", synthetic, "--junit", junit)
    return synthetic, run, junit


# ---- exit codes, each really produced -----------------------------------------------------


@pytest.mark.parametrize(("package", "code"), [("DIFFERS", 1), ("UNKNOWN", 7), ("NOTHING", 2)])
def test_exit_code(command_line, package, code):
    """0 is produced below by ``test_reader_that_goes_away``; 130 in ``test_faults``, together with
    what Ctrl-C must leave behind."""
    run = command_line.outside("check", *command_line.synthetic(package))
    assert run.code == code
    assert "Traceback" not in run.out + run.err


@pytest.mark.parametrize(("jobs", "threads"), [(1, 6), (2, 3), (4, 1), (9, 1)])
def test_workers_share_the_processors(command_line, monkeypatch, jobs, threads):
    monkeypatch.setattr(processes, "processors", lambda: 6)
    _, results = command_line.check("THREADS", extra=["--jobs", jobs])
    assert results["P-square"]["found"] == f"threads {threads}"


def test_a_difference_outweighs_what_is_undecided(command_line):
    listed = {"unknown": ["P-square"], "broken": ["P-lost"]}
    run, _ = command_line.check("UNKNOWN", "broken", listed=listed)
    assert run.code == 1


def test_exit_codes_are_documented(capsys):
    for arguments in (["--help"], ["check", "--help"]):
        with pytest.raises(SystemExit) as ended:
            cli.main(arguments)
        assert ended.value.code == 0
        text = capsys.readouterr().out
        for code in (0, 1, 2, 7, 130):
            assert re.search(rf"^ *{code}  \w", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["check", "P-squares"], "did you mean P-square"),
        (["check", "P-squares"], "? rope-claims list names every claim"),
        (["show", "p-SQUARE"], "did you mean P-square"),
        (["show", "zzzzzz"], "rope-claims list"),
        (["check", "--package", "gren"], "did you mean green"),
        (["check", "--jobs", "0"], "--jobs"),
        (["check", "--jobs", "two"], "--jobs"),
        (["check", "--timeout", "0"], "--timeout"),
        (["check", "--timeout", "nan"], "--timeout"),
        (["check", "--timeout", "-1"], "--timeout"),
        (["check", "--timeout", "soon"], "--timeout"),
        (["check", "--frobnicate"], "--frobnicate"),
        (["check", "--json", "/nowhere/report.json"], "cannot write"),
        (["check", "--json", "/dev/full"], "no regular file"),
        (["check", "--json", "."], "it is a folder; name a file"),
        (["check", "--json", "-", "--junit", "-"], "same place"),
        (["show"], "ID"),
        (["prove"], "prove"),
    ],
    ids=" ".join,
)
def test_bad_usage_is_one_line_and_two(command_line, arguments, hint):
    synthetic = command_line.synthetic("GREEN") if arguments[0] != "prove" else []
    run = command_line.here(*arguments, *synthetic)
    assert run.code == 2
    assert run.out == ""
    assert run.err.startswith("rope-claims: error: ")
    assert run.err.count("\n") == 1
    assert hint in run.err


def test_no_command_is_bad_usage(command_line):
    assert command_line.here().code == 2


def test_unwritable_output_is_rejected_before_any_work(command_line, tmp_path):
    """The old report that could be written stays as it was: nothing has run."""
    old = tmp_path / "old.json"
    old.write_text("old")
    synthetic = command_line.packages("HANGS")
    run = command_line.here(
        "check", "--synthetic", synthetic, "--json", old, "--junit", "/nowhere/x"
    )
    assert run.code == 2
    assert old.read_text() == "old"
    assert "[" not in run.err


# ---- outputs ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "packages",
    [
        ("GREEN", "SUPPORTED"),
        ("REFUTED", "NOT_REPRODUCED"),
        ("DIFFERS", "NAN"),
        ("WRITTEN",),
        ("UNKNOWN",),
        ("RAISES",),
        ("EXITS_LOUDLY",),
        ("NO_MUTANTS",),
        ("DUPLICATE",),
        ("LEANS_ON_RED",),
        ("broken",),
    ],
    ids="-".join,
)
def test_json_of_a_list_is_as_its_schema_says(command_line, schema, packages):
    """That of a check is held to it wherever a test runs ``command_line.check``."""
    report = command_line.folder / "report.json"
    command_line.here("list", *command_line.synthetic(*packages), "--json", report)
    data = json.loads(report.read_text())
    schema.validate(data)
    assert (data["version"], data["exit_code"]) == (3, None)
    assert len(data["claims"]) > 0


def test_json_of_show_and_of_the_real_packages(command_line, schema):
    """Through standard output, and nothing else there or on standard error."""
    for arguments in (["list"], ["show", "A-thm1"]):
        run = command_line.here(*arguments, "--json", "-")
        data = json.loads(run.out)
        schema.validate(data)
        assert data["synthetic"] is None
        assert run.err == ""


def test_schema_refuses_a_green_report_of_a_red_claim(command_line, schema):
    """The schema itself can fail: a report edited to look as if all passed does not pass it."""
    command_line.check("RAISES")
    data = json.loads((command_line.folder / "report.json").read_text())
    schema.validate(data)
    result = data["claims"][0]["result"]
    for edited in (
        data | {"exit_code": 0},
        data | {"version": 1},
        data | {"claims": []},
        data | {"claims": [data["claims"][0] | {"result": None}]},
        data | {"claims": [data["claims"][0] | {"result": result | {"gate": "as expected"}}]},
        data | {"claims": [data["claims"][0] | {"result": result | {"verdict": "PROVED"}}]},
    ):
        with pytest.raises(jsonschema.ValidationError):
            schema.validate(edited)


def test_junit(command_line, green):
    """What is undecided is an error there, never a skip that counts as passed."""
    target = command_line.folder / "junit.xml"
    for package, tags in (("", []), ("DIFFERS", ["failure"]), ("UNKNOWN", ["error"])):
        if package:
            command_line.here("check", *command_line.synthetic(package), "--junit", target)
        suite = ElementTree.parse(target if package else green[2]).getroot()
        cases = list(suite)
        assert suite.get("tests") == str(len(cases))
        assert suite.get("skipped") == "0"
        assert [problem.tag for case in cases for problem in case] == tags
        assert int(suite.get("failures")) + int(suite.get("errors")) == len(tags)


def test_markdown(command_line):
    target = command_line.folder / "report.md"
    run, _ = command_line.check("WRITTEN", extra=("--markdown", target))
    assert "PROVED (written)" in run.out
    text = target.read_text()
    assert "| P-square | PROVED (written) | PROVED | as expected | written |" in text
    assert "no run of the real gate" in text
    run = command_line.here("list", *command_line.synthetic("GREEN"), "--markdown", "-")
    assert "p. 1 \\| left, \\[1\\]" in run.out


def test_table(green):
    synthetic, run, _ = green
    assert re.search(r"P-square +PROVED +PROVED +✓ as expected +exhaustive", run.out)
    assert re.search(r"P-accuracy .*measured +0.99 .*accuracy 0.97", run.out)
    assert "21 cases, 4 mutants rejected" in run.out
    assert "3 of 3 claims as expected" in run.out
    assert f"synthetic packages ({synthetic}): no run of the real gate" in run.out


def test_progress_is_a_line_a_claim(green):
    lines = green[1].err.splitlines()
    assert len(lines) == 3
    assert lines[-1].startswith("[3/3] P-")


def test_last_line_runs_again_just_what_failed(command_line):
    """Taken literally: what is printed is run, and judges the failing claim and nothing else."""
    synthetic = command_line.packages("GREEN", "NAN")
    run = command_line.here("check", "--synthetic", synthetic, "--timeout", "120")
    last = shlex.split(run.out.splitlines()[-1].removeprefix("again: "))
    assert last[last.index("check") :][:2] == ["check", "P-accuracy"]
    again = command_line.here(*last[last.index("check") :])
    assert again.code == 1
    assert "P-square" not in again.out
    assert again.out.splitlines()[-1] == run.out.splitlines()[-1]


def test_nothing_to_run_again_when_all_is_green(green):
    assert "check" not in green[1].out.replace(green[0], "")


def test_named_claims_and_packages(command_line):
    synthetic = command_line.packages("GREEN", "SUPPORTED")
    run = command_line.here("list", "--synthetic", synthetic, "--package", "supported")
    assert "P-accuracy" in run.out
    assert "P-square" not in run.out
    run = command_line.here("check", "--synthetic", synthetic, "P-square", "P-square")
    assert "1 of 1 claim as expected" in run.out


def test_show(command_line):
    text = command_line.here("show", "P-false", *command_line.synthetic("REFUTED")).out
    for part in ("x² = 2x", "p. 2", "printed", "all reals", "REFUTED", "[witness]", "one case"):
        assert part in text
    for part in ("x = 2 [index]", "[sign]", "repair", "P-square", "not covered"):
        assert part in text


def test_what_is_broken_is_listed_and_red(command_line):
    synthetic = command_line.packages("broken", listed={"broken": ["P-lost"]})
    narrowed = (["--paper", "A"], ["--verdict", "refuted"], ["--search", "Index"])
    for arguments in (["list"], ["show", "P-lost"], *(["list", *more] for more in narrowed)):
        run = command_line.here(*arguments, "--synthetic", synthetic)
        assert run.code == 1
        assert re.search("P-lost(.|\n)*BROKEN(.|\n)*never imports", run.out)


def test_an_answer_of_one_solver_is_marked(command_line):
    text = command_line.here("show", "P-square", *command_line.synthetic("UNSATISFIABLE")).out
    assert "confirmed  by one solver only" in text


# ---- files --------------------------------------------------------------------------------


def test_write_keeps_modes(tmp_path):
    target = tmp_path / "a.json"
    files.prepare([str(target)])
    files.write(str(target), "text")
    assert target.read_text() == "text\n"
    mask = os.umask(0)
    os.umask(mask)
    assert target.stat().st_mode & 0o777 == 0o666 & ~mask


def test_failed_write_leaves_nothing(tmp_path, monkeypatch):
    def full(*names):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(files.Unwritable, match="No space left"):
        files.write(str(tmp_path / "a.json"), "text")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["list", "check"])
def test_reader_that_goes_away(command_line, command):
    """As under ``| head``: no traceback, and check keeps its exit code."""
    process = command_line.start(command, *command_line.synthetic("GREEN"))
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "Traceback" not in err
    assert "Broken" not in err


def test_terminal_without_the_letters(command_line):
    process = command_line.start("list", *command_line.synthetic("GREEN"), PYTHONIOENCODING="ascii")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "x\\xb2" in out


# ---- speed --------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["list"], ["show", "A-thm1"]], ids=" ".join)
def test_list_and_show_import_nothing_heavy(command_line, arguments):
    """What takes seconds to import stays out; so does rich, where nobody looks at a terminal."""
    root = command_line.root
    heavy = ["sympy", "z3", "scipy", "torch", "transformers", "hypothesis", "flint", "rich"]
    code = (
        "import sys\n"
        "from theory.commands.cli import main\n"
        f"main({arguments!r})\n"
        f"print('loaded:', *[name for name in {heavy!r} if name in sys.modules])"
    )
    ended = python("-c", code, cwd=root, check=True)
    assert ended.stdout.splitlines()[-1] == "loaded:"
