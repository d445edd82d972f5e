"""The null table's second half: claims whose nulls are mutants of synthetic records, and paper A's,
which have null models of their own and, for the shapes, the records with positions shuffled."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from empirical.experiments.canonical import synthetic as sweeps
from empirical.experiments.canonical.bounds import bounds as sweep_bounds
from empirical.experiments.canonical.claims import CANONICAL_CLAIMS, INVERSE_U, MIX, U
from empirical.experiments.canonical.judged import stored_settled, stored_sweeps
from empirical.experiments.mechanism.bounds import bounds as mechanism_bounds
from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS
from empirical.experiments.shipped import claims as shipped
from empirical.experiments.shipped.bounds import bounds as shipped_bounds
from empirical.protocol.family import Measurement
from empirical.protocol.measured import OnModels
from empirical.protocol.settings import CANONICAL_NULLS
from empirical.reports.requirements import ASKED, missed, requirement_text
from empirical.reports.shipped import chance_rows
from theory.ledger import Claim, Kind

Null = tuple[Claim, str, Callable[[], Any]]
"""Claim, what is changed, and what gives the measurement then: it is made once, when asked for."""
SHAPES = {U.id: "index", INVERSE_U.id: "retrieval"}
"""The claims about shapes, and their task."""


def passing(claim: Claim) -> Any:
    """What a claim's check passes: its synthetic records under its bounds."""
    if claim.synthetic is None:
        raise ValueError(f"{claim.id} has no synthetic records: no null can be made of them")
    if claim in CANONICAL_CLAIMS:
        return claim.synthetic(Measurement({}, sweep_bounds()))
    if claim in MECHANISM_CLAIMS:
        return claim.synthetic(Measurement({}, mechanism_bounds()))
    return claim.synthetic(OnModels((), {}, shipped_bounds()))


def data_mutants(claim: Claim) -> Iterator[Null]:
    """A claim's nulls: its mutants that change one thing of the data."""
    for one in claim.mutants:
        if one.kind is Kind.DATA:
            yield claim, one.name, cache(lambda one=one: one.mutate(passing(claim)))


def _recorded(claim: Claim) -> Iterator[Null]:
    """The nulls of a claim of paper A that are made of its records. Their measurements raise
    Undecided where a record is missing, or not the registered sweep's."""
    read = stored_settled if claim.id == MIX.id else stored_sweeps
    for null in CANONICAL_NULLS:
        what = {"untrained": "not trained", "shuffled": "trained on shuffled answers"}[null]
        yield claim, f"models {what}", cache(partial(read, f"-{null}"))
    if task := SHAPES.get(claim.id):
        change = sweeps.on(task, sweeps.positions_shuffled)
        yield (
            claim,
            "the records, target positions shuffled",
            cache(lambda: change(stored_sweeps())),
        )


def every_row() -> Iterator[Null]:
    """All of them, in the order of the page."""
    for claim in (shipped.ACCURACY, shipped.MIX, shipped.LENGTHS, *MECHANISM_CLAIMS):
        yield from data_mutants(claim)
    for claim in CANONICAL_CLAIMS:
        yield from _recorded(claim)
        yield from data_mutants(claim)


def null_page_rows() -> list[tuple[str, str, str]]:
    """Claim, null, and the requirements that reject it with their margins, or why it is refused."""
    return chance_rows() + [
        (
            claim.id,
            what,
            "; ".join(map(requirement_text, missed(ASKED[claim.id](read())))) or "NOT REJECTED",
        )
        for claim, what, read in every_row()
    ]
