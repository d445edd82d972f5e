"""The claims about length, evaluated from ``empirical/results/lengths``: statistic, threshold and
number of seeds named here and in ``empirical.protocol.settings`` before any of the runs was
measured; ``expected`` is what was then measured.

A check reads a measurement: ``tasks`` (for each task, its seeds' records, see
``empirical.lengths.breaking``; controls are not among them), ``seeds`` and the thresholds.
"""

from __future__ import annotations

import json
from typing import Any

from empirical.dynamics.claims import lacking
from empirical.lengths import planted
from empirical.protocol import paths, settings
from empirical.protocol.planted import PARTS, as_mutants
from empirical.protocol.registration import registered
from empirical.protocol.statistics import above, both, mean_interval, opposite
from empirical.protocol.vocabulary import TASKS
from theory.ledger import (
    Claim,
    Evidence,
    Method,
    Outcome,
    Status,
    Undecided,
    Verdict,
)

Measurement = dict[str, Any]
RESULTS = paths.RESULTS / "lengths"
KINDS = {"number": "positional", "letter": "symbolic"}


def thresholds() -> Measurement:
    """What the checks hold the records against."""
    return {
        "seeds": settings.SEEDS,
        "gamma": settings.GAMMA,
        "keeps": settings.KEEPS,
        "until": settings.KEEPS_UNTIL,
        "collapsed_by": settings.COLLAPSED_BY,
        "judged": settings.JUDGED,
        "factor": settings.FACTOR,
        "right_share": settings.RIGHT_SHARE,
        "curve_error": settings.CURVE_ERROR,
        "decay": settings.DECAY,
    }


def stored() -> Measurement:
    """The records in the repository.

    Raises:
        Undecided: fewer measured seeds of a task are there than the claims need.
    """
    found = [json.loads(path.read_text()) for path in sorted(RESULTS.glob("*.json"))]
    tasks = {
        task: [r for r in found if r["task"] == task and "right" in r and not r["control"]]
        for task in TASKS
    }
    short = [f"{t}: {len(r)}" for t, r in tasks.items() if len(r) < settings.SEEDS]
    if short:
        raise Undecided(
            f"seeds measured ({', '.join(short)}) are fewer than {settings.SEEDS}: run"
            " python -m empirical.lengths runs/TASK-SEED …"
        )
    return thresholds() | {"tasks": tasks}


def check_lengths(measurement: Measurement) -> Outcome:
    """B-e-len over seeds: letter above the threshold at every length up to 850, number below it at
    four times the training length, by Wilson's intervals in each seed."""
    if lack := lacking(measurement):
        return lack
    answers, found = [], []
    for task in TASKS:
        last = measurement["until"] if task == "letter" else measurement["collapsed_by"]
        shown = []
        for record in measurement["tasks"][task]:
            counts = dict(
                zip(record["lengths"], zip(record["right"], record["of"], strict=True), strict=True)
            )
            if last not in counts:
                return Outcome(Status.FALSE, 1, f"{task} was not measured at {last} tokens")
            if task == "letter":
                answers += [above(*c, measurement["keeps"]) for n, c in counts.items() if n <= last]
            else:
                answers.append(opposite(above(*counts[last], measurement["keeps"])))
            shown.append(f"{counts[last][0] / counts[last][1]:.2f}")
        found.append(f"{task} at {last} tokens {', '.join(shown)}")
    return Outcome(both(*answers), len(answers), "; ".join(found))


def check_prediction(measurement: Measurement) -> Outcome:
    """B-e-disc: breaking length within the factor, curves within the error, and number's
    positional heads' discrepancy decaying faster than letter's symbolic heads'."""
    from scipy.stats import mannwhitneyu

    from empirical.lengths.breaking import curve_error, decay, factor, lengths_of, together

    if lack := lacking(measurement):
        return lack
    how, answers, found, decays = measurement["judged"], [], [], {}
    for task in TASKS:
        records = measurement["tasks"][task]
        right = [factor(r, how) <= measurement["factor"] for r in records]
        answers.append(_status(sum(right) >= measurement["right_share"] * len(right)))
        low, mean, high = mean_interval([curve_error(r, how) for r in records])
        near = Status.TRUE if high <= measurement["curve_error"] else Status.UNKNOWN
        answers.append(Status.FALSE if low > measurement["curve_error"] else near)
        ends = measurement["decay"], measurement["gamma"]
        decays[task] = [decay(r, KINDS[task], *ends) for r in records]
        pairs = ", ".join("{:.0f}/{:.0f}".format(*lengths_of(r, how)) for r in records)
        error = f"curve error {mean:.3f} [{low:.3f}, {high:.3f}]{_beside(records, how)}"
        found.append(f"{task}: breaks at measured/predicted {pairs}; {error}")
    if any(None in rows for rows in decays.values()):
        return Outcome(Status.FALSE, 1, f"a seed has no pure head of its task's kind: {decays}")
    apart = mannwhitneyu(decays["number"], decays["letter"], alternative="less").pvalue
    answers.append(_status(apart <= 0.05))
    shown = {t: [round(x, 3) for x in rows] for t, rows in decays.items()}
    found.append(f"gap at {measurement['decay'][1]} over gap at 17 tokens {shown}, p = {apart:.3f}")
    ranks = {
        t: [round(together(r, KINDS[t], measurement["gamma"]), 2) for r in measurement["tasks"][t]]
        for t in TASKS
    }
    found.append(f"beside, rank correlation of gap with accuracy over the lengths {ranks}")
    return Outcome(both(*answers), sum(map(len, decays.values())), "; ".join(found))


def _beside(records: list[Measurement], how: str) -> str:
    """How well a curve predicts that knows the task and not the seed: the other seeds' mean."""
    import numpy as np

    from empirical.lengths.breaking import curve

    measured, predicted = (
        np.stack([curve(x) for x in rows])
        for rows in (records, [r["predicted"][how] for r in records])
    )
    others = (predicted.sum(0) - predicted) / (len(records) - 1)
    return f", of the other seeds' mean prediction {np.abs(measured - others).mean():.3f}"


def _status(holds: bool) -> Status:
    return Status.TRUE if holds else Status.FALSE


LENGTHS = Claim(
    id="B-e-len-seeds",
    paper="B",
    place="§3.6, Fig. 5B, over seeds",
    statement=(
        "Lengthening the target window with irrelevant tokens before it: letter keeps > 0.9"
        " accuracy up to 850 tokens, number collapses just past the training length."
    ),
    provenance="reading",
    expected=Verdict.NOT_REPRODUCED,
    subject=stored,
    evidence=(
        Evidence(
            "accuracy by length, five seeds a task",
            Method.MEASURED,
            f"in every seed: letter above {settings.KEEPS} at every measured length to"
            f" {settings.KEEPS_UNTIL} tokens, number below it at {settings.COLLAPSED_BY}; Wilson's"
            " 95 % intervals, 200 sequences a length",
            check_lengths,
        ),
    ),
    parts=PARTS,
    mutants=as_mutants(planted.LENGTHS_MUTANTS),
    planted=planted.measurement,
    published="letter > .9 to 850 tokens; number about .5 at 300, .2 at 1000",
    not_covered=f"irrelevant tokens elsewhere; runs shortened to {settings.RUN_STEPS} steps",
)
DISCREPANCY = Claim(
    id="B-e-disc",
    paper="B",
    place="§3.6, Fig. 5A against 5B",
    statement=(
        "The heads' measured discrepancy, length by length, decays fast for number and slowly for"
        " letter, and predicts where accuracy breaks."
    ),
    expected=Verdict.SUPPORTED,
    subject=stored,
    evidence=(
        Evidence(
            "prediction from the training length, five seeds a task",
            Method.MEASURED,
            f"predictor '{settings.JUDGED}', which runs no long input; for each task: breaking"
            f" length (accuracy below {settings.KEEPS}) within a factor {settings.FACTOR:g} in at"
            f" least {settings.RIGHT_SHARE:.0%} of the seeds, and mean absolute error of accuracy"
            f" over the grid at most {settings.CURVE_ERROR} by the upper end of Student's interval."
            f" Mean top-two logit gap of number's positional against letter's symbolic pure heads"
            f" at the last position: the ratio {settings.DECAY[1]} to {settings.DECAY[0]} tokens"
            " is smaller for number (Mann-Whitney p ≤ .05)",
            check_prediction,
        ),
    ),
    parts=PARTS,
    mutants=as_mutants(planted.PREDICTION_MUTANTS),
    planted=planted.measurement,
    published="discrepancy and accuracy fall together (Fig. 5A, 5B); no prediction is printed",
    not_covered=(
        "that discrepancy alone predicts: the predictor uses whole placement rows, and letter's"
        " mean gap does not follow accuracy over the lengths as number's does; which seed breaks"
        f" first: one length for all seeds of a task may lie within a factor {settings.FACTOR:g} of"
        f" each; controls are in the table only; runs shortened to {settings.RUN_STEPS} steps"
    ),
)

LENGTHS, DISCREPANCY = (registered(one, thresholds) for one in (LENGTHS, DISCREPANCY))
CLAIMS: tuple[Claim, ...] = (LENGTHS, DISCREPANCY)
