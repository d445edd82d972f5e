"""The training loop of a controlled model (paper B, §3).

A plain loop: one pass over the training set, AdamW, linear warm-up then linear decay, loss on
the last position. Killed at any moment, the same command goes on from the last saved state and
reaches the same losses and weights, to the last bit on one CPU with the same thread count. Where
the recipe says so, the model is counted on the whole validation set every few steps, and the
weights at the first of the best counts are kept next to the last ones (``best`` and ``final``). The
paper's released scripts keep the best ones; the claims about training read the last ones.
"""

from collections.abc import Container, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from rich.console import Console
from rich.progress import TimeRemainingColumn
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from empirical.models.checkpoint import load_state, save_model, save_state, save_weights
from empirical.models.data import Sequences, batches, splits
from empirical.models.device import device_arithmetic
from empirical.models.model import GPTJ
from empirical.models.provenance import commit, processor, versions
from empirical.models.recipes import Recipe, factor_options, kept_steps
from empirical.models.together import advance
from empirical.models.trained import Trained, Validation, shown_accuracy
from empirical.protocol import settings, terminal
from empirical.protocol.reading import Misread
from empirical.protocol.vocabulary import MAX_HOPS, vocabulary
from theory.reports.files import hold_all, write_json

LOOK_EVERY = 25
"""Steps on a GPU after which the losses are looked at."""
STATE = "state.safetensors"
BEST = "best.safetensors"
OURS = (STATE, BEST, "steps", "final", "best", "losses.json")
"""What a run writes into its folder."""
DIFFERS = {
    "bf16": "bf16 autocast, the paper's scripts fp16",
    "tf32": "tf32, the paper's scripts fp16",
    "float32": "float32, the paper's scripts fp16",
}
"""What no recipe can follow here, for the manifest."""


class TrainError(ValueError):
    """A run that cannot start or go on; the message says what to do."""


def _hits(
    model: GPTJ, data: Sequences, device: torch.device, precision: str = "float32"
) -> np.ndarray:
    """(n,) bool: the sequences answered right."""
    training = model.training
    model.eval()
    right = [np.empty(0, dtype=bool)]
    with torch.inference_mode(), device_arithmetic(precision, device):
        for part in batches(data, 512):
            guess = model(torch.from_numpy(part.tokens).to(device)).argmax(-1).cpu().numpy()
            right.append(guess == part.answers)
    model.train(training)
    return np.concatenate(right)


def evaluate(model: GPTJ, data: Sequences, device: torch.device) -> list[float]:
    """Accuracy for 1, 2, 3 and 4 hops (NaN where the data have none), in float32."""
    right = _hits(model, data, device)
    some = (right[data.hops == hop] for hop in range(1, MAX_HOPS + 1))
    return [float(one.mean()) if len(one) else np.nan for one in some]


def optimiser(model: GPTJ, recipe: Recipe) -> torch.optim.Optimizer:
    """AdamW; where only weights decay, biases and norms (vectors) are a group without."""
    weights = [p for p in model.parameters() if p.dim() > 1 or recipe.decays == "all"]
    vectors = [p for p in model.parameters() if p.dim() == 1 and recipe.decays != "all"]
    groups: list[Any] = [{"params": weights}]
    groups += [{"params": vectors, "weight_decay": 0.0}] if vectors else []
    betas = (recipe.beta1, recipe.beta2)
    return torch.optim.AdamW(
        groups, lr=recipe.rate, betas=betas, weight_decay=recipe.decay, fused=True
    )


class Run:
    """A model in training: where it stands, and how to take it one step further.

    ``told``: the command that trains it, where that is not ``command(recipe)``.
    """

    def __init__(self, recipe: Recipe, folder: Path, told: str = "") -> None:
        hold_all(folder, OURS)
        self.recipe, self.folder, self.told = recipe, folder, told or command(recipe)
        self.device = torch.device(recipe.device)
        self.words = vocabulary(recipe.task)
        torch.manual_seed(recipe.seed)
        self.model = GPTJ(recipe.shape).to(self.device)
        self.optimizer = optimiser(self.model, recipe)
        self.checks = torch.zeros(0, 1 + MAX_HOPS, dtype=torch.long)
        self.losses = torch.full((recipe.steps,), float("nan"), device=self.device)
        self.step = self.looked = 0
        parts = splits(recipe.task, recipe.seed, recipe.total, recipe.letters)
        self.train, self.held, self.test = parts
        if recipe.steps * recipe.batch > len(self.train):
            raise TrainError(
                f"{recipe.steps} steps of {recipe.batch} need {recipe.steps * recipe.batch}"
                f" sequences, the training set has {len(self.train)}: lower --steps or --batch,"
                " or raise --total"
            )
        if len(set(self.test.hops)) < MAX_HOPS:
            raise TrainError(
                f"{recipe.total} sequences leave {len(self.test)} for the test set, too few for"
                " every hop count: raise --total"
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
            history, recipe = load_state(path, self.model, self.optimizer)
        except Misread as error:
            raise TrainError(f"{path} was told what is no recipe here: {error}") from error
        except (SafetensorError, KeyError, RuntimeError) as error:
            raise TrainError(f"{path} is damaged ({error}): delete it to start again") from error
        if recipe != self.recipe:
            raise TrainError(f"{self.folder} holds a run with other settings: choose another --out")
        losses = history["losses"]
        self.step = self.looked = len(losses)
        self.losses[: self.step] = losses
        self.checks = history.get("checks", self.checks)

    def save(self) -> None:
        """Make the present step the one a killed run resumes from."""
        self.settle()
        history = {"losses": self.losses[: self.step].cpu(), "checks": self.checks}
        save_state(self.folder / STATE, self.model, self.optimizer, history, self.recipe)

    def batch(self) -> tuple[Tensor, Tensor]:
        """The next step's inputs and answers; the optimiser is given the step's rate."""
        rows = slice(self.step * self.recipe.batch, (self.step + 1) * self.recipe.batch)
        for group in self.optimizer.param_groups:
            group["lr"] = self.recipe.rate_at(self.step)
        return self.inputs[rows], self.answers[rows]

    def advance(self) -> float:
        """One optimiser step; returns its loss.

        Raises:
            TrainError: the loss is not finite.
        """
        inputs, answers = self.batch()
        torch.manual_seed(self.recipe.seed * 1_000_003 + self.step)  # dropout: a function of it
        with device_arithmetic(self.recipe.precision, self.device):
            logits = self.model(inputs)
        loss = F.cross_entropy(logits.float(), answers)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        return self.learn(loss.detach())

    def learn(self, loss: Tensor) -> float:
        """Take the step for which the gradients are there; its loss, where it is read.

        Raises:
            TrainError: the loss is not finite.
        """
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.losses[self.step] = loss
        self.step += 1
        looks = self.step % LOOK_EVERY == 0 or self.step == self.recipe.steps
        return self.settle() if self.device.type == "cpu" or looks else float("nan")

    def settle(self) -> float:
        """The last step's loss, the losses since the last look held to be finite. On a GPU reading
        one waits for all that was asked of it, so it is done every few steps.

        Raises:
            TrainError: one is not finite.
        """
        losses = self.losses[self.looked : self.step].cpu()
        if not losses.isfinite().all():
            at = int((~losses.isfinite()).nonzero()[0, 0])
            raise TrainError(
                f"the loss became {float(losses[at])} at step {self.looked + at}: lower --rate"
            )
        self.looked = self.step
        return float(losses[-1]) if len(losses) else float("nan")

    def keep(self) -> None:
        """Keep the present weights for later study."""
        save_weights(self.model, self.folder / "steps" / f"{self.step:05d}.safetensors")

    def check(self) -> None:
        """Count on the validation set, by hop count, and keep the weights if they are the best.

        In the run's own precision, as the papers' trainer does.
        """
        right = _hits(self.model, self.held, self.device, self.recipe.precision)
        counts = [int(right[among].sum()) for among in self.by_hop()]
        before = self.checks[:, 1:].sum(dim=1)
        if not len(before) or sum(counts) > before.max():
            save_weights(self.model, self.folder / BEST)
        self.checks = torch.cat([self.checks, torch.tensor([[self.step, *counts]])])

    def by_hop(self) -> list[np.ndarray]:
        """For 1, 2, 3 and 4 hops (n,) bool: the sequences of the validation set of that many."""
        return [self.held.hops == hop for hop in range(1, MAX_HOPS + 1)]

    def validated(self) -> list[float]:
        """Accuracy by hop count on the validation set: of the check at this step where there is
        one, else counted again in float32."""
        if not len(self.checks) or int(self.checks[-1, 0]) != self.step:
            return evaluate(self.model, self.held, self.device)
        counts = self.checks[-1, 1:].tolist()
        of = [int(among.sum()) for among in self.by_hop()]
        return [right / n if n else np.nan for right, n in zip(counts, of, strict=True)]


def train(run: Run, keep_every: int, save_every: int, console: Console) -> Trained:
    """Take a run to its end, write the final model and return its manifest."""
    (manifest,) = train_together([run], keep_every, save_every, console)
    return manifest


def train_once(recipe: Recipe, folder: Path, keep_every: int, save_every: int) -> None:
    """Train a recipe in a folder, unless a finished run is there."""
    if not (folder / "final").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        train(Run(recipe, folder), keep_every, save_every, terminal.console(stderr=True))


def train_together(
    runs: Sequence[Run], keep_every: int, save_every: int, console: Console
) -> list[Trained]:
    """Take runs that differ in their seeds alone to their end, as one program; ``train`` each.

    Raises:
        TrainError: they differ in more, or a loss is not finite.
    """
    recipe, shown = runs[0].recipe, float("nan")
    if any(run.recipe != replace(recipe, seed=run.recipe.seed) for run in runs):
        raise TrainError("runs that are trained together differ in their seeds alone")
    kept = kept_steps(recipe.steps, keep_every)
    for run in runs:
        run.resume()
        if run.step == 0 and 0 in kept:
            run.keep()
        run.model.train()
    with terminal.progress(console, TimeRemainingColumn()) as progress:
        task = progress.add_task(recipe.task, total=recipe.steps, completed=runs[0].step)
        while (step := min(run.step for run in runs)) < recipe.steps:
            now = [run for run in runs if run.step == step]
            loss = sum(advance(now)) / len(now)
            shown = loss if np.isfinite(loss) else shown
            told = f"{recipe.task} loss {shown:.4f}"
            progress.update(task, completed=step + 1, description=told)
            for run in now:
                stand(run, kept, save_every, progress.console)
    return [_finish(run) for run in runs]


def stand(run: Run, kept: Container[int], save_every: int, console: Console) -> None:
    """What a run does at some of its steps: keep weights, count, save, say how it stands."""
    recipe = run.recipe
    if run.step in kept:
        run.keep()
    if recipe.check_every and run.step % recipe.check_every == 0:
        run.check()
    if run.step % save_every == 0 or run.step == recipe.steps:
        run.save()
        shown = " ".join(shown_accuracy(run.validated(), 3))
        loss = float(run.losses[run.step - 1])
        console.print(f"{recipe.task} step {run.step}: loss {loss:.4f}, validation by hop {shown}")


def _finish(run: Run) -> Trained:
    """Write a finished run's last and best model; returns its manifest."""
    manifest = _describe(run, evaluate(run.model, run.test, run.device))
    if len(run.checks):
        save_best(run, manifest)
    save_model(run.model, run.words, run.folder / "final", manifest)
    write_json(run.folder / "losses.json", run.losses.tolist())
    return manifest


def save_best(run: Run, manifest: Trained) -> None:
    """Write the model best on validation next to the final one, with what its manifest shares."""
    best = GPTJ(run.recipe.shape).to(run.device)
    best.load_state_dict(load_file(run.folder / BEST))
    totals = run.checks[:, 1:].sum(dim=1)
    step = int(run.checks[totals.argmax(), 0])
    accuracy = tuple(evaluate(best, run.test, run.device))
    weights = f"best on validation: {step}"
    about = replace(manifest, test_accuracy_by_hop=accuracy, weights=weights)
    save_model(best, run.words, run.folder / "best", about)


def command(recipe: Recipe) -> str:
    """What retrains the model."""
    told = ("batch", "rate")
    words = (
        f"rope-claims train --task {recipe.task} --steps {recipe.steps}"
        f" --batch {recipe.batch} --rate {recipe.rate} --seed {recipe.seed}"
        f" --total {recipe.total} --layers {recipe.layers} --width {recipe.width}"
        f" --device {recipe.device} --precision {recipe.precision} --threads {recipe.threads}"
    )
    words += factor_options(recipe, told)
    if recipe.base != settings.BASE:
        words += f" --base {recipe.base}"
    if recipe.nope_from is not None:
        words += f" --nope-from {recipe.nope_from}"
    if recipe.log_scaled:
        words += " --log-scaled"
    return words


def _describe(run: Run, accuracy: list[float]) -> Trained:
    """A trained model's manifest: command, commit, data hashes, versions, final accuracy, and the
    counts on the validation set (step, right for 1 to 4 hops)."""
    held = tuple(int(among.sum()) for among in run.by_hop())
    return Trained(
        command=run.told,
        recipe=run.recipe,
        differs=(DIFFERS[run.recipe.precision],),
        commit=commit(),
        data_sha256={"train": run.train.sha256(), "test": run.test.sha256()},
        weights=f"last: {run.step}",
        test_accuracy_by_hop=tuple(accuracy),
        test_sequences=len(run.test),
        validation=Validation(checks=tuple(map(tuple, run.checks.tolist())), of=held),
        final_loss=float(run.losses[-50:].cpu().mean()),
        versions=versions("torch", "numpy"),
        processor=processor(),
    )
