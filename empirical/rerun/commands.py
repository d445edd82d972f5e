"""What makes every record of the controlled experiments again from its seed, in its own folder."""

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from empirical.protocol.paths import CHECKOUT, CHECKPOINTS
from empirical.protocol.renamed import present

KINDS = ("mechanism", "canonical-fresh", "canonical")
"""Folders of records of other recipes than the released one."""
RELEASED = "released"
"""The folder of the records of the released recipe, below which each kind has its own."""
FRESH = "fresh"
"""The same of seeds 5 to 9."""
EARLIER = Path("runs") / "earlier"
"""Below the folder of a re-run, the models of a full pass by the recipe ``earlier``."""
SHIPPED = CHECKPOINTS.relative_to(CHECKOUT)
Words = tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """A command line (``rope-claims …``).

    ``records``: those that it makes, as ``mechanism/letter``; ``makes``: them and finished runs,
    as paths; ``needs``: of these, those that must be there before it starts.
    """

    words: Words
    records: tuple[str, ...] = ()
    makes: tuple[Path, ...] = ()
    needs: tuple[Path, ...] = ()


def rerun_steps(results: Path, into: Path) -> list[Step]:
    """What makes every record below ``results`` again, in an order in which nothing is needed
    before it is made; models go to ``into``/runs, records to ``into``.

    Raises:
        OSError, ValueError, KeyError: the records are missing or damaged.
    """
    merged: dict[Words, Step] = {}
    for step in each_step(results, into):
        before = merged.get(step.words, replace(step, records=(), makes=()))
        records = dict.fromkeys(before.records + step.records)
        files = (into / f"{name}.json" for name in records)
        makes = dict.fromkeys((*before.makes, *step.makes, *files))
        merged[step.words] = replace(before, records=tuple(records), makes=tuple(makes))
    if not merged:
        raise ValueError(f"{results} holds no records: nothing says what to run")
    return list(merged.values())


def each_step(results: Path, into: Path) -> Iterator[Step]:
    """As ``rerun_steps``, a command that makes several records once for each of them."""
    for kind in KINDS:
        # Settled heads are held to the record of their sweep, which therefore comes first.
        paths = (results / kind).glob("*.json")
        for path in sorted(paths, key=lambda path: (path.stem.endswith("-heads"), path)):
            yield from controlled(path, into)
    for folder in (RELEASED, FRESH):
        for path in sorted((results / folder).glob("*/*.json")):
            yield _released(path, into)


def controlled(path: Path, into: Path) -> Iterator[Step]:
    """What makes a record of one of ``KINDS`` again: its command, and before it the trainings that
    it needs."""
    kind, record = path.parent.name, json.loads(path.read_text())
    name = f"{kind}/{path.stem}"
    settle = ("--settle",) if path.stem.endswith("-heads") else ()
    sweep = (into / f"{name.removesuffix('-heads')}.json",) if settle else ()
    if kind == "mechanism":
        yield from trainings(record, into)
    for one in record.get("models", [record]):
        words = placed(kind, _told(one["manifest"]["command"]) + settle, into)
        models = tuple(Path(word) for word in words if word.endswith("/final"))
        yield Step(words, (name,), needs=models + sweep)


def _told(command: str) -> Words:
    """The words of a manifest's command, as it is typed now."""
    return tuple(shlex.split(present(command)))


def trainings(record: dict[str, Any], into: Path) -> Iterator[Step]:
    """What trains the models of a record of mechanism. The one that took most steps was shipped
    then, and the record names the folder where another is shipped now."""
    longest = max(record["models"], key=lambda one: one["steps"])
    for one in record["models"]:
        seeded = Path("runs") / f"{one['task']}-{one['seed']}"
        run = into / (EARLIER / one["task"] if one is longest else seeded)
        words = ("--recipe", "earlier", "--keep-every", str(one["steps"]), "--out", str(run))
        yield Step(_told(one["manifest"]["trained"]) + words, makes=(run / "final",))


def _released(path: Path, into: Path) -> Step:
    """What makes a record of the released recipe again: one command for all of a seed's, and one
    for each model outside the seeds."""
    words = _told(json.loads(path.read_text())["manifest"]["command"])
    folder = path.parents[1].name
    runs, name = into / "runs" / folder, f"{folder}/{path.parent.name}/{path.stem}"
    run = runs / path.stem
    if "--sensitivity" in words or "--held-out" in words:
        words = (*words, "--only", path.stem)
    words = (*words, "--folder", str(runs), "--results", str(into / folder))
    return Step(words, (name,), (run / "final",))


def _moved(word: str, into: Path) -> str:
    """A word that names a run, or a model shipped when it was written, as the same below
    ``into``."""
    if Path(word).parent == SHIPPED:
        return str(into / EARLIER / Path(word).name / "final")
    return str(into / word) if word.startswith("runs/") else word


def placed(kind: str, words: Words, into: Path) -> Words:
    """A record's command, reading and writing below ``into``."""
    words = tuple(_moved(word, into) for word in words)
    if kind == "mechanism":
        out = words.index("--out") + 1
        return *words[:out], str(into / kind / Path(words[out]).name), *words[out + 1 :]
    if kind == "canonical" and "untrained" in words:
        # A null's own: --steps, which asks for at least one, is not given.
        at = words.index("--steps")
        words = words[:at] + words[at + 2 :]
    return *words, "--folder", str(into / "runs" / kind), "--out", str(into / kind)
