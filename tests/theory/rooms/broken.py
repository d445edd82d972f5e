"""A room that does not import."""

raise ImportError("this room never imports")
