"""The placement matrix, its variance, deviations and swaps, and RoPE, inside Coq and in Python."""

from __future__ import annotations

import random
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from theory.placement import (
    exact_placement,
    permutation_sum,
    positional_deviation,
    positional_shift,
    swaps,
    symbolic_deviation,
    symbolic_shift,
    variance,
)
from theory.rope import exact_turns, rope_placement

PROOFS = Path(__file__).parents[2] / "proofs"
FILES = ("placement", "swaps", "behaviour")
STEPS = ((0, 1), (-1, 0))
"""(cos, sin) of a quarter turn and of a half turn."""
MATRICES, HEADS = 12, 10
HEADER = """
From mathcomp Require Import all_ssreflect all_algebra perm.
From Statements Require Import placement swaps behaviour.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Notation F := rat_realFieldType.
Definition q (n : int) (d : nat) : F := fracq (n, Posz d).
Definition grid {T : Type} (x : T) (rows : seq (seq T)) (i j : nat) : T :=
  nth x (nth [::] rows i) j.
Ltac tie :=
  rewrite /swap_norm2 /P /S /variance /mean /logits /delta_pos /delta_sym /rope;
  try under eq_bigr do rewrite big_mkcond;
  rewrite ?big_ord_recl !big_ord0 ?permE; apply/eqP; vm_compute; reflexivity.
"""

pytestmark = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="needs apt-get install coq libcoq-mathcomp-algebra"
)


def rational(value: Fraction) -> str:
    """A fraction in Coq."""
    n = value.numerator
    return f"(q ({f'Posz {n}' if n >= 0 else f'Negz {-n - 1}'}) {value.denominator})"


def listed(items: list[str]) -> str:
    """A Coq sequence."""
    return "[:: " + "; ".join(items) + "]"


def drawn(rng: random.Random, rows: int, columns: int) -> list[list[Fraction]]:
    """Small integers: Coq computes with numbers in unary."""
    return [[Fraction(rng.randint(-2, 2)) for _ in range(columns)] for _ in range(rows)]


def matrix_rows(rng: random.Random) -> list[tuple[str, str]]:
    """Coq's expression and the ledger's value, for what every matrix says."""
    rows = []
    for i in range(MATRICES):
        n = i % 3 + 1
        entries = drawn(rng, n, n)
        M = exact_placement(entries)
        table = listed([listed([rational(x) for x in row]) for row in entries])
        given = f"(fun a p : 'I_{n} => grid 0 {table} a p)"
        rows += [
            (f"variance (logits {given})", variance(M)),
            (f"P {given}", positional_deviation(M)),
            (f"S {given}", symbolic_deviation(M)),
        ]
        if n == 2 and i < 12:  # at n = 3 Coq takes seconds over each
            pos = permutation_sum(M, positional_shift, swaps(n))
            sym = permutation_sum(M, symbolic_shift, swaps(n))
            rows += [
                (f"swap_norm2 (delta_pos {given})", pos),
                (f"swap_norm2 (delta_sym {given})", sym),
            ]
    return [(left, rational(right)) for left, right in rows]


def head_rows(rng: random.Random) -> list[tuple[str, str]]:
    """The same for entries of the placement matrix of a RoPE head with two planes."""
    rows = []
    for _ in range(HEADS):
        n = rng.randint(1, 3)
        keys, (query,) = drawn(rng, n, 4), drawn(rng, 1, 4)
        M = rope_placement(
            np.array(keys, dtype=object), np.array(query, dtype=object), exact_turns(STEPS, n)
        )
        planes = [
            listed([f"({rational(x)}, {rational(y)})" for x, y in (row[:2], row[2:])])
            for row in (*keys, query)
        ]
        table, zero = listed(planes), "(0, 0)"
        cosines = listed([listed([rational(Fraction(c)) for c, _ in STEPS])])
        sines = listed([listed([rational(Fraction(s)) for _, s in STEPS])])
        a, p = rng.randrange(n), rng.randrange(n)
        head = (
            f"rope (fun k : 'I_2 => grid 0 {cosines} 0 k) (fun k => grid 0 {sines} 0 k) "
            f"(fun k => grid {zero} {table} {n} k) (fun (a : 'I_{n}) k => grid {zero} {table} a k)"
        )
        places = f"(Ordinal (isT : {a} < {n})%N) (Ordinal (isT : {p} < {n})%N)"
        rows.append((f"{head} {places}", rational(M[a, p])))
    return rows


def agrees(rows: list[tuple[str, str]], folder: Path) -> bool:
    """Does Coq compute what stands beside each expression?"""
    (folder / "statements").mkdir(exist_ok=True)
    for name in FILES:
        shutil.copy(PROOFS / f"statements/{name}.v", folder / f"statements/{name}.v")
    goals = [f"Goal {left} = {right}. tie. Qed." for left, right in rows]
    (folder / "ties.v").write_text(HEADER + "\n".join(goals) + "\n", encoding="utf-8")
    for name in (*(f"statements/{name}.v" for name in FILES), "ties.v"):
        command = ["coqc", "-q", "-Q", "statements", "Statements", "-w", "none", name]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            assert name == "ties.v", done.stderr
            assert "Unable to unify" in done.stderr, done.stderr
            return False
    return True


def test_matrices_and_heads_agree(tmp_path: Path) -> None:
    rng = random.Random(11)
    assert agrees(matrix_rows(rng) + head_rows(rng), tmp_path)


@pytest.mark.parametrize("rows", [matrix_rows, head_rows])
def test_one_wrong_value_is_seen(rows, tmp_path: Path) -> None:
    left, right = rows(random.Random(12))[-1]
    assert not agrees([(left, f"({right} + 1)")], tmp_path)
