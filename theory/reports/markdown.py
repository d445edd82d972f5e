"""Tables in Markdown, written one way."""

from collections.abc import Iterable, Sequence


def markdown_table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A line of titles, the rule, then a line a row; ends in a newline. Cells stand as they are."""
    lines = [f"| {' | '.join(titles)} |", "|" + "---|" * len(titles)]
    return "\n".join([*lines, *(f"| {' | '.join(cells)} |" for cells in rows)]) + "\n"
