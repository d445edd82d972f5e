"""Changes of one run, or of a part of it, that decide or leave open one requirement."""

from dataclasses import replace

from empirical.criteria import synthetic_heads as p
from empirical.criteria.bounds import BOUNDS
from empirical.criteria.single_changes import dated, lifted, moved, runs, widely
from empirical.criteria.synthetic_heads import models


def late(by, hop=3):
    """A hop count that is learnt so many checkpoints later."""

    def change(one):
        rows = [list(row) for row in one.right]
        for i, row in enumerate(rows):
            row[hop] = one.right[max(i - by, 0)][hop]
        return replace(one, right=tuple(map(tuple, rows)))

    return change


def dipping(one):
    """A last hop count that is lost once more, near the end."""
    rows = [list(row) for row in one.right]
    rows[-3][3] = 0
    return replace(one, right=tuple(map(tuple, rows)))


def never(hop):
    """A hop count that never emerges; what the test set has stays."""

    def change(one):
        rows = [tuple(0 if i == hop else n for i, n in enumerate(row)) for row in one.right]
        return replace(one, right=tuple(rows))

    return change


def of_each(task, *changes):
    """Five runs, each changed in its own way, what is not named as it passes."""
    by_task = runs()
    return by_task | {
        task: [change(one) for change, one in zip(changes, by_task[task], strict=True)]
    }


def same(one):
    return one


def low(column):
    """One score or entropy a little below what is high."""

    def change(one):
        least = [0.88 if i == column else x for i, x in enumerate(one.early_least)]
        return replace(one, early_least=tuple(least))

    return change


def reverse(one):
    """The hop counts in the reverse order."""
    return replace(one, right=tuple(row[::-1] for row in one.right), of=one.of[::-1])


EXCHANGED = {
    "number": [replace(one, task="number") for one in runs()["letter"]],
    "letter": [replace(one, task="letter") for one in runs()["number"]],
}


def together(one):
    """All hop counts learnt as the first."""
    return replace(one, right=tuple((row[0],) * 4 for row in one.right), of=(one.of[0],) * 4)


def small(change):
    """``alike``, and other dates at the smallest γ."""
    return lambda one: replace(dated(one), pure=dated(one).pure | {0.05: change(dated(one))})


def traded(one):
    """Two symbolic heads lost and two positional ones gained."""
    dates = one.pure[0.05]
    positional = (*dates["positional"], *(one.steps[-1],) * 2)
    return {"positional": positional, "symbolic": dates["symbolic"][2:]}


def gained(many):
    """So many symbolic heads more."""

    def change(one):
        dates = one.pure[0.05]["symbolic"]
        return one.pure[0.05] | {"symbolic": (*dates, *(dates[-1],) * many)}

    return change


def last_later(one):
    """The last of the symbolic heads alone a third of the training later."""
    dates = one.pure[0.05]["symbolic"]
    return one.pure[0.05] | {"symbolic": (*dates[:-1], dates[-1] + 2250)}


def earlier(one):
    return moved(-2250)(one).pure[0.05]


def late_at(*gammas):
    """The last pure head of each kind 1,000 steps later at these γ alone."""

    def change(one):
        later = moved(1000)(widely(one)).pure
        return replace(one, pure={**widely(one).pure, **{x: later[x] for x in gammas}})

    return change


def purities(task, *several):
    """Five runs for B-e-pure, those of a task changed in turn."""
    by_task = runs(number=widely, letter=widely)
    return by_task | {
        task: [change(one) for change, one in zip(several, by_task[task], strict=True)]
    }


def unlearnt(task, *places):
    """Of a task's models those in these places have not learnt; for B-e-flow."""
    by_task, chance = p.synthetic_followed(), p.untaught()
    rows = [chance[task][i] if i in places else one for i, one in enumerate(by_task[task])]
    return by_task | {task: rows}


def counted(at):
    """``lifted``, with these shares at some numbers of tokens added."""

    def change(one):
        one = lifted(one)
        pairs = zip(one.added, one.counts, strict=True)
        return replace(one, counts=tuple((round(at.get(a, r / n) * n), n) for a, (r, n) in pairs))

    return change


def tested(*shares):
    """Other answers of the test set, a hop count each."""
    return lambda one: replace(one, tested=tuple((round(1000 * x), 1000) for x in shares))


def steps_of(one, table):
    return replace(one, counts=tuple((round(x * 1000), 1000) for x in table))


def one_dip(one):
    """Below a half for one length, and for good much later."""
    many = len(one.counts)
    table = [1 - 0.4 * i / many for i in range(many)]
    table[2] = 0.45
    table[-1] = 0.4
    return steps_of(one, table)


def back(one):
    """Broken at a length, and whole at the last."""
    many = len(one.counts)
    table = [1 - 0.5 * i / many for i in range(many)]
    return steps_of(one, [*table[:-1], 0.99])


def need(*rows):
    """What is answered with all but the first 0, 1, … carrying heads taken away, in hundredths."""
    return lambda one: replace(one, first=tuple(tuple(2 * x for x in row) for row in rows))


def other_head(layer, hop, right=p.CHANCE):
    """One more head that costs one hop count."""

    def change(one):
        row = tuple(right if i == hop else n for i, n in enumerate(one.removed[layer]))
        return replace(one, removed=(*one.removed[:layer], row, *one.removed[layer + 1 :]))

    return change


def in_one(place, change, task, every=models):
    """``every`` with one run changed."""
    by_task = every()
    rows = list(by_task[task])
    rows[place] = change(rows[place])
    return by_task | {task: rows}


def jumps(*several):
    """Letter's runs with these (none, hop 2 cut, by chance, right after the cut)."""
    by_task = models()
    rows = []
    for one, (none, cut, chance, right) in zip(by_task["letter"], several, strict=True):
        jump = replace(p.skipping(none, cut, chance)(one).jump)
        rows.append(
            replace(one, jump=replace(jump, hop_2=replace(jump.hop_2, right=(right, p.OF))))
        )
    return by_task | {"letter": rows}


def one_jumps(four, one):
    """Letter's third run with the one, the others with the same counts each."""
    return jumps(four, four, one, four, four)


def staying(layer, n, of):
    """Looks of one layer at what the query holds."""
    return lambda one: replace(
        one, stays=tuple((n, of) if i == layer else x for i, x in enumerate(one.stays))
    )


def directions(part, interval):
    """An interval of one head's angles, in the second layer."""
    return lambda one: replace(
        one,
        layers=tuple(
            replace(x, **{part: interval}) if i == 1 else x for i, x in enumerate(one.layers)
        ),
    )


def uses(row):
    return p.using([list(row)] * 12)


SLOW, FAST = (1.0,) * 63 + (40.0,), (40.0,) + (1.0,) * 63
MEDIUM = tuple(40.0 if i + 1 == int(BOUNDS.fast) + 2 else 1.0 for i in range(64))


def followed(task, place, explained, steps, dealt):
    """One run's looks, steps, and steps on other inputs, of 100 each."""
    by_task = p.synthetic_followed()
    rows = list(by_task[task])
    one = replace(
        rows[place].looks[0], seen=(explained, 100), steps=(steps, 100), dealt_steps=(dealt, 100)
    )
    rows[place] = replace(rows[place], looks=(one,) * 12)
    return by_task | {task: rows}


def impure(task, place):
    """One run without pure heads."""
    by_task = p.synthetic_followed()
    rows = list(by_task[task])
    heads = tuple(replace(x, s_pos=0.5, s_sym=0.5) for x in rows[place].heads)
    rows[place] = replace(rows[place], heads=heads)
    return by_task | {task: rows}
