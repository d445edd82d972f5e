"""Capacity: the least logit budget that singles out one position among n, from a configuration."""

import os

# Newton's steps solve systems of some hundred unknowns, thousands of times: numpy's OpenBLAS on
# several threads spends most of that waiting for them, on a busy machine most of all.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
