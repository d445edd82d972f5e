"""Every file that is generated from the claims; ``rope-claims generate`` writes them."""

import json
from pathlib import Path

from theory import paths

FORMAL = ("theory", "constructions")
"""The packages whose claims have proofs."""


def generated() -> dict[Path, str]:
    """Each generated file and the text that it should hold."""
    from theory.gate.packages import installed_packages
    from theory.gate.registry import load
    from theory.ledger.terms import Verdict
    from theory.reports import findings, proofs
    from theory.reports.site.badge import badge_svg

    own = {package.name for package in installed_packages() if not package.distribution}
    registry = load(only=own)
    formal = {one: claim for one, claim in registry.claims.items() if registry.home[one] in FORMAL}
    reasons = {s.heading: s.reason for group in proofs.sections().values() for s in group}
    elsewhere = json.loads(paths.ELSEWHERE.read_text(encoding="utf-8"))
    undecided = [claim.expected is Verdict.UNDECIDED for claim in registry.claims.values()]
    return {
        # What .ci/run passes: it fails where a verdict is not the expected one.
        paths.BADGE: badge_svg(["open" if one else "as expected" for one in undecided]) + "\n",
        paths.PROOFS: proofs.proofs_page(formal),
        paths.FINDINGS: findings.findings_page(registry.claims, reasons, elsewhere),
    }
