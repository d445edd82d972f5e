"""What makes every record of the controlled experiments anew from its seed, in its own folder."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

from empirical.models.recipes import Recipe
from empirical.protocol.paths import CHECKOUT, CHECKPOINTS
from empirical.protocol.reading import built

KINDS = ("dynamics", "lengths", "mechanism", "canonical")
"""Folders of records, in the order in which one needs the other's models."""
RELEASED = "released"
"""The folder of the records of the released recipe, below which each kind has its own."""
EARLIER = Path("runs") / "earlier"
"""Below the folder of a re-run, the models of a full pass by the recipe ``earlier``."""
SHIPPED = CHECKPOINTS.relative_to(CHECKOUT)
Words = tuple[str, ...]


def commands(results: Path, into: Path) -> list[Words]:
    """Command lines (``python -m …``), in order; models go to ``into``/runs, records to ``into``.

    Raises:
        OSError, ValueError, KeyError: the records are missing or damaged.
    """
    found: list[Words] = []
    for kind in KINDS:
        # Settled heads are held to the record of their sweep, which therefore comes first.
        paths = (results / kind).glob("*.json")
        for path in sorted(paths, key=lambda path: (path.stem.endswith("-heads"), path)):
            record = json.loads(path.read_text())
            if kind == "mechanism":
                found.append(full_pass(record, into / EARLIER / path.stem))
            if record.get("control"):
                recipe = built(record["manifest"]["recipe"], Recipe, "manifest.recipe")
                found.append(training(recipe, into / "runs" / path.stem))
            for one in record.get("models", [record]):
                words = tuple(shlex.split(one["manifest"]["command"]))
                settle = ("--settle",) if path.stem.endswith("-heads") else ()
                found.append(placed(kind, words + settle, into))
    found += [released(path, into) for path in sorted((results / RELEASED).glob("*/*.json"))]
    if not found:
        raise ValueError(f"{results} holds no records: nothing says what to run")
    return list(dict.fromkeys(found))


def full_pass(record: dict[str, Any], run: Path) -> Words:
    """What trains the model of a record of mechanism that took most steps. It was shipped then, and
    its record names the folder where another is shipped now."""
    longest = max(record["models"], key=lambda one: one["steps"])
    words = tuple(shlex.split(longest["manifest"]["trained"]))
    return *words, "--keep-every", str(longest["steps"]), "--out", str(run)


def released(path: Path, into: Path) -> Words:
    """What makes a record of the released recipe anew: one command for all of a seed's, but for its
    causes, which need the run that this leaves."""
    words = tuple(shlex.split(json.loads(path.read_text())["manifest"]["command"]))
    runs = into / "runs" / RELEASED
    if path.parent.name == "causes":
        return *words[:3], str(runs / path.stem), "--out", str(into / RELEASED / "causes")
    return *words, "--folder", str(runs), "--results", str(into / RELEASED)


def training(recipe: Recipe, run: Path) -> Words:
    """A control is trained on its own: the dynamics are of the others."""
    names = (
        *("task", "steps", "batch", "rate", "seed", "total", "layers", "width"),
        *("precision", "device", "threads", "base", "nope_from"),
    )
    told = {name: getattr(recipe, name) for name in names}
    told = {name: x for name, x in told.items() if x is not None}
    told |= {"keep_every": recipe.steps, "out": run}
    options = (word for name, x in told.items() for word in (f"--{name.replace('_', '-')}", str(x)))
    return ("python", "-m", "empirical.train", *options)


def moved(word: str, into: Path) -> str:
    """A word that names a run, or a model shipped when it was written, as the same below
    ``into``."""
    if Path(word).parent == SHIPPED:
        return str(into / EARLIER / Path(word).name / "final")
    return str(into / word) if word.startswith("runs/") else word


def placed(kind: str, words: Words, into: Path) -> Words:
    """A record's command, reading and writing below ``into``."""
    runs = into / "runs"
    words = tuple(moved(word, into) for word in words)
    if kind == "mechanism":
        out = words.index("--out") + 1
        return *words[:out], str(into / kind / Path(words[out]).name), *words[out + 1 :]
    where = {
        "dynamics": ("--folder", runs, "--results", into / kind),
        "lengths": ("--results", into / kind),
        "canonical": ("--folder", runs / kind, "--out", into / kind),
    }[kind]
    return *words, *map(str, where)
