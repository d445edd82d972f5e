"""Records held against what is run again."""
