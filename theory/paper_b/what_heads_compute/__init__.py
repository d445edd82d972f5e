"""What purely positional and purely symbolic heads can compute at all."""
