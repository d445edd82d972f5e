"""The examination of a model that runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from constructions.capacity import rotations
from rope_claims.diagnosis import faults, running
from rope_claims.diagnosis.examined import (
    MEND_FIRST,
    contradictions,
    impossible,
    initialisation,
    joined,
    read_fields,
    windows_to_read,
    with_reach,
)
from rope_claims.diagnosis.measured import Turned, at_positions, ladder, slopes, wrapped
from rope_claims.diagnosis.positions import proportional
from rope_claims.diagnosis.results import Diagnosis, Finding, LayerGroup
from rope_claims.diagnosis.written import WrittenRule, rules
from rope_claims.passes import left_as_it_was
from rope_claims.passes import loaded as taken

if TYPE_CHECKING:
    from transformers import PreTrainedModel


NO_ROTATION = (
    "what it does to keys is no rotation of pairs of coordinates",
    "its angles are not measured",
)
NO_NUMBERS = ("its keys are not all finite numbers: look at the weights", NO_ROTATION[1])
"""The finding of a layer whose rotary function does something else, and its effect."""


def examined(
    given: Any, config: str | Path | Mapping[str, Any] | None, reach: int | None
) -> Diagnosis:
    """As ``doctor`` without ``config_only``."""
    loaded = taken(given)
    model = loaded.model
    fields, judged = _configuration(given, model, config)
    if spoilt := impossible(fields, judged):
        return Diagnosis(loaded.name, (), spoilt, (MEND_FIRST,))
    known = rules(judged, fields)
    if not known:
        raise ValueError(f"{loaded.name} rotates nothing: there is no RoPE to examine")
    strange = [rule for rule in known if not rule.known]
    if strange:
        raise ValueError(f"{loaded.name}: no formula here for rope_type {strange[0].type!r}")
    findings, missing = list(contradictions(fields)), list[str]()
    findings += _initialised(loaded.name, judged, known, missing)
    with left_as_it_was(model):
        groups, measured = _passes(model, known, judged, missing)
        findings += measured
        findings += _generation(model, known, missing)
    told = [with_reach(one, known, groups, reach) for one in _once(joined(findings))]
    return Diagnosis(loaded.name, tuple(groups), tuple(told), tuple(dict.fromkeys(missing)))


def _configuration(
    given: Any, model: PreTrainedModel, config: str | Path | Mapping[str, Any] | None
) -> tuple[Mapping[str, Any], Any]:
    """The fields to hold the model to, and the configuration object made of them."""
    if config is not None:
        fields = config if isinstance(config, Mapping) else read_fields(config)
        copy = deepcopy(dict(fields))
        return fields, rotations.model_of_fields("the configuration", copy, checked=False).config
    own = model.config.get_text_config()
    if isinstance(given, str | Path) and (Path(given) / "config.json").is_file():
        return read_fields(given), own
    return own.to_dict(), own


def _initialised(
    name: str, judged: Any, known: Sequence[WrittenRule], missing: list[str]
) -> list[Finding]:
    """What transformers makes of the configuration where it is not what the text says."""
    findings: list[Finding] = []
    try:
        for n in windows_to_read(known):
            for one in rotations.rotations(rotations.ConfiguredModel(name, judged), n):
                rule = next((rule for rule in known if rule.kind == one.kind), None)
                findings += initialisation(rule, known, one, n) if rule else []
    except rotations.BadConfiguration as error:
        missing.append(f"transformers' own initialisation: {error}")
    return findings


def rule_of(layer: int, known: Sequence[WrittenRule], config: Any) -> WrittenRule:
    """The rule of a layer, by its type."""
    kinds = getattr(config, "layer_types", None) or []
    kind = kinds[layer] if layer < len(kinds) else ""
    return next((rule for rule in known if rule.kind == kind), known[0])


def _passes(
    model: PreTrainedModel, known: Sequence[WrittenRule], config: Any, missing: list[str]
) -> tuple[list[LayerGroup], list[Finding]]:
    """The layer groups at the longest window, and the findings at each."""
    home = running.home(config)
    findings: list[Finding] = []
    turned: list[Turned | None] = []
    pairing = ""
    for n in windows_to_read(known):
        positions = ladder(n)
        turned = at_positions(model, positions)
        ran = [one for one in turned if one is not None]
        if not ran:
            raise ValueError(
                f"{type(model).__name__}: no layer calls the rotary function that is known here, so"
                " nothing is measured; examine the configuration with --config-only"
            )
        pairing = pairing or (running.pairing_of(home, ran[0]) if home else "")
        measured = list[np.ndarray]()
        for one in ran:
            if not one.pairing:
                what = NO_ROTATION if np.isfinite(one.keys).all() else NO_NUMBERS
                findings.append(Finding("unexplained", (one.layer,), *what, "run"))
                continue
            rule = rule_of(one.layer, known, config)
            findings += running.examined_running(one, positions, rule, known, pairing, measured)
    findings += _unrotated(turned, config)
    return _grouped(turned, positions, known, config), findings


def _unrotated(turned: Sequence[Turned | None], config: Any) -> list[Finding]:
    """Layers that do not rotate though others of their type do, and the text does not say so."""
    kinds = getattr(config, "layer_types", None) or [""] * len(turned)
    flags = getattr(config, "no_rope_layers", None)
    rotating = {kind for kind, one in zip(kinds, turned, strict=False) if one is not None}
    wrong = []
    for layer, (kind, one) in enumerate(zip(kinds, turned, strict=False)):
        wanted = bool(flags[layer]) if flags else kind in rotating
        if one is None and wanted:
            wrong.append(layer)
    if not wrong:
        return []
    message = "the layer does not rotate; the configuration gives no such exception"
    return [Finding("absent", tuple(wrong), message, "its heads see no positions", "run")]


def _grouped(
    turned: Sequence[Turned | None],
    positions: Sequence[int],
    known: Sequence[WrittenRule],
    config: Any,
) -> list[LayerGroup]:
    """Layers that turn alike, together."""
    groups: dict[Any, list[tuple[int, LayerGroup]]] = {}
    for at, one in enumerate(turned):
        if one is None or not one.pairing:
            group = LayerGroup((), "", (), 1.0, "", 0, max(positions), 0.0)
            groups.setdefault("none", []).append((at, group))
            continue
        rule = rule_of(one.layer, known, config)
        theta = slopes(one.phases(), positions)
        distance = np.asarray(positions)[:, None] * theta
        error = float(np.abs(wrapped(one.phases() - one.phases()[0] - distance)).max())
        angles = tuple(map(float, theta))
        group = LayerGroup(
            (), rule.kind, angles, one.factor(), one.pairing, one.head, max(positions), error
        )
        key = (rule.kind, one.pairing, tuple(float(f"{x:.3e}") for x in theta))
        groups.setdefault((*key, round(one.factor(), 3)), []).append((one.layer, group))
    made = []
    for members in groups.values():
        layers = tuple(layer for layer, _ in members)
        group = members[0][1]
        made.append(replace(group, layers=layers, error=max(g.error for _, g in members)))
    return made


def _generation(
    model: PreTrainedModel, known: Sequence[WrittenRule], missing: list[str]
) -> list[Finding]:
    """Positions with left padding, and after the prompt."""
    if not getattr(model, "can_generate", lambda: False)():
        missing.append("left padding and the cache: the model does not generate")
        return []
    positions = ladder(windows_to_read(known)[0])
    ran = [one for one in at_positions(model, positions) if one is not None and one.pairing]
    every = {one.layer: slopes(one.phases(), positions) for one in ran}
    turning = [
        one
        for one in ran
        if running.some_frequency_turns(every[one.layer], running.noise(one, positions))
    ]
    angles = {
        one.layer: every[one.layer]
        for one in turning
        if proportional(one, every[one.layer], positions)
    }
    if every and not angles:  # such keys show no position
        how = " by their positions" if turning else ""
        missing.append(f"left padding and the cache: the keys of no layer turn{how}")
        return []
    layouts = {one.layer: one.layout for one in ran}
    findings: list[Finding] = []
    layers = 0
    for layer, places in running.generated_tokens(model, angles, layouts):
        findings += running.misplaced(layer, places)
        layers += 1
    if not layers:
        missing.append("left padding and the cache: no layer's passes could be distinguished")
    return findings


def _once(findings: list[Finding]) -> list[Finding]:
    """Each cause once.

    What transformers' initialisation has and the run too is left to the run; an attention factor
    that is wrong in one pass, to the scaling that is wrong in another.
    """
    ran = {one.fault for one in findings if one.source == "run"}
    scaled = {"original-length", *(name for name in faults.NAMES if name.startswith("scaling"))}
    hidden = {
        one
        for one in findings
        if (one.source == "initialisation" and one.fault in ran)
        or (one.fault == "attention-factor" and scaled & ran)
    }
    return [one for one in findings if one not in hidden]
