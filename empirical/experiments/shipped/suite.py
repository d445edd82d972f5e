"""Put models to the test: which measurements a model gets, and what the claims' checks read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import torch

from empirical.experiments.shipped.bounds import Measurement, bounds
from empirical.instrument import measure
from empirical.instrument.session import UNWATCHED, Session
from empirical.models.data import sequences
from empirical.models.hub import ModelError
from empirical.models.pretrained import Loaded, shipped
from empirical.protocol import settings
from empirical.protocol.findings import Model
from empirical.protocol.measured import OnModels
from empirical.protocol.request import Request
from theory.ledger import Undecided
from theory.ledger.plural import counted

PARTS = ("accuracy", "heads", "lengths")
AS_DEFINED = Request()


def scored_inputs(loaded: Loaded, prompts: Sequence[str]) -> tuple[np.ndarray, str]:
    """Token ids (n, T) on which the model's heads are scored, and what they are.

    Prompts where given; the task's sequences for a model that speaks one; otherwise seeded
    uniformly random tokens.

    Raises:
        ModelError: prompts without a tokenizer, of unequal or unfit token counts.
    """
    if prompts:
        return _prompted(loaded, prompts), f"{counted(len(prompts), 'prompt')} given"
    if loaded.task:
        n = settings.SCORED_SEQUENCES
        letters, seed = loaded.letters, measure.EVALUATION_SEED
        data = sequences(loaded.task, n, seed, stream=3, letters=letters)
        return data.tokens, f"{n} sequences of the {loaded.task} task"
    vocabulary = loaded.model.config.get_text_config().vocab_size
    length = min(settings.FREE_TOKENS, loaded.positions or settings.FREE_TOKENS)
    rng = np.random.default_rng(measure.EVALUATION_SEED)
    tokens = rng.integers(0, vocabulary, (settings.FREE_INPUTS, length))
    return tokens, f"{len(tokens)} inputs of {length} uniformly random tokens"


def _prompted(loaded: Loaded, prompts: Sequence[str]) -> np.ndarray:
    if loaded.tokenizer is None:
        raise ModelError(
            f"{loaded.name} has no tokenizer to read a prompt with: put its tokenizer.json into"
            " the folder, or give token ids in Python (rope_claims.heads)"
        )
    rows = [loaded.tokenizer(prompt).input_ids for prompt in prompts]
    lengths = sorted({len(row) for row in rows})
    if len(lengths) > 1:
        raise ModelError(f"prompts have {lengths} tokens: give prompts of one length")
    if lengths[0] < 3:
        tokens = counted(lengths[0], "token")
        raise ModelError(f"a prompt of {tokens} has no swap: give at least 3 tokens")
    if loaded.positions is not None and lengths[0] > loaded.positions:
        raise ModelError(
            f"a prompt has {lengths[0]} tokens, {loaded.name} takes {loaded.positions}: cut it"
        )
    loaded.must_know(np.array(rows))
    return np.array(rows)


def measure_model(
    loaded: Loaded,
    request: Request = AS_DEFINED,
    session: Session = UNWATCHED,
    parts: Sequence[str] = PARTS,
) -> Model:
    """Everything ``parts`` names, for one model; the self-check comes first and stops on error.

    Raises:
        ModelError, HookError: the model cannot be read; nothing was scored.
    """
    tokens, inputs = scored_inputs(loaded, request.prompts)
    work = session.work(loaded, "self-check", 1)
    check = measure.rebuild_check(loaded, torch.from_numpy(tokens[:8]))
    model = Model(**vars(loaded.about()), inputs_scored=inputs, self_check=check)
    work.step(1)
    if "heads" in parts:
        model = replace(
            model, **vars(measure.measured_heads(loaded, tokens, request.convention, session))
        )
    if loaded.task and "accuracy" in parts:
        hops = measure.accuracy_by_hops(loaded, settings.ACCURACY_SEQUENCES, session)
        model = replace(model, hops=hops)
    if loaded.task and "lengths" in parts:
        lengths, n = settings.LENGTHS[loaded.task], settings.LENGTH_SEQUENCES
        shown = measure.accuracy_by_length(loaded, lengths, n, session)
        model = replace(model, lengths=shown)
    return model


def measurement(tasks: Mapping[str, Model]) -> Measurement:
    """What the claims' checks read: models' findings by task (or name), and the thresholds."""
    return OnModels(tuple(tasks), tasks, bounds())


def shipped_measurement(part: str) -> Measurement:
    """One part measured on the two shipped models.

    Raises:
        Undecided: the models are not there.
    """
    try:
        models = shipped()
    except ModelError as error:
        raise Undecided(f"the shipped models cannot be loaded: {error}") from error
    return measurement({str(m.task): measure_model(m, parts=(part,)) for m in models})
