"""Rotations gone wrong in ways that the diagonal of a placement matrix cannot show."""

import torch

from empirical.instrument.rotation import Rotation


def unturned(self, x, cos, sin):
    return x.expand(*x.shape[:2], cos.shape[1], -1)


def turned_backwards(self, x, cos, sin, turn=Rotation.turn):
    return turn(self, x, cos, -sin)


def mispaired(self, x, cos, sin, turn=Rotation.turn):
    """Interleaved where the model is half-split, and the other way round."""
    half = x.shape[-1] // 2
    if self.positions_first:
        shuffled = torch.cat([x[..., ::2], x[..., 1::2]], dim=-1)
        turned = turn(self, shuffled, cos, sin)
        return torch.stack([turned[..., :half], turned[..., half:]], dim=-1).flatten(-2)
    shuffled = torch.stack([x[..., :half], x[..., half:]], dim=-1).flatten(-2)
    turned = turn(self, shuffled, cos, sin)
    return torch.cat([turned[..., ::2], turned[..., 1::2]], dim=-1)


WRONG_ROTATIONS = (unturned, turned_backwards, mispaired)
