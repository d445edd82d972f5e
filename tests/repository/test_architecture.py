"""Rules of structure: imports run down, theory needs no torch, files stay small. That no assert
vanishes under optimization is a rule of ruff's (S101)."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("theory", "constructions", "empirical", "rope_claims")
FILES = sorted(path for floor in FLOORS for path in (ROOT / floor).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
ABOVE = {floor: set(FLOORS[n + 1 :]) for n, floor in enumerate(FLOORS)}
FOREIGN = {"theory": {"torch", "transformers", "tokenizers", "safetensors"}}
LONGEST_FILE = 350
LONGER = {
    "constructions/check_certificate.py": 1200,
    "constructions/public_heads/check_public_heads.py": 800,
    "constructions/capacity/check_capacity.py": 420,
    "constructions/capacity/rules/recheck.py": 580,
}
"""Programs that are handed out alone, each with a reader of its own, and as long as reads well."""
LONGEST_FUNCTION = 40
HEAVY = {"sympy", "z3", "scipy", "flint", "rich", "jsonschema", "hypothesis", "matplotlib"}


def name(path):
    return str(path.relative_to(ROOT))


@cache
def walked(tree):
    """Every node of a tree."""
    return tuple(ast.walk(tree))


def imported(tree):
    """Top-level packages imported anywhere in a module, with the line."""
    for node in walked(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0], node.lineno


def at_import(tree):
    """Top-level packages imported as the module itself is, outside functions and TYPE_CHECKING."""
    waiting = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from imported(node)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


@cache
def parse(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def offenders(rule, files=FILES):
    """The files that a rule names something in, with what it names."""
    return {name(path): wrong for path in files if (wrong := list(rule(path)))}


def test_imports_run_downward():
    def upward(path):
        floor = path.relative_to(ROOT).parts[0]
        forbidden = ABOVE[floor] | FOREIGN.get(floor, set()) | {"tests"}
        return [(what, line) for what, line in imported(parse(path)) if what in forbidden]

    assert offenders(upward) == {}


def test_imports_are_absolute():
    """But for programs that run without the package, on what all of them share."""

    def relative(path):
        nodes = walked(parse(path))
        return [one.lineno for one in nodes if isinstance(one, ast.ImportFrom) and one.level]

    shared = ROOT / "theory" / "witnesses" / "recheck"
    assert offenders(relative, [path for path in FILES if path.parent != shared]) == {}


def test_theory_imports_solvers_inside_functions():
    files = [path for path in FILES if path.relative_to(ROOT).parts[0] == "theory"]

    def heavy(path):
        return [what for what, _ in at_import(parse(path)) if what in HEAVY]

    assert offenders(heavy, files) == {}


def test_file_length():
    def beyond(path):
        length = len(path.read_text(encoding="utf-8").splitlines())
        return [length] if length > LONGER.get(name(path), LONGEST_FILE) else []

    assert offenders(beyond, FILES + TESTS) == {}


def long_functions(tree):
    """Functions of more lines than are allowed, from ``def`` to the end, less the docstring."""
    for node in walked(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = node.end_lineno - node.lineno + 1
            if ast.get_docstring(node, clean=False) is not None:
                length -= node.body[0].end_lineno - node.body[0].lineno + 1
            if length > LONGEST_FUNCTION:
                yield node.name, node.lineno, length


def test_function_length():
    assert offenders(lambda path: long_functions(parse(path))) == {}


def called_claim(tree):
    """Parameters called ``claim`` that are declared as something else, by function and line."""
    for node in walked(tree):
        if isinstance(node, ast.FunctionDef):
            for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                kind = ast.unparse(one.annotation) if one.annotation else ""
                if one.arg == "claim" and kind not in ("Claim", "Claim | None"):
                    yield node.name, node.lineno


def test_what_is_called_claim_is_a_claim():
    assert offenders(lambda path: called_claim(parse(path))) == {}


def test_the_rules_see_every_floor():
    """An empty folder would pass every rule."""
    assert {path.relative_to(ROOT).parts[0] for path in FILES} == set(FLOORS)


def test_the_rules_can_fail():
    tree = ast.parse("def f():\n    import torch\nif TYPE_CHECKING:\n    import z3\nimport sympy")
    assert {what for what, _ in imported(tree)} == {"torch", "z3", "sympy"}
    assert {what for what, _ in at_import(tree)} == {"sympy"}
    tree = ast.parse("def f(claim: Gap): ...\ndef g(claim): ...\ndef h(claim: Claim): ...")
    assert list(called_claim(tree)) == [("f", 1), ("g", 2)]
    body = "\n    x = 1" * LONGEST_FUNCTION
    tree = ast.parse(f"def f():{body}\ndef g():\n    'It says so.'{body}\n    y = 1")
    assert list(long_functions(tree)) == [("f", 1, 41), ("g", 42, 42)]
    assert offenders(lambda path: [1] if path == FILES[0] else []) == {name(FILES[0]): [1]}
