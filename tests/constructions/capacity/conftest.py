"""The site and its browser, for the calculator's page."""

from tests.theory.reports.site.conftest import browser, process, site

__all__ = ["browser", "process", "site"]
