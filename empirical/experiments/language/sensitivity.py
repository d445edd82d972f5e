"""What reviewers asked of the scores: do they hang on blocks, τ, softmax or input?

Every option is scored in the same forward pass as the scores themselves, block by block as the
task has them, and set next to the scores by the options in force.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from empirical.instrument.heads import LayerHeads, last_logits
from empirical.instrument.scores import BUDGET, score_layer
from empirical.instrument.session import Result, Session
from empirical.instrument.swaps import TooFewBlocks
from empirical.models.pretrained import Loaded
from empirical.protocol.convention import Convention
from empirical.protocol.findings import SCORES, Between, Cost, LogitShares, Option, Sensitivity
from theory.mathematics import placement

TAUS = (1e-6, 1e-2, 1.0)
PERMUTATIONS = 64
SEED = 50_000
SECONDS = "seconds"
BASELINE = "as scored"
LOGITS = "logit shares"
PERMUTED = "random permutations"


@dataclass(frozen=True)
class Blocks:
    """Which blocks of an input are swapped, `count` from position `start` on, and how."""

    start: int
    count: int
    convention: Convention

    @property
    def length(self) -> int:
        """Tokens a block."""
        return self.convention.length

    def by(self, **changes: Any) -> Blocks:
        """The same blocks, by another convention."""
        return replace(self, convention=replace(self.convention, **changes))


def options(blocks: Blocks) -> dict[str, Blocks]:
    """What is varied, by the name it has in reports."""
    varied = {BASELINE: blocks}
    for part in (4, 2):
        if blocks.count // part >= 2:
            few = blocks.count // part
            varied[f"first {few} blocks only"] = replace(blocks, count=few)
    if blocks.count >= 4:
        half = replace(blocks, count=blocks.count // 2)
        varied["blocks twice as long"] = half.by(length=2 * blocks.length)
    if blocks.count >= 3:
        for shift in sorted({1, blocks.length // 2} - {0}):
            moved = replace(blocks, start=blocks.start + shift, count=blocks.count - 1)
            varied[f"boundaries {shift} later"] = moved
    others = [tau for tau in TAUS if tau != blocks.convention.tau]
    varied |= {f"tau = {tau:g}": blocks.by(tau=tau) for tau in others}
    return varied | {"centred": blocks.by(centred=True)}


def measure(loaded: Loaded, tokens: np.ndarray, blocks: Blocks, session: Session) -> Sensitivity:
    """Every option's scores of every head on tokens (inputs, T), summed up, and what it cost."""
    varied = options(blocks)

    def visit(layer: LayerHeads) -> Result:
        arrays: Result = {}
        began = time.monotonic()
        for name, option in varied.items():
            scored = _scored(layer, option)
            arrays |= {f"{name}/{score}": x for score, x in zip(SCORES, scored, strict=True)}
        arrays |= _shares_and_permutations(layer, blocks)
        samples = layer.query.shape[0]
        return arrays | {SECONDS: np.full(samples, (time.monotonic() - began) / samples)}

    of = {"inputs": tokens, "scoring": str(varied)}
    work = session.work(loaded, "the scores' options", len(tokens), **of)
    results = work.by_layer(loaded.model, tokens, visit)
    seconds = sum(result.pop(SECONDS).sum() for result in results)
    values = {name: np.stack([result[name] for result in results]) for name in results[0]}
    return Sensitivity(
        inputs=len(tokens),
        options=tuple(_summary(name, values) for name in (*varied, LOGITS, PERMUTED)),
        heads=_heads(values),
        between_inputs=Between(
            **{score: _between(values[f"{BASELINE}/{score}"]) for score in SCORES}
        ),
        cost=_cost(loaded, tokens, seconds / len(tokens), len(varied) + 2),
    )


def _scored(layer: LayerHeads, blocks: Blocks) -> list[np.ndarray]:
    """Both scores, (heads, samples) each; NaN in a sliding layer that sees too few such blocks."""
    try:
        scores = score_layer(layer, blocks.convention, start=blocks.start, count=blocks.count)
    except TooFewBlocks:
        return [np.full(layer.query.shape[1::-1], np.nan)] * 2
    return [scores.s_pos.cpu().numpy(), scores.s_sym.cpu().numpy()]


def _shares_and_permutations(layer: LayerHeads, blocks: Blocks) -> Result:
    """The shares of the logits and the scores under permutations, each (heads, samples)."""
    starts = blocks.start + blocks.length * torch.arange(blocks.count, device=layer.keys.device)
    heads, samples = layer.query.shape[1], layer.query.shape[0]
    arrays = {
        f"{name}/{score}": np.full((heads, samples), np.nan)
        for name in (LOGITS, PERMUTED)
        for score in SCORES
    }
    for rows, key_heads, part in _parts(layer, blocks):
        some = slice(key_heads.start * layer.group, key_heads.stop * layer.group)
        visible = part.others[:, starts].all(dim=0)
        if int(visible.sum()) < 2:
            continue
        entries = part.block_entries(starts[visible], blocks.length).cpu().numpy()
        for name, scores in (
            (LOGITS, logit_shares(entries)),
            (PERMUTED, permuted_cosines(entries)),
        ):
            for score, value in zip(SCORES, scores, strict=True):
                arrays[f"{name}/{score}"][some, rows] = value.T
    return arrays


def _parts(layer: LayerHeads, blocks: Blocks) -> Iterator[tuple[slice, slice, LayerHeads]]:
    """One sample and as many key heads at a time as ``BUDGET`` numbers allow."""
    logits = blocks.count**2 * blocks.length * layer.group
    step = max(1, min(layer.keys.shape[1], BUDGET // logits))
    for row in range(layer.keys.shape[0]):
        for head in range(0, layer.keys.shape[1], step):
            cut = slice(row, row + 1), slice(head, min(head + step, layer.keys.shape[1]))
            yield *cut, layer.part(*cut)


def logit_shares(entries: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """√S / (√P + √S) and √P / (√P + √S) of placement matrices (…, m, m): no softmax, no τ.

    1 and 0 for a positional head, 0 and 1 for a symbolic one; ½ each where P = S = 0, as
    S-two-sided then makes the logits constant.
    """
    roots = [
        np.sqrt(deviation(entries))
        for deviation in (placement.symbolic_deviation, placement.positional_deviation)
    ]
    whole = roots[0] + roots[1]
    share = np.divide(roots[0], whole, out=np.full_like(whole, 0.5), where=whole > 0)
    return share, 1 - share


def permuted_cosines(
    entries: np.ndarray, moves: int = PERMUTATIONS
) -> tuple[np.ndarray, np.ndarray]:
    """Mean cosines over random permutations of all blocks, entries (…, m, m).

    Block π(p) goes to place p: the weights become v'_p ∝ exp E[π(p), p], compared with v
    (positional) and with v carried along, v_π(p) (symbolic). Cosines need no denominators.
    """
    rng, m = np.random.default_rng(SEED), entries.shape[-1]
    places = np.arange(m)
    own = entries[..., places, places]
    before = np.exp(own - own.max(axis=-1, keepdims=True))
    positional, symbolic = np.zeros((2, *entries.shape[:-2]))
    for _ in range(moves):
        move = rng.permutation(m)
        moved = entries[..., move, places]
        after = np.exp(moved - moved.max(axis=-1, keepdims=True))
        scale = np.linalg.norm(after, axis=-1) * np.linalg.norm(before, axis=-1)
        positional += (after * before).sum(axis=-1) / scale / moves
        symbolic += (after * before[..., move]).sum(axis=-1) / scale / moves
    return positional, symbolic


def _summary(name: str, values: dict[str, np.ndarray]) -> Option:
    """Medians over heads of the scores' means over inputs, and how they go with the baseline."""
    means = np.stack(
        [
            values[f"{option}/{score}"].mean(axis=-1).ravel()
            for option in (name, BASELINE)
            for score in SCORES
        ]
    )
    there = np.isfinite(means).all(axis=0)
    pos, sym, base_pos, base_sym = means[:, there]
    return Option(
        name=name,
        heads=int(there.sum()),
        s_pos=float(np.median(pos)) if there.any() else None,
        s_pos_r=correlated(pos, base_pos),
        s_sym=float(np.median(sym)) if there.any() else None,
        s_sym_r=correlated(sym, base_sym),
        anti_r=correlated(pos, sym),
    )


def correlated(x: np.ndarray, y: np.ndarray) -> float | None:
    """Pearson's r; None where one side does not vary."""
    if len(x) < 2 or min(np.ptp(x), np.ptp(y)) <= 1e-12:
        return None
    return float(np.corrcoef(x, y)[0, 1])


def _heads(values: dict[str, np.ndarray]) -> tuple[LogitShares, ...]:
    means = {name: value.mean(axis=-1) for name, value in values.items()}
    endings = {BASELINE: "", LOGITS: "_logits", PERMUTED: "_permuted"}
    return tuple(
        LogitShares(
            layer=int(i),
            head=int(j),
            **{
                f"{score}{ending}": _plain(means[f"{option}/{score}"][i, j])
                for option, ending in endings.items()
                for score in SCORES
            },
        )
        for i, j in np.ndindex(means[f"{BASELINE}/s_pos"].shape)
    )


def _plain(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _between(values: np.ndarray) -> float | None:
    """Share of the variance of scores (layers, heads, inputs) that lies between inputs."""
    values = values[np.isfinite(values).all(axis=(1, 2))]
    total = float(values.var()) if values.size else 0.0
    return float(values.var(axis=-1).mean()) / total if total > 0 else None


def _cost(loaded: Loaded, tokens: np.ndarray, seconds: float, scorings: int) -> Cost:
    """Seconds an input, of the scorings and of one forward pass for comparison, and the largest
    memory that this process, or one that it forked, has held so far, in GiB."""
    began = time.monotonic()
    last_logits(loaded.model, torch.from_numpy(tokens[:1]).to(loaded.model.device))
    passed = time.monotonic() - began
    unit = 2**30 if sys.platform == "darwin" else 2**20
    own = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    peak = max(resource.getrusage(which).ru_maxrss for which in own) / unit
    if loaded.model.device.type == "cuda":
        peak = torch.cuda.max_memory_allocated(loaded.model.device) / 2**30
    weights = sum(value.nbytes for value in loaded.model.parameters()) / 2**30
    return Cost(
        seconds_an_input=seconds,
        seconds_a_pass=passed,
        scorings=scorings,
        peak_gib=peak,
        weights_gib=weights,
    )
