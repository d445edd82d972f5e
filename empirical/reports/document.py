"""What ``validate`` reports: one document, as JSON (``report.schema.json``) and as tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from empirical.claims import CLAIMS
from empirical.language.claims import REAL_CLAIMS
from empirical.language.settings import NOT_RUN
from empirical.lengths import breaking
from empirical.models.provenance import commit, versions
from empirical.protocol import settings
from empirical.protocol.form import Document, JudgedClaim, NotRun, Thresholds
from empirical.protocol.found import CountsBy, Lacking, Model, RandomPart
from empirical.protocol.reading import plain
from empirical.protocol.statistics import wilson
from empirical.reports.contents import number_format
from empirical.shipped.claims import pure_heads
from theory.gate.gate import mark
from theory.gate.reading import folded
from theory.ledger import Record

if TYPE_CHECKING:
    from rich.table import Table as RichTable

PACKAGES = ("rope-claims", "torch", "transformers", "numpy", "scipy")


def document(
    found: Iterable[Model],
    records: Sequence[Record],
    code: int,
    seconds: float,
    shortened: str = "",
) -> Document:
    """Everything a reader of the run needs: software, settings, measurements, verdicts."""
    models = tuple(found)
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
        breaking=tuple(breaking.recorded()) if any(model.task for model in models) else (),
        claims=tuple(_claim(record, models) for record in records),
        not_run=_not_run(records),
        exit_code=code,
        seconds=round(seconds, 1),
        shortened=shortened,
    )


def _claim(record: Record, models: Sequence[Model]) -> JudgedClaim:
    like = alike(record.id, models)
    claim = next(c for c in (*CLAIMS, *REAL_CLAIMS) if c.id == record.id)
    return JudgedClaim(
        id=claim.id,
        statement=claim.statement,
        published=claim.published,
        covers=claim.evidence[0].covers,
        expected=str(claim.expected),
        verdict=str(record.verdict),
        gate=mark(record),
        found=record.found + (f"; not told apart from random weights: {like}" if like else ""),
        fault=record.fault,
        reason=record.reason,
    )


def alike(name: str, models: Iterable[Model]) -> str:
    """The random twins from which no statistic of a claim tells their model, by name; '' if none
    was measured, or each differs in one (the interval of the difference leaves out 0)."""
    names = []
    for model in models:
        for twin in model.random.twins if isinstance(model.random, RandomPart) else ():
            of = [one for one in twin.statistics if one.claim == name]
            if of and not any(one.differs for one in of):
                names.append(twin.name)
    return ", ".join(names)


def _not_run(records: Sequence[Record]) -> tuple[NotRun, ...]:
    """The claims about language models that this run did not judge, and what would."""
    judged = {record.id for record in records}
    return tuple(
        NotRun(id=claim.id, statement=claim.statement, published=claim.published, why=NOT_RUN)
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
    """Print what was measured, then the verdicts with the published figure beside the measured."""
    from empirical.protocol.terminal import console as made

    console = made()
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


def _heads_table(model: Model) -> RichTable:
    from rich.table import Table

    table = Table("heads", "s_POS", "s_SYM", "pure", title="head scores, mean ± standard error")
    for head in model.scores:
        kinds = [k for k in ("positional", "symbolic") if pure_heads([head], k, settings.GAMMA)[1]]
        means = (head.s_pos, head.s_pos_error), (head.s_sym, head.s_sym_error)
        scores = [f"{mean:.3f} ± {error or 0:.3f}" for mean, error in means]
        table.add_row(f"L{head.layer}:{head.head}", *scores, ", ".join(kinds))
    return table


def _accuracy_table(counts: CountsBy, name: str) -> RichTable:
    from rich.table import Table

    table = Table(name, "accuracy", "95 % interval", "sequences", title=f"accuracy by {name}")
    for key, (right, total) in counts.items():
        low, high = wilson(right, total)
        table.add_row(key, f"{right / total:.4f}", f"[{low:.4f}, {high:.4f}]", str(total))
    return table


def _verdict_table(claims: Iterable[JudgedClaim]) -> RichTable:
    from rich.table import Table
    from rich.text import Text

    table = Table("claim", "verdict", "gate", "published", "measured", title="claims")
    colours = {"as expected": "green", "undecided": "yellow"}
    for claim in claims:
        colour = colours.get(claim.gate, "red")
        cells = (Text(said, style=colour) for said in (claim.verdict, claim.gate))
        table.add_row(claim.id, *cells, claim.published, folded(claim.said))
    return table
