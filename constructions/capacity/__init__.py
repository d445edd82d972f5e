"""Capacity: the least logit budget that singles out one position among n, from a configuration."""
