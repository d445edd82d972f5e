"""The report's templates (``templates/``), for HTML and for Markdown: what is put into them is text
on one printable line."""

import re

from markupsafe import Markup

from theory.gate.reading import in_html, in_markdown, markdown_paragraph
from theory.reports.rendering import environment


def cell(text: object) -> Markup:
    """Markdown of our own kept in its cell of a table; it may hold emphasis and code."""
    return Markup(str(text).replace("|", "\\|").replace("\n", " "))


def phrases(text: object) -> list[str]:
    """The phrases between the semicolons of a text; one in brackets does not part."""
    parted = re.split(r"; (?![^(\[]*[)\]])", str(text))
    return [f"{phrase}." if phrase[-1] not in ".:" else phrase for phrase in parted]


def list_and_sentences(text: object) -> tuple[str, str]:
    """What a text lists, and the whole sentences that follow its list."""
    listed, *told = re.split(r"(?<!App)\. (?=['A-Z])", str(text), maxsplit=1)
    return listed, "".join(told)


def paragraph(text: object) -> Markup:
    """A stranger's text as a paragraph, which starts no list or heading."""
    return Markup(markdown_paragraph(text))


HTML = environment(__package__, in_html)
MARKDOWN = environment(__package__, in_markdown)
MARKDOWN.filters |= {"paragraph": paragraph, "cell": cell, "phrases": phrases}
MARKDOWN.filters["list_and_sentences"] = list_and_sentences
MARKDOWN.globals["hashes"] = lambda level: Markup("#" * level)
