"""Settings that every test shares, and the lines that say what did not run: for lack of a tool, and
of the sweeps."""

import gc
import os
import signal
import sys
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir

import pytest

from tests import sampled, tools

SLOW = pytest.StashKey[list[int]]()
"""Of the sweeps: tests deselected, and cases left out inside tests."""
WORKER = "PYTEST_XDIST_WORKER" in os.environ
PROCESSES = 4
"""At most; each may hold 3 GB."""
for library in ("OMP", "OPENBLAS"):
    # Arrays of tests are small, and each file has a process: of more threads a process, those that
    # wait for a core spin, and took half the time of some files. Read when numpy is imported.
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")
COMPILED = Path(__file__).parents[1] / ".pytest_cache" / "bytecode"
if sys.dont_write_bytecode:
    # Hundreds of tests start Python: without compiled files each start compiles the libraries
    # again, torch's in 5 s. They are kept where pytest keeps its cache, and in no source folder.
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(COMPILED)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def pytest_addoption(parser):
    """``--every-case``: no sweep is cut to a tenth."""
    parser.addoption("--every-case", action="store_true", help="run every case of each sweep")


def pytest_configure(config):
    """Where a package is missing that tests import, one line says what installs it."""
    config.stash[SLOW] = [0, 0]
    if config.option.every_case:
        sampled.Sweeps.every = True
        if config.option.markexpr == "not slow":
            config.option.markexpr = ""
    if line := tools.missing():
        raise pytest.UsageError(line)
    from hypothesis import settings

    # A deadline measures the machine, not the code: a busy one would turn a sound test red.
    settings.register_profile("suite", deadline=None)
    settings.load_profile("suite")
    # Thousands of tests and their modules stay: looking through them for garbage took 6 %.
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Folders of tests run on several cores, a file in one process; ``-n`` says otherwise."""
    asked = config.option
    alone = asked.collectonly or asked.usepdb or asked.capture == "no"
    folders = all(Path(one).is_dir() for one in config.args)
    if folders and not alone and getattr(asked, "numprocesses", 0) is None and not WORKER:
        from theory.gate.processes import processors

        asked.numprocesses, asked.dist = min(PROCESSES, processors()), "loadfile"
        # Files of many tests first would leave Coq's few long tests to the end, and a core idle.
        asked.loadscopereorder = False


@pytest.fixture(autouse=True, scope="session")
def ctrl_c():
    """Ctrl-C interrupts, as in a terminal: where pytest runs in the background of a script it is
    ignored, and what is started there ignores it too."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def error_line(capsys):
    """A command's ``main`` and what it is given: the one line with which it ends in exit code 2."""

    def line(main, *given):
        capsys.readouterr()
        assert main([*map(str, given)]) == 2
        (only,) = capsys.readouterr().err.splitlines()
        assert only.startswith("rope-claims: error: ")
        return only

    return line


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport():
    """A required tool that is missing fails the test."""
    tools.refuse_skip((yield).get_result())


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report():
    """A required tool that is missing fails a file that needs it as a whole."""
    tools.refuse_skip((yield).get_result())


def pytest_collection_modifyitems(items):
    """The longest files first: at the end one of them would leave the other processes idle."""
    items.sort(key=lambda item: item.path.name != "test_claims.py")


def pytest_collection_finish():
    """What has been collected stays to the end."""
    gc.freeze()


def pytest_deselected(items):
    """Count the cases of sweeps that are not drawn."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.config.stash[SLOW][0] += 1


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """What a worker left out: it collects all tests, and runs some of them."""
    marked, inside = getattr(node, "workeroutput", {}).get("sweeps", (0, 0))
    total = node.config.stash[SLOW]
    total[:] = max(total[0], marked), total[1] + inside


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_sessionfinish(session):
    """The last lines of the run say how many tests were skipped for lack of which tool, and how
    many cases of the sweeps were not drawn."""
    left = session.config.stash[SLOW]
    left[1] += sampled.Sweeps.left_inside
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["sweeps"] = left
    else:  # what tests compiled in their own folders is of no use to another run
        rmtree(f"{COMPILED}{gettempdir()}", ignore_errors=True)
    yield
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal:
        skipped = tools.summary(terminal.stats.get("skipped", ()))
        for line in filter(None, (skipped, sampled.summary(*left))):
            terminal.write_line(line)
