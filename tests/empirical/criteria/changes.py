"""Changes of one run, or of a part of it, that decide or leave open one requirement."""

from dataclasses import replace

from empirical.criteria import synthetic_heads as p
from empirical.criteria.bounds import BOUNDS
from empirical.criteria.single_changes import counts_of, lifted, moved, runs
from empirical.protocol.synthetic import applied, changed, replaced_records


def cases(passing, every):
    """Each case's runs and answers: what passes, with the runs of the tasks named changed.

    A task's changes are one for all of its runs, or one for each, or by place those of some.
    """
    return {what: (_put(passing, changes), answers) for what, (changes, answers) in every.items()}


def _put(passing, changes):
    tasks = dict(passing)
    for task, some in changes.items():
        rows = tasks[task]
        some = some if isinstance(some, list | dict) else [some] * len(rows)
        by_place = some if isinstance(some, dict) else dict(enumerate(some))
        tasks[task] = [by_place.get(i, same)(one) for i, one in enumerate(rows)]
    return tasks


def same(one):
    return one


def late(by):
    """The last hop count is learnt so many checkpoints later."""

    def change(one):
        rows = [list(row) for row in one.right]
        for i, row in enumerate(rows):
            row[3] = one.right[max(i - by, 0)][3]
        return replace(one, right=tuple(map(tuple, rows)))

    return change


dipping = replaced_records(0, "right", -3, 3)
"""A last hop count that is lost once more, near the end."""


def never(hop):
    """A hop count that never emerges; what the test set has stays."""
    return replaced_records(0, "right", ..., hop)


def low(column):
    """One score or entropy a little below what is high."""
    return replaced_records(0.88, "early_least", column)


def other_task(task):
    """The other task's run, as one of this."""
    other = runs()["letter" if task == "number" else "number"][0]
    return lambda one: replace(other, task=task)


def small(change, kind="symbolic"):
    """Other dates of a kind at the smallest γ."""
    return applied(change, "pure", 0.05, kind)


def traded(one):
    """Two symbolic heads lost and two positional ones gained."""
    gained_too = small(lambda dates: (*dates, *(one.steps[-1],) * 2), "positional")(one)
    return small(lambda dates: dates[2:])(gained_too)


def gained(many):
    """So many symbolic heads more."""
    return small(lambda dates: (*dates, *(dates[-1],) * many))


def late_at(*gammas):
    """The last pure head of each kind 1,000 steps later at these γ alone."""
    return changed(pure=lambda one: one.pure | {x: moved(1000)(one).pure[x] for x in gammas})


def counted(at):
    """``lifted``, with these shares at some numbers of tokens added."""
    return lambda one: counts_of(lambda a, r, n: round(at.get(a, r / n) * n))(lifted(one))


def tested(*shares):
    """Other answers of the test set, a hop count each."""
    return replaced_records(tuple((round(1000 * x), 1000) for x in shares), "tested")


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
    return replaced_records(tuple(tuple(2 * x for x in row) for row in rows), "first")


def other_head(layer, hop, right=p.CHANCE):
    """One more head that costs one hop count."""
    return replaced_records(right, "removed", layer, hop)


def jumps(none, cut, chance, right):
    """These many jump with nothing cut, with hop 2's and by chance; so many right after the cut."""
    told = replaced_records((right, p.OF), "jump", "hop_2", "right")
    return lambda one: told(p.skipping(none, cut, chance)(one))


def one_jumps(four, one):
    """The third run with the one, the others with the same counts each."""
    return {"letter": [jumps(*(one if i == 2 else four)) for i in range(5)]}


def directions(part, interval):
    """An interval of one head's angles, in the second layer."""
    return replaced_records(interval, "layers", 1, part)


def uses(row):
    return p.using([list(row)] * 12)


SLOW, FAST = (1.0,) * 63 + (40.0,), (40.0,) + (1.0,) * 63
MEDIUM = tuple(40.0 if i + 1 == int(BOUNDS.fast) + 2 else 1.0 for i in range(64))


def followed(explained, steps, dealt):
    """One run's looks, steps, and steps on other inputs, of 100 each."""
    counts = {"seen": explained, "steps": steps, "dealt_steps": dealt}
    return applied(
        lambda one: replace(one, **{k: (n, 100) for k, n in counts.items()}), "looks", ...
    )


impure = applied(lambda head: replace(head, s_pos=0.5, s_sym=0.5), "heads", ...)
"""A run without pure heads."""
