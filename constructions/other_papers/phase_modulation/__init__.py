"""*RoPE as Phase Modulation* (arXiv 2602.10959)."""
