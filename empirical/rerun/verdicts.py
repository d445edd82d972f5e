"""The verdicts of the claims about controlled models, on the records of a folder.

Claims read the records that come with the package. So ``judged`` starts this module as a process of
its own, which prints the verdicts on a folder's records as JSON."""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path

from empirical.protocol import paths
from empirical.rerun.commands import rerun_steps
from theory.ledger import Claim
from theory.reports.command import Parser, Usage, entry_point


def claims() -> tuple[Claim, ...]:
    """Those that are judged on records of controlled models."""
    from empirical.criteria.claims import CLAIMS
    from empirical.experiments.canonical.claims import CANONICAL_CLAIMS
    from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS

    return (*CLAIMS, *MECHANISM_CLAIMS, *CANONICAL_CLAIMS)


def _verdicts(results: Path) -> dict[str, str]:
    """By claim, on the records in a folder; where they are is set before any package asks."""
    paths.RESULTS = results
    from theory.ledger.judging import judge

    return {claim.id: judge(claim).verdict.value for claim in claims()}


def judged_separately(results: Path) -> dict[str, str]:
    """The same from a process of its own.

    Raises:
        ValueError: it failed.
    """
    words = [sys.executable, "-m", __name__, str(results)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().rpartition("\n")[2]
        raise ValueError(f"the records in {results} could not be judged: {last}")
    verdicts: dict[str, str] = json.loads(done.stdout)
    return verdicts


def both_verdicts(
    results: Path, into: Path, done: Collection[str], other: Collection[str]
) -> tuple[dict[str, tuple[str, str]], tuple[str, ...]]:
    """By claim the verdict on the stored records, and on those alone that are ``done``, of which
    the ``other``, which differ, are taken from ``into``; and the claims that are not tried so,
    since on the stored records of those names they have another verdict than on all."""
    before = judged_separately(results)
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / results.name
        shutil.copytree(results, part)
        for name in (name for step in rerun_steps(results, into) for name in step.records):
            if name not in done:
                (part / f"{name}.json").unlink(missing_ok=True)
        enough = judged_separately(part)
        for name in other:
            shutil.copyfile(into / f"{name}.json", part / f"{name}.json")
        after = judged_separately(part)
    tried = [claim for claim in before if enough[claim] == before[claim]]
    untried = tuple(claim for claim in before if claim not in tried)
    return {claim: (before[claim], after[claim]) for claim in tried}, untried


def parser() -> argparse.ArgumentParser:
    """The arguments of the process."""
    parser = Parser(prog=__name__, description=__doc__)
    parser.add_argument("results", type=Path, metavar="FOLDER", help="as empirical/results")
    return parser


@entry_point(OSError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 bad input."""
    results = parser().parse_args(arguments).results
    if not results.is_dir():
        raise Usage(f"{results} is no folder: give one of records")
    print(json.dumps(_verdicts(results.resolve())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
