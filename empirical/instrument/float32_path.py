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

import math
from collections.abc import Callable, Generator, Iterator
from functools import cache, partial

import torch
from torch import Tensor

from empirical.instrument import series
from empirical.protocol.convention import Convention

LIMIT = 40.0
"""Largest logit, in size, whose exponential's square float32 holds with space for a block's sum."""
SQUARE_LIMIT = 15.0
"""Largest logit, in size, up to which both squares of W's root may be multiplied before it."""
STRIP = 32
"""Most rows of block sums in a strip."""
CHUNK = 1 << 17
"""Most entries of block sums in a piece, of which there are four arrays: half a MiB."""
PREPARED = 1 << 17
"""Coordinates of whole heads prepared at a time; of planes eight times as many."""
NEGLIGIBLE = 1e-7
"""Share of the swaps' weights that is left out at the end of the order."""
FEWEST = 32
"""Blocks from which this is quicker; below, float64 costs nothing."""
Sums = Callable[[Tensor, Tensor, Tensor, Tensor], None]
"""Makes block sums of two arrays, into the third, with the fourth as scratch."""
Piece = tuple[Tensor, Tensor, Tensor, Sums]
"""Numbers of rows, two arrays of theirs, and what makes block sums of these."""


def suits(blocks: int, rules: Convention) -> bool:
    """Whether scores by a convention, of so many blocks, can be had this way."""
    return (
        blocks >= FEWEST and rules.cosine == "scale-free" and not rules.centred and not rules.signed
    )


def bound(keys: Tensor, queries: Tensor, scale: float) -> Tensor:
    """(R,): no logit of keys (R, d, L, m) and queries (R, d, L, m) is larger in size."""
    squares = [series.dot(x, x).flatten(1).amax(1) for x in (keys, queries)]
    largest = abs(scale) * (squares[0] * squares[1]).double().sqrt() * 1.00001
    # Long vectors seldom point the same way: where it matters they are multiplied out.
    for row in (largest > LIMIT).nonzero().flatten().tolist():
        contents, places = (x[row].float().movedim(1, 0) for x in (keys, queries))
        most = [(some.mT @ places).abs().amax() for some in contents.split(STRIP, dim=2)]
        largest[row] = torch.stack(most).amax() * (abs(scale) * 1.001)
    return largest


def float32_scores(
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

    keys, queries (R, d, L, m)  the L tokens of m blocks; rest (R,) and valid (R, m) as in
    ``swaps.swap_scores``.
    """
    # Planes are many and small: the more there are, the more alike are those taken together.
    step = max(1, PREPARED // keys[0].numel()) * (8 if keys.shape[1] == 2 else 1)
    pieces = []
    for at in range(0, len(keys), step):
        some = slice(at, at + step)
        taking = None if valid is None else valid[some]
        given = keys[some], queries[some], rest[some], taking, rules, scale, softcap
        pieces.append(_scores(*given))
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
    """As ``float32_scores``."""
    own = series.dot(keys.double(), queries.double()) * scale
    own = capped(own, softcap).exp_().sum(1)
    order, a, b = _alpha(own, rest, valid, rules)
    own = own.gather(1, order)
    # Σ a_i b_j over i < j, the largest of which is 1, and how many i have a share in it.
    shares = a * (b.sum(1, keepdim=True) - b.cumsum(1)).clamp_(min=0)
    shares = shares.flip(1).cumsum(1)
    whole = shares[:, -1]
    taken = (shares > NEGLIGIBLE * whole[:, None]).sum(1)
    pick = order[:, None, None].expand_as(keys)
    keys, queries = (x.float().gather(3, pick) for x in (keys, queries))
    keys.mul_(scale)
    result = own.new_empty(2, len(own))
    weights = [x.float() for x in (own, a, b)]
    blocks = own.shape[1]
    scratch = own.new_empty(4, max(CHUNK, _width(blocks) * blocks), dtype=torch.float32)
    for rows, one, other, sums in _pieces(keys, queries, softcap, taken):
        own, a, b = (x[rows] for x in weights)
        scores = _weighed(one, other, sums, own, a, b, int(taken[rows].max()), scratch)
        result[:, rows] = scores.double()
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
    most = whole if valid is None else whole.masked_fill(~valid, -torch.inf)
    least = whole if valid is None else whole.masked_fill(~valid, torch.inf)
    a = ((most - most.amax(1, keepdim=True)) / rules.tau).exp()
    b = ((least.amin(1, keepdim=True) - least) / rules.tau).exp()
    order = most.argsort(dim=1, descending=True)
    return order, a.gather(1, order), b.gather(1, order)


def _pieces(keys: Tensor, queries: Tensor, softcap: float | None, taken: Tensor) -> Iterator[Piece]:
    """Of float32 keys and queries (R, d, L, m) a few rows at a time, those last that no series
    makes, of which rows with like numbers of blocks `taken` (R,) go together."""
    blocks = keys.shape[3]
    step = max(1, CHUNK // (_width(blocks) * blocks))
    rows = torch.arange(len(keys), device=keys.device)
    if keys.shape[1] == 2 and softcap is None:
        there, slip = series.turned_keys(keys, queries)
        alike = slip <= series.SLIP
        rest = yield from _by_series(rows[alike], there, queries[:, :, :1], step)
        rows = torch.cat([rows[~alike], rest])
        for power in (1, 2):
            rows = yield from _by_series(rows, keys, queries, step, power)
    rows = rows[taken[rows].argsort()]
    for at in range(0, len(rows), step):
        some = rows[at : at + step]
        yield some, keys[some], queries[some], partial(_exponentials, softcap)


def _by_series(
    rows: Tensor, keys: Tensor, queries: Tensor, step: int, power: int = 1
) -> Generator[Piece, None, Tensor]:
    """Pieces of the planes `rows` for which a series of their logits, or of so many parts of them,
    will do; returns the others."""
    keys, queries = keys[rows].div_(power), queries[rows]
    about, middle, radius = series.centred(keys, queries)
    most = middle.norm(dim=1).amax((1, 2)) * queries[:, :, 0, 0].norm(dim=1) + radius
    sums = _products if power == 1 else _squares
    for half, some in series.radius_groups(
        radius.masked_fill(power * most > SQUARE_LIMIT, torch.nan), step
    ):
        if half is None:
            return rows[some]
        yield (
            rows[some],
            *series.rotation_factors(about[some], middle[some], queries[some], half),
            sums,
        )
    return rows[:0]


def _width(blocks: int) -> int:
    """Rows of a strip."""
    return min(STRIP, -(-blocks // 4))


def _products(one: Tensor, other: Tensor, into: Tensor, _: Tensor) -> None:
    """Block sums of a series' factors (r, K, L, I) and (r, K, L, J), into (r, I, J)."""
    torch.bmm(one.flatten(1, 2).mT, other.flatten(1, 2), out=into)


def _squares(one: Tensor, other: Tensor, into: Tensor, spare: Tensor) -> None:
    """As ``_products``, of factors that make the exponentials of half the logits."""
    for token in range(one.shape[2]):
        half = spare if token else into
        torch.bmm(one[:, :, token].mT, other[:, :, token], out=half)
        if token:
            into.addcmul_(half, half)
        else:
            into.square_()


def _exponentials(
    softcap: float | None, one: Tensor, other: Tensor, into: Tensor, spare: Tensor
) -> None:
    """Σ_o exp of the logits of one (r, d, L, I) with other (r, d, L, J), into (r, I, J)."""
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


def _weighed(
    keys: Tensor,
    queries: Tensor,
    sums: Sums,
    own: Tensor,
    a: Tensor,
    b: Tensor,
    taken: int,
    scratch: Tensor,
) -> Tensor:
    """The sums over i < j of a_i b_j times either cosine, (2, r), i among the first `taken`, of two
    arrays of which `sums` makes block sums and of d, a, b (r, m), computed in `scratch` (4, …)."""
    rows, blocks = own.shape
    width = min(_width(blocks), taken)
    square, left = own.square(), torch.stack([own * a, a], dim=1)
    by_straight, by_across = own.new_zeros(2, rows, 2, blocks)
    for start in range(0, taken, width):
        end = min(start + width, blocks)
        few = end - start, blocks - start
        straight, across, norm, spare = scratch[:, : rows * math.prod(few)].view(4, rows, *few)
        sums(keys[..., start:end], queries[..., start:], straight, spare)
        sums(queries[..., start:end], keys[..., start:], across, spare)
        torch.mul(straight, straight, out=norm).addcmul_(across, across)
        torch.add(square[:, start:end, None], square[:, None, start:], out=spare)
        # Separately where the product of the squares is more than float32 holds.
        separate = isinstance(sums, partial)
        norm = norm.rsqrt_().mul_(spare.rsqrt_()) if separate else norm.mul_(spare).rsqrt_()
        norm[..., : few[0]].mul_(_above(few[0], own.device))
        some = left[..., start:end]
        by_straight[..., start:].add_(torch.bmm(some, straight.mul_(norm)))
        by_across[..., start:].add_(torch.bmm(some, across.mul_(norm)))
    right = torch.stack([b, own * b], dim=1)
    s_sym = by_straight[:, 0] * right[:, 0] + by_across[:, 1] * right[:, 1]
    s_pos = by_across[:, 0] * right[:, 0] + by_straight[:, 1] * right[:, 1]
    return torch.stack([s_pos.sum(1), s_sym.sum(1)])


@cache
def _above(blocks: int, device: torch.device) -> Tensor:
    """1 above the diagonal of (blocks, blocks) and 0 elsewhere: quicker to multiply by than to cut
    out."""
    return torch.ones(blocks, blocks, device=device).triu(1)
