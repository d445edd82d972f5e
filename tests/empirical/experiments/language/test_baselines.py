"""Claims on real models: statistics that baselines reach support nothing, medians of another model
and models that the paper screened out refute nothing; the stored reports judged again."""

import itertools
import re
from dataclasses import replace

import numpy as np
import pytest

from empirical.experiments.language import checks, synthetic
from empirical.experiments.language.baselines import pure_share
from empirical.experiments.language.claims import REAL_CLAIMS
from empirical.experiments.language.settings import THRESHOLDS
from empirical.protocol import paths
from empirical.protocol.findings import (
    BaselineDistance,
    RandomBaseline,
    RandomPart,
    Spread,
)
from empirical.protocol.form import read_report
from empirical.protocol.measured import OnModels
from empirical.protocol.synthetic import synthetic_head
from theory.ledger import Status

CLAIMS = {claim.id: claim for claim in REAL_CLAIMS}
FOLDER = paths.RESULTS / "language"
PAGE = (paths.RESULTS / "language.md").read_text("utf-8")
VERDICTS = {Status.TRUE: "SUPPORTED", Status.FALSE: "NOT REPRODUCED", Status.UNKNOWN: "UNDECIDED"}


def status(name, measurement):
    return CLAIMS[name].evidence[0].check(measurement).status


def with_baselines(name, *far):
    """A synthetic model that meets the claim, its statistics so far from twenty baselines."""
    whole = CLAIMS[name].synthetic({})
    made = [
        BaselineDistance(claim=name, statistic="s", trained=1.0, twins=(0.0,) * 20, distance=one)
        for one in far
    ]
    spread = Spread(seeds=tuple(range(20)), reach=2.1, met={name: 20}, statistics=tuple(made))
    part = RandomPart(seed=1, inputs=4, twins=(), spread=spread)
    models = {key: replace(model, random=part) for key, model in whole.tasks.items()}
    return replace(whole, tasks=models)


@pytest.mark.parametrize("name", ["A-e-anti", "A-e-depth", "A-e-band"])
def test_every_statistic_must_lie_beyond_the_baselines_the_way_the_claim_says(name):
    assert status(name, with_baselines(name, 9.0, 2.2)) is Status.TRUE
    for far in (2.0, -30.2, None):
        measurement = with_baselines(name, 27.4, far)
        assert status(name, measurement) is Status.UNKNOWN
        assert "not beyond random weights: s: " in CLAIMS[name].evidence[0].check(measurement).note


@pytest.mark.parametrize("name", ["A-e-anti", "A-e-depth", "A-e-band"])
def test_a_verdict_says_whether_random_weights_were_asked(name):
    whole = CLAIMS[name].synthetic({})
    alone = CLAIMS[name].evidence[0].check(whole)
    assert "not compared with random weights, which may do the same" in alone.note
    beyond = CLAIMS[name].evidence[0].check(with_baselines(name, 9.0))
    assert beyond.note.endswith("beyond the reach of 20 shuffled-weights baselines")
    assert "a comparison that the sentence does not make" in CLAIMS[name].evidence[0].covers


def test_a_baseline_that_meets_the_claim_or_is_not_asked_leaves_it_open():
    whole = CLAIMS["A-e-band"].synthetic({})
    baseline = RandomBaseline(name="weights shuffled", statistics=(), frequencies=())
    for met, answer in ((("A-e-band",), Status.UNKNOWN), ((), Status.TRUE), (None, Status.UNKNOWN)):
        part = RandomPart(seed=1, inputs=4, twins=(replace(baseline, met=met),))
        models = {key: replace(one, random=part) for key, one in whole.tasks.items()}
        outcome = CLAIMS["A-e-band"].evidence[0].check(replace(whole, tasks=models))
        assert outcome.status is answer
        assert ("none of 1 random-weights baselines meets it" in outcome.note) == (
            answer is Status.TRUE
        )


def halves(early, late):
    """Heads whose s_POS falls over depth between medians of these, s_SYM what is left."""

    def change(binding):
        middle = binding.layers / 2
        slopes = np.linspace(0.01, -0.01, binding.layers)
        scores = []
        for head in binding.scores:
            at = (early if head.layer < middle else late) + slopes[head.layer]
            scores.append(replace(head, s_pos=float(at), s_sym=float(1 - at)))
        return replace(binding, scores=tuple(scores))

    return synthetic.applied(change, *synthetic.IN_MODEL)(CLAIMS["A-e-depth"].synthetic({}))


def test_halves_that_lie_close_together_support_nothing_and_refute_nothing():
    assert status("A-e-depth", halves(0.83, 0.56)) is Status.TRUE
    assert status("A-e-depth", halves(0.75, 0.64)) is Status.UNKNOWN
    assert status("A-e-depth", halves(1.0, 0.97)) is Status.UNKNOWN
    assert status("A-e-depth", halves(0.56, 0.83)) is Status.FALSE


def scored(*rows):
    """The synthetic model with heads of these (layer, s_POS, s_SYM)."""
    whole = CLAIMS["A-e-depth"].synthetic({})
    heads = tuple(
        replace(real_head, layer=layer, s_pos=float(pos), s_sym=float(sym))
        for real_head, (layer, pos, sym) in zip(
            itertools.cycle(synthetic.binding().scores), rows, strict=False
        )
    )
    layers = 1 + max(layer for layer, *_ in rows)
    change = synthetic.applied(
        lambda binding: replace(binding, scores=heads, layers=layers), *synthetic.IN_MODEL
    )
    return change(whole)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("fall", [0.0, 0.1, 0.2, 0.3])
def test_a_fall_that_wandering_layers_hide_is_undecided(seed, fall):
    """16 layers of 8 heads, the layers' means wander by .15; without a fall too."""
    rng = np.random.default_rng(seed)
    pos = 0.7 - fall * (np.arange(16) / 15 - 0.5) + rng.normal(0, 0.15, 16)
    rows = [(i, *(np.clip((x, 1 - x), 0, 1))) for i, x in enumerate(pos) for _ in range(8)]
    assert status("A-e-depth", scored(*rows)) is not Status.FALSE


@pytest.mark.parametrize("seed", range(10))
def test_heads_as_published_meet_anti_and_depth(seed):
    """r of -.91, medians of .83 and .56, over 26 layers of 8 heads."""
    rng = np.random.default_rng(seed)
    level = np.where(np.arange(26) < 13, 0.83, 0.56) - np.linspace(-0.06, 0.06, 26)
    pos = np.clip(level.repeat(8) + rng.normal(0, 0.1, 208), 0, 1)
    noise = pos.std() * np.sqrt(1 / 0.91**2 - 1)
    sym = np.clip(1 - pos + rng.normal(0, noise, 208), 0, 1)
    whole = scored(*zip(np.arange(26).repeat(8).tolist(), pos, sym, strict=True))
    assert np.corrcoef(pos, sym)[0, 1] == pytest.approx(-0.91, abs=0.04)
    assert status("A-e-anti", whole) is Status.TRUE
    assert status("A-e-depth", whole) is Status.TRUE


def profiles(slow, medium):
    """The synthetic model whose scores differ by so much at slow and at the other frequencies."""

    def change(head):
        few = synthetic.PLANES // 3
        lead = np.repeat([-medium, slow], [synthetic.PLANES - few, few])
        pos, sym = (tuple((0.9 + sign * lead / 2).tolist()) for sign in (-1, 1))
        return replace(head, s_pos=pos, s_sym=sym)

    return synthetic.applied(
        lambda heads: tuple(map(change, heads)), *synthetic.IN_MODEL, "frequencies"
    )(CLAIMS["A-e-band"].synthetic({}))


@pytest.mark.parametrize(
    ("slow", "medium", "answer"),
    [
        (0.1, 0.1, Status.TRUE),
        (0.04, 0.1, Status.UNKNOWN),
        (0.1, 0.02, Status.UNKNOWN),
        (0.001, 0.1, Status.UNKNOWN),  # surely a lead, and surely less than .05, which is ours
        (0.1, 0.0008, Status.UNKNOWN),
        (0.0, 0.1, Status.FALSE),
        (0.1, -0.1, Status.FALSE),
    ],
)
def test_a_band_leads_by_more_than_the_least_contrast(slow, medium, answer):
    assert status("A-e-band", profiles(slow, medium)) is answer


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*-256.json")), ids=lambda path: path.name)
def test_a_model_before_training_does_not_have_the_bands(path):
    """At 256 statements its scores differ by less than .01; shuffled weights have such bands."""
    (model,) = read_report(path).models
    shuffled, untrained = (
        checks.held(checks.band, replace(model.binding, frequencies=one.frequencies))[0]
        for one in model.random.twins
    )
    assert (shuffled, untrained) == (Status.TRUE, Status.UNKNOWN)


@pytest.mark.parametrize(("right", "answer"), [(60, Status.UNKNOWN), (90, Status.TRUE)])
def test_a_model_that_the_paper_would_have_screened_out_decides_nothing(right, answer):
    whole = CLAIMS["B-e-llm"].synthetic({})
    at = synthetic.replaced_records((right, 100), *synthetic.ONE_HOP_THERE, "letter", "16")
    at_number = synthetic.replaced_records((10, 100), *synthetic.ONE_HOP_THERE, "number", "16")
    assert status("B-e-llm", at_number(at(whole))) is answer


def again(name, claim):
    model = read_report(FOLDER / f"{name}.json").models[0]
    return VERDICTS[status(claim, OnModels((model.name,), {model.name: model}, THRESHOLDS))]


ROWS = re.findall(r"^\| \[([\w-]+)\.json\]\(\S+\) \| ([AB]-e-\w+) \| ([A-Z ]+) \| ", PAGE, re.M)


@pytest.mark.parametrize(("name", "claim", "verdict"), ROWS)
def test_the_page_says_what_the_stored_reports_are_judged_to_be_now(name, claim, verdict):
    assert again(name, claim) == verdict


def test_the_page_has_a_row_of_each_claim_and_model():
    assert {claim for _, claim, _ in ROWS} == {"A-e-anti", "A-e-depth", "A-e-band", "B-e-llm"}
    assert len(ROWS) == 8


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*-twins.json")), ids=lambda path: path.name)
def test_the_page_says_how_many_heads_are_pure_here_and_in_the_baselines(path):
    (model,) = read_report(path).models
    assert len(model.random.spread.scores) == 20
    assert all(len(one) == len(model.binding.scores) for one in model.random.spread.scores)
    assert pure_share(model) in PAGE.replace("\n", " ")


def test_the_share_of_pure_heads_is_counted_by_head_and_needs_their_scores():
    (model,) = with_baselines("A-e-anti", 3.0).tasks.values()
    assert pure_share(model) == ""

    own = [(0.95, 0.05), (0.05, 0.95), (0.95, 0.95), (0.5, 0.0)]
    heads = tuple(synthetic_head(i, pos, sym, None) for i, (pos, sym) in enumerate(own))
    none, all_of_them = ((0.5, 0.5),) * 4, ((1.0, 0.0),) * 4

    def with_scores(*every):
        """On other inputs no head of the model is pure; the baselines were scored on the task's."""
        spread = replace(model.random.spread, scores=every)
        other = tuple(synthetic_head(i, 0.5, 0.5, None) for i in range(4))
        posed = replace(model.binding, scores=heads)
        random = replace(model.random, spread=spread)
        return replace(model, scores=other, binding=posed, random=random)

    text = pure_share(with_scores(none, none, all_of_them))
    assert text.startswith(
        "0.500 of the heads are pure (γ = 0.1), of the baselines' 0.000 to 1.000"
    )
    assert text.endswith(": +0.3 of their spreads")
    assert pure_share(with_scores(none, none)).endswith("0.000 to 0.000")
    assert pure_share(replace(with_scores(none, none), binding=None)) == ""
