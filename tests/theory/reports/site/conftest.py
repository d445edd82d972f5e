"""The site, made once for all its tests and all their workers, and one browser for a worker."""

import fcntl
import os

import pytest

from tests.theory.reports.site.browser import Browser
from theory.commands import cli


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The site, as the command writes it. Read by several workers: nothing may be changed in it."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with (folder / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "site").exists():
            assert cli.main(["site", "--out", str(folder / "site")]) == 0
    return folder / "site"


@pytest.fixture(scope="session")
def process(tmp_path_factory):
    """A headless browser."""
    made = Browser(tmp_path_factory.mktemp("browser"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def browser(process):
    """The browser; after a file's tests it shows an empty page, as a page at work takes time."""
    yield process
    process.page().ask("Page.navigate", url="about:blank")
