"""s_POS and s_SYM in float32 where nothing but the weights of the swaps needs more.

With S[a, b] = Σ_o exp M[aₒ, bₒ] and d_i = S[i, i] the cosines of a swap are

    cos(v', v) = (c_ij S_ji + c_ji S_ij) / n_ij,   cos(v', flip v) = (c_ij S_ij + c_ji S_ji) / n_ij,
    c_ij = d_i / √(d_i² + d_j²),                   n_ij = √(S_ij² + S_ji²),

in which only ratios of block sums stand: float32 is enough, and neither a logarithm nor a second
exponential is taken. Its weight is α_ij ∝ exp(|w_i - w_j| / τ), w the mean attention weights, so a
rounding of w by 6e-8 would count 6e-4: w is taken in float64 from the diagonal, which is O(m), and

    exp((|w_i - w_j| - max w + min w) / τ) = max(a_i b_j, a_j b_i),
    a_i = exp((w_i - max w) / τ),    b_j = exp((min w - w_j) / τ).

Sums run over all ordered pairs, in pieces that stay in cache; the pairs i = i, each half its weight
in either sum, are taken off.
"""

from __future__ import annotations

import torch
from torch import Tensor

from empirical.protocol.convention import Convention

LIMIT = 40.0
"""Largest logit, in size, whose exponential's square float32 holds with room for a block's sum."""
CHUNK = 1 << 16
"""Entries of block sums taken at a time: a quarter of a MiB, which stays in cache."""
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
    step = max(1, CHUNK // keys.shape[2] ** 2)
    pieces = []
    for at in range(0, len(keys), step):
        some = slice(at, at + step)
        own = capped((keys[some] * queries[some]).sum(-1) * scale, softcap).exp().sum(1)
        taking = None if valid is None else valid[some]
        alpha = _alpha(own, rest[some], taking, rules)
        sums = _block_sums(keys[some].float() * scale, queries[some].float(), softcap)
        pieces.append(_means(sums, own.float(), *alpha))
    return torch.cat(pieces, dim=1).double().clamp(-1, 1)


def capped(logits: Tensor, softcap: float | None) -> Tensor:
    """Logits under the softcap c·tanh(·/c)."""
    return logits if softcap is None else torch.tanh(logits / softcap) * softcap


def _alpha(
    own: Tensor, rest: Tensor, valid: Tensor | None, rules: Convention
) -> tuple[Tensor, Tensor]:
    """a and b, (R, m) float32, from the diagonal's block sums (R, m) float64."""
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
    return a.float(), b.float()


def _block_sums(keys: Tensor, queries: Tensor, softcap: float | None) -> Tensor:
    """S (R, m, m) of float32 keys and queries (R, L, m, d)."""
    flat, blocks = keys.shape[-1] == 2, keys.shape[2]
    if (
        flat
    ):  # two outer products are quicker than a matrix product, on coordinates that lie together
        keys, queries = (x.movedim(-1, 1).contiguous() for x in (keys, queries))
    total = keys.new_zeros(len(keys), blocks, blocks)
    for token in range(keys.shape[1 + flat]):
        if flat:
            (k0, k1), (u0, u1) = (x[:, :, token].unbind(1) for x in (keys, queries))
            logits = k0[:, :, None] * u0[:, None, :]
            logits.addcmul_(k1[:, :, None], u1[:, None, :])
        else:
            logits = keys[:, token] @ queries[:, token].mT
        total.add_(capped(logits, softcap).exp_())
    return total


def _means(sums: Tensor, own: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """The means of both cosines over the swaps, (2, R), from S (R, m, m), d, a and b (R, m)."""
    turned = sums.mT.contiguous()  # once: every step that reads across rows costs eight that do not
    total = torch.maximum(a[:, :, None] * b[:, None, :], b[:, :, None] * a[:, None, :])
    whole, same = total.sum((1, 2)), (a * b).sum(1)
    square = own.square()
    weight = total.mul_(own[:, :, None])
    weight.mul_((square[:, :, None] + square[:, None, :]).rsqrt_())
    weight.mul_(sums.square().addcmul_(turned, turned).rsqrt_())
    both = torch.stack([x.mul_(weight).sum((1, 2)) for x in (turned, sums)])
    return (2 * both - same) / (whole - same)
