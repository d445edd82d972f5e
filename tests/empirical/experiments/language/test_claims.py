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
from theory.ledger import Status, Undecided, Verdict
from theory.ledger.judging import judge

BINDING = [claim for claim in REAL if claim.id in ("A-e-anti", "A-e-depth", "A-e-band")]
BY_ID = {claim.id: claim for claim in REAL}
LLM, FAMILY = (BY_ID[name].synthetic({}) for name in ("B-e-llm", "A-e-family"))


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
    scores = tuple(replace(s, s_pos=s.s_pos + 5e-4) for s in FAMILY.families["qwen2"].scores)
    second = replace(FAMILY.families["qwen2"], scores=scores)
    with pytest.raises(Undecided, match="qwen2 and llama are one model"):
        checks.check_family(replaced_records(second, "families", "llama")(FAMILY))


def test_a_family_without_a_model_is_undecided():
    two = {name: FAMILY.families[name] for name in ("gemma2", "qwen2")}
    with pytest.raises(Undecided, match="no model of llama was measured"):
        checks.check_family(replace(FAMILY, families=two))
    few = replaced_records(1, "families", "llama", "inputs")(FAMILY)
    assert checks.check_family(few).status is Status.UNKNOWN


LACKING = {
    "inputs": lambda binding: replace(binding, inputs=settings.THRESHOLDS.inputs - 1),
    "heads": lambda binding: replace(
        binding, scores=binding.scores[:3], frequencies=binding.frequencies[:3]
    ),
    "scores": lambda binding: replace(
        binding,
        scores=tuple(replace(head, s_pos=0.5, s_sym=0.5) for head in binding.scores),
        frequencies=tuple(replace(head, s_sym=()) for head in binding.frequencies),
    ),
    "frequencies": lambda binding: replace(
        binding,
        scores=binding.scores[:3],
        frequencies=tuple(replace(head, s_sym=head.s_sym[:-8]) for head in binding.frequencies),
    ),
}


@pytest.mark.parametrize("claim", BINDING, ids=lambda c: c.id)
@pytest.mark.parametrize("lacking", LACKING.values(), ids=LACKING)
def test_too_little_refutes_nothing(claim, lacking):
    measurement = applied(lacking, *real_synthetic.IN_MODEL)(claim.synthetic({}))
    assert claim.evidence[0].check(measurement).status is Status.UNKNOWN
    assert judge(claim, lambda: measurement).verdict is Verdict.UNDECIDED


def test_check_does_not_judge_them_and_no_id_is_taken_twice():
    listed = json.loads(paths.PINNED.read_text())
    ids = {claim.id for claim in REAL}
    assert not ids & {claim.id for claim in CLAIMS}
    assert not ids & set(listed)


@pytest.mark.parametrize("claim", [c for c in BINDING if c.id != "A-e-anti"], ids=lambda c: c.id)
def test_a_model_of_few_layers_is_undecided(claim):
    where = "frequencies" if claim.id == "A-e-band" else "scores"

    def six(heads):
        return tuple(head for head in heads if head.layer in (0, 1, 2, 13, 14, 15))

    measurement = applied(six, *real_synthetic.IN_MODEL, where)(claim.synthetic({}))
    assert claim.evidence[0].check(measurement).status is Status.UNKNOWN


def hops(number, letter, of=100):
    """The measurement with these shares right of so many, where they are given by window."""
    measurement = LLM
    for task, shares in (("number", number), ("letter", letter)):
        there = getattr(measurement.tasks[real_synthetic.MODEL].one_hop, task)
        counts = {n: (of * right // 100, of) for n, (right, _) in there.items()}
        counts |= {str(n): (round(of * share), of) for n, share in shares.items()}
        measurement = replaced_records(counts, *real_synthetic.ONE_HOP_THERE, task)(measurement)
    return measurement


def judged(measurement):
    return checks.check_one_hop(measurement).status


@pytest.mark.parametrize(
    ("task", "window", "shares"),
    [
        ("number", 32, (0.55, 0.56, 0.70)),
        ("number", 100, (0.15, 0.16, 0.30)),
        ("letter", 32, (0.83, 0.82, 0.70)),
        ("letter", 100, (0.60, 0.59, 0.45)),
    ],
)
def test_a_printed_accuracy_is_held_to_its_slack_and_refuted_by_an_interval(task, window, shares):
    for share, status in zip(shares, (Status.TRUE, Status.UNKNOWN, Status.FALSE), strict=True):
        told = {"number": {}, "letter": {}} | {task: {window: share}}
        assert judged(hops(**told)) is status


def test_letter_is_held_above_number_from_the_first_printed_window_on():
    close = {
        "number": dict.fromkeys((12, 16, 24), 0.95),
        "letter": dict.fromkeys((12, 16, 24), 0.96),
    }
    assert judged(hops(**close)) is Status.TRUE
    assert judged(hops({200: 0.80}, {200: 0.85})) is Status.UNKNOWN
    for window in (12, 300):  # surely below by more than the slack; by less, open or not asked
        assert judged(hops({window: 0.99}, {window: 0.80})) is Status.FALSE
    assert judged(hops({12: 0.98}, {12: 0.96}, of=10_000)) is Status.TRUE
    assert judged(hops({300: 0.98}, {300: 0.96}, of=10_000)) is Status.UNKNOWN


def test_few_questions_support_nothing():
    assert judged(hops({}, {}, of=50)) is Status.UNKNOWN
    assert "50 questions a window, 100 are needed" in checks.check_one_hop(hops({}, {}, 50)).found
    assert judged(hops({}, {100: 0.1}, of=50)) is Status.FALSE


def test_a_number_at_chance_has_nothing_to_lose():
    at_chance = hops(dict.fromkeys(settings.THRESHOLDS.lengths, 1 / 26), {}, of=2600)
    assert judged(at_chance) is Status.UNKNOWN
    assert "number is not surely above chance at 12" in checks.check_one_hop(at_chance).found
    assert judged(replaced_records(0.0, "bounds", "chance")(at_chance)) is Status.TRUE


@pytest.mark.parametrize("left", [("12",), ("12", "16"), ("12", "300")])
def test_fewer_lengths_than_registered_refute_and_do_not_support(left):
    measurement = LLM
    for task in ("number", "letter"):
        keep = applied(lambda c: {n: c[n] for n in left}, *real_synthetic.ONE_HOP_THERE, task)
        measurement = keep(measurement)
    assert judged(measurement) is Status.UNKNOWN
    assert "not measured at" in checks.check_one_hop(measurement).found
    wrong = replaced_records((30, 100), *real_synthetic.ONE_HOP_THERE, "letter", "12")
    # Number is at 60 there. Without the screening window the shortest stands for it.
    assert judged(wrong(measurement)) is (Status.FALSE if 16 in map(int, left) else Status.UNKNOWN)


@pytest.mark.parametrize("table", settings.PUBLISHED.values(), ids=settings.PUBLISHED)
def test_the_lengths_asked_for_are_those_published(table):
    assert settings.THRESHOLDS.lengths == tuple(table)


@pytest.mark.parametrize("window", ["-5", "0", "x", "12.5", "012"])
def test_windows_that_cannot_be_are_refused(window):
    where = (*real_synthetic.ONE_HOP_THERE, "number")
    odd = applied(lambda counts: counts | {window: (1, 2)}, *where)(LLM)
    with pytest.raises(ValueError, match=f"'{window}' is no window"):
        judged(odd)


def test_windows_of_one_task_or_without_questions_are_refused():
    for change, message in (
        (lambda counts: {}, "not the same"),
        (lambda counts: counts | {"12": (0, 0)}, "no questions"),
    ):
        odd = applied(change, *real_synthetic.ONE_HOP_THERE, "letter")(LLM)
        with pytest.raises(ValueError, match=message):
            judged(odd)


def published(name, draw):
    """The measurement with a published model's shares, through `draw`, of 100 questions a window or
    as many as it says."""
    measurement = LLM
    for n, task in enumerate(("number", "letter")):
        told = {str(w): draw(pair[n]) for w, pair in settings.PUBLISHED[name].items()}
        measurement = replaced_records(told, *real_synthetic.ONE_HOP_THERE, task)(measurement)
    return measurement


@pytest.mark.parametrize("of", [100, 5000])
@pytest.mark.parametrize("name", settings.PUBLISHED)
def test_the_published_table_passes(name, of):
    assert judged(published(name, lambda share: (round(share * of), of))) is Status.TRUE


@pytest.mark.parametrize("name", settings.PUBLISHED)
def test_a_model_as_published_passes_in_nine_of_ten_draws_and_is_never_refuted(name):
    rng = np.random.default_rng(0)
    draws = [
        published(name, lambda share: (int(rng.binomial(100, share)), 100)) for _ in range(400)
    ]
    answers = [judged(draw) for draw in draws]
    assert answers.count(Status.TRUE) >= 0.9 * len(answers)
    assert answers.count(Status.FALSE) <= 0.01 * len(answers)


@pytest.mark.parametrize("seed", range(3))
def test_tasks_that_fall_alike_are_rejected(seed):
    """Letter as number, and number as letter, of each published model."""
    rng = np.random.default_rng(seed)
    for table in settings.PUBLISHED.values():
        for which in (0, 1):
            alike = {w: int(rng.binomial(100, pair[which])) / 100 for w, pair in table.items()}
            other = {w: int(rng.binomial(100, pair[which])) / 100 for w, pair in table.items()}
            assert judged(hops(alike, other)) is not Status.TRUE


def test_a_number_that_was_never_right_cannot_fall():
    never = hops(dict.fromkeys(settings.THRESHOLDS.lengths, 0), {})
    assert judge(BY_ID["B-e-llm"], lambda: never).verdict is Verdict.UNDECIDED
    assert "number none to lose" in checks.check_one_hop(never).found


def test_list_names_them_as_not_run_here(capsys):
    from theory.commands import cli

    listed = json.loads(paths.ELSEWHERE.read_text())
    stored = [one for one in listed if one["command"] == settings.COMMAND]
    assert [(one["id"], one["statement"]) for one in stored] == [(c.id, c.statement) for c in REAL]
    cli.main(["list"])
    shown = capsys.readouterr().out
    (ids,) = re.findall(r"^(.+)  not run here: python -m empirical\.validate", shown, re.M)
    assert {claim.id for claim in REAL} <= set(ids.split(", "))
