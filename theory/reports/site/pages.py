"""The site's files: templates filled in, the checker in one script, the witnesses next to it."""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files as resources
from typing import Any

from jinja2 import Environment
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from theory import __version__
from theory.gate.reading import in_html
from theory.gate.registry import Registry
from theory.ledger.terms import Claim, Method
from theory.papers import PAPERS
from theory.reports import errata
from theory.reports import proofs as proofs_module
from theory.reports.rendering import environment
from theory.reports.report import confirmed
from theory.reports.show import Witness, witness_of
from theory.reports.site import (
    content,
    documents,
    figures,
    graph,
    measures,
    other_packages,
    results,
)
from theory.reports.site.sentences import NAME, brief, sentence, sentence_parts

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

CALCULATOR = ("solver", "rotations", "rules", "page")
"""The calculator's files, in the order in which its one script holds them."""


def files(
    registry: Registry,
    proofs: str,
    entries: Sequence[errata.Erratum],
    elsewhere: Sequence[Mapping[str, str]],
    witness_of: Callable[[Claim], Witness | None] = witness_of,
) -> dict[str, str]:
    """Every file of the site by its path inside.

    ``proofs`` is proofs.md, ``entries`` are the errata, ``elsewhere`` the claims that are not run
    here: id, statement and the command that would run them. ``witness_of`` is asked for each
    claim's witness.
    """
    top = re.split(r"\n##? ", proofs, maxsplit=1)[0]
    sections = errata.headed(proofs) | proofs_module.foreign(registry)
    pages = content.pages(registry, sections, top, witness_of)
    pages.sort(key=_order)
    absent = {one["id"]: one for one in elsewhere if NAME.fullmatch(one["id"])}
    known = {page.claim.id for page in pages} | set(absent)
    grouped = {
        one: [p for p in pages if p.claim.paper == one.id] for one in registry.papers.values()
    }
    shared: dict[str, Any] = {
        "version": __version__,
        "marks": content.MARKS,
        "papers": {paper: own for paper, own in grouped.items() if own},
        "pages": {page.claim.id: page for page in pages},
        "errata": entries,
        "certificates": other_packages.certificates(),
        "measured": {row.id: row for row in other_packages.measured_claims()},
        "architectures": other_packages.architectures(),
        "documents": documents.documents(),
        "elsewhere": elsewhere,
        "published": other_packages.published_values(),
        "absent": absent,
        "known": known,
    }
    shared["links"] = _links(shared)
    made = _environment(shared)
    texts = _claims(made, shared, pages) | _papers(made, shared) | _graph(made, shared)
    texts["index.html"] = _front(made, shared)
    texts["recheck.html"] = made.get_template("recheck.html").render(**shared, root="")
    if entries:
        texts["errata.html"] = _errata(made, shared)
    return texts | _other_pages(made, shared) | _documents(made, shared) | _shipped(pages)


def _errata(made: Environment, shared: Mapping[str, Any]) -> str:
    """The page of errata."""
    text = markdown(errata.errata_markdown(shared["errata"]), shared["known"], "claims/")
    return made.get_template("text.html").render(**shared, root="", text=text, title="Errata")


def _order(page: content.Page) -> tuple[int, bool]:
    """By paper; what is measured comes after what is proved or refuted."""
    order = [*PAPERS]
    place = order.index(page.claim.paper) if page.claim.paper in order else len(order)
    return place, str(Method.MEASURED) in page.methods


def _links(shared: Mapping[str, Any]) -> documents.Links:
    """Where links of the documentation lead, given what the site has."""
    has = {"index.html"}
    has |= {f"{one}.html" for one in ("measured", "architectures") if shared[one]}
    claims = {one: f"claims/{one}.html" for one in shared["known"]}
    return documents.Links(shared["documents"], claims, has)


def _front(made: Environment, shared: dict[str, Any]) -> str:
    """The front page: what this is, the results, and the list of claims."""
    claims = {one: page.claim for one, page in shared["pages"].items()}
    counts = Counter(str(claim.expected) for claim in claims.values())
    known, links = shared["known"], shared["links"]
    shown = [
        (documents.rendered(one.text, links, "README.md", "index.html", known), one.drawn)
        for one in results.results(claims)
    ]
    return made.get_template("index.html").render(**shared, root="", counts=counts, results=shown)


def _papers(made: Environment, shared: dict[str, Any]) -> dict[str, str]:
    """A page for each paper."""
    page = made.get_template("paper.html")
    return {
        f"papers/{paper.id}.html": page.render(
            **shared,
            root="../",
            paper=paper,
            own=own,
            counts=Counter(str(one.claim.expected) for one in own),
        )
        for paper, own in shared["papers"].items()
    }


def _graph(made: Environment, shared: dict[str, Any]) -> dict[str, str]:
    """The page of what depends on what."""
    drawn, alone = graph.drawings({one: page.bases for one, page in shared["pages"].items()})
    page = made.get_template("graph.html")
    return {"graph.html": page.render(**shared, root="", drawn=drawn, alone=alone, size=graph)}


def _documents(made: Environment, shared: dict[str, Any]) -> dict[str, str]:
    """A page for each page of the documentation."""
    page = made.get_template("text.html")
    rendered = {}
    for one in shared["documents"]:
        text = documents.rendered(one.text, shared["links"], one.source, one.page, shared["known"])
        rendered[one.page] = page.render(**shared, root="../", text=text, title=one.title)
    return rendered


def _claims(
    made: Environment, shared: dict[str, Any], pages: Sequence[content.Page]
) -> dict[str, str]:
    """A page for each claim, and for each that is not run here."""
    one, none = made.get_template("claim.html"), made.get_template("absent.html")
    rendered = {p.claim.id: one.render(**shared, root="../", page=p) for p in pages}
    for absent in shared["absent"].values():
        rendered[absent["id"]] = none.render(**shared, root="../", one=absent)
    return {f"claims/{name}.html": page for name, page in rendered.items()}


def _other_pages(made: Environment, shared: dict[str, Any]) -> dict[str, str]:
    """The pages that are of no one claim: certificates, measured figures, architectures."""
    rendered = {}
    if shared["certificates"]:
        rendered["certificates.html"] = made.get_template("certificates.html").render(
            **shared, root=""
        )
    for one in shared["certificates"]:
        page = made.get_template("certificate.html").render(**shared, root="../", one=one)
        rendered[f"certificates/{one.name}.html"] = page
        rendered[f"certificates/{one.name}.json"] = one.text + "\n"
        script = f"[{json.dumps(one.name)}] = {json.dumps(one.text)};\n"
        rendered[f"certificates/{one.name}.js"] = f"(globalThis.ropeCertificates ??= {{}}){script}"
    if shared["measured"]:
        listed = [*shared["measured"].values()]
        rows, others = measures.measured_rows(listed, shared["pages"], figures.figures())
        measured = made.get_template("measured.html")
        rendered["measured.html"] = measured.render(**shared, root="", rows=rows, others=others)
    if shared["architectures"]:
        name = "empirical/results/architectures.md"
        text = documents.rendered(
            shared["architectures"], shared["links"], name, "architectures.html", shared["known"]
        )
        page = made.get_template("text.html").render(
            **shared, root="", text=text, title="Architectures"
        )
        rendered["architectures.html"] = page
    return rendered | _calculator(made, shared)


def _calculator(made: Environment, shared: dict[str, Any]) -> dict[str, str]:
    """The page that computes capacities, its script and the published configurations."""
    if not shared["published"]:
        return {}
    here = resources("theory.reports.site")
    parts = [here.joinpath("calculator", f"{x}.js").read_text(encoding="utf-8") for x in CALCULATOR]
    needed = ("config", "trained")
    listed = {name: {k: one[k] for k in needed} for name, one in shared["published"].items()}
    return {
        "calculator.html": made.get_template("calculator.html").render(**shared, root=""),
        "calculator.js": "\n".join(parts),
        "configurations.js": f"globalThis.ropePublished = {json.dumps(listed)};\n",
    }


def _shipped(pages: Sequence[content.Page]) -> dict[str, str]:
    """What is not made from templates: style, scripts, and the witnesses that they check."""
    here = resources("theory.reports.site")
    texts = {
        name: here.joinpath("static", name).read_text(encoding="utf-8")
        for name in ("style.css", "site.js")
    }
    parts = [here.joinpath("checker", f"{part}.js").read_text(encoding="utf-8") for part in PARTS]
    texts["check.js"] = '"use strict";\n' + "\n".join(parts)
    for name, path in content.witness_files().items():
        texts[f"witnesses/{name}"] = path.read_text(encoding="utf-8")
    stored = {page.claim.id: page.stored for page in pages if page.stored}
    texts["witnesses.js"] = f"globalThis.ropeWitnesses = {json.dumps(stored, indent=1)};\n"
    return texts


def _environment(shared: Mapping[str, Any]) -> Environment:
    known = shared["known"]
    made = environment("theory.reports.site", in_html)
    made.filters["lines"] = lambda text: Markup(escape(text))
    made.filters["markdown"] = lambda text: markdown(errata.unindexed(text), known, "")
    made.filters["linked"] = lambda text: Markup(sentence(text, known, ""))
    made.filters["linked_to"] = lambda text, folder: Markup(sentence(text, known, folder))
    emphasis = MarkdownIt("zero").enable("emphasis")
    made.filters["parts"] = sentence_parts
    made.filters["deciding"] = measures.deciding
    made.filters["drawing"] = Markup
    made.filters["confirmed"] = confirmed
    made.filters["emphasis"] = lambda text: Markup(emphasis.renderInline(text))
    made.filters["brief"] = brief
    made.filters["mathematics"] = lambda text: Markup(sentence(text, set(), ""))
    made.filters["verdict"] = lambda page: str(page.claim.expected).lower().replace(" ", "-")
    return made


def markdown(text: str, known: set[str], folder: str) -> Markup:
    """Our own Markdown as HTML; tags in it are shown, not obeyed; claims' names become links."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")

    def plain(tokens: Sequence[object], index: int, options: object, env: object) -> str:
        words: str = tokens[index].content  # type: ignore[attr-defined]
        return sentence(words, known, folder)

    reader.renderer.rules["text"] = plain  # type: ignore[attr-defined]
    return Markup(reader.render(text))
