"""Theorems that Coq's kernel has checked, and the claims that they carry."""
