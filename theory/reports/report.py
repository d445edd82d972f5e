"""The report: one document from claims and records, as JSON, JUnit XML and Markdown.

``report.schema.json`` describes the JSON. Its ``version`` changes with the document's form.
"""

import json
import platform
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from typing import Any

from theory import __version__
from theory.gate import installed
from theory.gate.reading import folded, in_markdown
from theory.gate.registry import Registry
from theory.ledger.describe import describe
from theory.ledger.inspection import ONE_SOLVER, evidence_named, on_paper
from theory.ledger.terms import Claim, Evidence, Method, Observation, Record
from theory.reports.files import write
from theory.reports.markdown import markdown_table
from theory.reports.verdicts import one_solver, outline, verdict_of, verdict_text

VERSION = 3
MARKS = ("as expected", "open", "differs", "undecided", "fault")
PACKAGES = ("numpy", "sympy", "z3-solver", "cvc5", "python-flint", "scipy", "torch")
OF_CLAIM = (
    *("paper", "place", "provenance", "statement", "quantifiers", "expected", "published"),
    *("evidence", "mutants", "rests_on", "repairs", "not_covered"),
)
OF_EVIDENCE = ("name", "method", "covers", "decides", "proof", "confirmed_by", "command")
"""What a report has of a claim and its evidence, in this order."""


def document(
    registry: Registry,
    command: str,
    ids: Sequence[str],
    records: Mapping[str, Record],
    code: int | None = None,
    seconds: float = 0.0,
) -> dict[str, Any]:
    """Everything about the claims ``ids``; ``records`` and ``code`` only where they were checked.

    ``seconds`` is the wall time of the whole run.
    """
    marks = [records[one].mark for one in ids if one in records]
    return {
        "format": "rope-claims report",
        "version": VERSION,
        "command": command,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "software": _software(installed.state() if command == "check" else None),
        "packages": [asdict(package) for package in registry.packages],
        "synthetic": registry.synthetic or None,
        "exit_code": None if code is None else int(code),
        "seconds": round(seconds, 3),
        "counts": {name: marks.count(name) for name in MARKS},
        "claims": [
            {
                "id": one,
                "package": registry.home[one],
                "broken": registry.broken.get(one),
                "claim": _claim(registry.claims[one]) if one in registry.claims else None,
                "result": _result(records[one], registry) if one in records else None,
            }
            for one in ids
        ],
    }


def _software(files: str | None) -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "optimize": sys.flags.optimize,
        "files": files,
        "packages": {"rope-claims": __version__} | {name: _installed(name) for name in PACKAGES},
    }


@cache
def _installed(name: str) -> str | None:
    """The version of a package; None where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _claim(claim: Claim) -> dict[str, Any]:
    """A claim without its functions; ``written`` where it rests on a step on paper."""
    data = describe(claim) | ({"written": True} if on_paper(claim) else {})
    data["evidence"] = [
        {key: one[key] for key in OF_EVIDENCE} | {"confirmed_by": confirmation(evidence)}
        for one, evidence in zip(data["evidence"], claim.evidence, strict=True)
    ]
    return {key: data[key] for key in (*OF_CLAIM, "unread", "written") if key in data}


def confirmation(evidence: Evidence) -> str:
    """Who else decided the same formula; a symbolic decision that nobody repeated says so."""
    return evidence.confirmed_by or (ONE_SOLVER if evidence.method is Method.SYMBOLIC else "")


def confirmed(by: str, names: Iterable[str]) -> str:
    """A ``confirmed_by`` in words; one that is the name of an evidence has quotation marks."""
    if name := evidence_named(by, names):
        return f"by the evidence '{name}'{by.removeprefix(name)}"
    return f"by {by}" if by else ""


def _result(record: Record, registry: Registry) -> dict[str, Any]:
    return {
        "one_solver": one_solver(registry.claims.get(record.id), record),
        "gate": record.mark,
        "verdict": str(record.verdict),
        "expected": None if record.expected is None else str(record.expected),
        "written": Method.WRITTEN in record.methods,
        "fault": record.fault,
        "reason": record.reason,
        "found": record.found,
        "methods": list(record.methods),
        "seconds": round(record.seconds, 3),
        "seen": [_observation(observation) for observation in record.seen],
    }


def _observation(observation: Observation) -> dict[str, Any]:
    """What was seen, with each question's digest in place of its text (``check --smtlib``)."""
    asked = [
        {"smtlib": q.digest, "first": q.first, "second": q.second, "confirmed": q.confirmed}
        for q in observation.questions
    ]
    return {**asdict(observation), "questions": asked}


def to_smtlib(records: Mapping[str, Record]) -> dict[str, str]:
    """Every question put to solvers, by file name: claim, evidence and digest of the text."""
    texts: dict[str, str] = {}
    for record in records.values():
        for entry in record.seen:
            for q in entry.questions:
                evidence = re.sub(r"[^A-Za-z0-9]+", "-", entry.evidence).strip("-")
                answers = " ".join(f"{entry.subject}: {q.first}; {q.second}".split())
                name = f"{record.id}--{evidence}--{q.digest}.smt2"
                texts.setdefault(name, f"; {record.id}, {entry.evidence}, {answers}\n{q.text}")
    return texts


def write_forms(data: Mapping[str, Any], outputs: Mapping[str, str]) -> None:
    """Write a report to the files that ``theory.reports.files.outputs_of`` names by format."""
    from theory.reports.site.badge import badge

    forms = {"json": to_json, "junit": to_junit, "markdown": to_markdown, "badge": badge}
    for name, target in outputs.items():
        write(target, forms[name](data))


def to_json(data: Mapping[str, Any]) -> str:
    """The document as JSON (ASCII, no NaN)."""
    return json.dumps(data, indent=1, allow_nan=False)


def to_junit(data: Mapping[str, Any]) -> str:
    """The document as JUnit XML: a case a claim. Undecided is an error; what is open is skipped."""
    from xml.etree import ElementTree

    counts = data["counts"]
    suite = ElementTree.Element(
        "testsuite",
        name="rope-claims",
        tests=str(len(data["claims"])),
        failures=str(counts["differs"]),
        errors=str(counts["fault"] + counts["undecided"]),
        skipped=str(counts["open"]),
        time=str(data["seconds"]),
    )
    for entry in data["claims"]:
        result = entry["result"]
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=folded(f"rope-claims.{entry['package']}"),
            name=folded(entry["id"]),
            time=str(result["seconds"]),
        )
        if result["gate"] != "as expected":
            tag = {"differs": "failure", "open": "skipped"}.get(result["gate"], "error")
            text = folded(f"{result['gate']}: {outline(result)}")
            ElementTree.SubElement(case, tag, message=text, type=result["gate"])
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)


def to_markdown(data: Mapping[str, Any]) -> str:
    """The document as a Markdown table, with the packages it comes from."""
    checked = data["command"] == "check"
    if checked:
        titles = ["claim", "verdict", "expected", "gate", "methods", "published", "found"]
    else:
        titles = ["claim", "paper", "expected", "statement"]
    cells = _checked_cells if checked else _listed_cells
    shown = markdown_table(titles, ([*map(in_markdown, cells(entry))] for entry in data["claims"]))
    if data["synthetic"]:
        shown += (
            f"\nSynthetic packages ({in_markdown(data['synthetic'])}): no run of the real gate."
        )
    return shown.rstrip("\n")


def _checked_cells(entry: Mapping[str, Any]) -> list[str]:
    result, claim = entry["result"], entry["claim"] or {"published": ""}
    methods = ", ".join(result["methods"])
    expected = result["expected"] or ""
    return [
        entry["id"],
        verdict_of(entry),
        expected,
        result["gate"],
        methods,
        claim["published"],
        outline(result),
    ]


def _listed_cells(entry: Mapping[str, Any]) -> list[str]:
    claim = entry["claim"]
    if claim is None:
        return [entry["id"], "", "BROKEN", entry["broken"]]
    place = f"{claim['paper']}, {claim['place']}"
    verdict = verdict_text(claim)
    return [entry["id"], place, verdict, claim["statement"]]
