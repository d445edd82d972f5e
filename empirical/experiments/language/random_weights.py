"""The same architecture with random weights on the same inputs: what is training's doing?

Exclusion pulls r down and slow planes cannot tell places whatever the weights, so a statistic of a
trained model means little until it is compared with the same statistic of two baselines: one with
the model's own numbers shuffled, so that its attention is about as uneven, and one as it would be
before training, where attention may be close to uniform and both scores to 1.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from scipy.stats import rankdata
from transformers import PreTrainedModel

from empirical.experiments.language import binding, binding_task, trends
from empirical.experiments.language.binding_task import Binding
from empirical.experiments.language.checks import contrasts, met
from empirical.experiments.language.settings import THRESHOLDS
from empirical.instrument.session import Session
from empirical.models.hub import ModelError
from empirical.models.pretrained import Loaded
from empirical.protocol.findings import (
    SCORES,
    BindingHeads,
    Comparison,
    RandomBaseline,
    RandomPart,
    Score,
)
from empirical.protocol.request import Request

SEED = 60_000
MARK = "_is_hf_initialized"
"""What transformers sets on a weight that is not to be initialised."""
SHUFFLED = 1 << 22
"""Neighbouring numbers of a weight shuffled among themselves: an index of all would need more
memory than the largest weights."""


def shuffle(model: PreTrainedModel, seed: int = SEED) -> None:
    """Shuffle the numbers of every weight, in place: their distribution stays, all order goes."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for value in model.parameters():
            for part in value.view(-1).split(SHUFFLED):
                order = torch.randperm(len(part), generator=generator).to(part.device)
                part.copy_(part[order])


def randomise(model: PreTrainedModel, seed: int = SEED) -> None:
    """Draw every weight again as the architecture's own initialisation does, in place."""
    torch.manual_seed(seed)
    with torch.no_grad():
        for value in [*model.parameters(), *model.buffers()]:
            setattr(value, MARK, False)  # from_pretrained marks what it has loaded
        for module in model.modules():
            model._init_weights(module)


@contextmanager
def lent(loaded: Loaded, folder: Path | None) -> Iterator[PreTrainedModel]:
    """A model whose numbers may be overwritten: afterwards they are what they were, to the bit.

    They wait on disk meanwhile, in `folder` (None: where temporary files go), as a second copy in
    memory is what large models have no room for.

    Raises:
        ModelError: the disk has no room for them.
    """
    numbers = [x for x in (*loaded.model.parameters(), *loaded.model.buffers()) if x.numel()]
    with ExitStack() as until_restored:
        try:
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
            place = until_restored.enter_context(tempfile.TemporaryDirectory(dir=folder))
            files = [Path(place, str(n)) for n in range(len(numbers))]
            for value, file in zip(numbers, files, strict=True):
                value.detach().flatten().cpu().view(torch.uint8).numpy().tofile(file)
        except OSError as error:
            raise ModelError(
                f"{loaded.name}: its weights cannot be set aside while random ones take their"
                f" place ({error}): make room on the disk of --out"
            ) from error
        try:
            yield loaded.model
        finally:
            with torch.no_grad():
                for value, file in zip(numbers, files, strict=True):
                    stored = torch.from_file(str(file), size=value.numel(), dtype=value.dtype)
                    value.copy_(stored.view(value.shape))


def measure(
    loaded: Loaded, trained: BindingHeads, request: Request, session: Session
) -> RandomPart:
    """For each of DRAWS its frequencies, and its statistics next to the trained model's.

    Raises:
        ModelError: a baseline's heads cannot be scored, or the disk has no room for the weights.
    """
    task = binding_task.build(loaded, request.statements, request.inputs)
    baselines: list[RandomBaseline] = []
    for name, draw in DRAWS.items():
        heads = baseline_heads(loaded, task, name, partial(draw, seed=SEED), SEED, request, session)
        compared = compare_baseline(trained, heads)
        baselines.append(
            RandomBaseline(
                name=name, statistics=compared, frequencies=heads.frequencies, met=met(heads)
            )
        )
    return RandomPart(seed=SEED, inputs=len(task.tokens), twins=tuple(baselines))


def baseline_heads(
    loaded: Loaded,
    task: Binding,
    name: str,
    draw: Callable[[PreTrainedModel], None],
    seed: int,
    request: Request,
    session: Session,
) -> BindingHeads:
    """The heads of a model's baseline on all inputs of a task. Raises as ``measure``."""
    with lent(loaded, session.folder) as model:
        draw(model)
        drawn = f"{loaded.fingerprint}, {seed}"
        baseline = replace(loaded, name=f"{loaded.name}, {name}", fingerprint=drawn)
        return binding.scores(baseline, task, task.tokens, request.convention, session)


SHUFFLING = "weights shuffled"
DRAWS = {SHUFFLING: shuffle, "weights before training": randomise}


def compare_baseline(trained: BindingHeads, random: BindingHeads) -> tuple[Comparison, ...]:
    """One entry a statistic; it differs if the difference's interval leaves out 0. Estimates are
    None where heads are too few or all alike."""
    return tuple(
        _comparison(one.claim, one.name, one.statistic, one.heads(trained), one.heads(random))
        for one in STATISTICS
    )


def _comparison(
    claim_id: str, name: str, statistic: trends.Statistic, one: np.ndarray, other: np.ndarray
) -> Comparison:
    comparison = Comparison(
        claim=claim_id, statistic=name, trained=None, random=None, difference=None
    )
    try:
        gap = trends.difference(statistic, one, other)
        each = [trends.resampled(statistic, values) for values in (one, other)]
    except ValueError as error:
        return replace(comparison, reason=str(error))
    own, theirs, difference = ((x.value, x.low, x.high) for x in (*each, gap))
    differs = not gap.low <= 0 <= gap.high
    return replace(comparison, trained=own, random=theirs, difference=difference, differs=differs)


def _scores(heads: BindingHeads) -> np.ndarray:
    """(2, heads): s_POS and s_SYM."""
    return np.array([[getattr(head, name) for head in heads.scores] for name in SCORES])


def _ranks(name: Score) -> Callable[[BindingHeads], np.ndarray]:
    """(2, heads): ranks of the layers and of a score."""

    def ranks(heads: BindingHeads) -> np.ndarray:
        layers, scores = zip(
            *((head.layer, getattr(head, name)) for head in heads.scores), strict=True
        )
        return np.stack([rankdata(layers), rankdata(scores)])

    return ranks


def _contrast(band: int) -> Callable[[BindingHeads], np.ndarray]:
    """(1, heads): one of A-e-band's contrasts."""
    return lambda heads: contrasts(heads.frequencies, THRESHOLDS)[band][None]


class KeptStatistic(NamedTuple):
    """A statistic of the heads that a claim is about, and the sign that the claim gives it."""

    claim: str
    name: str
    sign: int
    statistic: trends.Statistic
    heads: Callable[[BindingHeads], np.ndarray]


STATISTICS: tuple[KeptStatistic, ...] = (
    KeptStatistic("A-e-anti", "r of s_POS and s_SYM", -1, trends.pearson, _scores),
    KeptStatistic(
        "A-e-depth", "rank trend of s_POS over depth", -1, trends.pearson, _ranks("s_pos")
    ),
    KeptStatistic(
        "A-e-depth", "rank trend of s_SYM over depth", 1, trends.pearson, _ranks("s_sym")
    ),
    KeptStatistic("A-e-band", "slow: s_SYM - s_POS", 1, trends.average, _contrast(0)),
    KeptStatistic("A-e-band", "medium to fast: s_POS - s_SYM", 1, trends.average, _contrast(1)),
    KeptStatistic("A-e-band", "fastest: the lower score", 1, trends.average, _contrast(2)),
)
