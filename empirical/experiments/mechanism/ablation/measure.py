"""One trained model's record (``records``): what its heads are needed for."""

import torch
from torch import Tensor

from empirical.experiments.dynamics.scoring import Told, clocks, manifest, tested
from empirical.experiments.mechanism import flow, jump
from empirical.experiments.mechanism import held as rules
from empirical.experiments.mechanism.ablation.records import AblationRecord, Jumps, carriers
from empirical.experiments.mechanism.causal import Follower, Intervention, intervened
from empirical.experiments.mechanism.frequencies import complex_planes
from empirical.experiments.mechanism.record import attention_record, described_layers
from empirical.experiments.mechanism.records import Looks
from empirical.instrument import measure
from empirical.models.data import Sequences, sequences
from empirical.models.pretrained import Loaded
from empirical.models.trajectory import Trajectory
from empirical.protocol.reading import Count0, Counts
from empirical.protocol.vocabulary import MAX_HOPS, WINDOW, vocabulary

STREAM = 50
"""Of the evaluation data: inputs that no other record is of."""
SEQUENCES = 800
"""Inputs on which heads are taken away, 200 a hop count; the first ``SCORED`` are scored."""
SCORED = 256
JUMPS = 400
DIGITS = 4


def nothing(_: Follower, weights: Tensor) -> Tensor:
    """Attention that brings nothing: the head is taken away, its layer's MLP stays."""
    return torch.zeros_like(weights)


def right_without(model: Loaded, data: Sequences, layers: tuple[int, ...]) -> Counts:
    """(4,) answers right by hop count with the heads of some layers taken away."""
    tokens = torch.from_numpy(data.tokens)
    change = Intervention(layers, nothing)
    follower = Follower(data.task, tokens, tokens)
    with torch.inference_mode(), intervened(model.model, change, follower):
        logits = model.model(tokens, use_cache=False, logits_to_keep=1).logits[:, -1]
    guess = logits[:, : len(vocabulary(data.task))].argmax(-1).numpy()
    hits = guess == data.answers
    return tuple(int(hits[data.hops == hop].sum()) for hop in range(1, MAX_HOPS + 1))


def largest_logits(query: Tensor, key: Tensor) -> Tensor:
    """(F,) float64: each plane's largest logit over the visible pairs of an input, mean over
    inputs; query, key (B, T, D) as rotated, one head, planes interleaved.

    Paper B, Fig. 8: "the largest logit of each frequency's plane, averaged over inputs". Before the
    division by √D: Fig. 8 reaches 76 in number's layer 1, where a model of ours had 10
    divided and 114 undivided.
    """
    q, k = complex_planes(query), complex_planes(key)
    logits = (q[..., :, None].conj() * k[..., None, :]).real
    hidden = torch.ones(logits.shape[-2:], dtype=torch.bool).triu(1)
    return logits.masked_fill(hidden, float("-inf")).amax((-1, -2)).mean(0)


def held_before_layers(data: Sequences, sources: Tensor) -> list[Tensor]:
    """What is held (B, T) before each layer and after the last. Number: a look that is a step of
    Index is followed. Letter: a look at the place that the pair held names takes what that place
    has fetched by then, since trained models jump (``empirical.experiments.mechanism.jump``)."""
    tokens = torch.from_numpy(data.tokens)
    if data.task == "number":
        return list(flow.held_by_layer("number", tokens, sources, strict=False))
    lefts, held = rules.left(tokens), [tokens]
    for source in sources:
        now = held[-1]
        named = (lefts.gather(1, source) == now % WINDOW) & rules.waits("letter", now)
        held.append(torch.where(named, now.gather(1, source), now))
    return held


def stays(data: Sequences, sources: Tensor, solved: Tensor) -> tuple[Count0, ...]:
    """For each layer: (looks of the query that find what it holds, looks), over the solved inputs
    whose query is done before it; sources (L, B, T)."""
    held = held_before_layers(data, sources)
    counts = []
    for before, source in zip(held, sources, strict=False):
        done = solved & ~rules.waits(data.task, before)[:, -1]
        fetched = before.gather(1, source)[:, -1]
        counts.append(flow.count((fetched == before[:, -1])[done]))
    return tuple(counts)


def _jumps(model: Loaded) -> Jumps:
    """The courses of 4-hop queries' looks."""
    data = jump.four_hop_inputs(JUMPS, measure.EVALUATION_SEED, STREAM + 1)
    courses = jump.jumps(model.model, data)
    return Jumps(none=courses["none"], hop_2=courses["hop 2"], by_chance=courses["by chance"])


def record(kept: Trajectory, told: Told) -> AblationRecord:
    """The record of a finished run.

    Raises:
        TrajectoryError: a control, or a damaged run.
    """
    began = clocks()
    model, task = kept.fill(kept.reader()), kept.recipe.task
    letters = kept.recipe.letters
    data = sequences(task, SEQUENCES, measure.EVALUATION_SEED, stream=STREAM, letters=letters)
    scored = data[:SCORED]
    measure.rebuild_check(model, torch.from_numpy(scored.tokens[:8]))
    recorded = attention_record(model, scored)
    sources = torch.stack([one.weights[:, 0].argmax(-1) for one in recorded])
    solved = torch.from_numpy(measure.hits(model, scored))
    layers = described_layers(model, scored)
    pure = carriers(task, layers)
    values = [largest_logits(one.query[:, 0], one.key[:, 0]).tolist() for one in recorded]
    report = flow.flow_report(scored, sources, solved)
    of = int((data.hops == 1).sum())
    return AblationRecord(
        manifest=manifest(kept, data, told, began),
        task=task,
        seed=kept.recipe.seed,
        of=of,
        tested=tested(kept),
        right=right_without(model, data, ()),
        layers=layers,
        largest=tuple(tuple(round(x, DIGITS) for x in row) for row in values),
        removed=tuple(right_without(model, data, (i,)) for i in range(len(layers))),
        first=tuple(right_without(model, data, tuple(pure[k:])) for k in range(len(pure) + 1)),
        stays=stays(scored, sources, solved),
        solved=report.solved,
        looks=report.layers or (Looks(0, 0, 0, 0),) * len(layers),
        jump=_jumps(model) if task == "letter" else None,
    )
