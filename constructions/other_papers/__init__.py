"""Other papers' statements about RoPE, one file or folder a paper."""
