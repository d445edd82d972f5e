"""s_POS and s_SYM of heads given by their placement entries (paper A §3.3; S-swap).

Swapping the contents of blocks i and j leaves four block sums of exponentials to compare: before
v ∝ (e^E[i,i], e^E[j,j]), after v' ∝ (e^E[j,i], e^E[i,j]), with E[a, b] = log Σ_o exp M[aₒ, bₒ].
The softmax denominators cancel from the scale-free cosines

    cos(v', v) = c·c' + s·s'   and   cos(v', flip v) = c·s' + s·c',

(c, s) and (c', s') the unit vectors of v and v', which need x = E[j,j] - E[i,i] and
x' = E[i,j] - E[j,i] only: c = 1/√(1 + e^2x), s = e^x c. Clamped and centred cosines need every
swap's denominator, which is summed afresh over what stayed in place, never by subtraction.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from empirical.protocol.convention import DEFINITION, Convention
from theory.ledger.plural import counted

EPS = 1e-8  # torch.nn.functional.cosine_similarity's clamp on each norm
CHUNK = 1 << 17  # entries scored at a time: bounds the working arrays of one step
Pair = tuple[Tensor, Tensor]


class TooFewBlocks(ValueError):
    """The query sees fewer than two whole blocks, as under a sliding window shorter than that."""

    def __init__(self, blocks: int) -> None:
        super().__init__(
            f"the query sees {counted(blocks, 'whole block')}, and a swap takes two: shorten them"
        )
        self.blocks = blocks

    def __reduce__(self) -> tuple[type, tuple[int]]:
        return type(self), (self.blocks,)


class Scores(NamedTuple):
    """s_POS and s_SYM, float64 tensors of one shape, and the convention they were scored by."""

    s_pos: Tensor
    s_sym: Tensor
    convention: Convention


def swap_scores(
    entries: Tensor,
    rest: Tensor,
    convention: Convention = DEFINITION,
    *,
    valid: Tensor | None = None,
    keys: Tensor | int | None = None,
) -> Scores:
    """s = Σ α_ij cos(·, ·) over all swaps i < j, α = softmax of |d_i - d_j| / τ.

    entries (…, m, m)  log block sums E[a, b] of content block a at place b (tokens: M itself)
    rest    (…)        log Σ exp of the logits never swapped, the query's own key among them
    valid   (…, m)     blocks that take part; default all. The others are ignored throughout
    keys    (…)        how many keys the query sees, for `centred`; default m · length + 1
    Returns scores of shape (…). Raises ValueError for entries that are not finite, TooFewBlocks
    for fewer than two valid blocks.
    """
    _check(entries, rest, valid)
    shape, m = entries.shape[:-2], entries.shape[-1]
    key_counts = torch.as_tensor(
        m * convention.length + 1 if keys is None else keys, device=entries.device
    )
    every = entries.double().reshape(-1, m, m)
    others = rest.double().expand(shape).reshape(-1)
    counts = key_counts.expand(shape).reshape(-1).double()
    taking = None if valid is None else valid.expand(*shape, m).reshape(-1, m)
    step = max(1, CHUNK // (m * m))
    parts = (slice(at, at + step) for at in range(0, len(every), step))
    pairs = [
        _score(
            every[some],
            others[some],
            counts[some],
            None if taking is None else taking[some],
            convention,
        )
        for some in parts
    ]
    s_pos, s_sym = (torch.cat(side).reshape(shape) for side in zip(*pairs, strict=True))
    return Scores(s_pos, s_sym, convention)


def _check(entries: Tensor, rest: Tensor, valid: Tensor | None) -> None:
    """Refuse, with a ValueError, what has no score."""
    blocks = entries.shape[-1] if valid is None else int(valid.sum(-1).min())
    if blocks < 2:
        raise TooFewBlocks(blocks)
    # What takes no part may hold anything, padding's NaN included.
    if valid is not None:
        entries = entries.masked_fill(~(valid[..., :, None] & valid[..., None, :]), 0.0)
    least, most = entries.aminmax()  # NaN is both
    if not bool((most - least).isfinite()) or not bool(rest.max() < torch.inf):
        raise ValueError("NaN or infinite logits cannot be scored")


def _score(
    entries: Tensor, rest: Tensor, keys: Tensor, valid: Tensor | None, rules: Convention
) -> Pair:
    """s_POS and s_SYM (R,) of entries (R, m, m), rest (R,), keys (R,), valid (R, m)."""
    m = entries.shape[-1]
    # Each swap once: (i, j) and (j, i) are the same exchange.
    i, j = torch.triu_indices(m, m, offset=1, device=entries.device)
    diagonal = entries.diagonal(dim1=-2, dim2=-1)
    if valid is not None:
        diagonal = diagonal.masked_fill(~valid, -torch.inf)
    # E[a, b] is content a at place b, so a swap of i and j reads (j, i) and (i, j).
    before = diagonal.index_select(1, i), diagonal.index_select(1, j)
    at = entries.flatten(1)
    after = at.index_select(1, j * m + i), at.index_select(1, i * m + j)
    # The softmax has the query's own key and every unswapped key in it, so weights sum below 1.
    weights = torch.cat([diagonal, rest[:, None]], dim=1).softmax(dim=1)[:, :-1] / rules.length
    gaps = weights.index_select(1, i) - weights.index_select(1, j)
    gaps = (gaps if rules.signed else gaps.abs_()).div_(rules.tau)
    # Without clamp or centring the cosines need two ratios a swap and no denominator.
    if rules.cosine == "scale-free" and not rules.centred:
        positional, symbolic = _free_cosines(before, after)
    else:
        # A clamp and a shift compare weights with a fixed size, so the denominators matter.
        total = torch.cat([diagonal, rest[:, None]], dim=1).logsumexp(dim=1, keepdim=True)
        totals = _swapped_totals(diagonal, rest, after, i, j)
        shift = 1 / keys[:, None] if rules.centred else None
        floor = EPS if rules.cosine == "clamped" else 0.0
        v = _weights(before, total, rules.length, shift)
        swapped = _weights(after, totals, rules.length, shift)
        positional, symbolic = _cosine(swapped, v, floor), _cosine(swapped, v[::-1], floor)
    if valid is not None:
        idle = ~(valid[:, i] & valid[:, j])
        # Weight 0 in the mean; the cosine is set too, since 0 · NaN would be NaN.
        gaps.masked_fill_(idle, -torch.inf)
        positional, symbolic = (x.masked_fill(idle, 0.0) for x in (positional, symbolic))
    alpha = gaps.softmax(dim=1)
    # A mean of cosines: beyond ±1 there is only rounding.
    means = ((alpha * x).sum(dim=1).clamp(-1, 1) for x in (positional, symbolic))
    return next(means), next(means)


def _free_cosines(before: Pair, after: Pair) -> Pair:
    """cos(v', v) and cos(v', flip v) from the logs of v and v', whatever their scale.

    Log ratios are held within ±300: beyond, a cosine is 0 or 1 to 1e-130.
    """
    sides = []
    for first, second in (before, after):
        ratio = (second - first).clamp_(-300, 300).exp_()
        cosine = ratio.square().add_(1).rsqrt_()
        sides.append((cosine, ratio.mul_(cosine)))
    (c, s), (cc, ss) = sides
    return torch.addcmul(c * cc, s, ss), torch.addcmul(c * ss, s, cc)


def _swapped_totals(diagonal: Tensor, rest: Tensor, after: Pair, i: Tensor, j: Tensor) -> Tensor:
    """Log softmax denominator after each swap i < j, (R, P), in O(m²) without cancellation.

    What stays — before i, between i and j, after j, and the rest — is summed, not subtracted
    from the old total, so a dominant key that moves away leaves no rounding behind.
    """
    rows, m = diagonal.shape
    # log 0: the empty sum, before the first key and behind the last.
    nothing = diagonal.new_full((rows, 1), -torch.inf)
    before = torch.cat([nothing, diagonal.logcumsumexp(dim=1)], dim=1)
    behind = torch.cat([nothing, diagonal.flip(1).logcumsumexp(dim=1)], dim=1).flip(1)
    # runs[i, k] sums the keys i + 1 to k, so column j - 1 holds what stands between i and j.
    upper = torch.ones(m, m, dtype=torch.bool, device=diagonal.device).triu(1)
    runs = diagonal[:, None, :].masked_fill(~upper, -torch.inf).logcumsumexp(dim=2)
    between = runs.flatten(1)[:, i * m + j - 1]
    stays = (before[:, i], between, behind[:, j + 1], rest[:, None].expand_as(between))
    return torch.stack([*stays, *after]).logsumexp(dim=0)


def _weights(logs: Pair, total: Tensor, length: int, shift: Tensor | None) -> Pair:
    """Mean weights e^(log - total) / length, less `shift`; a difference within rounding is 0."""
    first, second = ((log - total).exp_() / length for log in logs)
    if shift is None:
        return first, second
    # A weight equal to the mean would leave rounding, whose cosine means nothing.
    tie = 1e-12 * shift
    first, second = first - shift, second - shift
    return first.masked_fill_(first.abs() <= tie, 0), second.masked_fill_(second.abs() <= tie, 0)


def _cosine(a: Pair, b: Pair, floor: float) -> Tensor:
    """a·b / (max(|a|, floor) max(|b|, floor)); 0 where a or b is the zero vector."""
    dot = a[0] * b[0] + a[1] * b[1]
    # hypot neither overflows nor loses weights below 1e-154, as a sum of squares would.
    norms = [torch.hypot(*x).clamp_(min=floor) for x in (a, b)]
    product = norms[0] * norms[1]
    return torch.where(product > 0, dot / product, 0.0)
