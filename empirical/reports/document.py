"""What ``validate`` reports: one document, as JSON (``report.schema.json``) and as tables."""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from rich.table import Table
from rich.text import Text

from empirical.claims import CLAIMS
from empirical.criteria import seeds
from empirical.experiments.language.claims import REAL_CLAIMS
from empirical.experiments.language.parts import why_not
from empirical.experiments.lengths import breaking
from empirical.experiments.shipped.claims import pure_heads
from empirical.models.provenance import commit, versions
from empirical.protocol import settings, terminal
from empirical.protocol.findings import CountsBy, Lacking, Model, RandomPart, Spread
from empirical.protocol.form import Break, Document, JudgedClaim, NotRun, Thresholds
from empirical.protocol.reading import plain
from empirical.reports.contents import accuracy_cells, number_format
from theory.gate.reading import folded
from theory.ledger import Record
from theory.reports.screen import COLOURS, GATE

PACKAGES = ("rope-claims", "torch", "transformers", "numpy", "scipy")


def validation_document(
    measured: Iterable[Model],
    records: Sequence[Record],
    code: int,
    seconds: float,
    shortened: str = "",
) -> Document:
    """Everything a reader of the run needs: software, settings, measurements, verdicts."""
    models = tuple(measured)
    return Document(
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        software=versions(*PACKAGES),
        commit=commit(),
        thresholds=Thresholds(
            accuracy=settings.ACCURACY,
            gamma=settings.GAMMA,
            keeps=settings.KEEPS,
            until=settings.KEEPS_UNTIL,
            collapsed_by=settings.COLLAPSED_BY,
        ),
        models=models,
        breaking=recorded_breaks() if any(model.task for model in models) else (),
        claims=tuple(_claim(record, models) for record in records),
        not_run=_not_run(models, records),
        exit_code=code,
        seconds=round(seconds, 1),
        shortened=shortened,
    )


def recorded_breaks() -> tuple[Break, ...]:
    """Where models of the released recipe break, and then those that differ from it in a factor."""
    folders = (seeds.RELEASED / name for name in ("lengths", "held-out"))
    return tuple(one for folder in folders for one in breaking.recorded_runs(folder))


def _claim(record: Record, models: Sequence[Model]) -> JudgedClaim:
    claim = next(c for c in (*CLAIMS, *REAL_CLAIMS) if c.id == record.id)
    stands = baseline_distances(record.id, models)
    return JudgedClaim(
        id=claim.id,
        statement=claim.statement,
        published=claim.published,
        covers=claim.evidence[0].covers,
        expected=str(claim.expected),
        verdict=str(record.verdict),
        gate=record.mark,
        found=record.found + (f"; {stands}" if stands and record.found else ""),
        fault=record.fault,
        reason=record.reason,
        random=no_contrast(record.id, models),
    )


def no_contrast(name: str, models: Iterable[Model]) -> str:
    """Why a claim does not tell models from random weights; '' if it does, or none was measured.

    It does not where no statistic differs from a baseline's (the interval of the difference holds
    0); where a baseline meets the claim and no more of them were drawn; where every statistic lies
    within the reach of the shuffled-weights baselines.
    """
    reasons = []
    for part in (model.random for model in models):
        if not isinstance(part, RandomPart):
            continue
        for baseline in part.twins:
            of = [one for one in baseline.statistics if one.claim == name]
            if of and not any(one.differs for one in of):
                reasons.append(baseline.name)
            elif name in (baseline.met or ()) and part.spread is None:
                reasons.append(f"{baseline.name} meet it")
        spread = part.spread
        if spread is not None and name in spread.met:
            far = _far(name, spread)
            reasons += [
                f"within the reach of {len(spread.seeds)} shuffled-weights baselines"
            ] * all(abs(d or 0) <= spread.reach for d in far)
    return ", ".join(reasons)


def baseline_distances(name: str, models: Iterable[Model]) -> str:
    """How far a claim's statistics are from shuffled-weights baselines, in their spreads."""
    parts = (model.random for model in models)
    texts = []
    for spread in (part.spread for part in parts if isinstance(part, RandomPart)):
        if spread is not None and name in spread.met:
            shown = ", ".join("none" if d is None else f"{d:+.1f}" for d in _far(name, spread))
            texts.append(f"{shown} spreads from {len(spread.seeds)} shuffled-weights baselines")
    return "; ".join(texts)


def _far(name: str, spread: Spread) -> list[float | None]:
    return [one.distance for one in spread.statistics if one.claim == name]


def _not_run(models: Sequence[Model], records: Sequence[Record]) -> tuple[NotRun, ...]:
    """The claims about language models that this run did not judge, why, and what would."""
    judged = {record.id for record in records}
    return tuple(
        NotRun(
            id=claim.id,
            statement=claim.statement,
            published=claim.published,
            why=why_not(claim.id, models, {}),
        )
        for claim in REAL_CLAIMS
        if claim.id not in judged
    )


def as_json(report: Document) -> str:
    """The document as JSON text.

    Raises:
        ValueError: a number in it is not finite.
    """
    return json.dumps(plain(report), indent=2, allow_nan=False)


def show(report: Document) -> None:
    """Print what was measured, then the verdicts with the published figure next to the measured."""
    console = terminal.console()
    for model in report.models:
        console.print()
        about = f"{model.name} ({model.architecture}, {number_format(model)})"
        console.print(folded(about), style="bold", soft_wrap=True)
        scored = f"heads scored on {model.inputs_scored}; {model.convention}"
        console.print(folded(scored), soft_wrap=True)
        for name, part in (("binding task", model.binding), ("1-hop tasks", model.one_hop)):
            if isinstance(part, Lacking):
                console.print(folded(f"no {name}: {part.reason}"), soft_wrap=True)
        console.print(_heads_table(model))
        for unit, counts in (("hops", model.hops), ("lengths", model.lengths)):
            if counts is not None:
                console.print(_accuracy_table(counts, unit))
    console.print(_verdict_table(report.claims))


def _heads_table(model: Model) -> Table:
    table = Table("heads", "s_POS", "s_SYM", "pure", title="head scores, mean ± standard error")
    for head in model.scores:
        kinds = [k for k in ("positional", "symbolic") if pure_heads([head], k, settings.GAMMA)[1]]
        means = (head.s_pos, head.s_pos_error), (head.s_sym, head.s_sym_error)
        scores = [f"{mean:.3f} ± {error or 0:.3f}" for mean, error in means]
        table.add_row(f"L{head.layer}:{head.head}", *scores, ", ".join(kinds))
    return table


def _accuracy_table(counts: CountsBy, name: str) -> Table:
    table = Table(name, "accuracy", "95 % interval", "sequences", title=f"accuracy by {name}")
    for key, count in counts.items():
        table.add_row(key, *accuracy_cells(count))
    return table


def _verdict_table(claims: Iterable[JudgedClaim]) -> Table:
    table = Table(title="claims")
    for title in ("claim", "verdict", "gate", "published", "measured"):
        table.add_column(title, overflow="fold")
    for claim in claims:
        icon, passes = GATE[claim.gate]
        verdict = Text(claim.shown, style=COLOURS[claim.verdict])
        gate = Text(f"{icon} {claim.gate}", style=passes)
        table.add_row(claim.id, verdict, gate, claim.published, folded(claim.message))
    return table
