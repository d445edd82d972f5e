"""A criterion's hash: what decides a measured claim, so that no part of it changes unseen.

What is hashed: the claim's statement and its statistic in words, the check's code with every
function, class and constant of this package that it uses, what gives records the form that it
reads (``formed``), and the thresholds. Of a class that is its bases, methods and fields' defaults.
Comments, docstrings, imports, layout, the file that something is in, and the name of code or
of a command that has changed since (``renamed``) are not. Nor is what measures a record from a
model (scores, looks, largest logits, predictions): that is named by the record's commit, and a
re-run holds the record against the present code (``empirical.rerun``).
"""

import ast
import hashlib
import importlib
import inspect
import json
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from empirical.protocol.renamed import as_registered, registered_name, registered_text
from theory.ledger import Claim

PACKAGE = __name__.split(".")[0]
LENGTH = 12
"""Characters of a hash that are kept."""
FORM = "form"
Check = TypeVar("Check", bound=Callable[..., Any])
Shapes = dict[str, list[Any]]
"""By name, the shapes of functions and constants so called."""


def criterion(claim: Claim, thresholds: Mapping[str, Any]) -> str:
    """The hash of a measured claim's criterion."""
    shapes: Shapes = {}
    for one in claim.evidence:
        if not isinstance(one.check, FunctionType):
            raise TypeError(f"{claim.id}: {one.check!r} is no plain function: it cannot be hashed")
        for part in (one.check, *one.check.__dict__.get(FORM, ())):
            gather(part, shapes, set())
    names = {name for parts in shapes.values() for part in parts for name in named(part)}
    used = {name: thresholds[name] for name in sorted(names & set(thresholds))}
    words = [claim.statement, *(one.covers for one in claim.evidence)]
    text = json.dumps([words, sorted(shapes.items()), used], default=repr)
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]


def formed(check: Check, *by: Callable[..., Any]) -> Check:
    """The check, which reads records in the form that these functions give them: part of its
    criterion, though a check on synthetic data never calls them."""
    check.__dict__[FORM] = by
    return check


def named(part: Any) -> Iterator[str]:
    """Every string constant and every attribute's name in the shape of some code."""
    if isinstance(part, list):
        if part[:1] == ["Constant"]:
            value = ast.literal_eval(part[1])
            yield from [value] if isinstance(value, str) else []
        if part[:1] == ["attr"]:
            yield part[1]
        for one in part:
            yield from named(one)


def gather(check: FunctionType, shapes: Shapes, visited: set[Any]) -> None:
    """Add a function's shape to ``shapes`` under its name, then what it uses of this package."""
    if check in visited:
        return
    visited.add(check)
    name = registered_name(check)
    tree = ast.parse(_source(check))
    nonlocals = inspect.getclosurevars(check).nonlocals
    scope = {**check.__globals__, **nonlocals, **_imported(tree)}
    used = [(f"{name}.{key}", value) for key, value in nonlocals.items()]
    used += uses(tree, scope)
    shapes.setdefault(name, []).append(shape(as_registered(tree, scope, check)))
    for key, value in used:
        keep(key, value, shapes, visited)


def gather_class(one: type, shapes: Shapes, visited: set[Any]) -> None:
    """``gather`` for a class: what it computes, and not how its fields are typed."""
    if one in visited:
        return
    visited.add(one)
    tree = ast.parse(_source(one))
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            node.body = [part for part in node.body if _computes(part)]
    scope = vars(sys.modules[one.__module__])
    used = list(uses(tree, scope))
    shapes.setdefault(registered_name(one), []).append(shape(as_registered(tree, scope, one)))
    for key, value in used:
        keep(key, value, shapes, visited)


@cache
def _source(one: FunctionType | type) -> str:
    """The text of a function or class; many criteria use the same ones."""
    return textwrap.dedent(inspect.getsource(one))


def _computes(part: ast.stmt) -> bool:
    """Whether a statement of a class is more than a field without a default."""
    return not (isinstance(part, ast.AnnAssign) and part.value is None)


def uses(tree: ast.AST, scope: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The names in some code, and what they stand for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in scope:
            yield node.id, scope[node.id]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = scope.get(node.value.id)
            if isinstance(owner, ModuleType) and ours(owner.__name__):
                yield node.attr, getattr(owner, node.attr, None)


def keep(name: str, value: Any, shapes: Shapes, visited: set[Any]) -> None:
    """Add what a name stands for: a function or class of this package, or a plain value."""
    value = inspect.unwrap(value) if callable(value) else value  # A cached function is its own.
    if isinstance(value, FunctionType):
        if ours(value.__module__):
            gather(value, shapes, visited)
    elif isinstance(value, type):
        if ours(value.__module__):
            gather_class(value, shapes, visited)
    elif isinstance(value, str | int | float | bool | tuple | dict | None):
        parts, shown = shapes.setdefault(name, []), ["Value", registered_text(repr(value))]
        parts += [shown] * (shown not in parts)


def ours(module: str) -> bool:
    """Whether a module is of this package."""
    return module.split(".")[0] == PACKAGE


def _imported(tree: ast.AST) -> Mapping[str, Any]:
    """What a function imports from this package inside itself."""
    imported = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and ours(node.module or ""):
            module = importlib.import_module(str(node.module))
            for alias in node.names:
                imported[alias.asname or alias.name] = getattr(module, alias.name)
    return imported


def shape(node: Any) -> Any:
    """Code as nested lists, alike for every version of Python: no imports, docstrings, contexts."""
    if isinstance(node, list):
        return [shape(one) for one in node if not _silent(one)]
    if not isinstance(node, ast.AST):
        return node if isinstance(node, str) else repr(node)
    if isinstance(node, ast.Constant):
        return ["Constant", repr(node.value) if node.value is not ... else "'...'"]
    fields = ((name, shape(value)) for name, value in ast.iter_fields(node))
    left_out = ("ctx", "type_comment", "type_params", "annotation", "returns")
    return [
        type(node).__name__,
        *([name, value] for name, value in fields if name not in left_out and value != []),
    ]


def _silent(node: Any) -> bool:
    """Whether a statement does nothing: an import, a docstring."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Import | ast.ImportFrom) or text
