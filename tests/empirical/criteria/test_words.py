"""What is said next to a verdict: which weights were read, and where it misfits its sentence."""

import pytest

from empirical.criteria import breaks, recipe_criteria
from empirical.criteria.claims import CLAIMS, SIMULATION
from empirical.criteria.recipe_claims import values_by_task
from empirical.experiments.shipped import claims as shipped
from empirical.models import recipes, training
from empirical.protocol import paths, settings
from empirical.released import command as released
from theory.ledger import Status

BEST = "best on validation"
TEXTS = {
    "recipes": recipes.__doc__,
    "training": training.__doc__,
    "command": released.__doc__,
    "README": (paths.FOLDER / "README.md").read_text("utf-8"),
    "results page": (paths.FOLDER / "results" / "README.md").read_text("utf-8"),
}


@pytest.mark.parametrize(
    "one", [*CLAIMS, shipped.ACCURACY, shipped.MIX, shipped.LENGTHS], ids=lambda one: one.id
)
def test_a_claim_about_the_recipe_says_which_weights_it_reads(one):
    assert settings.LAST_WEIGHTS in one.not_covered
    assert BEST in settings.LAST_WEIGHTS


@pytest.mark.parametrize("where", TEXTS)
def test_wherever_the_recipe_is_described_so_is_the_choice_of_weights(where):
    text = " ".join(TEXTS[where].split())
    assert f"keep the checkpoint {BEST}" in text or "scripts keep the best ones" in text
    assert "last weights" in text or "the last ones" in text


def test_the_simulation_is_judged_by_its_sentence_alone():
    """On the stored records: the comparison with the simpler one is open in both tasks."""
    models = values_by_task(SIMULATION.subject())
    assert recipe_criteria.status(breaks.simulation_predicts(models)) is Status.TRUE
    rivals = {f"{task}: closer than the simpler one" for task in ("number", "letter")}
    answer = breaks.simulation_is_closer(models)
    assert {one.name for one in answer if one.holds is Status.UNKNOWN} == rivals
    assert not recipe_criteria.failed(answer)
    assert "simpler" not in SIMULATION.statement
    assert "was taken out after" in SIMULATION.not_covered
