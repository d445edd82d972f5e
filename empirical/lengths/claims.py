"""The claims about length, evaluated from ``empirical/results/lengths``: statistic, threshold and
number of seeds named here and in ``empirical.protocol.settings`` before any of the runs was
measured; ``expected`` is what was then measured.

A check reads a measurement: ``tasks`` (for each task, its seeds' records, see
``empirical.lengths.breaking``; controls are not among them), ``seeds`` and the thresholds.
"""

from __future__ import annotations

from collections.abc import Sequence

from empirical.lengths import planted
from empirical.lengths.bounds import KINDS, Measured, bounds
from empirical.lengths.records import FOLDER, Record, of_task
from empirical.protocol import settings
from empirical.protocol.family import Family, Measurement, too_few_seeds
from empirical.protocol.statistics import (
    above,
    between,
    both,
    mean_interval,
    opposite,
    status,
)
from empirical.protocol.vocabulary import TASKS
from theory.ledger import Claim, Outcome, Undecided, Verdict, false


def stored() -> Measured:
    """The records in the repository.

    Raises:
        Undecided: fewer measured seeds of a task are there than the claims need.
        Misread: a record is damaged.
    """
    tasks = {task: of_task(task, FOLDER) for task in TASKS}
    short = [f"{t}: {len(r)}" for t, r in tasks.items() if len(r) < settings.SEEDS]
    if short:
        raise Undecided(
            f"seeds measured ({', '.join(short)}) are fewer than {settings.SEEDS}: run"
            " python -m empirical.lengths runs/TASK-SEED …"
        )
    return Measurement(tasks, bounds())


def check_lengths(measurement: Measured) -> Outcome:
    """B-e-len over seeds: letter above the threshold at every length up to 850, number below it at
    four times the training length, by Wilson's intervals in each seed."""
    if lack := too_few_seeds(measurement.tasks, measurement.bounds.seeds):
        return lack
    answers, found = [], []
    for task in TASKS:
        last = measurement.bounds.until if task == "letter" else measurement.bounds.collapsed_by
        shown = []
        for record in measurement.tasks[task]:
            counts = dict(
                zip(record.lengths, zip(record.right, record.of, strict=True), strict=True)
            )
            if last not in counts:
                return false(f"{task} was not measured at {last} tokens")
            if task == "letter":
                answers += [
                    above(*c, measurement.bounds.keeps) for n, c in counts.items() if n <= last
                ]
            else:
                answers.append(opposite(above(*counts[last], measurement.bounds.keeps)))
            shown.append(f"{counts[last][0] / counts[last][1]:.2f}")
        found.append(f"{task} at {last} tokens {', '.join(shown)}")
    return Outcome(both(*answers), len(answers), "; ".join(found))


def check_prediction(measurement: Measured) -> Outcome:
    """B-e-disc: breaking length within the factor, curves within the error, and number's
    positional heads' discrepancy decaying faster than letter's symbolic heads'."""
    from scipy.stats import mannwhitneyu

    from empirical.lengths.breaking import curve_error, decay, factor, lengths_of, together

    if lack := too_few_seeds(measurement.tasks, measurement.bounds.seeds):
        return lack
    how, answers, found, found_decays = measurement.bounds.judged, [], [], {}
    for task in TASKS:
        records = measurement.tasks[task]
        right = [factor(r, how) <= measurement.bounds.factor for r in records]
        answers.append(status(sum(right) >= measurement.bounds.right_share * len(right)))
        low, mean, high = mean_interval([curve_error(r, how) for r in records])
        answers.append(opposite(between(low, high, measurement.bounds.curve_error)))
        ends = (measurement.bounds.decay, measurement.bounds.gamma)
        found_decays[task] = [decay(r, KINDS[task], *ends) for r in records]
        pairs = ", ".join("{:.0f}/{:.0f}".format(*lengths_of(r, how)) for r in records)
        error = f"curve error {mean:.3f} [{low:.3f}, {high:.3f}]{_beside(records, how)}"
        found.append(f"{task}: breaks at measured/predicted {pairs}; {error}")
    decays = {t: [x for x in rows if x is not None] for t, rows in found_decays.items()}
    if decays != found_decays:
        return false(f"a seed has no pure head of its task's kind: {found_decays}")
    apart = mannwhitneyu(decays["number"], decays["letter"], alternative="less").pvalue
    answers.append(status(apart <= 0.05))
    shown = {t: [round(x, 3) for x in rows] for t, rows in decays.items()}
    end = measurement.bounds.decay[1]
    found.append(f"gap at {end} over gap at 17 tokens {shown}, p = {apart:.3f}")
    gamma = measurement.bounds.gamma
    ranks = {
        t: [round(together(r, KINDS[t], gamma), 2) for r in measurement.tasks[t]] for t in TASKS
    }
    found.append(f"beside, rank correlation of gap with accuracy over the lengths {ranks}")
    return Outcome(both(*answers), sum(map(len, decays.values())), "; ".join(found))


def _beside(records: Sequence[Record], how: str) -> str:
    """How well a curve predicts that knows the task and not the seed: the other seeds' mean."""
    import numpy as np

    from empirical.lengths.breaking import curve

    measured, predicted = (
        np.stack([curve(x) for x in rows])
        for rows in (records, [r.predicted[how] for r in records])
    )
    others = (predicted.sum(0) - predicted) / (len(records) - 1)
    return f", of the other seeds' mean prediction {np.abs(measured - others).mean():.3f}"


FAMILY = Family(
    records="",
    sizes="",
    bounds=bounds,
    stored=stored,
    planted=planted.measurement,
    limits=f"; runs shortened to {settings.RUN_STEPS} steps",
)
LENGTHS = FAMILY.claim(
    "B-e-len-seeds",
    "§3.6, Fig. 5B, over seeds",
    "Lengthening the target window with irrelevant tokens before it: letter keeps > 0.9"
    " accuracy up to 850 tokens, number collapses just past the training length.",
    "letter > .9 to 850 tokens; number about .5 at 300, .2 at 1000",
    f"in every seed: letter above {settings.KEEPS} at every measured length to"
    f" {settings.KEEPS_UNTIL} tokens, number below it at {settings.COLLAPSED_BY}; Wilson's"
    " 95 % intervals, 200 sequences a length",
    check_lengths,
    planted.LENGTHS_MUTANTS,
    "irrelevant tokens elsewhere",
    expected=Verdict.NOT_REPRODUCED,
    provenance="reading",
    records="accuracy by length, five seeds a task",
)
DISCREPANCY = FAMILY.claim(
    "B-e-disc",
    "§3.6, Fig. 5A against 5B",
    "The heads' measured discrepancy, length by length, decays fast for number and slowly for"
    " letter, and predicts where accuracy breaks.",
    "discrepancy and accuracy fall together (Fig. 5A, 5B); no prediction is printed",
    f"predictor '{settings.JUDGED}', which runs no long input; for each task: breaking"
    f" length (accuracy below {settings.KEEPS}) within a factor {settings.FACTOR:g} in at"
    f" least {settings.RIGHT_SHARE:.0%} of the seeds, and mean absolute error of accuracy"
    f" over the grid at most {settings.CURVE_ERROR} by the upper end of Student's interval."
    f" Mean top-two logit gap of number's positional against letter's symbolic pure heads"
    f" at the last position: the ratio {settings.DECAY[1]} to {settings.DECAY[0]} tokens"
    " is smaller for number (Mann-Whitney p ≤ .05)",
    check_prediction,
    planted.PREDICTION_MUTANTS,
    "that discrepancy alone predicts: the predictor uses whole placement rows, and letter's"
    " mean gap does not follow accuracy over the lengths as number's does; which seed breaks"
    f" first: one length for all seeds of a task may lie within a factor {settings.FACTOR:g} of"
    " each; controls are in the table only",
    records="prediction from the training length, five seeds a task",
)

CLAIMS: tuple[Claim, ...] = (LENGTHS, DISCREPANCY)
