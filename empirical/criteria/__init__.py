"""Criteria as code that is tested like code: on the published curves, and on nulls."""
