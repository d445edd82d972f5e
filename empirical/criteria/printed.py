"""B-e-disc as paper B prints it: discrepancy "may provide" predictions of where accuracy breaks.

One reading of discrepancy that predicts the breaks is enough for that. The reading is S-break's:
the carrying heads' gap less the log of the number of irrelevant keys. It was chosen on models seen
before, so the claim is judged on the law's fresh models, by S-break's criterion as registered.
"""

from __future__ import annotations

from empirical.experiments.law.claims import BREAK, POPULATION
from empirical.experiments.law.synthetic import LAW
from empirical.protocol import settings
from theory.ledger import Claim, Verdict

DISCREPANCY = POPULATION.claim(
    "B-e-disc",
    "§4, Fig. 5A against 5B",
    "Discrepancy may provide quantitative predictions of when length generalization breaks.",
    "'may provide quantitative predictions' (§4); none is printed",
    "'may': one reading that does is enough, here S-break's: "
    + BREAK.evidence[0].covers.removeprefix(POPULATION.sizes),
    BREAK.evidence[0].check,
    LAW,
    "other readings, of which one that predicts would be enough: 'may' promises no more. The gap"
    " without the number of keys does not (B-e-disc-gap). On the 16 models that this reading was"
    " chosen on it predicts the breaks, which decides nothing;"
    f" {settings.LAST_WEIGHTS}",
    Verdict.NOT_REPRODUCED,
    "reading",
)
PRINTED: tuple[Claim, ...] = (DISCREPANCY,)
