"""Holds a wheel against the files that git tracks: ``git ls-files … | wheel_holds.py WHEEL``.

A file of a package that the wheel lacks is gone for whoever installs it; one that the wheel has
and git has not is of somebody's working folder; one that differs from the file in the current
folder was not tested. Exit code 1 names them.
"""

import sys
import zipfile
from pathlib import Path


def main(wheel: str) -> int:
    """Compare; the tracked names are on standard input, a line each."""
    tracked = set(sys.stdin.read().splitlines())
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
        both = sorted(held & tracked)
        other = [name for name in both if archive.read(name) != Path(name).read_bytes()]
    for name in sorted(tracked - held):
        print(f"{name} is not in the wheel: see package-data in pyproject.toml", file=sys.stderr)
    for name in sorted(held - tracked):
        print(f"{name} is in the wheel and not tracked", file=sys.stderr)
    for name in other:
        print(f"{name} is not the same in the wheel", file=sys.stderr)
    print(f"wheel: {len(both) - len(other)} of {len(tracked)} tracked files of the packages")
    return int(not tracked or tracked != held or bool(other))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
