"""Records of heads taken away that no model can have left are refused."""

import pytest

from empirical.experiments.mechanism.ablation.records import read
from empirical.protocol.records import RESULTS
from tests.empirical.forged import hold_refused

FOLDER = RESULTS / "released" / "ablation"
LAYERS = ("layers", "largest", "removed", "stays", "looks")
ENDS = r"layers\[0\].keys is no value with a low and a high end"
EACH = "layers are not one for each layer of the model, in order"
WAITING = "stays are not of 0 queries, then of more"
COURSES = "is no courses of the same queries, one for each"
BOTH = "jump is not of the same solved queries with and without the cut"
JUMPS = ("jumped", "jumped early", "walked", "fetched", "standing", "right")


def keys(*interval):
    """The first layer's keys."""
    return {"layers": lambda rows: [{**rows[0], "keys": list(interval)}, *rows[1:]]}


def impure(rows):
    """No head pure any more."""
    return [{**row, "s_pos": 0.5, "s_sym": 0.5} for row in rows]


def course(cut, **counts):
    """Counts of a cut's queries."""
    return {"jump": lambda jump: {**jump, cut: {**jump[cut], **counts}}}


FORGERIES = {
    "six layers": (dict.fromkeys(LAYERS, lambda rows: rows[:6]), EACH),
    "a layer twice": ({"layers": lambda rows: [*rows[:-1], rows[0]]}, EACH),
    "eight planes of 64": (
        {"largest": lambda rows: [row[-8:] for row in rows]},
        "largest has not 64 entries a row, one for each plane",
    ),
    "keys beyond 1": (keys(0.02, -0.5, 9.0), ENDS),
    "keys that end before they begin": (keys(0.02, 0.9, -0.3), ENDS),
    "right of none": ({"of": 0}, "of is no whole number from 1 on"),
    "right of more": ({"of": 900}, "of is not a hop count's share of the inputs"),
    "more right than there are": (
        {"right": [201] * 4, "first": lambda rows: [*rows[:-1], [201] * 4]},
        "right is not of that many",
    ),
    "more right with a head removed": (
        {"removed": lambda rows: [[900] * 4 for _ in rows]},
        "removed is not of that many",
    ),
    "fewer than none right with heads removed": (
        {"first": lambda rows: [[-1] * 4, *rows[1:]]},
        "first is not of that many",
    ),
    "no heads removed": ({"first": []}, "first has not . rows: of none to all of the pure heads"),
    "no pure heads": ({"layers": impure}, "first has not 1 rows"),
    "with no head removed other answers": (
        {"right": [7] * 4},
        "first ends with other answers than right",
    ),
    "with one head removed two answers": (
        {"removed": lambda rows: [[7] * 4 for _ in rows]},
        "first, but for its last head, is not what is removed of that layer",
    ),
    "more done than solved": ({"solved": [1, 256]}, "stays are not of 0 .* up to the 1 solved"),
    "done before the first layer": ({"stays": lambda rows: [rows[-1]] * len(rows)}, WAITING),
    "done and waiting again": ({"stays": lambda rows: [*rows[:-1], rows[0]]}, WAITING),
    "solved of more inputs": ({"solved": [256, 801]}, "solved is of more inputs"),
    "solved of none": ({"solved": [0, 0]}, r"solved is no \(right, of\), of 1 at least"),
}
CUT = {
    "a query that jumps and walks": (
        course("none", jumped=[400, 400], walked=[1, 400]),
        f"jump.none {COURSES}",
    ),
    "one course of fewer queries": (course("hop 2", walked=[0, 40]), f"jump.hop 2 {COURSES}"),
    "by chance more than there are": (
        course("by chance", jumped=[300, 400], walked=[101, 400]),
        f"jump.by chance {COURSES}",
    ),
    "the cut on other queries": (course("hop 2", **dict.fromkeys(JUMPS, [0, 40])), BOTH),
    "more solved than asked": (course("by chance", **dict.fromkeys(JUMPS, [0, 40])), BOTH),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_what_no_model_leaves_is_refused(what, tmp_path):
    hold_refused(read, FOLDER / "number-0.json", tmp_path, *FORGERIES[what])


@pytest.mark.parametrize("what", CUT)
def test_courses_that_no_queries_take_are_refused(what, tmp_path):
    hold_refused(read, FOLDER / "letter-0.json", tmp_path, *CUT[what])
