"""A package for the claims of a paper of your own: ``rope-claims new-paper NAME``."""
