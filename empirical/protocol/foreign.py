"""Reports of ``validate`` that come from elsewhere: held to the form that is read of them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from theory.gate.reading import read

SCORES = ("s_pos", "s_sym")


class Misshapen(ValueError):
    """Data of another form than a report's."""


def report(path: Path) -> dict[str, Any]:
    """A report as ``comparison`` and A-e-family read it.

    Raises:
        ValueError: it is no JSON, or not of a report's form; the message names what is wrong.
        OSError: it is not there.
    """
    document = _object(read(path), "the report")
    if document.get("format") != "rope-claims validation":
        raise Misshapen("its format is not 'rope-claims validation'")
    _text(document.get("made"), "made")
    claims = _objects(document.get("claims"), "claims")
    for claim in claims:
        for name in ("id", "verdict", "found", "reason"):
            _text(claim.get(name), f"claims: {name}")
    if len({claim["id"] for claim in claims}) < len(claims):
        raise Misshapen("claims: an id stands there twice")
    for model in _objects(document.get("models"), "models"):
        _model(model)
    return document


def _model(model: dict[str, Any]) -> None:
    _text(model.get("name"), "models: name")
    _heads(model.get("scores"), "scores")
    binding = _object(model.get("binding", {}), "binding")
    if "scores" in binding:
        _heads(binding["scores"], "binding: scores")
    if "layers" in binding:
        _text(model.get("family"), "models: family")
        for name in ("layers", "inputs"):
            _whole(binding.get(name), f"binding: {name}")
        for one in _objects(binding.get("left_out"), "left_out"):
            _whole(one.get("layer"), "left_out: layer")
        _heads(binding.get("scores"), "binding: scores")
        _frequencies(binding.get("frequencies"))
    if "solved" in binding:
        for count in _pair(binding["solved"]):
            _whole(count, "binding: solved")


def _heads(scores: Any, what: str) -> None:
    """Heads, each of its own layer and number, with numbers for scores."""
    rows = _objects(scores, what)
    for head in rows:
        for name in ("layer", "head"):
            _whole(head.get(name), f"{what}: {name}")
        for name in SCORES:
            _number(head.get(name), f"{what}: {name}")
    if not rows or len({(head["layer"], head["head"]) for head in rows}) < len(rows):
        raise Misshapen(f"{what}: no heads, or one twice")


def _frequencies(rows: Any) -> None:
    for row in _objects(rows, "frequencies"):
        for name in SCORES:
            if not isinstance(row.get(name), list):
                raise Misshapen(f"frequencies: {name} is no list")
            for value in row[name]:
                _number(value, f"frequencies: {name}")


def _pair(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise Misshapen("binding: solved is no pair")
    return value


def _object(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Misshapen(f"{what} is no object")
    return value


def _objects(value: Any, what: str) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise Misshapen(f"{what} is no list of objects")
    if what == "models" and not value:
        raise Misshapen("it has no models")
    return value


def _text(value: Any, what: str) -> None:
    if not isinstance(value, str):
        raise Misshapen(f"{what} is no text")


def _whole(value: Any, what: str) -> None:
    if type(value) is not int or value < 0:
        raise Misshapen(f"{what} is no whole number")


def _number(value: Any, what: str) -> None:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise Misshapen(f"{what} is no number")
