"""A package's code cannot decide its own verdict: what comes back from it is data, and is held."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.processes import python
from theory.gate import processes, registry, runner, worker
from theory.gate.packages import Package
from theory.gate.registry import NotImported, load
from theory.ledger import Undecided, Verdict, kernel
from theory.ledger.describe import describe, pin, revive
from theory.ledger.inspection import inspect_claim
from theory.ledger.judging import judge, look
from theory.ledger.verdicts import decide

HOSTILE = Path(__file__).parent / "packages" / "hostile.py"


def check(command_line, name="CLAIMS"):
    """Check the hostile package, which this process has not imported; its claim's result."""
    synthetic, report = command_line.folder / "packages.json", command_line.folder / "report.json"
    packages = {"hostile": f"{HOSTILE}:{name}"}
    synthetic.write_text(json.dumps({"packages": packages, "claims": {"hostile": ["P-square"]}}))
    arguments = ["check", "--synthetic", synthetic, "--json", report]
    run = command_line.outside(*arguments) if name == "CLAIMS" else command_line.here(*arguments)
    (entry,) = json.loads(report.read_text())["claims"]
    return run, entry["result"]


@pytest.mark.parametrize(
    "how",
    [
        "",
        "writes its record",
        "writes a record and waits for the end",
        "patches the judge",
        "patches at import",
        "exits at import",
        "answers at import",
    ],
)
def test_a_hostile_package_is_not_green(command_line, monkeypatch, how):
    monkeypatch.setenv("HOSTILE", how)
    run, result = check(command_line)
    assert run.code in (1, 7)
    assert result["gate"] in ("fault", "undecided")
    assert result["verdict"] == "UNDECIDED"
    assert "Traceback" not in run.err


@pytest.mark.parametrize("answer", [{}, "refused", Undecided("no Coq here")], ids=repr)
def test_kernel_evidence_is_not_believed_without_the_audit(command_line, monkeypatch, answer):
    monkeypatch.setattr(kernel, "ask", lambda stopped: answer)
    run, result = check(command_line, "BY_KERNEL")
    assert run.code == 1
    assert result["gate"] == "fault"


def test_the_process_that_decides_imports_no_package(command_line):
    code = (
        "import sys\n"
        "from theory.commands.cli import main\n"
        "assert main(['check', 'S-swap', '--jobs', '1']) == 0\n"
        "packages = ('theory.claims', 'theory.paper_a', 'constructions', 'empirical')\n"
        "print('loaded:', *[name for name in packages if name in sys.modules])"
    )
    ended = python("-c", code, cwd=command_line.root, check=True)
    assert ended.stdout.splitlines()[-1] == "loaded:"


class Described(SystemExit):
    """Packages' code would run now. No command turns this into an answer of its own."""


@pytest.mark.parametrize(("asked", "first"), [(["A-thm1"], True), ([], True), (["S-heads"], False)])
def test_the_audit_answers_before_any_packages_code_runs(command_line, monkeypatch, asked, first):
    """Code of a package can write what remembers passed audits."""
    order = []

    def loaded(**given):
        order.append("package")
        raise Described

    monkeypatch.setattr(kernel, "ask", lambda stopped: order.append("audit") or {})
    monkeypatch.setattr(registry, "load", loaded)
    with pytest.raises(Described):
        command_line.here("check", *asked)
    assert order == ["audit", "package"] if first else ["package"]


# ---- answers ------------------------------------------------------------------------------


@pytest.fixture
def answers(sound):
    """The honest answers to the sound claim, by way of JSON."""
    return worker.decode(worker.encode(look(sound)))


def test_honest_answers_earn_the_verdict(sound, answers):
    there = revive(json.loads(json.dumps(describe(sound))))
    assert decide(there, answers) == decide(sound, answers)
    assert decide(there, answers).as_expected


def without(n):
    return lambda entries: (*entries[:n], *entries[n + 1 :])


def with_(n, **changes):
    return lambda entries: (*entries[:n], replace(entries[n], **changes), *entries[n + 1 :])


FORGED = {
    "the claim left out": without(0),
    "a mutant left out": without(2),
    "all mutants left out": lambda entries: (entries[0], entries[-1]),
    "the end left out": without(5),
    "nothing but the claim": lambda entries: entries[:1],
    "mutants in another order": lambda entries: (entries[0], entries[2], entries[1], *entries[3:]),
    "one mutant twice": lambda entries: (*entries[:2], entries[1], *entries[3:]),
    "answers to spare": lambda entries: (*entries, entries[-1]),
    "evidence that is unknown": with_(0, evidence="a proof"),
    "another method": with_(0, method="written"),
    "a subject that is unknown": with_(1, subject="mutant: harmless"),
    "false on the claim": with_(0, status="false", found="0"),
    "a mutant that survived": with_(3, status="true"),
    "a check that changed its mind": with_(5, status="false", found="0"),
    "no case": with_(0, cases=0),
    "less than no case": with_(0, cases=-1),
    "rejected for no reason": with_(1, found=""),
    "NaN": with_(1, found="nan"),
    "a mutant in doubt": with_(1, status="unknown"),
    "the claim in doubt": with_(0, status="unknown"),
}


@pytest.mark.parametrize("name", FORGED)
def test_answers_to_other_questions_earn_nothing(sound, answers, name):
    record = decide(sound, replace(answers, seen=FORGED[name](answers.seen)))
    assert record.verdict is Verdict.UNDECIDED
    assert record.fault or record.reason


def test_a_synthetic_subject_that_is_left_out(synthetic):
    claim = synthetic.SUPPORTED[0]
    answers = look(claim)
    assert decide(claim, answers).as_expected
    assert decide(claim, replace(answers, seen=without(1)(answers.seen))).fault


def test_what_stopped_the_checks_costs_the_verdict(sound, answers):
    assert decide(sound, replace(answers, fault="a mutant changes nothing")).fault
    assert decide(sound, replace(answers, reason="no weights")).reason == "no weights"


def field(change):
    """A change to the JSON of the answers' first entry."""

    def apply(data):
        data["seen"][0].update(change)

    return apply


MALFORMED = {
    "a verdict": lambda data: data.update(verdict="PROVED"),
    "another claim's id": lambda data: data.update(id="P-other"),
    "no seconds": lambda data: data.pop("seconds"),
    "seen is no list": lambda data: data.update(seen={}),
    "an entry is no object": lambda data: data.update(seen=[1]),
    "cases is no count": field({"cases": True}),
    "cases is a float": field({"cases": 21.0}),
    "an unknown status": field({"status": "TRUE"}),
    "an unknown method": field({"method": "by heart"}),
    "found is no text": field({"found": None}),
    "more than is asked": field({"verdict": "PROVED"}),
    "a question of another form": field({"questions": [{"text": "x"}]}),
    "a question that is no object": field({"questions": ["x"]}),
    "confirmed by a word": field(
        {"questions": [{"text": "x", "first": "", "second": "", "confirmed": "yes"}]}
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_answers_of_another_form_are_none(sound, name):
    data = json.loads(worker.encode(look(sound)))
    worker.decode(json.dumps(data))
    MALFORMED[name](data)
    with pytest.raises(ValueError, match="no answers"):
        worker.decode(json.dumps(data))


def test_answers_without_end_are_none(command_line, monkeypatch):
    monkeypatch.setattr(processes, "LONGEST", 100)
    monkeypatch.setattr(runner, "described", registry.fetch)
    _, results = command_line.check("GREEN")
    assert "more than 100 bytes" in results["P-square"]["reason"]


# ---- descriptions -------------------------------------------------------------------------


def test_a_described_claim_never_runs(sound):
    there = revive(describe(sound))
    assert "is judged by what its worker answers" in judge(there).fault
    assert len({id(e.check) for e in there.evidence}) == len(there.evidence)


def test_every_claim_is_described_in_full():
    for claim in load().claims.values():
        there = revive(json.loads(json.dumps(describe(claim))))
        inspect_claim(there)
        assert pin(there) == pin(claim)
        assert describe(there) == describe(claim)


def test_equal_checks_are_equal_when_described(sound):
    both = (*sound.evidence, replace(sound.evidence[0], name="again"))
    first, second = revive(describe(replace(sound, evidence=both))).evidence
    assert first.check is second.check


@pytest.mark.parametrize(
    "change",
    [
        {"expected": "FINE"},
        {"evidence": [{}]},
        {"mutants": None},
        {"statement": 3},
        {"rests_on": "P-other"},
        {"quantifiers": ["x"]},
    ],
    ids=str,
)
def test_descriptions_of_another_form(sound, change):
    with pytest.raises(ValueError, match="no description"):
        revive({**describe(sound), **change})


WEAKER = {
    "another verdict": {"expected": Verdict.SUPPORTED},
    "another statement": {"statement": "x = x"},
    "other quantifiers": {"quantifiers": {"x": "0..1"}},
    "less that it rests on": {"rests_on": ("P-other",)},
    "not covered": {"not_covered": "everything"},
}


@pytest.mark.parametrize("name", WEAKER)
def test_a_claim_that_says_less_than_is_pinned_is_broken(command_line, monkeypatch, sound, name):
    packages = command_line.packages("GREEN")
    pins = registry.pins(load(synthetic=packages))
    assert load(synthetic=packages, pinned=pins).broken == {}
    pins["P-square"] |= pin(replace(sound, **WEAKER[name]))
    assert "pinned.json" in load(synthetic=packages, pinned=pins).broken["P-square"]
    del pins["P-square"]
    assert "pinned.json" in load(synthetic=packages, pinned=pins).broken["P-square"]


def test_a_claim_pinned_to_another_package_is_broken(command_line):
    packages = command_line.packages("GREEN")
    pins = registry.pins(load(synthetic=packages))
    pins["P-square"]["package"] = "other"
    assert "pinned.json" in load(synthetic=packages, pinned=pins).broken["P-square"]


def test_weaker_evidence_and_mutants_change_the_pin(sound):
    """Each field of each part shows in what is pinned."""
    evidence, mutant = sound.evidence[0], sound.mutants[0]
    parts = [
        {"evidence": (replace(evidence, covers="x = 0"),)},
        {"evidence": (replace(evidence, decides=frozenset()),)},
        {"mutants": sound.mutants[1:]},
        {"mutants": (replace(mutant, kind=sound.mutants[1].kind), *sound.mutants[1:])},
        {"mutants": (replace(mutant, rejected_by=("all cases",)), *sound.mutants[1:])},
    ]
    pins = [pin(sound), *(pin(replace(sound, **part)) for part in parts)]
    assert all(one != other for n, one in enumerate(pins) for other in pins[:n])


def test_the_list_holds_every_claim_and_no_other_in_the_order_in_which_it_is_written():
    pins = json.loads(registry.PINNED.read_text(encoding="utf-8"))
    assert list(pins.items()) == list(registry.pins(load(held=False)).items())
    assert load().broken == {}


def test_a_package_that_never_comes_back_is_not_waited_for(tmp_path, monkeypatch):
    (tmp_path / "package.py").write_text("import time\ntime.sleep(600)\n")
    monkeypatch.setattr(runner, "DESCRIBING", 0.5)
    with pytest.raises(NotImported, match="no answer within"):
        runner.described(Package("slow", f"{tmp_path / 'package.py'}:CLAIMS"))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"claims": [{}]}', '{"claims": {}}', "{"])
def test_what_describes_no_claims(text):
    with pytest.raises((ValueError, KeyError, TypeError)):
        worker.revived(text)


@pytest.mark.parametrize("answer", [{}, "refused", Undecided("none")], ids=repr)
def test_the_audits_answer_reaches_the_worker(answer):
    there = worker.unpack(json.loads(json.dumps(worker.pack(answer))))
    assert type(there) is type(answer)
    assert str(there) == str(answer)


def test_theorems_reach_the_worker():
    known = {"a.b": kernel.Theorem("a.b", kernel.CLOSED, "00")}
    assert worker.unpack(json.loads(json.dumps(worker.pack(known)))) == known
