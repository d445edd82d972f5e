"""Every verdict in one file that registries of replications can take in, as JSON-LD.

Each claim is a ``ClaimReview`` of schema.org: what is claimed, by which work and where, and the
verdict. Witness, repair, evidence, the command that re-checks it, and a digest are terms of our
own, which the context names. ``exchange.schema.json`` says what is in the file.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from theory import __version__
from theory.gate.registry import Registry
from theory.ledger.terms import Claim, Verdict
from theory.papers import Paper
from theory.reports import errata, verdicts

OWN = "urn:rope-claims:"
CONTEXT = {
    "@vocab": "https://schema.org/",
    "place": {"@id": f"{OWN}place"},
    "provenance": {"@id": f"{OWN}provenance"},
    "evidence": {"@id": f"{OWN}evidence"},
    "witness": {"@id": f"{OWN}witness"},
    "repair": {"@id": f"{OWN}repair"},
    "notCovered": {"@id": f"{OWN}notCovered"},
    "recheck": {"@id": f"{OWN}recheck"},
    "distribution": {"@id": f"{OWN}distribution"},
    "sha256": {"@id": f"{OWN}sha256"},
}
"""Its terms beyond schema.org's; the URN only distinguishes them."""


def to_json_ld(registry: Registry, sections: Mapping[str, str], paper: str = "") -> str:
    """All claims of the registry that are not broken, or those of one ``paper``, with the verdicts
    expected. One of another distribution says which.

    Raises:
        errata.Incomplete: a refuted claim has no section in proofs.md.
    """
    claims = [c for c in registry.sound.values() if not paper or c.paper == paper]
    data = {
        "@context": CONTEXT,
        "@type": "Dataset",
        "name": "rope-claims verdicts",
        "version": __version__,
        "hasPart": [_review(claim, registry, sections) for claim in claims],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _review(claim: Claim, registry: Registry, sections: Mapping[str, str]) -> dict[str, Any]:
    commands = dict.fromkeys(one.command for one in claim.evidence if one.command)
    review = {
        "@type": "ClaimReview",
        "identifier": claim.id,
        "claimReviewed": claim.statement,
        "itemReviewed": {"@type": "Claim", "appearance": _work(registry.papers[claim.paper])},
        "place": claim.place,
        "provenance": claim.provenance,
        "reviewRating": {"@type": "Rating", "alternateName": verdicts.expected(claim)},
        "evidence": [
            {"name": e.name, "method": str(e.method), "covers": e.covers} for e in claim.evidence
        ],
        "witness": _witness(claim, sections),
        "repair": list(claim.repairs),
        "notCovered": claim.not_covered,
        "recheck": [f"rope-claims check {claim.id}", *commands],
    }
    if distribution := registry.distribution(claim.id):
        review |= {"distribution": distribution}
    return {**review, "sha256": review_digest(review)}


def _work(paper: Paper) -> dict[str, Any]:
    work: dict[str, Any] = {"@type": "ScholarlyArticle", "name": paper.title}
    work |= {"author": list(paper.authors)} if paper.authors else {}
    work |= {"datePublished": str(paper.year)} if paper.year else {}
    return work | ({"url": paper.link} if paper.link else {})


def _witness(claim: Claim, sections: Mapping[str, str]) -> str:
    """The claim's section in proofs.md, if it is refuted; else ''."""
    if claim.expected is not Verdict.REFUTED:
        return ""
    body = sections.get(claim.id, "").strip()
    if not body:
        raise errata.Incomplete(f"proofs.md has no section '## {claim.id}'; write it")
    return body


def review_digest(review: Mapping[str, Any]) -> str:
    """The SHA-256 of a review without its digest: of its JSON in UTF-8, keys sorted, no blanks."""
    bare = {key: value for key, value in review.items() if key != "sha256"}
    text = json.dumps(bare, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
