"""What trained heads have of the logit budget that pointing by position needs."""
