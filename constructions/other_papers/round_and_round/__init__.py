"""*Round and Round We Go* (arXiv 2410.06205)."""
