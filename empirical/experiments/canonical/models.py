"""One-layer, one-head, attention-only models with one or two RoPE angles, many at once.

Every array has leading axes seeds S and (last, or second for the values) frequencies F: one
program trains S·F models, each on its own seed's inputs, by plain batched products. The loss is
the sum of the models' losses, so that no gradient mixes two of them, and Adam's steps are
elementwise. Embeddings are one-hot directions: W_Q, W_K and the output read of W_V are tables.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from empirical.experiments.canonical.tasks import (
    HELD_OUT,
    TASKS,
    Inputs,
    N,
    S,
    direction_count,
    shuffled_answers,
    task_inputs,
)
from empirical.protocol import settings

Saved = Mapping[str, Any]
"""A state as torch keeps it: the step, tables, and what the optimiser calls its own."""
STREAM = 100
"""Steps whose inputs come from one stream: where a run can be stopped and gone on with."""
BEGINNING = 2 * HELD_OUT
"""The stream of a seed's first tables."""


def angle(frequency: int) -> float:
    """θ of a frequency ID, in radians."""
    return float(settings.BASE ** (-2 * (frequency - 1) / settings.CANONICAL_WIDTH))


def _beginning(task: str, seeds: Sequence[int], ids: Sequence[int]) -> dict[str, Tensor]:
    """Random tables: where a model starts does not depend on which others are trained with
    it; where it ends does, by the order in which sums are rounded."""
    t, planes, tables = direction_count(task), TASKS[task], []
    places = [k - 1 for k in ids]
    for seed in seeds:
        dice = np.random.default_rng((seed, BEGINNING))
        every = settings.CANONICAL_IDS
        qk = dice.standard_normal((2, t, 2, planes, every))[..., places]
        values = 0.1 * dice.standard_normal((every, t, S))[places]
        tables.append((qk[0], qk[1], values))
    tensors = (torch.from_numpy(np.stack(x)).float() for x in zip(*tables, strict=True))
    return dict(zip(("queries", "keys", "values"), tensors, strict=True))


def rotation_table(task: str, ids: Sequence[int], dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """cos and sin of tθ at each place's distance t = N … 0 from the query: (N + 1, planes, F)."""
    theta = torch.tensor([angle(k) for k in ids], dtype=torch.float64)
    planes = torch.stack([torch.zeros_like(theta), theta][-TASKS[task] :])
    turned = torch.arange(N, -1, -1, dtype=torch.float64)[:, None, None] * planes
    return turned.cos().to(dtype), turned.sin().to(dtype)


def _attention(tables: dict[str, Tensor], turns: tuple[Tensor, Tensor], tokens: Tensor) -> Tensor:
    """Weights of the last query on every token: (S, B, N + 1, F) for tokens (S, B, N + 1, T).

    The logit at distance t is keyᵀ R_t query = cos tθ · (k·q) + sin tθ · (k₁q₀ - k₀q₁), summed
    over the planes.
    """
    seeds, batch, length, t = tokens.shape
    shape = tables["keys"].shape[2:]
    keys = (tokens.reshape(seeds, -1, t) @ tables["keys"].flatten(2)).view(
        seeds, batch, length, *shape
    )
    asks = tokens[:, :, -1] @ tables["queries"].flatten(2)
    q = asks.view(seeds, batch, 1, *shape)
    cos, sin = turns
    u0 = cos * q[:, :, :, 0] - sin * q[:, :, :, 1]
    u1 = sin * q[:, :, :, 0] + cos * q[:, :, :, 1]
    logits = keys[:, :, :, 0] * u0 + keys[:, :, :, 1] * u1
    return (logits.sum(3) if shape[1] > 1 else logits.squeeze(3)).softmax(2)


def outputs(tables: dict[str, Tensor], turns: tuple[Tensor, Tensor], tokens: Tensor) -> Tensor:
    """Logits of the answers: (S, F, B, S outputs)."""
    attended = tokens.transpose(2, 3) @ _attention(tables, turns, tokens)
    return attended.permute(0, 3, 1, 2) @ tables["values"]


@dataclass
class Sweep:
    """All models of one task, at one step of their training; ``shuffle`` deals out answers again.
    They are trained and tested on ``device``."""

    task: str
    seeds: list[int]
    ids: list[int]
    steps: int = settings.CANONICAL_STEPS
    shuffle: bool = False
    tables: dict[str, Tensor] = field(default_factory=dict)
    step: int = 0
    device: str = "cpu"

    def __post_init__(self) -> None:
        tables = self.tables or _beginning(self.task, self.seeds, self.ids)
        self.tables = {name: table.to(self.device) for name, table in tables.items()}
        for table in self.tables.values():
            table.requires_grad_(True)
        cos, sin = rotation_table(self.task, self.ids, self.tables["keys"].dtype)
        self.turns = (cos.to(self.device), sin.to(self.device))
        self.optimizer = torch.optim.Adam(self.tables.values(), settings.CANONICAL_RATE, fused=True)

    def state(self) -> Saved:
        """Everything that going on needs; the tables are on the CPU."""
        tables = {name: table.detach().cpu() for name, table in self.tables.items()}
        return {"step": self.step, "tables": tables, "optimizer": self.optimizer.state_dict()}

    def restore(self, state: Saved) -> None:
        """Go on from a state."""
        self.step = state["step"]
        with torch.no_grad():
            for name, table in self.tables.items():
                table.copy_(state["tables"][name])
        self.optimizer.load_state_dict(deepcopy(state["optimizer"]))

    def advance(self) -> float:
        """The steps of one stream of inputs; returns the mean loss of the last."""
        now = min(STREAM, self.steps - self.step)
        given = [self._data(seed, self.step // STREAM, now) for seed in self.seeds]
        tokens = torch.stack([x.tokens for x in given]).to(self.tables["keys"].dtype)
        answers = torch.stack([x.answers for x in given])
        size, loss = settings.CANONICAL_BATCH, 0.0
        for i in range(now):
            batch = slice(i * size, (i + 1) * size)
            loss = self._learn(tokens[:, batch], answers[:, batch])
        return loss

    def _data(self, seed: int, stream: int, steps: int) -> Inputs:
        given = task_inputs(self.task, seed, stream, steps * settings.CANONICAL_BATCH)
        return self._here(shuffled_answers(given, seed, stream) if self.shuffle else given)

    def _here(self, given: Inputs) -> Inputs:
        return Inputs(*(x.to(self.device) for x in (given.tokens, given.answers, given.targets)))

    def _learn(self, tokens: Tensor, answers: Tensor) -> float:
        left = 2 * (1 - self.step / self.steps)
        self.optimizer.param_groups[0]["lr"] = settings.CANONICAL_RATE * min(1.0, left)
        log_probs = outputs(self.tables, self.turns, tokens).log_softmax(-1)
        frequencies = log_probs.shape[1]
        wanted = answers[:, None, :, None].expand(-1, frequencies, -1, 1)
        loss = -log_probs.gather(-1, wanted).mean(2).sum()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self.step += 1
        return float(loss.detach()) / (len(self.seeds) * frequencies)

    def train(self, after: Callable[[float], None]) -> None:
        """Train to the end; ``after`` is called after each stream with the mean loss."""
        while self.step < self.steps:
            after(self.advance())

    @torch.no_grad()
    def right(self, tested: int = settings.CANONICAL_TESTED) -> tuple[Tensor, Tensor]:
        """Right answers on held-out inputs by target place, (S, F, N), and inputs, (S, N)."""
        rows, size = [], 1000
        for i, seed in enumerate(self.seeds):
            tables = {name: table[i : i + 1] for name, table in self.tables.items()}
            counts = torch.zeros(len(self.ids), N, dtype=torch.int64, device=self.device)
            total = torch.zeros(N, dtype=torch.int64, device=self.device)
            for stream in range(-(-tested // size)):
                given = self._here(task_inputs(self.task, seed, HELD_OUT + stream, size))
                tokens = given.tokens[None].to(self.tables["keys"].dtype)
                hits = outputs(tables, self.turns, tokens)[0].argmax(-1) == given.answers
                counts.index_add_(1, given.targets, hits.long())
                total.index_add_(0, given.targets, torch.ones_like(given.targets))
            rows.append((counts, total))
        return torch.stack([r[0] for r in rows]).cpu(), torch.stack([r[1] for r in rows]).cpu()
