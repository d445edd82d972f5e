"""What the claims speak of: exact numbers, placement matrices, RoPE heads, tasks, solvers."""
