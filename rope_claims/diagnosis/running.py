"""What the measured angles of a model say: layer by layer, and while it generates."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import torch

from empirical.instrument.hook import ROTARY
from empirical.instrument.rotation import Rotation
from rope_claims.diagnosis import faults
from rope_claims.diagnosis.measured import (
    Layout,
    Turned,
    measured_passes,
    model_vocabulary,
    slopes,
    tables_kept,
)
from rope_claims.diagnosis.positions import misread
from rope_claims.diagnosis.results import Finding
from rope_claims.diagnosis.written import WrittenRule

if TYPE_CHECKING:
    from transformers import PreTrainedModel

PROMPT, PADDED, NEW = 6, 3, 3
"""Tokens of a prompt, of padding before the second one, and generated."""


BACKWARDS = (
    "the angles have the opposite sign: queries and keys turn the other way",
    "a pair at distance d has the score that the configuration gives to distance -d",
)
"""The finding of a layer that turns the other way, and its effect."""
OF_ONE = {"queries": "query", "keys": "key"}
BY_POSITION = "llama_4_scaling_beta"
"""The parameter that asks for queries whose length depends on the position."""
LENGTHENED = "logits are multiplied by a number that depends on the position"


def noise(turned: Turned, positions: Sequence[int]) -> float:
    """How far a measured angle may be off: a phase's error over the longest distance."""
    longest = max(p for p in positions if p & (p - 1) == 0)
    return 8 * turned.unit / longest


def examined_running(
    turned: Turned,
    positions: Sequence[int],
    rule: WrittenRule,
    rules: Sequence[WrittenRule],
    pairing: str,
    measured: list[np.ndarray],
) -> Iterator[Finding]:
    """The findings of one layer in one pass.

    ``measured`` has the angles of the pass's other layers, and gains this one's if they differ.
    """
    layers, n = (turned.layer,), max(positions) + 1
    of_queries = replace(turned, keys=turned.queries)
    of_keys = replace(turned, queries=turned.keys)
    keys, queries = (slopes(one.phases(), positions) for one in (turned, of_queries))
    wanted = rule.angles(n)[0]
    doubt = noise(turned, positions)
    shown, theta = turned, keys
    unequal = list(_unequal(turned, keys, queries, doubt))
    if unequal:
        alone = some_frequency_turns(queries, doubt) and not some_frequency_turns(keys, doubt)
        shown, theta = (of_queries, queries) if alone else (of_keys, keys)
    if _backwards(keys, doubt) and _backwards(queries, doubt):
        yield Finding("direction", layers, *BACKWARDS, "run")
    sign = -1 if _backwards(theta, doubt) else 1
    strange, known = misread(shown, theta, sign * wanted, positions)
    if known:
        named = _agreed(sign * theta, measured, doubt)
        yield from _named(shown, positions, rule, rules, named)
    told = turned.pairing if some_frequency_turns(theta, doubt) and len(theta) > 1 else ""
    if pairing and told and pairing != told:
        message = f"the pairs are {told}; this architecture's are {pairing}"
        after = "the frequencies turn other coordinates than the weights were trained with"
        yield Finding("pairing", layers, message, after, "run")
    yield from (*strange, *unequal)


def _named(
    turned: Turned,
    positions: Sequence[int],
    rule: WrittenRule,
    rules: Sequence[WrittenRule],
    theta: np.ndarray,
) -> Iterator[Finding]:
    """What is wrong with angles (F,) and with the length of what turns."""
    n, doubt = max(positions) + 1, noise(turned, positions)
    wanted, factor = rule.angles(n)
    lengths = turned.lengths()
    ends = [int(lengths.argmin()), int(lengths.argmax())]
    varies = lengths[ends[1]] > lengths[ends[0]] * (1.02 + 4 * turned.unit)
    if not varies:
        factor = turned.factor()
    wrong = faults.named_fault(rule, rules, n, theta, factor, doubt, turned.unit)
    while wrong is not None:
        yield Finding(wrong.fault, (turned.layer,), wrong.message, _reach(wrong, wanted, n), "run")
        again = wrong.fault == "attention-factor"
        wrong = None if again else faults.factor_with_angles(wrong, factor, turned.unit)
    if varies and BY_POSITION not in rule.fields:
        told = [f"{lengths[one]:.4g} at position {positions[one]:,}" for one in ends]
        message = f"queries and keys are lengthened by {' and by '.join(told)}"
        yield Finding("attention-factor", (turned.layer,), message, LENGTHENED, "run")


def _agreed(theta: np.ndarray, measured: list[np.ndarray], doubt: float) -> np.ndarray:
    """The angles of an earlier layer that are the same up to noise, so that both are told alike."""
    for other in measured:
        if len(other) == len(theta) and faults.same_angles(theta, other, doubt):
            return other
    measured.append(theta)
    return theta


def some_frequency_turns(theta: np.ndarray, doubt: float) -> bool:
    """Whether some frequency turns, by angles that may be off by ``doubt``."""
    return bool((np.abs(theta) > doubt).any())


def _unequal(
    turned: Turned, keys: np.ndarray, queries: np.ndarray, doubt: float
) -> Iterator[Finding]:
    """Whether queries turn otherwise than keys at the same position."""
    difference = float(np.abs(np.angle(turned.keys * turned.queries.conj())).max())
    if difference <= 64 * turned.unit + 1e-5:
        return
    message = f"queries and keys at the same position turn differently, by {difference:.2g} rad"
    after = "a distance of 0 is seen as another one"
    if some_frequency_turns(queries, doubt) != some_frequency_turns(keys, doubt):
        which = ("queries", "keys") if some_frequency_turns(queries, doubt) else ("keys", "queries")
        message = f"{which[0]} turn and {which[1]} do not"
        after = f"a score depends on the position of the {OF_ONE[which[0]]}, not on the distance"
    elif some_frequency_turns(keys, doubt) and faults.same_angles(queries, -keys, doubt):
        message = "queries and keys turn in opposite directions"
        after = "a score depends on the sum of the two positions, not on the distance"
    yield Finding("queries", (turned.layer,), message, after, "run")


def _backwards(theta: np.ndarray, doubt: float) -> bool:
    """Whether every frequency that turns has a negative angle."""
    turning = theta[np.abs(theta) > doubt]
    return bool(len(turning)) and bool((turning < 0).all())


def _reach(wrong: faults.Suspect, wanted: np.ndarray, n: int) -> str:
    if wrong.fault == "attention-factor":
        return faults.ONLY_LOGITS
    return faults.effect(wanted, wrong.angles, n)


def pairing_of(home: ModuleType, turned: Turned) -> str:
    """The pairing of the architecture's own rotary function, read again from its file.

    So a function that has been replaced in memory is not asked about itself. '' where one pair or
    none turns, or the file has no such function.
    """
    path = home.__file__
    if path is None or turned.keys.shape[-1] < 2:
        return ""
    names: dict[str, Any] = {
        "__name__": home.__name__,
        "__package__": home.__package__,
        "__file__": path,
    }
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), names)
    if ROTARY not in names:
        return ""
    function = names[ROTARY]
    code = function.__code__.co_varnames
    width, table = turned.given
    rows = torch.ones(1, 1, table)
    own = Rotation(function, rows, rows, width, "k" in code, code[0] == "tensor")
    first = own.planes(width)[0].tolist()
    return "interleaved" if first == [0, 1] else "half-split"


def home(config: Any) -> ModuleType | None:
    """The model file of a configuration's architecture."""
    from transformers import AutoModel

    try:
        return sys.modules[AutoModel._model_mapping[type(config)].__module__]
    except KeyError:
        return None


def generated_tokens(
    model: PreTrainedModel, angles: dict[int, np.ndarray], layouts: dict[int, Layout]
) -> Iterator[tuple[int, np.ndarray]]:
    """Layer by layer, the positions (2, PROMPT + NEW - 1) at which a batch's tokens are turned.

    The first prompt is whole, the second begins with padding. ``angles`` (F,) and ``layouts`` are
    those of a layer.
    Yields nothing if the passes cannot be distinguished.
    """
    from transformers import GenerationConfig

    tokens = torch.arange(2 * PROMPT).reshape(2, PROMPT) % model_vocabulary(model)
    mask = torch.ones_like(tokens)
    mask[1, :PADDED] = 0
    asked = GenerationConfig(
        max_new_tokens=NEW, min_new_tokens=NEW, do_sample=False, num_beams=1, pad_token_id=0
    )
    device, network = model.device, cast(Any, model)
    with tables_kept(model), measured_passes(model, layouts) as turned:
        network.generate(tokens.to(device), attention_mask=mask.to(device), generation_config=asked)
    depth, rest = divmod(len(turned), NEW)
    if rest:
        return
    for layer in range(depth):
        runs = [one for one in turned[layer::depth] if one is not None]
        if len(runs) == NEW and runs[0].layer in angles:
            theta = angles[runs[0].layer]
            yield runs[0].layer, np.concatenate([_places(one, theta) for one in runs], axis=1)


def _places(turned: Turned, theta: np.ndarray) -> np.ndarray:
    """The whole positions (B, T) whose angles are nearest to a layer's keys."""
    candidates = np.arange(4 * (PROMPT + NEW))
    phases = np.angle(turned.keys)
    many = min(len(theta), phases.shape[-1])
    gaps = phases[..., None, :many] - candidates[:, None] * theta[:many]
    return np.asarray(np.cos(gaps).sum(-1).argmax(-1))


def misplaced(layer: int, places: np.ndarray) -> Iterator[Finding]:
    """The findings of ``generated``'s positions in one layer."""
    places = places - places[0, 0]  # one shift of all positions changes no distance
    whole, padded = places[0], places[1, PADDED:]
    wanted = np.arange(len(whole))
    if (whole != wanted).any():
        at = int((whole != wanted).argmax())
        message = (
            f"token {at} is at position {whole[at]} (tokens 0–{PROMPT - 1} are the prompt, the"
            " later ones are generated)"
        )
        after = f"distances across it are off by {abs(int(whole[at]) - at)}"
        yield Finding("cache", (layer,), message, after, "run")
        return
    if (padded != wanted[: len(padded)]).any():
        message = f"with left padding by {PADDED} the first token is at position {padded[0]}"
        jump = int(padded[PROMPT - PADDED] - padded[PROMPT - PADDED - 1]) - 1
        message += f", and the first generated one {jump} positions too far" if jump else ""
        after = (
            f"distances from generated tokens to the prompt are off by {abs(jump)}"
            if jump
            else "distances stay; rules that depend on the length see a longer one"
        )
        yield Finding("padding", (layer,), message, after, "run")
