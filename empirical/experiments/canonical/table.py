"""What the records of ``empirical.experiments.canonical`` say.

For each task a row a frequency, with theory; heads of full sample accuracy that are certified,
refuted; and, where training and theory disagree, which of "cannot be represented" and "is not
found by training" it is, by the runs that start from theory's construction. ``page`` is what
``rope-claims redraw --table`` writes to ``empirical/results/canonical.md``.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from empirical.experiments.canonical.records import (
    FOLDER,
    TASKS,
    SettledHead,
    SweepRecord,
    settled_heads,
    stored_record,
)
from empirical.experiments.canonical.shapes import (
    VERDICTS,
    describe_frequencies,
    frequency_accuracy,
    learnt_state,
    share,
)
from empirical.protocol import settings
from theory.reports.markdown import markdown_table

HEAD = """# Tasks with restricted frequencies

We trained one head with one RoPE angle on each of paper A's tasks. In induction-2 the head has a
second frequency, of angle 0. `rope-claims redraw --table` writes this page from the records in
`canonical/`. The columns are:

- *accuracy*: the mean over seeds, with Student's 95 % interval, cut at 0 and 1;
- *position*: the shape of accuracy against target position;
- *theory*: whether our theorems say that a head with this angle is right on all inputs (yes, no or
  open), and the shape that A-thm7-fix gives;
- *from the construction*: the accuracy after training that starts from the constructed head;
- *full score*: how many seeds miss none of the held-out inputs;
- *certified*, *refuted*: what is settled of those heads over **all** inputs.

"No" is a theorem about heads whose output is read from the attribute that weighs most. With one
frequency it is about any such head. In induction-2 it is about heads that have symbols in the
frequency of angle 0 and positions in the other. A trained head's output table is free, which is
wider.

A refuted head gets an input wrong, which `canonical/*-heads.json` names. There `weights` is the
SHA-256 of the head, and `replayed` its margin on that input by the model's own forward pass in
float64.

"""
CAUSES = (
    "**learnt**. A head that is right on all inputs is certified",
    "**not found by training**. A head that is right on all inputs is certified. Training that"
    " starts from the construction stays at the level",
    "**not found by training, nor kept**. A head that is right on all inputs is certified. Training"
    " leaves the level even when it starts there",
    "**learnt to the level**, though no head is certified",
    "**cannot be represented** by heads of the theorems' form, right on all inputs, and not learnt",
    "**open**. Not learnt, no head is certified, and the theorems do not decide",
)
"""What explains a frequency; the level is that of ``settings.CANONICAL_LEARNT``."""


def certified_frequencies(*settled: Mapping[str, SettledHead]) -> set[int]:
    """Frequencies of which some head, constructed or trained, is certified over all inputs."""
    return {
        int(key.split()[1])
        for some in settled
        for key, one in some.items()
        if one.verdict == "certified"
    }


def cause_of(able: bool, learned: bool, kept: bool, can: str) -> str:
    """Why a frequency is learnt or not: which of ``CAUSES``.

    ``able``: a head is certified; ``learned``: from random tables; ``kept``: from the
    construction; ``can``: what the ledger says.
    """
    if able:
        return CAUSES[0 if learned else 1 if kept else 2]
    if learned:
        return CAUSES[3]
    return CAUSES[4 if can == "no" else 5]


def ranges(ids: list[int]) -> str:
    """1, 2, 3, 5 as 1–3, 5."""
    runs: list[list[int]] = []
    for k in ids:
        if runs and k == runs[-1][1] + 1:
            runs[-1][1] = k
        else:
            runs.append([k, k])
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in runs)


TITLES = (
    "ID",
    "θ",
    "accuracy, 95 %",
    "position",
    "theory",
    "from the construction",
    "full score",
    "certified",
    "refuted",
)


def frequency_rows(task: str, folder: Path) -> list[str]:
    """The table of one task.

    Raises:
        FileNotFoundError: the task has no record.
    """
    record = stored_record(folder, task)
    if record is None:
        raise FileNotFoundError(f"{folder}: no record of {task}; run rope-claims run canonical")
    settled, made = settled_heads(folder, task), stored_record(folder, f"{task}-construction")
    after = frequency_accuracy(made) if made else None
    described = describe_frequencies(record, settled)
    cells = []
    for i, row in enumerate(described):
        kept = "" if after is None else f"{after[i].mean():.3f}"
        theory = f"{row.can} {row.theory}".strip()
        settled_of = (str(row.settled[verdict]) for verdict in ("certified", "refuted"))
        measured = (f"{row.theta:.2g}", share(row.accuracy), row.shape, theory, kept)
        cells.append((str(row.id), *measured, str(row.perfect), *settled_of))
    lines = [f"## {task}", "", *markdown_table(TITLES, cells).splitlines(), ""]
    lines += [counted_heads(task, record, settled), ""]
    if made:
        of_made = settled_heads(folder, f"{task}-construction")
        able = certified_frequencies(settled, of_made)
        lines += [*cause_lines(record, made, able, [row.can for row in described]), ""]
    return lines


def counted_heads(task: str, record: SweepRecord, settled: Mapping[str, SettledHead]) -> str:
    """How many heads score in full, and what is settled of them."""
    full = int((frequency_accuracy(record) == 1).sum())
    counts = Counter(one.verdict for key, one in settled.items() if key.startswith("right "))
    shown = ", ".join(f"{counts[name]} {name}" for name in VERDICTS)
    shown += f", {full - counts.total()} not settled yet" * (full > counts.total())
    return (
        f"{task}: {full} of {frequency_accuracy(record).size} heads answer all"
        f" {np.sum(record.of[0]):,} held-out inputs; over all inputs {shown}."
    )


def cause_lines(
    record: SweepRecord, made: SweepRecord, able: set[int], can: list[str]
) -> list[str]:
    """A line a cause: its frequencies, with the accuracies that show it."""
    level, ids = settings.CANONICAL_LEARNT, record.ids
    good, kept = (learnt_state(one, level) == 1 for one in (record, made))
    why = [
        cause_of(k in able, bool(a), bool(b), c)
        for k, a, b, c in zip(ids, good, kept, can, strict=True)
    ]
    untrained = replace(made, right=made.before or ())
    stages = (
        ("from random tables", frequency_accuracy(record)),
        ("the construction's own", frequency_accuracy(untrained)),
        ("trained from it", frequency_accuracy(made)),
    )
    lines = []
    for name in CAUSES:
        places = [i for i, one in enumerate(why) if one == name]
        if not places:
            continue
        means = [(what, accuracy.mean(1)[places]) for what, accuracy in stages]
        shown = ", ".join(f"{what} {x.min():.3f} … {x.max():.3f}" for what, x in means)
        lines.append(f"- IDs {ranges([ids[i] for i in places])}: {name}. Mean accuracies: {shown}.")
    return lines


def sweeps_page() -> str:
    """All tasks' tables, in Markdown. Raises as ``rows``."""
    return HEAD + "\n".join(line for task in TASKS for line in frequency_rows(task, FOLDER))
