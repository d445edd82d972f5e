"""Paper B's published curves in the form in which ours are judged (``published.json``, read from
the figures' vector paths). To hold criteria against and to draw next to ours, never to return."""

from functools import cache

from empirical.criteria.courses import Course, Kept
from empirical.protocol import paths
from empirical.protocol.reading import Foreign
from theory.gate.reading import read

FILE = paths.FOLDER / "criteria" / "published.json"
HOP_SEQUENCES = {"number": (583, 610, 593, 614), "letter": (598, 590, 608, 600)}
"""Sequences of 1 to 4 hops that Fig. 2A counts, from the steps in which its curves move."""
LENGTH_SEQUENCES = 1000
"""Fig. 5B is read to a thousandth; how many sequences it counts is not printed."""
HEADS = 12
START = (0.95, 0.95, 0.95, 0.95)
"""Of Fig. 2B no values are at hand: near (1, 1), entropy near uniform and its layer's own
maximum, as its caption and text have it."""


@cache
def curves() -> Foreign:
    """The file: what each figure shows, in that figure's own form."""
    return dict(read(FILE))


@cache
def published_course(task: str) -> Course:
    """Fig. 2A's accuracies, its dashed line, and the heads of Fig. 2C (γ about .2) and Fig. 7.

    Where Fig. 7 says 'n by a step', that step is taken for each of the n.
    """
    figure, of = curves()["fig2"], HOP_SEQUENCES[task]
    right = [
        tuple(round(n * figure[task][str(hop)][i]) for hop, n in enumerate(of, 1))
        for i in range(len(figure["step"]))
    ]
    return Course(
        task=task,
        steps=tuple(figure["step"]),
        right=tuple(right),
        of=of,
        last=tuple(zip(right[-1], of, strict=True)),
        maximum=curves()["fig2_dashed"][task],
        pure={0.2: _heads(task), **FIGURE_7[task]},
        early=dict.fromkeys((0.2, 0.1, 0.05), 0),
        early_least=START,
        left=HEADS,
        heads=HEADS,
    )


def _heads(task: str) -> dict[str, tuple[int, ...]]:
    """Fig. 2C: the step from which each head is pure, from the counts drawn."""
    steps: dict[str, tuple[int, ...]] = {"positional": (), "symbolic": ()}
    for kind, counts in curves()["fig2_pure_heads"][task].items():
        dates: list[int] = []
        for step, count in counts:
            dates += [step] * (count - len(dates))
        steps[kind] = tuple(dates)
    return steps


FIGURE_7: dict[str, dict[float, dict[str, tuple[int, ...]]]] = {
    "number": {
        0.1: {"positional": (2600, 3200, 3450, 6400), "symbolic": (3200,) * 8},
        0.05: {"positional": (3200,) * 2, "symbolic": (3200,) * 7},
    },
    "letter": {
        0.1: {"positional": (), "symbolic": (3150,) * 11},
        0.05: {"positional": (), "symbolic": (3650,) * 11},
    },
}
"""Fig. 7's dates. Number's at γ = .05 are counted there and not dated: those of γ = .1 are used."""


@cache
def published_curve(task: str) -> Kept:
    """Fig. 5B: accuracy against the tokens added before the target window."""
    points = curves()["fig5B"][task]
    n = LENGTH_SEQUENCES
    counts = tuple((round(n * y), n) for _, y in points)
    return Kept(task, tuple(a for a, _ in points), counts, counts[:1])


def largest(task: str) -> list[list[float]]:
    """Fig. 8: (layers, 64) largest logits by frequency, ID 1 first."""
    logits: list[list[float]] = curves()["fig8"][task]
    return logits
