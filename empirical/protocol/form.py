"""The form of ``validate``'s report, ours or from elsewhere; ``report.schema.json`` says the same
with every bound, for readers without this package."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from empirical.protocol.findings import BindingPart, HeadScores, Model, OneHop, Profile, RandomPart
from empirical.protocol.reading import Misread, absent, naming, read_record
from theory.ledger.terms import Verdict
from theory.papers import PAPERS
from theory.reports.report import MARKS
from theory.reports.verdicts import worded


@dataclass(frozen=True, kw_only=True)
class Break:
    """A recorded run's breaking lengths in tokens, measured, and predicted from inputs of the
    training length alone; None beyond the lengths tried."""

    run: str
    task: str
    seed: int
    control: bool
    steps: int
    measured: float | None
    predicted: float | None


@dataclass(frozen=True, kw_only=True)
class JudgedClaim:
    """A claim and its verdict in this run; ``random``: why the model is not distinguished from
    random weights in it."""

    id: str
    statement: str
    published: str
    covers: str
    expected: str
    verdict: str
    gate: str
    found: str
    fault: str
    reason: str
    random: str = absent("")

    @property
    def shown(self) -> str:
        """The verdict, with what limits it: a reconstructed statement, random weights that do the
        same."""
        paper = PAPERS.get(self.id.partition("-")[0])
        verdict = worded(self.verdict, paper.text if paper else "")
        mark = f", not told apart from random weights ({self.random})"
        return verdict + mark if self.random else verdict

    @property
    def message(self) -> str:
        """What was found, or what stood in the way."""
        return self.found or self.fault or self.reason


@dataclass(frozen=True, kw_only=True)
class NotRun:
    """A claim that this run did not judge."""

    id: str
    statement: str
    published: str
    why: str


@dataclass(frozen=True, kw_only=True)
class Thresholds:
    """What the controlled models were held against."""

    accuracy: float
    gamma: float
    keeps: float
    until: int
    collapsed_by: int


@dataclass(frozen=True, kw_only=True)
class Document:
    """A report; ``shortened``: what a quick run left out."""

    format: Literal["rope-claims validation"] = "rope-claims validation"
    version: int = 1
    made: str
    software: Mapping[str, str]
    commit: str
    thresholds: Thresholds
    models: tuple[Model, ...]
    breaking: tuple[Break, ...]
    claims: tuple[JudgedClaim, ...]
    not_run: tuple[NotRun, ...]
    exit_code: int
    seconds: float
    shortened: str = absent("")


def read_report(path: Path) -> Document:
    """A report, whoever wrote it.

    Raises:
        Misread: it is not there, no JSON, or not of a report's form; the message names file and
            field.
    """
    try:
        document = read_record(path, Document)
    except OSError as error:
        raise Misread(f"{path}: {error.strerror}") from None
    with naming(path):
        if not document.models:
            raise Misread("models: there is none")
        _once("claims: id", (claim.id for claim in document.claims))
        for claim in document.claims:
            _words(claim)
        for model in document.models:
            _heads("models: scores", model.scores)
            _planes("models: frequencies", model.frequencies or ())
            if isinstance(model.binding, BindingPart):
                _heads("models: binding.scores", model.binding.scores)
                _planes("models: binding.frequencies", model.binding.frequencies)
                if model.family is None:
                    raise Misread("models: family is missing beside binding")
            if isinstance(model.one_hop, OneHop):
                hold_windows(model.one_hop)
            if isinstance(model.random, RandomPart):
                for baseline in model.random.twins:
                    _planes("models: random.twins.frequencies", baseline.frequencies)
    return document


def hold_windows(one_hop: OneHop) -> None:
    """Hold the 1-hop tasks to windows that there can be, the same of both, each with questions.

    Raises:
        Misread: a window is no whole number from 1 on, has no questions or one task alone.
    """
    for task, counts in (("number", one_hop.number), ("letter", one_hop.letter)):
        for window, (_, of) in counts.items():
            if not re.fullmatch("[1-9][0-9]*", window):
                raise Misread(f"one_hop.{task}: {window!r} is no window: whole numbers from 1 on")
            if not of:
                raise Misread(f"one_hop.{task}.{window}: no questions were asked")
    if not one_hop.letter or set(one_hop.letter) != set(one_hop.number):
        raise Misread("one_hop: number and letter have no windows, or not the same")


def _heads(what: str, scores: Iterable[HeadScores]) -> None:
    """Some heads, each of its own layer and number, counted from 0."""
    places = [(head.layer, head.head) for head in scores]
    if not places or min(map(min, places)) < 0:
        raise Misread(f"{what}: no heads, or one below 0")
    _once(what, places)


def _planes(what: str, profiles: Iterable[Profile]) -> None:
    """Each head's two scores at the same frequencies, one at least."""
    for head in profiles:
        if not len(head.s_pos) == len(head.s_sym) > 0:
            raise Misread(
                f"{what}: head {head.layer}:{head.head} has s_pos at {len(head.s_pos)} frequencies,"
                f" s_sym at {len(head.s_sym)}: as many are needed, and one at least"
            )


def _words(one: JudgedClaim) -> None:
    """Refuse a verdict, an expected one or a mark that is no word of the gate's.

    Raises:
        Misread: one is none.
    """
    for name, known in (("verdict", list(Verdict)), ("expected", list(Verdict)), ("gate", MARKS)):
        word = getattr(one, name)
        if word not in known:
            raise Misread(f"claims: {name} {word!r} of {one.id} is none of {', '.join(known)}")


def _once(what: str, values: Iterable[object]) -> None:
    listed = list(values)
    if len(set(listed)) < len(listed):
        raise Misread(f"{what} stands there twice")
