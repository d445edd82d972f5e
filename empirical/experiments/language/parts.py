"""What is measured of a language model beyond its heads on any text (papers A and B), part by part.

``binding`` (scores and frequencies of every head on the binding task), ``sensitivity`` (the
reviewers' options, on the same inputs), ``cards`` (heads to look at) and ``one_hop``. A part that
cannot be had of a model is reported with the reason, and the claims that need it are undecided.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from empirical.models.confined import Exhausted
from empirical.models.hub import ModelError
from empirical.protocol.findings import BindingHeads, BindingPart, Cards, Lacking, Model, RandomPart
from empirical.protocol.measured import OnModels
from empirical.protocol.request import Request

if TYPE_CHECKING:
    from empirical.experiments.language.settings import LanguageBounds
    from empirical.instrument.session import Session
    from empirical.models.pretrained import Loaded
    from theory.ledger import Claim
TASK_INPUTS = 32
"""Inputs of the controlled tasks on which the scores' options are tried."""
Families = Mapping[str, BindingHeads]
"""What was found on the binding task, by the family of the model."""
T = TypeVar("T")
NO_TOKENIZER = (
    "the model has no tokenizer, so no task can be posed: put its tokenizer.json into the folder"
)


def speaks(loaded: Loaded) -> bool:
    """Whether a model reads text: it has a tokenizer, and not that of a controlled task."""
    return loaded.tokenizer is not None and loaded.task is None


def check_parts(models: Sequence[Loaded], request: Request) -> None:
    """See that what was asked for can be had of these models; say which options are ignored.

    Raises:
        ModelError: not of this one.
    """
    silent = [model.name for model in models if not speaks(model)]
    if request.against_random and silent:
        raise ModelError(
            f"{silent[0]} reads no text: --against-random is of the binding task, name a language"
            " model with a tokenizer by --model"
        )
    if line := ignored(silent, request):
        print(line, file=sys.stderr)


def ignored(silent: Sequence[str], request: Request) -> str:
    """In a line, which options have no effect on these models, which read no text; '' if none."""
    options = request.text_options()
    if not (silent and options):
        return ""
    told = "is ignored: it concerns" if len(options) == 1 else "are ignored: they concern"
    return f"{', '.join(silent)}: {', '.join(options)} {told} models with a tokenizer for text"


def measure(loaded: Loaded, findings: Model, request: Request, session: Session) -> Model:
    """What was found of a model, with the parts asked for; of one that reads no text, only the
    options if any."""
    from empirical.experiments.language import binding, onehop

    if not speaks(loaded):
        if loaded.task:
            return _on_task(loaded, findings, request, session)
        return replace(findings, binding=Lacking(reason=NO_TOKENIZER))
    family = str(loaded.model.config.get_text_config().model_type)
    findings = replace(findings, family=family.removesuffix("_text"))
    if "binding" not in request.without:
        posed = _had(loaded, lambda: binding.measure(loaded, request, session))
        if isinstance(posed, Lacking):
            findings = replace(findings, binding=posed)
        else:
            findings = replace(findings, binding=posed[0], sensitivity=posed[1])
    trained = findings.binding
    if request.against_random and isinstance(trained, BindingPart):
        random = _had(loaded, lambda: _random(loaded, trained, request, session))
        findings = replace(findings, random=random)
    if "cards" not in request.without:
        findings = replace(findings, cards=_had(loaded, lambda: _cards(loaded, findings, session)))
    if "one-hop" not in request.without:
        asked = _had(loaded, lambda: onehop.measure(loaded, request, session))
        findings = replace(findings, one_hop=asked)
    return findings


def _random(loaded: Loaded, trained: BindingPart, request: Request, session: Session) -> RandomPart:
    """The two baselines, and the spread of several where they were asked for."""
    from empirical.experiments.language import random_weights, spread

    part = random_weights.measure(loaded, trained, request, session)
    if request.shuffled == 1:
        return part
    return replace(part, spread=spread.measure(loaded, trained, request, session))


def _cards(loaded: Loaded, findings: Model, session: Session) -> Cards:
    """Cards of the heads that the binding task singles out, or any text where it was not posed."""
    from empirical.experiments.language import cards

    scores = (
        findings.binding.scores if isinstance(findings.binding, BindingPart) else findings.scores
    )
    return cards.measure(loaded, cards.tokens(loaded), scores, session)


def _had(loaded: Loaded, part: Callable[[], T]) -> T | Lacking:
    """A part, or why it could not be measured, without the model's name, which the report adds.

    A reached limit ends the run, as it may be an attack."""
    try:
        return part()
    except Exhausted:
        raise
    except ModelError as error:
        return Lacking(reason=str(error).removeprefix(f"{loaded.name}: "))


def _on_task(loaded: Loaded, findings: Model, request: Request, session: Session) -> Model:
    """Frequencies and options of a model that speaks a controlled task."""
    from empirical.experiments.language import sensitivity
    from empirical.experiments.language.binding import every_frequency
    from empirical.instrument.measure import EVALUATION_SEED
    from empirical.instrument.scores import scored
    from empirical.models.data import sequences

    if "sensitivity" in request.without:
        return findings
    tokens = sequences(str(loaded.task), TASK_INPUTS, EVALUATION_SEED, stream=3).tokens
    rules = request.convention
    of = {"inputs": tokens, "scoring": rules.phrase}
    work = session.work(loaded, "every frequency", len(tokens), **of)
    results = work.by_layer(
        loaded.model, tokens, lambda layer: scored(layer, rules, per_frequency=True)
    )
    blocks = sensitivity.Blocks(0, tokens.shape[1] - 1, rules)
    return replace(
        findings,
        frequencies=every_frequency(results),
        sensitivity=sensitivity.measure(loaded, tokens, blocks, session),
    )


def applicable_parts(models: Collection[Model], families: Families) -> list[Claim]:
    """The claims about language models that these can be held to by what was found of them, and
    with the binding tasks of other families' models."""
    from empirical.experiments.language.claims import REAL_CLAIMS

    return [claim for claim in REAL_CLAIMS if not why_not(claim.id, models, families)]


def why_not(one: str, models: Collection[Model], families: Families) -> str:
    """Why a claim about language models is not judged on these, and what would; '' if it is."""
    if not models or not all(model.family for model in models):
        return "it is about models that read text: give one with --model"
    if one == "B-e-llm":
        measured = all(model.one_hop for model in models)
        mend = "run again without --quick and without --without one-hop"
        return "" if measured else f"the 1-hop tasks were left out: {mend}"
    if not all(model.binding for model in models):
        return "the binding task was left out: run again without --without binding"
    if one == "A-e-family" and not families:
        return "it compares families: give reports of the other families' models with --with"
    return ""


def language_measurement(
    tasks: Mapping[str, Model], families: Families
) -> OnModels[LanguageBounds]:
    """What the checks of REAL_CLAIMS read: models' findings by name, and other families'."""
    from empirical.experiments.language.settings import THRESHOLDS

    own = {
        str(model.family): model.binding
        for model in tasks.values()
        if isinstance(model.binding, BindingPart)
    }
    return OnModels(tuple(tasks), tasks, THRESHOLDS, {**families, **own})
