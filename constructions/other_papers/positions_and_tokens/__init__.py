"""*RoPE Distinguishes Neither Positions Nor Tokens* (arXiv 2605.15514)."""
