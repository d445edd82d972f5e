"""Seeds of the released recipe, from nothing to their records."""
