"""Which packages register claims: ours, and those of other distributions."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theory import paths
from theory.gate.reading import read
from theory.ledger.describe import HOW, text

GROUP = "rope_claims.claims"
PYPROJECT = paths.PYPROJECT
OWN = "rope-claims"
"""The distribution whose packages are held to ``pinned.json``."""


@dataclass(frozen=True)
class Package:
    """A package and the place of its claims: ``package.module:NAME`` or ``file.py:NAME``.

    ``distribution`` is name and version of the other distribution that brings it; '' if it is ours.
    """

    name: str
    source: str
    distribution: str = ""

    @property
    def pinning(self) -> str:
        """The command that writes the list of the package's claims."""
        return f"{HOW} {self.name}" if self.distribution else HOW


class BadPackages(ValueError):
    """A file of synthetic packages that cannot be read."""


def installed_packages() -> tuple[Package, ...]:
    """Our packages, then those of other distributions.

    Ours are read from the checkout's ``pyproject.toml`` if our distribution is not installed.
    """
    from importlib.metadata import entry_points

    packages = [Package(e.name, e.value, _distribution(e)) for e in entry_points(group=GROUP)]
    own = [package for package in packages if not package.distribution]
    if not own and PYPROJECT.is_file():
        import tomllib

        project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8")).get("project", {})
        own = [Package(*item) for item in project.get("entry-points", {}).get(GROUP, {}).items()]
    return tuple(dict.fromkeys([*own, *(package for package in packages if package.distribution)]))


def _distribution(entry: Any) -> str:
    """Name and version of the other distribution that an entry point is of, or ''."""
    distribution = entry.dist
    if distribution is None or re.sub(r"[-_.]+", "-", distribution.name).lower() == OWN:
        return ""
    return f"{distribution.name} {distribution.version}"


def synthetic_packages(path: Path) -> tuple[tuple[Package, ...], dict[str, list[str]]]:
    """Packages and list from a JSON: ``{"packages": {name: source}, "claims": {name: [id]}}``.

    For the suite's own tests. Every report of a run on synthetic packages says so.

    Raises:
        BadPackages: the file cannot be read or has another form.
    """
    try:
        data = read(path)
        packages = tuple(Package(name, text(source)) for name, source in data["packages"].items())
        listed = {package: [text(one) for one in ids] for package, ids in data["claims"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadPackages(f"{path}: no file of synthetic packages ({error!r})") from None
    return packages, listed
