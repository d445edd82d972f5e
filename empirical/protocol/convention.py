"""How swaps are scored; every reported score names it."""

from dataclasses import dataclass
from typing import Literal

from empirical.protocol import settings
from theory.ledger.plural import counted

Cosine = Literal["scale-free", "clamped"]


@dataclass(frozen=True, kw_only=True)
class Convention:
    """What the definition of the scores leaves open.

    length  tokens a block; d_b is the mean weight of block b
    tau     temperature τ of the swaps' weights α
    cosine  "scale-free", the definition, or "clamped": each norm at least 1e-8, as torch does
    centred 1/keys subtracted from the weights first; a cosine with the zero vector is 0
    signed  d_i - d_j without bars, as printed in paper B
    Raises ValueError for a τ not positive or an unknown cosine.
    """

    length: int = 1
    tau: float = settings.TAU
    cosine: Cosine = settings.COSINE
    centred: bool = False
    signed: bool = False

    def __post_init__(self) -> None:
        if not self.tau > 0:
            raise ValueError(f"tau = {self.tau}: the temperature must be positive")
        if self.cosine not in settings.COSINES:
            known = " or ".join(map(repr, settings.COSINES))
            raise ValueError(f"cosine = {self.cosine!r}: choose {known}")

    @property
    def phrase(self) -> str:
        """One phrase to print with every score."""
        centred = "centred, " if self.centred else ""
        signed = "signed gaps, " if self.signed else ""
        tokens = counted(self.length, "token")
        return f"{self.cosine} cosine, {centred}{signed}tau = {self.tau:g}, blocks of {tokens}"


DEFINITION = Convention()
"""Paper A, §3.3, token by token."""
