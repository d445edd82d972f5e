"""Whether a configuration can be held to a model: what is checked before the model is measured."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from constructions.capacity import rotations
from constructions.capacity.parameters import head_size
from rope_claims.diagnosis import running
from rope_claims.diagnosis.examined import read_fields
from rope_claims.diagnosis.measured import at_positions
from rope_claims.passes import left_as_it_was, loaded, transformers_model

if TYPE_CHECKING:
    from transformers import PreTrainedModel

ANOTHER = "give a configuration of the same architecture"


def text_of(
    given: Any, config: str | Path | Mapping[str, Any] | None
) -> tuple[str, Mapping[str, Any], Any] | None:
    """What the model is held to, before weights are loaded: a name, fields, and the object that a
    loaded model has of them, or None.

    The fields are those of ``config``, or of the model's own folder or object; a model by another
    name has none here.

    Raises:
        ValueError: there is no such configuration, or the object holds no model.
    """
    if isinstance(config, Mapping):
        return "the configuration", config, None
    if config is not None:
        return str(config), read_fields(config), None
    if isinstance(given, str | Path):
        held = (Path(given) / "config.json").is_file()
        return (str(given), read_fields(given), None) if held else None
    model = transformers_model(given)
    own = model.config.get_text_config()
    return own.name_or_path or type(model).__name__, own.to_dict(), own


def model_for(given: Any, told: str, fields: Mapping[str, Any]) -> PreTrainedModel:
    """The model, if it can be held to a configuration, called ``told``, of these fields.

    Raises:
        ValueError: there is no such model; its heads have another size, its tables end before the
            positions of the configuration, or its rotary function takes other tables.
    """
    held = loaded(given)
    judged = rotations.model_of_fields(told, deepcopy(dict(fields)), False).config
    own = held.model.config.get_text_config()
    sizes = head_size(judged), head_size(own)
    if all(sizes) and sizes[0] != sizes[1]:
        raise ValueError(
            f"{told} has heads of {sizes[0]} coordinates, {held.name} of {sizes[1]}: {ANOTHER}"
        )
    home, own_home = running.home(judged), running.home(own)
    ends = [getattr(one, "max_position_embeddings", None) or 0 for one in (judged, own)]
    if hasattr(own_home, "create_sinusoidal_positions") and ends[0] > ends[1]:
        raise ValueError(
            f"{told} has {ends[0]:,} positions, and the tables of {held.name} end at {ends[1]:,}:"
            f" {ANOTHER}"
        )
    with left_as_it_was(held.model):
        turned = at_positions(held.model, [0, 1]) if home is not own_home else []
    if home and (first := next(filter(None, turned), None)):
        try:
            running.pairing_of(home, first)
        except RuntimeError:
            raise ValueError(
                f"{told} is of type {judged.model_type}, whose rotary function takes other tables"
                f" than that of {held.name} ({own.model_type}): {ANOTHER}"
            ) from None
    return held.model
