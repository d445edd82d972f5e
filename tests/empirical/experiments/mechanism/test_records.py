"""A stored record with one thing forged is none, for that thing."""

import pytest

from empirical.experiments.mechanism.reading import read
from empirical.experiments.mechanism.records import FOLDER
from empirical.models.model import Shape
from empirical.protocol import settings
from tests.empirical.forged import hold_refused

HOPS = ("flow", "stepped_by_hops")


def put(value, *path):
    """A value, or a function of the old one, at a place of the third model."""
    return {"__".join(map(str, ("models", 2, *path))): value}


def more(*path, **fields):
    return put(lambda old: {**old, **fields}, *path)


def drop(*path):
    *into, last = path
    return put(lambda fields: {k: x for k, x in fields.items() if k != last}, *into)


def less(rows):
    return rows[:-1]


def of_nine(cut):
    return put(lambda counts: {k: x and [0, 9] for k, x in counts.items()}, "jump", cut)


def impure(layers):
    return [{**layer, "s_pos": 0.5, "s_sym": 0.5} for layer in layers]


FORGERIES = {
    "a task that is none": ("number", put("x", "task"), "task is none of number, letter"),
    "a layer twice": ("number", put(1, "layers", 0, "layer"), "layers are not one head each"),
    "a second head": ("letter", put(1, "layers", 3, "head"), "layers are not one head each"),
    "a layer less": ("letter", put(less, "layers"), "causal.layers has not one entry"),
    "looks of a layer less": ("letter", put(less, "flow", "path"), "flow.layers or flow.path"),
    "nothing solved of nothing": (
        "number",
        put({"solved": [0, 0]}, "flow"),
        "flow.solved is no .right, of., of 1 at least",
    ),
    "half of the inputs": ("number", put([128, 128], "flow", "solved"), "is not of the 256 inputs"),
    "looks counted on none": (
        "letter",
        put([0, 0], "flow", "stepped"),
        "flow.stepped is not of the solved inputs",
    ),
    "looks at random on fewer": (
        "letter",
        put([50, 250], "flow", "stepped_by_chance"),
        "flow.stepped_by_chance is not of the solved inputs",
    ),
    "a fifth hop count": ("number", more(*HOPS, **{"5": [0, 1]}), "another hop count than 1 to 4"),
    "no count at four hops": ("number", drop("flow", "stepped_by_hops", "4"), "does not add up"),
    "counts by hops of others": ("letter", put([9, 64], *HOPS, "4"), "does not add up"),
    "all inputs of one hop": (
        "number",
        put({"1": [256, 256]}, *HOPS),
        "more inputs of a hop count",
    ),
    "no uniform attention": (
        "number",
        drop("causal", "attention", "positional", "uniform"),
        "causal.attention.positional.uniform is missing",
    ),
    "no band at random": (
        "number",
        drop("causal", "bands", "positional", "random"),
        "causal.bands.positional.random is missing",
    ),
    "no fastest band": (
        "letter",
        drop("causal", "bands", "all", "fastest"),
        "causal.bands.all.fastest is missing",
    ),
    "no head is pure": (
        "number",
        put(impure, "layers"),
        "attention.positional is empty, or of positional heads",
    ),
    "heads that nothing was done to": (
        "letter",
        put({}, "causal", "attention", "symbolic"),
        "causal.attention.symbolic is empty",
    ),
    "heads with no plane zeroed": (
        "letter",
        put({}, "causal", "bands", "all"),
        "causal.bands.all is empty",
    ),
    "few sequences as it is": ("letter", put([9, 9], "causal", "base"), "base is not of 200 seq"),
    "few sequences with staying": (
        "letter",
        put([9, 9], "causal", "staying"),
        "causal.staying is not of 200 sequences",
    ),
    "few with Index": (
        "number",
        put([0, 9], "causal", "attention", "positional", "index"),
        "causal.attention.positional.index is not of 200 or 2000 sequences",
    ),
    "one random band": (
        "number",
        put([200, 200], "causal", "bands", "positional", "random"),
        "causal.bands.positional.random is not of 1000 sequences",
    ),
    "five of one band": (
        "letter",
        put([1000, 1000], "causal", "bands", "all", "fastest"),
        "causal.bands.all.fastest is not of 200 sequences",
    ),
    "right with nothing cut of others": (
        "letter",
        put([399, 400], "jump", "none", "right"),
        "jump.none is not of the solved inputs",
    ),
    "jumps with hop 1 cut on fewer": (
        "letter",
        of_nine("hop 1"),
        "jump.hop 1 is not of 400 inputs",
    ),
    "jumps by chance on fewer": (
        "letter",
        of_nine("by chance"),
        "jump.by chance is not of 400 inputs",
    ),
    "answers not counted": (
        "letter",
        drop("jump", "hop 2", "right"),
        "jump.hop 2.right is missing",
    ),
    "answers by chance": (
        "letter",
        more("jump", "by chance", right=[400, 400]),
        "jump.by chance.right is missing, or counted by chance",
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_record_whose_parts_do_not_belong_together_is_none(name, tmp_path):
    task, changes, message = FORGERIES[name]
    hold_refused(read, FOLDER / f"{task}.json", tmp_path, changes, rf"models\[2\]\..*{message}")


def test_the_layers_asked_for_are_the_papers():
    assert Shape(8).layers == settings.LAYERS
