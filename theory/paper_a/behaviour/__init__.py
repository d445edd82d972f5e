"""Positional and symbolic behaviour: definitions, exclusion, swaps, scores."""
