"""A criterion's hash changes with what decides, and with nothing else."""

import dataclasses
import functools
import importlib.util
import sys

import pytest

from empirical.criteria import claims as criteria_claims
from empirical.criteria import courses, recipe_criteria
from empirical.criteria.bounds import BOUNDS
from empirical.protocol import criteria, settings, statistics
from empirical.protocol.criteria import criterion, gather

CODE = '''
LEVEL = 0.5
def helper(x):
    """Says nothing that counts."""
    return x > LEVEL
def check(measurement):
    # a remark
    return helper(measurement["most"])
def closed(sign):
    def check(measurement):
        return sign * measurement["most"]
    return check
'''


@pytest.fixture
def of(tmp_path, monkeypatch):
    """The shapes found from a function in a module with the given source."""
    counter = iter(range(100))

    def build(source, name="check", *args):
        title = f"empirical.made_{next(counter)}"
        path = tmp_path / f"{title}.py"
        path.write_text(source)
        spec = importlib.util.spec_from_file_location(title, path)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, title, module)
        spec.loader.exec_module(module)
        shapes = {}
        one = getattr(module, name)
        gather(one(*args) if args else one, shapes, set())
        return shapes

    return build


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# a remark", "# another"),
        ("Says nothing that counts.", "Says it anew."),
        ("    return x > LEVEL", "    import math\n    return (x >\n            LEVEL)"),
        ("def helper(x):", "def helper(x: float) -> bool:"),
    ],
)
def test_words_layout_imports_and_annotations_do_not_count(of, old, new):
    assert old in CODE
    assert of(CODE.replace(old, new)) == of(CODE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LEVEL = 0.5", "LEVEL = 0.6"),
        ("x > LEVEL", "x >= LEVEL"),
        ('measurement["most"])\ndef closed', 'measurement["least"])\ndef closed'),
        ("return helper(", "return not helper("),
    ],
)
def test_code_constants_and_helpers_count(of, old, new):
    assert old in CODE
    assert of(CODE.replace(old, new)) != of(CODE)


@pytest.mark.parametrize(("old", "new"), [("LEVEL = 0.5", "LEVEL = 0.6"), ("x > L", "x >= L")])
def test_a_helper_that_remembers_its_answers_counts(of, old, new):
    code = CODE.replace("def helper", "import functools\n@functools.cache\ndef helper")
    assert old in code != CODE
    assert of(code.replace(old, new)) != of(code)


CLASSES = '''
class Base:
    def least(self):
        return 1
class Level(Base):
    """Says nothing that counts."""
    typed: int
    most: int = 3
    def reached(self, x):
        return x > self.most - self.least()
def check(measurement):
    return Level().reached(measurement["most"])
'''


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("x > self.most", "x >= self.most", True),
        ("most: int = 3", "most: int = 4", True),
        ("return 1", "return 2", True),
        ("class Level(Base)", "class Level", True),
        ("typed: int", "typed: float", False),
        ("typed: int", "other: int", False),
        ("Says nothing that counts.", "Says it anew.", False),
    ],
)
def test_of_classes_what_they_compute_counts_and_how_fields_are_typed_does_not(
    of, old, new, counts
):
    assert old in CLASSES
    assert (of(CLASSES.replace(old, new)) != of(CLASSES)) is counts


def test_what_a_check_is_built_with_counts(of):
    assert of(CODE, "closed", 1) == of(CODE, "closed", 1)
    assert of(CODE, "closed", 1) != of(CODE, "closed", -1)


def test_a_criterion_reaches_through_its_modules(monkeypatch):
    claim, now = criteria_claims.HOPS, dataclasses.asdict(BOUNDS)
    before = criterion(claim, now)
    assert criterion(claim, now) == before
    assert criterion(claim, now | {"fast": 7}) == before  # B-e-freq's, not read here
    assert criterion(claim, now | {"together": 0.2}) != before
    for changes in ({"statement": "Otherwise."}, {"evidence": covers(claim, "Otherwise.")}):
        assert criterion(dataclasses.replace(claim, **changes), now) != before

    def since(flags):
        return flags

    for where, name, value in (
        (statistics, "LEVEL", 0.9),
        (courses, "GAMMAS", (0.3,)),
        (recipe_criteria, "since", since),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(where, name, value)
            assert criterion(claim, now) != before, name


def covers(claim, words):
    return tuple(dataclasses.replace(one, covers=words) for one in claim.evidence)


def test_a_constant_named_through_its_module_counts(monkeypatch):
    from empirical.experiments.mechanism import claims as mechanism_claims

    claim, now = mechanism_claims.PATH, dataclasses.asdict(mechanism_claims.bounds())
    before = criterion(claim, now)
    monkeypatch.setattr(settings, "FULL_STEPS", 1)
    assert criterion(claim, now) != before


def test_what_cannot_be_read_cannot_be_registered():
    claim = criteria_claims.HOPS
    hidden = functools.partial(claim.evidence[0].check)
    one = dataclasses.replace(claim.evidence[0], check=hidden)
    with pytest.raises(TypeError, match="no plain function"):
        criterion(dataclasses.replace(claim, evidence=(one,)), {})
    assert len(criterion(claim, {})) == criteria.LENGTH
