"""One process for a package's code: it describes the package's claims, or runs the checks of one.

Or it imports the package and forks for each claim that it is asked about (``processes.py``).

What it says is data on a file without a name, handed down by the run that started it; the verdict
is that run's (``theory.ledger.verdicts``). It never travels over stdout, where a check's own prints
would be mistaken for it."""

import importlib
import json
import math
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any, TypeVar

from theory.gate.packages import Package
from theory.gate.reading import parse
from theory.gate.registry import NotImported, Unsound, cause, fetch
from theory.ledger import kernel
from theory.ledger.describe import describe, revive
from theory.ledger.inspection import unsound
from theory.ledger.judging import look
from theory.ledger.questions import Question
from theory.ledger.terms import Claim, Method, Observation, Status, Undecided
from theory.ledger.verdicts import Answers

T = TypeVar("T")
GRACE = 10
"""Seconds after its limit at which a worker that nobody has killed ends itself."""
GLANCE = 0.5
"""Seconds between two looks at whether the run that started this worker is still there."""
READY = 120
"""Seconds that a process may take to import its package before it forks."""
TICK = 0.01
"""Seconds between its looks for a request or an ended fork."""
LIBRARIES = ("flint", "hashlib", "sympy", "z3")
"""What most checks import: a fork finds them imported."""


def encode(answers: Answers) -> str:
    """Answers as JSON."""
    return json.dumps(asdict(answers), allow_nan=False)


def decode(text: str) -> Answers:
    """Answers from JSON, each field of its own type and none besides.

    Raises:
        ValueError: truncated, or of another form.
    """
    try:
        data = _fields(parse(text), Answers)
        answers = Answers(
            seen=tuple(_observation(entry) for entry in _a(list, data["seen"])),
            fault=_a(str, data["fault"]),
            reason=_a(str, data["reason"]),
            seconds=_a(float, data["seconds"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"no answers: {error!r}") from None
    if not answers.seen and not answers.fault and not answers.reason:
        raise ValueError("no answers: nothing was seen, and nothing stopped it")
    return answers


def _observation(entry: Any) -> Observation:
    data = _fields(entry, Observation)
    texts = {n: _a(str, data[n]) for n in ("evidence", "subject", "found", "note")}
    asked = [_fields(one, Question) for one in _a(list, data["questions"])]
    questions = tuple(
        Question(
            text=_a(str, one["text"]),
            first=_a(str, one["first"]),
            second=_a(str, one["second"]),
            confirmed=_a(bool, one["confirmed"]),
        )
        for one in asked
    )
    return Observation(
        **texts,
        method=Method(_a(str, data["method"])),
        status=Status(_a(str, data["status"])),
        cases=_a(int, data["cases"]),
        questions=questions,
    )


def _fields(data: Any, form: type) -> Mapping[str, Any]:
    if type(data) is not dict or data.keys() != form.__dataclass_fields__.keys():  # type: ignore[attr-defined]
        raise TypeError(f"no {form.__name__}: {str(data)[:80]}")
    return data


def _a(kind: type[T], value: Any) -> T:
    """The value, which is of just this type."""
    if type(value) is not kind:
        raise TypeError(f"{str(value)[:80]!r} is no {kind.__name__}")
    return value


def descriptions(package: Package) -> str:
    """A package's claims described, as JSON; or why they cannot be had."""
    try:
        claims = fetch(package)
    except BaseException as error:  # SystemExit at import is no end of the package
        return json.dumps({"wrong": cause(error)})
    described = []
    for claim in claims:
        why = unsound(claim)
        try:
            described.append({"id": claim.id, "why": why} if why else describe(claim))
        except Exception as error:  # a field that is no text
            described.append({"id": claim.id, "why": f"cannot be described: {error!r}"})
    return json.dumps({"claims": described})


def revived(text: str) -> tuple[Claim | Unsound, ...]:
    """The claims that ``descriptions`` described.

    Raises:
        NotImported: the package could not be imported.
        ValueError: a text of another form.
    """
    data = parse(text)
    if type(data) is dict and data.keys() == {"wrong"}:
        raise NotImported(str(data["wrong"]))
    if type(data) is not dict or type(data.get("claims")) is not list:
        raise ValueError("no descriptions of claims")
    return tuple(
        Unsound(_a(str, entry["id"]), _a(str, entry["why"])) if "why" in entry else revive(entry)
        for entry in data["claims"]
    )


def pack(answer: kernel.Answer) -> dict[str, Any]:
    """What the audit answered, as data for a worker."""
    if isinstance(answer, Undecided):
        return {"missing": str(answer)}
    if isinstance(answer, str):
        return {"refused": answer}
    return {"theorems": {name: asdict(theorem) for name, theorem in answer.items()}}


def unpack(data: Mapping[str, Any]) -> kernel.Answer:
    """What ``pack`` packed."""
    if "missing" in data:
        return Undecided(data["missing"])
    if "refused" in data:
        return str(data["refused"])
    return {name: kernel.Theorem(**theorem) for name, theorem in data["theorems"].items()}


def _follow(parent: int) -> None:
    """End this worker and all that it started as soon as the run itself is gone."""
    while os.getppid() == parent:
        time.sleep(GLANCE)
    os.killpg(0, signal.SIGKILL)


def _answer(request: Mapping[str, Any]) -> str:
    package = Package(request["package"], request["source"])
    if request["id"] is None:
        return descriptions(package)
    if request["audit"] is not None:
        kernel.tell(unpack(request["audit"]))
    return encode(look(next(c for c in fetch(package) if c.id == request["id"])))


def _forked(request: Mapping[str, Any]) -> dict[str, Any]:
    """Import the package once; in a fork of this process, return what the fork is asked.

    A request comes as three open files: its text, where its answers go, and its stderr. What ends
    this process ends it alone: the run then starts its claims anew.
    """
    import socket

    signal.alarm(READY)
    channel = socket.socket(fileno=request["channel"])
    channel.set_inheritable(False)
    try:
        fetch(Package(request["package"], request["source"]))
        for library in LIBRARIES:
            importlib.import_module(library)
    except Exception as error:  # a claim's own process says so
        sys.exit(cause(error))
    signal.alarm(0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    server = os.getpid()
    text, answers, stderr = _files_of_fork(channel)
    os.setpgid(0, 0)
    channel.close()
    os.set_inheritable(answers, False)
    os.dup2(stderr, 2)
    os.close(stderr)
    with open(text, encoding="utf-8") as stream:
        return {**json.load(stream), "answer": answers, "parent": server}


def _files_of_fork(channel: Any) -> list[int]:
    """Fork for each request and tell of the fork's begin and end; in a fork, the request's files.

    Ended forks are not buried, so their numbers go to no other process while this one runs.
    """
    import socket

    channel.send(b"ready")
    channel.settimeout(TICK)
    running = set[int]()
    while True:
        with suppress(TimeoutError):
            message, files, _, _ = socket.recv_fds(channel, 1, 3)
            if not message:  # the run is over
                os._exit(0)
            pid = os.fork()
            if not pid:
                return files
            with suppress(OSError):
                os.setpgid(pid, pid)
            for file in files:
                os.close(file)
            running.add(pid)
            channel.send(b"begun %d" % pid)
        for pid in list(running):
            ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended:
                running.remove(pid)
                sign = 1 if ended.si_code == os.CLD_EXITED else -1
                channel.send(b"ended %d %d" % (pid, sign * ended.si_status))


def _main() -> None:
    """Answer the request that stands on stdin, and end the process at once.

    ``os._exit`` skips the interpreter's tear-down, where native libraries sometimes crash: by
    then the answer is complete, and the exit code says so.
    """
    request = json.load(sys.stdin)
    if "channel" in request:
        request = _forked(request)
    os.set_inheritable(request["answer"], False)
    signal.alarm(math.ceil(request["limit"]) + GRACE)
    threading.Thread(target=_follow, args=(request["parent"],), daemon=True).start()
    text = _answer(request)
    with open(request["answer"], "w", encoding="ascii") as stream:
        stream.write(text)
    os._exit(0)


if __name__ == "__main__":
    _main()
