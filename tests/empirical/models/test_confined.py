"""What a request may take: each limit ends it, and the process, in one line."""

import os
import signal
import sys
import time

import pytest

from empirical.models import confined
from empirical.models.confined import Confined, Exhausted, Failed
from empirical.models.hub import ModelError
from tests.empirical import prepared


class Panic(BaseException):
    """Stands in for the panic of a library in Rust."""


def endless():
    while True:
        pass


def raised(error):
    def do():
        raise error

    return do


ASKED = {
    "endless": endless,
    "asleep": lambda: time.sleep(600),
    "large": lambda: len(bytearray(2 << 30)),
    "long": lambda: "x" * 10_000,
    "crash": os.abort,
    "panic": raised(Panic("stack overflow\nand more")),
    "refusal": raised(ModelError("no such model")),
    "right": lambda: {"é": [1, None, "\ud800"]},
    "printed": lambda: print("nothing of this is seen", flush=True),
    "interrupt": lambda: os.kill(os.getpid(), 2),
}


def make(_):
    return lambda what, given: ASKED[what](*given)


@pytest.fixture
def process():
    made = Confined("model", make, None)
    yield made
    made.close()


def test_answers_and_what_is_raised(process, capfd):
    assert process.ask("right") == {"é": [1, None, "\ud800"]}
    with pytest.raises(Failed, match="^stack overflow$"):
        process.ask("panic")
    with pytest.raises(ModelError, match="^no such model$"):
        process.ask("refusal")
    process.ask("printed")
    process.ask("interrupt")
    assert process.ask("right") == {"é": [1, None, "\ud800"]}
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("what", "limits", "message"),
    [
        ("endless", {"SECONDS": 1, "PATIENCE": 300}, "takes more than 1 s of processor time"),
        ("asleep", {"SECONDS": 1, "PATIENCE": 2}, "takes more than 2 s"),
        ("large", {"MEMORY": 1 << 30}, "needs more than 1 GiB of memory"),
        ("long", {"ANSWER": 9999}, "an answer of more than 9,999 bytes"),
        ("crash", {}, "or crashes"),
    ],
)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems lack some limits")
def test_a_limit_ends_the_request_and_the_process(what, limits, message, monkeypatch):
    for name, value in limits.items():
        monkeypatch.setattr(confined, name, value)
    process = Confined("model", make, None)
    with pytest.raises(Exhausted, match=f"^model: .*{message}"):
        process.ask(what)
    assert not process._process.is_alive()


def test_memory_up_to_the_limit_is_there(process, monkeypatch):
    """The limit counts what the process takes, not what its owner held before."""
    monkeypatch.setitem(ASKED, "some", lambda: len(bytearray(1 << 28)))
    made = Confined("model", make, None)
    assert made.ask("some") == 1 << 28
    made.close()


def own_and_die(told):
    """Start a process, tell its number, and be killed."""
    made = Confined("model", make, None)
    told.write_text(str(made._process.pid))
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_ends_with_its_owner(process, tmp_path):
    child = process._process
    del process.__dict__["_process"]
    process.close()
    assert not child.is_alive()
    owner = prepared.start(own_and_die, tmp_path / "told")
    owner.join()
    assert owner.exitcode == -signal.SIGKILL
    number = int((tmp_path / "told").read_text())
    for _ in range(100):
        if not os.path.exists(f"/proc/{number}"):
            break
        time.sleep(0.1)
    else:  # it would hold the server of processes open, and with it pytest's output
        os.kill(number, signal.SIGKILL)
        pytest.fail("it lives on")


def test_another_process_cannot_ask(process, monkeypatch):
    monkeypatch.setattr(os, "getpid", lambda: 1)
    with pytest.raises(RuntimeError, match="alone"):
        process.ask("right")
