"""What the law is held against, fixed before any of its models was trained."""

from dataclasses import dataclass


@dataclass(frozen=True)
class LawBounds:
    """The thresholds of every claim about the law.

    letter, number   models that have learnt their task, at least; fewer decide nothing
    remedied         models a task on which remedies are tried
    learnt           accuracy at every hop count of 17-token inputs
    span_letter      the measured breaking lengths span at least this factor, else nothing is
    span_number      decided
    ranks_p          p of Spearman's rank correlation of predicted with measured, at most
    closer_p         p of Wilcoxon's signed ranks of paired |log ratio|, at most
    off_letter       geometric mean of the factors by which the prediction is off, at most
    off_number
    keeps            accuracy whose loss is the break
    lead_kept        S-dilution: mean of letter's lead at twice the break over that at 17, at least
    lead_lost        S-alias: the same of number's, at most
    off_chosen       S-alias: factor by which the chosen base's model is off, at most
    restored         accuracy that the dilution remedy keeps, at least
    returned         share of the lost answers that the aliasing remedy gives back, at least
    nothing          share that the other task's remedy or random lags give back in number, at most
    beyond           share that the aliasing remedy gives back in letter beyond random lags, at most
    lost             share of answers lost without a remedy, at least; else nothing is decided
    """

    letter: int = 10
    number: int = 8
    remedied: int = 3
    learnt: float = 0.97
    span_letter: float = 10.0
    span_number: float = 3.0
    ranks_p: float = 0.01
    closer_p: float = 0.05
    off_letter: float = 2.0
    off_number: float = 1.25
    keeps: float = 0.9
    lead_kept: float = 0.8
    lead_lost: float = 0.75
    off_chosen: float = 1.5
    restored: float = 0.95
    returned: float = 0.4
    nothing: float = 0.1
    beyond: float = 0.15
    lost: float = 0.2


BOUNDS = LawBounds()
"""As registered."""


def bounds() -> LawBounds:
    """The bounds as registered."""
    return BOUNDS
