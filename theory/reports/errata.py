"""Errata: one numbered entry for each refuted statement of the papers, for their authors.

A reading, what a loose sentence may mean or this suite makes of it, is no statement of theirs: it
has a section in proofs.md and no erratum.

Everything is read off the ledger (statement, place, repair) and off the claim's own section in
proofs.md (the witness with its arithmetic); nothing is judged here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from theory import papers, paths
from theory.gate.reading import in_markdown, markdown_paragraph
from theory.gate.registry import Registry
from theory.ledger.terms import Claim, Evidence, Method, Verdict
from theory.reports import latex, verdicts
from theory.reports.proofs import argument

PROOFS = paths.FOLDER / "proofs.md"
"""A link to the checkout's own; a wheel holds the text, so that errata can be had from it too."""
PAPERS = {name: papers.PAPERS[name].cited for name in papers.MAIN}
WORDING = {
    "printed": "Statement",
    "reconstructed": "Statement, as reconstructed (the wording is not the paper's)",
}
"""Whose refutation is an erratum, by provenance."""
INTRODUCTION = (
    "Each entry has a statement that is refuted as it is written, a counterexample that can be"
    " checked by hand, and the statement that holds instead. If the statement is true under a"
    " condition that it does not name, the entry says so: then the paper lacks a few words, and its"
    " result stands. Readings of a loose sentence are left out. Paper A's text was not at hand: its"
    " entries may be errata of the summaries alone. Verdicts are those that rope-claims"
    " expects; the command under each entry reaches them again. PROVED (written) means that a step"
    " of the proof is argued on paper, in proofs.md, and not by machine. Other claims are cited by"
    " their names in proofs.md. N = n - 1 is the number of tokens before the query; M[a, p] is the"
    " logit of content a placed at position p, E = exp M entry by entry, λ_j = M[j, j]."
)

NOTE = (
    "For the authors of this paper: each entry has the statement, a counterexample that can be"
    " checked by hand, and the statement that holds instead. The last section lists the"
    " statements that this project has checked and that hold. The verdicts are those that"
    " rope-claims expects; the command under each entry reaches them again. Other claims are cited"
    " by their names in proofs.md."
)
"""The introduction of the errata of one paper."""
UNAFFECTED = "What the errata leave as it is"


class Incomplete(Exception):
    """Errata that cannot be written, in one line."""


@dataclass(frozen=True)
class Erratum:
    """A refuted claim; its witness, in proofs.md's Markdown; and the claims that repair it.

    ``title`` is the paper's; ``distribution`` the other distribution that brings the claim, or ''.
    """

    claim: Claim
    witness: str
    repairs: tuple[Claim, ...]
    title: str = ""
    distribution: str = ""


@dataclass(frozen=True)
class Note:
    """What makes the errata of one paper a note to its authors: its id and title, and those of its
    own statements that hold, each with the other distribution that brings the claim, or ''."""

    paper: str
    title: str
    stands: tuple[tuple[Claim, str], ...]


def note(registry: Registry, paper: str) -> Note:
    """The note to the authors of a paper that the registry knows."""
    held = tuple((one, registry.distribution(one.id)) for one in stands(registry, paper))
    return Note(paper, registry.papers[paper].cited, held)


def proofs(path: Path = PROOFS) -> str:
    """The text of proofs.md.

    Raises:
        Incomplete: the file is not there.
    """
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise Incomplete(f"cannot read {path}; errata need proofs.md: reinstall") from None


@cache
def headed(text: str) -> dict[str, str]:
    """The arguments of proofs.md's sections by heading; one reading for each text."""
    sections = re.findall(r"^## (.+?) *\n(.*?)(?=^##? |\Z)", text, re.MULTILINE | re.DOTALL)
    return {heading: argument(body) for heading, body in sections}


def errata_sections(path: Path = PROOFS) -> dict[str, str]:
    """The arguments of proofs.md's sections by heading.

    Raises:
        Incomplete: the file is not there.
    """
    return headed(proofs(path))


def collect(registry: Registry, proofs: dict[str, str], paper: str = "") -> list[Erratum]:
    """The errata of one ``paper``, or of both main ones, in the ledger's order within each.

    Those of other distributions come last; one that has no section is left out (``omitted``).

    Raises:
        Incomplete: a refuted claim has no section, its repair is not in the ledger, or there is no
            such paper.
    """
    if paper and paper not in registry.papers:
        known = ", ".join(sorted(registry.papers))
        raise Incomplete(f"no paper {paper!r}; there are {known}")
    errata, sound = [], registry.sound
    for claim in _refuted(registry, paper):
        foreign, body = registry.distribution(claim.id), proofs.get(claim.id, "").strip()
        if not body and foreign:
            continue
        if not body:
            raise Incomplete(f"proofs.md has no section '## {claim.id}'; write it")
        lost = [one for one in claim.repairs if one not in registry.claims]
        if lost:
            raise Incomplete(f"{claim.id}: its repair {lost[0]!r} is not in the ledger")
        repairs = tuple(sound[one] for one in claim.repairs if one in sound)
        title = registry.papers[claim.paper].cited
        errata.append(Erratum(claim, body, repairs, title, foreign))
    if not errata:
        which = f"paper {paper} itself" if paper else "the papers themselves"
        raise Incomplete(
            f"nothing that {which} states is refuted, so there is nothing to write (readings of a"
            " loose sentence and claims of our own have no erratum)"
        )
    return errata


def omitted(registry: Registry, proofs: Mapping[str, str]) -> list[str]:
    """Refuted claims of other distributions that have no section, so no erratum."""
    return [
        claim.id
        for claim in _refuted(registry)
        if registry.distribution(claim.id) and not proofs.get(claim.id, "").strip()
    ]


def stands(registry: Registry, paper: str) -> list[Claim]:
    """What the suite has seen to hold of a paper's own statements: what no erratum touches."""
    held = (Verdict.PROVED, Verdict.SUPPORTED)
    of_paper = (c for c in registry.sound.values() if c.paper == paper)
    return [c for c in of_paper if c.expected in held and c.provenance in WORDING]


def _refuted(registry: Registry, paper: str = "") -> Iterator[Claim]:
    """The refuted statements of one paper; or ours by main paper, then other distributions'."""
    refuted = [c for c in registry.sound.values() if c.expected is Verdict.REFUTED]
    stated = [claim for claim in refuted if claim.provenance in WORDING]
    if paper:
        yield from (claim for claim in stated if claim.paper == paper)
        return
    own = [claim for claim in stated if not registry.distribution(claim.id)]
    for paper in PAPERS:
        yield from (claim for claim in own if claim.paper == paper)
    yield from (claim for claim in stated if registry.distribution(claim.id))


def _heading(number: int, one: Erratum) -> str:
    place = f"Paper {one.claim.paper}, {one.claim.place}"
    return f"Erratum {number}. {place} ({_sourced(one.claim, one.distribution)})"


def _sourced(one: Claim, distribution: str) -> str:
    """A claim's id, with the other distribution that brings it."""
    return f"{one.id}, from {distribution}" if distribution else one.id


def _titles(errata: Sequence[Erratum]) -> dict[str, str]:
    """The papers' titles: the two, and those of other distributions' claims."""
    return PAPERS | {one.claim.paper: one.title for one in errata if one.distribution}


def _checks(claim: Claim) -> Iterator[tuple[str, list[str]]]:
    """Each piece of evidence in words, with the names of the theorems or the function behind it."""
    for one in claim.evidence:
        proof = f", {one.proof}" if one.proof else ""
        words, _, theorems = one.name.partition(": ")
        if one.method is Method.KERNEL:
            yield f"{words} ({one.method})", theorems.split(", ")
        else:
            yield f"{one.name} ({one.method}{proof})", _function(one)


def _function(evidence: Evidence) -> list[str]:
    """``module.function``, or nothing where the check has no name of its own."""
    name = getattr(evidence.check, "__qualname__", "<")
    return [] if "<" in name else [f"{evidence.check.__module__}.{name}"]


def _again(erratum: Erratum) -> str:
    """The command that reaches the verdicts again; a claim's repairs are checked with it."""
    return f"rope-claims check {erratum.claim.id}"


def unindexed(markdown: str) -> str:
    """proofs.md's Markdown with ``x_i`` kept from being read as emphasis, a line a paragraph, item
    or row of a table: a line inside a paragraph that happens to begin with a minus is no list."""
    joined = (_joined(block) for block in markdown.split("\n\n"))
    pieces = re.split(r"(`[^`]*`)", "\n\n".join(joined))
    pieces[::2] = [re.sub(r"(?<!\\)[_<~]", r"\\\g<0>", piece) for piece in pieces[::2]]
    return "".join(pieces)


def _joined(block: str) -> str:
    """A block's lines that belong together as one."""
    if block.startswith("|"):
        return block
    kept = r"\d+\. | +- " + "|- " * block.startswith("- ")
    return re.sub(rf"\n(?!{kept}) *", " ", block)


def _stands(one: Claim, distribution: str) -> str:
    named = _sourced(one, distribution)
    return f"{one.place} ({named}, {verdicts.expected(one)}): {one.statement}"


def _none(note: Note) -> str:
    return f"This suite has checked no other statement of paper {note.paper}."


def errata_markdown(errata: Sequence[Erratum], note: Note | None = None) -> str:
    """The errata as Markdown; with a ``note``, those of one paper and what they leave as it is."""
    titles = {note.paper: note.title} if note else _titles(errata)
    lines = ["# Errata", "", in_markdown(NOTE if note else INTRODUCTION), ""]
    for name, title in titles.items():
        lines.append(f"- Paper {name}: *{in_markdown(title)}*")
    for number, one in enumerate(errata, 1):
        claim = one.claim
        lines += ["", f"## {in_markdown(_heading(number, one))}", ""]
        lines += [
            f"**{WORDING[claim.provenance]}.**",
            "",
            f"> {markdown_paragraph(claim.statement)}",
        ]
        lines += ["", "**Witness.**", "", unindexed(one.witness)]
        for repair in one.repairs:
            lines += ["", f"**Repaired statement** ({repair.id}, {verdicts.expected(repair)})."]
            lines += ["", f"> {markdown_paragraph(repair.statement)}", "", "Checked by"]
            for words, names in _checks(repair):
                listed = ", ".join(f"`{name}`" for name in names)
                lines.append(f"- {in_markdown(words)}" + (f": {listed}" if names else ""))
        lines += ["", f"All of it again: `{_again(one)}`"]
    if note:
        lines += ["", f"## {UNAFFECTED}", ""]
        lines += [f"- {markdown_paragraph(_stands(*one))}" for one in note.stands]
        lines += [] if note.stands else [in_markdown(_none(note))]
    return "\n".join(lines)


def to_latex(errata: Sequence[Erratum], note: Note | None = None) -> str:
    """The errata as a document that LaTeX compiles without any package; ``note`` as above.

    Raises:
        latex.Unmapped: a character has no command yet.
    """
    tex, lines = latex.plain_latex, [r"\documentclass{article}", r"\begin{document}"]
    lines += [r"\raggedright", r"\setlength{\parskip}{\medskipamount}"]
    lines += [r"\section*{Errata}", tex(NOTE if note else INTRODUCTION), r"\begin{itemize}"]
    for name, title in ({note.paper: note.title} if note else _titles(errata)).items():
        lines.append(rf"\item Paper {name}: \emph{{{tex(title)}}}")
    lines += [r"\end{itemize}"]
    for number, one in enumerate(errata, 1):
        claim = one.claim
        title = tex(_heading(number, one))
        lines += ["", rf"\subsection*{{{title}}}", rf"\textbf{{{tex(WORDING[claim.provenance])}.}}"]
        lines += [r"\begin{quote}", tex(claim.statement), r"\end{quote}"]
        lines += [r"\noindent\textbf{Witness.}", latex.latex_blocks(unindexed(one.witness))]
        for repair in one.repairs:
            name = tex(f"({repair.id}, {verdicts.expected(repair)}).")
            lines += ["", rf"\noindent\textbf{{Repaired statement}} {name}", r"\begin{quote}"]
            lines += [tex(repair.statement), r"\end{quote}", r"Checked by", r"\begin{itemize}"]
            for words, names in _checks(repair):
                listed = ", ".join(map(latex.code, names))
                lines.append(rf"\item {{}}{tex(words)}" + (f": {listed}" if names else ""))
            lines += [r"\end{itemize}"]
        lines += ["", rf"\noindent All of it again: {latex.code(_again(one))}"]
    if note:
        items = [rf"\item {{}}{tex(_stands(*one))}" for one in note.stands]
        around = (r"\begin{itemize}", *items, r"\end{itemize}") if items else (tex(_none(note)),)
        lines += ["", rf"\subsection*{{{tex(UNAFFECTED)}}}", *around]
    return "\n".join([*lines, r"\end{document}"])
