"""docs/findings.md: every claim in one line, the two papers first.

The reason in a line is that of the claim's section in its Markdown file. A measured claim has no
such section; its line says what is claimed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from theory.ledger.inspection import on_paper
from theory.ledger.terms import Claim, Method, Verdict
from theory.papers import PAPERS, RECONSTRUCTED, Paper
from theory.reports import verdicts
from theory.reports.markdown import markdown_table

INTRODUCTION = """# Findings

After this page you know the verdict on every claim that is judged here. Some claims need the
weights of a public model: they have tables of their own. `rope-claims show ID` prints a claim in
full.

- A claim's link leads to its proof, or to the measured numbers.
- The [glossary](glossary.md) says what the verdicts mean.
- *(reading)* marks one of several meanings of a loose sentence.
- *(repair)* marks the true statement that takes the place of a refuted one.
- † marks a proof of which at least one step is written and not machine-checked.

The table counts every claim that needs no such weights. Its column REFUTED counts what a source
itself states, and in the last row sentences of ours. A refuted reading of a loose sentence is in
the column after it.

"""
MOST = 220
"""Characters of a cell that says why."""
MEASURED = "../empirical/results/README.md"
"""Where the numbers of measured claims are."""
PROOFS = "../proofs.md"
ELSEWHERE = """## Claims about language models

These statements are about public models. `python -m empirical.validate --model MODEL` judges them
on yours. The [results for two models](../empirical/results/language.md) are recorded.

"""
JUDGED_ON_YOURS = "python -m empirical.validate"
PROVED_ON_WEIGHTS = "rope-claims recheck-heads"
CERTIFIED = """## Theorems about public models

They need the models' weights. `rope-claims recheck-heads` proves one in ten
minutes to half an hour. [What they say of each head](public-heads.md) is on a page of its own.

"""
WAITING = """## Claims that wait for their models

Their criteria were registered before any of their models was trained, and no record judges them
yet. `rope-claims run law` trains the models and predicts where each breaks.

"""


def findings_page(
    claims: Mapping[str, Claim],
    reasons: Mapping[str, str],
    elsewhere: Sequence[Mapping[str, str]] = (),
) -> str:
    """The text of docs/findings.md.

    ``claims`` by id, in their order; ``reasons`` by id, of those with a proof; ``elsewhere`` the
    claims that need a model's weights.
    """
    parts = [INTRODUCTION + _counts(claims.values())]
    for paper in PAPERS.values():
        own = [claim for claim in claims.values() if claim.paper == paper.id]
        own.sort(key=_measured)
        if own:
            rows = [_row(claim, reasons.get(claim.id, "")) for claim in own]
            parts.append(
                _heading(paper) + markdown_table(("claim", "place", "verdict", "why"), rows)
            )
        if paper.id == "B":
            parts += _elsewhere(elsewhere)
    return "\n".join(parts)


def _elsewhere(rows: Sequence[Mapping[str, str]]) -> Iterable[str]:
    """The claims about language models, the theorem about one, those that wait for their models."""
    by_model = [one for one in rows if one["command"].startswith(JUDGED_ON_YOURS)]
    certified = [one for one in rows if one["command"].startswith(PROVED_ON_WEIGHTS)]
    waiting = [one for one in rows if one not in by_model and one not in certified]
    for heading, chosen in ((ELSEWHERE, by_model), (CERTIFIED, certified), (WAITING, waiting)):
        lines = [(one["id"], one["statement"].replace("|", "\\|")) for one in chosen]
        if lines:
            yield heading + markdown_table(("claim", "statement"), lines)


def _counts(claims: Iterable[Claim]) -> str:
    """A table of how many claims have which verdict, by source; refuted readings are counted apart
    from what a source itself states."""
    counted = Counter[tuple[str, str]]()
    for claim in claims:
        provenance = claim.provenance if claim.expected is Verdict.REFUTED else ""
        counted[_source(claim), verdicts.with_reading(str(claim.expected), provenance)] += 1
    columns = [verdicts.with_reading(str(one), mark) for one in Verdict for mark in ("", "reading")]
    shown = [column for column in columns if any(v == column for _, v in counted)]
    sources = dict.fromkeys(source for source, _ in counted)
    order = [one for one in ("paper A", "paper B", "other papers", "our own") if one in sources]
    rows = [[one, *(str(counted[one, verdict]) for verdict in shown)] for one in order]
    return markdown_table(("source", *shown), rows)


def _source(claim: Claim) -> str:
    if claim.paper in ("A", "B"):
        return f"paper {claim.paper}"
    return "our own" if claim.paper == "suite" else "other papers"


def _heading(paper: Paper) -> str:
    if not paper.link:
        return f"## {paper.title}\n\n"
    lines = [f"## {paper.id}: {paper.title}", ""]
    named = f"arXiv {paper.arxiv}" if paper.arxiv else "Read it"
    lines.append(f"{paper.dated}. [{named}]({paper.link})")
    if paper.text == RECONSTRUCTED:
        lines += ["", "The paper's text was not at hand. Its statements are *as reconstructed*."]
    return "\n".join([*lines, "", ""])


def _row(claim: Claim, reason: str) -> tuple[str, str, str, str]:
    mark = " †" if on_paper(claim) and claim.expected is Verdict.PROVED else ""
    link = f"[{claim.id}]({MEASURED if _measured(claim) else PROOFS}#{claim.id.lower()})"
    marks = ["repair"] if claim.provenance == "repair" else []
    verdict = verdicts.of_claim(str(claim.expected), claim, *marks)
    why = reason or _short(claim.statement)
    return link, _cell(claim.place), verdict + mark, _cell(why)


def _measured(claim: Claim) -> bool:
    return any(one.method is Method.MEASURED for one in claim.evidence)


def _short(statement: str) -> str:
    """The statement's first sentences, or its beginning if the first one is long; '…' for more."""
    kept, whole = "", " ".join(statement.split())
    for sentence in re.split(r"(?<=[.;:]) ", whole):
        if kept and len(kept) + len(sentence) >= MOST:
            break
        kept = f"{kept} {sentence}".strip()
    return f"claimed: {kept.rstrip(';:')}{'' if kept == whole else ' …'}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
