"""One-layer heads: named directions, the weights made of them, and their number formats."""
