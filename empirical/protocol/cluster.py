"""Jobs of long commands: several at a time on this machine (``--jobs``), or on a cluster, through
submitit (``--cluster``)."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

A = TypeVar("A")
T = TypeVar("T")
CLUSTERS = ("slurm", "local", "debug")


def in_processes(do: Callable[[A], T], work: Iterable[A], jobs: int) -> Iterator[T]:
    """What is done of each piece of work, in order: in this process, or ``jobs`` at a time."""
    if jobs == 1:
        yield from map(do, work)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(do, work)


def on_cluster(
    jobs: Iterable[Callable[[], T]],
    folder: Path,
    cluster: str,
    minutes: int,
    threads: int,
    gpu: bool,
) -> list[T]:
    """Submit a job each and wait for them; what each returns, in order.

    ``folder`` takes submitit's logs, ``minutes`` is a job's time limit, ``threads`` its cores.

    Raises:
        ValueError: submitit is not installed, or a job failed.
    """
    try:
        from submitit import AutoExecutor
        from submitit.core.utils import FailedJobError, UncompletedJobError
    except ImportError as error:
        raise ValueError("--cluster needs submitit: pip install 'rope-claims[cluster]'") from error
    executor = AutoExecutor(folder=folder, cluster=cluster)
    executor.update_parameters(timeout_min=minutes, cpus_per_task=threads)
    if gpu:
        executor.update_parameters(gpus_per_node=1)
    with executor.batch():
        submitted = [executor.submit(job) for job in jobs]
    try:
        return [job.result() for job in submitted]
    except (FailedJobError, UncompletedJobError) as error:
        raise ValueError(f"a job failed; its log is in {folder}: {error}") from error
