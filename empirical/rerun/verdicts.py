"""The verdicts of the claims about controlled models, on the records of a folder.

``python -m empirical.rerun.verdicts FOLDER`` prints them as JSON, by claim. Claims read the records
that come with the package; a process of its own lets them read others."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from empirical.protocol import paths
from theory.reports.command import Parser, Usage, command


def verdicts(results: Path) -> dict[str, str]:
    """By claim, on the records in a folder; where they are is set before any room asks."""
    paths.RESULTS = results
    from empirical.canonical.claims import CANONICAL_CLAIMS
    from empirical.criteria.claims import CLAIMS
    from empirical.mechanism.claims import MECHANISM_CLAIMS
    from theory.ledger.judging import judge

    claims = (*CLAIMS, *MECHANISM_CLAIMS, *CANONICAL_CLAIMS)
    return {claim.id: judge(claim).verdict.value for claim in claims}


def judged(results: Path) -> dict[str, str]:
    """The same from a process of its own.

    Raises:
        ValueError: it failed.
    """
    words = [sys.executable, "-m", __name__, str(results)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().rpartition("\n")[2]
        raise ValueError(f"the records in {results} could not be judged: {last}")
    found: dict[str, str] = json.loads(done.stdout)
    return found


def both(results: Path, into: Path, anew: Iterable[str]) -> dict[str, tuple[str, str]]:
    """By claim the verdict on the stored records, and on those with the ones named made anew."""
    before = judged(results)
    with tempfile.TemporaryDirectory() as folder:
        mixed = Path(folder) / results.name
        shutil.copytree(results, mixed)
        for name in anew:
            shutil.copyfile(into / f"{name}.json", mixed / f"{name}.json")
        after = judged(mixed)
    return {claim: (verdict, after[claim]) for claim, verdict in before.items()}


def parser() -> argparse.ArgumentParser:
    """The command line of ``python -m empirical.rerun.verdicts``."""
    door = Parser(prog="python -m empirical.rerun.verdicts", description=__doc__)
    door.add_argument("results", type=Path, metavar="FOLDER", help="as empirical/results")
    return door


@command(OSError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 bad input."""
    results = parser().parse_args(arguments).results
    if not results.is_dir():
        raise Usage(f"{results} is no folder: give one of records")
    print(json.dumps(verdicts(results.resolve())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
