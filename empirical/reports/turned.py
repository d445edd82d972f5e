"""What turned a verdict: the rule until now on the new runs, and the present rule on the old ones.

Where the rule until now gives the present verdict on the new runs, the runs alone turned it; where
the present rule gives it on the old runs, the criterion alone did. The rules until now are those of
the repository's history before 8026f77 (A-e-index: before the records of 4,000 steps); the table of
changes says what they were. Nothing is judged here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from empirical.criteria import breaks, heads, recipe_criteria, seeds
from empirical.criteria.bounds import BOUNDS
from empirical.criteria.courses import kept
from empirical.experiments.canonical.claims import INDEX_ENOUGH
from empirical.experiments.canonical.judged import status, stored_sweeps
from empirical.experiments.lengths import records as lengths
from empirical.experiments.lengths.breaking import curve_error, error_factor
from empirical.experiments.mechanism import settings as mechanism
from empirical.protocol import settings
from empirical.protocol.family import MEASURED
from empirical.protocol.records import RESULTS
from empirical.protocol.statistics import NORMAL, between, both, mean_interval, opposite
from empirical.reports.by_seed import emergence
from theory.ledger import Status, Verdict

EARLIER = RESULTS / "earlier"
"""Heads of two full passes by the recipe ``earlier``."""
RIGHT_SHARE, CURVE_ERROR = 0.8, 0.1
"""Of B-e-disc's rule until now: seeds that must break within the factor, error of a curve."""


RuleResult = tuple[Status, str]
"""What a rule says, with a figure."""


@dataclass(frozen=True)
class Turn:
    """What the rule until now says of the new runs, and the present rule of the old ones."""

    old_on_new: RuleResult
    new_on_old: RuleResult


def of_folder(folder: Path, reader: seeds.Reader[Any]) -> dict[str, list[Any]]:
    """By task what the criteria read of a folder's records."""
    return {task: [x.found for x in rows] for task, rows in seeds.seeds(folder, reader).items()}


def hops_until_now(runs: recipe_criteria.Runs) -> RuleResult:
    """B-e-hops: no accuracy was asked, nor that number's hop counts be apart by themselves, and an
    interval that straddles its bound was false."""
    since = ("is learnt", "do not emerge together")
    asked = [
        one for one in recipe_criteria.hops(runs) if not any(words in one.name for words in since)
    ]
    spread = mean_interval(emergence(runs, "letter"))
    shown = "letter's spread {1:.3f} [{0:.3f}, {2:.3f}]".format(*spread)
    return status(all(one.holds is Status.TRUE for one in asked)), shown


def frequencies_until_now(models: heads.Models) -> RuleResult:
    """B-e-freq: frequencies were weighed by their share of the logits; a full run next to the seeds
    was held to letter's bound by its mean."""
    pure = [(one, heads.pure(one, "positional", BOUNDS.gamma)) for one in models["number"]]
    fast = [one.layers[i] for one, layers in pure for i in layers]
    reach = [NORMAL * x.mean_id_error for x in fast]
    holds = [
        opposite(between(x.mean_id - by, x.mean_id + by, mechanism.FAST))
        for x, by in zip(fast, reach, strict=True)
    ]
    means = [sum(x.mean_id for x in one.layers) / len(one.layers) for one in models["letter"]]
    low, _, high = mean_interval(means)
    ids = [x.mean_id for x in fast]
    return (
        both(*holds, between(low, high, mechanism.UNIFORM)),
        f"number's positional heads at mean IDs {min(ids):.1f} to {max(ids):.1f}, bound"
        f" {mechanism.FAST:g}",
    )


def discrepancy_until_now(records: Mapping[str, Sequence[lengths.LengthsRecord]]) -> RuleResult:
    """B-e-disc: the simulation was asked, and of five seeds."""
    from scipy.stats import mannwhitneyu

    answers, how = [], settings.JUDGED
    for rows in records.values():
        right = sum(error_factor(one, how) <= settings.FACTOR for one in rows)
        answers.append(right >= RIGHT_SHARE * len(rows))
        answers.append(mean_interval([curve_error(one, how) for one in rows])[2] <= CURVE_ERROR)
    decay = {task: [_decay(one) for one in rows] for task, rows in records.items()}
    p_value = mannwhitneyu(decay["number"], decay["letter"], alternative="less").pvalue
    off = max(error_factor(one, how) for rows in records.values() for one in rows)
    return (
        status(all(answers) and p_value <= BOUNDS.apart_p),
        f"the simulation's breaks off by a factor of at most {off:.1f}, bound {settings.FACTOR:g}",
    )


def _decay(one: lengths.LengthsRecord) -> float:
    first, second = (breaks.carried(one, one.gaps)[one.lengths.index(n)] for n in breaks.ENDS)
    return second / first


def _hops() -> Turn:
    """B-e-hops."""
    new, old = (of_folder(one, seeds.trained) for one in (seeds.RELEASED, RESULTS))
    return Turn(
        hops_until_now(new),
        (recipe_criteria.status(recipe_criteria.hops(old)), hops_until_now(old)[1]),
    )


def _frequencies() -> Turn:
    """B-e-freq."""
    new, old = (of_folder(one, seeds.ablated) for one in (seeds.RELEASED, EARLIER))
    answer = heads.frequencies(old)
    most = next(x.found for x in answer if "are fast" in x.name)
    shown = f"number's at most {most:.1f}; of letter one model is recorded, which has no interval"
    return Turn(frequencies_until_now(new), (recipe_criteria.status(answer), shown))


def discrepancy() -> Turn:
    """B-e-disc-gap."""
    new, old = map(lengths.by_task, (seeds.RELEASED, RESULTS))
    models = {task: [breaks.broken(one, kept(one)) for one in rows] for task, rows in old.items()}
    answer = recipe_criteria.status(breaks.gap_predicts(models))
    return Turn(discrepancy_until_now(new), (answer, "five seeds a task, none held out"))


def _index() -> Turn:
    """A-e-index: that fast enough be enough was asked too. Its records of 2,000 steps are in the
    repository's history alone; the table of changes has what the present rule says of them."""
    outcome = INDEX_ENOUGH.evidence[0].check(stored_sweeps())
    share = outcome.found.rsplit("; ", 1)[-1]
    return Turn(
        (outcome.status, f"{share} learnt, bound {settings.CANONICAL_SHARE}"),
        (Status.TRUE, "by the table of changes"),
    )


TURNS: Mapping[str, Callable[[], Turn]] = {
    "B-e-hops": _hops,
    "B-e-freq": _frequencies,
    "B-e-disc-gap": discrepancy,
    "A-e-index": _index,
}
"""The claims whose verdict turned."""


def turned_by(claim_id: str, now: str) -> str:
    """Which of the two turned a claim's verdict to what it is ``now``, and by what."""
    turn = TURNS[claim_id]()
    by_runs, by_rule = (MEASURED[one] for one, _ in (turn.old_on_new, turn.new_on_old))
    return (
        f"{_which(by_runs == now, by_rule == now, by_rule)}: the rule until now says {by_runs} of"
        f" the new runs ({turn.old_on_new[1]}), the present one {by_rule} of the old"
        f" ({turn.new_on_old[1]})"
    )


def _which(runs: bool, rule: bool, by_rule: str) -> str:
    if runs and rule:
        return "either alone, **the runs** or **the criterion**"
    if runs:
        return "**the runs**"
    if rule:
        return "**the criterion**"
    if by_rule == Verdict.UNDECIDED.value:
        return "**the criterion**, and whether it alone cannot be told"
    return "**both together**"
