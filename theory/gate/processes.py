"""Processes for packages' code: one for each claim, started anew or forked.

To import a package, and the libraries of its checks, takes longer than most checks. So where many
claims of a package are judged, a process imports it once and forks for each of them. A fork is as
much a process of its own as one started anew: what a check changes in memory stays there.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any

from theory import paths as folders
from theory.gate.packages import Package

TICK = 0.02
"""Seconds between two looks at the running workers."""
TAIL = 4000
"""Bytes of a crashed worker's stderr that are read for the reason."""
LONGEST = 2**26
"""Bytes of answers that are read: what is longer is none."""
PROMPT = 10.0
"""Seconds that a server may take to fork, or to report that a killed fork has ended."""
MANY = 3
"""From so many claims of a package on, they are forked."""
FORKS = sys.platform == "linux"
"""Elsewhere libraries that a process has loaded may not outlive a fork."""
MOST_MESSAGES = 10_000
"""A server that says more has been tampered with."""


class ForkServer:
    """A process that has imported a package and forks for each of its claims (``worker._forked``).

    ``fork`` returns None until the package is imported, and where the process is gone: its import
    failed, or code of the package ended it.
    """

    def __init__(self, package: Package, share: int) -> None:
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        request = {"package": package.name, "source": package.source, "channel": theirs.fileno()}
        with theirs, tempfile.TemporaryFile() as text:
            text.write(json.dumps(request).encode())
            self._process = _started(text, share, theirs.fileno(), subprocess.DEVNULL)
        self._codes: dict[int, int] = {}
        self._begun = 0
        self._messages = 0
        self.ready = False
        self.gone = False

    def fork(self, files: Sequence[int]) -> "Fork | None":
        """A fork that reads its request from the first file and writes to the other two."""
        self._hear_all()
        if not self.ready or self.gone:
            return None
        self._begun, end = 0, time.monotonic() + PROMPT
        with suppress(OSError):
            socket.send_fds(self._channel, [b"fork"], files)
            while not self._begun and self._hear(max(0.0, end - time.monotonic())):
                pass
        if not self._begun:
            self.close()
            return None
        return Fork(self, self._begun)

    def code(self, pid: int) -> int | None:
        """The exit code of an ended fork; that of a killed one, if nobody can say."""
        self._hear_all()
        return self._codes.get(pid, -signal.SIGKILL if self.gone else None)

    def lost(self, pid: int) -> bool:
        """Whether nobody can say any more how the fork ends."""
        self._hear_all()
        return self.gone and pid not in self._codes

    def close(self) -> None:
        """End the process. Its forks end themselves when it is gone."""
        if not self.gone:
            self.gone = True
            self._channel.close()
            _kill_group(self._process)

    def _hear_all(self) -> None:
        while not self.gone and self._hear(0):
            pass

    def _hear(self, seconds: float) -> bool:
        """Take in one message, if one comes in time."""
        self._channel.settimeout(seconds)
        try:
            kind, *numbers = self._channel.recv(64).split()
            self._messages += 1
            if self._messages > MOST_MESSAGES:
                raise ValueError("too many messages")
            if kind == b"ready":
                self.ready = True
            elif kind == b"begun":
                pid = int(*numbers)
                if pid < 2 or os.getpgid(pid) != pid:
                    raise ValueError("no fork of its own group")
                self._begun = pid
            else:
                pid, self._codes[pid] = map(int, numbers)
        except (BlockingIOError, TimeoutError):
            return False
        except (OSError, ValueError, TypeError):  # it has ended, or sent what it never should
            self.close()
            return False
        return True


class ForkServers:
    """Those of a run, one for each package of which it judges ``MANY`` claims or more."""

    def __init__(self, packages: Sequence[Package], share: int) -> None:
        """``packages``: that of each claim. ``share``: threads of a worker."""
        claims = Counter(package.name for package in packages)
        self._wanted = {name for name in claims if FORKS and claims[name] >= MANY}
        self._share = share
        self._started: dict[str, ForkServer] = {}

    def of(self, package: Package) -> ForkServer | None:
        """The package's, started when it is first asked for."""
        if package.name in self._wanted - self._started.keys():
            self._started[package.name] = ForkServer(package, self._share)
        return self._started.get(package.name)

    def close(self) -> None:
        """End them all."""
        for server in self._started.values():
            server.close()


@dataclass(frozen=True)
class Fork:
    """A fork of a server: what ``Popen`` is for a process that was started anew."""

    server: ForkServer
    pid: int

    def poll(self) -> int | None:
        """The exit code, or None while it runs."""
        return self.server.code(self.pid)

    def wait(self, seconds: float | None = None) -> int:
        """The exit code, once it has ended; a server that does not report it in time is ended."""
        end = time.monotonic() + (PROMPT if seconds is None else seconds)
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                self.server.close()
            time.sleep(TICK)
        return code

    def kill(self) -> None:
        """End it, if it runs."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


@dataclass
class Worker:
    """A running process for a package's code; answers and stderr go to files without a name."""

    process: subprocess.Popen[bytes] | Fork
    answers: IO[bytes]
    stderr: IO[bytes]
    start: float

    @property
    def lost(self) -> bool:
        """Whether it is a fork, its server is gone, and nobody can say how it ends."""
        return isinstance(self.process, Fork) and self.process.server.lost(self.process.pid)


def processors() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads(width: int) -> int:
    """Threads for each of ``width`` workers side by side: their share of the processors.

    Numerical libraries take every processor they see; two such workers on two processors spend
    their time waiting for each other.
    """
    return max(1, processors() // width)


def start(request: dict[str, Any], share: int = 1, server: ForkServer | None = None) -> Worker:
    """A worker that answers the request: a fork of the server, if it has one to give.

    The request stands in a file; the files of its answers and of its stderr have no name, so no
    worker comes upon another's. Code that looks for them in /proc can: it runs as you.
    """
    for forks in (server, None) if server else (None,):
        answers = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it has been read
        stderr = tempfile.TemporaryFile()  # noqa: SIM115
        asked = {**request, "answer": answers.fileno(), "parent": os.getpid()}
        with tempfile.TemporaryFile() as text:
            text.write(json.dumps(asked).encode())
            text.seek(0)
            if not forks:
                process = _started(text, share, answers.fileno(), stderr)
            elif fork := forks.fork([text.fileno(), answers.fileno(), stderr.fileno()]):
                return Worker(fork, answers, stderr, time.monotonic())
    return Worker(process, answers, stderr, time.monotonic())


def _started(
    text: IO[bytes], share: int, file: int, stderr: IO[bytes] | int
) -> subprocess.Popen[bytes]:
    """A worker that imports what this process can import, under ``-O`` if this one is.

    Under ``-OO`` too it has ``-O`` alone: transformers reads docstrings.
    """
    text.seek(0)
    paths = [str(folders.CHECKOUT), *(entry or os.getcwd() for entry in sys.path)]
    return subprocess.Popen(
        [sys.executable, "-P", *["-O"] * bool(sys.flags.optimize), "-m", "theory.gate.worker"],
        stdin=text,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        pass_fds=(file,),
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "OMP_NUM_THREADS": str(share),
            "PYTHONOPTIMIZE": "",
        },
        start_new_session=True,
    )


def kill(running: Worker) -> None:
    """End the worker and everything that it started."""
    _kill_group(running.process)


def _kill_group(process: subprocess.Popen[bytes] | Fork) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
    process.wait()


def read(running: Worker, code: int) -> str:
    """What an ended worker answered.

    Raises:
        ValueError: it crashed, or answered nothing or too much.
    """
    with running.answers as answers, running.stderr as stderr:
        if code != 0:
            raise ValueError(f"the check crashed: {_cause(code, stderr)}")
        answers.seek(0)
        text = answers.read(LONGEST + 1)
    if not text:
        raise ValueError("the check ended its process and left no record")
    if len(text) > LONGEST:
        raise ValueError(f"answers of more than {LONGEST} bytes")
    return text.decode("ascii")


def _cause(code: int, stderr: IO[bytes]) -> str:
    """A crash in words: the signal or exit code, and the last line the worker wrote."""
    try:
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    except ValueError:
        how = f"signal {-code}"
    size = stderr.seek(0, os.SEEK_END)
    stderr.seek(max(0, size - TAIL))
    lines = stderr.read().decode("utf-8", "replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f"{how} ({last})" if last else how
