"""How often an oracle meets each criterion: models whose truth is the law's, measured with the
registered numbers of inputs. Nothing here is a result.

*Exact*: the predictor knows the true curve. *As seen*: true breaking lengths scatter round the
predicted ones as those of the models did on which the law was chosen (``SCATTER``).
"""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from empirical.experiments.law import population, synthetic
from empirical.experiments.law.bounds import bounds
from empirical.experiments.law.claims import LAW_CLAIMS
from empirical.experiments.law.reading import Pair, PopulationModel
from empirical.experiments.law.records import REMEDIES, Remedy
from empirical.experiments.law.synthetic import ALMOST, Whole
from empirical.experiments.lengths.command import sequences_at
from empirical.protocol.family import Measurement
from theory.ledger import Status

DRAWS = 200
SCATTER = {"letter": 0.5, "number": 0.1}
"""Standard deviation of log(measured / predicted), letter and number, in models seen before."""
TRUE = {
    "letter": {"nothing": 0.6, "dilution": 0.99, "aliasing": 0.7, "random lags": 0.7},
    "number": {"nothing": 0.42, "dilution": 0.36, "aliasing": 0.79, "random lags": 0.42},
}
"""Shares right under each remedy, about as the two shipped models have them."""
Draw = Callable[[np.random.Generator, float], Whole]


def _counted(task: str, at: float, rng: np.random.Generator) -> tuple[tuple[int, int], ...]:
    """Right answers at the registered lengths, accuracy .9 at ``at`` tokens."""
    lengths = np.array(population.GRID[task], dtype=float)
    shares = 1 / (1 + (lengths / at) ** synthetic.STEEP / 9)
    of = [sequences_at(n) for n in population.GRID[task]]
    return tuple((int(rng.binomial(n, x)), n) for n, x in zip(of, shares, strict=True))


def _models(rng: np.random.Generator, scatter: float) -> Whole:
    """A population whose truth scatters by ``scatter`` times ``SCATTER``."""

    def drawn(task: str, i: int) -> PopulationModel:
        one = synthetic.population_model(task, i)
        told = synthetic.synthetic_told(task, i)
        at = told * math.exp(scatter * SCATTER[task] * rng.standard_normal())
        return replace(one, accuracy=_counted(task, at, rng), tested=ALMOST)

    tasks = {
        task: tuple(drawn(task, i) for i in range(len(plans)))
        for task, plans in population.PLANS.items()
    }
    return Measurement(tasks, bounds())


ALIKE = 0.9
"""Share of the inputs on which what is hard for the model is hard with a remedy as well: all
remedies are tried on the same inputs."""


def _remedied(rng: np.random.Generator, _: float) -> Whole:
    """Models on which the remedies do as on the shipped ones."""

    def row(task: str, of: int) -> tuple[int, ...]:
        hard, counts = rng.random(of), []
        for how in REMEDIES:
            own = np.where(rng.random(of) < ALIKE, hard, rng.random(of))
            counts.append(int((own < TRUE[task][how]).sum()))
        return tuple(counts)

    def drawn(task: str, one: Remedy) -> Remedy:
        rows = zip(*(row(task, of) for of in one.of), strict=True)
        return replace(one, right=dict(zip(REMEDIES, rows, strict=True)))

    whole = synthetic.synthetic_remedied(Measurement({}, bounds()))
    tasks = {task: tuple(drawn(task, one) for one in rows) for task, rows in whole.tasks.items()}
    return Measurement(tasks, bounds())


def _pairs(rng: np.random.Generator, _: float) -> Whole:
    """Log-scaled models at .97 at every length, partners at .6."""

    def drawn(one: Pair) -> Pair:
        of = [sequences_at(n) for n in one.lengths]
        kept = tuple((int(rng.binomial(n, 0.97)), n) for n in of)
        return replace(one, accuracy=kept, plain=(int(rng.binomial(100, 0.6)), 100))

    whole = synthetic.synthetic_pairs(Measurement({}, bounds()))
    return Measurement({"letter": tuple(map(drawn, whole.tasks["letter"]))}, bounds())


WORLDS: dict[str, Draw] = {
    "S-break": _models,
    "S-dilution": _models,
    "S-alias": _models,
    "S-dilution-cause": _remedied,
    "S-alias-cause": _remedied,
    "S-log-scaled": _pairs,
}


def _power(check: Callable[[Any], Any], draw: Draw, scatter: float, draws: int = DRAWS) -> float:
    """The share of draws in which a check holds."""
    rng = np.random.default_rng(41)
    return sum(check(draw(rng, scatter)).status is Status.TRUE for _ in range(draws)) / draws


def _table(draws: int = DRAWS) -> dict[str, tuple[float, float]]:
    """By claim, the power with the truth known exactly, and with scatter as seen."""
    return {
        claim.id: (
            _power(claim.evidence[0].check, WORLDS[claim.id], 0.0, draws),
            _power(claim.evidence[0].check, WORLDS[claim.id], 1.0, draws),
        )
        for claim in LAW_CLAIMS
    }


def print_power() -> None:
    """Print the table."""
    print(f"share of {DRAWS} draws in which the criterion holds: exact, scatter as seen")
    for name, (exact, scattered) in _table().items():
        print(f"{name:18s} {exact:.3f}  {scattered:.3f}")
