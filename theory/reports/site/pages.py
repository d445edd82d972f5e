"""The site's files: templates filled in, the checker in one script, the witnesses next to it."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
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

Add = Callable[..., None]
"""Makes the page of a path from a template and what that is given."""


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
    shared = _shared(registry, proofs, entries, elsewhere, witness_of)
    pages: list[content.Page] = [*shared["pages"].values()]
    texts = dict[str, str]()
    made = _environment(shared)

    def add(path: str, template: str, **more: Any) -> None:
        root = "../" if "/" in path else ""
        texts[path] = made.get_template(template).render(**shared, root=root, **more)

    _front(add, shared)
    for page in pages:
        add(f"claims/{page.claim.id}.html", "claim.html", page=page)
    for one in shared["absent"].values():
        add(f"claims/{one['id']}.html", "absent.html", one=one)
    for paper, own in shared["papers"].items():
        add(f"papers/{paper.id}.html", "paper.html", paper=paper, own=own, counts=_counts(own))
    drawn, alone = graph.drawings({page.claim.id: page.bases for page in pages})
    add("graph.html", "graph.html", drawn=drawn, alone=alone, size=graph)
    add("recheck.html", "recheck.html")
    _texts(add, shared)
    if shared["measured"]:
        listed = [*shared["measured"].values()]
        rows, others = measures.measured_rows(listed, shared["pages"], figures.figures())
        add("measured.html", "measured.html", rows=rows, others=others)
    texts |= _certificates(add, shared)
    texts |= _calculator(add, shared)
    return texts | _shipped(pages)


def _shared(
    registry: Registry,
    proofs: str,
    entries: Sequence[errata.Erratum],
    elsewhere: Sequence[Mapping[str, str]],
    witness_of: Callable[[Claim], Witness | None],
) -> dict[str, Any]:
    """What every template is given."""
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
    return shared | {"links": _links(shared)}


def _order(page: content.Page) -> tuple[int, bool]:
    """By paper; what is measured comes after what is proved or refuted."""
    order = [*PAPERS]
    place = order.index(page.claim.paper) if page.claim.paper in order else len(order)
    return place, str(Method.MEASURED) in page.methods


def _counts(pages: Iterable[content.Page]) -> Counter[str]:
    """How many claims have which verdict."""
    return Counter(str(page.claim.expected) for page in pages)


def _links(shared: Mapping[str, Any]) -> documents.Links:
    """Where links of the documentation lead, given what the site has."""
    has = {"index.html"}
    has |= {f"{one}.html" for one in ("measured", "architectures") if shared[one]}
    claims = {one: f"claims/{one}.html" for one in shared["known"]}
    return documents.Links(shared["documents"], claims, has)


def _front(add: Add, shared: Mapping[str, Any]) -> None:
    """The front page: what this is, the results, and the list of claims."""
    pages, known, links = (shared[name] for name in ("pages", "known", "links"))
    shown = [
        (documents.rendered(one.text, links, "README.md", "index.html", known), one.drawn)
        for one in results.results({one: page.claim for one, page in pages.items()})
    ]
    add("index.html", "index.html", counts=_counts(pages.values()), results=shown)


def _texts(add: Add, shared: Mapping[str, Any]) -> None:
    """Pages of Markdown: the documentation, the table of architectures, and the errata."""
    listed = [*shared["documents"]]
    if table := shared["architectures"]:
        source, page = "empirical/results/architectures.md", "architectures.html"
        listed.append(documents.SiteDocument(source, page, "Architectures", table))
    for one in listed:
        text = documents.rendered(one.text, shared["links"], one.source, one.page, shared["known"])
        add(one.page, "text.html", text=text, title=one.title)
    if shared["errata"]:
        text = markdown(errata.errata_markdown(shared["errata"]), shared["known"], "claims/")
        add("errata.html", "text.html", text=text, title="Errata")


def _certificates(add: Add, shared: Mapping[str, Any]) -> dict[str, str]:
    """A page for each certificate and one for all; and the certificates for its checker."""
    if shared["certificates"]:
        add("certificates.html", "certificates.html")
    texts = dict[str, str]()
    for one in shared["certificates"]:
        add(f"certificates/{one.name}.html", "certificate.html", one=one)
        texts[f"certificates/{one.name}.json"] = one.text + "\n"
        script = f"[{json.dumps(one.name)}] = {json.dumps(one.text)};\n"
        texts[f"certificates/{one.name}.js"] = f"(globalThis.ropeCertificates ??= {{}}){script}"
    return texts


def _calculator(add: Add, shared: Mapping[str, Any]) -> dict[str, str]:
    """The page that computes capacities; its script and the published configurations."""
    if not shared["published"]:
        return {}
    add("calculator.html", "calculator.html")
    here = resources("theory.reports.site")
    parts = [here.joinpath("calculator", f"{x}.js").read_text(encoding="utf-8") for x in CALCULATOR]
    needed = ("config", "trained")
    listed = {name: {k: one[k] for k in needed} for name, one in shared["published"].items()}
    return {
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
