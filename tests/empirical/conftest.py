"""Tiny models gain nothing from threads, and lose much when test workers share the cores."""

import pytest
import torch
from matplotlib.figure import Figure

from empirical.protocol import drawing

torch.set_num_threads(1)


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
