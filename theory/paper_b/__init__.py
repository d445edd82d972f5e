"""Paper B's claims: hop tasks, the printed heads, and what heads of a kind can compute."""
