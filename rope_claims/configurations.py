"""What a RoPE configuration can tell apart by position alone, from Python.

The budget β* is the least total amplitude Σ a_p of logits Σ a_p cos(θ_p t) with which one head
gives its target at least half of the softmax weight, wherever it stands among n positions.
"""

from __future__ import annotations

import json
import tempfile
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theory.ledger.plural import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, repr=False)
class Capacity:
    """The certified interval [lower, upper] that contains β*, for one kind of layer.

    Printed, it is one line. ``table`` and ``amplitudes`` have the budget frequency by frequency.

    positions  the length of the window
    layers     the layer type, '' where all layers rotate alike
    angles     radians a position, one a rotary frequency, fastest first
    factor     the attention factor of the configuration (YaRN, LongRoPE); its square multiplies
               every logit of the model, and is not part of the budget
    amplitudes  the budget frequency by frequency; they add up to ``upper``
    certificate  the JSON object that ``check_capacity.py`` checks
    """

    name: str
    positions: int
    layers: str
    angles: tuple[float, ...]
    factor: float
    lower: float
    upper: float
    amplitudes: tuple[float, ...]
    certificate: dict[str, Any]

    def __repr__(self) -> str:
        """The certified interval, rounded outwards, in a line; the attention factor, if not 1."""
        from constructions.capacity.ends import budget_line

        ends = (self.lower, self.upper)
        return budget_line(self.name, self.layers, self.positions, ends, self.factor)

    def table(self) -> list[dict[str, float]]:
        """One row a frequency: id (1 is the fastest), angle, period in positions, amplitude."""
        from math import pi

        rows = zip(self.angles, self.amplitudes, strict=True)
        return [
            {"id": one, "angle": angle, "period": 2 * pi / angle, "amplitude": amplitude}
            for one, (angle, amplitude) in enumerate(rows, 1)
        ]

    def plot(self, *others: Capacity) -> Figure:
        """The budget by period, as a matplotlib figure; ``others`` in the same axes.

        Raises:
            ValueError: one of the others is no budget.
        """
        from math import pi

        _budgets(*others)
        from rope_claims.drawing import Drawn

        figure = Drawn(figsize=(6, 3.5), layout="constrained")
        axes = figure.subplots()
        for one in (self, *others):
            periods = [2 * pi / angle for angle in one.angles]
            axes.plot(periods, one.amplitudes, marker="o", markersize=3, label=one._label())
        axes.set_xscale("log")
        axes.set_xlabel("period of the frequency, in positions")
        axes.set_ylabel("amplitude")
        axes.legend()
        return figure

    def compare(self, other: Capacity) -> str:
        """One line that sets two budgets side by side.

        Raises:
            ValueError: the other is no budget.
        """
        _budgets(other)
        if self.upper < other.lower:
            verb = "needs less than"
        elif other.upper < self.lower:
            verb = "needs more than"
        else:
            verb = "cannot be told from"
        return f"{self._label()} {verb} {other._label()}"

    def _label(self) -> str:
        from constructions.capacity.ends import interval

        ends = interval(self.lower, self.upper, 3)
        return f"{self.name}, {counted(self.positions, 'position')}: {ends}"


def _budgets(*others: object) -> None:
    """Refuse what is none.

    Raises:
        ValueError: one is no ``Capacity``.
    """
    for one in others:
        if not isinstance(one, Capacity):
            raise ValueError(f"{type(one).__name__} is no budget: give what capacity() answered")


def capacity(
    config: str | Path | dict[str, Any] | None = None,
    *,
    tokens: int,
    base: float | None = None,
    head_size: int | None = None,
    scaling: dict[str, Any] | None = None,
    layers: str = "",
) -> Capacity:
    """Certify the budget of a configuration in a window of ``tokens`` positions.

    Give either ``config`` (a folder, a ``config.json``, its fields, or the name of a published
    configuration) or ``base`` and ``head_size``. In ``scaling`` are the fields that
    transformers reads from ``rope_scaling``, such as ``{"rope_type": "yarn", "factor": 4.0,
    "original_max_position_embeddings": 32768}``. With ``layers`` you pick a layer type where
    there are several. No weights are read.

    yarn, llama3, longrope and dynamic need ``original_max_position_embeddings``. ``tokens`` is a
    whole number from 3 to 2,097,152, and ``head_size`` an even one of at most 1,024.

    For layers with a sliding window, the window ends there: see ``positions``. If only some of the
    layers that rotate alike have one (Gemma 2), the budget is for the others.

    >>> import rope_claims
    >>> one = rope_claims.capacity(base=10_000, head_size=16, tokens=64)
    >>> one
    base 10000, head size 16, 64 positions: β* between 7.456 and 7.465
    >>> two = rope_claims.capacity(base=10_000, head_size=16, tokens=128)
    >>> "needs less than" in one.compare(two)
    True
    >>> one.table()[0]["period"]
    6.283185307179586

    Raises:
        ValueError: no such configuration, a choice that is missing, or a number that cannot be.
    """
    from constructions.capacity import limits, rotations

    tokens = limits.window_positions(tokens)
    model = _model(config, tokens, base, head_size, scaling)
    by_kind = {rotation.kind: rotation for rotation in rotations.must_rotate(model, tokens)}
    if layers not in by_kind:
        if layers or len(by_kind) > 1:
            raise ValueError(f"choose layers among {', '.join(map(repr, by_kind))}")
        layers = next(iter(by_kind))
    tokens = rotations.visible_positions(model, layers, tokens)
    (rotation,) = (one for one in rotations.must_rotate(model, tokens) if one.kind == layers)
    entry = _certificate(model.name, rotation.angles, tokens)
    return Capacity(
        name=model.name,
        positions=tokens,
        layers=rotation.kind,
        angles=rotation.angles,
        factor=rotation.factor,
        lower=float(entry["lower"]),
        upper=float(entry["upper"]),
        amplitudes=tuple(float(amplitude) for amplitude in entry["amplitudes"]),
        certificate=entry,
    )


def _certificate(name: str, angles: tuple[float, ...], n: int) -> dict[str, Any]:
    """A certificate that is made and checked here.

    Raises:
        ValueError: none can be had.
    """
    import numpy as np

    from constructions.capacity import limits
    from constructions.capacity.certificate import certified
    from constructions.capacity.check_capacity import Rejected

    if wrong := limits.certifiable(angles):
        raise ValueError(f"{name}: {wrong}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            entry = certified(np.array(angles), n, Path(folder) / "certificate.json")
        except (Rejected, ValueError) as error:
            raise ValueError(limits.uncertified(name, n, error)) from None
    return dict(json.loads(json.dumps(entry)))


def _model(
    config: str | Path | dict[str, Any] | None,
    tokens: int,
    base: float | None,
    head_size: int | None,
    scaling: dict[str, Any] | None,
) -> Any:
    from constructions.capacity import limits, parameters, rotations

    if config is not None:
        if base is not None or head_size is not None or scaling is not None:
            raise ValueError("give config, or base and head_size and scaling, not both")
        if isinstance(config, dict):
            return rotations.model_of_fields("configuration", deepcopy(config))
        if not isinstance(config, str | Path):
            raise ValueError(
                f"config is of type {type(config).__name__}: give a name, a folder, a config.json"
                " or its fields, such as model.config.to_dict()"
            )
        return rotations.find_model(str(config))
    if base is None or head_size is None:
        raise ValueError("give config, or both base and head_size")
    base, head_size = limits.rope_base(base), limits.even_head(head_size)
    held = {"rope_type": "default"} if scaling is None else scaling
    asked = parameters.parameters_of(held, base, head_size)
    fields = {
        "model_type": "llama",
        "hidden_size": head_size,
        "num_attention_heads": 1,
        "head_dim": head_size,
        "max_position_embeddings": parameters.longest(asked, tokens),
        "rope_parameters": parameters.read_by_its_type(asked),
    }
    kind = asked["rope_type"]
    name = f"base {base:.9g}, head size {head_size}" + ("" if kind == "default" else f", {kind}")
    return rotations.model_of_fields(name, fields)
