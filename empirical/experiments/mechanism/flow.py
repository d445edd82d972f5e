"""Following arg-max sources layer by layer against Index, Retrieval and Reflexive (B-e-flow)."""

import torch
from torch import Tensor

from empirical.experiments.mechanism import held as rules
from empirical.experiments.mechanism.records import Example, Flow, Looks
from empirical.models.data import Sequences
from empirical.protocol.reading import Count0

FIRST = 1
"""Position 0 sees itself alone; its looks are not counted."""


def held_by_layer(task: str, tokens: Tensor, sources: Tensor, strict: bool) -> Tensor:
    """(L + 1, B, T): what is held before each layer and after the last, sources (L, B, T).

    ``strict``: every look is followed (Fig. 3); else only those that are a step (S-flow).
    """
    follow = rules.held_after if strict else rules.step
    held = [tokens]
    for source in sources:
        held.append(follow(task, held[-1], source))
    return torch.stack(held)


def explained_attention(task: str, held: Tensor, source: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """For looks (B, T): is one a step of the operation, is it Reflexive, and the share of all
    visible sources that would be either, each (B, T)."""
    fitting = rules.fits(task, held)
    own = (held[:, :, None] == held[:, None, :]) & rules.visible(held)
    step, stay = (x.gather(2, source[:, :, None]).squeeze(2) for x in (fitting, own))
    chance = (fitting | own).sum(2) / rules.visible(held).sum(1)
    return step, stay, chance


def _shares(task: str, held: Tensor, sources: Tensor, where: Tensor) -> tuple[Looks, ...]:
    """Per layer, shares of the looks at ``where`` (B, T) that are explained."""
    rows = []
    for before, source in zip(held, sources, strict=False):
        step, stay, chance = explained_attention(task, before, source)
        values = (step, stay, step | stay, chance)
        rows.append(Looks(*(round(float(v[where].double().mean()), 4) for v in values)))
    return tuple(rows)


def flow_report(data: Sequences, sources: Tensor, solved: Tensor) -> Flow:
    """What is reported of B-e-flow and S-flow; counts are [hits, of].

    sources (L, B, T) are arg-max sources, solved (B,) bool; only solved inputs count. Where none
    is, ``solved`` is all that is reported.
    """
    if not bool(solved.any()):
        return Flow((0, len(data)))
    task, tokens = data.task, torch.from_numpy(data.tokens)[solved]
    answers, hops = torch.from_numpy(data.answers)[solved], torch.from_numpy(data.hops)[solved]
    sources = sources[:, solved]
    strict, loose = (held_by_layer(task, tokens, sources, s) for s in (True, False))
    places = torch.arange(tokens.shape[1]).expand_as(tokens) >= FIRST
    path = rules.path(data)[solved]
    looks = [explained_attention(task, h, s)[:2] for h, s in zip(strict, sources, strict=False)]
    either = torch.stack([(step | stay)[places] for step, stay in looks])
    stepped = loose[-1, :, -1] == answers
    return Flow(
        solved=(len(tokens), len(data)),
        explained=count(either),
        reached=count(strict[-1, :, -1] == answers),
        stepped=count(stepped),
        stepped_by_hops={str(h): count(stepped[hops == h]) for h in sorted(set(hops.tolist()))},
        stepped_by_chance=count(_by_chance(task, tokens, len(sources)) == answers),
        layers=_shares(task, strict, sources, places),
        path=_shares(task, loose, sources, path),
    )


def count(right: Tensor) -> Count0:
    """How many are true, of how many."""
    return int(right.sum()), right.numel()


def _by_chance(task: str, tokens: Tensor, layers: int) -> Tensor:
    """What the query holds in the end, (B,), if every look goes to a random visible place."""
    draw = torch.rand(layers, *tokens.shape, generator=torch.Generator().manual_seed(0))
    places = torch.arange(1, tokens.shape[1] + 1)
    return held_by_layer(task, tokens, (draw * places).long(), strict=False)[-1, :, -1]


def example(data: Sequences, sources: Tensor, solved: Tensor) -> Example | None:
    """The first solved input of the most hops, as Fig. 3 shows one; None if there is none."""
    chosen = solved & (torch.from_numpy(data.hops) == int(data.hops.max()))
    if not bool(chosen.any()):
        return None
    row = int(chosen.int().argmax())
    tokens = torch.from_numpy(data.tokens[row : row + 1])
    held = held_by_layer(data.task, tokens, sources[:, row : row + 1], strict=True)
    return Example(
        tokens=tuple(tokens[0].tolist()),
        answer=int(data.answers[row]),
        path=tuple(rules.path(data[row : row + 1])[0].nonzero().squeeze(1).tolist()),
        sources=tuple(map(tuple, sources[:, row].tolist())),
        held=tuple(map(tuple, held[:, 0].tolist())),
    )
