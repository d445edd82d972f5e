"""The claims about training, evaluated from ``empirical/results/dynamics``: statistic, threshold
and number of seeds named here and in ``empirical.protocol.settings`` before any run was scored;
``expected`` is what was then measured. Changes since are in ``changes.json``.

A check reads a measurement: ``tasks`` (for each task, its seeds' records, see
``empirical.dynamics.emergence``), ``seeds`` (how many are required) and the thresholds.
"""

from __future__ import annotations

from empirical.dynamics import planted
from empirical.dynamics.bounds import Measured, bounds
from empirical.dynamics.records import FOLDER, of_task
from empirical.protocol import settings
from empirical.protocol.family import Family, Measurement, too_few_seeds
from empirical.protocol.statistics import both, mean_interval, status
from empirical.protocol.vocabulary import TASKS
from theory.ledger import Claim, Outcome, Status, Undecided, Verdict, false


def stored() -> Measured:
    """The records in the repository.

    Raises:
        Undecided: fewer seeds of a task are there than the claims need.
        Misread: a record is damaged.
    """
    tasks = {task: of_task(task, FOLDER) for task in TASKS}
    short = [f"{t}: {len(r)}" for t, r in tasks.items() if len(r) < settings.SEEDS]
    if short:
        raise Undecided(
            f"seeds scored ({', '.join(short)}) are fewer than {settings.SEEDS}: run"
            " python -m empirical.dynamics --task TASK --seeds 0 1 2 3 4"
        )
    return Measurement(tasks, bounds())


def check_start(measurement: Measured) -> Outcome:
    """B-e-start: all heads near-uniform at every early checkpoint, most of them no more at the end.

    The second half is what tells training from a model that never moves.
    """
    import numpy as np

    from empirical.dynamics.emergence import near_uniform

    if lack := too_few_seeds(measurement.tasks, measurement.bounds.seeds):
        return lack
    answers, found = [], []
    for task in TASKS:
        least, left = [], []
        for record in measurement.tasks[task]:
            early = np.array(record.steps) <= measurement.bounds.until
            surely, possibly = (
                near_uniform(record, measurement.bounds.level, sign) for sign in (-1, 1)
            )
            answers.append(Status.TRUE if surely[early].all() else Status.UNKNOWN)
            answers += [Status.FALSE] * (not possibly[early].all())
            left.append(int((~possibly[-1]).sum()))
            answers.append(status(2 * left[-1] > surely.shape[1]))
            tables = (record.s_pos, record.s_sym, record.entropy)
            least.append([float(np.array(table)[early].min()) for table in tables])
        low = ", ".join(f"{x:.3f}" for x in np.min(least, axis=0))
        found.append(
            f"{task}: least early s_pos, s_sym, entropy {low}; heads left by the end {left}"
        )
    return Outcome(both(*answers), len(answers), "; ".join(found))


def check_pure(measurement: Measured) -> Outcome:
    """B-e-pure: in every seed accuracy is at its maximum no earlier than the last head to end pure
    is pure for good."""
    from empirical.dynamics.emergence import learnt_since, pure_since

    if lack := too_few_seeds(measurement.tasks, measurement.bounds.seeds):
        return lack
    answers, found = [], []
    for task in TASKS:
        pairs, before = [], []
        for record in measurement.tasks[task]:
            learnt = learnt_since(record, measurement.bounds.learnt)
            heads = [s for s in pure_since(record, measurement.bounds.gamma) if s is not None]
            pairs.append(f"{learnt}/{max(heads, default=None)}")
            before.append(f"{sum(s <= (learnt or 0) for s in heads)} of {len(heads)}")
            answers.append(status(learnt is not None and bool(heads) and learnt >= max(heads)))
        found.append(
            f"{task}: learnt/last head pure at step {', '.join(pairs)}; beside, heads pure by then"
            f" {', '.join(before)}"
        )
    return Outcome(both(*answers), len(answers), "; ".join(found))


def check_mix(measurement: Measured) -> Outcome:
    """B-e-mix over seeds: each number run ends with pure heads of both kinds, each letter run with
    symbolic ones and no positional one."""
    from empirical.dynamics.emergence import ends_pure

    if lack := too_few_seeds(measurement.tasks, measurement.bounds.seeds):
        return lack
    answers, found = [], []
    for task in TASKS:
        counts = [
            tuple(
                ends_pure(record, kind, measurement.bounds.gamma, measurement.bounds.stays)
                for kind in ("positional", "symbolic")
            )
            for record in measurement.tasks[task]
        ]
        answers += [status((p > 0) == (task == "number") and s > 0) for p, s in counts]
        shown = ", ".join(f"{p}+{s}" for p, s in counts)
        found.append(f"{task}: positional + symbolic {shown}")
    return Outcome(both(*answers), len(answers), "; ".join(found))


def check_hops(measurement: Measured) -> Outcome:
    """B-e-hops: Page's trend over seeds and 1 hop first in each for number; letter's spread small,
    and smaller than number's."""
    from scipy.stats import mannwhitneyu, page_trend_test

    from empirical.dynamics.emergence import hops_since

    if lack := too_few_seeds(measurement.tasks, measurement.bounds.seeds):
        return lack
    found_at = {
        task: [hops_since(record, measurement.bounds.passes) for record in measurement.tasks[task]]
        for task in TASKS
    }
    steps = {
        task: [[step for step in row if step is not None] for row in rows]
        for task, rows in found_at.items()
    }
    if steps != found_at:
        return false(f"a hop count is never learnt: {found_at}")
    spread = {t: [(max(r) - min(r)) / max(r) for r in rows] for t, rows in steps.items()}
    order = page_trend_test(steps["number"], method="exact").pvalue
    apart = mannwhitneyu(spread["number"], spread["letter"], alternative="greater").pvalue
    low, mean, high = mean_interval(spread["letter"])
    answers = [
        status(
            order <= measurement.bounds.order_p and all(r[0] == min(r) for r in steps["number"])
        ),
        status(apart <= 0.05),
        status(high <= measurement.bounds.together),
    ]
    found = (
        f"number {steps['number']}, Page's p = {order:.1e}; letter {steps['letter']}, spread"
        f" {mean:.3f} [{low:.3f}, {high:.3f}] of the last hop count's step; p = {apart:.3f} that"
        f" number's is no larger; beside, seed by seed number {_shares(spread['number'])}, letter"
        f" {_shares(spread['letter'])}"
    )
    return Outcome(both(*answers), sum(map(len, steps.values())), found)


def _shares(values: list[float]) -> str:
    return ", ".join(f"{x:.2f}" for x in values)


FAMILY = Family(
    records="records of five seeds a task",
    sizes=(
        f"{settings.SEEDS} seeds a task, {settings.DYNAMICS_SEQUENCES} fixed sequences, one-token"
        f" swaps at the last position, τ = {settings.TAU:g}, {settings.COSINE} cosine; "
    ),
    bounds=bounds,
    stored=stored,
    planted=planted.measurement,
    limits=f"; runs shortened to {settings.RUN_STEPS} steps",
)
START = FAMILY.claim(
    "B-e-start",
    "§3.3, Fig. 2B",
    "Early in training both scores of every head are high and attention entropy is high"
    " (near-uniform attention).",
    "all heads near (1, 1) at the start (Fig. 2B)",
    f"in every seed, every head, every checkpoint to step {settings.START_UNTIL}: both"
    f" scores and entropy / log n at least {settings.START_LEVEL} by 95 % intervals; most heads of"
    " each seed are no longer so at the end",
    check_start,
    planted.START_MUTANTS,
    "when exactly the near-uniform phase ends. The first half holds of any model that has hardly"
    " been trained: by this step the rate has reached a quarter of its peak",
)
PURE = FAMILY.claim(
    "B-e-pure",
    "§3.3, Fig. 2A-C",
    "Accuracy reaches its maximum only once heads are pure.",
    "accuracy and purity reach their ends together (Fig. 2A-C)",
    f"in every seed the step from which mean accuracy stays above {settings.LEARNT} is no"
    f" earlier than the step from which the last head to end pure (γ = {settings.GAMMA}) stays so;"
    " by a sign test 5 of 5 is p = .031 a task",
    check_pure,
    planted.PURE_MUTANTS,
    "whether purity causes accuracy; heads that never become pure",
    expected=Verdict.NOT_REPRODUCED,
)
MIX = FAMILY.claim(
    "B-e-mix-seeds",
    "§3.3, Fig. 2C, over seeds",
    "The number task ends with positional and symbolic pure heads, the letter task with symbolic"
    " ones only.",
    "number 4 positional, 8 symbolic; letter 0 positional, 11 symbolic (γ = 0.1)",
    f"in every seed: heads pure (γ = {settings.GAMMA}, means) at each of the last"
    f" {settings.STAYS} checkpoints, at least one of each kind for number; at least one symbolic"
    " and no positional one for letter",
    check_mix,
    planted.MIX_MUTANTS,
    "how many heads, and which layers (published L0-L3 positional; here L1 and L2, and L3 in one"
    " seed, never L0); queries other than the last",
    provenance="reading",
)
HOPS = FAMILY.claim(
    "B-e-hops",
    "§3.2, Fig. 2A",
    "Number: accuracy emerges hop by hop, 1-hop first. Letter: all hop counts at nearly the same"
    " step.",
    "number's curves rise one after another, letter's together (Fig. 2A)",
    f"steps from which each hop count's accuracy stays above {settings.PASSES}. Number:"
    f" Page's exact trend test over seeds p ≤ {settings.ORDER_P}, 1 hop first (or level) in each."
    f" Letter: spread (last - first) / last at most {settings.TOGETHER} by the upper end of"
    " Student's interval over seeds, and smaller than number's (Mann-Whitney p ≤ .05)",
    check_hops,
    planted.HOPS_MUTANTS,
    f"orders within {settings.KEEP_EVERY} steps; letter's half misses by one slow seed of five: its"
    " interval straddles the threshold, which is no support and no contradiction either",
    expected=Verdict.NOT_REPRODUCED,
)

CLAIMS: tuple[Claim, ...] = (START, PURE, MIX, HOPS)
