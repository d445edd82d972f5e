"""A report as one HTML file that needs nothing else, as Markdown, and as JUnit."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

from empirical.reports.blocks import Block, Figure, Heading, Table, Text
from empirical.reports.contents import blocks
from theory.gate.reading import folded, in_html, in_markdown, markdown_paragraph

TITLE = "rope-claims: what a model's heads show"
CSS = """
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; max-width: 62rem; margin: 2rem auto;
  padding: 0 1.2rem; color: #1b1b1b; background: #fff; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.4rem; border-bottom: 1px solid #ccc; }
h2 { overflow-wrap: anywhere; }
table { border-collapse: collapse; font-size: 13px; margin: 1rem 0; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0;
  border-bottom: 1px solid #e2e2e2; font-variant-numeric: tabular-nums;
  overflow-wrap: break-word; }
td:first-child { white-space: nowrap; }
.wide { overflow-x: auto; }
tr.good td:nth-child(3) { color: #14691b; font-weight: 600; }
tr.bad td:nth-child(3) { color: #a40000; font-weight: 600; }
tr.open td:nth-child(3) { color: #8a5a00; font-weight: 600; }
tr.absent td { color: #666; }
figure { margin: 1.4rem 0; } figure img { max-width: 100%; height: auto; }
figcaption { font-size: 13.5px; } figcaption b { display: block; }
@media print {
  body { max-width: none; margin: 0; font-size: 11px; } table { font-size: 9.5px; }
  figure, tr { break-inside: avoid; } h2, h3 { break-after: avoid; }
}
"""
CLASSES = {"as expected": "good", "undecided": "open", "not run": "absent"}


def to_html(document: dict[str, Any]) -> str:
    """The whole report in one file: no script, no font, no picture from anywhere else."""
    return page(TITLE, blocks(document))


def to_markdown(document: dict[str, Any]) -> str:
    """The same as Markdown; its figures are in ``report.html``."""
    return text(TITLE, blocks(document))


def page(title: str, body: Iterable[Block]) -> str:
    """An HTML page of blocks."""
    parts = "\n".join(map(_html, body))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width">'
        f"<title>{in_html(title)}</title><style>{CSS}</style></head>\n"
        f"<body><h1>{in_html(title)}</h1>\n{parts}\n</body></html>\n"
    )


def text(title: str, body: Iterable[Block]) -> str:
    """A Markdown page of blocks."""
    return "\n\n".join([f"# {title}", *map(_markdown, body)]) + "\n"


def _html(block: Block) -> str:
    if isinstance(block, Heading):
        return f"<h{block.level}>{in_html(block.text)}</h{block.level}>"
    if isinstance(block, Text):
        return f"<p>{in_html(block.text)}</p>"
    if isinstance(block, Figure):
        data = base64.b64encode(block.svg.encode()).decode()
        return (
            f'<figure><img src="data:image/svg+xml;base64,{data}" alt="{in_html(block.title)}">'
            f"<figcaption><b>{in_html(block.title)}</b>{in_html(block.see)}</figcaption></figure>"
        )
    return _html_table(block)


def _html_table(table: Table) -> str:
    head = "".join(f"<th>{in_html(title)}</th>" for title in table.titles)
    marks = table.marks or ("",) * len(table.rows)
    rows = []
    for row, mark in zip(table.rows, marks, strict=True):
        kind = f' class="{CLASSES.get(mark, "bad")}"' if mark else ""
        rows.append(f"<tr{kind}>" + "".join(f"<td>{in_html(c)}</td>" for c in row) + "</tr>")
    body = "\n".join(rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n{body}</table></div>'


def _markdown(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {in_markdown(block.text)}"
    if isinstance(block, Text):
        return markdown_paragraph(block.text)
    if isinstance(block, Figure):
        title, see = in_markdown(block.title), in_markdown(block.see)
        return f"*Figure: {title} (drawn in report.html).* {see}"
    rows = [tuple(map(in_markdown, row)) for row in (block.titles, *block.rows)]
    lines = [rows[0], ("---",) * len(block.titles), *rows[1:]]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def to_junit(document: dict[str, Any]) -> str:
    """The verdicts as JUnit XML: a failure for each that differs, skipped for the undecided."""
    claims, absent = document["claims"], document.get("not_run", [])
    bad = [c for c in claims if c["gate"] in ("differs", "fault")]
    undecided = [c for c in claims if c["gate"] == "undecided"]
    counts = {
        "tests": str(len(claims) + len(absent)),
        "failures": str(len(bad)),
        "skipped": str(len(undecided) + len(absent)),
    }
    suite = ElementTree.Element("testsuite", {"name": "rope-claims validate", **counts})
    for claim in claims:
        case = _case(suite, claim["id"])
        said = folded(claim["found"] or claim["fault"] or claim["reason"])
        if claim in bad:
            about = folded(f"{claim['verdict']}, expected {claim['expected']}")
            ElementTree.SubElement(case, "failure", {"message": about}).text = said
        elif claim in undecided:
            ElementTree.SubElement(case, "skipped", {"message": f"UNDECIDED: {said}"})
    for claim in absent:
        ElementTree.SubElement(
            _case(suite, claim["id"]), "skipped", {"message": folded(claim["why"])}
        )
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: ElementTree.Element, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(
        suite, "testcase", {"classname": "rope-claims.validate", "name": folded(name)}
    )
