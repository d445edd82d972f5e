"""What the records of ``empirical.canonical`` say: ``python -m empirical.canonical_table``.

For each task a row a frequency, theory beside it; heads of full sample accuracy that are certified,
refuted; and, where training and theory disagree, which of "cannot be represented" and "is not
found by training" it is, by the runs that start from theory's construction.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from empirical import settings
from empirical.canonical_shapes import VERDICTS, accuracy, describe, learnt

RESULTS = Path(__file__).parent / "results" / "canonical"
TASKS = ("index", "retrieval", "induction-1", "induction-2")
CAUSES = {
    (True, True): "learnt, and representable",
    (True, False): "not found by training",
    (False, True): "learnt, beyond the construction",
    (False, False): "not represented by the construction",
}


def read(folder: Path, name: str) -> dict[str, Any] | None:
    """A record, or None."""
    path = folder / f"{name}.json"
    return json.loads(path.read_text()) if path.is_file() else None


def cause(made: dict[str, Any], learned: np.ndarray, level: float) -> list[str]:
    """For each frequency what explains it: the construction at the level before any training
    shows that the angle can do it; ``learned`` says whether training from scratch gets there."""
    able = np.array(made["before"]).sum((1, 2)) >= level * np.sum(made["of"])
    return [CAUSES[bool(a), bool(b)] for a, b in zip(able, learned, strict=True)]


def ranges(ids: list[int]) -> str:
    """1, 2, 3, 5 as 1–3, 5."""
    runs: list[list[int]] = []
    for k in ids:
        if runs and k == runs[-1][1] + 1:
            runs[-1][1] = k
        else:
            runs.append([k, k])
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in runs)


def rows(task: str, folder: Path) -> list[str]:
    """The table of one task."""
    record = read(folder, task)
    if record is None:
        raise FileNotFoundError(f"{folder}: no record of {task}; run python -m empirical.canonical")
    settled = (read(folder, f"{task}-heads") or {"heads": {}})["heads"]
    made = read(folder, f"{task}-construction")
    after = accuracy(made) if made else None
    lines = [
        f"### {task}",
        "",
        "| ID | θ | accuracy, 95 % | position | theory | from the construction"
        " | full score | certified | refuted |",
        "|" + "---|" * 9,
    ]
    for i, row in enumerate(describe(record, settled)):
        low, mean, high = row["accuracy"]
        kept = "" if after is None else f"{after[i].mean():.3f}"
        theory = f"{row['can']} {row['theory']}".strip()
        lines.append(
            f"| {row['id']} | {row['theta']:.2g} | {mean:.3f} [{low:.3f}, {high:.3f}]"
            f" | {row['shape']} | {theory} | {kept} | {row['perfect']}"
            f" | {row['certified']} | {row['refuted']} |"
        )
    return [*lines, "", *summary(record, settled, made), ""]


def summary(
    record: dict[str, Any], settled: dict[str, Any], made: dict[str, Any] | None
) -> list[str]:
    """Counts of heads, and causes by frequency."""
    full = int((accuracy(record) == 1).sum())
    counts = Counter(one["verdict"] for key, one in settled.items() if key.startswith("right "))
    shown = ", ".join(f"{counts[name]} {name}" for name in VERDICTS)
    shown += f", {full - counts.total()} not settled yet"
    lines = [
        f"{full} of {accuracy(record).size} heads answer all {np.sum(record['of'][0]):,} held-out"
        f" inputs; over all inputs {shown}."
    ]
    if made:
        level = settings.CANONICAL_LEARNT
        causes = cause(made, learnt(record, level) == 1, level)
        for name in CAUSES.values():
            if ids := [k for k, c in zip(record["ids"], causes, strict=True) if c == name]:
                lines.append(f"- {name}: IDs {ranges(ids)}")
    return lines


def main() -> int:
    """Print all tables; 2 where a record is missing."""
    try:
        print("\n".join(line for task in TASKS for line in rows(task, RESULTS)))
    except FileNotFoundError as error:
        print(f"rope-claims: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
