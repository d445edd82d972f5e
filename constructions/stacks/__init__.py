"""Stacks of heads on one residual stream, for both hop tasks."""
