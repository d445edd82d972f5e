"""A question about the released recipe as one file has it (``empirical.criteria.questions``)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
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
