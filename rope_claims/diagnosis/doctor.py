"""``doctor``: is the RoPE that runs the RoPE that the configuration says?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from constructions.capacity import limits
from rope_claims.diagnosis.examined import checked_on_paper, notes, unfit
from rope_claims.diagnosis.results import Diagnosis


def doctor(
    model: Any,
    *,
    config: str | Path | Mapping[str, Any] | None = None,
    config_only: bool = False,
    reach: int | None = None,
) -> Diagnosis:
    """Examine the rotation of a model, or of a configuration alone.

    model        a loaded transformers model, a wrapper of one, or a folder, GGUF file, repository
                 or alias; with ``config_only`` a folder, a config.json, its fields or the alias of
                 a published configuration
    config       the configuration that the model should follow (a folder, a file or its fields);
                 by default the folder's config.json, or the model's own
    config_only  load and run no model: compare the text with what transformers makes of it
    reach        a finding that changes angles has the certified capacity budget in windows of so
                 many positions, with the angles that are asked for and with those that run; by
                 default as many as the configuration supports, at most 131,072

    Measured: the angles, the attention factor, the pairing and the positions, from queries and keys
    before and after rotation. Inferred: which fault gives the measured angles. The model is left
    as it was.

    >>> import rope_claims
    >>> rope_claims.doctor("llama-3-8b", config_only=True).healthy
    True
    >>> rope = {"rope_type": "yarn", "factor": 4.0, "rope_theta": 10_000.0}
    >>> shape = {"hidden_size": 64, "num_attention_heads": 4, "max_position_embeddings": 4096}
    >>> fields = {"model_type": "llama", "rope_parameters": rope} | shape
    >>> [one.fault for one in rope_claims.doctor(fields, config_only=True).findings]
    ['original-length']

    Raises:
        ValueError: no such model, one whose rotation cannot be read, whose weights are not loaded,
            or a loaded one with ``config_only``. No configuration, one that rotates nothing, whose
            sizes no model has, or of another model than the given one. The message is one line.
    """
    if reach is not None:
        reach = limits.window_positions(reach, "reach")
    if config_only and config is not None:
        raise ValueError(
            "config-only reads one configuration: give it as the model, without config"
        )
    if config_only:
        return checked_on_paper(model, reach)
    from rope_claims.diagnosis import fitting, loaded

    text = fitting.text_of(model, config)
    if text and (spoilt := unfit(*text)):
        return spoilt
    if text and config is not None:
        model = fitting.model_for(model, *text[:2])
    report = loaded.examined(model, config, reach)
    return replace(report, notes=notes(*text)) if text else report
