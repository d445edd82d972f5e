"""What is measured of each claim about the released recipe, requirement by requirement: the values
by seed and, where the criterion reads one, their interval.

A requirement's value by seed is what the criterion finds of that one model, the others as they are;
where it is of all models together, or has an interval, ``SHOWN`` says what is shown instead."""

from collections.abc import Callable, Sequence
from typing import Any

from empirical.criteria import breaks, heads, recipe_criteria
from empirical.criteria.bounds import BOUNDS
from empirical.criteria.courses import WIDER
from empirical.criteria.figures import figure, wilson_text
from empirical.criteria.questions import first_positional
from empirical.criteria.recipe_criteria import Answer, Requirement
from empirical.protocol.statistics import mean_interval
from empirical.protocol.vocabulary import TASKS
from empirical.reports.claim_section import Row, compared_text, requirement_row
from empirical.reports.predictions import (
    Models,
    Shown,
    constant_rival,
    held_out_rows,
    simpler,
    simulation,
)

Criterion = Callable[..., Answer]
ENDS = "lower ends of 95 % intervals"
EARLY = "'s early"
"""Of those on the lower end of an interval over inputs, the least over heads and steps."""


def _listed(values: Sequence[str]) -> str:
    """By seed, in order; once if all are alike."""
    return f"{values[0]} in each" if len({*values}) == 1 < len(values) else ", ".join(values)


def over(values: Sequence[float]) -> str:
    """Mean over seeds with Student's 95 % interval."""
    low, mean, high = mean_interval(list(values))
    return f"mean {figure(mean)} [{figure(low)}, {figure(high)}]"


def _late(task: str) -> Shown:
    """B-e-pure: steps from the maximum to the last pure head, at its γ and at the next one."""

    def shown(models: Models) -> str:
        first, wider = (
            _listed([f"{recipe_criteria.lateness(one, gamma):+,}" for one in models[task]])
            for gamma in (BOUNDS.drawn_gamma, WIDER)
        )
        return f"{first} steps; at γ = {WIDER} {wider} steps"

    return shown


def _leads(models: Any) -> str:
    """B-e-first: steps between the first heads of the two kinds, at its γ and at Fig. 2C's."""
    first, wider = (
        _listed([f"{lead:+,}" for lead in first_positional.leads_at(models, gamma)])
        for gamma in (BOUNDS.gamma, BOUNDS.drawn_gamma)
    )
    return f"by {first} steps; at γ = {BOUNDS.drawn_gamma} by {wider} steps"


def letter_kept(models: Models) -> str:
    """B-e-len-seeds: each letter model at the length at which it is worst."""
    worst, last = [], BOUNDS.kept_until - 17
    for one in models["letter"]:
        counts = [c for added, c in zip(one.added, one.counts, strict=True) if added <= last]
        if last not in one.added:
            counts.append(recipe_criteria.share_at(one, last))
        worst.append(min(counts, key=lambda c: c[0] / c[1]))
    seeds = over([right / of for right, of in worst])
    return f"{_listed([wilson_text(*c) for c in worst])}; over seeds {seeds}"


def number_at(added: int) -> Shown:
    """B-e-len-seeds: number with so many tokens added."""

    def shown(models: Models) -> str:
        counts = [recipe_criteria.share_at(one, added) for one in models["number"]]
        seeds = over([right / of for right, of in counts])
        return f"{_listed([wilson_text(*c) for c in counts])}; over seeds {seeds}"

    return shown


def _first_below(level: float, words: str) -> Shown:
    """B-e-shape: tokens at which accuracy is first below a level."""

    def shown(models: Models) -> str:
        told = []
        for task in TASKS:
            first = [figure(recipe_criteria.falls_below(one, level)) for one in models[task]]
            told.append(f"{task} below {words} at {_listed(first)} tokens")
        return "; ".join(told)

    return shown


def ratios(models: Models) -> str:
    """B-e-disc-decay: the gap at 300 over that at 17 tokens."""
    gap_ratios = {}
    for task, rows in models.items():
        places = [[one.lengths.index(n) for n in breaks.ENDS] for one in rows]
        gap_ratios[task] = [
            f"{one.gaps[b] / one.gaps[a]:.2f}" if one.gaps[a] > 0 else "no gap"
            for one, (a, b) in zip(rows, places, strict=True)
        ]
    return "gap at 300 over 17 tokens " + "; ".join(
        f"{t} {_listed(x)}" for t, x in gap_ratios.items()
    )


def _absent(task: str) -> Shown:
    """B-e-hops: by seed a task's hop counts that do not emerge in training."""

    def shown(models: Models) -> str:
        answers = [recipe_criteria.emerging({task: [one]}, BOUNDS.emerges) for one in models[task]]
        counts = [figure(one.found) for (one,) in answers]
        return f"{_listed(counts)} do not"

    return shown


def _emerged(models: Models, task: str) -> list[Any]:
    """B-e-hops: of each model the steps at which its hop counts emerge."""
    return [recipe_criteria.emerged(one, BOUNDS.emerges) for one in models[task]]


def _in_order(models: Models) -> str:
    """B-e-hops: the steps of number's hop counts."""
    rows = ("/".join(map(figure, row)) for row in _emerged(models, "number"))
    return f"steps {', '.join(rows)}"


def _first(models: Models) -> str:
    """B-e-hops: number's seeds in which no hop count emerges before one hop."""
    rows = _emerged(models, "number")
    return f"in {sum(row[0] == min(row) for row in rows)} of {len(rows)} seeds"


def emergence(models: Models, task: str) -> list[float]:
    """B-e-hops: spreads by seed."""
    return [(max(row) - min(row)) / max(row) for row in _emerged(models, task)]


def spreads(models: Models) -> str:
    """B-e-hops: both tasks' spreads."""
    values = {task: [f"{x:.3f}" for x in emergence(models, task)] for task in TASKS}
    return "spreads " + "; ".join(f"{task} {_listed(x)}" for task, x in values.items())


def slow(models: Models) -> str:
    """B-e-freq: letter's mean IDs over layers."""
    rows = models["letter"]
    means = [sum(map(heads.mean_id, one.largest)) / len(one.largest) for one in rows]
    return f"{_listed([f'{x:.1f}' for x in means])}; over seeds {over(means)}"


def _plane(part: str) -> Shown:
    """B-e-geom: of each number model the positional head with the least value."""

    def shown(models: Models) -> str:
        least = []
        for one in models["number"]:
            layers = [one.layers[i] for i in heads.pure(one, "positional", BOUNDS.gamma)]
            values = [getattr(layer, part) or (0.0, 0.0, 0.0) for layer in layers]
            if values:
                least.append("{:.3f} [{:.3f}, {:.3f}]".format(*min(values)))
        return _listed(least) if least else "no positional head"

    return shown


def _by_hops(models: Models, task: str, counts: Callable[[Any], Sequence[int]]) -> str:
    """The share right in each model for 1, 2, 3 and 4 hops, and the largest's interval."""
    rows = ["/".join(figure(right / one.of) for right in counts(one)) for one in models[task]]
    most = _listed([wilson_text(max(counts(one)), one.of) for one in models[task]])
    return f"right for 1/2/3/4 hops: {_listed(rows)}; the largest of them {most}"


def _needed(models: Models) -> list[Any]:
    """B-e-why: positional heads that each number model needs for 1, 2, 3 and 4 hops."""
    return [heads.needed(one, BOUNDS) for one in models["number"]]


def last_kind(models: Models) -> str:
    """B-e-why: scores of the head of letter's last layer."""
    rows = [one.layers[heads.LAST] for one in models["letter"]]
    return "s_POS/s_SYM " + _listed([f"{figure(x.s_pos)}/{figure(x.s_sym)}" for x in rows])


def _jumped(way: str, words: str = "{}") -> Shown:
    """B-e-shortcut: 4-hop queries that skip a hop: as they are, with hop 2's place kept from
    fetching, or of looks at random."""

    def shown(models: Models) -> str:
        counts = [getattr(one.jump, way).jumped for one in models["letter"]]
        return words.format(_listed([wilson_text(*count) for count in counts]))

    return shown


def looking(task: str, own: str, others: str, words: str) -> Shown:
    """B-e-flow: what each model's pure heads' looks are, and would be on another input: the shares
    of two counts of theirs."""

    def shown(models: Models) -> str:
        counts = [heads.pure_looks(one, BOUNDS) for one in models[task]]
        own_shares, other_shares = (
            _listed([figure(heads.explained([getattr(x, name) for x in row])) for row in counts])
            for name in (own, others)
        )
        return f"{words}{own_shares}; of their looks on other inputs {other_shares}"

    return shown


SHOWN: dict[str, dict[str, Shown]] = {
    "B-e-pure": {f"{task}'s last head is pure by the maximum": _late(task) for task in TASKS},
    "B-e-first": {first_positional.FIRST: _leads},
    "B-e-hops": {
        **{f"{task}'s hop counts emerge in training": _absent(task) for task in TASKS},
        "number's hop counts emerge in order": _in_order,
        "number's first hop count is first": _first,
        "number's are further apart than letter's": spreads,
        "number's do not emerge together": lambda models: over(emergence(models, "number")),
        "letter's emerge together": lambda models: over(emergence(models, "letter")),
    },
    "B-e-len-seeds": {
        "letter keeps to 850 tokens": letter_kept,
        "number falls soon": number_at(BOUNDS.latest),
        "number is well below it later": number_at(BOUNDS.barely_at - 17),
    },
    "B-e-shape": {
        "letter falls much later": _first_below(0.5, "a half"),
        "letter leaves what is kept much later": _first_below(BOUNDS.keeps, f"{BOUNDS.keeps}"),
    },
    "B-e-disc-decay": {"number's falls by more than letter's": ratios},
    "B-e-freq": {"letter's layers are slow": slow},
    "B-e-geom": {"keys align": _plane("keys"), "queries fan out": _plane("queries")},
    "B-e-why": {
        "number is lost without positional heads": lambda models: _by_hops(
            models, "number", lambda one: one.first[0]
        ),
        "no hop count needs fewer than one hop less": lambda models: (
            "heads needed " + _listed(["/".join(map(str, row)) for row in _needed(models)])
        ),
        "four hops need more than one": lambda models: _listed(
            [str(row[-1] - row[0]) for row in _needed(models)]
        ),
        "letter's last layer has a symbolic head": last_kind,
        "letter needs its last layer at every hop count": lambda models: _by_hops(
            models, "letter", lambda one: one.removed[heads.LAST]
        ),
    },
    "B-e-shortcut": {
        "some letter model skips a hop": _jumped("none"),
        "more than by chance": _jumped(
            "by_chance", "by chance {}; lower end of the model that skips most"
        ),
        "not once hop 2 cannot fetch": _jumped("hop_2"),
    },
    "B-e-flow": {
        f"{task}'s {what}": looking(task, *names)
        for task in TASKS
        for what, *names in (
            ("pure heads mainly do it", "seen", "dealt", ""),
            ("step more than by chance", "steps", "dealt_steps", "of looks that wait "),
        )
    },
    "B-e-disc-gap": {
        name: shown
        for name, shown in held_out_rows(breaks.by_gap, constant=constant_rival).items()
        if not name.endswith("off by a factor")
    },
    "B-e-disc-sim": held_out_rows(simulation, constant=constant_rival),
    "B-e-disc-sim-drawn": {
        name: shown
        for name, shown in held_out_rows(simulation, simpler_one=simpler).items()
        if not name.endswith(("in rank", "off by a factor"))
    },
}
"""By claim and requirement, what is shown where that is more than the value of each seed."""


def seed_requirement_rows(claim_id: str, criterion: Criterion, models: Models) -> tuple[Row, ...]:
    """Every requirement of a claim on these models: its name, what each model has, the bound, met.

    Raises:
        ValueError: a test over seeds is asked of one.
    """
    rows = []
    for one in criterion(models, BOUNDS):
        shown = SHOWN.get(claim_id, {}).get(one.name)
        if "is learnt" in one.name:
            text = f"{ENDS}, the least: {figure(one.found)}"
        elif shown:
            text = f"{shown(models)}; compared: {compared_text(one)}"
        else:
            text = _each(one, criterion, models)
        rows.append(requirement_row(one, text))
    return tuple(rows)


def _each(asked: Requirement, criterion: Criterion, models: Models) -> str:
    """The value of a requirement in each model of the task that it names; what was found of all
    where it names none."""
    name, tasks = asked.name, [task for task in TASKS if task in asked.name]
    if len(tasks) != 1:
        return compared_text(asked)
    (task,) = tasks
    values = []
    for one in models[task]:
        (alone,) = [x.found for x in criterion({**models, task: [one]}, BOUNDS) if x.name == name]
        values.append(figure(alone))
    ends = f"{ENDS}: " if EARLY in name else ""
    return f"{ends}{_listed(values)}"
