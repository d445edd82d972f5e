"""Exact counterexamples of the refuted claims, as data, and what judges them."""
