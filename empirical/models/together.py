"""One optimiser step of several runs as one program with a leading model axis."""

from collections.abc import Sequence
from typing import Any, Protocol

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.func import functional_call

from empirical.models.device import device_arithmetic
from empirical.models.recipes import Recipe


class Learner(Protocol):
    """What is asked of a run, ``empirical.models.training.Run``."""

    recipe: Recipe
    device: torch.device
    optimizer: torch.optim.Optimizer
    step: int

    @property
    def model(self) -> nn.Module:
        """What is trained."""

    def batch(self) -> tuple[Tensor, Tensor]:
        """The next step's inputs and answers."""

    def advance(self) -> float:
        """One step, alone; its loss."""

    def learn(self, loss: Tensor) -> float:
        """Take the step for which the gradients are there; its loss."""


def advance(runs: Sequence[Learner]) -> list[float]:
    """One step of runs that stand at the same step and differ in their seeds alone; their losses.

    Several are one program with a leading model axis: as many calls as for one, so that a card is
    not left waiting. Their dropout then depends on which runs are together.

    Raises:
        TrainError: a loss is not finite.
    """
    if len(runs) == 1:
        return [runs[0].advance()]
    first = runs[0]
    inputs, answers = (torch.stack(x) for x in zip(*(run.batch() for run in runs), strict=True))
    every = [dict(run.model.named_parameters()) for run in runs]
    stacked = {name: torch.stack([one[name] for one in every]) for name in every[0]}

    def logits(parameters: dict[str, Tensor], tokens: Tensor) -> Any:
        return functional_call(first.model, parameters, (tokens,))

    torch.manual_seed(first.recipe.seed * 1_000_003 + first.step)
    with device_arithmetic(first.recipe.precision, first.device):
        outputs = torch.vmap(logits, randomness="different")(stacked, inputs)
    each = F.cross_entropy(outputs.float().flatten(0, 1), answers.flatten(), reduction="none")
    losses = each.view(len(runs), -1).mean(1)
    for run in runs:
        run.optimizer.zero_grad(set_to_none=True)
    losses.sum().backward()
    return [run.learn(loss) for run, loss in zip(runs, losses.detach(), strict=True)]
