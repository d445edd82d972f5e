"""What is claimed about attention heads, and why it holds or fails. No torch in this package."""

__version__ = "0.2.0"
"""The one place that names the version: the package, reports and records read it here."""
