"""s_POS and s_SYM in float32 where nothing but the weights of the swaps needs more.

With S[a, b] = Σ_o exp M[aₒ, bₒ] and d_i = S[i, i] the cosines of a swap are

    cos(v', v) = (c_ij S_ji + c_ji S_ij) / n_ij,   cos(v', flip v) = (c_ij S_ij + c_ji S_ji) / n_ij,
    c_ij = d_i / √(d_i² + d_j²),                   n_ij = √(S_ij² + S_ji²),

in which only ratios of block sums stand: float32 is enough, and neither a logarithm nor a second
exponential is taken. Its weight is α_ij ∝ exp(|w_i - w_j| / τ), w the mean attention weights, so a
rounding of w by 6e-8 would count 6e-4: w is taken in float64 from the diagonal, which is O(m), and

    exp((|w_i - w_j| - max w + min w) / τ) = max(a_i b_j, a_j b_i),
    a_i = exp((w_i - max w) / τ),    b_j = exp((min w - w_j) / τ).

With the blocks in the order of falling w, α_ij ∝ a_i b_j for i < j, and with Y_ij = S_ij c_ij /
(d_i n_ij) both means are products of a, b, d with the halves of Y above and below its diagonal.
Block sums are made in pieces that stay in cache; those of a plane's small logits by ``series``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import torch
from torch import Tensor

from empirical.instrument import series
from empirical.protocol.convention import Convention

LIMIT = 40.0
"""Largest logit, in size, whose exponential's square float32 holds with room for a block's sum."""
CHUNK = 1 << 17
"""Entries of block sums taken at a time: half a MiB, which stays in cache."""
PREPARED = 1 << 17
"""Coordinates prepared at a time, whose rows are then taken a few at a time."""
EXPANDED = 1 << 14
"""Coordinates at a time of which ``series`` makes its factors, some ten numbers each."""
FEWEST = 32
"""Blocks from which this is quicker; below, float64 costs nothing."""


def suits(blocks: int, rules: Convention) -> bool:
    """Whether scores by a convention, of so many blocks, can be had this way."""
    return (
        blocks >= FEWEST and rules.cosine == "scale-free" and not rules.centred and not rules.signed
    )


def bound(keys: Tensor, queries: Tensor, scale: float) -> Tensor:
    """(R,): no logit of keys (R, L, m, d) and queries (R, L, m, d) is larger in size."""
    return abs(scale) * torch.stack([x.norm(dim=-1).amax((1, 2)) for x in (keys, queries)]).prod(0)


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
        given = keys[some] * scale, queries[some], rest[some], taking
        pieces.append(_scores(*given, rules, softcap))
    return torch.cat(pieces, dim=1).clamp(-1, 1)


def _scores(
    keys: Tensor,
    queries: Tensor,
    rest: Tensor,
    valid: Tensor | None,
    rules: Convention,
    softcap: float | None,
) -> Tensor:
    """As ``near_scores``, of keys that the scale is in."""
    own = capped((keys * queries).sum(-1), softcap).exp().sum(1)
    order, a, b = _alpha(own, rest, valid, rules)
    own = own.gather(1, order)
    # Σ a_i b_j over i < j, the largest of which is 1.
    whole = (b[:, 1:] * a.cumsum(1)[:, :-1]).sum(1)
    pick = order[:, None, :, None].expand_as(keys)
    keys, queries = keys.gather(2, pick), queries.gather(2, pick)
    result = own.new_empty(2, len(own))
    weights = [x.float() for x in (own, a, b)]
    for rows, sums, spare in _block_sums(keys, queries, softcap):
        result[:, rows] = _weighed(sums, spare, *(x[rows] for x in weights)).double()
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


def _block_sums(
    keys: Tensor, queries: Tensor, softcap: float | None
) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Of keys and queries (R, L, m, d) a few rows at a time: which rows, S (r, m, m), float32, and
    room of its shape. Both are overwritten by the next."""
    blocks = keys.shape[2]
    step = max(1, CHUNK // blocks**2)
    sums, spare = keys.new_empty(2, step, blocks, blocks, dtype=torch.float32)
    whole = torch.arange(len(keys), device=keys.device)
    flat = keys.shape[-1] == 2
    if flat:  # coordinates that lie together
        keys, queries = (x.movedim(-1, 1).float().contiguous() for x in (keys, queries))
    groups: Iterator[tuple[int | None, Tensor]] = iter([(None, whole)])
    of_series: list[Tensor] = []
    if flat and softcap is None:
        *of_series, radius = series.centred(keys, queries)
        groups = series.groups(radius)
    for half, of in groups:
        if half is None:
            for some in of.split(step):
                into = sums[: len(some)]
                _summed(keys[some].float(), queries[some].float(), softcap, into)
                yield some, into, spare[: len(some)]
            continue
        for many in of.split(max(step, EXPANDED // keys[0].numel())):
            about, middle = (x[many] for x in of_series)
            left, right = series.factors(about, middle, queries[many], half)
            parts = (x.split(step) for x in (many, left.mT, right))
            for some, one, other in zip(*parts, strict=True):
                into = torch.bmm(one, other, out=sums[: len(some)])
                yield some, into, spare[: len(some)]


def _summed(keys: Tensor, queries: Tensor, softcap: float | None, into: Tensor) -> None:
    """S (R, m, m) of float32 keys and queries (R, L, m, d), or (R, 2, L, m), entry by entry."""
    flat = keys.shape[-1] == into.shape[-1] and keys.shape[1] == 2
    into.zero_()
    for token in range(keys.shape[2 if flat else 1]):
        if flat:
            # Two outer products are quicker than a matrix product.
            (k0, k1), (u0, u1) = (x[:, :, token].unbind(1) for x in (keys, queries))
            logits = k0[:, :, None] * u0[:, None, :]
            logits.addcmul_(k1[:, :, None], u1[:, None, :])
        else:
            logits = keys[:, token] @ queries[:, token].mT
        into.add_(capped(logits, softcap).exp_())


def _weighed(sums: Tensor, spare: Tensor, own: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """The sums over i < j of a_i b_j times either cosine, (2, R), from S (R, m, m), d, a, b (R, m);
    S and what lies in `spare` are overwritten."""
    square = own.square()
    spare.copy_(sums.mT)  # once: every step that reads across rows costs eight that do not
    sums.mul_(spare.square_().addcmul_(sums, sums).rsqrt_())
    # Apart from the other root: the product of the squares is more than float32 holds.
    sums.mul_(torch.add(square[:, :, None], square[:, None, :], out=spare).rsqrt_())
    below, above = _below(sums.shape[-1], sums.device)
    lower, upper = torch.mul(sums, below, out=spare), sums.mul_(above)
    one, other = own * a, own * b
    s_pos = _form(b, lower, one) + _form(a, upper, other)
    return torch.stack([s_pos, _form(one, upper, b) + _form(other, lower, a)])


def _form(left: Tensor, matrix: Tensor, right: Tensor) -> Tensor:
    """xᵀ A y, (R,), of vectors (R, m) and matrices (R, m, m)."""
    return (torch.bmm(left[:, None], matrix)[:, 0] * right).sum(1)


@cache
def _below(blocks: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """1 below the diagonal of (m, m) and 0 elsewhere, and the other way round: quicker to multiply
    by than to cut out."""
    below = torch.ones(blocks, blocks, device=device).tril(-1)
    return below, below.T.contiguous()
