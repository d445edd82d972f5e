"""Coq's Index, Retrieval, hops and depth, run inside Coq, against ``theory``."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from tests.processes import completed
from tests.tools import COQ, needs
from theory.mathematics.tasks import (
    Numbers,
    Pair,
    Pairs,
    blank,
    index,
    keep_unread,
    look_back,
    proper,
    retrieval,
    step_back,
)
from theory.paper_b.hop_tasks.retrieval_iterates import at_time, chain

PROOFS = Path(__file__).parents[2] / "proofs"
LETTERS = "ABCDE"
INPUTS = 80
TOPICS = ("tasks", "letters", "iterates")

pytestmark = needs(COQ)


def listed(items: list[str]) -> str:
    """A Coq sequence."""
    return "[:: " + "; ".join(items) + "]" if items else "[::]"


def places(path: tuple[int, ...] | None) -> str:
    """Positions from 1 as positions from 0, in Coq; None stays None."""
    return "None" if path is None else f"(Some {listed([str(p - 1) for p in path])})"


def numbers(tokens: Numbers) -> str:
    """A sequence of letters, as natural numbers, and integers."""
    return listed([f"inl {LETTERS.index(t)}" if isinstance(t, str) else f"inr {t}" for t in tokens])


def pair(token: Pair | None) -> str:
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
        twice = index(index(tokens, keep_unread), keep_unread)
        walks = [places(step_back(tokens, j)) for j in range(1, n + 1)]
        expressions = [f"step_back {given} {j}" for j in range(n)]
        rows += [
            (f"index (@kept nat) {given}", numbers(index(tokens, keep_unread))),
            (f"iter 2 (index (@kept nat)) {given}", numbers(twice)),
            (listed(expressions), listed(walks)),
        ]
    return rows


def pair_rows(rng: random.Random) -> list[tuple[str, str]]:
    """The same for Retrieval, kept and with blanks, proper and the hops."""
    rows = []
    for _ in range(INPUTS):
        n = rng.randint(1, 7)
        tokens: Pairs = tuple(
            (rng.choice(LETTERS[:4]), rng.choice([*LETTERS[:4], 1, 2])) for _ in range(n)
        )
        given = f"({listed([pair(t) for t in tokens])} : seq (held N N))"
        walks = [look_back(tokens, j) for j in range(1, n + 1)]
        ends = [places(None if walk is None else walk.places) for walk in walks]
        kept_once, blanked = (
            retrieval(tokens, keep_unread),
            retrieval(retrieval(tokens, blank), blank),
        )
        rows += [
            (f"retrieval (@unclear_kept N N) {given}", listed([pair(t) for t in kept_once])),
            (
                f"iter 2 (retrieval (@unclear_blank N N)) {given}",
                listed([pair(t) for t in blanked]),
            ),
            (f"proper {given}", "true" if proper(tokens) else "false"),
            (listed([f"look_back {given} {j}" for j in range(n)]), listed(ends)),
        ]
    return rows


def leads_rows(rng: random.Random) -> list[tuple[str, str]]:
    """The same for f, f² and f³, f(j) the place that a hop from j leads to, on proper sequences."""
    rows = []
    while len(rows) < INPUTS:
        n = rng.randint(2, 7)
        tokens: Pairs = tuple(
            (rng.choice(LETTERS[:4]), rng.choice([*LETTERS[:4], 1, 2])) for _ in range(n)
        )
        if not proper(tokens):
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


def compiled(folder: Path, name: str) -> bool:
    """Does this file compile?"""
    command = ["coqc", "-q", "-Q", "statements", "Statements", "-w", "none", name]
    return not completed(*command, cwd=folder).returncode


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the statements, compiled."""
    folder = tmp_path_factory.mktemp("ties")
    (folder / "statements").mkdir()
    for topic in TOPICS:
        shutil.copy(PROOFS / "statements" / f"{topic}.v", folder / "statements" / f"{topic}.v")
        assert compiled(folder, f"statements/{topic}.v")
    return folder


def agrees(rows: list[tuple[str, str]], folder: Path) -> bool:
    """Does Coq compute the value next to each expression?"""
    lines = [
        "From mathcomp Require Import all_ssreflect.",
        "From Statements Require Import tasks letters iterates.",
        "Notation N := nat_eqType.",
    ]
    lines += [f"Goal {left} = {right}. vm_compute; reflexivity. Qed." for left, right in rows]
    (folder / "ties.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return compiled(folder, "ties.v")


def test_index_and_its_hops_agree(ready: Path) -> None:
    assert agrees(number_rows(random.Random(7)), ready)


def test_retrieval_and_its_hops_agree(ready: Path) -> None:
    assert agrees(pair_rows(random.Random(8)), ready)


def test_where_hops_lead_agrees(ready: Path) -> None:
    assert agrees(leads_rows(random.Random(10)), ready)


def test_a_wrong_position_is_rejected(ready: Path) -> None:
    left, right = leads_rows(random.Random(11))[0]
    assert agrees([(left, right)], ready)
    assert not agrees([(left, f"map S {right}")], ready)


@pytest.mark.parametrize("rows", [number_rows, pair_rows])
def test_one_wrong_value_is_rejected(rows, ready: Path) -> None:
    drawn = rows(random.Random(9))[:12]
    left, right = drawn[-1]
    wrong = [*drawn[:-1], (left, right.replace("None", "(Some [:: 99])", 1))]
    if wrong == drawn:
        wrong = [*drawn[:-1], (left, right.replace("[:: ", "[:: None; ", 1))]
    assert agrees(drawn, ready)
    assert not agrees(wrong, ready)
