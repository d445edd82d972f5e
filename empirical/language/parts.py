"""What is measured of a language model beyond its heads on any text (papers A and B), part by part.

``binding`` (scores and frequencies of every head on the binding task), ``sensitivity`` (the
reviewers' options, on the same inputs) and ``one_hop``. A part that cannot be had of a model is
reported with the reason, and the claims that need it are undecided.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from empirical.models.hub import ModelError
from empirical.protocol.found import Part
from empirical.protocol.request import Request

if TYPE_CHECKING:
    from empirical.instrument.session import Session
    from empirical.models.pretrained import Loaded
    from theory.ledger import Claim
TASK_INPUTS = 32
"""Inputs of the controlled tasks on which the scores' options are tried."""
Families = Mapping[str, Any]
"""What was found on the binding task, by the family of the model."""
NO_TOKENIZER = (
    "the model has no tokenizer, so no task can be posed: put its tokenizer.json into the folder"
)


def speaks(loaded: Loaded) -> bool:
    """Whether a model reads text: it has a tokenizer, and not that of a controlled task."""
    return loaded.tokenizer is not None and loaded.task is None


def check(models: Sequence[Loaded], request: Request) -> None:
    """See that what was asked for can be had of these models.

    Raises:
        ModelError: not of this one.
    """
    silent = [model.name for model in models if not speaks(model)]
    if request.against_random and silent:
        raise ModelError(
            f"{silent[0]} reads no text: --against-random is of the binding task, name a language"
            " model with a tokenizer by --model"
        )


def measure(loaded: Loaded, request: Request, session: Session) -> Part:
    """The parts asked for, of one model; of one that reads no text, only the options if any."""
    from empirical.language import binding, onehop, twin

    if not speaks(loaded):
        if loaded.task:
            return _on_task(loaded, request, session)
        return {"binding": {"reason": NO_TOKENIZER}}
    family = str(loaded.model.config.get_text_config().model_type)
    found: Part = {"family": family.removesuffix("_text")}
    if "binding" not in request.without:
        with _reason(found, "binding"):
            found |= binding.measure(loaded, request, session)
    if request.against_random and "scores" in found["binding"]:
        with _reason(found, "random"):
            found["random"] = twin.measure(loaded, found["binding"], request, session)
    if "one-hop" not in request.without:
        with _reason(found, "one_hop"):
            found["one_hop"] = onehop.measure(loaded, request, session)
    return found


@contextmanager
def _reason(found: Part, part: str) -> Iterator[None]:
    """Put down why a part could not be measured, if it could not."""
    try:
        yield
    except ModelError as error:
        cast(dict[str, Any], found)[part] = {"reason": str(error)}


def _on_task(loaded: Loaded, request: Request, session: Session) -> Part:
    """``frequencies`` and ``sensitivity`` of a model that speaks a controlled task."""
    from empirical.instrument.measure import EVALUATION_SEED
    from empirical.instrument.scores import scored
    from empirical.language import sensitivity
    from empirical.language.binding import every_frequency
    from empirical.models.data import sequences

    if "sensitivity" in request.without:
        return {}
    tokens = sequences(str(loaded.task), TASK_INPUTS, EVALUATION_SEED, stream=3).tokens
    rules = request.convention
    of = {"inputs": tokens, "scoring": rules.phrase}
    work = session.work(loaded, "every frequency", len(tokens), **of)
    results = work.by_layer(
        loaded.model, tokens, lambda layer: scored(layer, rules, per_frequency=True)
    )
    blocks = sensitivity.Blocks(0, tokens.shape[1] - 1, rules)
    return {
        "frequencies": every_frequency(results),
        "sensitivity": sensitivity.measure(loaded, tokens, blocks, session),
    }


def applicable(found: Collection[Mapping[str, Any]], families: Families) -> list[Claim]:
    """The claims about language models that these can be held to by what was found of them, and
    with the binding tasks of other families' models."""
    from empirical.language.claims import REAL_CLAIMS

    if not found or not all("family" in model for model in found):
        return []
    left_out = {"A-e-family"} if not families else set()
    if not all("binding" in model for model in found):
        left_out |= {"A-e-anti", "A-e-depth", "A-e-band", "A-e-family"}
    if not all("one_hop" in model for model in found):
        left_out.add("B-e-llm")
    return [claim for claim in REAL_CLAIMS if claim.id not in left_out]


def measurement(found: Collection[Mapping[str, Any]], families: Families) -> dict[str, Any]:
    """What the checks of REAL_CLAIMS read beside the models' findings."""
    from empirical.language.settings import THRESHOLDS

    own = {m["family"]: m["binding"] for m in found if "scores" in m.get("binding", {})}
    return {"real": dict(THRESHOLDS), "families": {**families, **own}}
