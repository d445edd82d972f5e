"""Planted measurements for the claims about the shipped models, and their mutants. No results."""

from __future__ import annotations

from typing import Any

from empirical.protocol.planted import Measurement, Mutants, changed, drop, exchange, put
from theory.ledger import Kind


def _both(measured: Measurement, **tasks: Any) -> Measurement:
    return {**measured, "required": ["number", "letter"], "tasks": tasks}


def accuracy(measured: Measurement) -> Measurement:
    """Every answer right."""
    hops = {str(h): [1000, 1000] for h in range(1, 5)}
    return _both(measured, number={"hops": dict(hops)}, letter={"hops": dict(hops)})


def _read_as_errors(measurement: Measurement) -> None:
    for hops in (t["hops"] for t in measurement["tasks"].values()):
        for h, (right, total) in hops.items():
            hops[h] = [total - right, total]


ACCURACY_MUTANTS: Mutants = {
    "letter model at chance": (Kind.DATA, changed(put([16, 1000], "tasks", "letter", "hops", "1"))),
    "four hops at 0.97": (Kind.DATA, changed(put([970, 1000], "tasks", "number", "hops", "4"))),
    "letter not measured": (Kind.TERM, changed(drop("letter"))),
    "accuracy read as error": (Kind.DATA, changed(_read_as_errors)),
    "only one hop measured": (
        Kind.QUANTIFIER,
        changed(put({"1": [1000, 1000]}, "tasks", "number", "hops")),
    ),
    "threshold above every accuracy": (Kind.CONSTANT, changed(put(1.01, "at_least"))),
}


def _heads(positional: int, symbolic: int, neither: int) -> list[dict[str, Any]]:
    scores = [(0.97, 0.03)] * positional + [(0.03, 0.97)] * symbolic + [(0.6, 0.6)] * neither
    return [
        {"layer": i, "head": 0, "s_pos": p, "s_pos_error": 0.005, "s_sym": s, "s_sym_error": 0.005}
        for i, (p, s) in enumerate(scores)
    ]


def mix(measured: Measurement) -> Measurement:
    """The published layout: number 4 positional and 8 symbolic, letter 11 symbolic."""
    return _both(measured, number={"scores": _heads(4, 8, 0)}, letter={"scores": _heads(0, 11, 1)})


def _flip_letter(measurement: Measurement) -> None:
    for head in measurement["tasks"]["letter"]["scores"]:
        head["s_pos"], head["s_sym"] = head["s_sym"], head["s_pos"]


MIX_MUTANTS: Mutants = {
    "scores of an untrained model": (
        Kind.DATA,
        changed(
            put(
                [dict(h, s_pos=0.99, s_sym=0.99) for h in _heads(0, 0, 12)],
                "tasks",
                "number",
                "scores",
            )
        ),
    ),
    "letter's two scores exchanged": (Kind.INDEX, changed(_flip_letter)),
    "tasks exchanged": (Kind.INDEX, changed(exchange)),
    "number without positional heads": (
        Kind.DATA,
        changed(put(_heads(0, 12, 0), "tasks", "number", "scores")),
    ),
    "one letter head positional": (
        Kind.DATA,
        changed(put(_heads(1, 11, 0), "tasks", "letter", "scores")),
    ),
    "letter not measured": (Kind.TERM, changed(drop("letter"))),
    "purity level 0.01": (Kind.CONSTANT, changed(put(0.01, "gamma"))),
}


def lengths(measured: Measurement) -> Measurement:
    """Letter at 0.97 to 850 tokens; number falling from 1 to a half."""
    until, by = str(measured["until"]), str(measured["collapsed_by"])
    return _both(
        measured,
        number={"lengths": {"17": [800, 800], by: [500, 800], until: [100, 800]}},
        letter={"lengths": {"17": [800, 800], by: [790, 800], until: [776, 800]}},
    )


def _until_only_short(measurement: Measurement) -> None:
    del measurement["tasks"]["letter"]["lengths"][str(measurement["until"])]


def _letter_dips(measurement: Measurement) -> None:
    measurement["tasks"]["letter"]["lengths"][str(measurement["until"])] = [640, 800]


def _number_stays(measurement: Measurement) -> None:
    found = measurement["tasks"]["number"]["lengths"]
    measurement["tasks"]["number"]["lengths"] = dict.fromkeys(found, [800, 800])


LENGTHS_MUTANTS: Mutants = {
    "number does not fall": (Kind.DATA, changed(_number_stays)),
    "tasks exchanged": (Kind.INDEX, changed(exchange)),
    "letter 0.8 at the last length": (Kind.DATA, changed(_letter_dips)),
    "the last length not measured": (Kind.QUANTIFIER, changed(_until_only_short)),
    "keeps > 0.995": (Kind.CONSTANT, changed(put(0.995, "keeps"))),
}


def heads(measured: Measurement) -> Measurement:
    """Matrices that attain the bound, M[a, p] = (λ_a + λ_p)/2, put through the measure."""
    import numpy as np

    from empirical.instrument.measure import exclusion

    logits = np.random.default_rng(0).normal(size=(5, 16))
    tight = exclusion((logits[:, :, None] + logits[:, None, :]) / 2)
    return _both(measured, number={"exclusion": tight}, letter={"exclusion": dict(tight)})


HEADS_MUTANTS: Mutants = {
    "bound tightened by 1 %": (Kind.CONSTANT, changed(put(0.99, "limit"))),
    "letter not measured": (Kind.TERM, changed(drop("letter"))),
    "variance above the bound": (
        Kind.DATA,
        changed(put(1e-3, "tasks", "letter", "exclusion", "excess")),
    ),
    "slack is not the sum of squares": (
        Kind.DATA,
        changed(put(1e-3, "tasks", "number", "exclusion", "identity")),
    ),
    "no head measured": (Kind.QUANTIFIER, changed(put(0, "tasks", "number", "exclusion", "heads"))),
    "variance outside the two sides": (
        Kind.DATA,
        changed(put(1e-3, "tasks", "number", "exclusion", "outside")),
    ),
}
