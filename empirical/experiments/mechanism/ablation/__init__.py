"""Heads taken away, one at a time and from the last one on: which hop counts need them."""
