"""What the records at hop queries say, next to what the last token says."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from empirical.experiments.dynamics.records import runs_of_task
from empirical.experiments.mechanism.hopping.records import FOLDER, HoppingRecord, read
from empirical.protocol import settings
from empirical.protocol.findings import HeadScores
from empirical.protocol.statistics import pure
from empirical.protocol.vocabulary import TASKS


@dataclass(frozen=True)
class AtHops:
    """A task's table over its seeds: a row a layer; ``pure``: how many heads are pure of the same
    kind at both, of how many that are pure at the last token."""

    task: str
    seeds: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]
    pure: tuple[int, int]


def hopping_tables(folder: Path = FOLDER) -> list[AtHops]:
    """The tables of the tasks that have records."""
    return [
        _table(task, records) for task in TASKS if (records := runs_of_task(read, task, folder))
    ]


def kind(head: HeadScores) -> str:
    """Pure of which kind by its means: 'positional', 'symbolic', or '' where of none."""
    names = ("positional", "symbolic")
    return next((x for x in names if pure(head.s_pos, head.s_sym, x, settings.GAMMA)), "")


def _table(task: str, records: Sequence[HoppingRecord]) -> AtHops:
    lasts, hops = zip(*((one.last, one.hops) for one in records), strict=True)
    rows = [
        (str(i), *(_span([record[i] for record in which]) for which in (lasts, hops)))
        for i in range(len(records[0].last))
    ]
    pairs = [(kind(a), kind(b)) for one in records for a, b in zip(one.last, one.hops, strict=True)]
    kept = [a == b for a, b in pairs if a]
    count = sum(kept), len(kept)
    return AtHops(task, tuple(one.seed for one in records), tuple(rows), count)


def _span(heads: Sequence[HeadScores]) -> str:
    """Both scores, least to largest over seeds."""
    rows = [(head.s_pos, head.s_sym) for head in heads]
    return " / ".join(f"{min(x):.2f}–{max(x):.2f}" for x in zip(*rows, strict=True))
