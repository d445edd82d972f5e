"""The registry: every room's claims, held to the one list of them (``pinned.json``).

A room registers a tuple of claims as an entry point of the group ``rope_claims.rooms``. In a plain
checkout, where no distribution is installed, the same table is read from ``pyproject.toml``. What
cannot be had as it should is never left out. These ids are *broken*, and one of them makes the gate
fail: an id whose room does not import, a listed id that is missing, an id that is there twice, a
claim that could not fail, one that is not listed, one that leans on a claim that does not exist,
one that says of itself what ``pinned.json`` does not, and one whose statement, or whose removal,
has no row in ``statements.json``.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from theory import paths
from theory.gate import statements
from theory.gate.reading import Unreadable, read
from theory.ledger.describe import HOW, PINNED, pin, text
from theory.ledger.inspection import unsound
from theory.ledger.terms import Claim

GROUP = "rope_claims.rooms"
PYPROJECT = paths.PYPROJECT
NOWHERE = "none"
"""Where a claim is at home of which there is nothing but its rows in ``statements.json``."""


@dataclass(frozen=True)
class Room:
    """A room and the place of its claims: ``package.module:NAME`` or ``file.py:NAME``."""

    name: str
    source: str


@dataclass
class Registry:
    """All claims by id, in the rooms' order, and what is broken.

    ``home`` says in which room an id lives, ``broken`` why an id cannot be judged. ``planted`` is
    the file that replaced the real rooms and their list, or ''.
    """

    rooms: tuple[Room, ...]
    planted: str = ""
    claims: dict[str, Claim] = field(default_factory=dict)
    home: dict[str, str] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)

    @property
    def ids(self) -> list[str]:
        """Every id, broken ones too."""
        return list(self.home)


@dataclass(frozen=True)
class Unsound:
    """A claim that could not be described, and why."""

    id: str
    why: str


class NotImported(Exception):
    """A room whose claims cannot be had, and why."""


class BadRooms(ValueError):
    """A file of planted rooms that cannot be read."""


def installed_rooms() -> tuple[Room, ...]:
    """The rooms of the installed distributions, else those of the checkout's ``pyproject.toml``."""
    from importlib.metadata import entry_points

    rooms = [Room(e.name, e.value) for e in entry_points(group=GROUP)]
    if not rooms and PYPROJECT.is_file():
        import tomllib

        project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8")).get("project", {})
        rooms = [Room(*item) for item in project.get("entry-points", {}).get(GROUP, {}).items()]
    return tuple(dict.fromkeys(rooms))


def planted_rooms(path: Path) -> tuple[tuple[Room, ...], dict[str, list[str]]]:
    """Rooms and list from a JSON file: ``{"rooms": {name: source}, "claims": {name: [id]}}``.

    For the suite's own tests. Every report of a run on planted rooms says so.

    Raises:
        BadRooms: the file cannot be read or has another form.
    """
    try:
        data = read(path)
        rooms = tuple(Room(name, text(source)) for name, source in data["rooms"].items())
        listed = {room: [text(one) for one in ids] for room, ids in data["claims"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRooms(f"{path}: no file of planted rooms ({error!r})") from None
    return rooms, listed


def by_room(pinned: Mapping[str, Any]) -> dict[str, list[str]]:
    """The listed ids of each room, in the list's order.

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


def pins(registry: Registry) -> dict[str, dict[str, Any]]:
    """What ``pinned.json`` should hold of the claims that are there: package by package."""
    ids = sorted(registry.claims, key=registry.home.__getitem__)
    return {one: _pin(registry, one) for one in ids}


def _pin(registry: Registry, one: str) -> dict[str, Any]:
    return {"package": registry.home[one], **pin(registry.claims[one])}


def load(
    only: Collection[str] | None = None,
    planted: str = "",
    get: Callable[[Room], Sequence[Claim | Unsound]] | None = None,
    pinned: Mapping[str, Any] | None = None,
    recorded: Sequence[statements.Row] | None = None,
    held: bool = True,
) -> Registry:
    """Take in the rooms (those named in ``only``, or all) and hold them to the list.

    ``get`` gets a room's claims; without it the room is imported. ``pinned`` is the list with what
    each claim must say of itself (default: ``pinned.json``), ``recorded`` the rows of their
    statements (default: ``statements.json``). Planted rooms bring a list of their own; beyond that
    they are held only to what is given here. With ``held`` False nothing is held to the files.

    Raises:
        BadRooms: ``planted`` names no file of planted rooms.
        Unreadable: one of the two files is not of its form.
    """
    listed: Mapping[str, Sequence[str]] | None = None
    if planted:
        rooms, listed = planted_rooms(Path(planted))
    else:
        rooms = installed_rooms()
        if held:
            pinned = read(PINNED) if pinned is None else pinned
            recorded = statements.rows() if recorded is None else recorded
            listed = by_room(pinned)
    wanted = [room for room in rooms if only is None or room.name in only]
    registry = Registry(tuple(wanted), planted)
    _take_in(registry, listed, only, get or fetch)
    _inspect_links(registry)
    if pinned is not None:
        _hold_to_pins(registry, pinned)
    if recorded is not None:
        _hold_to_statements(registry, recorded, pinned or {})
    return registry


def _take_in(
    registry: Registry,
    listed: Mapping[str, Sequence[str]] | None,
    only: Collection[str] | None,
    get: Callable[[Room], Sequence[Claim | Unsound]],
) -> None:
    """Take in every wanted room; a listed room that is not there is broken."""
    names = [room.name for room in registry.rooms]
    for name in [n for n in listed or () if only is None or n in only]:
        if name not in names:
            why = f"room {name!r} is not registered; reinstall"
            _break(registry, name, (listed or {})[name], why)
    for room in registry.rooms:
        required = None if listed is None else tuple(listed.get(room.name, ()))
        if names.count(room.name) == 1:
            _admit(registry, room, required, get)
        else:
            why = f"two rooms are called {room.name!r}; remove the older installation"
            _break(registry, room.name, required or (), why)


def _hold_to_pins(registry: Registry, pinned: Mapping[str, Any]) -> None:
    """Break claims that describe themselves otherwise than they are pinned."""
    for one in registry.claims:
        if pinned.get(one) != _pin(registry, one):
            why = f"says of itself what {PINNED.name} does not; if it should, {HOW}"
            registry.broken.setdefault(one, why)


def _hold_to_statements(
    registry: Registry, recorded: Sequence[statements.Row], pinned: Mapping[str, Any]
) -> None:
    """Break claims whose statement or removal has no row; a listed one is missing anyway."""
    for one, why in statements.unrecorded(recorded, registry.claims).items():
        if one in registry.claims:
            registry.broken.setdefault(one, why)
        elif one not in pinned and one not in registry.home:
            _break(registry, NOWHERE, [one], why)


def _admit(
    registry: Registry,
    room: Room,
    required: tuple[str, ...] | None,
    get: Callable[[Room], Sequence[Claim | Unsound]],
) -> None:
    """Take in one room's claims, the ``required`` ones and no others (None: whichever it has);
    whatever is not as it should be is broken."""
    try:
        claims = get(room)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit at import must not end the run in silence
        _break(
            registry,
            room.name,
            required or (),
            f"room {room.name!r} does not import: {cause(error)}",
        )
        return
    for claim in claims:
        if claim.id in registry.home:
            both = f"rooms {registry.home[claim.id]!r} and {room.name!r}"
            registry.broken[claim.id] = f"duplicate id ({both})"
            continue
        why = claim.why if isinstance(claim, Unsound) else unsound(claim)
        if why or isinstance(claim, Unsound):
            _break(registry, room.name, [claim.id], why)
            continue
        registry.claims[claim.id] = claim
        registry.home[claim.id] = room.name
        if required is not None and claim.id not in required:
            registry.broken[claim.id] = f"not listed among its room's claims; {HOW}"
    missing = [i for i in required or () if i not in {claim.id for claim in claims}]
    if missing:
        _break(registry, room.name, missing, f"missing: {room.source} does not hold it")


def cause(error: BaseException) -> str:
    """Why a room's claims cannot be had."""
    known = isinstance(error, NotImported)
    return str(error) if known else f"{type(error).__name__}: {error}"


def _break(registry: Registry, room: str, ids: Iterable[str], why: str) -> None:
    for one in tuple(ids) or (f"room:{room}",):
        registry.home.setdefault(one, room)
        registry.broken[one] = " ".join(why.split())


def fetch(room: Room) -> tuple[Claim, ...]:
    """Import one room's claims.

    Raises:
        TypeError: what the source names is not a tuple of claims.
        Exception: whatever the import raises.
    """
    place, _, name = room.source.rpartition(":")
    if place.endswith(".py"):
        spec = importlib.util.spec_from_file_location(f"planted_{room.name}", place)
        if spec is None or spec.loader is None:
            raise ImportError(f"cannot load {place}")
        module: Any = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        module = importlib.import_module(place)
    claims = getattr(module, name)
    if type(claims) is not tuple:
        raise TypeError(f"{room.source} is a {type(claims).__name__}, not a tuple of claims")
    for position, claim in enumerate(claims):
        if type(claim) is not Claim or not isinstance(claim.id, str) or not claim.id:
            raise TypeError(f"{room.source}[{position}] is no Claim with an id: {claim!r}"[:200])
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
        behind = {t for target in targets for t in closure(registry, [target])}
        if one in behind:
            registry.broken.setdefault(one, "leans on itself in a circle")
