"""Whether the files that run are those of this distribution.

``pip`` writes the digest of each file that it installs into the distribution's RECORD. Another
distribution that has files of the same names overwrites them and says nothing. So ``rope-claims
check`` compares the files with RECORD before it imports any of them but this one and what this one
needs. A checkout and an editable installation have no such digests, and the report says so.
"""

import base64
import csv
import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from theory import paths

NAME = "rope-claims"
ROOT = paths.CHECKOUT
PACKAGES = ("theory", "constructions", "empirical", "rope_claims")


class Foreign(Exception):
    """Other code than that which should be judged, in one line."""


@cache
def state() -> str:
    """How far the files that run are known to be the distribution's own, in a phrase.

    Raises:
        Foreign: one of them is not.
    """
    digests = _recorded()
    if not digests:
        return "not verified: a checkout or an editable installation has no digests in RECORD"
    for name in sorted(digests.keys() | set(package_files(ROOT))):
        wrong = _wrong(name, digests)
        if wrong:
            raise Foreign(
                f"{ROOT / name} {wrong}: another distribution may have overwritten it;"
                f" install {NAME} in an environment of its own"
            )
    return f"verified: {len(digests)} files are as RECORD has them"


def _recorded() -> dict[str, str]:
    """RECORD's digests of the packages' files, by name; none unless they are installed here."""
    try:
        installed = distribution(NAME)
    except PackageNotFoundError:
        return {}
    return _digests(installed) if Path(str(installed.locate_file(""))).resolve() == ROOT else {}


def _digests(installed: Distribution) -> dict[str, str]:
    """RECORD's rows; ``installed.files`` leaves out those of missing files since Python 3.12."""
    rows = csv.reader((installed.read_text("RECORD") or "").splitlines())
    return {
        name: written.removeprefix("sha256=")
        for name, written, *_ in (row for row in rows if len(row) > 1)
        if written.startswith("sha256=") and name.split("/")[0] in PACKAGES
    }


def _wrong(name: str, digests: Mapping[str, str]) -> str:
    """What is wrong with a file, or ''."""
    if name not in digests:
        return f"is no file of {NAME}"
    path = ROOT / name
    if not path.is_file():
        return "is missing"
    digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest())
    same = digest.rstrip(b"=").decode() == digests[name]
    return "" if same else f"is not the file that {NAME} installed"


def package_files(root: Path) -> Iterator[str]:
    """The packages' files below a folder, but for Python's caches."""
    for package in PACKAGES:
        for path in (root / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(root).as_posix()


def _difference(other: Path) -> str:
    """The first of the packages' files that another folder has otherwise, or ''."""
    for name in sorted({*package_files(ROOT), *package_files(other)}):
        pair = [root / name for root in (ROOT, other)]
        if not all(path.is_file() for path in pair) or pair[0].read_bytes() != pair[1].read_bytes():
            return name
    return ""


def refuse_other_code() -> None:
    """Refuse files of another distribution, and a working directory in another checkout.

    A copy that has the same files as the checkout judges the same code.

    Raises:
        Foreign: a file is another than it should be.
    """
    state()
    here = Path.cwd() / paths.PINNED.relative_to(ROOT)
    if not here.is_file() or here.samefile(paths.PINNED):
        return
    name = _difference(Path.cwd())
    if name:
        raise Foreign(
            f"this is the {NAME} of {ROOT}, and you stand in another checkout, where {name} is"
            " different: install that one, or stand elsewhere"
        )
