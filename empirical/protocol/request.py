"""What is asked of ``validate``: made once from the command line, checked, and passed on whole."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from empirical.protocol.convention import DEFINITION, Convention
from empirical.protocol.findings import BindingPart, Model
from empirical.protocol.form import read_report
from empirical.protocol.measured import same_heads

PARTS = ("binding", "sensitivity", "cards", "one-hop")
"""What is measured of a language model, and may be left out."""

WINDOWS = (12, 16, 24, 32, 48, 64, 80, 100, 150, 200, 300)
"""Target windows of the 1-hop tasks (paper B, App. H)."""
QUICK: dict[str, Any] = {"statements": 64, "inputs": 4, "without": ("sensitivity", "one-hop")}
"""What ``--quick`` asks for: the fewest inputs that the claims about the binding task take."""
TEXT_OPTIONS = ("statements", "inputs", "solved_only", "windows")
"""Fields of a request that only count for models that read text."""


@dataclass(frozen=True, kw_only=True)
class Request:
    """Which model is to be measured, on what, by which convention, and where the report goes.

    model           a folder, a repository or an alias; None: the two shipped models
    revision, dtype, device_map, device   how it is loaded
    out, resume     folder of the report; whether to go on with what a run has left there
    prompts         texts on which heads are scored; none: the task's inputs, or random tokens
    statements, inputs, solved_only, against_random   of the binding task
    shuffled        how many times the weights are shuffled, for against_random
    windows         target windows of the 1-hop tasks, in tokens of the task, all to be measured;
                    None: WINDOWS, as far as the model comes
    without         which of PARTS are left out
    quick           a first answer only, and the report says what it lacks
    families        binding tasks of other families' models, by family
    Raises ValueError for what cannot be had together, or is too little to measure.
    """

    model: str | None = None
    revision: str | None = None
    dtype: str = "auto"
    device_map: str | None = None
    device: str = "auto"
    out: Path = Path("report")
    resume: bool = False
    prompts: tuple[str, ...] = ()
    convention: Convention = DEFINITION
    statements: int = 256
    inputs: int = 16
    solved_only: bool = False
    against_random: bool = False
    shuffled: int = 1
    windows: tuple[int, ...] | None = None
    without: tuple[str, ...] = ()
    quick: bool = False
    families: Mapping[str, BindingPart] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.model is None and (self.revision or self.device_map or self.dtype != "auto"):
            raise ValueError("--revision, --dtype and --device-map go with --model: name one")
        if self.windows is not None and min(self.windows) < 1:
            raise ValueError(f"--windows {min(self.windows)}: a window has 1 token at least")
        if self.statements < 2:
            raise ValueError(f"--statements {self.statements}: a swap takes two at least")
        if self.inputs < 1:
            raise ValueError(f"--inputs {self.inputs}: one at least is needed")
        if self.shuffled < 1:
            raise ValueError(f"--shuffled {self.shuffled}: give 1 or more")
        if self.against_random and "binding" in self.without:
            raise ValueError("--against-random is of the binding task: do not leave that out")

    def text_options(self) -> tuple[str, ...]:
        """Which of TEXT_OPTIONS differ from their defaults, as they are written."""
        usual = vars(Request) | (QUICK if self.quick else {})
        given = [name for name in TEXT_OPTIONS if getattr(self, name) != usual[name]]
        return tuple(f"--{name.replace('_', '-')}" for name in given)

    def shortened(self, models: Sequence[Model]) -> str:
        """What a quick run left out of a whole one on these models, in a line; '' if not quick."""
        if not self.quick:
            return ""
        if not any(model.family for model in models):
            if "sensitivity" in self.without and any(model.task for model in models):
                return "A quick run: sensitivity is left out. Without --quick it is measured."
            return "--quick leaves nothing out of a model that has no tokenizer for text."
        fewer = ""
        if "binding" not in self.without:
            numbers = (
                ("statements", self.statements, Request.statements),
                ("inputs", self.inputs, Request.inputs),
            )
            some = [f"{asked} of {whole} {what}" for what, asked, whole in numbers if asked < whole]
            fewer = f" {', '.join(some) or 'every statement and input'} of the binding task;"
        out = [part for part in PARTS if part in self.without]
        if not self.against_random:
            out.append("random-weights baselines (--against-random)")
        return (
            f"A quick run, a first answer only:{fewer} left out: {', '.join(out) or 'nothing'}."
            " Without --quick all is measured."
        )


def families(paths: Iterable[Path]) -> dict[str, BindingPart]:
    """The binding tasks in reports of ``validate``, by the family of their models.

    Raises:
        ValueError: a file is no such report, has no binding task, or has a model that another
            family has already, by its architecture or its scores.
    """
    kinds: dict[str, str] = {}
    tasks: dict[str, BindingPart] = {}
    for path in paths:
        for name, kind, binding in _posed(path):
            for other in tasks.keys() - {name}:
                if kinds[other] == kind or same_heads(tasks[other], binding):
                    raise ValueError(
                        f"--with {path}: {name} is {other} under another name, by its architecture"
                        " or its scores: give a model of each family"
                    )
            tasks[name], kinds[name] = binding, kind
    return tasks


def _posed(path: Path) -> list[tuple[str, str, BindingPart]]:
    """Family, architecture and binding task of a report's models. Raises as ``families``."""
    try:
        models = read_report(path).models
    except (OSError, ValueError) as error:
        raise ValueError(
            f"--with {path}: no report of validate can be read there: {error}"
        ) from error
    posed = [
        (str(model.family), model.architecture, model.binding)
        for model in models
        if isinstance(model.binding, BindingPart)
    ]
    if not posed:
        raise ValueError(f"--with {path}: this report has no binding task: run validate again")
    return posed
