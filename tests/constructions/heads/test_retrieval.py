"""Retrieval and Reflexive heads: refusals by rule, the exact range of θ, symbolic logits."""

from fractions import Fraction

import pytest

from constructions.claims import CLAIMS
from constructions.claims.exhaustive import hard_head, right_on
from constructions.heads.alphabets import Pairs
from constructions.heads.retrieval import (
    reflexive_positional,
    reflexive_symbolic,
    retrieval_printed,
    retrieval_symbolic,
)
from constructions.heads.sharpness import cosine_sum_value

AB, ABC, A = Pairs(("a", "b"), 1), Pairs(("a", "b", "c"), 1), Pairs(("a",), 1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: retrieval_printed(AB, 1), "n0 ≥ 2"),
        (lambda: retrieval_printed(AB, 3, "1/6"), r"0 < ‖θ‖ < 1/6 turns.*B-thm31-retr"),
        (lambda: retrieval_printed(ABC, 4, "0"), "B-thm31-retr"),
        (lambda: retrieval_printed(A, 4, "1/3"), "no tθ a full turn"),
        (lambda: retrieval_symbolic(AB, 3, "1/100"), "needs θ = 0"),
        (lambda: retrieval_symbolic(AB, 3, beta="13/10"), "only above 1.38629"),
        (lambda: reflexive_symbolic("ab", 3, "1/2"), "needs θ = 0"),
        (lambda: reflexive_positional("ab", 4, "1/3"), "B-irr-fix"),
    ],
)
def test_refusals_name_the_rule(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize("theta", ["1/7", "1/100", "-1/7", "8/7"])
def test_angles_in_range_serve(theta):
    head = retrieval_printed(AB, 3, theta)
    assert right_on(head, hard_head(head), head.task.inputs(3)).status == "true"


@pytest.mark.parametrize(("alphabet", "n0", "less"), [(AB, 4, "5/2"), (ABC, 3, "11/4")])
def test_the_best_angle_is_as_c_retr_states_it_above_the_printed_range(alphabet, n0, less):
    claim = next(claim for claim in CLAIMS if claim.id == "C-retr")
    letters = len(alphabet.letters)
    (theta,) = retrieval_printed(alphabet, n0).weights.planes.values()
    assert theta == 1 / (letters * (2 * n0 - Fraction(less))) > Fraction(1, letters * 2 * n0)
    assert f"ω/(2n0 - {less})" in claim.statement


@pytest.mark.parametrize("n0", [2, 3, 4])
def test_one_letter(n0):
    for head in (retrieval_printed(A, n0), retrieval_symbolic(A, n0)):
        assert right_on(head, hard_head(head), head.task.inputs(n0)).status == "true"


def test_symbolic_logits_see_no_place():
    head = retrieval_symbolic(ABC, 5)
    for query in head.task.tokens:
        for key in head.task.tokens:
            assert len({cosine_sum_value(head.weights.logit(query, key, t)) for t in range(5)}) == 1
    assert cosine_sum_value(head.weights.logit(("a", 1), ("a", 1), 0)) == 1.5
    assert cosine_sum_value(head.weights.logit(("b", "a"), ("a", 1), 0)) == 1


def test_the_printed_logits():
    head = retrieval_printed(ABC, 3, "1/10")
    logit = head.weights.logit(("a", "b"), ("c", 1), 2)
    assert logit == {2 * abs(Fraction(1, 3) + Fraction(1, 5) - 1): 1}
