"""Mutants of a source: its syntax tree with one thing changed.

A constant, a comparison, an operator, a branch, a bound of a slice, min for max, a statement left
out. Docstrings and annotations, which decide nothing, stay as they are.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.And: ast.Or,
    ast.Or: ast.And, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "floor": "ceil", "ceil": "floor"}


Path = tuple[tuple[str, int | None], ...]
"""Fields, and places in lists, from the root of a tree."""


class Mutant(NamedTuple):
    """Where it is and what it changes; the source, and what stands at which place instead."""

    name: str
    source: str
    path: Path
    new: ast.AST

    def tree(self) -> ast.Module:
        """The mutant itself."""
        tree = ast.parse(self.source)
        parent: ast.AST = tree
        for name, i in self.path[:-1]:
            parent = getattr(parent, name) if i is None else getattr(parent, name)[i]
        name, i = self.path[-1]
        if i is None:
            setattr(parent, name, self.new)
        else:
            getattr(parent, name)[i] = self.new
        return ast.fix_missing_locations(tree)


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant; names say function, what stood and what stands, and which of several alike."""
    counts = Counter()
    for where, node, path in nodes(ast.parse(source)):
        for new in changed(node):
            name = f"{where}: {shown(node)} → {shown(new)}"
            counts[name] += 1
            yield Mutant(
                name if counts[name] == 1 else f"{name} ({counts[name]})", source, path, new
            )


def shown(node: ast.AST) -> str:
    """Its first line."""
    if isinstance(node, ast.comprehension):
        return "".join(f"if {ast.unparse(x)} " for x in node.ifs).strip() or "no if"
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return ast.unparse(node).split("\n")[0][:150]


def nodes(node: ast.AST, where: str = "", path: Path = ()) -> Iterator[tuple[str, ast.AST, Path]]:
    """(qualified name of the function or class, node, path to it), without docstrings and types."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        where = f"{where}.{node.name}".lstrip(".")
    yield where, node, path
    for name, inside in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        listed = enumerate(inside) if isinstance(inside, list) else [(None, inside)]
        for i, child in listed:
            is_docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if isinstance(child, ast.AST) and not is_docstring:
                yield from nodes(child, where, (*path, (name, i)))


def changed(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in a node's place."""
    match node:
        case ast.Constant(value=bool(x)):
            yield ast.Constant(not x)
        case ast.Constant(value=int(x) | float(x)):
            yield ast.Constant(x + 1)
        case ast.Constant(value=str(x)) if x:
            yield ast.Constant("XX" + x)
        case ast.BinOp() | ast.AugAssign() if type(node.op) in OPERATORS:
            yield with_field(node, op=OPERATORS[type(node.op)]())
        case ast.BoolOp():
            yield with_field(node, op=OPERATORS[type(node.op)]())
        case ast.Compare():
            for i, op in enumerate(node.ops):
                ops = [*node.ops]
                ops[i] = OPERATORS[type(op)]()
                yield with_field(node, ops=ops)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.If() | ast.IfExp():
            yield with_field(node, test=ast.Constant(True))
            yield with_field(node, test=ast.Constant(False))
        case ast.comprehension(ifs=[_, *_]):
            yield with_field(node, ifs=[])
        case ast.Slice():
            for end in ("lower", "upper"):
                if getattr(node, end) is not None:
                    yield with_field(node, **{end: None})
        case ast.Name(id=x) if x in NAMES:
            yield ast.Name(NAMES[x], ast.Load())
        case ast.Continue():
            yield ast.Break()
        case ast.Expr(value=ast.Call()) | ast.Raise():
            yield ast.Pass()
    if isinstance(node, ast.AugAssign):
        yield ast.Pass()


def with_field(node: ast.AST, **fields: object) -> ast.AST:
    """The node with other fields."""
    return type(node)(**{x: getattr(node, x, None) for x in node._fields} | fields)
