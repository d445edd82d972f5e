"""The measured claims about the canonical tasks (paper A), evaluated from
``empirical/results/canonical``: statistic, threshold and number of seeds named here and in
``empirical.protocol.settings`` before any judged run."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from empirical.experiments.canonical import judged, synthetic
from empirical.experiments.canonical.bounds import SweepBounds, bounds
from empirical.experiments.canonical.checks import (
    check_canonical_mix,
    check_enough,
    check_geometry,
    check_only,
    check_shape,
    steady,
)
from empirical.experiments.canonical.judged import fresh, stored_settled, stored_sweeps
from empirical.protocol import settings
from empirical.protocol.criteria import formed
from empirical.protocol.family import Family
from empirical.protocol.synthetic import Mutants
from theory.ledger import Claim, Outcome, Verdict

SIZES = (
    f" a frequency, IDs 1 … {settings.CANONICAL_IDS};"
    f" {settings.CANONICAL_KEYS} context tokens, {settings.CANONICAL_SYMBOLS} symbols,"
    f" {settings.CANONICAL_STEPS} steps of {settings.CANONICAL_BATCH};"
    f" {settings.CANONICAL_TESTED} held-out inputs a seed; "
)
SEEDS = f"{settings.CANONICAL_SEEDS} seeds"
LEARNT = f"learnt: more than half the seeds reach {settings.CANONICAL_LEARNT}; "
SWEEPS = Family(
    records="records of the sweeps",
    sizes=f"{SEEDS}{SIZES}{LEARNT}",
    bounds=bounds,
    stored=stored_sweeps,
    folders=lambda: (judged.FOLDER,),
    synthetic=synthetic.synthetic_measurement,
)
FRESH = replace(
    SWEEPS,
    sizes=f"{len(settings.CANONICAL_FRESH)} further seeds{SIZES}{LEARNT}",
    stored=fresh,
    folders=lambda: (judged.FRESH, judged.FOLDER),
)
CERTIFICATES = Family(
    records="records of the sweeps, certificates of their heads",
    sizes=f"{SEEDS}{SIZES}",
    bounds=bounds,
    stored=stored_settled,
    folders=lambda: (judged.FOLDER,),
    synthetic=synthetic.settled_induction,
)


def _claim(
    id: str,  # noqa: A002 (the field's name)
    statement: str,
    covers: str,
    check: Callable[[Any], Outcome],
    mutants: Mutants,
    untested: str,
    expected: Verdict = Verdict.SUPPORTED,
    family: Family[Any, SweepBounds] = SWEEPS,
    provenance: str = "reconstructed",
) -> Claim:
    return family.claim(
        id,
        "§5",
        statement,
        "shapes only; the text was not at hand",
        covers,
        check,
        mutants,
        f"{untested}. Other lengths and alphabets, learned embeddings and other optimisers were"
        " not tried",
        expected,
        provenance,
    )


LEARNT_TOO = (-0.05, 0.04)
"""How far the bound of 'learnt' is moved without turning an answer."""
ABOVE_TOO = (-0.02, 0.03)
"""The same of 'above uniform attention'."""
ALIGNED_TOO = (-0.02, 0.02)
"""The same of 'aligned'."""
ONLY = (
    "more than half the seeds learn at some frequency, and at the"
    f" {settings.CANONICAL_ENDS} of the other end none does; IDs that some seed learns against"
    f" those that none does, exact one-sided rank test: p ≤ {settings.CANONICAL_RANKS}"
)
ENOUGH = (
    f"at least {settings.CANONICAL_SHARE} of the frequencies on the good side of the last one"
    f" learnt, which are at least {settings.CANONICAL_LEAST}, are learnt; undecided if it is"
    f" otherwise where {settings.CANONICAL_LEARNT + LEARNT_TOO[0]:g} or"
    f" {settings.CANONICAL_LEARNT + LEARNT_TOO[1]:g} counts as learnt"
)
SHAPE = (
    f"at least {settings.CANONICAL_SHARE} of the frequencies beyond the learnt ones, learnt by no"
    f" seed and above uniform attention by {settings.CANONICAL_ABOVE} (at least"
    f" {settings.CANONICAL_JUDGED}), have the shape: Student's 95 % intervals over seeds of the"
    " quadratic coefficient and of both end quarters less the middle half have its sign; undecided"
    f" if it is otherwise at {settings.CANONICAL_ABOVE + ABOVE_TOO[0]:g} or"
    f" {settings.CANONICAL_ABOVE + ABOVE_TOO[1]:g} above uniform attention"
)
RANKS = (
    "where the border lies; that it is one border, or that every angle on its good side is learnt"
    " (A-e-index-enough): the rule also accepts separate bands, and IDs that a fair coin picks up"
    " to some ID; dependence between IDs, which share their seeds: p is against learning that does"
    " not depend on frequency"
)
SHAPES = (
    "single positions: a curve that also rises in the middle (W), one that is flat except at its"
    " first and last position, and one raised by .01 at both ends have the shape, too (without"
    " these two positions 15 of the 20 frequencies of A-e-u have it, which its bound would"
    " reject); dependence between frequencies: neighbours share seeds (in Index their residuals"
    " correlate by .42)"
)
INDEX = _claim(
    "A-e-index",
    "Index is learnt only with fast enough angles.",
    ONLY,
    check_only("index", True),
    synthetic.INDEX_MUTANTS,
    RANKS,
)
INDEX_ENOUGH = _claim(
    "A-e-index-enough",
    "A fast enough angle is enough for Index to be learnt.",
    ENOUGH,
    steady(check_enough("index", True), "learnt", *LEARNT_TOO),
    synthetic.INDEX_ENOUGH_MUTANTS,
    "other bounds of 'learnt': from .85 to .94 it would be SUPPORTED, from .95 to .99 NOT"
    " REPRODUCED; other seeds: on the forty of A-e-geom 12 of 15 IDs are learnt, which would be"
    " just enough. Over all fifty seeds IDs 1 to 9 reach .95 with .42 to .60 of the seeds each, so"
    " that 'enough' depends on the seed",
    Verdict.UNDECIDED,
    provenance="reading",
)
RETRIEVAL = _claim(
    "A-e-retr",
    "Information Retrieval is learnt only with slow enough angles.",
    ONLY,
    check_only("retrieval", False),
    synthetic.RETRIEVAL_MUTANTS,
    RANKS,
)
RETRIEVAL_ENOUGH = _claim(
    "A-e-retr-enough",
    "A slow enough angle is enough for Information Retrieval to be learnt.",
    ENOUGH,
    steady(check_enough("retrieval", False), "learnt", *LEARNT_TOO),
    synthetic.RETRIEVAL_ENOUGH_MUTANTS,
    "single seeds that fail where most learn",
    provenance="reading",
)
MIX = _claim(
    "A-e-mix",
    "Partial Induction fails with one angle and succeeds with (0, θ2), θ2 not too large.",
    "a head solves the task if it misses no held-out input and is certified over all inputs: with"
    " one angle none does (undecided if a single head does); with two more than half the"
    " seeds' at some frequency, none at the"
    f" {settings.CANONICAL_ENDS} fastest",
    check_canonical_mix,
    synthetic.MIX_MUTANTS,
    "by how much one angle fails: a head that misses one held-out input of 20,000 fails as well,"
    " and its accuracy is held to no bound. At 26 of 64 IDs (23 to 48) more than half the seeds"
    f" reach {settings.CANONICAL_LEARNT} with one angle, which counts as learnt in other claims."
    " One head of 640 with one angle (ID 34, seed 4) is certified over all inputs. That one angle"
    " can do it is proved (A-one-angle-fix). That training finds it depends on that seed. Of 'not"
    " too large' the rule asks little: with two angles one frequency beyond the fastest is enough."
    " Most seeds solve the task at IDs 13 to 35 and 40 and at none from 41 on, which is not"
    " required. By a bound of .9 to 1 on accuracy alone the claim would be NOT REPRODUCED",
    Verdict.UNDECIDED,
    family=CERTIFICATES,
)
U = _claim(
    "A-e-u",
    "Index, at an angle too slow to learn it but better than uniform attention: accuracy against"
    " target position is U-shaped.",
    SHAPE,
    steady(check_shape("index", "U"), "above", *ABOVE_TOO),
    synthetic.U_MUTANTS,
    f"{SHAPES}; slower angles, which the claim's own words do not leave out: of all 48 IDs beyond"
    " the learnt ones 23 have the shape, and IDs 41 to 64 are flat at uniform attention (.305);"
    " other bounds of 'above uniform': from .02 to .2 the verdict is the same, at .25 and .3,"
    " where 3 and 1 frequencies are left, it is another",
    provenance="reading",
)
INVERSE_U = _claim(
    "A-e-invu",
    "Retrieval, at an angle too fast to learn it but better than uniform attention: accuracy"
    " against target position is inverse-U-shaped.",
    SHAPE,
    steady(check_shape("retrieval", "inverse U"), "above", *ABOVE_TOO),
    synthetic.INVERSE_U_MUTANTS,
    f"{SHAPES}; other bounds of 'above uniform': at .05, .06, .12, .15 and .2 it would be NOT"
    " REPRODUCED, at .07, .08, .1, .11, .25 and .3 SUPPORTED",
    Verdict.UNDECIDED,
    provenance="reading",
)
STEADY_GEOMETRY = steady(steady(check_geometry, "aligned", *ALIGNED_TOO), "learnt", *LEARNT_TOO)
GEOMETRY = _claim(
    "A-e-geom",
    "In heads that learnt Index, the query's angle encodes the target position and the keys share"
    " one direction.",
    f"at {settings.CANONICAL_SHARE} of the learnt frequencies, by Student's 95 % intervals over"
    " the seeds that learnt: resultant length of the keys, and of the queries for j turned back by"
    f" jθ, above {settings.CANONICAL_ALIGNED}, the latter above that of the queries as they are"
    " seed by seed; undecided while those astride a bound decide it, or if it is otherwise where"
    f" {settings.CANONICAL_LEARNT + LEARNT_TOO[0]:g} or"
    f" {settings.CANONICAL_LEARNT + LEARNT_TOO[1]:g} counts as learnt, or"
    f" {settings.CANONICAL_ALIGNED + ALIGNED_TOO[0]:g} or"
    f" {settings.CANONICAL_ALIGNED + ALIGNED_TOO[1]:g} as aligned",
    formed(STEADY_GEOMETRY, fresh),
    synthetic.GEOMETRY_MUTANTS,
    "seeds that did not learn: over all forty seeds the keys surely do not align at IDs 1, 4, 5, 6"
    " and 8. The neighbouring bounds were added after the records were seen: without them it was"
    " SUPPORTED. With 'learnt' at .94 and below it is open, since the seeds below .95 are those"
    " whose keys do not align (170 of 209 at IDs 1 to 15 are below .9, and of 391 others 7). With"
    " 'aligned' at .91 it is open, and from .915 on NOT REPRODUCED",
    Verdict.UNDECIDED,
    family=FRESH,
)

CANONICAL_CLAIMS: tuple[Claim, ...] = (
    INDEX,
    INDEX_ENOUGH,
    RETRIEVAL,
    RETRIEVAL_ENOUGH,
    MIX,
    U,
    INVERSE_U,
    GEOMETRY,
)
