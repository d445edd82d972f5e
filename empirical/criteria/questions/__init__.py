"""Questions about the released recipe, a file each: criterion, what passes it, nulls, claim.

``every`` collects the modules of this folder, so a question is listed nowhere by hand.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from empirical.criteria.question import RecipeQuestion


@cache
def every() -> tuple[RecipeQuestion, ...]:
    """The ``QUESTION`` of each module, in the order of the modules' names."""
    names = sorted(entry.name for entry in pkgutil.iter_modules(__path__))
    modules = (importlib.import_module(f"{__name__}.{name}") for name in names)
    return tuple(module.QUESTION for module in modules)
