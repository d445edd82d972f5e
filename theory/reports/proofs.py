"""proofs.md, put together from the Markdown files that stand next to the claims' modules.

``theory/paper_a/behaviour/exclusion.md`` holds the proofs of the claims in ``exclusion.py``: a
section ``## ID`` each, which begins with the line ``*Reason:* …`` of the table. The statement, the
verdict, what it is for and what it leaves out come from the claim. A section whose heading is no
claim's id is a lemma; lemmas stand before the claims of their folder.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from theory import paths
from theory.gate import outside
from theory.gate.registry import Registry
from theory.ledger.inspection import on_paper
from theory.ledger.kernel import PREFIX
from theory.ledger.terms import Claim, Method
from theory.reports.verdicts import of_claim

FOLDERS = ("theory/paper_a", "theory/paper_b", "constructions")
"""Where proofs lie, in the order of the page."""
INTRODUCTION = Path(__file__).with_name("proofs_introduction.md")
SECTION = re.compile(r"^## (.+?) *\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
REASON = re.compile(r"\s*\*Reason:\* (.+?)\n\n", re.DOTALL)

CLAIM, FOR, NOT_COVERED, IN_COQ = "*Claim:*", "*For:*", "*Not covered:*", "*In Coq:*"
"""How paragraphs begin that a section has from its claim."""

LONG = 40
"""A group of more sections has its links on a line for each paper."""

LABELS = "Machine|Paper|Checked|Source|What holds|Numbers"
LABEL = re.compile(rf"(?<=[.;)])\s+(?=\*(?:{LABELS})[^*\n]{{0,25}}:\*)")
"""Before a label that says what is checked, and how: it begins a paragraph of its own."""

VERDICT = r"\*\*(?:PROVED|REFUTED|UNDECIDED)\b"
GENERATED = re.compile("|".join([*map(re.escape, (CLAIM, FOR, NOT_COVERED, IN_COQ)), VERDICT]))
WHOLE = re.compile(
    rf"\s*{re.escape(CLAIM)}.*?\n\n{VERDICT}.*?\n\n(.*?)\n\n"
    rf"(?:{re.escape(FOR)}|{re.escape(NOT_COVERED)})",
    re.DOTALL,
)
"""A section of the page up to the end of its proof."""
CHECKED = re.compile(r"\*(Machine|Checked):\*")


class Unproved(Exception):
    """A claim whose section is missing or lacks what it must say, in one line."""


@dataclass(frozen=True)
class Section:
    """A claim's proof or a lemma: its heading, the line of the table, and the text."""

    heading: str
    reason: str
    body: str


def sections(root: Path = paths.CHECKOUT) -> dict[str, list[Section]]:
    """The sections by the title of their group, in the files' order."""
    groups: dict[str, list[Section]] = {}
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.md")):
            if file.with_suffix(".py").is_file():
                group = groups.setdefault(_title(file.parent.relative_to(root)), [])
                group += _split(file.read_text(encoding="utf-8"))
    return groups


def foreign(registry: Registry) -> dict[str, str]:
    """The sections of other distributions' packages by heading, of those that are whole."""
    bodies: dict[str, str] = {}
    for package in registry.packages:
        own = [one for one in registry.claims if registry.home[one] == package.name]
        if package.distribution and own:
            for file in sorted(outside.folder(package.source).rglob("*.md")):
                for section in _split(file.read_text(encoding="utf-8")):
                    if section.heading in own:
                        bodies[section.heading] = section.body
    return bodies


def _split(text: str) -> Iterable[Section]:
    for heading, body in SECTION.findall(text):
        reason = REASON.match(body)
        rest = body[reason.end() :] if reason else body
        line = " ".join(reason[1].split()) if reason else ""
        yield Section(heading, line, LABEL.sub("\n\n", rest.strip()))


def _title(folder: Path) -> str:
    """theory/paper_a/canonical_tasks: Paper A, canonical tasks."""
    if folder.parts[0] != "theory":
        return folder.parts[0].capitalize()
    paper, *rest = folder.parts[1:]
    name = f"Paper {paper.removeprefix('paper_').upper()}"
    return ", ".join([name, *(part.replace("_", " ") for part in rest)])


def proofs_page(claims: Mapping[str, Claim], root: Path = paths.CHECKOUT) -> str:
    """The text of proofs.md. ``claims`` by id, in the order in which the page has them.

    Raises:
        Unproved: a claim has no section, or its section lacks something.
    """
    groups = sections(root)
    order = {one: at for at, one in enumerate(claims)}
    for group in groups.values():
        group.sort(key=lambda section: order.get(section.heading, -1))
    written = {section.heading: section for group in groups.values() for section in group}
    for one, claim in claims.items():
        if lack := lacks(claim, written.get(one)):
            raise Unproved(f"{one}: its section in its module's Markdown file {lack}")
    rows = (_row(claims[one], written[one].reason) for one in written if one in claims)
    parts = [
        INTRODUCTION.read_text(encoding="utf-8").strip(),
        "\n".join(_contents(title, group) for title, group in groups.items()),
        "\n".join(["| id | place | verdict | reason |", "|---|---|---|---|", *rows]),
    ]
    for title, group in groups.items():
        parts.append(f"# {title}")
        for section in group:
            lemma = section.heading not in claims
            whole = [section.body] if lemma else _whole(claims[section.heading], section.body)
            parts.append("\n\n".join([f"## {section.heading}", *whole]))
    return "\n\n".join(parts) + "\n"


def lacks(claim: Claim, section: Section | None) -> str:
    """What the claim's section must say and does not; '' if it says everything."""
    if section is None or not section.reason:
        return f"needs '## {claim.id}' and '*Reason:* …'"
    if match := GENERATED.search(section.body):
        return f"has {match[0]!r}, which the page takes from the claim: leave it out"
    return "" if CHECKED.search(section.body) else "needs a paragraph '*Machine:* …'"


def argument(section: str) -> str:
    """The proof of a section of the page, as its Markdown file has it."""
    whole = WHOLE.match(section)
    return whole[1] if whole else section.strip()


def _whole(claim: Claim, body: str) -> Iterable[str]:
    """A claim's paragraphs: the statement and the verdict, the proof, and what they are for."""
    yield f"{CLAIM} {claim.statement}"
    verdict = of_claim(f"**{claim.expected}**", claim)
    mark = " †" if on_paper(claim) else ""
    repaired = f" Repaired by {', '.join(claim.repairs)}." if claim.repairs else ""
    yield f"{verdict}{mark}.{repaired}"
    yield body
    if claim.quantifiers:
        ranges = (f"- {name}: {of}" for name, of in claim.quantifiers.items())
        yield "\n".join([f"{FOR}\n", *ranges])
    yield f"{NOT_COVERED} {claim.not_covered}"
    yield from _in_coq(claim)


def _in_coq(claim: Claim) -> Iterable[str]:
    """A paragraph for each file of theorems on which the claim rests, with links to the files."""
    kernel = [one.name for one in claim.evidence if one.method is Method.KERNEL]
    for topic, theorems in in_coq(kernel).items():
        names = ", ".join(f"`{name}`" for name in theorems)
        stated, proved = (f"proofs/{folder}/{topic}.v" for folder in ("statements", "proofs"))
        yield f"{IN_COQ} {names}. Stated in [{stated}]({stated}), proved in [{proved}]({proved})."


def in_coq(names: Iterable[str]) -> dict[str, list[str]]:
    """The theorems that evidence of these names rests on, by the file that has them."""
    by_topic: dict[str, list[str]] = {}
    for name in names:
        for theorem in name.removeprefix(PREFIX).split(", "):
            topic, _, last = theorem.partition(".")
            by_topic.setdefault(topic, []).append(last)
    return by_topic


def _row(claim: Claim, reason: str) -> str:
    mark = " †" if on_paper(claim) else ""
    verdict = of_claim(str(claim.expected), claim)
    return f"| {claim.id}{mark} | {claim.place} | {verdict} | {reason} |"


def _contents(title: str, group: Sequence[Section]) -> str:
    """A line of links; of a long group a line for each paper, by the prefix of the claims' ids."""
    line = f"- [{title}](#{_anchor(title)})"
    if len(group) <= LONG:
        return f"{line}: {_links(group)}"
    papers = dict.fromkeys(section.heading.split("-")[0] for section in group)
    own = {p: [s for s in group if s.heading.split("-")[0] == p] for p in papers}
    return "\n".join([line, *(f"  - {paper}: {_links(own[paper])}" for paper in papers)])


def _links(group: Iterable[Section]) -> str:
    return ", ".join(f"[{s.heading}](#{_anchor(s.heading)})" for s in group)


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
