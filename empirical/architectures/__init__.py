"""Which architectures the instrument reads, and to what error."""
