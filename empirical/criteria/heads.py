"""Criteria of claims about what trained heads do, on ``experiments.mechanism.ablation``'s records.

As in ``criteria.recipe_criteria`` each is a list of requirements, and accuracy comes first.
"""

import math
from collections.abc import Mapping, Sequence

from empirical.criteria.bounds import BOUNDS, Bounds
from empirical.criteria.recipe_criteria import (
    SEVERAL,
    Answer,
    Requirement,
    at_least,
    at_most,
    starts,
)
from empirical.experiments.mechanism.ablation.records import AblationRecord
from empirical.experiments.mechanism.following.records import Counted, FollowingRecord
from empirical.experiments.mechanism.records import Layer
from empirical.protocol import statistics
from empirical.protocol.reading import Count
from empirical.protocol.statistics import above, between, both, mean_interval, opposite, wilson
from theory.ledger import Status

Models = Mapping[str, Sequence[AblationRecord]]
LAST = 11
"""B-e-why: the layer in which the paper's letter model has its last required head."""
NEARLY_ALL = 0.8
"""B-e-reflexive: below this share of symbolic heads a task surely does it otherwise."""
SURELY_MAINLY = 0.6
"""B-e-flow: 'mainly' is open for a share between the bound and this one next to it."""
NO_ANSWER = (0, 1)
"""Counts where none were kept."""


def pure(one: AblationRecord, kind: str, gamma: float) -> list[int]:
    """Layers whose head is pure of a kind, by means."""
    layers = enumerate(one.layers)
    return [i for i, x in layers if statistics.pure(x.s_pos, x.s_sym, kind, gamma)]


def mean_id(largest: Sequence[float]) -> float:
    """Weighted mean frequency ID of a layer, its weights the softmax over the frequencies of each
    plane's largest logit (Table 1: all of its 24 entries from Fig. 8's values)."""
    top = max(largest)
    weights = [math.exp(x - top) for x in largest]
    return sum(k * w for k, w in enumerate(weights, 1)) / sum(weights)


def frequencies(models: Models, at: Bounds = BOUNDS) -> Answer:
    """B-e-freq: mean IDs of each number model's positional heads at most ``fast``; letter models'
    means over layers above the ID of a head that uses all frequencies alike, over the models."""
    fast = [
        [mean_id(one.largest[i]) for i in pure(one, "positional", at.gamma)]
        for one in models["number"]
    ]
    letter = [sum(map(mean_id, one.largest)) / len(one.largest) for one in models["letter"]]
    low, _, high = mean_interval(letter)
    return [
        *starts(models, at),
        at_least("number has positional heads", min(map(len, fast)), 1),
        at_most("number's positional heads are fast", max(map(_most, fast)), at.fast),
        Requirement("letter's layers are slow", between(low, high, at.alike), low, at.alike),
    ]


def _most(ids: Sequence[float]) -> float:
    return max(ids, default=0.0)


def needed(one: AblationRecord, at: Bounds) -> list[int]:
    """By hop count, how many of the carrying heads must stand, counted from the first, until
    accuracy is above ``keeps`` from there on; one more than there are where it never is."""
    found = []
    for hop in range(len(one.right)):
        short = [k for k, row in enumerate(one.first) if row[hop] / one.of <= at.keeps]
        found.append(max(short, default=-1) + 1)
    return found


def why(models: Models, at: Bounds = BOUNDS) -> Answer:
    """B-e-why: number needs positional heads, and the more hops the more of them; the head of
    letter's last layer is symbolic and needed at every hop count."""
    counts = [needed(one, at) for one in models["number"]]
    bare = [(one.first[0][hop], one.of) for one in models["number"] for hop in range(4)]
    last = [(n, one.of) for one in models["letter"] for n in one.removed[LAST]]
    others = [
        (n, one.of)
        for one in models["number"]
        for i, row in enumerate(one.removed)
        if i not in pure(one, "positional", at.gamma)
        for n in row
    ]
    return [
        *starts(models, at),
        *_below("number is lost without positional heads", bare, at.lost),
        *_kept("number keeps without any one other head", others, at.keeps),
        at_most("no hop count needs fewer than one hop less", max(map(_falls, counts)), 0),
        at_least("four hops need more than one", min(row[-1] - row[0] for row in counts), 1),
        _last_symbolic(models["letter"], at),
        *_below("letter needs its last layer at every hop count", last, at.keeps),
    ]


def _last_symbolic(models: Sequence[AblationRecord], at: Bounds) -> Requirement:
    """Letter's last head is symbolic in every model; surely not where ``SEVERAL`` miss it at the
    next γ too, open where fewer do."""
    symbolic = [LAST in pure(one, "symbolic", at.gamma) for one in models]
    missed = sum(LAST not in pure(one, "symbolic", at.drawn_gamma) for one in models)
    holds = Status.TRUE if all(symbolic) else Status.UNKNOWN
    holds = Status.FALSE if missed >= SEVERAL else holds
    name = "letter's last layer has a symbolic head"
    return Requirement(name, holds, sum(symbolic) / len(symbolic), 1)


def _falls(row: Sequence[int]) -> int:
    return max(max(a - b, 0) for a, b in zip(row, row[1:], strict=False))


def _below(name: str, counts: Sequence[tuple[int, int]], bound: float) -> Answer:
    holds = both(*(opposite(above(*one, bound)) for one in counts))
    return [Requirement(name, holds, max(n / of for n, of in counts), bound)]


def _kept(name: str, counts: Sequence[tuple[int, int]], bound: float) -> Answer:
    holds = both(*(above(*one, bound) for one in counts))
    return [Requirement(name, holds, min(n / of for n, of in counts), bound)]


def reflexive(models: Models, at: Bounds = BOUNDS) -> Answer:
    """B-e-reflexive: in every model there are heads whose operation at the query is Reflexive, and
    each of them is pure symbolic. Where most are, and not all, nothing is decided: the sentence
    does not say all."""
    found = starts(models, at)
    for task, records in models.items():
        heads = [stayers(one, at) for one in records]
        alike = [
            len(set(rows) & set(pure(one, "symbolic", at.gamma)))
            for rows, one in zip(heads, records, strict=True)
        ]
        many = list(map(len, heads))
        share = sum(alike) / sum(many) if sum(many) else 1.0
        holds = Status.TRUE if alike == many else Status.UNKNOWN
        holds = Status.FALSE if share < NEARLY_ALL else holds
        found.append(at_least(f"{task} has Reflexive heads", min(many), 1))
        found.append(Requirement(f"{task}'s Reflexive heads are symbolic", holds, share, 1))
    return found


def stayers(one: AblationRecord, at: Bounds) -> list[int]:
    """Layers before which fewer than ``waiting`` of the solved queries wait, and where surely more
    than ``stays`` of the others look at what they hold. A head before which a hop count's queries
    wait makes their step: a constructed Index head stays by place on those that are done."""
    solved = one.solved[0]
    return [
        i
        for i, (n, of) in enumerate(one.stays)
        if solved - of < at.waiting * solved and above(n, of, at.stays) is Status.TRUE
    ]


def shortcut(models: Models, at: Bounds = BOUNDS) -> Answer:
    """B-e-shortcut, 'sometimes': in some letter model some 4-hop queries skip a hop, more than by
    looks at random, and no longer do with hop 2's place kept from fetching, which spoils no more
    than that."""
    shares, cut, right, chance = [], [], [], []
    for one in models["letter"]:
        if one.jump is not None:
            shares.append(one.jump.none.jumped)
            cut.append(one.jump.hop_2.jumped)
            right.append(one.jump.hop_2.right or NO_ANSWER)
            chance.append(one.jump.by_chance.jumped)
    best = max(range(len(shares)), key=lambda i: shares[i][0] / max(1, shares[i][1]))
    (n, of), (m, all_), (c, d) = shares[best], cut[best], chance[best]
    most = wilson(c, d)[1]
    return [
        *starts(models, at),
        Requirement("some letter model skips a hop", above(n, of, at.some), n / of, at.some),
        at_least("more than by chance", wilson(n, of)[0], most),
        Requirement(
            "not once hop 2 cannot fetch", opposite(above(m, all_, at.some)), m / all_, at.some
        ),
        *_kept("answers stay right then", [right[best]], at.keeps),
    ]


def flow(models: Mapping[str, Sequence[FollowingRecord]], at: Bounds = BOUNDS) -> Answer:
    """B-e-flow: on solved inputs pure heads mainly do a step of the task's operation or Reflexive:
    most of their looks, at positions that wait for one at the start, are in every model, and of
    each of most of its pure heads; and they do the operation: looks made while a position waits
    are steps of it more often than by chance, by Wilson's intervals."""
    found = starts(models, at)
    for task, records in models.items():
        looks = [pure_looks(one, at) for one in records]
        least = min(explained([x.seen for x in row]) for row in looks)
        name = f"{task}'s pure heads mainly do it"
        found.append(_mainly(name, least, at.mainly, least >= SURELY_MAINLY))
        each, surely = (min(_doing(row, x) for row in looks) for x in (at.mainly, SURELY_MAINLY))
        name = f"most of {task}'s pure heads do it"
        found.append(_mainly(name, each, at.mainly, surely >= SURELY_MAINLY))
        sure, chance = min((_steps(one, at) for one in records), key=lambda x: x[0] - x[1])
        found.append(at_least(f"{task}'s step more than by chance", sure, chance))
    return found


def _mainly(name: str, found: float, bound: float, surely: bool) -> Requirement:
    """At least the bound; open where it is not so at the bound next to it."""
    holds = Status.TRUE if surely else Status.UNKNOWN
    return Requirement(name, holds if found >= bound else Status.FALSE, found, bound)


def _doing(counts: Sequence[Counted], mainly: float) -> float:
    """The share of pure heads of which most looks each are explained; 0 of none."""
    return sum(explained([x.seen]) >= mainly for x in counts) / max(1, len(counts))


def _steps(one: FollowingRecord, at: Bounds) -> tuple[float, float]:
    """Of looks made while a position waits those of a model's pure heads that are a step, at the
    least; and of their looks on other inputs, at the most."""
    looks = pure_looks(one, at)
    own, others = (
        wilson(*(sum(x) for x in zip(*counts, strict=True)))
        if any(of for _, of in counts)
        else (0.0, 1.0)
        for counts in ([x.steps for x in looks], [x.dealt_steps for x in looks])
    )
    return own[0], others[1]


def pure_looks(one: FollowingRecord, at: Bounds) -> list[Counted]:
    """What is counted of a model's pure heads."""
    return [
        counts
        for counts, head in zip(one.looks, one.heads, strict=True)
        for kind in ("positional", "symbolic")
        if statistics.pure(head.s_pos, head.s_sym, kind, at.gamma)
    ]


def explained(counts: Sequence[Count]) -> float:
    """The share of all together; 0 of none."""
    return sum(n for n, _ in counts) / max(1, sum(of for _, of in counts))


def geometry(models: Models, at: Bounds = BOUNDS) -> Answer:
    """B-e-geom: in the plane most used by each positional head of each number model keys align and
    queries fan out by the number they hold, by bootstrap intervals."""
    heads = [[one.layers[i] for i in pure(one, "positional", at.gamma)] for one in models["number"]]
    every = [head for row in heads for head in row]
    return [
        *starts(models, at),
        at_least("number has positional heads", min(map(len, heads)), 1),
        _plane("keys align", every, "keys", at.aligned),
        _plane("queries fan out", every, "queries", at.fanned),
    ]


def _plane(name: str, heads: Sequence[Layer], part: str, bound: float) -> Requirement:
    found = [getattr(head, part) or (0.0, 0.0, 0.0) for head in heads]
    holds = both(*(between(low, high, bound) for _, low, high in found))
    return Requirement(name, holds, min((x for x, _, _ in found), default=0.0), bound)
