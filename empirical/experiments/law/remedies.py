"""What remedies do to one model's answers on long inputs (``records.Remedy``).

Only what the last 17 positions attend to in the carrying layers is changed. Irrelevant tokens never
see those positions, and stay as they are.

dilution     logits times ``forms.factor`` of the length, from the lead that 17-token inputs give
aliasing     irrelevant keys that stand at a forbidden lag beyond the query's strongest key of the
             window count as hidden: the lags follow from the base (``forms.aliased``)
random lags  as many other lags beyond training, drawn again for every input
"""

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from empirical.experiments.dynamics.scoring import Told, manifest
from empirical.experiments.law import forms
from empirical.experiments.law.population import REMEDIED_AT, REMEDIED_WITH
from empirical.experiments.law.records import REMEDIES, Remedy
from empirical.experiments.lengths.command import inputs_of_purpose
from empirical.experiments.lengths.extrapolation import predict
from empirical.experiments.lengths.walk import Rotary, Whole, walk
from empirical.instrument.measure import EVALUATION_SEED
from empirical.models.data import Sequences, batches, sequences
from empirical.models.model import GPTJ
from empirical.models.trajectory import Trajectory
from empirical.protocol import settings
from empirical.protocol.vocabulary import LENGTH

STREAM = 70
"""Of the evaluation data: inputs that no other record is of."""
LONG, FEWEST = 2000, 20
"""Beyond so many tokens an input costs a minute, and as many are tried."""
TOKENS_A_BATCH = 20_000
HIDDEN = float("-inf")


class Lead:
    """Keys, before rotation, and values (batch, lead, width) of the irrelevant tokens, by layer.

    They see nothing of the window: one pass serves every remedy."""

    def __init__(self, model: GPTJ, tokens: Tensor) -> None:
        self.whole = Whole(model, tokens.shape[1])
        self.keys: list[Tensor] = []
        self.values: list[Tensor] = []
        walk(model, tokens, self._keep)

    def _keep(self, layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        self.keys.append(k)
        self.values.append(v)
        return self.whole(layer, q, k, v)


class Remedied:
    """Attention of windows (batch, 17) behind ``lead``, in the carrying layers with logits times
    ``factor``, and irrelevant keys hidden at ``lags`` (batch, n) bool, by lag."""

    def __init__(self, model: GPTJ, lead: Lead, factor: float, lags: Tensor | None) -> None:
        self.lead, self.factor, self.lags = lead, factor, lags
        self.before = lead.keys[0].shape[1]
        self.rotary = Rotary(model, self.before + LENGTH)
        here = torch.arange(LENGTH)
        self.future = here[:, None] < here

    def __call__(self, layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        at = slice(self.before, self.before + LENGTH)
        turned, own = self.rotary(layer, q, at), self.rotary(layer, k, at)
        own = (turned @ own.transpose(1, 2)).masked_fill(self.future, HIDDEN)
        keys = self.rotary(layer, self.lead.keys[layer], slice(0, self.before))
        past = turned @ keys.transpose(1, 2)
        carries = layer < forms.CARRIERS
        if carries and self.lags is not None:
            past = past.masked_fill(self._hidden(own, self.lags), HIDDEN)
        scale = self.rotary.scale * (self.factor if carries else 1.0)
        weights = F.softmax(torch.cat([past, own], dim=-1) * scale, dim=-1)
        return weights @ torch.cat([self.lead.values[layer], v], dim=1)

    def _hidden(self, own: Tensor, lags: Tensor) -> Tensor:
        """(batch, 17, before) bool: the keys at a forbidden lag beyond the strongest of ``own``."""
        strongest = self.before + own.argmax(-1, keepdim=True)
        beyond = strongest - torch.arange(self.before)
        wide = lags[:, None].expand(-1, own.shape[1], -1)
        return wide.gather(-1, beyond)


def others(lags: np.ndarray, batch: int, rng: np.random.Generator) -> np.ndarray:
    """(batch, n) bool: for each input as many lags beyond training as ``lags`` (n,) has, others."""
    free = np.flatnonzero(~lags)
    free = free[free >= forms.TRAINED]
    masks = np.zeros((batch, len(lags)), dtype=bool)
    for row in masks:
        row[rng.permutation(free)[: int(lags.sum())]] = True
    return masks


def _right(
    model: GPTJ, data: Sequences, factor: float, lags: np.ndarray, rng: np.random.Generator
) -> dict[str, int]:
    """Right answers under each remedy."""
    counts = dict.fromkeys(REMEDIES, 0)
    for part in batches(data, max(1, TOKENS_A_BATCH // data.tokens.shape[1])):
        tokens = torch.from_numpy(part.tokens)
        lead = Lead(model, tokens[:, :-LENGTH])
        alias = torch.from_numpy(np.tile(lags, (len(part), 1)))
        drawn = torch.from_numpy(others(lags, len(part), rng))
        ways = {
            "nothing": (1.0, None),
            "dilution": (factor, None),
            "aliasing": (1.0, alias),
            "random lags": (1.0, drawn),
        }
        for name, way in ways.items():
            logits = walk(model, tokens[:, -LENGTH:], Remedied(model, lead, *way))
            hits = logits.argmax(-1).numpy() == part.answers
            counts[name] += int(np.count_nonzero(hits))
    return counts


def lead_at(model: GPTJ, task: str, length: int, letters: str) -> float:
    """The lead at a length, from 17-token inputs."""
    data = inputs_of_purpose(task, "predicted", settings.PREDICTED_SEQUENCES, letters)
    pooled = inputs_of_purpose(task, "pooled", settings.POOLED_SEQUENCES, letters)
    _, gaps = predict(model, "drawn", length, data, pooled, 0)
    if gaps is None:
        raise ValueError("the predictor 'drawn' gave no gaps")
    return float(forms.lead([[float(gap.mean()) for gap in gaps]])[0])


def record(kept: Trajectory, told: Told) -> Remedy:
    """The record of a finished run.

    Raises:
        TrajectoryError: a damaged run.
    """
    model, recipe = kept.model(), kept.recipe
    task, lengths = recipe.task, REMEDIED_AT[recipe.task]
    rng = np.random.default_rng([recipe.seed, STREAM])
    rows, factors, forbidden, of = [], [], [], []
    for length in lengths:
        factor = forms.factor(task, length, lead_at(model, task, length, recipe.letters))
        lags = forms.aliased(recipe.base, length)
        data = sequences(
            task,
            REMEDIED_WITH[task] if length <= LONG else FEWEST,
            EVALUATION_SEED,
            lead=length - LENGTH,
            stream=STREAM,
            letters=recipe.letters,
        )
        rows.append(_right(model, data, factor, lags, rng))
        factors.append(round(factor, 4))
        forbidden.append(int(lags.sum()))
        of.append(len(data))
    return Remedy(
        manifest=manifest(kept, data, told),
        task=task,
        seed=recipe.seed,
        lengths=lengths,
        of=tuple(of),
        factors=tuple(factors),
        forbidden=tuple(forbidden),
        right={name: tuple(row[name] for row in rows) for name in REMEDIES},
    )
