"""A package that does not import."""

raise ImportError("this package never imports")
