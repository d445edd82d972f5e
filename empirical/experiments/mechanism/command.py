"""Measure what the heads of each layer attend to in trained models (paper B, section 3).

For each model, the command measures:

- the scores of its heads and the frequencies that they use
- queries and keys at each head's dominant frequency
- where the largest attention of each layer leads
- accuracy with replaced attention, and with frequencies removed

It writes FILE after each model. An interrupted run continues when you repeat the command.
"""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from empirical.experiments.mechanism.reading import read
from empirical.experiments.mechanism.records import MechanismRecord, Models
from empirical.protocol.reading import Misread, plain
from theory.reports.command import GOES_ON, Parser, entry_point

EPILOGUE = """exit codes: 0 every model measured; 2 bad usage, model or output; 130 interrupted
(repeat the command to continue)"""


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims run mechanism``."""
    parser = Parser(prog="rope-claims run mechanism", description=__doc__, epilog=EPILOGUE)
    parser.add_argument(
        "--models",
        type=Path,
        nargs="+",
        required=True,
        metavar="FOLDER",
        help="finished runs of one task",
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="file for the results (JSON)"
    )
    return parser


def _known(out: Path) -> list[MechanismRecord]:
    """The records that an earlier run left in FILE.

    Raises:
        ValueError: FILE holds something else.
    """
    if not out.exists():
        return []
    try:
        return list(read(out))
    except (Misread, IsADirectoryError) as error:
        message = f"{out} holds no results of this command: remove it, or choose another --out"
        raise ValueError(f"{message} ({error})") from None


@entry_point(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is not in FILE yet; returns the exit code."""
    given = parser().parse_args(arguments)
    from empirical.experiments.mechanism.record import completed, opened, record, record_identity
    from empirical.protocol import terminal

    console = terminal.console(stderr=True)
    done = {one.manifest.identity: one for one in _known(given.out)}
    models = opened(given.models)
    records = {key: done[key] for key in map(record_identity, models) if key in done}
    for model in models:
        key = record_identity(model)
        before = records.get(key)
        records[key] = completed(before, model) if before else record(model, _told(given), console)
        if records[key] is not before:
            _store(given.out, in_order(records.values()))
        if before:
            added = "there already" if records[key] is before else "completed"
            console.print(f"{model.name}: {added}", soft_wrap=True)
    for one in in_order(records.values()):
        print(_line(one))
    return 0


def in_order(records: Iterable[MechanismRecord]) -> list[MechanismRecord]:
    """Records by length of training, then seed."""
    return sorted(records, key=lambda one: (one.steps, one.seed))


def _store(out: Path, records: Sequence[MechanismRecord]) -> None:
    """Write FILE whole or not at all, a line for each model; NaN is refused (ValueError)."""
    import json

    from theory.reports.files import replacing

    models = plain(Models(tuple(records)))["models"]
    lines = ",\n".join(json.dumps(one, allow_nan=False) for one in models)
    with replacing(out) as draft:
        draft.write_text(f'{{"models": [\n{lines}\n]}}\n')


def _told(given: argparse.Namespace) -> str:
    """The command that makes FILE again."""
    models = " ".join(map(str, given.models))
    return f"rope-claims run mechanism --models {models} --out {given.out}"


def _line(record: MechanismRecord) -> str:
    """A model's results in a line: mean frequency IDs, and accuracy kept by its operation."""
    ids = " ".join(f"{layer.mean_id:.1f}" for layer in record.layers)
    operation = {"number": "index", "letter": "retrieval"}[record.task]
    kept = record.causal.attention["all"][operation]
    return f"{record.name}: mean IDs {ids}; all heads as {operation}: {kept[0]}/{kept[1]} right"
