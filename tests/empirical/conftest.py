"""Figures of tests are not laid out."""

import pytest
from matplotlib.figure import Figure

from empirical.protocol import drawing


@pytest.fixture(autouse=True, scope="session")
def not_laid_out():
    """Layout is most of what a figure costs; a test of pictures asks for ``laid_out``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "Figure", lambda size, layout: Figure(size))
        yield


@pytest.fixture
def laid_out(monkeypatch):
    """Figures as a user gets them."""
    monkeypatch.setattr(drawing, "Figure", Figure)
