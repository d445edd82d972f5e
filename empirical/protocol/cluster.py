"""Jobs on a cluster, through submitit: the long commands' ``--cluster``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
CLUSTERS = ("slurm", "local", "debug")


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
