"""The terminal: what is printed is text, never markup, for it may quote a stranger's file."""

from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    ProgressType,
    TaskID,
    TextColumn,
)

EVERY = 30.0
"""Seconds between two lines on a piece of work, off a terminal."""


def console(**options: Any) -> Console:
    """A console that takes no markup and no emoji codes; options as ``rich.console.Console``."""
    return Console(markup=False, emoji=False, highlight=False, **options)


class Bars(Progress):
    """rich's bars; off a terminal, where they would fill a log, a line on what is done and left.

    A line comes with the first thing that is done after ``EVERY`` seconds without one.
    """

    def __init__(self, on: Console, *columns: ProgressColumn, **options: Any) -> None:
        super().__init__(*columns, console=on, disable=not on.is_terminal, **options)
        self._begun: dict[TaskID, tuple[float, float]] = {}
        self._said: dict[TaskID, float] = {}

    def add_task(self, *given: Any, **options: Any) -> TaskID:
        """As rich's; the clock of its lines starts."""
        task = super().add_task(*given, **options)
        self._said[task] = self.get_time()
        self._begun[task] = (self.get_time(), self.tasks[self.task_ids.index(task)].completed)
        return task

    def advance(self, task_id: TaskID, advance: float = 1) -> None:
        """As rich's."""
        super().advance(task_id, advance)
        self._tell(task_id)

    def update(self, task_id: TaskID, **changes: Any) -> None:
        """As rich's."""
        super().update(task_id, **changes)
        self._tell(task_id)

    def track(
        self, sequence: Iterable[ProgressType], *given: Any, **options: Any
    ) -> Iterator[ProgressType]:
        """As rich's, which off a terminal would not count."""
        if not self.disable:
            yield from super().track(sequence, *given, **options)
            return
        every = list(sequence)
        task = self.add_task(options.get("description", "Working..."), total=len(every))
        for one in every:
            yield one
            self.advance(task)

    def _tell(self, task_id: TaskID) -> None:
        if not self.disable or self.get_time() < self._said[task_id] + EVERY:
            return
        self._said[task_id] = self.get_time()
        task = self.tasks[self.task_ids.index(task_id)]
        since, first = self._begun[task_id]
        line = f"{task.description}: {task.completed:.0f}"
        if task.total is not None and task.completed > first:
            pace = (self.get_time() - since) / (task.completed - first)
            line += f" of {task.total:.0f}, {spell(pace * (task.total - task.completed))} left"
        self.console.print(line, soft_wrap=True)


def spell(seconds: float) -> str:
    """A time in words: ``40 s``, ``12 min``."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def progress(on: Console, *more: ProgressColumn, **options: Any) -> Bars:
    """Bars, or lines, with a description that is text and how much is done."""
    description = TextColumn("{task.description}", markup=False)
    return Bars(on, description, BarColumn(), MofNCompleteColumn(), *more, **options)
