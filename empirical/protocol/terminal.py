"""The terminal: what is printed is text, never markup, for it may quote a stranger's file."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn


def console(**options: Any) -> Console:
    """A console that takes no markup and no emoji codes; options as ``rich.console.Console``."""
    return Console(markup=False, emoji=False, highlight=False, **options)


def progress(on: Console, *more: ProgressColumn, **options: Any) -> Progress:
    """Bars with a description that is text, and how much is done."""
    said = TextColumn("{task.description}", markup=False)
    return Progress(said, BarColumn(), MofNCompleteColumn(), *more, console=on, **options)
