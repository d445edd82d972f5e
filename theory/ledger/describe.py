"""Claims as data: all that is known of a claim where none of its package's code has run.

``rope-claims pin`` writes ``pinned.json``, the list of all claims and what each was
seen to say of itself. A claim that describes itself otherwise is broken, so that no package can
quietly ask for less: a weaker claim, fewer mutants or another verdict show in that file's changes.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from theory import paths
from theory.ledger.terms import Claim, Evidence, Kind, Method, Mutant, Verdict

PINNED = paths.PINNED
HOW = "rope-claims pin"
TEXTS = ("id", "paper", "place", "statement", "not_covered", "provenance", "published")


def describe(claim: Claim) -> dict[str, Any]:
    """A claim that has passed inspection, without its functions; of them it says which are one."""
    checks = [id(e.check) for e in claim.evidence]
    return {
        **{name: str(getattr(claim, name)) for name in TEXTS},
        **({"unread": True} if claim.unread else {}),
        "expected": str(claim.expected),
        "quantifiers": {str(k): str(v) for k, v in claim.quantifiers.items()},
        "evidence": [
            {
                "name": e.name,
                "method": str(e.method),
                "covers": e.covers,
                "decides": sorted(map(str, e.decides)),
                "proof": e.proof,
                "confirmed_by": e.confirmed_by,
                "command": e.command,
                "check": checks.index(id(e.check)),
                **({"given": list(e.given)} if e.given else {}),
            }
            for e in claim.evidence
        ],
        "mutants": [
            {"name": m.name, "kind": str(m.kind), "rejected_by": list(m.rejected_by)}
            for m in claim.mutants
        ],
        "parts": {str(part): str(kind) for part, kind in claim.parts.items()},
        "rests_on": list(claim.rests_on),
        "repairs": list(claim.repairs),
        "planted": claim.synthetic is not None,  # the key that the pinned digests contain
        "seconds": claim.seconds,
    }


def revive(data: Mapping[str, Any]) -> Claim:
    """The claim that a description describes, with functions that refuse to run.

    Raises:
        ValueError: a description of another form.
    """
    try:
        checks = [_elsewhere() for _ in data["evidence"]]
        return Claim(
            **{name: text(data[name]) for name in TEXTS},
            unread=data.get("unread") is True,
            expected=Verdict(data["expected"]),
            quantifiers={text(k): text(v) for k, v in data["quantifiers"].items()},
            subject=_elsewhere(),
            evidence=tuple(_evidence(entry, checks) for entry in data["evidence"]),
            mutants=tuple(
                Mutant(text(m["name"]), Kind(m["kind"]), _elsewhere(), _texts(m["rejected_by"]))
                for m in data["mutants"]
            ),
            parts={text(part): Kind(kind) for part, kind in data["parts"].items()},
            rests_on=_texts(data["rests_on"]),
            repairs=_texts(data["repairs"]),
            synthetic=_elsewhere() if data["planted"] is True else None,
            seconds=data["seconds"],
        )
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError(f"no description of a claim: {error!r}") from None


def _evidence(entry: Mapping[str, Any], checks: list[Callable[..., NoReturn]]) -> Evidence:
    return Evidence(
        name=text(entry["name"]),
        method=Method(entry["method"]),
        covers=text(entry["covers"]),
        check=checks[entry["check"]],
        decides=frozenset(_texts(entry["decides"])),
        proof=text(entry["proof"]),
        confirmed_by=text(entry["confirmed_by"]),
        command=text(entry["command"]),
        given=_texts(entry.get("given", [])),
    )


def _elsewhere() -> Callable[..., NoReturn]:
    """A function of its own that stands for one of a package's."""

    def refuse(*arguments: Any) -> NoReturn:
        raise TypeError("a described claim is judged by what its worker answers, not run here")

    return refuse


def text(value: Any) -> str:
    """``value``, a str.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _texts(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list):
        raise TypeError(f"{values!r} is no list")
    return tuple(map(text, values))


def pin(claim: Claim) -> dict[str, Any]:
    """What ``pinned.json`` holds of a claim: verdict, evidence, mutants, bases, a digest of all.

    How long it takes is no part of what it says.
    """
    import hashlib

    data = describe(claim)
    del data["seconds"]
    serialized = json.dumps(data, sort_keys=True)
    return {
        "expected": data["expected"],
        "evidence": {e["name"]: e["method"] for e in data["evidence"]},
        "mutants": {m["name"]: m["kind"] for m in data["mutants"]},
        "leans_on": [*data["rests_on"], *data["repairs"]],
        "sha256": hashlib.sha256(serialized.encode()).hexdigest(),
    }
