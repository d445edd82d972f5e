"""Synthetic measurements for the claims about language models, and their mutants. No results."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from empirical.experiments.language.settings import THRESHOLDS, LanguageBounds
from empirical.protocol.findings import BindingPart, HeadScores, OneHop, Profile
from empirical.protocol.measured import OnModels
from empirical.protocol.synthetic import Change, Mutants, applied, changed, replaced_records
from empirical.protocol.synthetic import synthetic_model as synthetic_model
from theory.ledger import Kind

Measurement = OnModels[LanguageBounds]
Synthetic = tuple[Callable[[object], Measurement], Mutants]
LAYERS, HEADS, PLANES = 16, 4, 48
MODEL = "synthetic"
ERRORS = {"s_pos_error": 0.01, "s_sym_error": 0.01, "entropy": 1.0, "entropy_error": 0.1}


def binding(seed: int = 0) -> BindingPart:
    """Heads whose scores exchange places over depth, and planes as Fig. 1C draws them."""
    rng = np.random.default_rng(seed)
    scores, frequencies = [], []
    shape = np.repeat([0.9, 0.8, 0.2], [PLANES // 16, 2 * PLANES // 3 - PLANES // 16, PLANES // 3])
    for layer, head in np.ndindex(LAYERS, HEADS):
        share = (0.95 - 0.6 * layer / (LAYERS - 1)) + rng.uniform(-0.04, 0.04)
        mirrored = 1.0 - share + rng.uniform(-0.04, 0.04)
        scores.append(HeadScores(layer=layer, head=head, s_pos=share, s_sym=mirrored, **ERRORS))
        pos = np.clip(shape + rng.uniform(-0.1, 0.1, PLANES), 0, 1)
        sym = np.where(shape > 0.85, 0.9, 1 - pos)
        planes = {"s_pos": tuple(pos.tolist()), "s_sym": tuple(sym.tolist())}
        frequencies.append(Profile(layer=layer, head=head, **planes))
    return BindingPart(
        task="synthetic",
        statements=64,
        tokens_a_statement=4,
        solved=(16, 16),
        solved_only=False,
        convention="synthetic",
        inputs=16,
        layers=LAYERS,
        left_out=(),
        scores=tuple(scores),
        frequencies=tuple(frequencies),
    )


def one_model(_: object = None) -> Measurement:
    """One model that does as claimed."""
    model = synthetic_model(MODEL, family="synthetic", binding=binding(), one_hop=_one_hop())
    return OnModels((MODEL,), {MODEL: model}, THRESHOLDS)


def synthetic_families(_: object = None) -> Measurement:
    """Three families that do as claimed."""
    families = {name: binding(seed) for seed, name in enumerate(THRESHOLDS.families)}
    return replace(one_model(), families=families)


def _one_hop() -> OneHop:
    number = dict(zip(THRESHOLDS.lengths, (60, 55, 50, 40, 30, 20, 12, 7, 6, 5), strict=True))
    letter = dict(zip(THRESHOLDS.lengths, (98, 97, 96, 95, 94, 93, 92, 90, 88, 85), strict=True))
    return OneHop(
        runs=5,
        questions=20,
        chat=False,
        ranks={},
        by_run={},
        number={str(window): (right, 100) for window, right in number.items()},
        letter={str(window): (right, 100) for window, right in letter.items()},
    )


Path = tuple[str, ...]
IN_MODEL: Path = ("tasks", MODEL, "binding")


def _shuffled(head: HeadScores) -> HeadScores:
    dice = np.random.default_rng(head.layer * HEADS + head.head)
    return replace(head, s_sym=float(dice.random()))


def _lower_fastest(head: Profile) -> Profile:
    few = PLANES // 16
    return replace(head, s_sym=(0.1,) * few + head.s_sym[few:])


_equal = changed(s_sym=lambda head: head.s_pos)
_exchanged = changed(s_pos=lambda head: head.s_sym, s_sym=lambda head: head.s_pos)
_upside_down = applied(lambda layer: LAYERS - 1 - layer, "layer")
_hardly_positional = changed(s_pos=lambda _: (0.989,) * PLANES, s_sym=lambda _: (0.99,) * PLANES)
"""Both scores .99 at every frequency, but for the thousandth by which s_SYM leads."""


def _heads(change: Change, where: str = "scores", at: Path = IN_MODEL) -> Change:
    return applied(change, *at, where, ...)


def _added(change: Change, where: str = "scores", at: Path = IN_MODEL) -> Change:
    """Three changed heads more for each that is there."""
    return applied(lambda row: (*row, *[change(head) for head in row] * 3), *at, where)


COMMON: Mutants = {
    "another model required": (Kind.TERM, replaced_records((MODEL, "other"), "required"))
}
ANTI: Synthetic = (
    one_model,
    COMMON
    | {
        "symbolic scores at random": _heads(_shuffled),
        "scores equal": _heads(_equal),
        "symbolic scores negated": (Kind.SIGN, _heads(changed(s_sym=lambda head: -head.s_sym))),
        "heads added whose scores are equal": (Kind.QUANTIFIER, _added(_equal)),
        "r below -0.9999": (Kind.CONSTANT, replaced_records(-0.9999, "bounds", "r")),
    },
)


DEPTH: Synthetic = (
    one_model,
    COMMON
    | {
        "layers in reverse": _heads(_upside_down),
        "scores exchanged": (Kind.INDEX, _heads(_exchanged)),
        "heads added whose layers are in reverse": (Kind.QUANTIFIER, _added(_upside_down)),
    },
)
BAND: Synthetic = (
    one_model,
    COMMON
    | {
        "frequencies in reverse": (
            Kind.INDEX,
            _heads(
                changed(s_pos=lambda head: head.s_pos[::-1], s_sym=lambda head: head.s_sym[::-1]),
                "frequencies",
            ),
        ),
        "scores exchanged": (Kind.INDEX, _heads(_exchanged, "frequencies")),
        "every frequency alike": _heads(
            changed(s_pos=lambda _: (0.6,) * PLANES, s_sym=lambda _: (0.55,) * PLANES),
            "frequencies",
        ),
        "scores that hardly differ": _heads(_hardly_positional, "frequencies"),
        "fastest not symbolic": _heads(_lower_fastest, "frequencies"),
        "heads added whose scores are exchanged": (
            Kind.QUANTIFIER,
            _added(_exchanged, "frequencies"),
        ),
        "fastest above 0.99": (Kind.CONSTANT, replaced_records(0.99, "bounds", "high")),
    },
)


IN_FAMILY = ("families", "qwen2")


FAMILY: Synthetic = (
    synthetic_families,
    {
        "one family's scores that hardly differ": _heads(
            _hardly_positional, "frequencies", IN_FAMILY
        ),
        "heads added to one family, with equal scores": (
            Kind.QUANTIFIER,
            _added(_equal, at=IN_FAMILY),
        ),
        "one family's layers in reverse": _heads(_upside_down, at=IN_FAMILY),
        "one family at random": _heads(_shuffled, at=IN_FAMILY),
        "one family's bands exchanged": (Kind.INDEX, _heads(_exchanged, "frequencies", IN_FAMILY)),
        "r below -0.9999": (Kind.CONSTANT, replaced_records(-0.9999, "bounds", "r")),
    },
)


ONE_HOP_THERE = ("tasks", MODEL, "one_hop")


def _number_rises(one_hop: OneHop) -> OneHop:
    """Number at 40 of 100, at the longest at 44; letter at 80, then at 100, so rises more."""
    longest = {str(max(map(int, one_hop.number))): (44, 100)}
    number = dict.fromkeys(one_hop.number, (40, 100)) | longest
    letter = dict.fromkeys(one_hop.letter, (80, 100)) | dict.fromkeys(longest, (100, 100))
    return replace(one_hop, number=number, letter=letter)


def _letter_below(one_hop: OneHop) -> OneHop:
    """At the longest window letter at 2 of 100 and number at 40."""
    longest = str(max(map(int, one_hop.number)))
    return replace(
        one_hop,
        number={**one_hop.number, longest: (40, 100)},
        letter={**one_hop.letter, longest: (2, 100)},
    )


def _answered(task: str, window: int, right: int) -> Change:
    """So many right answers of 100 to a task at a window."""
    return replaced_records((right, 100), *ONE_HOP_THERE, task, str(window))


ONE_HOP: Synthetic = (
    one_model,
    {
        "number's lengths in reverse": (
            Kind.INDEX,
            applied(
                lambda counts: dict(zip(counts, [*counts.values()][::-1], strict=True)),
                *(*ONE_HOP_THERE, "number"),
            ),
        ),
        "number answered at 32": _answered("number", 32, 70),
        "number answered at 100": _answered("number", 100, 30),
        "letter wrong at 32": _answered("letter", 32, 70),
        "letter wrong at 100": _answered("letter", 100, 45),
        "letter below number at 300": applied(_letter_below, *ONE_HOP_THERE),
        "number rises": applied(_number_rises, *ONE_HOP_THERE),
        "number below 0.1 at 32": (Kind.CONSTANT, replaced_records(0.1, "bounds", "printed", 0, 2)),
        "another model required": (Kind.TERM, replaced_records((MODEL, "other"), "required")),
    },
)
