"""Progress: bars on a terminal, and in a log a line every half minute."""

import io

import pytest

from empirical.protocol import terminal


class Clock:
    """Seconds that pass when told."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def log(clock):
    """A log and its bars."""
    stream = io.StringIO()
    return stream, terminal.progress(terminal.console(file=stream), get_time=clock)


def test_a_log_gets_a_line_every_half_minute(clock):
    stream, bars = log(clock)
    with bars:
        task = bars.add_task("m[/]x: heads", total=100, completed=40)
        for _ in range(59):
            clock.now += 1
            bars.advance(task)
    assert stream.getvalue() == "m[/]x: heads: 70 of 100, 30 s left\n"


def test_what_is_tracked_is_counted(clock):
    stream, bars = log(clock)
    with bars:
        for _ in bars.track(range(10), description="scores"):
            clock.now += 45
    lines = stream.getvalue().splitlines()
    assert lines[0] == "scores: 1 of 10, 7 min left"
    assert lines[-1] == "scores: 10 of 10, 0 s left"
    assert len(lines) == 10


def test_where_nothing_was_done_no_time_is_foretold(clock):
    stream, bars = log(clock)
    with bars:
        task = bars.add_task("training", total=10)
        clock.now = 31
        bars.update(task, completed=0, description="loss 4")
    assert stream.getvalue() == "loss 4: 0\n"


def test_a_terminal_gets_bars(clock):
    stream = io.StringIO()
    on = terminal.console(file=stream, force_terminal=True, width=80)
    with terminal.progress(on) as bars:
        assert list(bars.track(range(3), description="scores")) == [0, 1, 2]
    assert "3/3" in stream.getvalue()
    assert "left" not in stream.getvalue()
