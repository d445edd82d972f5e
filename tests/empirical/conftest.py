"""Figures of tests are not laid out, and each file begins with one thread of torch."""

import sys
from functools import cache

import pytest
from matplotlib.figure import Figure
from scipy import stats

from empirical.experiments.language import trends
from empirical.protocol import drawing


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """The server of processes begins before any test has changed anything."""
    if prepared := sys.modules.get("tests.empirical.prepared"):
        prepared.serve()


class Blank(Figure):
    """A figure that is made up as always and written as a blank picture."""

    def savefig(self, target, *, format, **options):
        if format == "svg":
            target.write('<svg xmlns="http://www.w3.org/2000/svg"/>')
        else:
            target.write_bytes({"png": b"\x89PNG\r\n\x1a\n", "pdf": b"%PDF-1.4"}[format])


@pytest.fixture(autouse=True, scope="session")
def blank():
    """To lay out and draw is most of what a report costs; a test of pictures asks for ``drawn`` or
    ``laid_out``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "Figure", lambda size, layout: Blank(size))
        yield


@pytest.fixture(autouse=True, scope="session")
def ranks_tested_once():
    """The correlation of ranks of the same two rows is made once in a run; so is a quantile of
    Student's t."""
    correlated = cache(stats.spearmanr)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            stats,
            "spearmanr",
            lambda one, other, **how: correlated(tuple(one), tuple(other), **how),
        )
        patch.setattr(stats.t, "ppf", cache(stats.t.ppf))
        yield


@pytest.fixture(autouse=True, scope="session")
def heads_measured_once():
    """A statistic of the same heads is taken once in a run: each report judges the same synthetic
    models and their mutants."""

    def once(statistic):
        known = cache(lambda _, *rows: statistic(*rows))
        return lambda *rows: known(trends.RESAMPLES, *map(tuple, rows))

    with pytest.MonkeyPatch.context() as patch:
        for name in ("correlation", "trend", "mean", "median"):
            patch.setattr(trends, name, once(getattr(trends, name)))
        yield


@pytest.fixture
def drawn(monkeypatch):
    """Figures that are drawn, their parts where they happen to be."""
    monkeypatch.setattr(drawing, "Figure", lambda size, layout: Figure(size))


@pytest.fixture
def laid_out(monkeypatch):
    """Figures as a user gets them."""
    monkeypatch.setattr(drawing, "Figure", Figure)


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    """Commands set how many threads torch has; the next file's tests have one again, as where it
    has more, inputs are measured in processes of their own."""
    yield
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)
