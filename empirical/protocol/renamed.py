"""Objects of registered criteria that have another name now, by the name under which they count.

A criterion's hash contains the names of the functions and classes that it uses. A change of name
decides nothing, so code is hashed with the names that were registered (``REGISTERED``). So are
messages that name a command (``COMMANDS``), which manifests of records name too.
"""

import ast
import re
from collections.abc import Mapping
from types import ModuleType
from typing import Any

REGISTERED = {
    "empirical.criteria.courses._training_start": "beginning",
    "empirical.criteria.recipe_claims.values_by_task": "found",
    "empirical.criteria.recipe_criteria.starts_uniform": "near_uniform",
    "empirical.experiments.beyond.records.TextRecord": "Text",
    "empirical.experiments.canonical.checks.check_canonical_mix": "check_mix",
    "empirical.experiments.canonical.judged.hold_to_registered": "hold",
    "empirical.experiments.canonical.judged.stored_sweeps": "stored",
    "empirical.experiments.canonical.shapes.curve_shape": "shape",
    "empirical.experiments.canonical.shapes.end_contrast": "ends",
    "empirical.experiments.canonical.shapes.frequency_accuracy": "accuracy",
    "empirical.experiments.canonical.shapes.learnt_state": "learnt",
    "empirical.experiments.canonical.shapes.places_judged": "judged",
    "empirical.experiments.dynamics.records.pure_at_steps": "pure",
    "empirical.experiments.dynamics.records.DynamicsRecord": "Record",
    "empirical.experiments.law.forms.base_prediction": "by_base",
    "empirical.experiments.law.forms.law_prediction": "by_law",
    "empirical.experiments.law.forms.lead_prediction": "by_lead_alone",
    "empirical.experiments.law.reading.PopulationModel": "Model",
    "empirical.experiments.lengths.records.LengthsRecord": "Record",
    "empirical.experiments.mechanism.ablation.records.AblationRecord": "Record",
    "empirical.experiments.mechanism.following.records.FollowingRecord": "Record",
    "empirical.experiments.mechanism.records.MechanismRecord": "Record",
    "empirical.experiments.mechanism.records.pure_layers": "pure",
    "empirical.protocol.reading.renamed_field": "named",
}
"""By module and name of today, the registered name."""
COMMANDS = {
    "python -m empirical.canonical": "rope-claims run canonical",
    "python -m empirical.dynamics": "rope-claims run dynamics",
    "python -m empirical.lengths": "rope-claims run lengths",
    "python -m empirical.mechanism": "rope-claims run mechanism",
    "python -m empirical.released": "rope-claims run released",
    "python -m empirical.train": "rope-claims train",
}
"""Commands as older manifests and registered criteria name them, and as they are typed now."""
NAMED = re.compile(r"python -m [\w.]+")
TYPED = re.compile(r"rope-claims (?:run )?[a-z-]+")


def present(command: str) -> str:
    """A command of a manifest as it is typed now."""
    return NAMED.sub(lambda match: COMMANDS.get(match[0], match[0]), command)


def registered_text(text: str) -> str:
    """A text with its commands as they were when the criteria were registered."""
    before = {now: old for old, now in COMMANDS.items()}
    return TYPED.sub(lambda match: before.get(match[0], match[0]), text)


def registered_name(value: Any) -> str:
    """The name under which a function or class is hashed."""
    name: str = value.__qualname__
    return REGISTERED.get(f"{getattr(value, '__module__', None)}.{name}", name)


def as_registered(tree: ast.AST, scope: Mapping[str, Any], own: Any) -> ast.AST:
    """The code of ``own``, a function or class, with the names that were registered put into it.

    ``scope``: by name what the code's names stand for.
    """
    changed: ast.AST = _Registered(scope, own).visit(tree)
    return changed


class _Registered(ast.NodeTransformer):
    """Puts registered names where today's are."""

    def __init__(self, scope: Mapping[str, Any], own: Any) -> None:
        self.scope, self.own = scope, own

    def name(self, name: str, value: Any) -> str:
        """The registered name of what ``name`` stands for; names given by an import stay."""
        same = getattr(value, "__qualname__", None) == name
        return registered_name(value) if same else name

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A name alone."""
        node.id = self.name(node.id, self.scope.get(node.id))
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """A name in a module."""
        owner = self.scope.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(owner, ModuleType):
            node.attr = self.name(node.attr, getattr(owner, node.attr, None))
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """A text that may name a command."""
        node.value = registered_text(node.value) if isinstance(node.value, str) else node.value
        return node

    def _definition(self, node: Any) -> ast.AST:
        """The definition of ``own`` itself."""
        node.name = self.name(node.name, self.own)
        return self.generic_visit(node)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _definition
