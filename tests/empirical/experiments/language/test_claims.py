"""Claims about language models: undecided without data, and never run by check."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from empirical.claims import CLAIMS
from empirical.experiments.language import checks, settings, trends
from empirical.experiments.language import synthetic as real_synthetic
from empirical.experiments.language.claims import REAL_CLAIMS as REAL
from empirical.protocol.findings import Lacking
from empirical.protocol.synthetic import applied, replaced_records
from tests.empirical.documents import noise
from theory import paths
from theory.ledger import Status, Verdict
from theory.ledger.judging import judge

ONE_HOP, FAMILY = (next(c for c in REAL if c.id == name) for name in ("B-e-llm", "A-e-family"))
BINDING = [claim for claim in REAL if claim.id in ("A-e-anti", "A-e-depth", "A-e-band")]


@pytest.mark.parametrize("claim", REAL, ids=lambda c: c.id)
def test_without_a_model_they_are_undecided_and_say_how_to_decide(claim):
    record = judge(claim)
    assert record.verdict is Verdict.UNDECIDED
    assert record.fault == ""
    assert "not run here" in record.reason
    assert "python -m empirical.validate --model gemma-2-2b-it" in record.reason


@pytest.mark.parametrize("claim", BINDING, ids=lambda c: c.id)
def test_a_model_that_could_not_be_put_to_the_task_is_undecided(claim):
    lacking = replaced_records(Lacking(reason="no names"), *real_synthetic.IN_MODEL)
    record = judge(claim, lambda: lacking(claim.synthetic({})))
    assert record.verdict is Verdict.UNDECIDED
    assert "no names" in record.reason


@pytest.mark.parametrize("claim", BINDING, ids=lambda c: c.id)
@pytest.mark.parametrize("seed", range(5))
def test_heads_at_random_pass_nothing(claim, seed):
    rng = np.random.default_rng(seed)
    measurement = applied(lambda binding: noise(binding, rng), *real_synthetic.IN_MODEL)(
        claim.synthetic({})
    )
    assert claim.evidence[0].check(measurement).status is not Status.TRUE


@pytest.mark.parametrize("claim", BINDING, ids=lambda c: c.id)
def test_scores_that_are_no_numbers_are_undecided(claim):
    """One head's, which a mean over heads would pass over."""
    measurement = claim.synthetic({})
    for where, nothing in (("scores", np.nan), ("frequencies", (np.nan,) * real_synthetic.PLANES)):
        measurement = replaced_records(nothing, *real_synthetic.IN_MODEL, where, 5, "s_sym")(
            measurement
        )
    assert claim.evidence[0].check(measurement).status is Status.UNKNOWN


@pytest.mark.parametrize("below", [False, True])
def test_an_estimate_that_is_no_number_is_on_neither_side(below):
    nothing = trends.Estimate(np.nan, np.nan, np.nan)
    assert checks._side(nothing, 0, below=below) is Status.UNKNOWN
    assert checks._side(trends.Estimate(1, 0.5, 2), 0, below=below) is not Status.UNKNOWN


def test_one_model_of_another_precision_is_no_second_family():
    measurement = FAMILY.synthetic({})
    scores = tuple(replace(s, s_pos=s.s_pos + 5e-4) for s in measurement.families["qwen2"].scores)
    second = replace(measurement.families["qwen2"], scores=scores)
    outcome = checks.check_family(replaced_records(second, "families", "llama")(measurement))
    assert outcome.status is Status.FALSE
    assert "qwen2 and llama are one model" in outcome.found


def test_check_does_not_judge_them_and_no_id_is_taken_twice():
    listed = json.loads(paths.PINNED.read_text())
    ids = {claim.id for claim in REAL}
    assert not ids & {claim.id for claim in CLAIMS}
    assert not ids & set(listed)


def test_intervals_that_meet_leave_the_hops_undecided():
    close = replaced_records((70, 100), *real_synthetic.ONE_HOP_THERE, "number", "12")
    close2 = replaced_records((82, 100), *real_synthetic.ONE_HOP_THERE, "letter", "12")
    record = judge(ONE_HOP, lambda: close2(close(ONE_HOP.synthetic({}))))
    assert record.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("claim", [c for c in BINDING if c.id != "A-e-anti"], ids=lambda c: c.id)
def test_a_model_of_few_layers_is_undecided(claim):
    where = "frequencies" if claim.id == "A-e-band" else "scores"

    def six(heads):
        kept = [head for head in heads if head.layer in (0, 1, 2, 13, 14, 15)]
        return tuple(kept)

    measurement = applied(six, *real_synthetic.IN_MODEL, where)(claim.synthetic({}))
    assert claim.evidence[0].check(measurement).status is Status.UNKNOWN


def test_letter_hardly_answered_is_rejected_for_that_alone():
    null = next(m for m in ONE_HOP.mutants if m.name == "letter hardly answered")
    measurement = null.mutate(ONE_HOP.synthetic({}))
    check = ONE_HOP.evidence[0].check
    assert check(measurement).status is Status.FALSE
    assert (
        check(replaced_records(0.05, "bounds", "answered")(measurement)).status is not Status.FALSE
    )


def test_a_letter_about_half_right_at_the_shortest_length_is_undecided():
    half = ONE_HOP.synthetic({})
    for task, counts in (
        ("letter", {12: 52, 32: 52, 100: 52, 300: 50}),
        ("number", {12: 20, 32: 10, 100: 5, 300: 2}),
    ):
        told = {str(length): (right, 100) for length, right in counts.items()}
        half = replaced_records(told, *real_synthetic.ONE_HOP_THERE, task)(half)
    assert ONE_HOP.evidence[0].check(half).status is Status.UNKNOWN


def hops(number, letter, of):
    """The measurement with right answers of so many at the shortest lengths and at the longest."""
    lengths = [str(n) for n in settings.THRESHOLDS.lengths]
    measurement = ONE_HOP.synthetic({})
    for task, (short, long) in (("number", number), ("letter", letter)):
        counts = dict.fromkeys(lengths[:-1], (short, of)) | {lengths[-1]: (long, of)}
        measurement = replaced_records(counts, *real_synthetic.ONE_HOP_THERE, task)(measurement)
    return measurement


def judged(measurement):
    return checks.check_one_hop(measurement).status


def test_a_number_at_chance_has_nothing_to_lose():
    at_chance = hops(number=(100, 20), letter=(2470, 2470), of=2600)
    assert judged(at_chance) is Status.UNKNOWN
    assert judged(replaced_records(0.0, "bounds", "chance")(at_chance)) is Status.TRUE
    assert judged(hops(number=(130, 20), letter=(2470, 2470), of=2600)) is Status.TRUE


@pytest.mark.parametrize(
    ("number", "letter"), [((50, 44), (95, 94)), ((60, 30), (90, 78))], ids=["fall", "difference"]
)
def test_a_fall_that_intervals_do_not_show_is_undecided(number, letter):
    """Number's fall itself, and that it is more than letter's."""
    assert judged(hops(number, letter, 100)) is Status.UNKNOWN
    more = [tuple(100 * right for right in pair) for pair in (number, letter)]
    assert judged(hops(*more, 10_000)) is Status.TRUE


@pytest.mark.parametrize("left", [("12",), ("12", "16"), ("12", "300")])
def test_fewer_lengths_than_registered_refute_and_do_not_support(left):
    measurement = ONE_HOP.synthetic({})
    for task in ("number", "letter"):
        keep = applied(lambda c: {n: c[n] for n in left}, *real_synthetic.ONE_HOP_THERE, task)
        measurement = keep(measurement)
    assert judged(measurement) is Status.UNKNOWN
    assert "not measured at" in checks.check_one_hop(measurement).found
    wrong = replaced_records((30, 100), *real_synthetic.ONE_HOP_THERE, "letter", "12")
    # Without the screening window the shortest stands for it, and such a model is not the paper's.
    assert judged(wrong(measurement)) is (Status.FALSE if 16 in map(int, left) else Status.UNKNOWN)


@pytest.mark.parametrize(("far", "status"), [("16", Status.UNKNOWN), ("300", Status.FALSE)])
def test_a_fall_is_refuted_from_the_shortest_registered_length_to_the_longest_alone(far, status):
    """Number keeps 60 of 100."""
    measurement = ONE_HOP.synthetic({})
    for task, right in (("number", (60, 60)), ("letter", (98, 97))):
        counts = {n: (of, 100) for n, of in zip(("12", far), right, strict=True)}
        measurement = replaced_records(counts, *real_synthetic.ONE_HOP_THERE, task)(measurement)
    assert judged(measurement) is status


@pytest.mark.parametrize("table", settings.PUBLISHED.values(), ids=settings.PUBLISHED)
def test_the_lengths_asked_for_are_those_published(table):
    assert settings.THRESHOLDS.lengths == tuple(table)


@pytest.mark.parametrize("window", ["-5", "0", "x", "12.5", "012"])
def test_windows_that_cannot_be_are_refused(window):
    where = (*real_synthetic.ONE_HOP_THERE, "number")
    odd = applied(lambda counts: counts | {window: (1, 2)}, *where)(ONE_HOP.synthetic({}))
    with pytest.raises(ValueError, match=f"'{window}' is no window"):
        ONE_HOP.evidence[0].check(odd)


def test_windows_of_one_task_or_without_questions_are_refused():
    for change, message in (
        (lambda counts: {}, "not the same"),
        (lambda counts: counts | {"12": (0, 0)}, "no questions"),
    ):
        odd = applied(change, *real_synthetic.ONE_HOP_THERE, "letter")(ONE_HOP.synthetic({}))
        with pytest.raises(ValueError, match=message):
            ONE_HOP.evidence[0].check(odd)


@pytest.mark.parametrize("of", [10, 20, 100, 5000])
def test_one_published_model_fails_at_any_number_of_questions(of):
    table = settings.PUBLISHED["GPT 5.4"].items()
    number, letter = ({str(n): (round(x[i] * of), of) for n, x in table} for i in (0, 1))
    one_hop = real_synthetic.one_model().tasks[real_synthetic.MODEL].one_hop
    told = replace(one_hop, number=number, letter=letter)
    assert Status.FALSE in checks._hops(told, settings.THRESHOLDS)[0]


@pytest.mark.parametrize("of", [100, 5000])
@pytest.mark.parametrize(
    ("name", "wrong"), [("GPT 5.4", 2), ("GPT 5.5", 0), ("Claude Sonnet 3.7", 0)]
)
def test_the_published_table_passes_but_for_one_model_which_the_claim_says(name, wrong, of):
    number, letter = (
        {str(n): (round(pair[task] * of), of) for n, pair in settings.PUBLISHED[name].items()}
        for task in (0, 1)
    )
    one_hop = ONE_HOP.synthetic({}).tasks[real_synthetic.MODEL].one_hop
    answers, _ = checks._hops(replace(one_hop, number=number, letter=letter), settings.THRESHOLDS)
    assert answers.count(Status.FALSE) == wrong
    assert answers.count(Status.TRUE) == len(answers) - wrong
    assert "own values are NOT REPRODUCED" in ONE_HOP.published


def test_a_number_that_was_never_right_cannot_fall():
    wrong = applied(
        lambda counts: {length: (0, of) for length, (_, of) in counts.items()},
        *(*real_synthetic.ONE_HOP_THERE, "number"),
    )
    measurement = wrong(ONE_HOP.synthetic({}))
    record = judge(ONE_HOP, lambda: measurement)
    assert record.verdict is Verdict.UNDECIDED
    outcome = ONE_HOP.evidence[0].check(measurement)
    assert "number none to lose" in outcome.found


def test_list_names_them_as_not_run_here(capsys):
    from theory.commands import cli

    listed = json.loads(paths.ELSEWHERE.read_text())
    stored = [one for one in listed if one["command"] == settings.COMMAND]
    assert [(one["id"], one["statement"]) for one in stored] == [(c.id, c.statement) for c in REAL]
    cli.main(["list"])
    shown = capsys.readouterr().out
    (ids,) = re.findall(r"^(.+)  not run here: python -m empirical\.validate", shown, re.M)
    assert {claim.id for claim in REAL} <= set(ids.split(", "))
