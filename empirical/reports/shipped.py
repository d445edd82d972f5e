"""The claims about the two shipped models on the results page: what ``validate`` found of them
(``shipped.json``, its report), and their checks on the paper's curves and on models at chance."""

from dataclasses import replace

from empirical.criteria import published, recipe_criteria
from empirical.criteria.figures import figure
from empirical.criteria.single_changes import CHANCE
from empirical.experiments.shipped import claims
from empirical.experiments.shipped.bounds import Measurement, bounds
from empirical.protocol import settings
from empirical.protocol.findings import Model
from empirical.protocol.form import read_report
from empirical.protocol.measured import OnModels
from empirical.protocol.records import RESULTS
from empirical.protocol.synthetic import synthetic_model
from empirical.protocol.vocabulary import LENGTH, MAX_HOPS, TASKS
from empirical.reports.requirements import ASKED, missed, requirement_text
from theory.ledger import Claim, Outcome, Status, Verdict

REPORT = RESULTS / "shipped.json"
"""Of ``python -m empirical.validate`` on the shipped models."""
AT_CHANCE = "models at chance at every hop count of the test set"


def shipped_findings() -> Measurement:
    """What the report has of each task's model.

    Raises:
        OSError, Misread: it is missing, or none.
    """
    models = {str(one.task): one for one in read_report(REPORT).models}
    return OnModels(tuple(models), models, bounds())


def checked_outcome(claim: Claim, measurement: Measurement) -> Outcome:
    """What the claim's own check answers."""
    return claim.evidence[0].check(measurement)


def intervals(claim: Claim, measurement: Measurement) -> str:
    """What the check's words leave out: heads pure surely and possibly; that nothing is drawn."""
    if claim is claims.HEADS:
        return "; the largest of all matrices of 256 inputs a task, not estimated from a sample"
    if claim is not claims.MIX:
        return ""
    counts = []
    for task, one in measurement.tasks.items():
        for kind in ("positional", "symbolic"):
            least, _, most = claims.pure_heads(one.scores, kind, measurement.bounds.gamma)
            counts.append(f"{task} {least} to {most} {kind}")
    return f"; by means ± 1.96 standard errors {', '.join(counts)}"


def drawn_curves() -> dict[str, Measurement]:
    """By claim, the paper's own curves in the form that its check reads: Fig. 2A's ends, as many
    pure heads as Fig. 7 counts (their scores are synthetic), Fig. 5B between its points."""
    hops, lengths = {}, {}
    for task in TASKS:
        last, curve = published.published_course(task).last, published.published_curve(task)
        hops[task] = synthetic_model(task, hops={str(i): one for i, one in enumerate(last, 1)})
        grid = settings.LENGTHS[task]
        lengths[task] = synthetic_model(
            task, lengths={str(n): recipe_criteria.share_at(curve, n - LENGTH) for n in grid}
        )
    synthetic = claims.MIX.synthetic
    if synthetic is None:
        raise ValueError(f"{claims.MIX.id} has no synthetic heads")
    return {
        claims.ACCURACY.id: OnModels(TASKS, hops, bounds()),
        claims.MIX.id: synthetic(OnModels((), {}, bounds())),
        claims.LENGTHS.id: OnModels(TASKS, lengths, bounds()),
    }


def shipped_published_rows() -> list[tuple[str, str, str, str]]:
    """The checks of the shipped models' claims on the paper's own curves: claim, what they say,
    what does not hold there, what passes."""
    drawn, rows = drawn_curves(), []
    bases = {
        claims.ACCURACY.id: "synthetic: every answer right",
        claims.MIX.id: "synthetic scores of as many heads as Fig. 7 counts",
        claims.LENGTHS.id: "synthetic: letter at .97 to 850 tokens, number falling to a half",
    }
    for claim in (claims.ACCURACY, claims.MIX, claims.LENGTHS):
        outcome, asked = checked_outcome(claim, drawn[claim.id]), ASKED[claim.id](drawn[claim.id])
        words = "passes" if outcome.status is Status.TRUE else _contradicted(drawn[claim.id])
        lacking = "; ".join(requirement_text(one) for one in asked if one.holds is not Status.TRUE)
        rows.append((claim.id, words, lacking or "–", bases[claim.id]))
    return rows


def _contradicted(measurement: Measurement) -> str:
    """B-e-len: how figure and text stand to each other."""
    until = settings.KEEPS_UNTIL
    right, of = (measurement.tasks["letter"].lengths or {})[str(until)]
    return (
        f"contradicts the text: letter is at {figure(right / of)} with {until} tokens"
        f" (Fig. 5B); open by its interval, were it of {of:,} inputs"
    )


def _at_chance(claim: Claim) -> Measurement:
    """What the claim's check passes, with the test set answered at chance and nothing else."""
    if claim.synthetic is None:
        raise ValueError(f"{claim.id} has no synthetic records")
    measurement: Measurement = claim.synthetic(OnModels((), {}, bounds()))
    of = settings.ACCURACY_SEQUENCES // MAX_HOPS
    hops = {str(hop): (of // CHANCE, of) for hop in range(1, MAX_HOPS + 1)}
    models: dict[str, Model] = {t: replace(one, hops=hops) for t, one in measurement.tasks.items()}
    return replace(measurement, tasks=models)


def chance_rows() -> list[tuple[str, str, str]]:
    """Claim, null, and why it is rejected, or refused: a check whose precondition is not met
    decides nothing."""
    rows = []
    for claim in (claims.ACCURACY, claims.MIX, claims.LENGTHS):
        measurement = _at_chance(claim)
        outcome = checked_outcome(claim, measurement)
        words = "NOT REJECTED"
        if outcome.status is Status.UNKNOWN:
            words = f"refused: not learnt ({outcome.note}): {Verdict.UNDECIDED}, not rejected"
        elif outcome.status is Status.FALSE:
            words = "; ".join(map(requirement_text, missed(ASKED[claim.id](measurement))))
        rows.append((claim.id, AT_CHANCE, words))
    return rows
