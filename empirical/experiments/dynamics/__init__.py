"""Training scored checkpoint by checkpoint."""
