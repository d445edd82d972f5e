"""Settings that every test shares."""

import signal

import pytest
from hypothesis import settings

# A deadline measures the machine, not the code: a busy one would turn a sound test red.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")


@pytest.fixture(autouse=True, scope="session")
def ctrl_c():
    """Ctrl-C interrupts, as in a terminal: where pytest runs in the background of a script it is
    ignored, and what is started there ignores it too."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
