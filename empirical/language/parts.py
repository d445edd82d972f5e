"""What is measured of a language model beyond its heads on any text (spec E3), part by part.

``binding`` (scores and frequencies of every head on the binding task), ``sensitivity`` (the
reviewers' options, on the same inputs) and ``one_hop``. A part that cannot be had of a model is
reported with the reason, and the claims that need it are undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empirical.language.request import Request

if TYPE_CHECKING:
    from empirical.instrument.measure import Step
    from empirical.models.pretrained import Loaded
    from theory.ledger import Claim
TASK_INPUTS = 32
"""Inputs of the controlled tasks on which the scores' options are tried."""
NO_TOKENIZER = (
    "the model has no tokenizer, so no task can be posed: put its tokenizer.json into the folder"
)


def speaks(loaded: Loaded) -> bool:
    """Whether a model reads text: it has a tokenizer, and not that of a controlled task."""
    return loaded.tokenizer is not None and loaded.task is None


def check(models: Sequence[Loaded], asked: Request) -> None:
    """See that what was asked for can be had of these models.

    Raises:
        ModelError: not of this one.
    """
    from empirical.models.hub import ModelError

    silent = [model.name for model in models if not speaks(model)]
    if asked.against_random and silent:
        raise ModelError(
            f"{silent[0]} reads no text: --against-random is of the binding task, name a language"
            " model with a tokenizer by --model"
        )


def measure(
    loaded: Loaded,
    asked: Request,
    announce: Callable[[str, int], Step],
    layers: Path | None = None,
) -> dict[str, Any]:
    """The parts asked for, of one model; of one that reads no text, only the options if any."""
    from empirical.language import binding as real_binding

    if not speaks(loaded):
        if loaded.task:
            return _on_task(loaded, asked, announce, layers)
        return {"binding": {"reason": NO_TOKENIZER}}
    found: dict[str, Any] = {"family": str(loaded.model.config.get_text_config().model_type)}
    found["family"] = found["family"].removesuffix("_text")
    if "binding" not in asked.without:
        found |= _tried("binding", lambda: real_binding.measure(loaded, asked, announce, layers))
    if "one-hop" not in asked.without:
        found |= _tried("one_hop", lambda: _one_hop(loaded, asked, announce, layers))
    if asked.against_random and "scores" in found["binding"]:
        from empirical.language import twin

        trained = found["binding"]  # last: it is the model's own weights that are drawn anew
        found |= _tried("random", lambda: twin.measure(loaded, trained, asked, announce, layers))
    return found


def _on_task(
    loaded: Loaded, asked: Request, announce: Callable[[str, int], Step], layers: Path | None
) -> dict[str, Any]:
    """``frequencies`` and ``sensitivity`` of a model that speaks a controlled task."""
    from empirical.instrument import layered
    from empirical.instrument.measure import EVALUATION_SEED, about
    from empirical.language import sensitivity
    from empirical.language.binding import every_frequency
    from empirical.models.data import sequences

    if "sensitivity" in asked.without:
        return {}
    tokens = sequences(str(loaded.task), TASK_INPUTS, EVALUATION_SEED, stream=3).tokens
    blocks = sensitivity.Blocks(0, 1, tokens.shape[1] - 1)
    step = announce(f"{loaded.name}: the scores' options", len(tokens))
    options = {"tau": asked.tau, "cosine": asked.cosine}
    kept = layers and layered.Kept(layers, about(loaded, tokens, f"every frequency, {options}"))
    results = layered.by_layer(
        loaded.model,
        tokens,
        lambda layer: layered.scored(layer, per_frequency=True, **options),
        kept,
    )
    found = sensitivity.measure(loaded, tokens, blocks, step=step, layers=layers, **options)
    return {"frequencies": every_frequency(results), "sensitivity": found}


def _tried(part: str, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What a part measured, or why it could not."""
    from empirical.models.hub import ModelError

    try:
        return measure()
    except ModelError as error:
        return {part: {"reason": str(error)}}


def _one_hop(
    loaded: Loaded, asked: Request, announce: Callable[[str, int], Step], layers: Path | None
) -> dict[str, Any]:
    from empirical.language import onehop

    todo = 2 * len(asked.windows) * onehop.RUNS * onehop.QUESTIONS
    step = announce(f"{loaded.name}: 1-hop tasks", todo)
    return {"one_hop": onehop.measure(loaded, asked.windows, step=step, layers=layers)}


def applicable(models: Sequence[Loaded], asked: Request | None) -> list[Claim]:
    """The claims about language models that these can be held to, with what was asked for."""
    from empirical.language.claims import REAL_CLAIMS

    if asked is None or not models or not all(map(speaks, models)):
        return []
    left_out = {"A-e-family"} if not asked.families else set()
    if "binding" in asked.without:
        left_out |= {"A-e-anti", "A-e-depth", "A-e-band", "A-e-family"}
    if "one-hop" in asked.without:
        left_out.add("B-e-llm")
    return [claim for claim in REAL_CLAIMS if claim.id not in left_out]


def measurement(found: dict[str, dict[str, Any]], asked: Request | None) -> dict[str, Any]:
    """What the checks of REAL_CLAIMS read beside the models' findings."""
    from empirical.language.settings import THRESHOLDS

    own = {m["family"]: m["binding"] for m in found.values() if "scores" in m.get("binding", {})}
    return {"real": dict(THRESHOLDS), "families": (asked.families if asked else {}) | own}
