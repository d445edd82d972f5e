"""What the solvers were asked while a check ran, who answered what, and how cvc5 is called.

A question is the SMT-LIB text of hypotheses ∧ ¬conclusions: unsat means that the statement holds.
z3 answers first (``theory.mathematics.solvers``); cvc5, an optional extra, is then asked the very
same text."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Any

SECONDS = 3
"""Of processor time that cvc5 has for a question (wall time would change with the load)."""
LOGIC = "QF_NRA"
"""Reals with products. The text names none: z3 writes powers, which its own QF_NRA refuses."""
ABSENT = "cvc5 is not installed"
EXACT = "counterexample evaluated in Fractions"
UNSAT, SAT, UNKNOWN = "unsat", "sat", "unknown"


@dataclass(frozen=True)
class Question:
    """An SMT-LIB text, z3's answer to it, and what a second decision said.

    ``confirmed``: cvc5 says unsat too, or a counterexample was evaluated outside the solvers.
    """

    text: str
    first: str
    second: str
    confirmed: bool

    @property
    def digest(self) -> str:
        """Twelve hex digits of the text's SHA-256."""
        return text_digest(self.text)


_asked: ContextVar[list[Question] | None] = ContextVar("asked", default=None)


@contextmanager
def listening() -> Iterator[list[Question]]:
    """The questions put to solvers inside this context, in order."""
    heard: list[Question] = []
    token = _asked.set(heard)
    try:
        yield heard
    finally:
        _asked.reset(token)


def record(question: Question) -> Question:
    """Leave the question with whoever listens."""
    heard = _asked.get()
    if heard is not None:
        heard.append(question)
    return question


def text_digest(text: str) -> str:
    """Twelve hex digits of a text's SHA-256."""
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def second(text: str, seconds: int = SECONDS) -> tuple[str, str]:
    """cvc5 on an SMT-LIB text: 'sat', 'unsat' or 'unknown', and the same in words.

    Raises:
        RuntimeError: cvc5 does not accept the text.
    """
    try:
        import cvc5
    except ModuleNotFoundError:
        return UNKNOWN, ABSENT
    name = f"cvc5 {cvc5.__version__}"
    answer = _limited(_cvc5, text, seconds)
    if answer is None:
        return UNKNOWN, f"{name}: no answer within {seconds} s"
    if answer.startswith("error"):
        raise RuntimeError(f"{name} on SMT-LIB {text_digest(text)}: {answer}")
    return answer.split()[0], f"{name}: {answer}"


def _cvc5(text: str) -> str:
    import cvc5

    solver = cvc5.Solver()
    solver.setLogic(LOGIC)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    answers = []
    try:
        while not (command := parser.nextCommand()).isNull():
            answers.append(command.invoke(solver, parser.getSymbolManager()).strip())
    except RuntimeError as error:
        return f"error: {error}"
    return next((answer for answer in reversed(answers) if answer), "error: no answer")


_waiting: dict[tuple[int, Callable[[str], str]], tuple[int, Any]] = {}
"""This process's children that wait for a text and the channels to them, by its id and what they
call."""


def _limited(call: Callable[[str], str], text: str, seconds: int) -> str | None:
    """``call(text)`` in a child process, which later texts use too; None if its processor time for
    this text runs out, or if it ends.

    cvc5 looks at its own limits too rarely: a question may hold it ten times as long.
    """
    key = os.getpid(), call
    child, channel = _waiting.pop(key) if key in _waiting else _child(call)
    try:
        channel.send((text, seconds))
        answer = str(channel.recv())
    except (EOFError, ConnectionError):
        channel.close()
        os.waitpid(child, 0)
        return None
    # Not where anything was raised: its answer would be the next text's.
    _waiting[key] = child, channel
    return answer


def _child(call: Callable[[str], str]) -> tuple[int, Any]:
    """A new child, which ends when this process does, and the channel to it."""
    import multiprocessing

    ours, theirs = multiprocessing.Pipe()
    if child := os.fork():
        theirs.close()
        return child, ours
    try:
        ours.close()
        _serve(call, theirs)
    finally:
        os._exit(0)


def _serve(call: Callable[[str], str], channel: Any) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # the end
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    while True:
        text, seconds = channel.recv()
        signal.setitimer(signal.ITIMER_PROF, seconds)
        answer = call(text)
        signal.setitimer(signal.ITIMER_PROF, 0)
        channel.send(answer)
