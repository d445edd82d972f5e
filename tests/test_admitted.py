"""Each question to a solver admits the cases that ``admitted.json`` records: its hypotheses are not
narrower than they were."""

import json

import pytest

from tests.admitted import CONCLUDED, STORED, asked, concluded, points, refused
from theory.gate.registry import load

RECORDED = json.loads(STORED.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def questions():
    return asked(load().claims)


def test_each_question_has_points(questions):
    known = "python -m tests.admitted adds the points of a new question"
    assert questions.keys() == RECORDED.keys(), known
    assert all(RECORDED.values())


def test_the_hypotheses_hold_at_each_point(questions):
    wrong = {
        name: lost
        for name, recorded in RECORDED.items()
        if name in questions and (lost := [p for p in recorded if refused(questions[name][0], p)])
    }
    assert wrong == {}, "a check covers less than it did; compare it with its claim's quantifiers"


def test_the_conclusions_are_those_recorded(questions):
    recorded = json.loads(CONCLUDED.read_text(encoding="utf-8"))
    now = {name: concluded(*question) for name, question in questions.items()}
    assert now == recorded, "a check may prove less than it did; compare it with its claim"


def below(x, n):
    return (n >= 1, x > 0, x <= n), (x <= n * n,)


def equal(x, n):
    return (x + n == 2 * n,), (x == n,)


NARROWER = {
    "n from 2 on": (below, lambda x, n: ((n >= 2, x > 0, x <= n), ())),
    "n above 1": (below, lambda x, n: ((n > 1, x > 0, x <= n), ())),
    "x from 1 on": (below, lambda x, n: ((n >= 1, x >= 1, x <= n), ())),
    "x below n": (below, lambda x, n: ((n >= 1, x > 0, x < n), ())),
    "n up to 100": (below, lambda x, n: ((n >= 1, x > 0, x <= n, n <= 100), ())),
    "an equation of n ≥ 0": (equal, lambda x, n: ((x + n == 2 * n, n >= 0), ())),
    "an equation of x ≠ 0": (equal, lambda x, n: ((x + n == 2 * n, x != 0), ())),
}


@pytest.mark.parametrize(("whole", "narrower"), NARROWER.values(), ids=NARROWER)
def test_narrower_hypotheses_lose_a_point(whole, narrower):
    recorded = points(whole, "x n")
    assert not any(refused(whole, one) for one in recorded)
    assert any(refused(narrower, one) for one in recorded)


WEAKER = {
    "≤ for <": (("x < n", "x > 0"), ("x <= n", "x > 0")),
    "one left out": (("x < n", "x > 0"), ("x < n",)),
    "a product ≥ 0": (("x * n > 0",), ("x * n >= 0",)),
    "no number below it": (("x * x - n >= 2",), ("x * x - n > 1",)),
}


@pytest.mark.parametrize(("whole", "weaker"), WEAKER.values(), ids=WEAKER)
def test_weaker_conclusions_have_another_digest(whole, weaker):
    def posed(texts):
        return lambda x, n: ((), [eval(text, {"x": x, "n": n}) for text in texts])

    assert concluded(posed(whole), "x n") != concluded(posed(weaker), "x n")
    assert concluded(posed(whole), "x n") == concluded(posed(whole[::-1]), "x n")
