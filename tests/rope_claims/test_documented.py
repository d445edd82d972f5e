"""The commands and the outputs that README.md and docs/ show are run, and say what is shown."""

import ast
import contextlib
import io
import re
import shlex
import shutil
from functools import cache

import pytest

from constructions.capacity.ends import rounded_down, rounded_up
from tests.empirical.talkers import talker
from tests.processes import completed, python
from tests.proofs.tampering import needs_coq
from tests.repository.test_readme import ROOT, commands

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LINES = sorted({line for page in PAGES for line in commands(page)})
RUN = {
    "python theory/witnesses/recheck/heads.py": "B-irr: stands; ",
    "python -m empirical.validate --help": "--model",
    "rope-claims validate --help": "--model",
    "rope-claims show A-thm1": "PROVED, as reconstructed",
    "rope-claims check A-thm1": "2 of 2 claims as expected",
}
"""Commands that are run as they are written, and a part of what they print."""
NOT_RUN = {
    "make": "the workflow runs it",
    "python -m nearer_keys.": "it is of the package that the page makes; another test makes it",
    "python -m pip install": "the package index has it",
    "rope-claims capacity --model config.json": "half a minute; a test below has the same budget",
    "python -m empirical.validate": "needs a model's weights",
    "rope-claims recheck-heads": "needs a model's weights, and half an hour",
    "rope-claims run": "needs a model's weights, or trains one",
    "rope-claims rerun": "the workflow runs the reduced one; its own tests run the others",
    "python constructions/public_heads/check_public_heads.py": "needs a model's weights",
    "rope-claims generate": "it writes the checkout; another test compares its files",
    "python constructions/capacity/check_capacity.py FILE": "FILE stands for the reader's own",
    "python constructions/capacity/rules/recheck.py": "its own tests run it, alone in a folder",
    "python constructions/check_certificate.py": "its own tests run it, and check each certificate",
    "rope-claims check": "all claims take minutes; another test judges the page's package",
    "rope-claims certify-heads": "needs a model",
    "rope-claims doctor": "needs a model",
    "rope-claims heads": "needs a model's weights",
    "rope-claims new-paper": "another test makes the package",
    "rope-claims recheck": "the programs that it runs are run above; another test runs it",
    "rope-claims pin nearer_keys": "another test makes the package",
    "rope-claims site --out site": "the tests of the site make it by this command",
    "rope-claims show NK-turned": "another test makes the package",
    "rope-claims show ID": "ID stands for the reader's own",
    "rope-claims list": "another test reads its lines",
}
"""The beginnings of commands that are not run, and why."""


@pytest.mark.parametrize("page", ["README.md", "docs/capacity.md"])
def test_certified_is_explained_where_it_first_stands(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert "separate program" in text[text.index("certified") :].partition("\n\n")[0][:200]


@pytest.mark.parametrize("line", LINES)
def test_every_command_is_run_or_says_why_not(line):
    assert line in RUN or any(line.startswith(start) for start in NOT_RUN), line


@pytest.mark.parametrize("line", RUN)
def test_a_command_does_what_the_page_says(line):
    assert line in LINES
    done = ran(line)
    assert done.returncode == 0, done.stderr
    assert RUN[line] in done.stdout


@cache
def ran(line):
    """A command as it is written, once in each process."""
    program, *words = shlex.split(line)
    start = ["-m", "rope_claims"] if program == "rope-claims" else []
    return python(*start, *words, cwd=ROOT)


def blocks(page):
    """The (command, lines shown) of blocks that begin with a prompt."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"```\n(\$ .*?)```", text, re.S):
        command, *shown = block.strip().splitlines()
        yield command.removeprefix("$ "), shown


SHOWN = [one for page in PAGES for one in blocks(page)]


def plain(line):
    """A line without the seconds and without which claim ended first: both differ."""
    return re.sub(r"^\[\d+/|[\d.]+ s$", "…", line.strip())


@pytest.mark.parametrize(("line", "shown"), SHOWN, ids=[line for line, _ in SHOWN])
def test_an_output_is_what_the_command_prints(line, shown):
    done = ran(line)
    text = done.stderr + done.stdout
    if shutil.which("coqc") is None:  # the page says that these lines say so then
        text = text.replace(" (written)", "")
    printed = [plain(one) for one in text.splitlines()]
    assert len(shown) >= 3
    for one in shown:
        assert one == "..." or plain(one) in printed, one


CAPACITY = (ROOT / "docs/capacity.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def budgets():
    """The code of the page on capacity, what it prints, and the names that it leaves."""
    (code,) = re.findall(r"```python\n(.*?)```\n\n```text\n", CAPACITY, re.S)
    names, out = {}, io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "capacity.md", "exec"), names)
    return code, out.getvalue(), names


def test_the_budgets_of_the_page_on_capacity_are_what_is_printed(budgets):
    assert f"```python\n{budgets[0]}```\n\n```text\n{budgets[1]}```" in CAPACITY


def test_the_budgets_in_the_readme_are_what_the_call_answers(budgets):
    """It makes the calls of the page on capacity."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    call = re.search(
        r"rope_claims\.capacity\(.*?\n\)  # between ([\d.]+) and ([\d.]+), certified; "
        r"with YaRN of factor (\d+) between ([\d.]+) and ([\d.]+)\n",
        text,
        re.S,
    )
    code = ast.unparse(ast.parse(call[0].partition("  #")[0]))
    page, _, names = budgets
    page = ast.unparse(ast.parse(page))
    assert f"plain = {code}\n" in page
    assert f"scaled = {code[:-1]}, scaling=yarn)\n" in page
    assert names["yarn"]["factor"] == float(call[3])
    shown = [
        end
        for c in (names["plain"], names["scaled"])
        for end in (rounded_down(c.lower, 3), rounded_up(c.upper, 3))
    ]
    assert shown == [call[1], call[2], call[4], call[5]]


def test_the_python_of_the_quickstart_runs_from_top_to_bottom(tmp_path):
    """On a tiny model in place of SmolLM2, and windows of 64 positions in place of thousands."""
    text = (ROOT / "docs/quickstart.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) >= 8
    code = "".join(blocks).replace("8192", "64").replace("plane.png", str(tmp_path / "plane.png"))
    tiny = str(talker(tmp_path / "tiny", "llama"))
    for name in ("smollm2-135m-instruct", "models/mine"):
        assert f'"{name}"' in code
        code = code.replace(name, tiny)
    names = {}
    exec(compile(code, "quickstart.md", "exec"), names)
    assert (tmp_path / "plane.png").is_file()
    assert names["matrix"].shape[0] == names["matrix"].shape[1]
    assert names["plain"].convention != names["centred"].convention
    (ids,) = re.findall(r"`(rope_claims\.heads\(model, \[\[.*?\]\]\))`", text)
    assert eval(ids, names).s_pos.shape[2] == 1


RECHECK = (ROOT / "docs/recheck.md").read_text(encoding="utf-8")


@needs_coq
@pytest.mark.parametrize("library", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_theorem_is_checked_by_coq_alone_as_the_page_says(library, tmp_path, monkeypatch):
    """With the library it takes a minute; without, coqchk lists what the library seals."""
    block, shown = re.findall(r"```(?:sh)?\n(folder=.*?|exclusion.*?)```", RECHECK, re.S)
    *rest, last = block.strip().splitlines()
    assert last.startswith("coqchk ")
    last = last if library else last.replace("Proofs.exclusion", "-norec Proofs.exclusion")
    script = "\n".join([*rest, last])
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    done = completed("bash", "-c", script, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout == shown
    _, summary = done.stderr.split("CONTEXT SUMMARY")
    if library:
        (axioms,) = re.findall(r"`(\* Axioms: <none>)`", RECHECK)
        assert axioms in summary
    else:
        assert set(re.findall(r"^ {4}(\w+)\.", summary, re.M)) == {"mathcomp", "Coq"}
    assert summary.count("<none>") == 3 + library


def test_sympy_and_z3_decide_the_pieces_without_this_package():
    (program,) = re.findall(r"```python\n(.*?)```", RECHECK, re.S)
    assert set(re.findall(r"^import (.+)$", program, re.M)) == {"itertools, math", "sympy, z3"}
    done = python("-I", "-c", program)
    assert done.stdout == "both hold\n", done.stderr


def test_a_changed_theorem_is_rejected_by_the_same_program():
    (program,) = re.findall(r"```python\n(.*?)```", RECHECK, re.S)
    for right, wrong in (("- squares) == 0", "- 2 * squares) == 0"), ("** 2 / 2)", "** 2)")):
        assert right in program
        with pytest.raises(AssertionError):
            exec(compile(program.replace(right, wrong), "recheck.md", "exec"), {})
