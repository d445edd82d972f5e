"""The trained models of one sweep as heads: geometry, certificates, and theory's own as a start.

``head`` brings a model to the form that ``constructions.certificate.certificate`` settles over all
inputs; ``construction`` are the tables of the heads of A-thm3, A-thm6 and A-one-angle-fix, in
float64."""

from collections.abc import Sequence
from dataclasses import replace
from math import log, pi
from typing import Any

import numpy as np
import torch
from torch import Tensor

from constructions.certificate.certificate import (
    certify,
    decimal,
    field_digest,
    head_fields,
    least_margin,
)
from constructions.certificate.margins import WIDTH
from constructions.certificate.rules import TaskRule, bound_rule, position_rule
from constructions.heads.onelayer import OneLayerHead
from empirical.experiments.canonical.models import angle, outputs, rotation_table
from empirical.experiments.canonical.records import (
    REPLAYS,
    Directions,
    HeadCertificate,
    SettledHead,
)
from empirical.experiments.canonical.tasks import TASKS, N, S, direction_count

LETTERS = tuple("abcdefghijklmnopqrstuvwxyz"[:S])
ATTRIBUTES = tuple(f"{i}" for i in range(S))
POSITIONS = {f"{j}": j for j in range(1, N + 1)}
BOUND = {f"{s}{x}": (s, x) for s in LETTERS for x in ATTRIBUTES}
Tables = dict[str, Tensor]
CLEAR = 100.0
"""β of a start where no β is right."""


def head(task: str, tables: Tables, seed: int, place: int, frequency: int) -> OneLayerHead:
    """One model of a sweep, by its places on the seeds' and the frequencies' axes."""
    planes = TASKS[task]

    def plane_rows(table: Tensor) -> np.ndarray:
        rows = table[seed, ..., place].detach().double().numpy()
        return np.moveaxis(rows, 1, 2).reshape(-1, 2 * planes)

    held = marks(task)
    names = ("queries", "keys")
    rows = {name: held @ plane_rows(tables[name]) for name in names}
    values = held @ tables["values"][seed, place].detach().double().numpy()
    theta = angle(frequency)
    return OneLayerHead(
        name=f"{task}, frequency ID {frequency}",
        tokens=(*LETTERS, *POSITIONS) if task == "index" else (*BOUND, *LETTERS),
        outputs=LETTERS if task == "index" else ATTRIBUTES,
        values=values,
        skip=np.zeros_like(values),
        angles=np.array([0.0, theta][-planes:]),
        beta=1.0,
        **rows,
    )


def marks(task: str) -> np.ndarray:
    """(tokens, directions): what each token of a head holds."""
    eye = np.eye(direction_count(task))
    if task == "index":
        return eye
    pairs = [eye[s] + eye[S + x] for s in range(S) for x in range(S)]
    return np.array([*pairs, *eye[2 * S :]])


def rule(task: str, given: OneLayerHead) -> TaskRule:
    """All inputs of N + 1 tokens that the task has."""
    if task == "index":
        offsets = {name: N + 1 - j for name, j in POSITIONS.items()}
        return position_rule(given, offsets, (N + 1, N + 1))
    every = bound_rule(given, N + 1, BOUND, last=task != "retrieval")
    cases = tuple(replace(case, lengths=(N + 1, N + 1)) for case in every.cases)
    return replace(every, cases=cases)


def settled(task: str, given: OneLayerHead) -> HeadCertificate:
    """The certificate's verdict over the reals, its bounds, the input of least margin, and the
    SHA-256 of the weights that all this is about."""
    exact, worst, valid = least_margin(given, rule(task, given), N + 1)
    refuted = "refuted" if valid and exact + WIDTH < 0 else "undecided"
    return HeadCertificate(
        verdict="certified" if exact > 0 else refuted,
        lower=decimal(exact),
        upper=decimal(exact + WIDTH),
        input=" ".join(given.tokens[b] for b in worst.tokens),
        answer=given.outputs[worst.answer],
        rival=given.outputs[worst.rival],
        weights=field_digest(head_fields(given)),
    )


def certificate(given: OneLayerHead, seed: int) -> str:
    """Partial Induction's certificate of a trained head, over all inputs of up to N + 1 tokens, as
    a file for ``constructions/check_certificate.py``. The weights are those of the record's digest
    but for the name, where signs are not allowed."""
    name = f"{given.name.replace('-', ' ').replace(',', '')} seed {seed}"
    every = bound_rule(given, N + 1, BOUND, last=True)
    return certify(replace(given, name=name), every, N + 1).text().rstrip("\n")


def replayed(
    task: str, tables: Tables, at: tuple[int, int], frequency: int, proven: HeadCertificate
) -> SettledHead:
    """With the answer's lead on the input that the certificate names, by the model's own forward
    pass in float64, which shares neither the head's form nor the enclosures with the certificate.
    ``at`` are the model's places on the seeds' and the frequencies' axes.

    Raises:
        ValueError: the lead is not the certificate's to ``REPLAYS``.
    """
    names, letters = proven.input.split(), LETTERS if task == "index" else ATTRIBUTES
    order = [*LETTERS, *POSITIONS] if task == "index" else [*BOUND, *LETTERS]
    tokens = torch.from_numpy(marks(task)[[order.index(name) for name in names]])[None, None]
    seed, place = at
    one = {name: x[seed : seed + 1].detach().double() for name, x in tables.items()}
    one = {name: x[..., place : place + 1] for name, x in one.items() if name != "values"} | {
        "values": one["values"][:, place : place + 1]
    }
    out = outputs(one, rotation_table(task, [frequency], torch.float64), tokens)[0, 0, 0].tolist()
    answer = out.pop(letters.index(proven.answer))
    lead = answer - max(out)
    if abs(lead - float(proven.upper)) > REPLAYS:
        raise ValueError(
            f"{task}, ID {frequency}: on {proven.input} the model's own run leads by {lead},"
            f" the certificate says {proven.upper}"
        )
    return SettledHead(**vars(proven), replayed=round(lead, 9))


def index_geometry(tables: Tables, place: int, frequency: int) -> tuple[Directions, ...]:
    """For each seed of Index at one frequency the resultant lengths; j = 1 … N."""
    turned = np.exp(-1j * angle(frequency) * np.arange(1, N + 1))
    resultants = []
    for queries, keys in zip(tables["queries"], tables["keys"], strict=True):
        k, q = (_unit(x[..., 0, place].detach()) for x in (keys[:S], queries[S:]))
        parts = {"keys": k, "fan": q * turned, "still": q}
        resultants.append(
            Directions(**{k: round(float(abs(x.mean())), 6) for k, x in parts.items()})
        )
    return tuple(resultants)


def _unit(rows: Tensor) -> np.ndarray:
    x = rows.double().numpy()
    flat = x[:, 0] + 1j * x[:, 1]
    return flat / np.abs(flat)


def construction(task: str, seeds: int, ids: Sequence[int]) -> Tables:
    """The constructed head of each frequency, the same for each seed; float64.

    β is twice log(4N) over the least gap of logits between what must win and what must not (so
    that the others' weights add up to less than 1/(4N)), or ``CLEAR`` where there is no gap.
    """
    made = [_index(k) if task == "index" else _lookup(task, k) for k in ids]
    queries, keys, values = (np.stack(x) for x in zip(*made, strict=True))
    planes = TASKS[task]

    def plane_tables(rows: np.ndarray) -> Tensor:
        split = rows.reshape(len(ids), -1, planes, 2).transpose(1, 3, 2, 0)
        return torch.from_numpy(np.stack([split] * seeds))

    return {
        "queries": plane_tables(queries),
        "keys": plane_tables(keys),
        "values": torch.from_numpy(np.stack([values] * seeds)),
    }


def sharpness(gap: float) -> float:
    """β for a least gap."""
    return 2 * log(4 * N) / gap if gap > 0 else CLEAR


def arrows(angles: Any) -> np.ndarray:
    """Unit vectors at angles in radians: (…, 2)."""
    return np.stack([np.cos(angles), np.sin(angles)], -1)


def _index(frequency: int) -> tuple[np.ndarray, ...]:
    """A-thm3: equal keys, the query for j turned back by its distance N + 1 - j."""
    theta = angle(frequency)
    gap = float(np.min(2 * np.sin(np.arange(1, N) * theta / 2) ** 2))
    length = sharpness(gap) ** 0.5
    queries, keys, values = np.zeros((S + N, 2)), np.zeros((S + N, 2)), np.zeros((S + N, S))
    queries[S:] = length * arrows(-theta * np.arange(N, 0, -1))
    keys[:S] = length * arrows(0.0)
    values[:S] = 10 * np.eye(S)
    return queries, keys, values


def phase(task: str, theta: float) -> float:
    """Angle between the query turned to distance 1 and the symbol it asks for.

    Retrieval: matches spread evenly about 0; Partial Induction: A-one-angle-fix, the nearest
    first, in the middle of what is allowed. Two angles: the query's phase in the place's plane, 0
    unless the cosine would turn before the last distance (A-thm6, "with a phase").
    """
    if task == "induction-2":
        return min(0.0, (pi - (N + 1) * theta) / 2)
    if task == "retrieval":
        return -(N - 1) * theta / 2
    slack = (2 * pi / S - (2 * N - 3) * theta) / 2
    return (-theta / 2 + min(0.0, slack)) / 2


def lookup_gap(task: str, theta: float, content: float = 1.0) -> float:
    """Least logit lead, at β = 1, of the match over what must not win, at other distances.

    One plane: cos(x_t - mω). Two: ``content``·cos(mω) + cos(tθ + ψ).
    """
    t, omega = np.arange(1, N + 1), 2 * pi / S * np.arange(S)[:, None]
    if task == "induction-2":
        table = content * np.cos(omega)
        place = 2 * np.sin((t * theta + phase(task, theta)) / 2) ** 2
        loss = content - table + place
    else:
        loss = 2 * np.sin((phase(task, theta) + (t - 1) * theta - omega) / 2) ** 2
    different = ~np.eye(N, dtype=bool)
    leads = [np.min((row[None, :] - loss[0][:, None])[different]) for row in loss[1:]]
    if task != "retrieval":
        leads.append(np.min(np.diff(loss[0])))
    return float(min(leads))


def _lookup(task: str, frequency: int) -> tuple[np.ndarray, ...]:
    theta, around = angle(frequency), 2 * pi / S * np.arange(S)
    queries, keys = np.zeros((3 * S, 2)), np.zeros((3 * S, 2))
    keys[:S] = arrows(around)
    if task == "induction-2":
        content = 8.0
        queries[2 * S :] = arrows(around)
        rows = np.arange(3 * S)[:, None]
        queries = np.hstack([content * queries, (rows >= 2 * S) * arrows(phase(task, theta))])
        keys = np.hstack([keys, (rows < S) * arrows(0.0)])
        gap = lookup_gap(task, theta, content)
    else:
        queries[2 * S :] = arrows(around + phase(task, theta) - theta)
        keys[2 * S :] = -queries[2 * S :]
        gap = lookup_gap(task, theta)
    length = sharpness(gap) ** 0.5
    values = np.zeros((3 * S, S))
    values[S : 2 * S] = 10 * np.eye(S)
    return length * queries, length * keys, values
