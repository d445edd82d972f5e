"""Whether records are of the runs and the inputs that they name: two of one training are refused,
and
one that names other inputs than its kind is measured on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, TypeVar

from empirical.experiments.dynamics import records as dynamics
from empirical.experiments.lengths import records as lengths
from empirical.experiments.mechanism.ablation import records as ablation
from empirical.experiments.mechanism.following import records as following
from empirical.protocol.reading import Misread, plain

R = TypeVar(
    "R",
    dynamics.DynamicsRecord,
    lengths.LengthsRecord,
    ablation.AblationRecord,
    following.FollowingRecord,
)
DATA: Mapping[str, Mapping[str, str]] = {
    "dynamics": {
        "number": "c9bbb65062e2dd7747041a2fe0b2ba77b7005876f08c23b8b5cda70c5f2845b2",
        "letter": "dedc56dc20ecb18d0f2a86d7229a27e201cb4ab405d7ed3f04f0b1baf2751a06",
    },
    "lengths": {
        "number": "a99d9f4706ee6211ac9db911305148e3c6e33cf7eb286170b608e87af0d25b69",
        "letter": "d490a61b2d957af074ee40dd9a43699b18c5190d22056bd21c2a43c7d2f514f6",
    },
    "ablation": {
        "number": "c148f91dde0f090553f1db0d51bee8dc8009f048beac57e549c21da54193daf4",
        "letter": "566c96ca14efa74089654ff70f73513d8b81ce2099f26ba502a666529ab0b05f",
    },
    "following": {
        "number": "0542926b6aa8b84f601de36a305c08f85df54eb667cb037897f2dee55fe2a4e8",
        "letter": "fe80abf529522160cb7196434d5dafc6550ae4126f4724987777aff8363c1f2b",
    },
}
"""By kind of record and task the digest of the inputs that every model is measured on: they depend
on no model, so that anybody makes them again (``tests/empirical/criteria/test_origins.py``)."""
SHARED = 0.25
"""The share of equal numbers from which on two records are of one run; of two runs it is below
.1.
"""


def distinct(records: Sequence[R]) -> Sequence[R]:
    """Records of a task, no two of one training.

    Raises:
        Misread: two name the same weights, or share many of their numbers.
    """
    told = [dict(_numbers(plain(one))) for one in records]
    for (one, mine), (other, theirs) in combinations(zip(records, told, strict=True), 2):
        weights = one.manifest.weights_sha256
        as_other: Any = {"manifest": other.manifest, "seed": other.seed}
        same = sum(value == theirs.get(place) for place, value in mine.items())
        if (
            (weights is not None and weights == other.manifest.weights_sha256)
            or replace(one, **as_other) == other
            or same > SHARED * max(1, len(mine))
        ):
            raise Misread(
                f"two records of {one.task}, seeds {one.seed} and {other.seed}, hold the same"
                " numbers or weights: one run stands twice"
            )
    return records


def _numbers(part: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], float]]:
    """What a record measured, by place: its numbers that are not whole, its manifest left out."""
    if isinstance(part, dict):
        for name, value in part.items():
            if name != "manifest":
                yield from _numbers(value, (*place, name))
    elif isinstance(part, list | tuple):
        for i, value in enumerate(part):
            yield from _numbers(value, (*place, i))
    elif isinstance(part, float) and not part.is_integer():
        yield place, part


def of_inputs(kind: str, records: Sequence[R]) -> Sequence[R]:
    """Records of a kind, each measured on the inputs of its kind; older recipes drew others.

    Raises:
        Misread: one names others.
    """
    for one in records:
        released = one.manifest.recipe.name == "released"
        if released and one.manifest.data_sha256 != DATA[kind][one.task]:
            raise Misread(
                f"the record {one.task}-{one.seed} of {kind} is of other inputs:"
                f" {one.manifest.data_sha256 or 'none'}"
            )
    return records
