"""The registry: every package's claims, held to the one list of them (``pinned.json``).

A package registers a tuple of claims as an entry point of the group ``rope_claims.claims``. In a
plain checkout, where no distribution is installed, the same table is read from ``pyproject.toml``.
Other distributions register packages in the same way. Each of them brings its own list, and what is
wrong with one breaks its claims alone (``theory.gate.outside``).

What cannot be had as it should is never left out. These ids are *broken*, and one of them makes the
gate fail: an id whose package does not import, a listed id that is missing, one that is there
twice, a claim that could not fail, one that is not listed, one that leans on a claim that does not
exist, one that says of itself what ``pinned.json`` does not, and one whose statement, or whose
removal, has no row in ``statements.json``.
"""

import importlib
import importlib.util
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from theory.gate import outside, statements
from theory.gate.packages import Package, installed_packages, synthetic_packages
from theory.gate.reading import Unreadable, read
from theory.ledger.describe import HOW, PINNED, pin, text
from theory.ledger.inspection import unsound
from theory.ledger.terms import Claim
from theory.papers import BROUGHT, PAPERS, Paper

NOWHERE = "none"
"""Where a claim is at home of which there is nothing but its rows in ``statements.json``."""


@dataclass
class Registry:
    """All claims by id, in the packages' order, and what is broken.

    ``home`` says in which package an id lives, ``broken`` why an id cannot be judged. ``synthetic``
    is the file that replaced the real packages and their list, or ''. ``papers`` are those that
    claims may be about, by id.
    """

    packages: tuple[Package, ...]
    synthetic: str = ""
    claims: dict[str, Claim] = field(default_factory=dict)
    home: dict[str, str] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    papers: dict[str, Paper] = field(default_factory=lambda: dict(PAPERS))

    @property
    def ids(self) -> list[str]:
        """Every id, broken ones too."""
        return list(self.home)

    @property
    def broken_here(self) -> dict[str, str]:
        """What is broken of our own claims."""
        return {one: why for one, why in self.broken.items() if not self.distribution(one)}

    @property
    def sound(self) -> dict[str, Claim]:
        """The claims that are not broken, by id: of the others no verdict is printed."""
        return {one: claim for one, claim in self.claims.items() if one not in self.broken}

    def distribution(self, one: str) -> str:
        """The other distribution that brings this id; '' if it is ours."""
        foreign = {some.name: some.distribution for some in self.packages if some.distribution}
        return foreign.get(self.home[one], "")


@dataclass(frozen=True)
class Unsound:
    """A claim that could not be described, and why."""

    id: str
    why: str


class NotImported(Exception):
    """A package whose claims cannot be had, and why."""


def by_package(pinned: Mapping[str, Any]) -> dict[str, list[str]]:
    """The listed ids of each package, in the list's order.

    Raises:
        Unreadable: what should be the list is none.
    """
    listed: dict[str, list[str]] = {}
    try:
        for one, row in pinned.items():
            listed.setdefault(text(row["package"]), []).append(one)
    except (KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"{PINNED}: no list of claims by package ({error!r}); {HOW}") from None
    return listed


def all_pins() -> dict[str, Any]:
    """Every listed claim and what it says of itself: ours, and those of other distributions.

    A list of theirs that cannot be read lists nothing here; ``load`` says what is wrong with it.
    """
    listed: dict[str, Any] = {}
    for package in installed_packages():
        if package.distribution:
            with suppress(OSError, Unreadable):
                listed |= outside.pinned(package.name, package.source)
    return listed | dict(read(PINNED))


def pins(registry: Registry) -> dict[str, dict[str, Any]]:
    """What ``pinned.json`` should hold of the claims that are there: package by package."""
    ids = sorted(registry.claims, key=registry.home.__getitem__)
    return {one: _pin(registry, one) for one in ids}


def _pin(registry: Registry, one: str) -> dict[str, Any]:
    return {"package": registry.home[one], **pin(registry.claims[one])}


def load(
    only: Collection[str] | None = None,
    synthetic: str = "",
    get: Callable[[Package], Sequence[Claim | Unsound]] | None = None,
    pinned: Mapping[str, Any] | None = None,
    recorded: Sequence[statements.Row] | None = None,
    held: bool = True,
) -> Registry:
    """Take in the packages (those named in ``only``, or all) and hold them to the list.

    ``get`` gets a package's claims; without it the package is imported. ``pinned`` is the list with
    what each claim must say of itself (default: ``pinned.json``), ``recorded`` the rows of their
    statements (default: ``statements.json``). Synthetic packages bring a list of their own; beyond
    that they are held only to what is given here. With ``held`` False nothing is held to the files.

    Raises:
        BadPackages: ``synthetic`` names no file of synthetic packages.
        Unreadable: one of the two files is not of its form.
    """
    listed: Mapping[str, Sequence[str]] | None = None
    if synthetic:
        packages, listed = synthetic_packages(Path(synthetic))
    else:
        packages = installed_packages()
        if held:
            pinned = read(PINNED) if pinned is None else pinned
            recorded = statements.rows() if recorded is None else recorded
            listed = by_package(pinned)
    wanted = [package for package in packages if only is None or package.name in only]
    registry = Registry(tuple(package for package in wanted if not package.distribution), synthetic)
    _take_in(registry, listed, only, get or fetch)
    if pinned is not None:
        _hold_to_pins(registry, pinned)
    if recorded is not None:
        _hold_to_statements(registry, recorded, pinned or {})
    for package in wanted:
        if package.distribution:
            _join(registry, package, get or fetch, held)
    _inspect_links(registry)
    return registry


def _join(
    registry: Registry,
    package: Package,
    get: Callable[[Package], Sequence[Claim | Unsound]],
    held: bool,
) -> None:
    """Take in another distribution's package; what is wrong with it breaks its claims alone."""
    alone, rows = Registry((package,)), None
    name = package.name
    if name in {known.name for known in registry.packages}:
        name = package.distribution.partition(" ")[0]
        why = f"{package.distribution} registers {package.name!r}, which is taken"
        _break(alone, name, (), why)
    else:
        try:
            rows, papers = outside.lists_and_papers(name, package.source, held)
            alone.papers |= papers
        except (OSError, Unreadable) as error:
            _break(alone, name, (), str(error))
        else:
            _admit(alone, package, None if rows is None else tuple(rows), get)
            _hold_to_pins(alone, rows or {}) if held else None
    registry.packages += (replace(package, name=name),)
    for paper in alone.papers.values():
        BROUGHT[paper.id] = registry.papers.setdefault(paper.id, paper)
    for one, where in alone.home.items():
        if one in registry.home:
            _break(registry, where, [f"{where}:{one}"], f"{registry.home[one]!r} has a claim {one}")
            continue
        registry.home[one] = where
        if one in alone.claims:
            registry.claims[one] = alone.claims[one]
        if one in alone.broken:
            registry.broken[one] = alone.broken[one]
        elif alone.claims[one].paper not in registry.papers:
            why = f"is about paper {alone.claims[one].paper!r}, which {outside.SOURCES} lacks"
            registry.broken[one] = why


def _take_in(
    registry: Registry,
    listed: Mapping[str, Sequence[str]] | None,
    only: Collection[str] | None,
    get: Callable[[Package], Sequence[Claim | Unsound]],
) -> None:
    """Take in every wanted package; a listed package that is not there is broken."""
    names = [package.name for package in registry.packages]
    for name in [n for n in listed or () if only is None or n in only]:
        if name not in names:
            why = f"package {name!r} is not registered; reinstall"
            _break(registry, name, (listed or {})[name], why)
    for package in registry.packages:
        required = None if listed is None else tuple(listed.get(package.name, ()))
        if names.count(package.name) == 1:
            _admit(registry, package, required, get)
        else:
            why = f"two packages are called {package.name!r}; remove the older installation"
            _break(registry, package.name, required or (), why)


def _hold_to_pins(registry: Registry, pinned: Mapping[str, Any]) -> None:
    """Break claims that describe themselves otherwise than they are pinned."""
    for one in registry.claims:
        if pinned.get(one) != _pin(registry, one):
            how = {some.name: some.pinning for some in registry.packages}[registry.home[one]]
            why = f"says of itself what {PINNED.name} does not; if it should, {how}"
            registry.broken.setdefault(one, why)


def _hold_to_statements(
    registry: Registry, recorded: Sequence[statements.Row], pinned: Mapping[str, Any]
) -> None:
    """Break claims whose statement or removal has no row; a listed one is missing anyway."""
    for one, why in statements.unrecorded(recorded, registry.claims).items():
        if one in registry.claims:
            registry.broken.setdefault(one, f"{why}; {HOW} --why REASON adds it")
        elif one not in pinned and one not in registry.home:
            _break(registry, NOWHERE, [one], why)


def _admit(
    registry: Registry,
    package: Package,
    required: tuple[str, ...] | None,
    get: Callable[[Package], Sequence[Claim | Unsound]],
) -> None:
    """Take in one package's claims, the ``required`` ones and no others (None: whichever it has);
    whatever is not as it should be is broken."""
    try:
        claims = get(package)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit at import must not end the run in silence
        why = f"package {package.name!r} does not import: {cause(error)}"
        _break(registry, package.name, required or (), why)
        return
    for claim in claims:
        if claim.id in registry.home:
            both = f"packages {registry.home[claim.id]!r} and {package.name!r}"
            registry.broken[claim.id] = f"duplicate id ({both})"
            continue
        why = claim.why if isinstance(claim, Unsound) else unsound(claim)
        if why or isinstance(claim, Unsound):
            _break(registry, package.name, [claim.id], why)
            continue
        registry.claims[claim.id] = claim
        registry.home[claim.id] = package.name
        if required is not None and claim.id not in required:
            why = f"not listed in its package's pinned.json; {package.pinning}"
            registry.broken[claim.id] = why
    missing = [i for i in required or () if i not in {claim.id for claim in claims}]
    if missing:
        _break(registry, package.name, missing, f"missing: {package.source} does not hold it")


def cause(error: BaseException) -> str:
    """Why a package's claims cannot be had."""
    known = isinstance(error, NotImported)
    return str(error) if known else f"{type(error).__name__}: {error}"


def _break(registry: Registry, package: str, ids: Iterable[str], why: str) -> None:
    for one in tuple(ids) or (f"package:{package}",):
        registry.home.setdefault(one, package)
        registry.broken[one] = " ".join(why.split())


def fetch(package: Package) -> tuple[Claim, ...]:
    """Import one package's claims.

    Raises:
        TypeError: what the source names is not a tuple of claims.
        Exception: whatever the import raises.
    """
    place, _, name = package.source.rpartition(":")
    if place.endswith(".py"):
        spec = importlib.util.spec_from_file_location(f"synthetic_{package.name}", place)
        if spec is None or spec.loader is None:
            raise ImportError(f"cannot load {place}")
        module: Any = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        module = importlib.import_module(place)
    claims = getattr(module, name)
    if type(claims) is not tuple:
        raise TypeError(f"{package.source} is a {type(claims).__name__}, not a tuple of claims")
    for position, claim in enumerate(claims):
        if type(claim) is not Claim or not isinstance(claim.id, str) or not claim.id:
            raise TypeError(f"{package.source}[{position}] is no Claim with an id: {claim!r}"[:200])
    return claims


def leans_on(claim: Claim) -> tuple[str, ...]:
    """The ids without which this claim's verdict says nothing: its bases and its repairs."""
    return (*claim.rests_on, *claim.repairs)


def closure(registry: Registry, ids: Iterable[str]) -> list[str]:
    """``ids`` and all that they lean on, each once, in the registry's order."""
    links = {one: leans_on(claim) for one, claim in registry.claims.items()}
    reached = reachable(ids, links)
    return [one for one in registry.ids if one in reached]


def reachable(ids: Iterable[str], links: Mapping[str, Iterable[str]]) -> set[str]:
    """``ids`` and all that they are linked to, directly or not."""
    reached: set[str] = set()
    waiting = list(ids)
    while waiting:
        one = waiting.pop()
        if one not in reached:
            reached.add(one)
            waiting += links.get(one, ())
    return reached


def _inspect_links(registry: Registry) -> None:
    """Break claims that lean on nothing, or in a circle."""
    links: Mapping[str, tuple[str, ...]] = {i: leans_on(c) for i, c in registry.claims.items()}
    for one, targets in links.items():
        strangers = [t for t in targets if t not in registry.home]
        if strangers:
            registry.broken.setdefault(one, f"leans on {', '.join(strangers)}: not registered")
        if one in reachable(targets, links):
            registry.broken.setdefault(one, "leans on itself in a circle")
