"""*Scaling Laws of RoPE-based Extrapolation* (arXiv 2310.05209), as its authors state it next to
their code. Angles are b^(-2i/d), i = 0 … d/2 - 1."""
