"""The gate: holds every package's claims to the one list of them, and judges each in a process of
its own."""
