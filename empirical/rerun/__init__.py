"""Records held against what is run anew."""
