"""Weights that do what a theorem says: RoPE heads assembled from named basis directions."""
