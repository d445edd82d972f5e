"""What makes every record of the controlled experiments again from its seed, in its own folder."""

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from empirical.models.recipes import Recipe
from empirical.protocol.paths import CHECKOUT, CHECKPOINTS
from empirical.protocol.reading import built
from empirical.protocol.renamed import present
from theory.reports.command import PROG

KINDS = ("dynamics", "lengths", "mechanism", "canonical-fresh", "canonical")
"""Folders of records, in the order in which one needs the other's models."""
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

    ``records``: those that it makes, as ``dynamics/letter-0``; ``makes``: them and finished runs,
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
    for step in _each(results, into):
        before = merged.get(step.words, replace(step, records=(), makes=()))
        records = dict.fromkeys(before.records + step.records)
        files = (into / f"{name}.json" for name in records)
        makes = dict.fromkeys((*before.makes, *step.makes, *files))
        merged[step.words] = replace(before, records=tuple(records), makes=tuple(makes))
    if not merged:
        raise ValueError(f"{results} holds no records: nothing says what to run")
    return list(merged.values())


def _each(results: Path, into: Path) -> Iterator[Step]:
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
    are nobody else's."""
    kind, record = path.parent.name, json.loads(path.read_text())
    name, run = f"{kind}/{path.stem}", into / "runs" / path.stem
    if kind == "mechanism":
        earlier = into / EARLIER / path.stem
        yield Step(full_pass(record, earlier), makes=(earlier / "final",))
    if record.get("control"):
        recipe = built(record["manifest"]["recipe"], Recipe, "manifest.recipe")
        yield Step(training(recipe, run), makes=(run / "final",))
    settle = ("--settle",) if path.stem.endswith("-heads") else ()
    for one in record.get("models", [record]):
        words = placed(kind, _told(one["manifest"]["command"]) + settle, into)
        needs = {
            "dynamics": (),
            "lengths": (run / "final",),
            "mechanism": tuple(Path(word) for word in words if word.endswith("/final")),
            "canonical": (into / f"{name.removesuffix('-heads')}.json",) if settle else (),
            "canonical-fresh": (),
        }
        makes = (run / "final",) if kind == "dynamics" else ()
        yield Step(words, (name,), makes, needs[kind])


def _told(command: str) -> Words:
    """The words of a manifest's command, as it is typed now."""
    return tuple(shlex.split(present(command)))


def full_pass(record: dict[str, Any], run: Path) -> Words:
    """What trains the model of a record of mechanism that took most steps. It was shipped then, and
    its record names the folder where another is shipped now."""
    longest = max(record["models"], key=lambda one: one["steps"])
    words = _told(longest["manifest"]["trained"])
    return *words, "--keep-every", str(longest["steps"]), "--out", str(run)


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


def training(recipe: Recipe, run: Path) -> Words:
    """A control is trained on its own: the dynamics are of the others."""
    names = (
        *("task", "steps", "batch", "rate", "seed", "total", "layers", "width"),
        *("precision", "device", "threads", "base", "nope_from"),
    )
    given = {name: getattr(recipe, name) for name in names}
    given = {name: x for name, x in given.items() if x is not None}
    given |= {"keep_every": recipe.steps, "out": run}
    options = (
        word for name, x in given.items() for word in (f"--{name.replace('_', '-')}", str(x))
    )
    return (PROG, "train", *options)


def _moved(word: str, into: Path) -> str:
    """A word that names a run, or a model shipped when it was written, as the same below
    ``into``."""
    if Path(word).parent == SHIPPED:
        return str(into / EARLIER / Path(word).name / "final")
    return str(into / word) if word.startswith("runs/") else word


def placed(kind: str, words: Words, into: Path) -> Words:
    """A record's command, reading and writing below ``into``."""
    runs = into / "runs"
    words = tuple(_moved(word, into) for word in words)
    if kind == "mechanism":
        out = words.index("--out") + 1
        return *words[:out], str(into / kind / Path(words[out]).name), *words[out + 1 :]
    if kind == "canonical" and "untrained" in words:
        # A null's own: --steps, which asks for at least one, is not given.
        at = words.index("--steps")
        words = words[:at] + words[at + 2 :]
    where = {
        "dynamics": ("--folder", runs, "--results", into / kind),
        "lengths": ("--results", into / kind),
        "canonical": ("--folder", runs / kind, "--out", into / kind),
        "canonical-fresh": ("--folder", runs / kind, "--out", into / kind),
    }[kind]
    return *words, *map(str, where)
