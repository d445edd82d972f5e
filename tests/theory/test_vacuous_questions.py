"""A question whose hypotheses nothing satisfies proves nothing, whichever step asks it."""

import importlib

import pytest

from theory.ledger import true
from theory.mathematics import solvers

BEHAVIOUR, TASKS = "theory.paper_a.behaviour", "theory.paper_a.canonical_tasks"
CHECKS = [
    (f"{BEHAVIOUR}.two_sided", "ends_steps", "TwoSided", 3),
    (f"{BEHAVIOUR}.scores", "mean_of_cosines", "ScoreOne", 1),
    (f"{TASKS}.two_angles", "two_written", "TwoAngles", 4),
    (f"{TASKS}.shapes", "one_arc", "Shapes", 3),
    (f"{TASKS}.index_head", "index_written", "IndexHead", 2),
    (f"{TASKS}.partial_induction", "plane_written", "OnePlane", 2),
    ("constructions.other_papers.yarn", "short_distances", "Nearby", 1),
    ("constructions.other_papers.scaling_laws.bases", "critical_base", "Base", 1),
    ("constructions.other_papers.scaling_laws.bases", "more_dimensions", "Again", 1),
    ("constructions.other_papers.token_aware_phase", "definite_gap", "ExpectedGap", 1),
]


@pytest.mark.parametrize(
    ("module", "check", "subject", "at"),
    [(*one, at) for *one, questions in CHECKS for at in range(questions)],
)
def test_no_case_is_counted_if_one_question_is_vacuous(module, check, subject, at, monkeypatch):
    home, asked, prove = importlib.import_module(module), [], solvers.prove

    def vacuous(*question):
        asked.append(question)
        return true(0) if len(asked) == at + 1 else prove(*question)

    monkeypatch.setattr(solvers, "prove", vacuous)
    monkeypatch.setattr(home, "prove", vacuous, raising=False)
    outcome = getattr(home, check)(getattr(home, subject)())
    assert len(asked) == at + 1
    assert (outcome.status, outcome.cases) == ("true", 0)
