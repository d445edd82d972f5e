"""Markdown as pages of the site: the documentation, tables that fit a telephone, links that lead.

A link to a file that has no page is shown as its words alone.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from theory import paths
from theory.reports.site.sentences import sentence

FIXED = {
    "README.md": "index.html",
    "docs/findings.md": "index.html",
    "empirical/results/README.md": "measured.html",
    "empirical/results/architectures.md": "architectures.html",
}
"""Files whose content has a page of its own making."""
PROOFS = "proofs.md"
FURTHER = (
    "empirical/results/language.md",
    "empirical/results/measurements.md",
    "constructions/results/capacity.md",
)
"""Pages of results that the documentation leads to."""


@dataclass(frozen=True)
class SiteDocument:
    """A Markdown file: its place in the checkout, its page on the site, its title and its text."""

    source: str
    page: str
    title: str
    text: str


def documents(root: Path = paths.CHECKOUT) -> list[SiteDocument]:
    """Every page of docs/ that the site shows, and the results that they lead to."""
    files = sorted((root / "docs").rglob("*.md"))
    files += [root / name for name in FURTHER if (root / name).is_file()]
    pages = []
    for file in files:
        source = file.relative_to(root).as_posix()
        if source not in FIXED:
            text = file.read_text(encoding="utf-8")
            title = re.match(r"# (.+)", text)
            name = source.removesuffix(".md").removeprefix("docs/").replace("/results", "")
            page = f"docs/{name.replace('/', '-')}.html"
            pages.append(SiteDocument(source, page, title[1] if title else name, text))
    return pages


class Links:
    """Where a link in a file of the checkout leads on the site, seen from one of its pages."""

    def __init__(self, documents: Sequence[SiteDocument], known: Mapping[str, str], has: set[str]):
        self.pages = {one.source: one.page for one in documents}
        self.pages |= {source: page for source, page in FIXED.items() if page in has}
        self.claims = {one.lower(): page for one, page in known.items()}

    def target(self, link: str, source: str, page: str) -> str:
        """The address on the site, relative to ``page``; '' if there is none."""
        if link.startswith(("https://arxiv.org/", "https://kexue.fm/", "#")):
            return link
        if ":" in link:
            return ""
        name, _, anchor = link.partition("#")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), name))
        if file == PROOFS:
            address = self.claims.get(anchor, "")
        else:
            address = self.pages.get(file, "")
            address += f"#{anchor}" if address and anchor and file not in FIXED else ""
        return posixpath.relpath(address, posixpath.dirname(page) or ".") if address else ""


def rendered(text: str, links: Links, source: str, page: str, known: set[str]) -> Markup:
    """A file's Markdown as HTML for one page of the site; tags in it are shown, not obeyed."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    up = "../" if "/" in page else ""
    linking = 0

    def plain(tokens: Sequence[Any], index: int, options: object, env: object) -> str:
        words = set() if linking else known
        return sentence(tokens[index].content, words, f"{up}claims/")

    def opened(tokens: Sequence[Any], index: int, options: object, env: object) -> str:
        nonlocal linking
        target = links.target(str(tokens[index].attrs["href"]), source, page)
        tokens[index].meta["led"] = bool(target)
        linking += 1
        return f'<a href="{escape(target)}">' if target else "<span>"

    def closed(tokens: Sequence[Any], index: int, options: object, env: object) -> str:
        nonlocal linking
        linking -= 1
        start = next(t for t in reversed(tokens[:index]) if t.type == "link_open")
        return "</a>" if start.meta["led"] else "</span>"

    rules: Any = reader.renderer.rules  # type: ignore[attr-defined]
    rules |= {"text": plain, "link_open": opened, "link_close": closed}
    rules |= {"image": lambda tokens, index, options, env: escape(tokens[index].content)}
    tokens = reader.parse(text)
    _labelled(tokens)
    return Markup(reader.renderer.render(tokens, reader.options, {}))


def _labelled(tokens: Sequence[Any]) -> None:
    """Headings get anchors as GitHub names them; each cell the title of its column, which narrow
    screens show with it."""
    titles: list[str] = []
    column, anchors = 0, Counter[str]()
    for token, following in zip(tokens, tokens[1:], strict=False):
        if token.type == "heading_open":
            words = re.sub(r"[^\w\- ]", "", following.content.lower())
            anchor = words.replace(" ", "-")
            token.attrSet("id", f"{anchor}-{anchors[anchor]}" if anchors[anchor] else anchor)
            anchors[anchor] += 1
        elif token.type == "thead_open":
            titles = []
        elif token.type == "th_open":
            token.attrSet("scope", "col")
            titles.append(following.content.replace("**", "").replace("`", ""))
        elif token.type == "tr_open":
            column = 0
        elif token.type == "td_open":
            token.attrSet("data-label", titles[column])
            column += 1
