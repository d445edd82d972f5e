"""Tiny models gain nothing from threads, and lose much when test workers share the cores."""

import pytest
import torch
from matplotlib.layout_engine import ConstrainedLayoutEngine

torch.set_num_threads(1)
LAYS_OUT = ConstrainedLayoutEngine.execute


@pytest.fixture(autouse=True, scope="session")
def not_laid_out():
    """Layout is half of what a figure costs; a test of pictures asks for ``laid_out``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ConstrainedLayoutEngine, "execute", lambda engine, figure: None)
        yield


@pytest.fixture
def laid_out(monkeypatch):
    """Figures as a user gets them."""
    monkeypatch.setattr(ConstrainedLayoutEngine, "execute", LAYS_OUT)
