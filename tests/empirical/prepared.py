"""Processes that find torch and transformers imported already.

To import them takes a process 9 s. Each process is a fork of a server, and the server one of
pytest's own process, as it was when it had imported all tests and run none.
"""

import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from itertools import pairwise
from multiprocessing import forkserver, resource_tracker, util
from multiprocessing.reduction import DupFd
from operator import methodcaller

LIBRARIES = (
    "accelerate",
    "matplotlib.pyplot",
    "rich.progress",
    "safetensors.torch",
    "scipy.stats",
    "torch._dynamo",
    "transformers.masking_utils",
    "transformers.modeling_utils",
    "transformers.models.gemma2.modeling_gemma2",
    "transformers.models.gpt_neox.modeling_gpt_neox",
    "transformers.models.gptj.modeling_gptj",
    "transformers.models.llama.modeling_llama",
)
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(list(LIBRARIES))


def serve():
    """Start the server, from pytest's process before its first test. Without this the first process
    asked for starts one, which imports the libraries itself."""
    resource_tracker.ensure_running()
    spawn, util.spawnv_passfds = util.spawnv_passfds, _fork
    try:
        forkserver.ensure_running()
    finally:
        util.spawnv_passfds = spawn


def _fork(_, words, files):
    """A fork of this process that runs Python's last word in place of a new Python: only these
    files stay open, and Ctrl-C is as a new one has it."""
    if pid := os.fork():
        return pid
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):  # or a process left behind would hold pytest's output open
            os.dup2(nowhere, stream)
        kept = sorted((2, *files, os.sysconf("SC_OPEN_MAX")))
        for before, after in pairwise(kept):
            if after > before + 1:  # of none it would close all
                os.closerange(before + 1, after)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        exec(words[-1], {})
    finally:
        os._exit(0)


class _Stream:
    """The number of an open file; in the process it is handed to, that process's own number."""

    def __init__(self, number):
        self.number = number

    def __reduce__(self):
        return methodcaller("detach"), (DupFd(self.number),)


def start(does, *given, stdin=0, stdout=1, stderr=2):
    """Call a function of a module in a process of its own, which is returned; it exits with what
    the function returns. The streams are numbers of open files, by default this process's."""
    streams = _Stream(stdin), _Stream(stdout), _Stream(stderr)
    process = CONTEXT.Process(
        target=_begin,
        args=(*streams, os.getcwd(), dict(os.environ)),
        kwargs={"does": does, "given": given},
    )
    process.start()
    return process


def _begin(stdin, stdout, stderr, folder, environment, does, given):
    for number, stream in enumerate((stdin, stdout, stderr)):
        os.dup2(stream, number)
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.exit(does(*given))


def command(words):
    """Become ``[sys.executable, "-m", module, *words]``."""
    assert words[:2] == [sys.executable, "-m"]
    sys.argv[1:] = words[3:]
    sys.modules.pop(words[2], None)
    runpy.run_module(words[2], run_name="__main__", alter_sys=True)


def run(words):
    """``subprocess.run`` of such a command; its streams are this process's."""
    process = start(command, words)
    process.join()
    return subprocess.CompletedProcess(words, process.exitcode)
