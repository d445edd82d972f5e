"""Read texts longer than a public model's context, and repeated random sequences.

The command reads the first 16,384 tokens of three texts with SmolLM2-135M-Instruct: unchanged, and
with each registered change. Each text and change takes about 5 minutes on one core. It then reads
random sequences of 16 to 8,192 tokens that are repeated once. An interrupted run continues when you
repeat the command.

The texts are genesis.txt, isaiah.txt and luke.txt of the King James Bible. The command leaves out
the references of verses. Debian's package bible-kjv writes the texts:

    bible -f ge1:1-ge50:26 > genesis.txt
    bible -f isa1:1-isa66:24 > isaiah.txt
    bible -f luke1:1-luke24:53 > luke.txt
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from empirical.experiments.beyond import records
from empirical.protocol.paths import RESULTS
from empirical.protocol.reading import plain, utf8_text
from empirical.protocol.records import Manifest
from theory.gate.reading import read
from theory.reports.command import GOES_ON, Parser, entry_point
from theory.reports.files import write_record

if TYPE_CHECKING:
    from empirical.experiments.beyond.reading import PackagedModel

COMMAND = "rope-claims run beyond"
SCORES = RESULTS / "language" / "smollm2-135m-instruct-64.json"
"""Scores of the model's heads on the binding task of 64 statements."""
VERSE = re.compile(r"^\S+\d+:\d+ ", re.M)
"""What opens a verse: its book, chapter and number."""
Heads = dict[str, tuple[tuple[int, int], ...]]


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims run beyond``."""
    parser = Parser(prog=COMMAND, description=__doc__)
    parser.add_argument("--texts", type=Path, required=True, help="folder of the three texts")
    parser.option("--results", "folder for the records", records.FOLDER)
    parser.add_argument(
        "--longest",
        action="store_true",
        help="also read 32,768 tokens of genesis.txt, unchanged and with YaRN (15 minutes each)",
    )
    return parser


def head_groups() -> Heads:
    """Each group's heads as (layer, head)."""
    import numpy as np

    rows = read(SCORES)["models"][0]["scores"]
    order = sorted(rows, key=lambda one: one["s_sym"] - one["s_pos"])
    named = [(one["layer"], one["head"]) for one in order]
    others = named[records.HEADS : -records.HEADS]
    drawn = np.random.default_rng(records.SEED).permutation(len(others))[: records.HEADS]
    return {
        "symbolic": tuple(named[-records.HEADS :]),
        "positional": tuple(named[: records.HEADS]),
        "random": tuple(others[i] for i in drawn),
    }


def prose(path: Path) -> str:
    """A text without references of verses.

    Raises:
        OSError: it is not there.
        Misread: it is not in UTF-8.
    """
    return VERSE.sub("", utf8_text(path))


def _manifest() -> Manifest:
    """Where a record comes from."""
    from empirical.experiments.beyond.claims import BOUNDS, PUBLIC
    from empirical.models.provenance import commit, processor, versions
    from empirical.protocol.registration import hashes

    return Manifest(
        command=COMMAND,
        criteria=hashes([PUBLIC], BOUNDS),
        commit=commit(),
        versions=versions("torch", "transformers", "numpy"),
        processor=processor(),
        device="cpu",
    )


def _held(path: Path, record: records.TextRecord | records.LongText | None) -> tuple[str, str]:
    """A text and its digest, which is that of the record where there is one.

    Raises:
        ValueError: it is of another text. OSError: the file is not there.
    """
    text = prose(path)
    digest = sha256(text.encode()).hexdigest()
    if record and record.sha256 != digest:
        raise ValueError(f"{path}: another text than that of the record: start in another folder")
    return text, digest


def one_text(name: str, path: Path, results: Path, reading: PackagedModel, heads: Heads) -> None:
    """Read a text in every way that is not there yet, a record after each."""
    record = next((one for one in records.texts(results) if one.text == name), None)
    text, digest = _held(path, record)
    ids = reading.tokens(text, records.TOKENS, str(path))
    for way in records.WAYS:
        if record and way in record.losses:
            continue
        losses = reading.losses(ids, way, heads.get(way, ()))
        before = dict(record.losses) if record else {}
        record = records.TextRecord(
            manifest=_manifest() if record is None else record.manifest,
            text=name,
            seed=records.TEXTS[name],
            sha256=digest,
            weights=reading.weights,
            heads={group: tuple(f"{m}:{h}" for m, h in rows) for group, rows in heads.items()},
            losses={**before, way: losses},
        )
        write_record(results / f"text-{name}.json", plain(replace(record)))
        print(f"{name}, {way}: {losses[0]:.3f} at first, {losses[-1]:.3f} at last", flush=True)


def read_longest(path: Path, results: Path, reading: PackagedModel) -> None:
    """Read the longest text in every way that is not there yet, a record after each."""
    record = records.long_text(results)
    text, digest = _held(path, record)
    ids = reading.tokens(text, records.LONGEST, str(path))
    for way in records.LONG_WAYS:
        if record and way in record.losses:
            continue
        losses = reading.losses(ids, way, ())
        record = records.LongText(
            manifest=_manifest() if record is None else record.manifest,
            text=records.LONG_TEXT,
            sha256=digest,
            weights=reading.weights,
            losses={**(record.losses if record else {}), way: losses},
        )
        write_record(results / "longest.json", plain(record))
        print(f"longest, {way}: {losses[0]:.3f} at first, {losses[-1]:.3f} at last", flush=True)


def _repeats(results: Path, reading: PackagedModel) -> None:
    """Read repeated random sequences, where their record is not there yet."""
    path = results / "repeats.json"
    if path.is_file():
        return
    rows = []
    for length in records.REPEATED:
        rows.append(reading.repeated(length))
        print(f"repeated {length}: {rows[-1][0]} of {rows[-1][1]} right", flush=True)
    right, of, losses = zip(*rows, strict=True)
    made = records.Repeats(
        manifest=_manifest(),
        weights=reading.weights,
        lengths=records.REPEATED,
        right=right,
        of=of,
        losses=losses,
    )
    write_record(path, plain(made))


@entry_point(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 bad input, 130 interrupted (run it again to go on)."""
    given = parser().parse_args(arguments)
    from empirical.experiments.beyond.reading import PackagedModel

    places = {name: given.texts / f"{name}.txt" for name in records.TEXTS}
    for path in places.values():
        prose(path)
    given.results.mkdir(parents=True, exist_ok=True)
    reading, heads = PackagedModel(records.MODEL), head_groups()
    for name, path in places.items():
        one_text(name, path, given.results, reading, heads)
    _repeats(given.results, reading)
    if given.longest:
        read_longest(places[records.LONG_TEXT], given.results, reading)
    return 0
