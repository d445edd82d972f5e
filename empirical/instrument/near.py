"""s_POS and s_SYM in float32 where nothing but the weights of the swaps needs more.

With S[a, b] = Σ_o exp M[aₒ, bₒ] and d_i = S[i, i] the cosines of a swap are

    cos(v', v) = (c_ij S_ji + c_ji S_ij) / n_ij,   cos(v', flip v) = (c_ij S_ij + c_ji S_ji) / n_ij,
    c_ij = d_i / √(d_i² + d_j²),                   n_ij = √(S_ij² + S_ji²),

in which only ratios of block sums stand: float32 is enough, and neither a logarithm nor a second
exponential is taken. Its weight is α_ij ∝ exp(|w_i - w_j| / τ), w the mean attention weights, so a
rounding of w by 6e-8 would count 6e-4: w is taken in float64 from the diagonal, which is O(m), and

    exp((|w_i - w_j| - max w + min w) / τ) = max(a_i b_j, a_j b_i),
    a_i = exp((w_i - max w) / τ),    b_j = exp((min w - w_j) / τ).

With the blocks in the order of falling w, α_ij ∝ a_i b_j for i < j, and with

    W_ij = 1 / √((d_i² + d_j²) (S_ij² + S_ji²)),   P_ij = W_ij S_ij,   Q_ij = W_ij S_ji

both means are products of a, b and d with the upper halves of P and Q. W is the same either way
round, so only i < j is made: a strip of rows at a time, from its first column on, with S_ij and
S_ji each laid out as (i, j) from the start, in pieces that stay in cache. Block sums of a plane's
small logits are made by ``series``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache

import torch
from torch import Tensor

from empirical.instrument import series
from empirical.protocol.convention import Convention

LIMIT = 40.0
"""Largest logit, in size, whose exponential's square float32 holds with room for a block's sum."""
ROOM = 15.0
"""Largest logit, in size, up to which both squares of W's root may be multiplied before it."""
STRIP = 32
"""Most rows of block sums in a strip."""
CHUNK = 1 << 17
"""Most entries of block sums in a piece, of which there are four arrays: half a MiB."""
PREPARED = 1 << 17
"""Coordinates prepared at a time, whose rows are then taken a few at a time."""
FEWEST = 32
"""Blocks from which this is quicker; below, float64 costs nothing."""


def suits(blocks: int, rules: Convention) -> bool:
    """Whether scores by a convention, of so many blocks, can be had this way."""
    return (
        blocks >= FEWEST and rules.cosine == "scale-free" and not rules.centred and not rules.signed
    )


def bound(keys: Tensor, queries: Tensor, scale: float) -> Tensor:
    """(R,): no logit of keys (R, L, m, d) and queries (R, L, m, d) is larger in size."""
    found = abs(scale) * torch.stack([x.norm(dim=-1).amax((1, 2)) for x in (keys, queries)]).prod(0)
    # Long vectors seldom point the same way: where it matters they are multiplied out.
    for row in (found > LIMIT).nonzero().flatten().tolist():
        places = queries[row].float().mT
        most = [(some @ places).abs().amax() for some in keys[row].float().split(STRIP, dim=1)]
        found[row] = torch.stack(most).amax() * (abs(scale) * 1.001)
    return found


def near_scores(
    keys: Tensor,
    queries: Tensor,
    rest: Tensor,
    valid: Tensor | None,
    rules: Convention,
    *,
    scale: float,
    softcap: float | None = None,
) -> Tensor:
    """s_POS and s_SYM of rows whose logits are within LIMIT, (2, R) float64.

    keys, queries (R, L, m, d)  float64, the L tokens of m blocks; rest (R,) and valid (R, m) as in
    ``swaps.swap_scores``.
    """
    step = max(1, PREPARED // keys[0].numel())
    pieces = []
    for at in range(0, len(keys), step):
        some = slice(at, at + step)
        taking = None if valid is None else valid[some]
        # Blocks last: those of a strip lie together.
        given = [x[some].movedim(-1, 1).contiguous() for x in (keys, queries)]
        pieces.append(_scores(given[0], given[1], rest[some], taking, rules, scale, softcap))
    return torch.cat(pieces, dim=1).clamp(-1, 1)


def _scores(
    keys: Tensor,
    queries: Tensor,
    rest: Tensor,
    valid: Tensor | None,
    rules: Convention,
    scale: float,
    softcap: float | None,
) -> Tensor:
    """As ``near_scores``, of keys and queries (R, d, L, m)."""
    own = capped((keys * queries).sum(1) * scale, softcap).exp_().sum(1)
    order, a, b = _alpha(own, rest, valid, rules)
    own = own.gather(1, order)
    # Σ a_i b_j over i < j, the largest of which is 1.
    whole = (b[:, 1:] * a.cumsum(1)[:, :-1]).sum(1)
    pick = order[:, None, None].expand_as(keys)
    keys, queries = (x.float().gather(3, pick) for x in (keys, queries))
    keys.mul_(scale)
    result = own.new_empty(2, len(own))
    weights = [x.float() for x in (own, a, b)]
    blocks = own.shape[1]
    room = own.new_empty(4, max(CHUNK, _width(blocks) * blocks), dtype=torch.float32)
    for rows, some_keys, some_queries in _pieces(keys, queries, softcap):
        own, a, b = (x[rows] for x in weights)
        found = _weighed(some_keys, some_queries, softcap, own, a, b, room)
        result[:, rows] = found.double()
    return result / whole


def capped(logits: Tensor, softcap: float | None) -> Tensor:
    """Logits under the softcap c·tanh(·/c)."""
    return logits if softcap is None else torch.tanh(logits / softcap) * softcap


def _alpha(
    own: Tensor, rest: Tensor, valid: Tensor | None, rules: Convention
) -> tuple[Tensor, Tensor, Tensor]:
    """The order of falling w, and a and b in it, (R, m) each, from the diagonal's block sums."""
    if valid is not None:
        own = own.masked_fill(~valid, 0.0)
    # The softmax has the query's own key and every unswapped key in it.
    shift = torch.maximum(own.amax(1).log(), rest)
    whole = (own.log() - shift[:, None]).exp()
    whole = whole / (whole.sum(1) + (rest - shift).exp())[:, None] / rules.length
    seen = whole if valid is None else whole.masked_fill(~valid, -torch.inf)
    least = whole if valid is None else whole.masked_fill(~valid, torch.inf)
    a = ((seen - seen.amax(1, keepdim=True)) / rules.tau).exp()
    b = ((least.amin(1, keepdim=True) - least) / rules.tau).exp()
    order = seen.argsort(dim=1, descending=True)
    return order, a.gather(1, order), b.gather(1, order)


def _pieces(
    keys: Tensor, queries: Tensor, softcap: float | None
) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Of float32 keys and queries (R, d, L, m) a few rows at a time: which, and two arrays of
    theirs whose block sums ``_sums`` makes."""
    blocks = keys.shape[3]
    step = max(1, CHUNK // (_width(blocks) * blocks))
    groups: Iterable[tuple[int | None, Tensor]]
    groups = [(None, torch.arange(len(keys), device=keys.device))]
    if keys.shape[1] == 2 and softcap is None:
        about, middle, radius = series.centred(keys, queries)
        most = middle.norm(dim=1).amax((1, 2)) * queries[:, :, 0, 0].norm(dim=1) + radius
        groups = series.groups(radius.masked_fill(most > ROOM, torch.nan), step)
    for half, of in groups:
        for some in of.split(step):
            pair = keys[some], queries[some]
            if half is not None:
                pair = series.factors(about[some], middle[some], pair[1], half)
            yield some, *pair


def _width(blocks: int) -> int:
    """Rows of a strip."""
    return min(STRIP, -(-blocks // 4))


def _sums(one: Tensor, other: Tensor, softcap: float | None, into: Tensor, spare: Tensor) -> Tensor:
    """Σ_o exp of the logits of one (r, d, L, I) with other (r, d, L, J), or of a series' factors
    (r, K, I) and (r, K, J) their product: into (r, I, J)."""
    if one.ndim == 3:
        return torch.bmm(one.mT, other, out=into)
    for token in range(one.shape[2]):
        x, y = one[:, :, token], other[:, :, token]
        logits = spare if token else into
        if x.shape[1] == 2:  # two outer products are quicker than a matrix product
            torch.mul(x[:, 0, :, None], y[:, 0, None], out=logits)
            logits.addcmul_(x[:, 1, :, None], y[:, 1, None])
        else:
            torch.bmm(x.mT, y, out=logits)
        if softcap is not None:
            logits.div_(softcap).tanh_().mul_(softcap)
        logits.exp_()
        if token:
            into.add_(logits)
    return into


def _weighed(
    keys: Tensor,
    queries: Tensor,
    softcap: float | None,
    own: Tensor,
    a: Tensor,
    b: Tensor,
    room: Tensor,
) -> Tensor:
    """The sums over i < j of a_i b_j times either cosine, (2, r), of two arrays as ``_sums`` takes
    them and of d, a, b (r, m), worked out in `room` (4, …)."""
    rows, blocks = own.shape
    width, series_made = _width(blocks), keys.ndim == 3
    square, left = own.square(), torch.stack([own * a, a], dim=1)
    made = own.new_zeros(2, rows, 2, blocks)
    for start in range(0, blocks, width):
        end = min(start + width, blocks)
        few = end - start, blocks - start
        straight, across, norm, spare = room[:, : rows * math.prod(few)].view(4, rows, *few)
        _sums(keys[..., start:end], queries[..., start:], softcap, straight, spare)
        _sums(queries[..., start:end], keys[..., start:], softcap, across, spare)
        torch.mul(straight, straight, out=norm).addcmul_(across, across)
        torch.add(square[:, start:end, None], square[:, None, start:], out=spare)
        # Apart where the product of the squares is more than float32 holds.
        norm = norm.mul_(spare).rsqrt_() if series_made else norm.rsqrt_().mul_(spare.rsqrt_())
        norm[..., : few[0]].mul_(_above(few[0], own.device))
        for sums, side in zip((straight, across), made, strict=True):
            side[..., start:] += torch.bmm(left[..., start:end], sums.mul_(norm))
    straight, across = made
    right = torch.stack([b, own * b], dim=1)
    s_sym = straight[:, 0] * right[:, 0] + across[:, 1] * right[:, 1]
    s_pos = across[:, 0] * right[:, 0] + straight[:, 1] * right[:, 1]
    return torch.stack([s_pos.sum(1), s_sym.sum(1)])


@cache
def _above(blocks: int, device: torch.device) -> Tensor:
    """1 above the diagonal of (blocks, blocks) and 0 elsewhere: quicker to multiply by than to cut
    out."""
    return torch.ones(blocks, blocks, device=device).triu(1)
