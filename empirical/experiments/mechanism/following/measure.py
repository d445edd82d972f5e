"""Where a trained model's looks lead: how many are a step of its task's operation or Reflexive
(B-e-flow), and how many are if each solved input's looks are dealt to the next."""

import torch
from torch import Tensor

from empirical.experiments.dynamics.scoring import Told, clocks, manifest, tested
from empirical.experiments.mechanism import held as rules
from empirical.experiments.mechanism.flow import FIRST, count
from empirical.experiments.mechanism.following.records import Counted, FollowingRecord
from empirical.experiments.mechanism.record import attention_record
from empirical.instrument import measure
from empirical.models.data import Sequences, sequences
from empirical.models.trajectory import Trajectory
from empirical.protocol import settings
from empirical.protocol.reading import Count0
from empirical.protocol.vocabulary import WINDOW

STREAM = 53
"""Of the evaluation data: inputs that no other record is of."""


def record(kept: Trajectory, told: Told) -> FollowingRecord:
    """The record of a finished run.

    Raises:
        TrajectoryError: a control, or a damaged run.
    """
    began = clocks()
    model, recipe = kept.fill(kept.reader()), kept.recipe
    seed, letters = measure.EVALUATION_SEED, recipe.letters
    inputs = settings.FOLLOWED_INPUTS
    data = sequences(recipe.task, inputs, seed, stream=STREAM, letters=letters)
    measure.rebuild_check(model, torch.from_numpy(data.tokens[:8]))
    sources = torch.stack([one.weights[:, 0].argmax(-1) for one in attention_record(model, data)])
    solved = torch.from_numpy(measure.hits(model, data))
    looks = attention_targets(data, sources, solved)
    return FollowingRecord(
        manifest=manifest(kept, data, told, began),
        task=recipe.task,
        seed=recipe.seed,
        tested=tested(kept),
        heads=measure.measured_heads(model, data.tokens).scores,
        solved=count(solved),
        looks=looks,
    )


def attention_targets(data: Sequences, sources: Tensor, solved: Tensor) -> tuple[Counted, ...]:
    """Of each layer; sources (L, B, T) are arg-max sources, solved (B,) bool."""
    mine = data[solved.numpy()]
    own = sources[:, solved]
    pairs = zip(*(_by_layer(mine, one) for one in (own, own.roll(1, dims=1))), strict=True)
    return tuple(
        Counted(seen=explained, dealt=dealt, steps=steps, dealt_steps=others)
        for (explained, steps), (dealt, others) in pairs
    )


def stepped(data: Sequences, held: Tensor, source: Tensor) -> Tensor:
    """(B, T) bool: which looks are a step, of what is held (B, T).

    Number: of Index. Letter: of Retrieval, by the pair that stands at the place by now or by the
    one that stood there first: trained models, which jump (``experiments.mechanism.jump``), find a
    place by the latter and fetch what it has fetched.
    """
    fits = rules.fits(data.task, held).gather(2, source[:, :, None]).squeeze(2)
    if data.task == "number":
        return fits
    first = rules.left(torch.from_numpy(data.tokens)).gather(1, source)
    return fits | (rules.waits(data.task, held) & (first == held % WINDOW))


def _by_layer(data: Sequences, sources: Tensor) -> list[tuple[Count0, Count0]]:
    """What ``Counted`` has of looks: those explained, and those that are a step."""
    held, counts = torch.from_numpy(data.tokens), []
    waiting = rules.waits(data.task, held)
    waiting[:, :FIRST] = False
    for source in sources:
        steps, stays = stepped(data, held, source), held.gather(1, source) == held
        still = waiting & rules.waits(data.task, held)
        counts.append((count((steps | stays)[waiting]), count(steps[still])))
        held = torch.where(steps, rules.held_after(data.task, held, source), held)
    return counts
