"""Which claims a command is asked for: by id, package, method, paper, verdict or words."""

import argparse
import json
from collections.abc import Iterable, Sequence

from theory import paths
from theory.gate import registry as registries
from theory.gate.packages import installed_packages
from theory.ledger.terms import Claim, Method, Verdict
from theory.reports.command import PROG, Usage, nearest_names


def narrowed(given: argparse.Namespace) -> None:
    """Hold ids, a package and a method asked for to what there is, before anything runs.

    Raises:
        Usage: there is none of the name, or a claim is judged by a command of its own.
    """
    judged = {} if given.synthetic else judged_elsewhere()
    for one in given.ids:
        if one in judged:
            raise Usage(f"{one} needs a public model, so it is judged by: {judged[one]['command']}")
    if given.method is not None:
        known_only([given.method], list(Method), "method")
    if given.package is not None and not given.synthetic:
        listed = registries.by_package(registries.all_pins())
        known = [*listed, *(package.name for package in installed_packages())]
        known_only([given.package], known, "package")


def judged_elsewhere() -> dict[str, dict[str, str]]:
    """By id the claims that ``check`` does not judge, as they need a model's weights, and the
    commands that judge them."""
    rows = json.loads(paths.ELSEWHERE.read_text(encoding="utf-8"))
    return {row["id"]: row for row in rows}


def of_package(name: str | None) -> list[str]:
    """The listed claims of a package; none if no package is named."""
    return [] if name is None else registries.by_package(registries.all_pins()).get(name, [])


def select(registry: registries.Registry, given: argparse.Namespace) -> list[str]:
    """The ids asked for, each once, in the registry's order.

    Raises:
        Usage: an unknown package, method or id (with the nearest ones), or nothing selected.
    """
    narrowed(given)
    known = registry.ids
    if given.package is not None:
        known_only([given.package], sorted({registry.home[one] for one in known}), "package")
        known = [one for one in known if registry.home[one] == given.package]
    if given.method is not None:
        known = [one for one in known if _uses(registry.claims.get(one), given.method)]
    for one in given.ids:
        if one in registry.home and one not in known:
            _left_out(registry, given, one)
    known_only(given.ids, [*known, *({} if given.synthetic else judged_elsewhere())], "claim")
    chosen = [one for one in known if one in given.ids] if given.ids else known
    if not chosen:
        where = f" of the package {given.package}" if given.package else ""
        with_method = f" has evidence of the method {given.method}" if given.method else " is there"
        raise Usage(f"no claim{where}{with_method}; see {PROG} list")
    return chosen


def _left_out(registry: registries.Registry, given: argparse.Namespace, one: str) -> None:
    """Say why a claim is not among those of the package and method asked for.

    Raises:
        Usage: always.
    """
    home = registry.home[one]
    if given.package not in (None, home):
        raise Usage(f"{one} is a claim of the package {home}: leave --package out")
    raise Usage(f"{one} has no evidence of the method {given.method}: leave --method out")


def searched(registry: registries.Registry, given: argparse.Namespace, ids: list[str]) -> list[str]:
    """Those of the claims that have the paper, the verdict and the words asked for; one that is
    broken may have any.

    Raises:
        Usage: there is no such paper or verdict, or no claim has all of it.
    """
    claims = registry.claims
    if given.paper is not None and all(one in claims for one in ids):
        known_only([given.paper], sorted({claim.paper for claim in claims.values()}), "paper")
    if given.verdict is not None:
        known_only([given.verdict.upper()], list(Verdict), "verdict")

    def asked_for(claim: Claim) -> bool:
        text = f"{claim.id} {claim.statement}".casefold()
        return (
            given.paper in (None, claim.paper)
            and (given.verdict is None or given.verdict.upper() == claim.expected)
            and (given.search is None or given.search.casefold() in text)
        )

    ids = [one for one in ids if one not in claims or asked_for(claims[one])]
    if not ids:
        asked = [
            name for name in ("paper", "verdict", "search") if getattr(given, name) is not None
        ]
        mend = "leave one option out" if len(asked) > 1 else f"try another word ({PROG} list)"
        verb = "ask" if len(asked) > 1 else "asks"
        raise Usage(f"no claim has what --{' and --'.join(asked)} {verb} for; {mend}")
    return ids


def _uses(claim: Claim | None, method: str) -> bool:
    """Whether a claim has evidence of this method; one that is broken may have any."""
    return claim is None or any(one.method == method for one in claim.evidence)


def known_only(asked: Sequence[str], known: Iterable[str], what: str) -> None:
    """Refuse what is not known.

    Raises:
        Usage: one of ``asked`` is not known; the message names the nearest.
    """
    folded = {one.casefold(): one for one in known}
    for one in asked:
        if one not in folded.values():
            meant = ", ".join(folded[n] for n in nearest_names(one.casefold(), [*folded]))
            names = f"there are {', '.join(folded.values())}"
            names = names.replace("kernel", "kernel (Coq)") if what == "method" else names
            names = f"see {PROG} list" if what == "claim" else names
            hint = f"did you mean {meant}?" if meant else names
            hint += f" {PROG} list names every claim" if meant and what == "claim" else ""
            raise Usage(f"unknown {what} {one!r}; {hint}")
