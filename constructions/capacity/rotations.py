"""The rotary angles of a configuration, as transformers' own modules compute them.

No weights are read. The rotary module of the architecture's own file is made from the
configuration and asked for its frequencies at a length, so that rules which depend on the length
(dynamic, longrope) and rules not yet written are read alike.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from constructions.capacity import published
from constructions.capacity.limits import FEWEST_POSITIONS
from constructions.capacity.parameters import (
    Fields,
    head_size,
    wrong_lengths,
    wrong_parameters,
    wrong_sizes,
)
from theory.gate.reading import Unreadable, one_line, read
from theory.reports.command import nearest_names

OTHER_SENSES = ("vision", "visual", "audio", "image", "video", "2d")
SUFFIX = "inv_freq"
SLIDING = "sliding_attention"


class BadConfiguration(ValueError):
    """A configuration from which no angles can be had, in one line."""


@dataclass(frozen=True)
class ConfiguredRotation:
    """``angles`` (P,) in radians a position, exactly those of the model;
    planes with angle 0 are left out. ``kind`` is the layer type, '' where all are alike;
    ``factor`` the attention scaling of cos and sin, whose square multiplies logits."""

    kind: str
    angles: tuple[float, ...]
    factor: float

    def named(self, n: int) -> str:
        """What its certificate for windows of n positions is called, within one model."""
        return "-".join(filter(None, (self.kind, str(n))))


@dataclass(frozen=True)
class ConfiguredModel:
    """A configuration by name: the text part of what transformers makes of it."""

    name: str
    config: Any


def find_model(name: str) -> ConfiguredModel:
    """The model of an alias, a folder with config.json, or a configuration file.

    Raises:
        BadConfiguration: there is none, or ``model_of_fields`` does not take it.
    """
    return model_of_fields(*find_fields(name))


def find_fields(name: str) -> tuple[str, dict[str, Any]]:
    """What such a model is called, and the fields of its config.json.

    Raises:
        BadConfiguration: there is none, or it is no object.
    """
    path = Path(name).expanduser()
    if name.lower() in published.published_models():
        fields, called = published.published_models()[name.lower()].config, name.lower()
    elif path.is_dir() or path.is_file():
        file = path / "config.json" if path.is_dir() else path
        if not file.is_file():
            raise BadConfiguration(f"{path}: no config.json in this folder: give one that has it")
        called = file.resolve().parent.name if path.is_dir() else file.stem
        try:
            fields = read(file)
        except Unreadable as error:
            raise BadConfiguration(f"{error}: mend this file or download it again") from None
    else:
        known = list(published.published_models())
        close = " or ".join(nearest_names(name.lower(), known))
        hint = f"did you mean {close}?" if close else f"these are known: {', '.join(known)}"
        raise BadConfiguration(
            f"{name}: no folder, no configuration file and no published configuration; {hint}"
        )
    _must_be_object(called, fields)
    return called, fields


def _must_be_object(name: str, fields: Any) -> None:
    if not isinstance(fields, dict) or not isinstance(fields.get("model_type"), str):
        raise BadConfiguration(f"{name}: a configuration is an object with a model_type")


def model_of_fields(name: str, fields: Any, checked: bool = True) -> ConfiguredModel:
    """A model from the fields of its config.json.

    Raises:
        BadConfiguration: transformers does not take them, or no head has the sizes that they say;
            or, if ``checked``, transformers warns and makes angles from less than they say.
    """
    _must_be_object(name, fields)
    from transformers import AutoConfig

    wrong = next((one.line for one in wrong_parameters(fields)), "")
    if checked and wrong:
        raise BadConfiguration(f"{name}: {wrong}")
    try:
        config = AutoConfig.for_model(**fields).get_text_config()
    except Exception as error:
        told = wrong or f"transformers does not take it: {one_line(error, 300)}"
        raise BadConfiguration(f"{name}: {told}") from None
    model = ConfiguredModel(name, config)
    must_have_sizes(model, fields)
    if checked and (wrong := next(wrong_angles(config), "")):
        raise BadConfiguration(f"{name}: {wrong}")
    return model


def must_have_sizes(model: ConfiguredModel, fields: Fields) -> None:
    """See that a head can have the sizes of a model's configuration, whose text has these fields.

    Raises:
        BadConfiguration: none can.
    """
    if wrong := next(wrong_sizes(fields, model.config, _parameters(model.config)), ""):
        raise BadConfiguration(f"{model.name}: {wrong}")


def _parameters(config: Any) -> list[dict[str, Any]]:
    """The rotary parameters of a configuration, one a layer type."""
    held = getattr(config, "rope_parameters", None) or {}
    nested = [one for one in held.values() if isinstance(one, dict)]
    return nested or [held]


def wrong_angles(config: Any) -> Iterator[str]:
    """A base that is null, and factors that are not one for each frequency, as transformers counts
    them."""
    for own in _parameters(config):
        if own.get("rope_theta", 1) is None:
            yield "rope_theta is null: give a finite number above 0, or leave the field out"
        if "short_factor" in own or "long_factor" in own:
            yield from wrong_lengths(own, head_size(config) * own.get("partial_rotary_factor", 1.0))


def rotations(model: ConfiguredModel, n: int) -> list[ConfiguredRotation]:
    """The rotations of a model in windows of n positions; empty if it rotates nothing.

    Raises:
        BadConfiguration: the architecture has no model file, or its rotary module fails.
    """
    from transformers import AutoModel

    try:
        home = sys.modules[AutoModel._model_mapping[type(model.config)].__module__]
    except KeyError:
        raise BadConfiguration(
            f"{model.name}: transformers has no text model of type {model.config.model_type}"
        ) from None
    if getattr(model.config, "alibi", False):
        return []
    try:
        # Before the module: GPT-J's and CodeGen's keeps this table, and no frequencies.
        if table := getattr(home, "create_sinusoidal_positions", None):
            return [_from_table(table, model)] if hasattr(model.config, "rotary_dim") else []
        if kind := _rotary_class(home):
            return _finite(_asked(kind(model.config), n), model)
    except BadConfiguration:
        raise
    except Exception as error:
        told = _unknown_type(model.config) or f"its rotary module fails: {one_line(error, 300)!r}"
        raise BadConfiguration(f"{model.name}: {told}") from None
    return []


def must_rotate(model: ConfiguredModel, n: int) -> list[ConfiguredRotation]:
    """The same of a model that rotates something.

    Raises:
        BadConfiguration: as ``rotations``, or nothing is rotated.
    """
    if turned := rotations(model, n):
        return turned
    raise BadConfiguration(f"{model.name} rotates nothing: there is no RoPE to examine")


def visible_positions(model: ConfiguredModel, kind: str, n: int) -> int:
    """Of a window of n positions, as many as a layer of a rotation's type sees. If only some of the
    layers that rotate alike have a sliding window, it is one of the others.

    Raises:
        BadConfiguration: it sees too few.
    """
    held = _sliding_window(model)
    return n if held is None or _kinds(model, kind) != {SLIDING} else min(n, held)


def window_line(model: ConfiguredModel, kind: str, n: int) -> str:
    """What a sliding window changes where n positions are asked for, in a line; '' if nothing."""
    held, kinds = _sliding_window(model), _kinds(model, kind)
    if held is None or held >= n or SLIDING not in kinds:
        return ""
    start = ", ".join(filter(None, (model.name, kind)))
    if kinds == {SLIDING}:
        return f"{start}: windows end at the sliding window of {held:,} positions"
    others = " and ".join(sorted(kinds - {SLIDING}))
    return f"{start}: layers of type {SLIDING} see {held:,} positions; budgets are for {others}"


def _kinds(model: ConfiguredModel, kind: str) -> set[str]:
    """The types of the layers of a rotation; transformers slides every layer if no type is said."""
    return {kind} if kind else set(getattr(model.config, "layer_types", None) or [SLIDING])


def _sliding_window(model: ConfiguredModel) -> int | None:
    """The positions that a layer with a sliding window sees; None if the architecture has none."""
    known = hasattr(type(model.config), "sliding_window")
    held = model.config.sliding_window if known else None
    if held is not None and (not isinstance(held, int) or held < FEWEST_POSITIONS):
        told = f"sliding_window {held!r} must be a whole number of at least {FEWEST_POSITIONS}"
        raise BadConfiguration(f"{model.name}: {told}")
    return held


def _unknown_type(config: Any) -> str:
    """That a type of scaling is none that transformers knows, or ''."""
    from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

    known = ["default", *ROPE_INIT_FUNCTIONS]
    named = [own.get("rope_type", "default") for own in _parameters(config)]
    wrong = [kind for kind in named if kind not in known]
    return f"rope_type {wrong[0]!r} is unknown: give one of {', '.join(known)}" if wrong else ""


def _finite(asked: list[ConfiguredRotation], model: ConfiguredModel) -> list[ConfiguredRotation]:
    """The rotations, if each angle is a number: for a base of 0 or below there are none."""
    if all(isfinite(angle) for one in asked for angle in one.angles):
        return asked
    raise BadConfiguration(f"{model.name}: not every angle is a number; rope_theta must be above 0")


def _rotary_class(home: Any) -> Any:
    """The class of the text's rotary module in a model's file, None if there is none."""
    named = [
        value
        for name, value in vars(home).items()
        if name.endswith("RotaryEmbedding")
        and isinstance(value, type)
        and not any(sense in name.lower() for sense in OTHER_SENSES)
    ]
    return named[0] if named else None


def _asked(module: Any, n: int) -> list[ConfiguredRotation]:
    """What a rotary module turns by once it has seen position n - 1, one a layer type."""
    import torch

    names = [
        name
        for name in vars(module) | dict(module.named_buffers())
        if name.endswith(SUFFIX) and "original" not in name and "long" not in name
    ]
    kinds = list(dict.fromkeys(name.removesuffix(SUFFIX).rstrip("_") for name in names))
    several = {kind: {"layer_type": kind} if kind else {} for kind in kinds}
    made = []
    for kind in kinds:
        module(torch.zeros(1, 1, 1), torch.tensor([[n - 1]]), **several[kind])
        prefix = f"{kind}_" if kind else ""
        angles = getattr(module, prefix + SUFFIX).double().flatten().tolist()
        factor = float(getattr(module, f"{prefix}attention_scaling", 1.0))
        made.append(ConfiguredRotation(kind, tuple(angle for angle in angles if angle), factor))
    return [rotation for rotation in made if rotation.angles]


def _from_table(table: Any, model: ConfiguredModel) -> ConfiguredRotation:
    """GPT-J's and CodeGen's: the float32 angles of the table's row of position 1, sines first."""
    import torch

    size = model.config.rotary_dim or model.config.hidden_size
    sines, cosines = table(2, size)[1].double().chunk(2)
    return ConfiguredRotation("", tuple(torch.atan2(sines, cosines).float().tolist()), 1.0)
