"""Weights that do what a theorem says: RoPE heads assembled from named basis directions."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent
CERTIFICATES = FOLDER / "certificates"
RESULTS = FOLDER / "results"
