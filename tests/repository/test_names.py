"""Modules, classes and functions have the field's names, not private words of this project."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.processes import completed

ROOT = Path(__file__).parents[2]
PACKAGES = ("theory", "constructions", "empirical", "rope_claims")
WORDS = {
    *("room", "door", "roster", "planted", "twin", "found", "apart"),
    *("near", "fair", "said", "seen", "beside", "anew"),
}
QUALITY = "near is the mathematician's word here: close to a value"
KEPT = {
    "near_half": ("constructions.other_papers.positions_and_tokens.limits", QUALITY),
    "near_full_arc": ("theory.paper_b.printed_heads.retrieval_any_length", QUALITY),
}
"""By name, where alone it may stand, and why it stays."""


REGISTERED = re.compile(
    r"empirical\.(criteria\.(bounds|breaks|courses|heads|recipe_claims|recipe_criteria)"
    r"|experiments\.(beyond\.claims|canonical\.(checks|judged)|dynamics\.records"
    r"|law\.(criteria|forms|interventions)|lengths\.breaking|mechanism\.(checks|following\.records)"
    r"|shipped\.claims)|protocol\.(measured|reading|statistics))"
)
"""Modules of registered criteria: their hashes contain the names of variables."""
FIELDS = {
    # Keys of reports and records.
    "theory.ledger.terms": {"found", "seen"},
    "theory.ledger.verdicts": {"seen"},
    "empirical.protocol.form": {"found"},
    "empirical.criteria.seeds": {"found"},
    "empirical.protocol.findings": {"statements_seen", "twins"},
    "empirical.rerun.differences": {"anew"},
    # Parts of a claim's subject: its pinned description contains them.
    "constructions.claims.every_length": {"found"},
    "constructions.other_papers.counting_programs": {"near", "apart"},
    "constructions.other_papers.phase_modulation.slowest": {"apart"},
    "constructions.other_papers.position_interpolation": {"near"},
    "constructions.other_papers.roformer": {"near"},
    "constructions.other_papers.round_and_round.distances": {"twin"},
    "constructions.other_papers.round_and_round.positions": {"apart"},
    "constructions.other_papers.token_aware_phase": {"near"},
    "theory.paper_a.canonical_tasks.index_margins": {"near"},
    "theory.paper_a.canonical_tasks.margins": {"near"},
    "theory.paper_b.printed_heads.retrieval_discrepancy": {"apart"},
    "theory.paper_b.printed_heads.without_positions": {"apart"},
    "theory.paper_b.printed_proofs.figure": {"apart"},
    "theory.paper_b.printed_proofs.retrieval_steps": {"apart"},
    "theory.paper_b.what_heads_compute.retrieval_gap": {"own_apart"},
    # As the certificate checker, which shares no code with this, calls it.
    "constructions.certificate.rules": {"near"},
}
"""By module, the fields that data or a pinned text contain, so that they stay."""


@cache
def words(name):
    """The private words that a name contains, alone or as a part, in the plural too."""
    name = re.sub("near_miss(es)?", "", name, flags=re.IGNORECASE)  # a term of the glossary
    parts = re.split(r"_|(?<=[a-z0-9])(?=[A-Z])", name)
    return {part for part in map(str.lower, parts) if part in WORDS or part.rstrip("s") in WORDS}


@cache
def read(source):
    """The names of a source: every class, function and method that it defines; every variable,
    parameter and field that it gives a value."""
    kinds, named, variables = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef), [], set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, kinds):
            named.append(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            variables.add(node.id)
        elif isinstance(node, ast.arg):
            variables.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            variables.add(node.name)
    return named, variables


def sources(*folders):
    """(module, text) of each file."""
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield ".".join(file.relative_to(ROOT).with_suffix("").parts), file.read_text("utf-8")


def defined():
    """(module, name) of all that the packages define, and of the modules and folders themselves."""
    for module, source in sources(*PACKAGES, "tests"):
        yield from ((module, part) for part in module.split("."))
        yield from ((module, name) for name in read(source)[0])


@pytest.mark.parametrize(
    "name", ["Room", "BadRooms", "planted", "_beside", "tells_apart", "made_anew", "MadeAnew"]
)
def test_a_private_word_is_noticed(name):
    """Alone, in the plural, after an underscore, within a class's name."""
    assert words(name)


@pytest.mark.parametrize("name", ["nearest", "foundation", "repair", "unfair", "headroom"])
def test_a_longer_word_is_no_private_word(name):
    """Words that contain one of them mean something else."""
    assert not words(name)


def test_methods_and_nested_functions_are_read():
    """``read`` looks inside classes and functions."""
    source = "class A:\n def room(self):\n  def seen(): pass\nasync def door(): pass\n"
    assert sorted(read(source)[0]) == ["A", "door", "room", "seen"]


def test_no_name_is_a_private_word():
    """Each name that contains one is kept for a reason, in its one module; no exception is idle."""
    met = {(name, module) for module, name in defined() if words(name)}
    assert met == {(name, module) for name, (module, _) in KEPT.items()}


ALONE = re.compile(r"\b(check_\w+|recheck)(\.|$)")
"""Programs that share no code with anything, so that they repeat names on purpose."""


def test_no_variable_is_a_private_word():
    """Nor a parameter or a field, but for those that data contain; no exception is idle."""
    own, registered = {}, {}
    for module, source in sources(*PACKAGES, "tests", "proofs", "benchmarks", ".ci"):
        if not ALONE.search(module):
            table = registered if REGISTERED.fullmatch(module) else own
            table[module] = set(filter(words, read(source)[1]))
    assert {module: names for module, names in own.items() if names} == FIELDS
    assert registered
    assert all(registered.values())


def homes(kind):
    """By name, the modules that define a public class, or function, so called; programs that run
    alone are left out."""
    by_name = {}
    for module, source in sources(*PACKAGES):
        if not ALONE.search(module):
            for node in ast.parse(source).body:
                if isinstance(node, kind) and not node.name.startswith("_"):
                    by_name.setdefault(node.name, []).append(module)
    return by_name


SHARED = {"main", "parser", "read", "record", "measure", "bounds", "of_task", "load"}
"""What several modules do, each for its own kind of thing: they are called with the module."""


def test_a_class_and_a_function_have_a_name_of_their_own():
    """No two modules define a class of one name, nor a function but for the shared ones, of which
    none is idle. The hashes of registered criteria contain the names of their functions."""
    own = homes(ast.ClassDef)
    assert [name for name, where in own.items() if len(where) > 1] == []
    assert len(own["Record"]) == 1
    functions = homes(ast.FunctionDef).items()
    free = {name: [m for m in where if not REGISTERED.fullmatch(m)] for name, where in functions}
    several = {name: where for name, where in free.items() if len(where) > 1}
    assert {name: where for name, where in several.items() if name not in SHARED} == {}
    assert set(several) == SHARED


def folded(paths):
    """Paths that are one file where capitals do not count, as on macOS and Windows."""
    return [path for path, many in Counter(map(str.lower, paths)).items() if many > 1]


def test_no_two_files_differ_in_capitals_alone():
    assert folded(["lab/README.md", "lab/readme.md", "README.md"]) == ["lab/readme.md"]
    listed = completed("git", "ls-files", cwd=ROOT, check=True)
    assert len(paths := listed.stdout.splitlines()) > 1000
    assert folded(paths) == []
