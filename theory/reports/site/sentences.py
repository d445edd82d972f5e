"""Plain sentences as HTML: formulas in MathML, the names of claims as links, all else escaped."""

import re
from functools import partial

from theory.gate.reading import in_html
from theory.reports.site import mathml

NAME = re.compile(r"\b[A-Z]{1,2}-[a-z0-9]+(?:-[a-z0-9]+)*(?!\w)", re.IGNORECASE)
"""What may be a claim's id."""
LONG = 32
"""Words of a text that becomes a list at its only semicolon."""
INSIDE = r"<(?:math|sub|sup|a )(?:(?!</(?:math|sub|sup|a)>).)*</(?:math|sub|sup|a)>"
"""A formula, a script or a link as it may stand within a script."""
NESTED = rf"\((?:{INSIDE}|[^()<>])*\)"


def sentence(text: str, known: set[str], folder: str) -> str:
    """Plain text as HTML: its formulas in MathML, claims' names as links, all else escaped."""
    return scripted(
        "".join(
            piece if is_math else _spaced(piece, known, folder)
            for is_math, piece in mathml.pieces(text)
        )
    )


def scripted(html: str) -> str:
    """Escaped text in which what is left of indices and powers stands below and above the line."""
    for mark, tag in (("_", "sub"), (r"\^", "sup")):
        html = re.sub(rf"{mark}\{{(?:{INSIDE}|[^{{}}<>])*\}}", partial(_script, tag), html)
        html = re.sub(rf"{mark}\((?:{INSIDE}|{NESTED}|[^()<>])*\)", partial(_script, tag), html)
    html = re.sub(r"\^[-−+]?[\w∞]+", partial(_script, "sup"), html)
    return re.sub(
        r"(?:(?<=[)\]>∫Α-Ωα-ω])|(?<=\b[A-Za-z]))_[^\W_]+(?!\w)", partial(_script, "sub"), html
    )


def brief(text: str, most: int = 260, words: int = 34) -> str:
    """The beginning of a long text, which ends at a word and inside no bracket."""
    spaces = [match.start() for match in re.finditer(" ", text)]
    if len(text) <= most and len(spaces) < words:
        return text
    ends = [i for i in spaces[: words - 2] if i <= most - 20]
    whole = (i for i in reversed(ends) if text.count("(", 0, i) == text.count(")", 0, i))
    return f"{text[: next(whole)]} …"


def sentence_parts(text: str) -> list[str]:
    """A list at its semicolons outside brackets, if it has two or more or is long; a text whose
    first semicolon comes after a whole sentence is no list."""
    depth, parts = 0, [""]
    for piece in re.split(r"(; |[()\[\]])", text):
        depth += (piece in ("(", "[")) - (piece in (")", "]"))
        if piece == "; " and depth <= 0:
            parts.append("")
        else:
            parts[-1] += piece
    long = len(parts) > 2 or len(text.split()) > LONG
    return parts if long and not re.search(r"[.!?] [A-Z]", parts[0]) else [text]


def _script(tag: str, match: re.Match[str]) -> str:
    inner = match[0][1:]
    inner = inner[1:-1] if inner[0] in "{(" else inner
    return f"<{tag}>{inner}</{tag}>"


def _spaced(text: str, known: set[str], folder: str) -> str:
    """Plain text between formulas: ``in_html`` takes the spaces at its ends, which belong to it."""
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    if not text.strip():
        return text
    return f"{before}{linked(in_html(text), known, folder)}{after}"


def linked(html: str, known: set[str], folder: str) -> str:
    """Escaped text in which each claim's name is a link to its page."""

    def link(match: re.Match[str]) -> str:
        one = match[0]
        return f'<a href="{folder}{one}.html">{one}</a>' if one in known else one

    return NAME.sub(link, html)
