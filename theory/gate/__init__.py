"""The gate: every room's claims held to the roster, and each judged in a process of its own."""
