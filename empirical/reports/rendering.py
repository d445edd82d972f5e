"""The templates of pages (``templates/``): whatever is put into one is escaped as its page needs.

What escapes is one function an environment, so no template can forget it: for HTML and Markdown
text on one printable line that a reader's program shows and does not obey.
"""

from __future__ import annotations

from collections.abc import Callable

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from theory.gate.reading import in_html, in_markdown, markdown_paragraph


def _environment(escape: Callable[[object], str]) -> Environment:
    def shown(value: object) -> Markup:
        return value if isinstance(value, Markup) else Markup(escape(value))

    return Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        finalize=shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def cell(text: object) -> Markup:
    """Markdown of our own kept in its cell of a table; it may hold emphasis and code."""
    return Markup(str(text).replace("|", "\\|").replace("\n", " "))


def paragraph(text: object) -> Markup:
    """A stranger's text as a paragraph, which starts no list or heading."""
    return Markup(markdown_paragraph(text))


def hashes(level: int) -> Markup:
    """What makes a line a heading."""
    return Markup("#" * level)


HTML = _environment(in_html)
MARKDOWN = _environment(in_markdown)
MARKDOWN.filters |= {"paragraph": paragraph, "cell": cell}
MARKDOWN.globals["hashes"] = hashes
