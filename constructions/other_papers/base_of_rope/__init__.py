"""*Base of RoPE Bounds Context Length* (arXiv 2405.14591)."""
