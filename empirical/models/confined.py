"""A process of its own for what a stranger's files make us do, under limits of time and memory.

A chat template is a program, a tokenizer's rules can double a text a hundred times, and a
configuration can ask for a million layers. Such work is done in a child process. Each request may
take SECONDS of processor time and the process MEMORY bytes, and an answer has at most ANSWER bytes.
When a limit is reached the process ends, and the request raises ``Exhausted``. macOS does not
enforce the limit of memory; Windows has only the limit by the clock.
"""

import faulthandler
import json
import math
import multiprocessing
import os
import signal
import sys
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from empirical.models.hub import ModelError
from empirical.models.intake import first_line
from empirical.models.memory import GIB
from theory.gate.reading import one_line

SECONDS = 60
"""Processor seconds of a request. Loading the largest published tokenizers takes a few."""
PATIENCE = 10
"""How many times as long a request may take by the clock, for machines with other work."""
MEMORY = 4 * GIB
"""Bytes that the process may take beyond what it starts with."""
ANSWER = 1 << 28
"""Bytes of an answer; the vocabulary of the largest tokenizers takes a twentieth."""
Answers = Callable[[str, list[Any]], Any]
"""What answers a request by its name and arguments, with something that JSON can say."""


class Exhausted(ModelError):
    """A request that reached a limit; the process has ended."""


class Failed(Exception):
    """A request that raised something in the process; the message is its first line."""


class Confined:
    """A process that answers requests about a model's files.

    ``make`` is called in the process with ``of``, and makes what answers its requests.
    """

    def __init__(self, name: str, make: Callable[[Any], Answers], of: Any) -> None:
        self.name, self._owner = name, os.getpid()
        forks = hasattr(os, "fork") and sys.platform != "darwin"
        how: Any = multiprocessing.get_context("fork" if forks else "spawn")
        self._end, theirs = how.Pipe()
        self._process: BaseProcess = how.Process(
            target=_serve, args=(theirs, make, of, self._end if forks else None), daemon=True
        )
        self._process.start()
        theirs.close()
        self._finish = weakref.finalize(self, _end, self._end, self._process, self._owner)

    def close(self) -> None:
        """End the process."""
        self._finish()

    def ask(self, what: str, *given: Any) -> Any:
        """The answer to a request.

        Raises:
            ModelError: the process raised one. Failed: it raised anything else.
            Exhausted: the request reached a limit.
        """
        if os.getpid() != self._owner:
            raise RuntimeError("a process is asked by the one that started it alone")
        try:
            self._end.send_bytes(json.dumps([what, given]).encode())
            if not self._end.poll(SECONDS * PATIENCE):
                raise self._exhausted(f"takes more than {SECONDS * PATIENCE} s")
            told, answer = json.loads(self._end.recv_bytes(ANSWER))
        except (EOFError, OSError):
            raise self._exhausted(self._how_it_ended()) from None
        if told == "memory":
            raise self._exhausted(f"needs more than {MEMORY / GIB:.0f} GiB of memory")
        if told in ("refused", "exhausted"):
            raise (Exhausted if told == "exhausted" else ModelError)(answer)
        if told == "failed":
            raise Failed(answer)
        return answer

    def _how_it_ended(self) -> str:
        self._process.join(1)
        code = self._process.exitcode
        if code is None:
            return f"gives an answer of more than {ANSWER:,} bytes"
        if code == -getattr(signal, "SIGXCPU", 0):
            return f"takes more than {SECONDS} s of processor time"
        return f"needs more than {MEMORY / GIB:.0f} GiB of memory, or crashes"

    def _exhausted(self, demand: str) -> Exhausted:
        self.close()
        return Exhausted(
            f"{self.name}: what its tokenizer, template or configuration asks {demand}"
        )


def _end(end: Connection, process: BaseProcess, owner: int) -> None:
    """Close the pipe and end the process; a copy of its owner that was forked leaves it alone."""
    end.close()
    if os.getpid() == owner:
        process.kill()
        process.join()


def _serve(
    end: Connection, make: Callable[[Any], Answers], of: Any, other: Connection | None
) -> None:
    """In the process: answer requests until the pipe is closed."""
    if other is not None:
        other.close()  # or the pipe would not end with its owner
    _limit()
    answers = make(of)
    while True:
        try:
            what, given = json.loads(end.recv_bytes())
        except (EOFError, OSError):
            return
        _limit_time()
        end.send_bytes(_answer(answers, what, given))


def _answer(answers: Answers, what: str, given: list[Any]) -> bytes:
    try:
        return json.dumps(["answer", answers(what, given)]).encode()
    except ModelError as error:
        told = ["exhausted" if isinstance(error, Exhausted) else "refused", str(error)]
    except BaseException as error:  # libraries raise what they like, panics of Rust among it
        short = isinstance(error, MemoryError) or "memory" in str(error)
        told = ["memory" if short else "failed", one_line(first_line(error), 200)]
    return json.dumps(told).encode()


def _limit() -> None:
    """Nothing is printed, Ctrl-C is for the owner, one thread, and limits of memory and dumps."""
    import torch

    faulthandler.disable()  # it would report a crash on a copy of standard error
    torch.set_num_threads(1)
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    with suppress(ImportError, OSError, ValueError):  # Windows; macOS
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        _lower(resource.RLIMIT_AS, pages * resource.getpagesize() + MEMORY)


def _limit_time() -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource

        _lower(resource.RLIMIT_CPU, math.ceil(time.process_time()) + SECONDS)


def _lower(which: int, limit: int) -> None:
    """Set a limit, at most what the system allows."""
    import resource

    _, hard = resource.getrlimit(which)
    soft = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(which, (soft, hard))
