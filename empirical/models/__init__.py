"""Models and their data: found, loaded, made, trained, kept."""
