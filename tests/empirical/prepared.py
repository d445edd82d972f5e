"""Processes that find torch and transformers imported already.

To import them takes a process 9 s. A server does so once; each process is a fork of it. What is
this project's a process imports itself.
"""

import multiprocessing
import os
import runpy
import subprocess
import sys
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


class _Stream:
    """The number of an open file; in the process it is handed to, that process's own number."""

    def __init__(self, number):
        self.number = number

    def __reduce__(self):
        return methodcaller("detach"), (DupFd(self.number),)


def start(does, *given, stdout=1, stderr=2):
    """Call a function of a module in a process of its own, which is returned; it exits with what
    the function returns. The streams are numbers of open files, by default this process's."""
    streams = _Stream(stdout), _Stream(stderr)
    process = CONTEXT.Process(
        target=_begin,
        args=(*streams, os.getcwd(), dict(os.environ)),
        kwargs={"does": does, "given": given},
    )
    process.start()
    return process


def _begin(stdout, stderr, folder, environment, does, given):
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
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
    runpy.run_module(words[2], run_name="__main__", alter_sys=True)


def run(words):
    """``subprocess.run`` of such a command; its streams are this process's."""
    process = start(command, words)
    process.join()
    return subprocess.CompletedProcess(words, process.exitcode)
