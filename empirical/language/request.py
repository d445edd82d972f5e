"""What was asked for of a language model on the command line of ``validate``."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from empirical.protocol.foreign import report

PARTS = ("binding", "sensitivity", "one-hop")


@dataclass(frozen=True)
class Request:
    """What was asked for on the command line."""

    statements: int
    solved_only: bool
    without: tuple[str, ...]
    windows: tuple[int, ...]
    families: dict[str, Any]
    tau: float
    cosine: str
    against_random: bool = False


def add_options(door: argparse.ArgumentParser) -> None:
    """The options of ``validate`` that concern language models."""
    group = door.add_argument_group("language models (those with a tokenizer for text)")
    group.add_argument(
        "--statements", type=int, default=256, help="statements of the binding task (default: 256)"
    )
    group.add_argument(
        "--solved-only",
        action="store_true",
        help="score heads only on inputs whose question the model answers right",
    )
    group.add_argument(
        "--windows",
        type=int,
        nargs="+",
        default=[12, 16, 24, 32, 48, 64, 80, 100, 150, 200, 300],
        help="target windows of the 1-hop tasks, in tokens of the task",
    )
    group.add_argument(
        "--without", action="append", choices=PARTS, default=[], help="leave a part out"
    )
    group.add_argument(
        "--against-random",
        action="store_true",
        help="set the binding task's statistics beside those of the same architecture with random"
        " weights, on the same inputs",
    )
    group.add_argument(
        "--with",
        dest="reports",
        type=Path,
        action="append",
        default=[],
        metavar="REPORT.json",
        help="reports of other families' models, to judge A-e-family (may be repeated)",
    )


def request(given: argparse.Namespace) -> Request:
    """The options as asked for, with the reports read.

    Raises:
        ValueError: a window below 1, or a file that is no report with a binding task.
    """
    if min(given.windows) < 1:
        raise ValueError(f"--windows {min(given.windows)}: a window has 1 token at least")
    if given.statements < 2:
        raise ValueError(f"--statements {given.statements}: a swap takes two at least")
    if given.against_random and "binding" in given.without:
        raise ValueError("--against-random is of the binding task: do not leave that out")
    families = {}
    for path in given.reports:
        families |= _families(path)
    return Request(
        statements=given.statements,
        solved_only=given.solved_only,
        without=tuple(given.without),
        windows=tuple(given.windows),
        families=families,
        tau=given.tau,
        cosine=given.cosine,
        against_random=given.against_random,
    )


def _families(path: Path) -> dict[str, Any]:
    try:
        models = report(path)["models"]
    except (OSError, ValueError) as error:
        raise ValueError(
            f"--with {path}: no report of validate can be read there: {error}"
        ) from error
    found = {m["family"]: m["binding"] for m in models if "layers" in m.get("binding", {})}
    if not found:
        raise ValueError(f"--with {path}: this report has no binding task: run validate anew")
    return found
