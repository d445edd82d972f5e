"""The ledger: what a claim is, how it is judged, and which verdict its evidence earns.

A claim holds a *subject* (the literal statement as data that a check can read), evidence whose
checks judge that subject, and mutants: functions that make the subject slightly false. A verdict
exists only if every check was seen to pass on the claim and fail on its mutants in this run.

Other packages import from here. The data is in ``theory.ledger.terms``, what may be judged at all
in ``theory.ledger.inspection``, the judging in ``theory.ledger.judging``.
"""

from theory.ledger.inspection import MIN_MUTANTS, inspect_claim
from theory.ledger.judging import judge
from theory.ledger.terms import (
    DECISIVE,
    EXACT,
    Claim,
    Evidence,
    Fault,
    Kind,
    Method,
    Mutant,
    Observation,
    Outcome,
    Record,
    Status,
    Undecided,
    Verdict,
    altered,
    false,
    true,
    unknown,
)

__all__ = [
    "DECISIVE",
    "EXACT",
    "MIN_MUTANTS",
    "Claim",
    "Evidence",
    "Fault",
    "Kind",
    "Method",
    "Mutant",
    "Outcome",
    "Record",
    "Observation",
    "Status",
    "Undecided",
    "Verdict",
    "altered",
    "false",
    "inspect_claim",
    "judge",
    "true",
    "unknown",
]
