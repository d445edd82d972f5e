"""A head with dense weights, as training leaves them, small enough to run on every input."""

import numpy as np

from constructions.heads.onelayer import OneLayerHead

ATTRIBUTES = {"x1": ("x", "one"), "x2": ("x", "two"), "y1": ("y", "one"), "y2": ("y", "two")}
"""Context tokens: (symbol, the output that is its attribute)."""


def lookup_head(noise=0.0625, beta=4.0, seed=0):
    """Finds the last pair of the symbol asked for: content on one plane, nearness on another."""
    tokens = (*ATTRIBUTES, "x", "y")
    random = np.random.default_rng(seed)
    keys = np.array([[4.0, 0, 2, 0]] * 2 + [[-4.0, 0, 2, 0]] * 2 + [[0.0, 0, -8, 0]] * 2)
    queries = np.array([[0.0] * 4] * 4 + [[2.0, 0, 2, 0], [-2.0, 0, 2, 0]])
    values = np.array([[1.0, 0], [0, 1], [1, 0], [0, 1], [0, 0], [0, 0]])
    keys, queries, values = (
        np.float32(x + noise * random.standard_normal(x.shape)).astype(float)
        for x in (keys, queries, values)
    )
    return OneLayerHead(
        name="a small lookup head",
        tokens=tokens,
        outputs=("one", "two"),
        queries=queries,
        keys=keys,
        values=values,
        skip=np.zeros((6, 2)),
        angles=np.array([0.0, 0.5]),
        beta=beta,
        number_format="float32",
    )
