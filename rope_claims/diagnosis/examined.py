"""The examination of a configuration, and what it shares with that of a model."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from constructions.capacity import rotations
from constructions.capacity.certificate import certified
from constructions.capacity.check_capacity import Rejected
from constructions.capacity.ends import interval
from constructions.capacity.parameters import ORIGINAL, SCALED, text_part, wrong_parameters
from rope_claims.diagnosis import faults
from rope_claims.diagnosis.results import Diagnosis, Finding, LayerGroup
from rope_claims.diagnosis.written import OTHER_NAMES, WrittenRule, default_bases, rules
from theory.gate.reading import read

SHORT = 32
"""Positions of the short pass, or fewer where the model was first trained with fewer."""
MEND_FIRST = "the angles: the configuration must be mended first"
LONGEST = 131_072
"""Positions in the window of a finding's budgets by default, or fewer if fewer are supported."""


def checked_on_paper(given: Any, reach: int | None) -> Diagnosis:
    """The examination of a configuration.

    Raises:
        ValueError: there is none, or its rotation cannot be read.
    """
    if not isinstance(given, Mapping | str | Path):
        raise ValueError(
            f"config-only takes a folder, a file, fields or an alias, not {type(given).__name__}:"
            " examine a loaded model without it"
        )
    if isinstance(given, Mapping):
        name, fields = "configuration", given
    else:
        name, fields = rotations.find_fields(str(given))
    if spoilt := unfit(name, fields):
        return spoilt
    model = rotations.model_of_fields(name, deepcopy(dict(fields)), False)
    known = rules(model.config, fields)
    findings, missing = list(contradictions(fields)), []
    groups = []
    for n in windows_to_read(known):
        for one in rotations.rotations(model, n):
            rule = next((r for r in known if r.kind == one.kind), None)
            if rule is None or not rule.known:
                missing.append(f"layers {one.kind!r}: no formula of ours for this type of scaling")
                continue
            findings += initialisation(rule, known, one, n)
            groups.append(
                LayerGroup((), rule.kind, one.angles, one.factor, "", rule.head, n - 1, 0.0)
            )
    kept = tuple({(g.kind, g.angles): g for g in groups}.values())
    told = [with_reach(one, known, kept, reach) for one in joined(findings)]
    left = notes(name, fields, model.config)
    return Diagnosis(name, kept, tuple(told), tuple(dict.fromkeys(missing)), left)


def unfit(name: str, fields: Mapping[str, Any], config: Any = None) -> Diagnosis | None:
    """The examination of a configuration whose parameters are impossible; None of any other.

    ``config`` is transformers' object of these fields, if there is one.

    Raises:
        ValueError: no head has its sizes, it rotates nothing, or transformers does not take it.
    """
    spoilt = impossible(fields, None)
    if not spoilt:
        # A copy: transformers fills in what is missing.
        model = rotations.ConfiguredModel(name, config)
        if config is None:
            model = rotations.model_of_fields(name, deepcopy(dict(fields)), False)
        rotations.must_have_sizes(model, fields)
        spoilt = impossible(fields, model.config)
    if spoilt:
        return Diagnosis(name, (), spoilt, (MEND_FIRST,))
    rotations.must_rotate(model, SHORT)
    return None


def notes(name: str, fields: Mapping[str, Any], config: Any = None) -> tuple[str, ...]:
    """What a text leaves to defaults; arguments as ``unfit``."""
    if config is None:
        config = rotations.model_of_fields(name, deepcopy(dict(fields)), False).config
    return tuple(default_bases(config, fields))


def read_fields(path: str | Path) -> dict[str, Any]:
    """The fields of a config.json, or of a folder that has one.

    Raises:
        ValueError: there is none.
    """
    if not isinstance(path, str | Path):
        raise ValueError(f"config is of type {type(path).__name__}: give a folder, file or fields")
    place = Path(path).expanduser()
    file = place / "config.json" if place.is_dir() else place
    if not file.is_file():
        raise ValueError(
            f"{place}: no config.json here: give such a file, or a folder that has one"
        )
    fields = read(file)
    if not isinstance(fields, dict):
        raise ValueError(f"{file}: a configuration is an object")
    return fields


def windows_to_read(known: Sequence[WrittenRule]) -> list[int]:
    """Windows to look at: a short one, the longest supported, and what dynamic scaling adds."""
    most = max(rule.most for rule in known)
    first = min(int(rule.fields.get(ORIGINAL) or rule.most) for rule in known)
    beyond = [
        int(rule.most * rule.fields.get("factor", 1)) for rule in known if rule.type == "dynamic"
    ]
    return sorted({max(4, min(SHORT, first)), max(4, most), *beyond})


def impossible(fields: Mapping[str, Any], config: Any) -> tuple[Finding, ...]:
    """Parameters with which a text describes no rotation at all."""
    lines = [one.line for one in wrong_parameters(fields) if one.impossible]
    after = "transformers computes angles from it all the same, or fails"
    return tuple(
        _text("parameter", line, after) for line in lines or rotations.wrong_angles(config)
    )


def contradictions(fields: Mapping[str, Any]) -> Iterator[Finding]:
    """What a configuration's text says twice and differently, or leaves out."""
    fields = text_part(fields)
    for wrong in wrong_parameters(fields):
        yield _text(wrong.fault, wrong.line, "transformers leaves it out of the rotation")
    new, old = fields.get("rope_parameters") or {}, fields.get("rope_scaling") or {}
    base = fields.get("rope_theta")
    for where, held in (("rope_parameters", new), ("rope_scaling", old)):
        flat = held.get("full_attention", held) if isinstance(held, Mapping) else {}
        if not isinstance(flat, Mapping):
            continue
        own = flat.get("rope_theta")
        if base is not None and own is not None and float(base) != float(own):
            yield _text(
                "disagreement",
                f"rope_theta is {base:,.6g} and {where}.rope_theta {own:,.6g}; transformers 5"
                " takes the latter, older versions the former",
                f"the slowest period is about {own / base:.3g} times that of rope_theta",
            )
        both = [OTHER_NAMES.get(x, x) for x in (flat.get("type"), flat.get("rope_type")) if x]
        if len(set(both)) > 1 and flat.get("type") != "mrope":
            yield _text(
                "disagreement",
                f"{where} says type {both[0]} and rope_type {both[1]}; transformers 5 takes the"
                " latter",
                "the scaling depends on the version that loads it",
            )
        kind = both[-1] if both else "default"
        given = flat.get(ORIGINAL) or fields.get(ORIGINAL)
        if kind in SCALED and given is None:
            most = fields.get("max_position_embeddings")
            yield _text(
                "original-length",
                f"{where} says {kind} and no {ORIGINAL}; transformers takes"
                f" max_position_embeddings, {most}, for it",
                "frequencies are scaled from another length than the one trained with",
            )
    yield from _two_scalings(new, old)


def _two_scalings(new: Any, old: Any) -> Iterator[Finding]:
    """``rope_parameters`` and ``rope_scaling`` that say different things."""
    if not (isinstance(new, Mapping) and isinstance(old, Mapping) and new and old):
        return
    for name in ("rope_type", "factor", ORIGINAL, "attention_factor"):
        first, second = (
            new.get(name),
            old.get(name, old.get("type") if name == "rope_type" else None),
        )
        if first is not None and second is not None and first != second:
            message = f"rope_parameters.{name} is {first}, rope_scaling.{name} is {second}"
            after = "transformers 5 takes rope_scaling; other programs may not"
            yield _text("disagreement", message, after)


def _text(fault: str, message: str, effect: str) -> Finding:
    return Finding(fault, (), message, effect, "text")


def initialisation(
    rule: WrittenRule, known: Sequence[WrittenRule], one: rotations.ConfiguredRotation, n: int
) -> Iterator[Finding]:
    """What transformers makes of the configuration, where it is not what the text says."""
    angles = np.array(one.angles)
    wrong = faults.named_fault(rule, known, n, angles, one.factor, 1e-12)
    if wrong is not None:
        wanted = rule.angles(n)[0]
        message = f"transformers' own initialisation: {wrong.message}"
        after = faults.ONLY_LOGITS
        if wrong.fault != "attention-factor":
            after = faults.effect(wanted, angles, n)
        yield Finding(wrong.fault, (), message, after, "initialisation")


def joined(findings: Sequence[Finding]) -> list[Finding]:
    """Findings that several layers share, once; of a layer and fault the last pass speaks."""
    latest = {(one.fault, one.layers, one.source): one for one in findings}
    layers: dict[Finding, set[int]] = {}
    for one in latest.values():
        layers.setdefault(replace(one, layers=()), set()).update(one.layers)
    return [replace(one, layers=tuple(sorted(which))) for one, which in layers.items()]


def with_reach(
    finding: Finding, known: Sequence[WrittenRule], groups: Sequence[LayerGroup], reach: int | None
) -> Finding:
    """A finding with the certified budgets, where its angles are of another size than asked for.

    The window has ``reach`` positions, or all that are supported, at most ``LONGEST``. Both sides
    have the angles of the longest pass.
    """
    if finding.fault in faults.NO_BUDGET:
        return finding
    n = reach or max(4, min(LONGEST, max(rule.most for rule in known)))
    for group in groups:
        rule = next((r for r in known if r.kind == group.kind), known[0])
        if finding.layers and not set(finding.layers) & set(group.layers):
            continue
        if not group.angles and finding.fault != "absent":  # they were not measured
            continue
        wanted = rule.angles(group.longest + 1)[0]
        sizes = np.abs(group.angles)  # cosine is even: a sign changes no budget
        if faults.same_angles(sizes, wanted, 1e-9):
            continue
        before, after = (_budget(x, n) for x in (wanted, sizes))
        budgets = f"the least budget at {n:,} positions is {after} in place of {before}"
        return replace(finding, effect=f"{finding.effect}; {budgets}")
    return finding


def _budget(angles: np.ndarray, n: int) -> str:
    """The certified interval, or that there is none.

    No logits suffice where no angle turns: the solver would search without end.
    """
    turning = np.array([float(angle) for angle in angles if abs(angle) > 1e-12])
    if not len(turning):
        return "infinite"
    with tempfile.TemporaryDirectory() as folder:
        try:
            entry = certified(turning, n, Path(folder) / "certificate.json")
        except (Rejected, ValueError):
            return "not certified (very large)"
    return interval(entry["lower"], entry["upper"])
