"""The training loop of a controlled model (spec E1).

A plain loop: one pass over the training set, AdamW, linear warm-up then linear decay, loss on
the last position. Killed at any moment, the same command goes on from the last saved state and
reaches the same losses and weights, to the last bit on one CPU with the same thread count.
"""

from __future__ import annotations

import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from rich.console import Console
from rich.progress import TimeRemainingColumn
from safetensors import SafetensorError

from empirical import settings, terminal
from empirical.checkpoint import load_state, save_model, save_state, save_weights, write_json
from empirical.data import Sequences, batches, splits
from empirical.device import arithmetic
from empirical.model import GPTJ, Shape
from empirical.provenance import versions
from empirical.vocabulary import MAX_HOPS, vocabulary

STATE = "state.safetensors"


@dataclass(frozen=True)
class Recipe:
    """Everything that determines a run's result on a given machine."""

    task: str
    steps: int = settings.FULL_STEPS
    batch: int = 64
    rate: float = settings.RATE
    seed: int = 0
    total: int = settings.TOTAL
    layers: int = 12
    width: int = 128
    precision: str = "float32"
    device: str = "cpu"
    threads: int = 1
    base: float = settings.BASE
    nope_from: int | None = None

    @property
    def warmup(self) -> int:
        """A ninth of the steps: 750 of the paper's 6,750."""
        return max(1, self.steps // 9)

    @property
    def shape(self) -> Shape:
        """The model that is trained."""
        return Shape(
            len(vocabulary(self.task)),
            layers=self.layers,
            width=self.width,
            base=self.base,
            nope_from=self.nope_from,
        )

    def rate_at(self, step: int) -> float:
        """Learning rate of step 0, 1, …: linear up to ``rate``, then linear down towards 0."""
        if step < self.warmup:
            return self.rate * (step + 1) / self.warmup
        return self.rate * (self.steps - step) / max(1, self.steps - self.warmup)


def same_recipe(about: dict[str, Any], recipe: Recipe) -> bool:
    """Whether a saved recipe is this one; what an older one does not name has its default."""
    known = {name: about.get(name, value) for name, value in asdict(Recipe(recipe.task)).items()}
    return set(about) <= set(known) and known == asdict(recipe)


class TrainError(ValueError):
    """A run that cannot start or go on; the message says what to do."""


def evaluate(model: GPTJ, data: Sequences, device: torch.device, size: int = 512) -> list[float]:
    """Accuracy for 1, 2, 3 and 4 hops (NaN where the data hold none), in float32."""
    training = model.training
    model.eval()
    right = []
    with torch.inference_mode():
        for part in batches(data, size):
            guess = model(torch.from_numpy(part.tokens).to(device)).argmax(-1).cpu().numpy()
            right.append(guess == part.answers)
    model.train(training)
    hits = np.concatenate(right)
    return [float(hits[data.hops == hop].mean()) for hop in range(1, MAX_HOPS + 1)]


def kept_steps(steps: int, every: int) -> set[int]:
    """Steps after which weights are kept: powers of two while the model changes fast, then every
    ``every`` steps."""
    early = {2**k for k in range(12) if 2**k < every}
    return {s for s in {0, *early, *range(every, steps + 1, every)} if s <= steps}


class Run:
    """A model in training: where it stands, and how to take it one step further."""

    def __init__(self, recipe: Recipe, folder: Path) -> None:
        self.recipe, self.folder = recipe, folder
        self.device = torch.device(recipe.device)
        self.words = vocabulary(recipe.task)
        torch.manual_seed(recipe.seed)
        self.model = GPTJ(recipe.shape).to(self.device)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=recipe.rate, fused=True)
        self.losses = torch.full((recipe.steps,), float("nan"))
        self.step = 0
        self.train, self.held, self.test = splits(recipe.task, recipe.seed, recipe.total)
        if recipe.steps * recipe.batch > len(self.train):
            raise TrainError(
                f"{recipe.steps} steps of {recipe.batch} need {recipe.steps * recipe.batch}"
                f" sequences, the training set has {len(self.train)}: lower --steps or --batch"
            )
        self.inputs = torch.from_numpy(self.train.tokens).to(self.device)
        self.answers = torch.from_numpy(self.train.answers).to(self.device)

    def resume(self) -> None:
        """Go on from the folder's saved state, if there is one.

        Raises:
            TrainError: the state is damaged or belongs to another recipe.
        """
        path = self.folder / STATE
        if not path.exists():
            return
        try:
            losses, about = load_state(path, self.model, self.optimizer)
        except (SafetensorError, KeyError, RuntimeError) as error:
            raise TrainError(f"{path} is damaged ({error}): delete it to start anew") from error
        if not same_recipe(about, self.recipe):
            raise TrainError(f"{self.folder} holds a run with other settings: choose another --out")
        self.step = len(losses)
        self.losses[: self.step] = losses

    def save(self) -> None:
        """Make the present step the one a killed run resumes from."""
        losses = self.losses[: self.step]
        save_state(self.folder / STATE, self.model, self.optimizer, losses, asdict(self.recipe))

    def advance(self) -> float:
        """One optimiser step; returns its loss.

        Raises:
            TrainError: the loss is not finite.
        """
        recipe = self.recipe
        rows = slice(self.step * recipe.batch, (self.step + 1) * recipe.batch)
        torch.manual_seed(recipe.seed * 1_000_003 + self.step)  # dropout: a function of the step
        self.optimizer.param_groups[0]["lr"] = recipe.rate_at(self.step)
        with arithmetic(recipe.precision, self.device):
            logits = self.model(self.inputs[rows])
        loss = F.cross_entropy(logits.float(), self.answers[rows])
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        value = loss.item()
        if not np.isfinite(value):
            raise TrainError(f"the loss became {value} at step {self.step}: lower --rate")
        self.losses[self.step] = value
        self.step += 1
        return value

    def keep(self) -> None:
        """Keep the present weights for later study."""
        save_weights(self.model, self.folder / "steps" / f"{self.step:05d}.safetensors")


def train(run: Run, keep_every: int, save_every: int, console: Console) -> dict[str, Any]:
    """Take a run to its end, write the final model and return its manifest."""
    run.resume()
    recipe, kept = run.recipe, kept_steps(run.recipe.steps, keep_every)
    with terminal.progress(console, TimeRemainingColumn()) as progress:
        task = progress.add_task(recipe.task, total=recipe.steps, completed=run.step)
        if run.step == 0 and 0 in kept:
            run.keep()
        run.model.train()
        while run.step < recipe.steps:
            loss = run.advance()
            progress.update(task, completed=run.step, description=f"{recipe.task} loss {loss:.4f}")
            if run.step in kept:
                run.keep()
            if run.step % save_every == 0 or run.step == recipe.steps:
                run.save()
                shown = " ".join(f"{a:.3f}" for a in evaluate(run.model, run.held, run.device))
                progress.console.print(
                    f"{recipe.task} step {run.step}: loss {loss:.4f}, validation by hop {shown}"
                )
    accuracy = evaluate(run.model, run.test, run.device)
    manifest = describe(run, accuracy)
    save_model(run.model, run.words, run.folder / "final", manifest)
    write_json(run.folder / "losses.json", [float(x) for x in run.losses])
    return manifest


def describe(run: Run, accuracy: list[float]) -> dict[str, Any]:
    """A trained model's manifest: command, seed, data hashes, versions, final accuracy."""
    recipe = run.recipe
    command = (
        f"python -m empirical.train --task {recipe.task} --steps {recipe.steps}"
        f" --batch {recipe.batch} --rate {recipe.rate} --seed {recipe.seed}"
        f" --total {recipe.total} --layers {recipe.layers} --width {recipe.width}"
        f" --device {recipe.device} --precision {recipe.precision} --threads {recipe.threads}"
    )
    if recipe.base != settings.BASE:
        command += f" --base {recipe.base}"
    if recipe.nope_from is not None:
        command += f" --nope-from {recipe.nope_from}"
    return {
        "command": command,
        "recipe": asdict(recipe),
        "data_sha256": {"train": run.train.sha256(), "test": run.test.sha256()},
        "test_accuracy_by_hop": accuracy,
        "test_sequences": len(run.test),
        "final_loss": float(run.losses[-50:].mean()),
        "versions": versions("torch", "numpy"),
        "processor": platform.machine(),
    }
