"""The subjects of the refuted rules, which ``rope-claims generate`` writes to ``witnesses.json``;
``recheck.py`` and the checker in JavaScript read them from there."""

from dataclasses import asdict
from typing import Any

from constructions import FOLDER
from constructions.other_papers.rechecked import exact_fields
from theory.ledger import Verdict
from theory.ledger.writing import collected

FILE = FOLDER / "capacity" / "rules" / "witnesses.json"


def rule_witnesses() -> dict[str, Any]:
    """Each refuted rule's subject, as JSON has it."""
    rules = [claim for _, claim in collected("constructions.other_papers").values()]
    refuted = {one.id: one.subject() for one in rules if one.expected is Verdict.REFUTED}
    return {one: exact_fields(asdict(refuted[one])) for one in sorted(refuted)}
