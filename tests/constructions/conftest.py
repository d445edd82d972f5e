"""The site and its browser, for pages of the calculator and of certificates."""

from tests.theory.reports.site.conftest import browser, process, site

__all__ = ["browser", "process", "site"]
