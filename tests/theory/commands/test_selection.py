"""Which claims a command is about."""

import json
from functools import cache

import pytest

from theory.gate import registry, runner
from theory.ledger.terms import Method, Undecided
from theory.papers import PAPERS


def test_a_method_selects_the_claims_with_such_evidence_and_whatever_is_broken(command_line):
    listed = {"broken": ["P-gone"]}
    synthetic = command_line.synthetic("GREEN", "REFUTED", "broken", listed=listed)
    run = command_line.here("list", "--method", "witness", "--json", "-", *synthetic)
    ids = [entry["id"] for entry in json.loads(run.out)["claims"]]
    assert "P-false" in ids
    assert "P-square" not in ids
    assert run.code == 1
    assert "P-gone" in ids


@pytest.mark.parametrize(
    ("method", "hint"),
    [("kernels", "did you mean kernel"), ("kernel", "no claim has evidence of the")],
)
@pytest.mark.parametrize("command", ["check", "list"])
def test_a_method_that_is_none_or_selects_nothing_is_bad_usage(command_line, method, hint, command):
    run = command_line.here(command, "--method", method, *command_line.synthetic("GREEN"))
    assert (run.code, run.out) == (2, "")
    assert hint in run.err


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("--package", "empirical", "A-thm1 is a claim of the package theory"),
        ("--method", "measured", "A-thm1 has no evidence of the method measured"),
    ],
)
def test_a_claim_that_an_option_leaves_out_says_which(
    command_line, monkeypatch, option, value, why
):
    monkeypatch.setattr(runner, "described", registry.fetch)
    for command in ("check", "show"):
        run = command_line.here(command, "A-thm1", option, value)
        assert (run.code, run.out) == (2, "")
        assert run.err == f"rope-claims: error: {why}: leave {option} out\n"


def test_a_claim_about_a_public_model_names_the_command_that_judges_it(command_line):
    for arguments in (["check", "A-e-anti"], ["show", "A-e-anti", "--json", "-"]):
        run = command_line.here(*arguments)
        assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
        assert run.err.endswith("judged by: python -m empirical.validate --model gemma-2-2b-it\n")
    hint = "did you mean A-e-anti"
    assert hint in command_line.here("show", "A-e-ant").err


@pytest.mark.parametrize(
    "wrong",
    [
        ["--package", "nowhere"],
        ["--method", "nowhere"],
        ["--json", "/nowhere/x.json"],
        ["--smtlib", "/dev/null/x"],
    ],
    ids=" ".join,
)
def test_bad_usage_is_reported_before_the_proofs_are_audited(command_line, monkeypatch, wrong):
    monkeypatch.setattr(runner, "audited_first", lambda ids: pytest.fail("audited"))
    run = command_line.here("check", *wrong)
    assert (run.code, run.out) == (2, "")
    assert run.err.count("\n") == 1
    assert "--method" not in wrong or "kernel (Coq), witness" in run.err


def test_an_old_report_is_gone_while_the_proofs_are_audited(command_line, monkeypatch, tmp_path):
    old = tmp_path / "old.json"
    old.write_text("old")
    there = []

    def stopped(ids):
        there.append(old.exists())
        raise runner.Interrupted

    monkeypatch.setattr(runner, "audited_first", stopped)
    assert command_line.here("check", "--json", old).code == 130
    assert there == [False]


@pytest.mark.parametrize(
    "words",
    [
        ["check", "A-thm9"],
        ["check", "A-thm1", "A-thm9"],
        ["check", "A-e-anti"],
        ["show", "A-thm9"],
        ["errata", "--paper", "nowhere"],
        ["list", "--paper", "nowhere"],
        ["list", "--search", "nowhere to be found"],
    ],
    ids=" ".join,
)
def test_a_refused_command_keeps_the_old_file(command_line, monkeypatch, tmp_path, words):
    monkeypatch.setattr(runner, "audited_first", lambda ids: Undecided("not asked"))
    monkeypatch.setattr(runner, "described", registry.fetch)
    (tmp_path / "old.json").write_text("old")
    form = "--markdown" if words[0] == "errata" else "--json"
    run = command_line.here(*words, form, tmp_path / "old.json")
    assert (run.code, run.err.count("\n")) == (2, 1)
    assert (tmp_path / "old.json").read_text() == "old"


def test_the_audit_is_asked_for_where_a_claim_or_what_it_leans_on_is_formal(monkeypatch):
    """By the pins alone what the claims themselves say; 'theory' holds of both kinds."""
    loaded = registry.load()
    asked = []
    monkeypatch.setattr(runner.kernel, "ask", lambda stopped: asked.append(1) or "refused")
    monkeypatch.setattr(runner, "all_pins", cache(runner.all_pins))
    for one in loaded.ids:
        asked.clear()
        answer = runner.audited_first([one])
        judged = [loaded.claims[other] for other in registry.closure(loaded, [one])]
        formal = any(e.method is Method.KERNEL for claim in judged for e in claim.evidence)
        assert (one, bool(asked), answer == "refused") == (one, formal, formal)
        assert formal or isinstance(answer, Undecided)
    assert runner.audited_first([]) == "refused"


@pytest.mark.parametrize(
    ("one", "asked"), [("B-num-def", True), ("B-num-def-value", True), ("B-keys", False)]
)
def test_no_package_runs_before_the_audit_is_asked_for(command_line, monkeypatch, one, asked):
    """B-num-def-value has no theorem, its repair has; B-keys and what it leans on have none."""
    order = []

    def described(package):
        order.append("package")
        raise registry.NotImported("it would forge a remembered audit")

    monkeypatch.setattr(runner.kernel, "ask", lambda stopped: order.append("audit") or "refused")
    monkeypatch.setattr(runner, "described", described)
    run = command_line.here("check", one)
    assert run.code == 1
    assert order.count("audit") == order[:1].count("audit") == asked
    assert "package" in order


def test_a_list_has_a_line_a_claim_and_names_the_papers_at_its_end(command_line):
    lines = command_line.here("list").out.splitlines()
    assert all(len(line) <= 100 for line in lines)
    claims = registry.load().claims
    assert len(lines) <= len(claims) + len(PAPERS) + 5
    assert {line.split()[0] for line in lines[: len(claims)]} == set(claims)
    assert next(line for line in lines if line.startswith("A-thm1 ")).split()[1] == "PROVED,"
    end = "\n".join(lines[len(claims) :])
    assert all(
        paper.arxiv in end and paper.page.removeprefix("https://") in end
        for paper in PAPERS.values()
    )
    assert "A: Decoupling Positional" in end
    last = command_line.here("list", "--paper", "A").out.splitlines()[-1]
    assert last == f"A: {PAPERS['A'].title}, arXiv 2511.11579"


@pytest.mark.parametrize(
    ("options", "some", "none"),
    [
        (["--paper", "BC"], "BC-table", "A-thm1"),
        (["--verdict", "refuted"], "BC-table", "A-thm1"),
        (["--search", "var(λ)"], "A-thm1", "BC-table"),
        (["--paper", "A", "--verdict", "PROVED"], "A-thm1", "A-score "),
    ],
    ids=str,
)
def test_a_list_is_narrowed(command_line, options, some, none):
    run = command_line.here("list", *options)
    listed = f"\n{run.out}"
    assert f"\n{some} " in listed
    assert f"\n{none} " not in listed
    assert "not run here" not in run.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--paper", "ZZ"], "unknown paper 'ZZ'; there are A, AT, B, BC, "),
        (["--verdict", "maybe"], "there are PROVED, REFUTED, SUPPORTED, NOT REPRODUCED, "),
        (["--search", "no such words", "--paper", "A"], "--paper and --search ask for; leave one"),
        (["--verdict", "prooved"], "did you mean PROVED"),
        (["--search", "no such words"], "no claim has what"),
    ],
    ids=str,
)
def test_a_list_of_nothing_is_bad_usage(command_line, options, message):
    run = command_line.here("list", *options)
    assert (run.code, run.out) == (2, "")
    assert message in run.err
