"""A stored record with one thing forged is none, for that thing."""

import pytest

from empirical.experiments.mechanism.reading import read
from empirical.experiments.mechanism.records import FOLDER
from empirical.models.model import Shape
from empirical.protocol import settings
from tests.empirical.forged import hold_refused

OTHERS = "is not of the solved inputs"


def put(value, place):
    """A value, or a function of the old one, at a place of the third model."""
    return {f"models__2__{place.replace('.', '__')}": value}


def drop(place):
    into, _, last = place.rpartition(".")
    return put(lambda fields: {k: x for k, x in fields.items() if k != last}, into)


def told(task, place, value, words):
    """A task's record with a value at a place, of which the message says this."""
    return task, put(value, place), f"{place} {words}"


def lost(task, place):
    return task, drop(place), f"{place} is missing"


def less(rows):
    return rows[:-1]


def more(**fields):
    return lambda old: {**old, **fields}


def of_nine(counts):
    return {k: x and [0, 9] for k, x in counts.items()}


def impure(layers):
    return [{**layer, "s_pos": 0.5, "s_sym": 0.5} for layer in layers]


POSITIONAL, HOPS = "causal.attention.positional", "flow.stepped_by_hops"
FORGERIES = {
    "a task that is none": told("number", "task", "x", "is none of number, letter"),
    "a layer twice": ("number", put(1, "layers.0.layer"), "layers are not one head each"),
    "a second head": ("letter", put(1, "layers.3.head"), "layers are not one head each"),
    "a layer less": ("letter", put(less, "layers"), "causal.layers has not one entry"),
    "looks of a layer less": ("letter", put(less, "flow.path"), "flow.layers or flow.path"),
    "nothing solved of nothing": (
        "number",
        put({"solved": [0, 0]}, "flow"),
        "flow.solved is no .right, of., of 1 at least",
    ),
    "half of the inputs": ("number", put([128, 128], "flow.solved"), "is not of the 256 inputs"),
    "looks counted on none": told("letter", "flow.stepped", [0, 0], OTHERS),
    "looks at random on fewer": told("letter", "flow.stepped_by_chance", [50, 250], OTHERS),
    "a fifth hop count": (
        "number",
        put(more(**{"5": [0, 1]}), HOPS),
        "another hop count than 1 to 4",
    ),
    "no count at four hops": ("number", drop(f"{HOPS}.4"), "does not add up"),
    "counts by hops of others": ("letter", put([9, 64], f"{HOPS}.4"), "does not add up"),
    "all inputs of one hop": ("number", put({"1": [256, 256]}, HOPS), "more inputs of a hop count"),
    "no uniform attention": lost("number", f"{POSITIONAL}.uniform"),
    "no band at random": lost("number", "causal.bands.positional.random"),
    "no fastest band": lost("letter", "causal.bands.all.fastest"),
    "no head is pure": (
        "number",
        put(impure, "layers"),
        "attention.positional is empty, or of positional heads",
    ),
    "heads that nothing was done to": told("letter", "causal.attention.symbolic", {}, "is empty"),
    "heads with no plane zeroed": told("letter", "causal.bands.all", {}, "is empty"),
    "few sequences as it is": told("letter", "causal.base", [9, 9], "is not of 200 sequences"),
    "few sequences with staying": told(
        "letter", "causal.staying", [9, 9], "is not of 200 sequences"
    ),
    "few with Index": told(
        "number", f"{POSITIONAL}.index", [0, 9], "is not of 200 or 2000 sequences"
    ),
    "one random band": told(
        "number", "causal.bands.positional.random", [200, 200], "is not of 1000 sequences"
    ),
    "five of one band": told(
        "letter", "causal.bands.all.fastest", [1000, 1000], "is not of 200 sequences"
    ),
    "right with nothing cut of others": (
        "letter",
        put([399, 400], "jump.none.right"),
        "jump.none is not of the solved inputs",
    ),
    "jumps with hop 1 cut on fewer": told("letter", "jump.hop 1", of_nine, "is not of 400 inputs"),
    "jumps by chance on fewer": told("letter", "jump.by chance", of_nine, "is not of 400 inputs"),
    "answers not counted": lost("letter", "jump.hop 2.right"),
    "answers by chance": (
        "letter",
        put(more(right=[400, 400]), "jump.by chance"),
        "jump.by chance.right is missing, or counted by chance",
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_record_whose_parts_do_not_belong_together_is_none(name, tmp_path):
    task, changes, message = FORGERIES[name]
    hold_refused(read, FOLDER / f"{task}.json", tmp_path, changes, rf"models\[2\]\..*{message}")


def test_the_layers_asked_for_are_the_papers():
    assert Shape(8).layers == settings.LAYERS
