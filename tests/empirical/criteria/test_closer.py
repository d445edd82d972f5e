"""Which of two predictions is closer: equal ones, wrong ones on the low side, and equals decide."""

from types import SimpleNamespace

from empirical.criteria import breaks
from empirical.criteria.bounds import BOUNDS
from theory.ledger import Status

MEASURED = [100.0 * 2**k for k in range(8)]
SCALE = (0.5, 2.0, 0.6, 1.7, 0.7, 1.5, 0.8, 1.3)
"""By which each prediction of a rival is off."""


def closer(predicted, rival):
    """Whether the prediction is closer than the rival, on eight models."""
    rivals = {"rival": [float(x) for x in rival]}
    answer = breaks.predicts("letter", MEASURED, predicted, rivals, BOUNDS)
    return {one.name: one.holds for one in answer}["letter: closer than the rival"]


def scaled(factors):
    return [x * y for x, y in zip(MEASURED, factors, strict=True)]


def test_a_prediction_is_closer_than_one_that_is_off():
    assert closer(MEASURED, scaled(SCALE)) is Status.TRUE


def test_a_prediction_as_close_as_its_rival_leaves_it_open():
    assert closer(scaled(SCALE), scaled(SCALE)) is Status.UNKNOWN


def test_a_prediction_far_too_low_is_not_closer():
    assert closer(scaled([0.01 * (k + 1) for k in range(8)]), scaled([1.1] * 8)) is Status.FALSE


def simpler(monkeypatch, simulated, drawn):
    """B-e-disc-sim-drawn's answer on eight models with these predictions."""
    monkeypatch.setattr(breaks, "held_out", lambda models, at: [])
    rows = [
        SimpleNamespace(**{"measured": x, "simulated": y, breaks.SIMPLER: z})
        for x, y, z in zip(MEASURED, simulated, drawn, strict=True)
    ]
    (answer,) = breaks.simulation_is_closer({"letter": rows})
    return answer.holds


def test_two_equal_predictions_leave_it_open(monkeypatch):
    equal = scaled(SCALE)
    assert simpler(monkeypatch, equal, equal) is Status.UNKNOWN
    assert simpler(monkeypatch, MEASURED, equal) is Status.TRUE
    assert simpler(monkeypatch, equal, MEASURED) is Status.FALSE
