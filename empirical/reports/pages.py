"""A report as one HTML file that needs nothing else, as Markdown, and as JUnit."""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from empirical.protocol.form import Document
from empirical.reports import rendering
from empirical.reports.blocks import Block
from empirical.reports.contents import ALIKE
from theory.gate.reading import folded

TITLE = "rope-claims: what a model's heads show"
CLASSES = {
    "as expected": "good",
    "open": "open",
    "undecided": "open",
    ALIKE: "open",
    "not run": "absent",
}
"""How a row of that mark is coloured; of any other, as bad."""
SITE = "ROPE_CLAIMS_SITE"
"""The environment variable that says where ``rope-claims site`` lies, as an address or a folder:
then each claim of a table is a link to its page."""


def renderings(title: str, body: Iterable[Block]) -> dict[str, str]:
    """By a file's ending, a page of blocks as HTML and as Markdown, which leaves figures out."""
    once = list(body)
    text = rendering.MARKDOWN.get_template("page.md").render(title=title, blocks=once)
    return {"html": page(title, once), "md": text}


def page(title: str, body: Iterable[Block]) -> str:
    """An HTML page of blocks in one file: no script, no font, no picture from anywhere else."""
    return rendering.HTML.get_template("page.html").render(
        site=_site(), title=title, blocks=list(body), classes=CLASSES, hyphened=_hyphened
    )


def _hyphened(cell: str) -> str:
    """The names of a verdict's style: its capitals, with hyphens."""
    words = re.match(r"[A-Z]+(?: [A-Z]+)*(?![a-z])", cell)
    return f"verdict {words[0].lower().replace(' ', '-')}" if words else "verdict"


def _site() -> str:
    """Where the site lies: an address as it is given, a folder in full, so that links lead there
    from wherever the report stands; '' if nobody says."""
    given = os.environ.get(SITE, "").rstrip("/")
    return given if "://" in given or not given else Path(given).resolve().as_uri()


def junit_page(document: Document) -> str:
    """The verdicts as JUnit XML: a failure for each that differs, skipped for the undecided."""
    claims, absent = document.claims, document.not_run
    bad = [c for c in claims if c.gate in ("differs", "fault")]
    undecided = [c for c in claims if c.gate in ("open", "undecided")]
    counts = {
        "tests": str(len(claims) + len(absent)),
        "failures": str(len(bad)),
        "skipped": str(len(undecided) + len(absent)),
    }
    suite = ElementTree.Element("testsuite", {"name": "rope-claims validate", **counts})
    for claim in claims:
        case = _case(suite, claim.id)
        message = folded(claim.message)
        if claim in bad:
            about = folded(f"{claim.verdict}, expected {claim.expected}")
            ElementTree.SubElement(case, "failure", {"message": about}).text = message
        elif claim in undecided:
            ElementTree.SubElement(case, "skipped", {"message": f"UNDECIDED: {message}"})
    for one in absent:
        message = folded(one.why)
        ElementTree.SubElement(_case(suite, one.id), "skipped", {"message": message})
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: ElementTree.Element, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(
        suite, "testcase", {"classname": "rope-claims.validate", "name": folded(name)}
    )
