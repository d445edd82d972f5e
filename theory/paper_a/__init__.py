"""Paper A's claims: positional and symbolic behaviour, and the canonical tasks."""
