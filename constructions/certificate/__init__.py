"""Certificates of decoding margins over every valid input."""
