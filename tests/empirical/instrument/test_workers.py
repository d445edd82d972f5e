"""Inputs measured in parallel: the same results in the same order, and errors in one line."""

import multiprocessing
import os
import signal
import time

import numpy as np
import pytest
import torch

from empirical.architectures.specimens import tiny
from empirical.instrument import session, workers
from empirical.instrument.scores import scored
from empirical.instrument.session import Work
from empirical.instrument.swaps import TooFewBlocks
from empirical.models.hub import ModelError
from empirical.protocol.convention import DEFINITION


def test_results_come_in_order_from_processes_of_one_thread():
    torch.set_num_threads(2)
    try:
        runs = list(workers.each(lambda n: (n, os.getpid(), torch.get_num_threads()), range(7), 3))
    finally:
        torch.set_num_threads(1)
    assert [n for n, _, _ in runs] == list(range(7))
    pids = [pid for _, pid, _ in runs]
    assert len(set(pids)) == 3
    assert os.getpid() not in pids
    assert {threads for _, _, threads in runs} == {1}
    assert [pid for _, pid in workers.each(lambda n: (n, os.getpid()), range(2), 1)] == [
        os.getpid()
    ] * 2


@pytest.mark.parametrize("error", [ModelError("no such thing"), TooFewBlocks(1)])
def test_what_a_process_raises_is_raised_after_what_came_before_it(error):
    def run(n):
        if n == 3:
            raise error
        return n

    before = set(multiprocessing.active_children())
    received = []
    results = workers.each(run, range(6), 2)
    with pytest.raises(type(error), match=str(error).split(":")[0]) as raised:
        received.extend(results)
    assert str(raised.value) == str(error)
    assert received == [0, 1, 2]  # list.extend keeps what came before
    assert set(multiprocessing.active_children()) <= before


def test_a_process_that_is_ended_is_no_result():
    def run(n):
        if n == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return n

    with pytest.raises(ModelError, match="OMP_NUM_THREADS=1"):
        list(workers.each(run, range(4), 2))


def test_nothing_goes_on_when_nobody_waits():
    before = set(multiprocessing.active_children())
    results = workers.each(lambda n: bytes(1 << 20), range(100), 2)  # more than a pipe holds
    assert next(results) == bytes(1 << 20)
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < 30
    assert set(multiprocessing.active_children()) <= before


def test_as_many_processes_as_threads_on_a_cpu_and_one_elsewhere(monkeypatch):
    monkeypatch.setattr(torch, "get_num_threads", lambda: 2)
    assert workers.process_count(torch.device("cpu")) == 2
    assert workers.process_count(torch.device("cuda")) == 1
    monkeypatch.setattr(torch, "get_num_threads", lambda: 64)
    assert workers.process_count(torch.device("cpu")) == workers.MOST


@pytest.mark.parametrize("left", [(), (1,), (0, 2)])
def test_a_model_is_measured_alike_in_parallel_and_goes_on_where_it_was(
    left, tmp_path, monkeypatch
):
    monkeypatch.setattr(session, "LONG", 10)
    model = tiny("llama")
    tokens = np.random.default_rng(0).integers(0, 50, (3, 13))
    visited = tmp_path / "visited"
    visited.mkdir()

    def visit(layer):
        (visited / f"{os.getpid()}-{len(list(visited.iterdir()))}").touch()
        return scored(layer, DEFINITION)

    alone = Work(None, {}).by_layer(model, tokens, visit)
    steps = []
    work = Work(tmp_path / "kept", {"of": "this"}, steps.append)
    monkeypatch.setattr(workers, "process_count", lambda device: 2)
    for _ in range(2):
        results = work.by_layer(model, tokens, visit)
        for one, other in zip(results, alone, strict=True):
            for name in other:
                assert np.array_equal(one[name], other[name])
        assert sum(steps) == 3
        steps.clear()
        for start in left:
            (work.folder / f"{start}-0{session.KEPT}").unlink()
    assert len({file.name.split("-")[0] for file in visited.iterdir()}) >= 3
