"""Coq's Index, Retrieval, hops and depth, run inside Coq, against ``theory``."""

import random
from collections.abc import Callable
from pathlib import Path

from tests.proofs.one_file import STATEMENTS, module, refused_at
from tests.tools import COQ, needs
from theory.mathematics import tasks
from theory.paper_b.hop_tasks.retrieval_iterates import at_time, chain

LETTERS = "ABCDE"
INPUTS = 40

pytestmark = needs(COQ)


def listed(items: list[str]) -> str:
    """A Coq sequence."""
    return "[:: " + "; ".join(items) + "]" if items else "[::]"


def places(path: tuple[int, ...] | None) -> str:
    """Positions from 1 as positions from 0, in Coq; None stays None."""
    return "None" if path is None else f"(Some {listed([str(p - 1) for p in path])})"


def numbers(tokens: tasks.Numbers) -> str:
    """A sequence of letters, as natural numbers, and integers."""
    return listed([f"inl {LETTERS.index(t)}" if isinstance(t, str) else f"inr {t}" for t in tokens])


def pair(token: tasks.Pair | None) -> str:
    """One token of the letter task, or a blank."""
    if token is None:
        return "None"
    left, right = token
    half = f"inl {LETTERS.index(right)}" if isinstance(right, str) else f"inr {right}"
    return f"Some ({LETTERS.index(left)}, {half})"


def number_rows(rng: random.Random) -> list[tuple[str, str]]:
    """(Coq's expression, what theory.mathematics.tasks gives) for Index, its iterates and the
    hops."""
    rows = []
    for _ in range(INPUTS):
        n = rng.randint(1, 9)
        tokens = tuple(rng.choice([*LETTERS[:3], *range(1, 6)]) for _ in range(n))
        given = f"({numbers(tokens)} : seq (symbol nat))"
        twice = tasks.index(tasks.index(tokens, tasks.keep_unread), tasks.keep_unread)
        walks = [places(tasks.step_back(tokens, j)) for j in range(1, n + 1)]
        expressions = [f"step_back {given} {j}" for j in range(n)]
        rows += [
            (f"index (@kept nat) {given}", numbers(tasks.index(tokens, tasks.keep_unread))),
            (f"iter 2 (index (@kept nat)) {given}", numbers(twice)),
            (listed(expressions), listed(walks)),
        ]
    return rows


def pair_rows(rng: random.Random) -> list[tuple[str, str]]:
    """The same for Retrieval, kept and with blanks, proper and the hops."""
    rows = []
    for _ in range(INPUTS):
        n = rng.randint(1, 7)
        tokens: tasks.Pairs = tuple(
            (rng.choice(LETTERS[:4]), rng.choice([*LETTERS[:4], 1, 2])) for _ in range(n)
        )
        given = f"({listed([pair(t) for t in tokens])} : seq (held N N))"
        walks = [tasks.look_back(tokens, j) for j in range(1, n + 1)]
        ends = [places(None if walk is None else walk.places) for walk in walks]
        kept_once, blanked = (
            tasks.retrieval(tokens, tasks.keep_unread),
            tasks.retrieval(tasks.retrieval(tokens, tasks.blank), tasks.blank),
        )
        rows += [
            (f"retrieval (@unclear_kept N N) {given}", listed([pair(t) for t in kept_once])),
            (
                f"iter 2 (retrieval (@unclear_blank N N)) {given}",
                listed([pair(t) for t in blanked]),
            ),
            (f"proper {given}", "true" if tasks.proper(tokens) else "false"),
            (listed([f"look_back {given} {j}" for j in range(n)]), listed(ends)),
        ]
    return rows


def leads_rows(rng: random.Random) -> list[tuple[str, str]]:
    """The same for f, f² and f³, f(j) the place that a hop from j leads to, on proper sequences."""
    rows = []
    while len(rows) < INPUTS:
        n = rng.randint(2, 7)
        tokens: tasks.Pairs = tuple(
            (rng.choice(LETTERS[:4]), rng.choice([*LETTERS[:4], 1, 2])) for _ in range(n)
        )
        if not tasks.proper(tokens):
            continue
        given = f"({listed([pair(t) for t in tokens])} : seq (held N N))"
        chains = [chain(tokens, j) for j in range(1, n + 1)]
        rows += [
            (
                f"[seq iter {t} (leads {given}) j | j <- iota 0 {n}]",
                listed([str(at_time(one, t) - 1) for one in chains]),
            )
            for t in (1, 2, 3)
        ]
    return rows


HEADER = (
    "From mathcomp Require Import all_ssreflect.\n"
    + "".join(module(STATEMENTS / f"{topic}.v") for topic in ("tasks", "letters", "iterates"))
    + "Import tasks letters iterates.\nNotation N := nat_eqType.\n"
)
ROWS = (number_rows, pair_rows, leads_rows)


def proved(left: str, right: str) -> str:
    """Coq computes this value."""
    return f"Goal {left} = {right}. vm_compute; reflexivity. Qed.\n"


def refuted(left: str, right: str) -> str:
    """Coq computes another value."""
    return f"Goal {left} = {right}. Fail (vm_compute; reflexivity). Abort.\n"


def wrong(rows: Callable[[random.Random], list[tuple[str, str]]]) -> tuple[str, str]:
    """A row with a wrong value: of leads_rows, each position is one too high."""
    left, right = rows(random.Random(9))[11]
    if rows is leads_rows:
        return left, f"map S {right}"
    changed = right.replace("None", "(Some [:: 99])", 1)
    return left, changed if changed != right else right.replace("[:: ", "[:: None; ", 1)


def test_tasks_and_hops_agree_and_a_wrong_value_does_not(tmp_path: Path) -> None:
    """Coq stops where it is to prove a wrong value, and no earlier."""
    text = HEADER
    for seed, rows in enumerate(ROWS):
        text += "".join(proved(*row) for row in rows(random.Random(7 + seed)))
        text += refuted(*wrong(rows))
    assert refused_at(text + proved(*wrong(rows)), tmp_path) == text.count("\n") + 1
