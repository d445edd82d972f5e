"""Settings that every test shares, and the line that says which tools were missing."""

import signal

import pytest

from tests import tools


def pytest_configure():
    """Where a package is missing that tests import, one line says what installs it."""
    if line := tools.missing():
        raise pytest.UsageError(line)
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


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport():
    """A required tool that is missing fails the test."""
    tools.refuse_skip((yield).get_result())


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report():
    """A required tool that is missing fails a file that needs it as a whole."""
    tools.refuse_skip((yield).get_result())


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_sessionfinish(session):
    """The last line of the run says how many tests were skipped for lack of which tool."""
    yield
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    line = tools.summary(terminal.stats.get("skipped", ())) if terminal else ""
    if line:
        terminal.write_line(line)
