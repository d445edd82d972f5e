"""Criteria on the paper's own curves and on nulls, each rejected for its own reason."""

from dataclasses import replace

import pytest

from empirical.criteria import breaks, head_nulls, heads, nulls, published, recipe_criteria
from empirical.criteria import synthetic_breaks as q
from empirical.criteria.bounds import BOUNDS
from empirical.criteria.courses import Kept, kept
from empirical.protocol.statistics import status, unmet
from tests.empirical.experiments.lengths.synthetic import record as lengths_record
from theory.ledger import Status

CASES = list(nulls.every_null())
NULLS = [(name, criterion, one) for name, criterion, _, many in CASES for one in many]
LATER = {"letter falls much later", "letter leaves what is kept much later"}
MORE = {"four hops need more than one"}
CLOSER = {"letter: closer than the constant"}
NUMBERS = {"number: closer than the constant"}
OFF = {"letter: off by a factor"}
FASTER = {"number's falls by more than letter's"}
LARGER_GAPS = {"number's are further apart than letter's"}
AT_ONCE = LARGER_GAPS | {"number's hop counts emerge in order", "number's do not emerge together"}
ALSO_FAILED = {
    ("B-e-len-seeds", "number the same at every length"): {"number is well below it later"},
    **{
        ("B-e-shape", f"{task} falls as {other}"): {"letter leaves what is kept much later"}
        for task, other in (("letter", "number"), ("number", "letter"))
    },
    ("B-e-shape", "number the same at every length"): LATER | {"number breaks in the end"},
    ("B-e-shape", "number falls by .03 in all"): LATER,
    ("B-e-shape", "letter's shuffled over lengths"): LATER,
    ("B-e-hops", "number's hop counts never emerge"): AT_ONCE,
    ("B-e-hops", "number's hop counts are there from the first step"): AT_ONCE,
    ("B-e-hops", "number's hop counts learnt at once"): LARGER_GAPS
    | {"number's do not emerge together"},
    ("B-e-hops", "number's learnt nearly at once"): {"number's do not emerge together"},
    ("B-e-hops", "number's learnt in reverse"): {"number's hop counts emerge in order"},
    ("B-e-hops", "letter's learnt one after another"): LARGER_GAPS,
    ("B-e-why", "no number head is needed"): MORE,
    ("B-e-why", "more hops need fewer"): MORE,
    ("B-e-shortcut", "no letter model skips"): {"more than by chance"},
    **{
        ("B-e-flow", f"{task}'s looks as on other inputs"): {f"{task}'s step more than by chance"}
        for task in ("number", "letter")
    },
    ("B-e-disc-decay", "number's gap does not change"): FASTER,
    ("B-e-disc-decay", "number's heads never pure"): FASTER,
    ("B-e-disc-decay", "number's gaps rise where they are drawn"): FASTER,
    ("B-e-disc-gap", "letter's heads never pure"): CLOSER,
    ("B-e-disc-gap", "letter's gaps of other models"): CLOSER,
    ("B-e-disc-gap", "letter's gaps rise with length"): CLOSER,
    ("B-e-disc-gap", "number's gaps of other models"): NUMBERS,
    ("B-e-disc-sim", "letter's predictions of other models"): CLOSER | OFF,
    ("B-e-disc-sim", "letter's simulations too long"): OFF,
    ("B-e-disc-sim", "number's simulations too long"): {"number: off by a factor"},
    ("B-e-disc-sim", "number's predictions of other models"): NUMBERS,
}
"""What else a change of one thing makes fail."""


@pytest.mark.parametrize(
    ("name", "criterion"), [case[:2] for case in CASES if case[0] in nulls.PUBLISHED]
)
def test_the_papers_own_curves_pass_or_are_listed_as_contradicting_the_text(name, criterion):
    answer = recipe_criteria.status(criterion(nulls.PUBLISHED[name]()))
    assert (answer is Status.TRUE) is (name not in nulls.CONTRADICTED)


def test_where_no_curve_is_at_hand_the_table_says_so():
    without = {case[0] for case in CASES} - set(nulls.PUBLISHED)
    rows = {row[0]: row for row in nulls.published_rows()}
    for name in without:
        assert rows[name][1:3] == ("none at hand: no values are drawn", "–")
        assert rows[name][3].startswith("synthetic"), name
    assert without
    assert set(nulls.SYNTHETIC) <= set(rows)
    assert set(nulls.CONTRADICTED) <= set(nulls.PUBLISHED)


@pytest.mark.parametrize(
    ("name", "criterion", "null"), NULLS, ids=[f"{name}: {one[0]}" for name, _, one in NULLS]
)
def test_each_null_is_rejected_and_for_its_own_reason(name, criterion, null):
    what, changed, words = null
    answer = criterion(changed)
    if head_nulls.refused(null):
        assert [one for one in unmet(answer) if words in one]
        assert recipe_criteria.status(answer) is Status.UNKNOWN
        return
    assert recipe_criteria.status(answer) is Status.FALSE
    reasons = recipe_criteria.failed(answer)
    wanted = {one for one in reasons if words in one}
    assert wanted, (what, answer)
    assert reasons - wanted == ALSO_FAILED.get((name, what), set())


def test_each_requirement_is_the_reason_of_some_null():
    for name, criterion, passing, many in CASES:
        asked = {one.name for one in criterion(passing)}
        reasons = {
            one
            for _, changed, words in many
            for one in recipe_criteria.failed(criterion(changed))
            if words in one
        }
        assert asked == reasons, name


def test_each_requirement_on_held_out_models_is_the_reason_of_some_null():
    for name in ("B-e-disc-gap", "B-e-disc-sim"):
        ((criterion, _, many),) = [case[1:] for case in CASES if case[0] == name]
        alone = [recipe_criteria.failed(criterion(changed)) for _, changed, _ in many]
        for task in ("number", "letter"):
            off = {f"{task}: off by a factor"} if name == "B-e-disc-sim" else set()
            assert {f"{task}: closer than the constant"} | off in alone
            assert off in alone or not off
            assert any(f"{task}: predicted and measured agree in rank" in one for one in alone)


def test_table_1_is_the_softmax_of_figure_8():
    for task, printed in published.curves()["table1"].items():
        assert [round(heads.mean_id(row)) for row in published.largest(task)] == printed
    squares = [[x * x for x in row] for row in published.largest("letter")]
    by_value = [sum(k * x for k, x in enumerate(row, 1)) / sum(row) for row in squares]
    assert [round(x) for x in by_value] != published.curves()["table1"]["letter"]


def test_the_dashed_lines_are_the_first_steps_at_the_maximum():
    figure = published.curves()["fig2"]
    for task in ("number", "letter"):
        everything = figure[task]["all"]
        first = figure["step"][everything.index(max(everything))]
        assert published.published_course(task).maximum == first


@pytest.mark.parametrize(("gamma", "fails"), [(0.1, "number"), (0.05, "letter")])
def test_the_papers_own_figure_7_does_not_pass_b_e_pure_at_small_gammas(gamma, fails):
    answer = recipe_criteria.pure_by_the_maximum(
        nulls.PUBLISHED["B-e-pure"](), replace(BOUNDS, drawn_gamma=gamma)
    )
    missed = {one.name for one in answer if one.holds is not Status.TRUE}
    assert missed == {f"{fails}'s last head is pure by the maximum"}


def test_what_figure_7_itself_has_in_number_is_the_bound_of_b_e_gamma():
    lost, shift = recipe_criteria.changed(published.published_course("number"), BOUNDS.drawn_gamma)
    assert (lost, round(shift, 4)) == recipe_criteria.FIGURE_7
    lost, shift = recipe_criteria.changed(published.published_course("letter"), BOUNDS.drawn_gamma)
    assert (lost, round(shift, 4)) == (0, 0.1185)


def test_lengths_are_counted_as_tokens_added():
    curve = {"lengths": (17, 34, 68), "right": (10, 8, 4), "of": (10, 10, 10)}
    letter = kept(replace(lengths_record("letter", 0), **curve))
    assert letter == Kept("letter", (0, 17, 51), ((10, 10), (8, 10), (4, 10)), ((10, 10),))
    assert recipe_criteria.share_at(letter, 34) == (6, 10)
    assert recipe_criteria.share_at(letter, 500) == (4, 10)
    fewer = Kept("number", (0, 41, 51, 283), ((200, 200), (180, 200), (160, 200), (4, 40)), ())
    assert recipe_criteria.share_at(fewer, 46) == (170, 200)
    assert recipe_criteria.share_at(fewer, 51) == (160, 200)
    assert recipe_criteria.share_at(fewer, 167) == (18, 40)
    assert recipe_criteria.falls_below(letter) == 68
    counted = kept(replace(lengths_record("letter", 0), tested=((11_400, 11_400),) * 4))
    assert counted.counts[0] == (200, 200)
    assert [one.holds for one in recipe_criteria.starts({"letter": [counted]}, BOUNDS)] == [
        Status.TRUE
    ]
    few = replace(counted, tested=counted.counts[:1])
    assert [one.holds for one in recipe_criteria.starts({"letter": [few]}, BOUNDS)] == [
        Status.UNKNOWN
    ]


@pytest.mark.parametrize("change", [q.rising_at_first, q.steady_gap])
def test_decay_is_open_where_the_first_layers_do_not_say_that_it_is_not_so(change):
    """The heads of later layers are pure too, and no hop is made there."""
    models = q.decaying(letter=change)
    assert status(breaks.decays(models)) is Status.FALSE
    first = q.decay("letter").gaps
    models["letter"] = [replace(one, first=first) for one in models["letter"]]
    assert status(breaks.decays(models)) is Status.UNKNOWN
