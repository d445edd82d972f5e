"""The rotation of one layer's queries and keys, by the model file's own function and tables."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor


@dataclass(frozen=True)
class Rotation:
    """The model file's own rotary function, with the cosine and sine rows of one forward pass.

    `cos` and `sin` are (1 or B, T, w), attention scaling included. `function` turns the leading
    `width` coordinates of a head: query and key together when `paired`, else one tensor; laid out
    (B, H, T, D), or (B, T, H, D) when `positions_first`, with half-width tables, as GPT-J's does.
    """

    function: Callable[..., Any]
    cos: Tensor
    sin: Tensor
    width: int
    paired: bool
    positions_first: bool

    def turn(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        """Rotate x (B, H, T, D) by rows cos and sin (1 or B, T, w); T broadcasts."""
        turned: Tensor = x[..., : self.width]
        rest = x[..., self.width :]
        # GPT-J's function takes (B, T, H, D) and one tensor; the others (B, H, T, D) and two.
        if self.positions_first:
            turned = self.function(turned.transpose(1, 2), cos=cos, sin=sin).transpose(1, 2)
        else:
            turned = turned.expand(*turned.shape[:2], cos.shape[1], -1)
            # The second tensor must be there; one without heads costs nothing.
            also = (turned[:, :0],) if self.paired else ()
            turned = self.function(turned, *also, cos=cos, sin=sin)
            turned = turned[0] if self.paired else turned
        # Partial rotary: the other coordinates pass as they are.
        if rest.shape[-1] == 0:
            return turned
        return torch.cat([turned, rest.expand(*turned.shape[:-1], -1)], dim=-1)

    def undo(self, x: Tensor) -> Tensor:
        """x (B, H, T, D) before the model rotated it: rot(x, cos / s², -sin / s²).

        Dividing by s² = cos² + sin² takes an attention scaling s (yarn, longrope) out as well.
        """
        # -sin turns back; dividing by s² also undoes a scaling of cos and sin (yarn, longrope).
        cos, sin = self.cos.to(x.dtype), self.sin.to(x.dtype)
        square = cos.square() + sin.square()
        return self.turn(x, cos / square, -sin / square)

    def queries(self, query: Tensor, positions: Tensor) -> Tensor:
        """u_p = R_pᵀ q for a rotated query q (B, H, D) and rows p = positions (N,): (B, H, N, D).

        A key with content a (before rotation) placed at p meets the query with logit scale · a·u_p.
        """
        cos = self.cos.index_select(1, positions).to(query.dtype)
        sin = self.sin.index_select(1, positions).to(query.dtype)
        return self.turn(query.unsqueeze(2), cos, -sin)

    def planes(self, dim: int) -> Tensor:
        """The coordinate pairs (F, 2) that rotate together in a head of `dim` coordinates.

        Found by a quarter turn of every basis vector, so the pairing is the model's own:
        (2f, 2f + 1) where it is interleaved, (f, f + r / 2) where it is half-split.
        """
        basis = torch.eye(dim, dtype=torch.float32, device=self.cos.device)[None, None]
        rows = torch.ones(1, dim, self.cos.shape[-1], device=self.cos.device)
        # Under cos = 0 and sin = 1 each basis vector goes to the one that it is paired with.
        partner = self.turn(basis, 0 * rows, rows)[0, 0].abs().argmax(-1).cpu()
        first = torch.arange(dim)
        # Each pair once, and none of what did not turn.
        first = first[partner > first]
        return torch.stack([first, partner[first]], dim=1)

    def to(self, device: torch.device) -> "Rotation":
        """The same rows on a device."""
        return replace(self, cos=self.cos.to(device), sin=self.sin.to(device))

    def part(self, samples: slice) -> "Rotation":
        """The rows of some samples of the batch."""
        if self.cos.shape[0] == 1:
            return self
        return replace(self, cos=self.cos[samples], sin=self.sin[samples])
