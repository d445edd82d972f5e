"""How a controlled model is trained: every factor that determines a run, and two named recipes.

``released``: what paper B's released scripts say (only letter's is fully released; number's reads
its factors from a configuration that is not, and is taken to be the same). In one thing it differs:
the released scripts keep the checkpoint best on validation, and what we ship, record and judge are
the last weights. ``earlier``: what this repository trained by before those scripts were at hand;
records that name no recipe are of it.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from empirical.protocol import settings
from empirical.protocol.vocabulary import vocabulary

if TYPE_CHECKING:
    from empirical.models.model import Shape


@dataclass(frozen=True)
class Recipe:
    """Everything that determines a run's result on a given machine.

    The defaults are those of the recipe ``earlier``, so that an older record is read as what it is.
    """

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
    name: str = "earlier"
    beta1: float = 0.9
    beta2: float = 0.999
    decay: float = 0.01
    decays: str = "all"
    gelu: str = "tanh"
    embedding_dropout: float = 0.1
    letters: str = "distinct"
    check_every: int = 0
    log_scaled: bool = False

    def run_as(self, other: Recipe) -> Recipe:
        """This recipe on the machine and in the precision of another."""
        return replace(self, precision=other.precision, device=other.device, threads=other.threads)

    @property
    def warmup(self) -> int:
        """A ninth of the steps: 750 of the paper's 6,750."""
        return max(1, self.steps // 9)

    @property
    def shape(self) -> Shape:
        """The model that is trained."""
        from empirical.models.model import Shape

        return Shape(
            len(vocabulary(self.task)),
            layers=self.layers,
            width=self.width,
            base=self.base,
            nope_from=self.nope_from,
            gelu=self.gelu,
            embedding_dropout=self.embedding_dropout,
            log_scaled=self.log_scaled,
        )

    def rate_at(self, step: int) -> float:
        """Learning rate of step 0, 1, …: linear up to ``rate``, then linear down towards 0."""
        if step < self.warmup:
            return self.rate * (step + 1) / self.warmup
        return self.rate * (self.steps - step) / max(1, self.steps - self.warmup)


NAMED = {
    "earlier": Recipe("number"),
    "released": Recipe(
        "number",
        name="released",
        rate=1e-4,
        beta1=0.95,
        beta2=0.999,
        decay=1e-4,
        decays="weights",
        gelu="exact",
        embedding_dropout=0.0,
        letters="repeated",
        check_every=50,
    ),
}
"""Of each, the factors; the task is one of both."""
FACTORS: dict[str, tuple[type, str]] = {
    "batch": (int, "sequences in a step"),
    "rate": (float, "peak learning rate"),
    "beta1": (float, "AdamW's first beta"),
    "beta2": (float, "AdamW's second beta"),
    "decay": (float, "weight decay"),
    "decays": (str, "what decays: all parameters, or weights only (no bias, no norm)"),
    "gelu": (str, "GELU: exact, or its tanh approximation"),
    "embedding_dropout": (float, "dropout of embeddings"),
    "letters": (
        str,
        "letters of the number task's window: all distinct, or drawn with replacement",
    ),
    "check_every": (int, "steps between two validations; 0: none"),
}
"""What a recipe fixes and a command line may change, one by one."""
CHOICES = {
    "decays": ("all", "weights"),
    "gelu": ("exact", "tanh"),
    "letters": ("distinct", "repeated"),
}


def add_factors(parser: argparse.ArgumentParser) -> None:
    """``--recipe`` and an option a factor, each by default what the recipe says."""
    parser.add_argument(
        "--recipe",
        choices=sorted(NAMED),
        default="released",
        help="defaults of the options that follow. released: paper B's scripts (default); earlier:"
        " our first recipe",
    )
    for name, (kind, text) in FACTORS.items():
        option = f"--{name.replace('_', '-')}"
        usual = "; ".join(f"{recipe}: {getattr(one, name)}" for recipe, one in NAMED.items())
        parser.add_argument(option, type=kind, choices=CHOICES.get(name), help=f"{text} ({usual})")


def add_machine(parser: argparse.ArgumentParser) -> None:
    """``--device`` and ``--precision`` of a training."""
    for name, choices, text in (
        ("--device", settings.DEVICES, "where to train"),
        ("--precision", settings.PRECISIONS, "number format"),
    ):
        parser.add_argument(name, choices=choices, default="auto", help=f"{text} (default: auto)")


def chosen(given: argparse.Namespace) -> Recipe:
    """The recipe named, with the factors given on the command line in place of its own; the task
    is not yet theirs.

    Raises:
        ValueError: a factor out of range, in one line that says what to give.
    """
    told = {name: getattr(given, name) for name in FACTORS}
    one = replace(NAMED[given.recipe], **{k: x for k, x in told.items() if x is not None})
    if one.batch < 1:
        raise ValueError("--batch must be at least 1")
    if not 0 < one.rate < 1:
        raise ValueError(f"--rate {one.rate}: give a peak learning rate between 0 and 1")
    for name in ("beta1", "beta2", "decay", "embedding_dropout"):
        if not 0 <= getattr(one, name) < 1:
            option = name.replace("_", "-")
            raise ValueError(f"--{option} {getattr(one, name)}: give a number from 0 to below 1")
    if one.check_every < 0:
        raise ValueError(f"--check-every {one.check_every}: give steps, or 0 for none")
    return one


def factor_options(recipe: Recipe, told: tuple[str, ...] = ()) -> str:
    """The options that say a recipe's name and what differs from it, beyond those ``told``."""
    words = [f" --recipe {recipe.name}"]
    own = NAMED[recipe.name]
    for name in FACTORS:
        value = getattr(recipe, name)
        if name not in told and value != getattr(own, name):
            words.append(f" --{name.replace('_', '-')} {value}")
    return "".join(words)


SCHEDULES = {
    "earlier": (settings.RUN_STEPS, settings.KEEP_EVERY),
    "released": (settings.FULL_STEPS, settings.RELEASED_KEEP_EVERY),
}
"""Steps, and steps between kept weights, of each recipe's runs with many seeds."""


def kept_steps(steps: int, every: int) -> set[int]:
    """Steps after which weights are kept: powers of two while the model changes fast, then every
    ``every`` steps."""
    early = {2**k for k in range(12) if 2**k < every}
    return {s for s in {0, *early, *range(every, steps + 1, every)} if s <= steps}
