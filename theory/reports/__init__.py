"""What is printed of a run: screen, JSON, JUnit, and the errata of both papers."""
