"""One claim in full, as ``rope-claims show`` prints it.

A witness is printed as it is stored, with the working of the claim's own check on it: the check
runs here, so what is printed is what is judged.
"""

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from theory import paths
from theory.gate import outside
from theory.gate.reading import folded
from theory.gate.registry import Registry
from theory.ledger.judging import run_check
from theory.ledger.terms import Claim, Evidence, Method, Status
from theory.papers import Paper
from theory.reports import errata, proofs, report, symbols, verdicts

WIDEST = 100
"""Characters of a line."""
LAID_OUT = re.compile(r"\s|[-*+|>] |\||```|\d+\. |\$\$")
"""How a line of a list, a table, a quotation or code begins in Markdown."""


@dataclass(frozen=True)
class Witness:
    """A stored witness, a line a field; how the check works it out; and what is wrong, or ''."""

    data: tuple[str, ...]
    working: tuple[str, ...]
    wrong: str


def by_witness(claim: Claim) -> list[Evidence]:
    """The claim's evidence that checks a witness."""
    return [one for one in claim.evidence if one.method is Method.WITNESS]


def witness_of(claim: Claim, check: bool = True) -> Witness | None:
    """The claim's witness, put to the claim's own checks; None if it is refuted by none.

    Without ``check`` it is shown as it is stored, and has no working.
    """
    evidence = by_witness(claim)
    if not evidence:
        return None
    data: tuple[str, ...] = ()
    working: list[str] = []
    try:
        subject = claim.subject()
        data = tuple(fields(subject)) if isinstance(subject, Mapping) else ()
        for one in evidence if check else ():
            outcome, _ = run_check(one, subject, "the witness")
            if outcome.status is not Status.TRUE:
                return Witness(data, (), f"{one.name}: {outcome.found or outcome.note}")
            working += outcome.working or [f"{one.name}: {outcome.found}"]
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a witness that cannot be read, or that ends the program
        return Witness(data, (), f"{type(error).__name__}: {error}")
    return Witness(data, tuple(working), "")


def fields(value: Any, path: str = "") -> Iterator[str]:
    """The leaves of nested JSON, a line for each scalar and for each flat list or object.

    The outermost object has a line for each field, flat or not.
    """
    if not isinstance(value, dict | list):
        yield f"{path}: {value}"
    elif path and not any(isinstance(inner, dict | list) for inner in _inside(value)):
        pairs = value.items() if isinstance(value, dict) else (("", inner) for inner in value)
        yield f"{path}: {', '.join(f'{key} {inner}'.strip() for key, inner in pairs)}"
    else:
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield from fields(value[key], f"{path}.{key}" if path else str(key))


def _inside(value: dict[str, Any] | list[Any]) -> Any:
    return value.values() if isinstance(value, dict) else value


def stated_text(registry: Registry, one: str) -> str:
    """Where a claim is stated in its package's code, as ``file:line``; '' if that is not found.

    That is where its id is the ``id`` of a claim, else where a call makes a claim of it, else where
    it is first named. What a longer text quotes is not named.
    """
    home = registry.home[one]
    sources = {p.name: p.source for p in registry.packages if p.distribution}
    folder = outside.folder(sources[home]) if home in sources else paths.CHECKOUT / home
    rank, place = 3, ""
    for path, code in _sources(folder):
        quoted = one in code and (f'"{one}"' in code or f"'{one}'" in code)
        lower, line = _named(code).get(one, (3, 0)) if quoted else (3, 0)
        if lower < rank:
            rank, place = lower, f"{path.relative_to(folder.parent).as_posix()}:{line}"
    return place


@cache
def _sources(folder: Path) -> list[tuple[Path, str]]:
    """A package's code, a file a row."""
    return [(path, path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.py"))]


@cache
def _named(code: str) -> dict[str, tuple[int, int]]:
    """By each string in a file's code: its rank (0 to 2, as for ``stated_text``) and line."""
    named: dict[str, tuple[int, int]] = {}
    try:
        nodes = [*ast.walk(ast.parse(code))]
    except SyntaxError:  # a file that is never imported
        return named
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    fields = [one.value for call in calls for one in call.keywords if one.arg == "id"]
    first = [call.args[0] for call in calls if call.args]
    groups: tuple[Sequence[ast.AST], ...] = (fields, first, nodes)
    for rank, group in enumerate(groups):
        for node in group:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named.setdefault(node.value, (rank, node.lineno))
    return named


def claim_text(registry: Registry, entry: Mapping[str, Any], witness: Witness | None) -> str:
    """One entry of a document in full, with the claim's witness, repair, proof and commands."""
    foreign = registry.distribution(entry["id"])
    source = f", from {foreign}" if foreign else ""
    lines = [folded(f"{entry['id']}  (package {entry['package']}{source})")]
    if entry["broken"]:
        lines.append(folded(f"BROKEN: {entry['broken']}"))
    described = entry["claim"]
    if described is not None:
        lines += [
            *_stated(described, registry.papers, ours=not foreign),
            *_field("stated in", stated_text(registry, entry["id"])),
        ]
        lines += [*_witnessed(witness), *_evidence(described)]
        lines += [*_measured(entry["id"]), *_repair(described, registry)]
        lines += _proved(entry["id"], described, registry)
        lines += [*_again(entry["id"], described)]
        lines += [*_field("not covered", described["not_covered"])]
    return "\n".join(lines)


def _stated(described: Mapping[str, Any], papers: Mapping[str, Paper], ours: bool) -> Iterator[str]:
    yield from _field("statement", described["statement"])
    ranges = [f"{variable}: {values}" for variable, values in described["quantifiers"].items()]
    if ours:  # in another distribution's claim a letter may mean anything
        yield from _fields("where", symbols.meanings(" ".join([described["statement"], *ranges])))
    yield from _field("place", f"{described['paper']}, {described['place']}")
    if described["paper"] in papers:
        yield from _field("paper", papers[described["paper"]].cited)
    yield from _field("provenance", described["provenance"])
    yield from _field("expected", verdicts.verdict_text(described))
    yield from _field("published", described["published"])
    yield from (line for one in ranges for line in _field("for every", one))


def _witnessed(witness: Witness | None) -> Iterator[str]:
    if witness is None:
        return
    yield from _fields("witness", witness.data)
    yield from _fields("working", witness.working)
    yield from _field("REFUSED", witness.wrong)


def _evidence(described: Mapping[str, Any]) -> Iterator[str]:
    names = [evidence["name"] for evidence in described["evidence"]]
    for evidence in described["evidence"]:
        yield from _field("evidence", f"{evidence['name']} [{evidence['method']}]")
        yield from _field("  covers", evidence["covers"])
        yield from _field("  decides", ", ".join(evidence["decides"]))
        yield from _field("  proof", evidence["proof"])
        yield from _field("  confirmed", report.confirmed(evidence["confirmed_by"], names))
    for mutant in described["mutants"]:
        aimed = ", ".join(mutant["rejected_by"]) or "all evidence"
        yield from _field("mutant", f"{mutant['name']} [{mutant['kind']}], rejected by {aimed}")
    yield from _field("rests on", ", ".join(described["rests_on"]))


@cache
def _results() -> str:
    """The page of what was measured; '' where it is not at hand."""
    try:
        return paths.RESULTS.read_text(encoding="utf-8")
    except OSError:
        return ""


def _measured(one: str) -> Iterator[str]:
    """What was measured for the claim and what was required, from its section of that page."""
    _, heading, rest = _results().partition(f"\n### {one}\n")
    if heading:
        rows = [row.strip("| ").split(" | ") for row in rest.split("\n#")[0].splitlines()]
        table = [[cell.strip("*") for cell in row] for row in rows if len(row) == 4]
        values = [
            f"{name}: {value} (bound {bound}; met: {met})" for name, value, bound, met in table[1:]
        ]
        yield from _fields("measured", values)
        yield from _field("results", f"empirical/results/README.md#{one.lower()}")


def _repair(described: Mapping[str, Any], registry: Registry) -> Iterator[str]:
    for one in described["repairs"]:
        if one in registry.claims:
            repair = registry.claims[one]
            yield from _field("repair", f"{one}, {verdicts.expected(repair)}: {repair.statement}")
        else:
            yield from _field("repair", f"{one}, which is not in the ledger")


def _proved(one: str, described: Mapping[str, Any], registry: Registry) -> Iterator[str]:
    """The claim's section of proofs.md, where that is at hand, and its theorems' files.

    Of another distribution's claim, the section in full: it is nowhere else to be read.
    """
    if one in (foreign := proofs.foreign(registry)):
        yield from _fields("proof", _paragraphs(foreign[one]))
    try:
        if one in errata.errata_sections(errata.PROOFS):
            yield from _field("proof", f"proofs.md#{one.lower()}")
    except errata.Incomplete:
        pass
    for evidence in described["evidence"]:
        if evidence["method"] == Method.KERNEL:
            for topic, theorems in proofs.in_coq([evidence["name"]]).items():
                files = f"proofs/statements/{topic}.v, proved in proofs/proofs/{topic}.v"
                for theorem in theorems:
                    yield from _field("  Coq", f"{theorem}: {files}")


def _paragraphs(text: str) -> Iterator[str]:
    """A paragraph a line; lists, tables, quotes and code keep their lines."""
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.splitlines()
        if any(LAID_OUT.match(line) for line in lines):
            yield from lines
        else:
            yield " ".join(lines)


def _again(one: str, described: Mapping[str, Any]) -> Iterator[str]:
    commands = dict.fromkeys(e["command"] for e in described["evidence"] if e["command"])
    yield from _fields("re-check", [*commands, f"rope-claims check {one}"])


def _fields(name: str, values: Iterable[str]) -> Iterator[str]:
    """Named values, the name before the first of them."""
    for number, value in enumerate(values):
        yield from _field("" if number else name, value)


def _field(name: str, value: str) -> Iterator[str]:
    """A named value, wrapped under itself; nothing where the value is empty."""
    if value:
        yield textwrap.fill(
            folded(value),
            WIDEST,
            initial_indent=f"  {name:<13}",
            subsequent_indent=" " * 15,
            break_long_words=False,
            break_on_hyphens=False,
        )
