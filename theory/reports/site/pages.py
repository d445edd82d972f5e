"""The site's files: templates filled in, the checker in one script, the witnesses beside it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files as resources
from typing import Any

from jinja2 import Environment
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from theory import __version__
from theory.gate.reading import in_html
from theory.gate.registry import Registry
from theory.reports import errata
from theory.reports.rendering import environment
from theory.reports.site import content, figures, graph, mathml, rooms

NAME = re.compile(r"\b[A-Z]{1,2}-[a-z0-9]+(?:-[a-z0-9]+)*(?!\w)", re.IGNORECASE)
"""What may be a claim's id."""
PARTS = (
    "exact",
    "placement",
    "canonical",
    "heads",
    "impossibility",
    "tasks",
    "steps",
    "designs",
    "enclosures",
    "sha256",
    "weights",
    "constructions",
    "inputs",
    "margins",
    "certificate",
    "rules",
    "check",
)
"""The checker's files, in the order in which the one script of the site holds them."""


def files(
    registry: Registry,
    proofs: str,
    entries: Sequence[errata.Erratum],
    elsewhere: Sequence[Mapping[str, str]],
) -> dict[str, str]:
    """Every file of the site by its path inside.

    ``proofs`` is proofs.md, ``entries`` are the errata, ``elsewhere`` the claims that are not run
    here: id, statement and the command that would run them.
    """
    top = re.split(r"\n##? ", proofs, maxsplit=1)[0]
    pages = content.pages(registry, errata.headed(proofs), top)
    order = [*errata.PAPERS]
    pages.sort(key=lambda page: order.index(page.claim.paper) if page.claim.paper in order else 9)
    absent = {one["id"]: one for one in elsewhere if NAME.fullmatch(one["id"])}
    known = {page.claim.id for page in pages} | set(absent)
    made = _environment(known)
    drawn, alone = graph.drawings({page.claim.id: page.bases for page in pages})
    by_id = {page.claim.id: page for page in pages}
    shared: dict[str, Any] = {
        "version": __version__,
        "papers": errata.PAPERS,
        "pages": by_id,
        "errata": entries,
        "certificates": rooms.certificates(),
        "measured": {row.id: row for row in rooms.measured()},
        "architectures": rooms.architectures(),
        "absent": absent,
        "known": known,
    }
    found = _claims(made, shared, pages)
    counts = Counter(str(page.claim.expected) for page in pages)
    front: dict[str, Any] = {"counts": counts, "elsewhere": elsewhere, "marks": content.MARKS}
    found["index.html"] = made.get_template("index.html").render(**shared, **front, root="")
    found["graph.html"] = made.get_template("graph.html").render(
        **shared, root="", drawn=drawn, alone=alone, marks=content.MARKS, size=graph
    )
    if entries:
        text = markdown(errata.to_markdown(entries), known, "claims/")
        found["errata.html"] = made.get_template("text.html").render(
            **shared, root="", text=text, title="Errata"
        )
    return found | _beside(made, shared) | _shipped(pages)


def _claims(
    made: Environment, shared: dict[str, Any], pages: Sequence[content.Page]
) -> dict[str, str]:
    """A page for each claim, and for each that is not run here."""
    one, none = made.get_template("claim.html"), made.get_template("absent.html")
    found = {p.claim.id: one.render(**shared, root="../", page=p) for p in pages}
    for absent in shared["absent"].values():
        found[absent["id"]] = none.render(**shared, root="../", one=absent)
    return {f"claims/{name}.html": page for name, page in found.items()}


def _beside(made: Environment, shared: dict[str, Any]) -> dict[str, str]:
    """The pages that are of no one claim: certificates, measured figures, architectures."""
    found = {}
    if shared["certificates"]:
        found["certificates.html"] = made.get_template("certificates.html").render(
            **shared, root=""
        )
    for one in shared["certificates"]:
        page = made.get_template("certificate.html").render(**shared, root="../", one=one)
        found[f"certificates/{one.name}.html"] = page
        found[f"certificates/{one.name}.json"] = one.text + "\n"
        listed = f"[{json.dumps(one.name)}] = {json.dumps(one.text)};\n"
        found[f"certificates/{one.name}.js"] = f"(globalThis.ropeCertificates ??= {{}}){listed}"
    if shared["measured"]:
        drawn = figures.figures()
        page = made.get_template("measured.html").render(**shared, root="", figures=drawn)
        found["measured.html"] = page
    if shared["architectures"]:
        text = markdown(shared["architectures"], shared["known"], "claims/")
        page = made.get_template("text.html").render(
            **shared, root="", text=text, title="Architectures"
        )
        found["architectures.html"] = page
    return found


def _shipped(pages: Sequence[content.Page]) -> dict[str, str]:
    """What is not made from templates: style, scripts, and the witnesses that they check."""
    here = resources("theory.reports.site")
    found = {
        name: here.joinpath("static", name).read_text(encoding="utf-8")
        for name in ("style.css", "room.js")
    }
    parts = [here.joinpath("checker", f"{part}.js").read_text(encoding="utf-8") for part in PARTS]
    found["check.js"] = '"use strict";\n' + "\n".join(parts)
    for name, path in content.witness_files().items():
        found[f"witnesses/{name}"] = path.read_text(encoding="utf-8")
    stored = {page.claim.id: page.stored for page in pages if page.stored}
    found["witnesses.js"] = f"globalThis.ropeWitnesses = {json.dumps(stored, indent=1)};\n"
    return found


def _environment(known: set[str]) -> Environment:
    made = environment("theory.reports.site", in_html)
    made.filters["lines"] = lambda text: Markup(escape(text))
    made.filters["markdown"] = lambda text: markdown(errata.unindexed(text), known, "")
    made.filters["linked"] = lambda text: Markup(sentence(text, known, ""))
    made.filters["linked_from_root"] = lambda text: Markup(sentence(text, known, "claims/"))
    emphasis = MarkdownIt("zero").enable("emphasis")
    made.filters["drawing"] = Markup
    made.filters["emphasis"] = lambda text: Markup(emphasis.renderInline(text))
    made.filters["mathematics"] = lambda text: Markup(sentence(text, set(), ""))
    made.filters["verdict"] = lambda page: str(page.claim.expected).lower().replace(" ", "-")
    return made


def sentence(text: str, known: set[str], folder: str) -> str:
    """Plain text as HTML: its formulas in MathML, claims' names as links, all else escaped."""
    return "".join(
        piece if is_math else _spaced(piece, known, folder)
        for is_math, piece in mathml.pieces(text)
    )


def _spaced(text: str, known: set[str], folder: str) -> str:
    """Plain text between formulas: ``in_html`` takes the spaces at its ends, which belong to it."""
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    if not text.strip():
        return text
    return f"{before}{linked(in_html(text), known, folder)}{after}"


def linked(html: str, known: set[str], folder: str) -> str:
    """Escaped text in which each claim's name is a link to its page."""

    def link(found: re.Match[str]) -> str:
        one = found[0]
        return f'<a href="{folder}{one}.html">{one}</a>' if one in known else one

    return NAME.sub(link, html)


def markdown(text: str, known: set[str], folder: str) -> Markup:
    """Our own Markdown as HTML; tags in it are shown, not obeyed; claims' names become links."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")

    def plain(tokens: Sequence[object], index: int, options: object, env: object) -> str:
        said: str = tokens[index].content  # type: ignore[attr-defined]
        return sentence(said, known, folder)

    reader.renderer.rules["text"] = plain  # type: ignore[attr-defined]
    return Markup(reader.render(text))
