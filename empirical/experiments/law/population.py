"""The models on which the law is judged: none of them was trained before the law was registered.

Seeds from 200 on, which no other claim reads. What was chosen for cost: at most 2,200 steps at
rates from 3e-4 to 1e-3 instead of 6,750 at 1e-4, a training set cut to what those steps read, and
last weights alone. Everything else is the released recipe, its precision (bf16) too: processors
without bf16 instructions are ten times slower in it.
"""

from dataclasses import replace

from empirical.models.recipes import NAMED, Recipe
from empirical.protocol import settings

TOTAL = 160_000
"""Sequences of all splits: 144,000 to train on, the 2,250 steps of 64 that the longest needs."""
PLANS: dict[str, tuple[tuple[float, int, float], ...]] = {
    "letter": (
        (1e-3, 1000, settings.BASE),
        (1e-3, 1500, settings.BASE),
        (1e-3, 2200, settings.BASE),
        (5e-4, 1500, settings.BASE),
        (5e-4, 2200, settings.BASE),
        (3e-4, 2200, settings.BASE),
        (1e-3, 1500, 100.0),
        (5e-4, 2200, 300.0),
        (1e-3, 1000, 1e5),
        (5e-4, 1500, 30.0),
        (3e-4, 2200, 1000.0),
    ),
    "number": (
        (5e-4, 2200, 5.0),
        (1e-3, 1500, 30.0),
        (5e-4, 2200, 60.0),
        (1e-3, 1500, 100.0),
        (5e-4, 2200, 300.0),
        (1e-3, 1500, 1000.0),
        (5e-4, 2200, settings.BASE),
        (5e-4, 1500, 3e4),
        (1e-3, 1500, 1e5),
    ),
}
"""Peak rate, steps and base of each model, seeds 200 and on in this order."""
FIRST_SEED = 200
GRID = {
    "letter": (17, 34, 68, 96, 136, 200, 300, 420, 550, 850, 1000, 1400, 2000),
    "number": (17, 20, 24, 28, 34, 40, 48, 58, 68, 82, 96, 116, 136, 200, 300, 420, 600),
}
"""Lengths at which the models are predicted and measured, with 200 inputs to 1,000 tokens and 100
beyond."""
REMEDIED = {
    "letter": ("letter-201", "letter-203", "letter-204"),
    "number": ("number-205", "number-206", "number-208"),
}
"""The models on which remedies are tried: letter at base 10,000, number at 1,000 and more, where an
alias falls below 136 tokens."""
REMEDIED_AT = {"letter": (550, 850, 2000, 8000), "number": (68, 136, 300)}
REMEDIED_WITH = {"letter": 200, "number": 400}
"""Lengths at which they are tried, and inputs at each; letter's last, with 20, for information."""
SCALED = ("letter-200", "letter-201", "letter-203")
"""Letter models that are trained once more, from the same seed, with log-scaled logits."""
CHOSEN = "number-200"
"""Number at base 5, whose first alias lies at 238 tokens: the farthest of all whole bases. None
brings it beyond 300, as was wanted."""


def population_recipes() -> dict[str, Recipe]:
    """By name, each model's recipe."""
    return {
        f"{task}-{FIRST_SEED + i}": _recipe(task, FIRST_SEED + i, *plan)
        for task, plans in PLANS.items()
        for i, plan in enumerate(plans)
    }


def scaled_recipes() -> dict[str, Recipe]:
    """By name, the recipes of the models with log-scaled logits."""
    plain = population_recipes()
    return {f"{name}-scaled": replace(plain[name], log_scaled=True) for name in SCALED}


def longer(recipe: Recipe) -> Recipe:
    """The recipe of a model that has not learnt its task by its own: twice the steps."""
    return replace(recipe, steps=2 * recipe.steps, total=2 * recipe.total)


def _recipe(task: str, seed: int, rate: float, steps: int, base: float) -> Recipe:
    return replace(
        NAMED["released"],
        task=task,
        seed=seed,
        rate=rate,
        steps=steps,
        base=base,
        total=TOTAL,
        check_every=0,
        precision="bf16",
        device="cpu",
        threads=1,
    )
