"""The gate: holds every room's claims to the one list of them, and judges each in a process of its
own."""
