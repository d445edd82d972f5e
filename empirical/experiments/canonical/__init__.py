"""Paper A's canonical tasks with restricted frequencies."""
