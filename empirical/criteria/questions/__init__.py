"""Questions about the released recipe, a file each: criterion, what passes it, nulls, claim.

``every`` collects the modules of this folder, so a question is listed nowhere by hand.
"""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from empirical.criteria.head_nulls import Case, Criterion, Null
from theory.ledger import Verdict


@dataclass(frozen=True, kw_only=True)
class RecipeQuestion:
    """What is asked of the records of a ``kind`` (a folder below ``results/released``).

    The words are those of ``theory.ledger.Claim``. ``passing()`` gives by task models that pass:
    the paper's own curves, or what ``synthetic`` says. Each of ``nulls`` changes one thing of it,
    and says which words of a requirement reject it. ``together``: requirements on a task's runs
    together, which one run alone does not fail.
    """

    id: str
    place: str
    statement: str
    published: str
    covers: str
    kind: str
    not_covered: str
    provenance: str
    criterion: Criterion
    passing: Callable[[], Any]
    nulls: list[Null]
    expected: Verdict = Verdict.SUPPORTED
    synthetic: str = ""
    together: frozenset[str] = field(default_factory=frozenset)

    @property
    def case(self) -> Case:
        """Claim, criterion, what passes, nulls."""
        return self.id, self.criterion, self.passing(), self.nulls


@cache
def every() -> tuple[RecipeQuestion, ...]:
    """The ``QUESTION`` of each module, in the order of the modules' names."""
    names = sorted(entry.name for entry in pkgutil.iter_modules(__path__))
    modules = (importlib.import_module(f"{__name__}.{name}") for name in names)
    return tuple(module.QUESTION for module in modules)
