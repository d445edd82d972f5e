"""How much a head's logits use each of its frequencies (B-e-freq), from its queries and keys."""

import math

import torch
from torch import Tensor

from empirical.experiments.mechanism.records import MeanIds, Use

READINGS = ("norm", "squared", "product", "centred")
"""Ways to measure the use of a plane by one input. ``norm``, the claim's: Euclidean norm of its
logits over all queries and visible keys. ``squared``: its square. ``product``: mean of |q|·|k|, the
bound on the logit. ``centred``: the norm after each query's mean logit, which softmax ignores, is
taken off."""


def complex_planes(x: Tensor) -> Tensor:
    """(B, T, D) with interleaved planes as complex numbers (B, F, T), fastest plane first."""
    pairs = x.double().reshape(*x.shape[:-1], -1, 2)
    return torch.view_as_complex(pairs.contiguous()).mT


def use(query: Tensor, key: Tensor, scale: float) -> dict[str, Tensor]:
    """Use of each plane by each input, (B, F) float64, in every reading.

    query, key (B, T, D) as the model rotated them, one head, planes interleaved (GPT-J's).
    """
    q, k = complex_planes(query), complex_planes(key)
    visible = torch.ones(q.shape[-1], q.shape[-1], dtype=torch.bool, device=q.device).tril()
    logits = scale * (q[..., :, None].conj() * k[..., None, :]).real * visible
    means = logits.sum(-1, keepdim=True) / visible.sum(-1, keepdim=True)
    squares = logits.square().sum((-1, -2))
    product = (q.abs()[..., :, None] * k.abs()[..., None, :] * visible).sum((-1, -2))
    return {
        "norm": squares.sqrt(),
        "squared": squares,
        "product": scale * product / visible.sum(),
        "centred": ((logits - means) * visible).square().sum((-1, -2)).sqrt(),
    }


def frequency_summary(uses: dict[str, Tensor]) -> Use:
    """Mean frequency IDs (ID 1 fastest), the mean share of each plane, the dominant plane's ID.

    ``mean_id`` is the mean over inputs of each input's use-weighted mean ID, with its standard
    error; ``mean_ids`` has it in the other readings.
    """
    ids = torch.arange(1, uses["norm"].shape[1] + 1, dtype=torch.float64)
    shares = {name: u / u.sum(1, keepdim=True) for name, u in uses.items()}
    means = {name: share @ ids for name, share in shares.items()}
    mine = shares["norm"].mean(0)
    return Use(
        mean_id=float(means["norm"].mean()),
        mean_id_error=float(means["norm"].std() / math.sqrt(len(means["norm"]))),
        mean_ids=MeanIds(*(round(float(means[name].mean()), 2) for name in READINGS[1:])),
        dominant=int(mine.argmax()) + 1,
        use=tuple(round(float(x), 4) for x in mine),
    )
