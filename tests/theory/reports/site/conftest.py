"""The site, made once for all its tests."""

import pytest

from theory import cli


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The site, as the command writes it."""
    folder = tmp_path_factory.mktemp("made") / "site"
    assert cli.main(["site", "--out", str(folder)]) == 0
    return folder
