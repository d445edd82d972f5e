"""A one-layer, attention-only RoPE head as a table a token: what certificates and runs both read.

Whatever its embedding and matrices, such a head is a function of what each token asks
(``queries``, W_Q E), offers (``keys``, W_K E), says (``values``, the output read of W_V E) and
keeps (``skip``, the output read of the residual stream). With offset t = n - p,

    logit(a, b, t) = β · keys[b]ᵀ R_t queries[a],    output[o] = skip[a, o] + Σ w · values[b, o].

Constructed heads and trained ones are brought to this form; the arrays hold the weights in the
number format's own values, every one of them exact in float64.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.float64]
FORMATS = ("float64", "float32", "bf16")


@dataclass(frozen=True)
class OneLayerHead:
    """A tokens, O outputs, r query/key coordinates in pairs (2k, 2k+1) that turn by ``angles[k]``
    radians.

    ``queries`` and ``keys`` are (A, r), ``values`` and ``skip`` (A, O), ``angles`` (r/2,);
    ``beta`` is the inverse temperature, ``number_format`` the one all numbers are values of.

    Raises:
        ValueError: a shape does not fit, a number is not finite, or the format is unknown.
    """

    name: str
    tokens: tuple[str, ...]
    outputs: tuple[str, ...]
    queries: Table
    keys: Table
    values: Table
    skip: Table
    angles: Table
    beta: float
    number_format: str = "float64"

    def __post_init__(self) -> None:
        a, o, r = len(self.tokens), len(self.outputs), 2 * len(self.angles)
        for field, shape in (
            ("queries", (a, r)),
            ("keys", (a, r)),
            ("values", (a, o)),
            ("skip", (a, o)),
            ("angles", (r // 2,)),
        ):
            array = getattr(self, field)
            if array.shape != shape:
                raise ValueError(f"{field}: shape {array.shape}; {shape} is needed")
            if not np.isfinite(array).all():
                raise ValueError(f"{field}: holds a number that is not finite")
        if not (np.isfinite(self.beta) and self.beta > 0):
            raise ValueError(f"beta: {self.beta}; a positive inverse temperature is needed")
        if self.number_format not in FORMATS:
            raise ValueError(f"number_format: {self.number_format!r}; give one of {FORMATS}")
