"""Planted measurements for the claims about language models, and their mutants. No results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from empirical.protocol.planted import Measurement, Mutants, changed, put
from theory.ledger import Kind

Planted = tuple[Callable[[Measurement], Measurement], Mutants]
LAYERS, HEADS, PLANES = 16, 4, 48
MODEL = "planted"


def binding(seed: int = 0) -> dict[str, Any]:
    """Heads whose scores exchange places over depth, and planes as Fig. 1C draws them."""
    rng = np.random.default_rng(seed)
    scores, frequencies = [], []
    shape = np.repeat([0.9, 0.8, 0.2], [PLANES // 16, 2 * PLANES // 3 - PLANES // 16, PLANES // 3])
    for layer, head in np.ndindex(LAYERS, HEADS):
        share = (0.95 - 0.6 * layer / (LAYERS - 1)) + rng.uniform(-0.04, 0.04)
        mirrored = 1.0 - share + rng.uniform(-0.04, 0.04)
        scores.append({"layer": layer, "head": head, "s_pos": share, "s_sym": mirrored})
        pos = np.clip(shape + rng.uniform(-0.1, 0.1, PLANES), 0, 1)
        sym = np.where(shape > 0.85, 0.9, 1 - pos)
        planes = {"s_pos": pos.tolist(), "s_sym": sym.tolist()}
        frequencies.append({"layer": layer, "head": head, **planes})
    about = {"inputs": 16, "layers": LAYERS, "left_out": []}
    return about | {"scores": scores, "frequencies": frequencies}


def one_model(measured: Measurement) -> Measurement:
    """One model that does as claimed."""
    from empirical.language.settings import THRESHOLDS

    tasks = {MODEL: {"binding": binding(), "one_hop": _one_hop()}}
    return {**measured, "required": [MODEL], "tasks": tasks, "real": dict(THRESHOLDS)}


def families(measured: Measurement) -> Measurement:
    """Three families that do as claimed."""
    found = {name: binding(seed) for seed, name in enumerate(("gemma2", "qwen2", "llama"))}
    return one_model(measured) | {"families": found}


def _one_hop() -> dict[str, Any]:
    shares = {
        "number": {12: 60, 32: 40, 100: 20, 300: 10},
        "letter": {12: 98, 32: 95, 100: 90, 300: 85},
    }
    return {t: {str(w): [n, 100] for w, n in found.items()} for t, found in shares.items()}


def _heads(change: Callable[[dict[str, Any], int], None], where: str = "scores") -> Any:
    """Change every head of the planted model; the function gets its place in the list too."""

    def whole(measurement: Measurement) -> None:
        for n, head in enumerate(measurement["tasks"][MODEL]["binding"][where]):
            change(head, n)

    return changed(whole)


def _shuffled(head: dict[str, Any], _: int) -> None:
    head["s_sym"] = float(np.random.default_rng(head["layer"] * HEADS + head["head"]).random())


def _equal(head: dict[str, Any], _: int) -> None:
    head["s_sym"] = head["s_pos"]


def _exchanged(head: dict[str, Any], _: int) -> None:
    head["s_pos"], head["s_sym"] = head["s_sym"], head["s_pos"]


def _upside_down(head: dict[str, Any], _: int) -> None:
    head["layer"] = LAYERS - 1 - head["layer"]


def _dealt(head: dict[str, Any], n: int) -> None:
    head["layer"] = 7 * n % LAYERS


def _reversed(head: dict[str, Any], _: int) -> None:
    head["s_pos"], head["s_sym"] = head["s_pos"][::-1], head["s_sym"][::-1]


def _flat(head: dict[str, Any], _: int) -> None:
    head["s_pos"], head["s_sym"] = [0.6] * PLANES, [0.55] * PLANES


def _lower_fastest(head: dict[str, Any], _: int) -> None:
    head["s_sym"] = [0.1 if n < PLANES // 16 else s for n, s in enumerate(head["s_sym"])]


def _few(where: str) -> Callable[[Measurement], Measurement]:
    def change(measurement: Measurement) -> None:
        task = measurement["tasks"][MODEL]["binding"]
        task[where] = task[where][:3]

    return changed(change)


COMMON: Mutants = {
    "another model required": (Kind.TERM, changed(put([MODEL, "other"], "required"))),
    "one input scored": (Kind.HYPOTHESIS, changed(put(1, "tasks", MODEL, "binding", "inputs"))),
}
ANTI: Planted = (
    one_model,
    COMMON
    | {
        "symbolic scores at random": (Kind.DATA, _heads(_shuffled)),
        "scores equal": (Kind.DATA, _heads(_equal)),
        "three heads": (Kind.QUANTIFIER, _few("scores")),
        "r below -0.9999": (Kind.CONSTANT, changed(put(-0.9999, "real", "r"))),
    },
)
DEPTH: Planted = (
    one_model,
    COMMON
    | {
        "layers in reverse": (Kind.DATA, _heads(_upside_down)),
        "layers dealt anew": (Kind.DATA, _heads(_dealt)),
        "scores exchanged": (Kind.INDEX, _heads(_exchanged)),
        "three heads": (Kind.QUANTIFIER, _few("scores")),
        "early layers above .97": (Kind.CONSTANT, changed(put(0.97, "real", "early"))),
    },
)
BAND: Planted = (
    one_model,
    COMMON
    | {
        "frequencies in reverse": (Kind.INDEX, _heads(_reversed, "frequencies")),
        "scores exchanged": (Kind.INDEX, _heads(_exchanged, "frequencies")),
        "every frequency alike": (Kind.DATA, _heads(_flat, "frequencies")),
        "fastest not symbolic": (Kind.DATA, _heads(_lower_fastest, "frequencies")),
        "three heads": (Kind.QUANTIFIER, _few("frequencies")),
        "fastest above 0.99": (Kind.CONSTANT, changed(put(0.99, "real", "high"))),
    },
)


def _family(change: Callable[[dict[str, Any], int], None], where: str = "scores") -> Any:
    def whole(measurement: Measurement) -> None:
        for n, head in enumerate(measurement["families"]["qwen2"][where]):
            change(head, n)

    return changed(whole)


def _without_llama(measurement: Measurement) -> None:
    del measurement["families"]["llama"]


FAMILY: Planted = (
    families,
    {
        "no model of one family": (Kind.QUANTIFIER, changed(_without_llama)),
        "one family's layers in reverse": (Kind.DATA, _family(_upside_down)),
        "one family at random": (Kind.DATA, _family(_shuffled)),
        "one family's bands exchanged": (Kind.INDEX, _family(_exchanged, "frequencies")),
        "r below -0.9999": (Kind.CONSTANT, changed(put(-0.9999, "real", "r"))),
        "one family on one input": (
            Kind.HYPOTHESIS,
            changed(put(1, "families", "llama", "inputs")),
        ),
    },
)


def _swap_tasks(measurement: Measurement) -> None:
    found = measurement["tasks"][MODEL]["one_hop"]
    found["number"], found["letter"] = found["letter"], found["number"]


def _letter_falls(measurement: Measurement) -> None:
    measurement["tasks"][MODEL]["one_hop"]["letter"]["300"] = [25, 100]


def _one_length(measurement: Measurement) -> None:
    found = measurement["tasks"][MODEL]["one_hop"]
    measurement["tasks"][MODEL]["one_hop"] = {task: {"12": c["12"]} for task, c in found.items()}


ONE_HOP: Planted = (
    one_model,
    {
        "tasks exchanged": (Kind.INDEX, changed(_swap_tasks)),
        "letter falls as fast": (Kind.DATA, changed(_letter_falls)),
        "letter wrong at 32": (
            Kind.DATA,
            changed(put([30, 100], "tasks", MODEL, "one_hop", "letter", "32")),
        ),
        "one length only": (Kind.QUANTIFIER, changed(_one_length)),
        "falls ten times more slowly": (Kind.CONSTANT, changed(put(10.0, "real", "slower"))),
        "another model required": (Kind.TERM, changed(put([MODEL, "other"], "required"))),
    },
)
