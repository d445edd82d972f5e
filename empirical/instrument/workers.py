"""Several inputs at once, each in a process of its own, forked so that all share one's weights.

Of two cores one pass makes little use: torch's threads wait for each other between small steps, and
two passes of one thread each are done in half the time. A fork copies no weights, and what a
process is to do need not be pickled, only what it finds.
"""

import multiprocessing
import os
from collections.abc import Callable, Generator, Sequence
from multiprocessing.connection import Connection
from typing import Any, TypeVar

import torch

from empirical.models.hub import ModelError

MOST = 8
"""Processes at a time: each holds the arrays of a pass."""
A = TypeVar("A")
T = TypeVar("T")


def process_count(device: torch.device) -> int:
    """How many processes are worth having: as many as torch has threads, on a CPU that forks."""
    forks = device.type == "cpu" and hasattr(os, "fork") and os.uname().sysname != "Darwin"
    return min(MOST, torch.get_num_threads()) if forks else 1


def each(run: Callable[[A], T], of: Sequence[A], processes: int) -> Generator[T, None, None]:
    """What `run` finds of each, in their order, as it comes; with one process, in this one.

    Processes have one thread each: what they find does not hang on how many there are.

    Raises:
        ModelError: a process was ended, as for want of memory.
        BaseException: what `run` raised.
    """
    if processes < 2:
        yield from map(run, of)
        return
    fork = multiprocessing.get_context("fork")
    ends, children = [], []
    try:
        for n in range(min(processes, len(of))):
            ours, theirs = fork.Pipe(duplex=False)
            child = fork.Process(target=_send, args=(run, of[n::processes], theirs), daemon=True)
            child.start()
            theirs.close()  # or the end of the child would not end the pipe
            ends.append(ours)
            children.append(child)
        for n in range(len(of)):
            yield _received(ends[n % processes])
    finally:
        for child in children:
            child.terminate()
            child.join()


def _send(run: Callable[[A], T], of: Sequence[A], end: Connection) -> None:
    """In a child: what is found of each, or what was raised instead."""
    torch.set_num_threads(1)
    for one in of:
        try:
            end.send((run(one), None))
        except BrokenPipeError:  # nobody waits for it any more
            return
        except BaseException as error:
            end.send((None, error))
            return


def _received(end: Connection) -> Any:
    """What a child sends next; what it raised is raised."""
    try:
        result, error = end.recv()
    except EOFError:
        raise ModelError(
            "a process that measured an input was ended, as for want of memory: set"
            " OMP_NUM_THREADS=1 for one input at a time"
        ) from None
    if error is not None:
        raise error
    return result
