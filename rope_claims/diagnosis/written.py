"""What a configuration's text says of the rotation, and its angles by formulas of our own.

Nothing of transformers' rotary code is used here: what it makes of the same text is compared with
this. What the text leaves out is taken from transformers' configuration object (its defaults).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil, floor, log, pi, sqrt
from typing import Any

import numpy as np

from constructions.capacity.parameters import ORIGINAL, Fields, text_part

OTHER_NAMES = {"su": "longrope", "mrope": "default", "ntk": "dynamic"}
GPTJ_BASE = 10_000.0


@dataclass(frozen=True)
class WrittenRule:
    """The rotation of one layer type, as the text has it.

    kind    the layer type, '' where all rotate alike
    type    transformers' ``rope_type``
    size    coordinates of a head that turn
    head    coordinates of a head
    most    ``max_position_embeddings``
    fields  the parameters of the rule: factor, original length, …
    """

    kind: str
    type: str
    base: float
    size: int
    head: int
    most: int
    fields: dict[str, Any] = field(default_factory=dict)

    @property
    def known(self) -> bool:
        """Whether there is a formula for it here."""
        return self.type in FORMULAS

    def geometric(self) -> np.ndarray:
        """base^(-2p/size), (P,), the angles without any scaling."""
        return np.asarray(float(self.base) ** -(np.arange(0, self.size, 2) / self.size))

    def angles(self, n: int) -> tuple[np.ndarray, float]:
        """The angles in radians a position, (P,), and the attention factor, in windows of n."""
        return FORMULAS[self.type](self, n)

    def plain(self) -> WrittenRule:
        """The same without scaling."""
        return replace(self, type="default")

    def changed(self, **fields: Any) -> WrittenRule:
        """The same with other parameters."""
        return replace(self, fields=self.fields | fields)


def _default(rule: WrittenRule, n: int) -> tuple[np.ndarray, float]:
    return rule.geometric(), 1.0


def _linear(rule: WrittenRule, n: int) -> tuple[np.ndarray, float]:
    return rule.geometric() / rule.fields["factor"], 1.0


def _dynamic(rule: WrittenRule, n: int) -> tuple[np.ndarray, float]:
    """NTK-aware scaling: the base grows with the window beyond ``most``."""
    factor, d = rule.fields["factor"], rule.size
    grown = factor * max(n, rule.most) / rule.most - (factor - 1)
    return replace(rule, base=rule.base * grown ** (d / (d - 2))).geometric(), 1.0


def _yarn(rule: WrittenRule, n: int) -> tuple[np.ndarray, float]:
    fields, d = rule.fields, rule.size
    first = fields.get(ORIGINAL) or rule.most
    factor = fields.get("factor") or rule.most / first

    def dimension(turns: float) -> float:
        return d * log(first / (turns * 2 * pi)) / (2 * log(rule.base))

    low, high = dimension(fields.get("beta_fast") or 32), dimension(fields.get("beta_slow") or 1)
    if fields.get("truncate", True):
        low, high = floor(low), ceil(high)
    low, high = max(low, 0), min(high, d - 1)
    steps = np.arange(len(rule.geometric()))
    ramp = np.clip((steps - low) / ((high - low) or 0.001), 0, 1)
    plain = rule.geometric()
    scaled = plain / factor * ramp + plain * (1 - ramp)

    def scale(by: float) -> float:
        return 1.0 if factor <= 1 else 0.1 * by * log(factor) + 1

    attention = fields.get("attention_factor")
    if attention is None:
        each, every = fields.get("mscale"), fields.get("mscale_all_dim")
        attention = scale(each) / scale(every) if each and every else scale(1)
    return scaled, float(attention)


def _llama3(rule: WrittenRule, n: int) -> tuple[np.ndarray, float]:
    return llama3(rule.geometric(), rule), 1.0


def llama3(angles: np.ndarray, rule: WrittenRule) -> np.ndarray:
    """Llama 3.1's scaling of given angles."""
    fields = rule.fields
    low, high = fields.get("low_freq_factor", 1.0), fields.get("high_freq_factor", 4.0)
    turns = (fields.get(ORIGINAL) or rule.most) * angles / (2 * pi)
    smooth = np.clip((turns - low) / (high - low), 0, 1)
    return np.asarray((1 - smooth) * angles / fields["factor"] + smooth * angles)


def _longrope(rule: WrittenRule, n: int) -> tuple[np.ndarray, float]:
    fields = rule.fields
    first = fields.get(ORIGINAL) or rule.most
    each = np.asarray(fields["long_factor" if n > first else "short_factor"], dtype=float)
    factor = fields.get("factor") or rule.most / first
    attention = fields.get("attention_factor")
    if attention is None:
        attention = 1.0 if factor <= 1 else sqrt(1 + log(factor) / log(first))
    return rule.geometric() / each, float(attention)


def _proportional(rule: WrittenRule, n: int) -> tuple[np.ndarray, float]:
    turning = np.arange(0, 2 * (rule.size // 2), 2) / rule.head
    return float(rule.base) ** -turning / rule.fields.get("factor", 1.0), 1.0


FORMULAS: dict[str, Callable[[WrittenRule, int], tuple[np.ndarray, float]]] = {
    "default": _default,
    "linear": _linear,
    "dynamic": _dynamic,
    "yarn": _yarn,
    "llama3": _llama3,
    "longrope": _longrope,
    "proportional": _proportional,
}


def rotary_parameters(fields: Fields, kind: str = "") -> dict[str, Any]:
    """The rotary parameters that a text gives for a layer type, under transformers' names of today.

    Where ``rope_scaling`` and ``rope_parameters`` are both there, the former counts, as it does
    for transformers.
    """
    local = fields.get("rope_local_base_freq")
    of_sliding = kind.startswith("sliding") and local is not None
    old = {} if of_sliding else _of_kind(fields.get("rope_scaling"), kind)
    parameters = dict(old or _of_kind(fields.get("rope_parameters"), kind))
    base = local if of_sliding else fields.get("rope_theta", fields.get("rotary_emb_base"))
    share = fields.get("partial_rotary_factor", fields.get("rotary_pct"))
    for name, value in (("rope_theta", base), ("partial_rotary_factor", share)):
        if value is not None:
            parameters.setdefault(name, value)
    kind_ = parameters.pop("type", None)
    named = parameters.get("rope_type") or kind_
    if named is not None:
        parameters["rope_type"] = OTHER_NAMES.get(named, named)
    if fields.get(ORIGINAL) is not None:
        parameters[ORIGINAL] = fields[ORIGINAL]
    return {name: value for name, value in parameters.items() if value is not None}


def _given(fields: Fields, kind: str) -> dict[str, Any]:
    """The rotary parameters that a text gives for a layer type.

    A ``rope_theta`` of all layers says nothing of sliding ones: these may have a base of their own.
    """
    given, local = rotary_parameters(fields, kind), fields.get("rope_local_base_freq")
    everywhere = given.get("rope_theta") == fields.get("rope_theta")
    if kind.startswith("sliding") and local is None and everywhere:
        given.pop("rope_theta", None)
    return given


def default_bases(config: Any, fields: Fields) -> Iterator[str]:
    """Where the text gives no base, which one transformers takes: a line a layer type."""
    held, fields = getattr(config, "rope_parameters", None) or {}, text_part(fields)
    flat = [value for name, value in fields.items() if "theta" in name or "base" in name]
    for kind in config.nested_rope_parameter_keys(held) or [""]:
        own = held[kind] if kind else held
        left_out = own and "rope_theta" not in _given(fields, kind)
        if left_out and own["rope_theta"] not in flat:
            layers = f" for layers {kind}" if kind else ""
            taken = f"{own['rope_theta']:,.6g}, the default of {type(config).__name__}"
            yield f"the text gives no base (rope_theta){layers}: transformers takes {taken}"


def _of_kind(parameters: Any, kind: str) -> Fields:
    """Parameters of a layer type: those nested under its name, or all where none are nested."""
    if not isinstance(parameters, Mapping):
        return {}
    nested = {name: value for name, value in parameters.items() if isinstance(value, Mapping)}
    return nested.get(kind, {}) if nested else parameters


def rules(config: Any, fields: Fields) -> list[WrittenRule]:
    """The rotation of each layer type, from a config.json's fields and the object made of it."""
    fields = text_part(fields)
    heads = getattr(config, "num_attention_heads", None) or 1
    head = getattr(config, "head_dim", None) or config.hidden_size // heads
    most = getattr(config, "max_position_embeddings", None) or 2048
    held = getattr(config, "rope_parameters", None)
    if not held:
        if hasattr(config, "rotary_dim"):
            size = fields.get("rotary_dim", config.rotary_dim) or config.hidden_size
            return [WrittenRule("", "default", GPTJ_BASE, size, head, most)]
        return []
    made = []
    head = getattr(config, "qk_rope_head_dim", None) or head
    for kind in config.nested_rope_parameter_keys(held) or [""]:
        own = held[kind] if kind else held
        if own is None:
            continue
        merged = {**own, **_given(fields, kind)}
        share = merged.get("partial_rotary_factor", 1.0)
        name = merged.get("rope_type", "default")
        base = float(merged["rope_theta"])
        made.append(WrittenRule(kind, name, base, int(head * share), head, most, merged))
    return made
