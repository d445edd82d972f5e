"""What is wrong with the rotary parameters of a configuration, read as text.

transformers logs a warning where a parameter is impossible or not read, and computes angles all
the same. Here each of these is named, in a line that says what to do.
"""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from constructions.capacity.limits import is_number
from theory.ledger.plural import counted

Fields = Mapping[str, Any]
ORIGINAL = "original_max_position_embeddings"
SCALED = ("yarn", "llama3", "longrope")
"""Types whose rule needs the length that the model was first trained with."""
TYPES = "linear, dynamic, yarn, llama3 or longrope"
RULES: dict[str, tuple[str, ...]] = {
    "default": (),
    "linear": ("factor",),
    "dynamic": ("factor", ORIGINAL),
    "yarn": ("factor", ORIGINAL),
    "llama3": ("factor", ORIGINAL, "low_freq_factor", "high_freq_factor"),
    "longrope": (ORIGINAL, "short_factor", "long_factor"),
    "proportional": (),
}
"""The fields that each type of scaling needs where no configuration is behind it."""
MORE: dict[str, tuple[str, ...]] = {
    "yarn": ("attention_factor", "beta_fast", "beta_slow", "mscale", "mscale_all_dim", "truncate"),
    "longrope": ("factor", "attention_factor"),
    "proportional": ("factor",),
}
"""Those that it may have."""
ABOVE_0 = (
    *("factor", "attention_factor", "beta_fast", "beta_slow", "low_freq_factor"),
    *("high_freq_factor", ORIGINAL, "rope_theta"),
)
FROM_0 = ("mscale", "mscale_all_dim")
LISTS = ("short_factor", "long_factor")
SCALING = {*ABOVE_0, *LISTS} - {"rope_theta", ORIGINAL}
"""Fields that do nothing without a type of scaling."""
OWN = {name for some in (*RULES.values(), *MORE.values()) for name in some} | {
    *("type", "rope_type", "rope_theta", "partial_rotary_factor")
}
ELSEWHERE = {"max_position_embeddings"}
"""Names that some architectures have among these parameters, though they look like one of ours."""
WHOLE = ("gpt_neox_japanese", "persimmon", "phi", "stablelm")
"""Architectures that turn int(share · head) coordinates, so that these must be even. The others
turn two for each frequency."""
ALIKE = 0.75
TOP = (
    *("rope_theta", "rope_scaling", "rope_parameters", "rope_local_base_freq", "rotary_dim"),
    *("rotary_pct", "rotary_emb_base", "partial_rotary_factor", "head_dim", ORIGINAL),
    "max_position_embeddings",
)
"""Fields of a config.json itself that say how it rotates."""
ALIKE_TOP = 0.85
"""More than in a scaling: GPT-J has a field ``rotary`` that nothing reads."""


@dataclass(frozen=True)
class WrongParameter:
    """``fault``: 'parameter', or 'scaling-absent' where no type is named; ``impossible`` False: it
    is not read, and the rotation is the one without it."""

    fault: str
    line: str
    impossible: bool = False


def text_part(fields: Fields) -> Fields:
    """The part of a config.json that is about the language model."""
    inner = fields.get("text_config")
    return inner if isinstance(inner, Mapping) else fields


def wrong_parameters(fields: Fields) -> Iterator[WrongParameter]:
    """All that is wrong with the rotary parameters in a config.json's fields."""
    fields = text_part(fields)
    base = fields.get("rope_theta")
    if base is not None:
        yield from _impossible("", {"rope_theta": base})
    yield from _misspelt(fields)
    for where in ("rope_scaling", "rope_parameters"):
        held = fields.get(where)
        if not isinstance(held, Mapping):
            continue
        nested = {name: one for name, one in held.items() if isinstance(one, Mapping)}
        for name, own in nested.items():
            yield from _wrong(f"{where}.{name}", own)
        if not nested:
            yield from _wrong(where, held)


def _misspelt(fields: Fields) -> Iterator[WrongParameter]:
    """Fields that are nearly one of ``TOP``, and none of the architecture's own.

    A name with a word more, such as v_head_dim, is another field.
    """
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    made = CONFIG_MAPPING.get(str(fields.get("model_type")), None)
    for name in fields:
        close = next(iter(difflib.get_close_matches(name.lower(), TOP, 1, ALIKE_TOP)), "")
        longer = name.endswith(f"_{close}") or name.startswith(f"{close}_")
        if close and name not in TOP and not longer and not hasattr(made, name):
            yield WrongParameter("parameter", f"{name} is not read; did you mean {close}?")


def _wrong(where: str, given: Fields) -> Iterator[WrongParameter]:
    """All that is wrong with one layer type's parameters."""
    kind = given.get("rope_type") or given.get("type") or "default"
    given = {name: value for name, value in given.items() if value is not None}
    yield from _impossible(kind, given, f"{where}: ")
    unused = [x for x in given if x in SCALING and not (x == "factor" and given[x] == 1)]
    if kind == "default" and unused:
        told = f"{where}: {_shown(unused[0], given[unused[0]])} without a scaling rope_type"
        yield WrongParameter("scaling-absent", f"{told} is not read; add rope_type: {TYPES}")
    for name in given:
        close = nearest_field(name)
        if name not in OWN | ELSEWHERE and close:
            line = f"{where}: {name} is not read; did you mean {close}?"
            yield WrongParameter("parameter", line)


def nearest_field(name: str) -> str:
    """The field that a name is nearly, or ''."""
    return next(iter(difflib.get_close_matches(name, sorted(OWN), n=1, cutoff=ALIKE)), "")


def _shown(name: str, value: Any) -> str:
    if is_number(value):
        return f"{name} {float(value):g}"
    return f"{name} {value!r}" if isinstance(value, str | bool | float) else name


def _impossible(kind: Any, given: Fields, start: str = "") -> Iterator[WrongParameter]:
    for line in impossible_values(kind, given):
        yield WrongParameter("parameter", start + line, True)


def impossible_values(kind: Any, given: Fields) -> Iterator[str]:
    """The parameters that make no rotation, a line each."""
    for name in (x for x in ABOVE_0 if x in given):
        if not is_number(given[name]):
            yield f"{_shown(name, given[name])} must be a finite number above 0"
        elif given[name] <= 0:
            yield f"{_shown(name, given[name])} must be above 0"
    for name in (x for x in FROM_0 if x in given):
        if not is_number(given[name]) or given[name] < 0:
            yield f"{_shown(name, given[name])} must be a finite number, 0 or above"
    for name in (x for x in LISTS if x in given):
        value = given[name]
        if not isinstance(value, list | tuple) or not all(is_number(x) and x > 0 for x in value):
            yield f"{name} must be a list of numbers above 0"
    if kind == "llama3":
        yield from _ordered(given, "low_freq_factor", "high_freq_factor", (1, 4), "below")
    if kind == "yarn":
        yield from _ordered(given, "beta_slow", "beta_fast", (1, 32), "at most")


def _ordered(
    given: Fields, first: str, second: str, default: tuple[int, int], how: str
) -> Iterator[str]:
    """A line where two parameters are in the wrong order."""
    low, high = given.get(first, default[0]), given.get(second, default[1])
    if is_number(low) and is_number(high) and (low > high or (how == "below" and low == high)):
        yield f"{_shown(first, low)} must be {how} {_shown(second, high)}"


def wrong_lengths(given: Fields, size: float) -> Iterator[str]:
    """The lists that have not one number for each frequency, where ``size`` coordinates turn."""
    asked = len(range(0, int(size), 2))
    for name in LISTS:
        many = len(given.get(name) or [])
        if name in given and many != asked:
            turning = counted(asked, "frequency", "frequencies")
            yield f"{name} has {counted(many, 'number')}, and the head has {turning}"


def head_size(config: Any) -> int:
    """Coordinates of a head of transformers' configuration object; 0 if layers differ in them."""
    if getattr(config, "is_heterogeneous", False):
        return 0
    given, heads = getattr(config, "head_dim", None), getattr(config, "num_attention_heads", None)
    if given is None and isinstance(heads, int) and hasattr(config, "hidden_size"):
        return int(config.hidden_size) // heads
    return given or 0


def wrong_sizes(fields: Fields, config: Any, turned: Sequence[Fields]) -> Iterator[str]:
    """Sizes that no head has, a line each: no model with them runs.

    ``config`` is transformers' object of the fields of a config.json, and ``turned`` its rotary
    parameters, one a layer type.
    """
    fields, head = text_part(fields), head_size(config)
    heads, keys = (fields.get(f"num_{name}_heads") for name in ("attention", "key_value"))
    if isinstance(heads, int) and isinstance(keys, int) and (keys < 1 or heads % keys):
        yield f"num_key_value_heads {keys} must divide num_attention_heads {heads}"
    if isinstance(given := fields.get("head_dim"), int) and given < 1 and any(turned):
        yield f"head_dim {given} must be above 0"
    size = None if any(turned) else getattr(config, "rotary_dim", None)
    if head and size is not None and (size not in range(2, head + 1) or size % 2):
        yield f"{_shown('rotary_dim', size)} must be an even whole number from 2 to {head}"
    name = "rotary_pct" if "rotary_pct" in fields else "partial_rotary_factor"
    for own in filter(None, turned):
        share = own.get("partial_rotary_factor", 1.0)
        if not is_number(share) or not 0 <= share <= 1:
            yield f"{_shown(name, share)} must be a number from 0 to 1"
            continue
        turning = int(head * share)
        if turning == head and head % 2:
            yield f"head_dim {head} must be even: coordinates turn in pairs"
        elif turning % 2 and config.model_type in WHOLE:
            yield _odd(name, share, head)
        if own.get("rope_type") == "dynamic" and turning in (1, 2):
            yield f"dynamic scaling needs at least 4 coordinates that turn; here {turning} do"


def _odd(name: str, share: float, head: int) -> str:
    """That a share turns an odd number of coordinates."""
    told = f"{_shown(name, share)} turns {int(head * share)} of {head} coordinates of a head"
    return f"{told}: coordinates turn in pairs, so give an even number of them"


def parameters_of(scaling: Any, base: float, size: int) -> dict[str, Any]:
    """A scaling from Python, checked, with ``rope_type`` and ``rope_theta``.

    Raises:
        ValueError: a field is missing, unknown or impossible.
    """
    if not isinstance(scaling, Mapping):
        raise ValueError(f"scaling needs fields, such as rope_type: {TYPES}")
    given = {name: value for name, value in scaling.items() if value is not None}
    named = [given.pop(name) for name in ("rope_type", "type") if name in given]
    if not named:
        raise ValueError(f"scaling needs rope_type: {TYPES}")
    kind = named[0]
    if named[-1] != kind:
        raise ValueError(f"scaling has rope_type {kind!r} and type {named[-1]!r}: give one")
    if not isinstance(kind, str) or kind not in RULES:
        raise ValueError(f"scaling: rope_type {kind!r} is unknown: give {TYPES}")
    if given.pop("rope_theta", base) != base:
        raise ValueError("scaling: rope_theta is not base: leave it out")
    wrong = next(_wrong_scaling(kind, given, size), None)
    if wrong:
        raise ValueError(f"scaling: {wrong}")
    return {"rope_type": kind, "rope_theta": base, **given}


def _wrong_scaling(kind: str, given: Fields, size: int) -> Iterator[str]:
    """What is wrong with a scaling from Python, the gravest first."""
    known = {*RULES[kind], *MORE.get(kind, ())}
    known |= {ORIGINAL, "partial_rotary_factor"} if kind != "default" else set()
    for name in given:
        if name not in known:
            close = nearest_field(name)
            hint = f"did you mean {close}?" if close in known else "leave it out"
            yield f"{kind} has no field {name}: {hint}"
    yield from impossible_values(kind, given)
    first = given.get(ORIGINAL, 1)
    if is_number(first) and first != int(first):
        yield f"{_shown(ORIGINAL, first)} must be a whole number"
    share = given.get("partial_rotary_factor", 1)
    if not is_number(share) or not 0 < share <= 1:
        yield f"{_shown('partial_rotary_factor', share)} must be above 0 and at most 1"
        return
    if int(size * share) % 2 and kind != "proportional":  # which rounds to pairs
        yield _odd("partial_rotary_factor", share, size)
    yield from wrong_lengths(given, size * share)
    for name in RULES[kind]:
        if name not in given:
            what = ", the length that the model was first trained with" if name == ORIGINAL else ""
            yield f"{kind} needs {name}{what}"
    if kind == "longrope" and not {"factor", "attention_factor"} & given.keys():
        yield f"longrope needs factor, the longest length divided by {ORIGINAL}"


def longest(given: Fields, n: int) -> int:
    """The ``max_position_embeddings`` of a scaling from Python; n for types that do not read it."""
    first = int(given.get(ORIGINAL, n))
    if given["rope_type"] == "dynamic":
        return first
    return max(1, int(min(first * given.get("factor", 1), 2.0**53)))


def read_by_its_type(given: Fields) -> dict[str, Any]:
    """The parameters without an original length where the rule reads none of them."""
    drop = ORIGINAL if given["rope_type"] not in SCALED else ""
    whole = {ORIGINAL: int(given[ORIGINAL])} if ORIGINAL in given else {}
    return {name: value for name, value in {**given, **whole}.items() if name != drop}
