"""The claims about language models (papers A and B): statistic and threshold named before any run.

No weights come with this package, so ``rope-claims check`` has nothing to judge these on: they are
judged by ``python -m empirical.validate --model NAME`` alone, on the model that it is given.

Thresholds come from the figures published for gemma-2-2b-it; for any other model they are
predictions.
"""

from collections.abc import Callable
from typing import Any, NoReturn

from empirical.experiments.language import synthetic
from empirical.experiments.language.baselines import asked, short
from empirical.experiments.language.checks import (
    Check,
    Measurement,
    anti,
    band,
    check_family,
    check_one_hop,
    depth,
    held,
)
from empirical.experiments.language.settings import NOT_RUN, THRESHOLDS
from empirical.protocol.findings import BindingHeads, BindingPart
from empirical.protocol.measured import answer, claim_on_models, missing
from empirical.protocol.statistics import both
from theory.ledger import Claim, Outcome, Status, Undecided, Verdict


def _each(name_of_claim: str, check: Check) -> Callable[[Measurement], Outcome]:
    """A check of every required model's binding task as a check of the measurement."""

    def whole(measurement: Measurement) -> Outcome:
        if lost := missing(measurement):
            return answer(Status.FALSE, 1, f"not measured: {lost}")
        answers, messages, heads = [], [], 0
        for name in measurement.required:
            binding = measurement.tasks[name].binding
            if not isinstance(binding, BindingPart):
                why = binding.reason if binding else "the binding task was left out"
                raise Undecided(f"{name}: {why}")
            status, message = held(check, binding, measurement.bounds)
            if status is Status.TRUE:
                why = short(name_of_claim, measurement.tasks[name])
                status = Status.UNKNOWN if why else Status.TRUE
                compared = asked(name_of_claim, measurement.tasks[name])
                message += f"; not beyond random weights: {why}" if why else f"; {compared}"
            answers.append(status)
            messages.append(f"{name}: {message}{_partial(binding)}")
            heads += len(binding.scores)
        return answer(both(*answers), heads, "; ".join(messages))

    return whole


def _partial(binding: BindingHeads) -> str:
    """What to add where layers were left out."""
    out = [str(one.layer) for one in binding.left_out]
    return f" (without layers {', '.join(out)}: window too short)" if out else ""


def _nowhere() -> NoReturn:
    raise Undecided(NOT_RUN)


def _claim(
    name: str, place: str, statement: str, covers: str, check: Any, data: Any, **more: Any
) -> Claim:
    make, mutants = data
    return claim_on_models(
        evidence=f"{name} on a model",
        covers=covers,
        check=check,
        mutants=mutants,
        id=name,
        paper=name[0],
        place=place,
        statement=statement,
        expected=Verdict.SUPPORTED,
        subject=_nowhere,
        synthetic=make,
        seconds=7200,
        **more,
    )


BASELINES = (
    "a comparison that the sentence does not make: undecided if shuffled-weights baselines were"
    " measured and a statistic is not beyond their reach"
)
COVERED = "one model, its heads on the binding task; intervals and p-values are over"
BY_LAYER = f"{COVERED} its layers, each with all of its heads"
NEIGHBOURS = (
    "neighbouring layers, which are as little independent as heads of one; few layers: percentile"
    " intervals of 8 to 13 cover .85 to .90, none is taken of fewer"
)
REAL_CLAIMS: tuple[Claim, ...] = (
    _claim(
        "A-e-anti",
        "§4, Fig. 1B",
        "Across heads s_POS and s_SYM are strongly negatively correlated.",
        f"{COVERED} heads: r's 95 % bootstrap interval below -√½ and p ≤ {THRESHOLDS.p:g}"
        f" (refuted by an interval above -√½); {BASELINES}",
        _each("A-e-anti", anti),
        synthetic.ANTI,
        published="gemma-2-2b-it, n = 256: Pearson r = -0.91, p ≤ 1e-4",
        not_covered="whether training did it, without baselines: exclusion alone pulls r down, to"
        " -0.73 in a tiny Gemma-2 with random weights, and to -1 where heads are dealt on the"
        " exclusion line; heads of a model are not independent; other tasks",
    ),
    _claim(
        "A-e-depth",
        "§4, Fig. 1B",
        "Early layers are positional, late ones symbolic.",
        f"{BY_LAYER}: median s_POS of the first half above .695 and of the second below it, by at"
        f" least {THRESHOLDS.halves} in all, s_SYM the other way round, rank trends with"
        f" permutation p ≤ {THRESHOLDS.depth_p:g}; refuted by a trend the other way at that p, or"
        f" by medians whose intervals lie apart the other way, and else undecided; {BASELINES}",
        _each("A-e-depth", depth),
        synthetic.DEPTH,
        published="gemma-2-2b-it, n = 256: median s_POS .83 in layers 1–13, .56 in 14–26",
        not_covered="the medians of other models: .695 is midway between those printed for one,"
        " so that a model which misses it with the printed trends refutes nothing; tasks and block"
        " sizes; where between the halves it turns;"
        f" {NEIGHBOURS}: scores that wander over 26 layers without direction meet it in 10 of 50"
        " draws; how far s_SYM's medians are apart, and how high they are: heads whose s_SYM rises"
        " from .02 to .06 while s_POS falls from .95 to .45 meet it; that there is no trend, which"
        " refutes nothing",
    ),
    _claim(
        "A-e-band",
        "§4, Fig. 1C",
        "Slow frequencies are symbolic, medium to fast ones positional, the very fastest score high"
        " on both.",
        f"{BY_LAYER}: slow = the slowest third, very fastest = the fastest sixteenth; intervals of"
        f" the contrasts above {THRESHOLDS.contrast} (refuted by one that is nowhere above 0), of"
        f" the lower of the fastest's scores above ½; {BASELINES}",
        _each("A-e-band", band),
        synthetic.BAND,
        published="gemma-2-2b-it, n = 256: Fig. 1C, head 12:0 (no numbers)",
        not_covered="whether training did it, without baselines: at 256 statements SmolLM2-135M"
        " with shuffled weights meets it, as a plane that hardly turns cannot tell places; the"
        " least contrast, which is ours; tasks of two statements, where both scores of most heads"
        f" are near 1; bands elsewhere; single heads; {NEIGHBOURS}",
    ),
    _claim(
        "A-e-family",
        "§4, appendix",
        "The same holds for the Gemma-2, Qwen-2 and Llama-3 families.",
        "A-e-anti, A-e-depth and A-e-band on one model of each family, read from reports, without"
        " baselines; no two of them with the same scores; undecided without a model of each",
        check_family,
        synthetic.FAMILY,
        published="appendix, by figure",
        not_covered="other members of the families",
    ),
    _claim(
        "B-e-llm",
        "§3.7, App. H",
        "Letter accuracy is consistently higher than number accuracy; number is below 0.5 at 32"
        " tokens and below 0.1 at 100, letter above 0.88 at 32 and above 0.65 at 100.",
        f"1-hop tasks in 5 runs: undecided if letter is surely below {THRESHOLDS.screened} at"
        f" {THRESHOLDS.screen} tokens, as the paper screened models; the printed accuracies, missed"
        f" by at most {THRESHOLDS.slack} (refuted if Wilson's 95 % interval misses one by more);"
        " from 32 tokens on letter above number, intervals apart, and nowhere surely below it by"
        f" more than {THRESHOLDS.slack}; undecided without the lengths of the published table,"
        f" {THRESHOLDS.questions} questions at each, or a number above chance at the shortest",
        check_one_hop,
        synthetic.ONE_HOP,
        published="GPT 5.4: 12 .98/.96 (number/letter), 32 .45/.99, 100 .08/.85; GPT 5.5: 32"
        " .23/.96, 100 .07/.66; Claude Sonnet 3.7: 32 .15/.88, 100 .06/.86. All three are"
        " SUPPORTED; a model with these accuracies, asked 100 questions, is in nine of ten draws",
        not_covered="other prompts; sampling (the most likely token counts); hosted models; lengths"
        " not measured, 150 among them; that letter is higher below 32 tokens, where the published"
        " table has GPT 5.4 lower at 12; accuracies closer to the printed ones than the slack, on"
        " which published values lie; how much more slowly letter falls: the shares lost are in"
        " the report alone",
    ),
)
