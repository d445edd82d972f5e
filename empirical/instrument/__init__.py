"""The instrument: from one forward pass to placement matrices and scores."""
