"""Standalone checkers of the witnesses: the standard library alone, nothing shared."""
