"""Synthetic measurements for the claims about the shipped models, and their mutants. No results."""

from collections.abc import Callable
from dataclasses import replace

from empirical.experiments.shipped.bounds import Measurement
from empirical.protocol import settings
from empirical.protocol.findings import CountsBy, HeadScores, Model
from empirical.protocol.synthetic import (
    Change,
    Mutants,
    applied,
    changed,
    exchanged,
    replaced_records,
    synthetic_head,
    synthetic_model,
    without_task,
)
from theory.ledger import Kind


def _both(measured: Measurement, number: Model, letter: Model) -> Measurement:
    tasks = {"number": number, "letter": letter}
    return replace(measured, required=tuple(tasks), tasks=tasks)


def every_answer_right(measured: Measurement) -> Measurement:
    """Every answer right."""
    right = synthetic_model("synthetic", hops={str(h): (1000, 1000) for h in range(1, 5)})
    return _both(measured, right, right)


ACCURACY_MUTANTS: Mutants = {
    "letter model at chance": replaced_records((16, 1000), "tasks", "letter", "hops", "1"),
    "four hops at 0.97": replaced_records((970, 1000), "tasks", "number", "hops", "4"),
    "letter not measured": (Kind.TERM, without_task("letter")),
    "accuracy read as error": applied(
        lambda count: (count[1] - count[0], count[1]), "tasks", ..., "hops", ...
    ),
    "only one hop measured": (
        Kind.QUANTIFIER,
        replaced_records({"1": (1000, 1000)}, "tasks", "number", "hops"),
    ),
    "threshold above every accuracy": (Kind.CONSTANT, replaced_records(1.01, "bounds", "at_least")),
}


def _heads(positional: int, symbolic: int, neither: int) -> tuple[HeadScores, ...]:
    scores = [(0.97, 0.03)] * positional + [(0.03, 0.97)] * symbolic + [(0.6, 0.6)] * neither
    return tuple(
        synthetic_head(layer, s_pos, s_sym, 0.005) for layer, (s_pos, s_sym) in enumerate(scores)
    )


def published_layout(measured: Measurement) -> Measurement:
    """The published layout: number 4 positional and 8 symbolic, letter 11 symbolic."""
    number, letter = _heads(4, 8, 0), _heads(0, 11, 1)
    return _both(
        measured,
        synthetic_model("synthetic", scores=number),
        synthetic_model("synthetic", scores=letter),
    )


_flipped = changed(s_pos=lambda head: head.s_sym, s_sym=lambda head: head.s_pos)
UNTRAINED = tuple(replace(head, s_pos=0.99, s_sym=0.99) for head in _heads(0, 0, 12))
MIX_MUTANTS: Mutants = {
    "scores of an untrained model": replaced_records(UNTRAINED, "tasks", "number", "scores"),
    "letter's two scores exchanged": (
        Kind.INDEX,
        applied(_flipped, "tasks", "letter", "scores", ...),
    ),
    "tasks exchanged": (Kind.INDEX, exchanged),
    "number without positional heads": replaced_records(
        _heads(0, 12, 0), "tasks", "number", "scores"
    ),
    "letter without symbolic heads": replaced_records(
        _heads(0, 0, 12), "tasks", "letter", "scores"
    ),
    "one letter head positional": replaced_records(_heads(1, 11, 0), "tasks", "letter", "scores"),
    "one of letter's layers alone": replaced_records(_heads(0, 1, 0), "tasks", "letter", "scores"),
    "two of number's layers alone": replaced_records(_heads(1, 1, 0), "tasks", "number", "scores"),
    "letter not measured": (Kind.TERM, without_task("letter")),
    "purity level 0.01": (Kind.CONSTANT, replaced_records(0.01, "bounds", "gamma")),
}


def published_curve_lengths(measured: Measurement) -> Measurement:
    """Letter at 0.97 to 850 tokens; number falling from 1 to a half."""
    by, until = measured.bounds.collapsed_by, measured.bounds.until
    number = {str(n): (500 if n >= by else 800, 800) for n in settings.LENGTHS["number"]}
    letter = {str(n): (776 if n >= until else 800, 800) for n in settings.LENGTHS["letter"]}
    return _both(
        measured,
        synthetic_model("synthetic", lengths=number),
        synthetic_model("synthetic", lengths=letter),
    )


def _left(keep: Callable[[int, int], bool], task: str) -> Change:
    """A task's lengths that are kept, by length and the greatest of all, and no others."""
    return applied(
        lambda counts: {n: x for n, x in counts.items() if keep(int(n), max(map(int, counts)))},
        *("tasks", task, "lengths"),
    )


def _keeps_most(lengths: CountsBy) -> CountsBy:
    """0.83 from the length on where it is asked whether accuracy fell."""
    fallen = {n: (664, 800) for n in lengths if int(n) >= settings.COLLAPSED_BY}
    return {**lengths, **fallen}


def _dips(lengths: CountsBy) -> CountsBy:
    """0.8 at the greatest length."""
    return {**lengths, max(lengths, key=int): (640, 800)}


LENGTHS_MUTANTS: Mutants = {
    "number does not fall": replaced_records((800, 800), "tasks", "number", "lengths", ...),
    "number 0.83 from 68 tokens on": applied(_keeps_most, "tasks", "number", "lengths"),
    "tasks exchanged": (Kind.INDEX, exchanged),
    "letter 0.8 at the last length": applied(_dips, "tasks", "letter", "lengths"),
    "letter at the last length alone": _left(lambda n, most: n == most, "letter"),
    "number at one length alone": _left(lambda n, _: n == settings.COLLAPSED_BY, "number"),
    "the last length not measured": (Kind.QUANTIFIER, _left(lambda n, most: n < most, "letter")),
    "keeps > 0.995": (Kind.CONSTANT, replaced_records(0.995, "bounds", "keeps")),
}


def bound_attaining_heads(measured: Measurement) -> Measurement:
    """Matrices that attain the bound, M[a, p] = (λ_a + λ_p)/2, put through the measure."""
    import numpy as np

    from empirical.instrument.measure import exclusion

    logits = np.random.default_rng(0).normal(size=(5, 16))
    tight = exclusion((logits[:, :, None] + logits[:, None, :]) / 2)
    shown = synthetic_model(
        "synthetic", inputs=len(logits), scores=_heads(0, 1, 0), exclusion=tight
    )
    return _both(measured, shown, shown)


HEADS_MUTANTS: Mutants = {
    "bound tightened by 1 %": (Kind.CONSTANT, replaced_records(0.99, "bounds", "limit")),
    "letter not measured": (Kind.TERM, without_task("letter")),
    "variance above the bound": replaced_records(1e-3, "tasks", "letter", "exclusion", "excess"),
    "slack is not the sum of squares": replaced_records(
        1e-3, "tasks", "number", "exclusion", "identity"
    ),
    "no head measured": (
        Kind.QUANTIFIER,
        replaced_records(0, "tasks", "number", "exclusion", "heads"),
    ),
    "a head's matrices left out": (
        Kind.QUANTIFIER,
        replaced_records(_heads(0, 2, 0), "tasks", "letter", "scores"),
    ),
    "excess below any": replaced_records(-1e9, "tasks", "letter", "exclusion", "excess"),
    "a distance below 0": replaced_records(-1e9, "tasks", "number", "exclusion", "identity"),
    "outside below any": replaced_records(-1e9, "tasks", "letter", "exclusion", "outside"),
    "a ratio below 0": replaced_records(-3.0, "tasks", "letter", "exclusion", "tightest"),
    "variance outside the two sides": replaced_records(
        1e-3, "tasks", "number", "exclusion", "outside"
    ),
}
