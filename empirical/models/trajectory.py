"""A run's folder, read: what it was told, which weights it kept, and the model at any of them."""

from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import nn
from transformers import GPTJConfig, GPTJForCausalLM

from empirical.models.checkpoint import WEIGHTS, gptj_config, told
from empirical.models.model import GPTJ
from empirical.models.pretrained import Loaded
from empirical.models.recipes import Recipe
from empirical.models.trained import trained_manifest
from empirical.models.training import STATE


class TrajectoryError(ValueError):
    """A run that cannot be read; the message is one line that says what to do."""


@dataclass(frozen=True)
class Trajectory:
    """A run that ``empirical.models.training`` left in ``folder``, finished or not.

    ``steps``: after how many optimiser steps weights were kept, ascending; 0 is the start.
    """

    folder: Path
    recipe: Recipe
    steps: tuple[int, ...]

    @property
    def finished(self) -> bool:
        """Whether the run reached its last step and kept it."""
        return (self.folder / "final" / WEIGHTS).is_file()

    def model(self, step: int | None = None, device: torch.device | str = "cpu") -> GPTJ:
        """Our model with the weights kept at ``step``, by default the final ones; in eval mode.

        Raises:
            TrajectoryError: no weights were kept there, or the file is damaged.
        """
        model = GPTJ(self.recipe.shape)
        self._fill(model, step)
        return model.to(device)

    def reader(self) -> Loaded:
        """A model that ``empirical.instrument.heads`` reads, to be filled by ``fill``.

        Raises:
            TrajectoryError: a control, which transformers' GPT-J is not.
        """
        config = gptj_config(self.recipe.shape)
        if config["model_type"] != "gptj":
            raise TrajectoryError(f"{self.folder} is a control: its heads are not scored")
        # Eager attention is what the hook overhears.
        model = GPTJForCausalLM._from_config(GPTJConfig(**config), attn_implementation="eager")
        return Loaded(str(self.folder), model, None, self.recipe.task, None)

    def fill(self, reader: Loaded, step: int | None = None) -> Loaded:
        """Put the weights of ``step`` into a reader, in place. Raises as ``model``."""
        self._fill(reader.model, step)
        return reader

    def _fill(self, model: nn.Module, step: int | None) -> None:
        path = self.folder / "final" / WEIGHTS
        if step is not None:
            path = self.folder / "steps" / f"{step:05d}.safetensors"
        try:
            model.load_state_dict(load_file(path))
        except FileNotFoundError as error:
            raise TrajectoryError(
                f"{path} is not there: train on, or choose a kept step"
            ) from error
        except (SafetensorError, RuntimeError) as error:
            raise TrajectoryError(f"{path} is damaged: train this run again") from error
        model.eval()


def trajectory(folder: Path) -> Trajectory:
    """Read a run's folder.

    Raises:
        TrajectoryError: there is no run in it, or its settings cannot be read.
    """
    kept = (folder / "steps").glob("[0-9]*.safetensors")
    return Trajectory(folder, _recipe(folder), tuple(sorted(int(path.stem) for path in kept)))


def _recipe(folder: Path) -> Recipe:
    """What the run was told: from its resume point, else from the final model's manifest."""
    try:
        if (folder / STATE).is_file():
            return told(folder / STATE)
        return trained_manifest(folder / "final").recipe
    except (OSError, KeyError, ValueError, SafetensorError) as error:
        raise TrajectoryError(f"{folder} holds no readable run: train it first") from error
