"""Coq's definitions of the placement statements, at small rational matrices, against ``theory``.

They are over any real closed field and do not compute; ``twins.v`` proves them equal, at every
size, to versions over Q that do. If a definition changes, the proof of its equality fails.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import isqrt
from pathlib import Path

import numpy as np

from tests.proofs.one_file import STATEMENTS, module, refused_at
from tests.tools import COQ, needs
from theory.mathematics import placement as ledger
from theory.mathematics.placement import Placement, exact_placement
from theory.mathematics.rope import exact_turns, rope_placement
from theory.paper_a.behaviour.exclusion import Exclusion
from theory.paper_a.behaviour.readings import read_swap, same_squared
from theory.witnesses import witness

HERE = Path(__file__).parent
TOPICS = ("placement", "exclusion", "swaps", "behaviour", "scores", "permuted")
TRIPLES = ((3, 4), (4, 3), (5, 12), (8, 15), (24, 7), (0, 1), (6, 8))
VALUE = " = @real R "
HEADER = """From Coq Require Import ZArith QArith Lia.
From mathcomp Require Import all_ssreflect all_algebra fingroup perm.
"""
PROVED = "twins_module.v"
IMPORTED = f"Import honest.\nImport {' '.join(TOPICS)} rationals twins.\n"
CHANGES = (
    ("placement", "M (s j) j - M j j", "M j j - M j (s j)"),
    ("scores", "E (s b, t) (b, t)", "E (b, t) (s b, t)"),
    ("behaviour", "c * v.1 - s * v.2", "c * v.1 + s * v.2"),
)
"""A topic, and what its definition says instead."""

pytestmark = needs(COQ)


def definitions(called: str, how: str, topic: str = "", old: str = "", new: str = "") -> str:
    """A module of the statements' definitions, one of them changed perhaps; Coq reads it and
    loads (or fails to load) the proofs that they are equal to what computes."""
    parts = [
        module(STATEMENTS / f"{name}.v", *(old, new) if name == topic else ()) for name in TOPICS
    ]
    return f'Module {called}.\n{"".join(parts)}{how} "{PROVED}".\nEnd {called}.\n'


def read_by_coq(folder: Path) -> str:
    """Changed definitions, whose proofs Coq is to see fail, and then those that there are."""
    (folder / PROVED).write_text(module(HERE / "twins.v"), encoding="utf-8")
    changed = "".join(definitions(f"changed_{one[0]}", "Fail Load", *one) for one in CHANGES)
    return HEADER + module(HERE / "rationals.v") + changed + definitions("honest", "Load")


def q(value: Fraction) -> str:
    """A rational in Coq."""
    return f"(({value.numerator}) # {value.denominator})%Q"


def rows(matrix: Placement) -> str:
    """A matrix in Coq, by rows."""
    lines = (f"[:: {'; '.join(q(entry) for entry in row)}]" for row in matrix)
    return f"(entry [:: {'; '.join(lines)}])"


def place(n: int, j: int) -> str:
    """Place j of n, counted from 0, in Coq."""
    return f"(@Ordinal {n} {j} isT)"


def equal(left: str, lemma: str, value: Fraction) -> str:
    """The goal that ``left`` has this value, by its lemma."""
    return (
        f"Goal forall R : rcfType, {left}{VALUE}{q(value)}. "
        f"move=> R; rewrite {lemma}; apply/real_eq; vm_compute; reflexivity. Qed."
    )


def holds(claim: str, lemma: str, value: bool) -> str:
    """The goal that the claim holds, or does not."""
    statement = claim if value else f"~ ({claim})"
    how = "apply/" if value else "move=> /"
    return f"Goal forall R : rcfType, {statement}. move=> R; {how}{lemma}; by vm_compute. Qed."


def drawn(rng: random.Random, n: int, least: int = -6) -> Placement:
    """A matrix with entries k/d. Two in three have equal rows or equal columns, half of these but
    for one entry."""

    def row() -> list[Fraction]:
        return [Fraction(rng.randint(least, 6), rng.randint(1, 3)) for _ in range(n)]

    kind = rng.randrange(3)
    entries = [row() for _ in range(n)] if kind == 0 else [[*line] for line in [row()] * n]
    if kind == 2:
        entries[rng.randrange(n)][rng.randrange(n)] += Fraction(1, 2)
    M = exact_placement(entries)
    return M if rng.random() < 0.5 else M.T


def placement_goals(rng: random.Random) -> Iterator[str]:
    """Var, P, S, the printed bound, swaps, and behaviour, at N = 2 … 4."""
    for n in [2] * 3 + [3] * 3 + [4] * 3:
        M = drawn(rng, n)
        m = f"(@matrix R {n} {rows(M)})"
        swaps = [
            ledger.permutation_sum(M, shift, ledger.swaps(n))
            for shift in (ledger.positional_shift, ledger.symbolic_shift)
        ]
        yield equal(f"variance (logits {m})", "variance_twin", ledger.variance(M))
        yield equal(f"P {m}", "P_twin", ledger.positional_deviation(M))
        yield equal(f"placement.S {m}", "S_twin", ledger.symbolic_deviation(M))
        yield equal(f"printed_bound {m}", "bound_twin", Exclusion().bound(M))
        lemmas = [f"(swap_norm2_twin (@{one}_twin R {n} {rows(M)}))" for one in ("pos", "sym")]
        yield equal(f"swap_norm2 (delta_pos {m})", lemmas[0], swaps[0])
        yield equal(f"swap_norm2 (delta_sym {m})", lemmas[1], swaps[1])
        yield holds(f"positional {m}", "positional_twin", bool(ledger.is_positional(M)))
        yield holds(f"symbolic {m}", "symbolic_twin", bool(ledger.is_symbolic(M)))


def attention_goals(rng: random.Random) -> Iterator[str]:
    """Attention, and both cosines of every permutation but the identity, of positive weights; of
    4 keys, every third."""
    for n in (2, 3, 3, 4):
        E = drawn(rng, n, least=1)
        own = Fraction(rng.randint(1, 6), rng.randint(1, 3))
        m = f"(@matrix R {n} {rows(E)}) (@real R {q(own)})"
        *others, itself = witness.attention(E, own)
        for j, value in enumerate(others):
            yield equal(f"attention {m} {place(n, j)}", "attention_twin", value)
        yield equal(f"own_attention {m}", "own_attention_twin", itself)
        for move in list(ledger.all_moves(n))[:: 3 if n == 4 else 1]:
            if list(move) != sorted(move):
                listed = f"[:: {'; '.join(map(str, move))}]%N"
                squares = witness.cosine_squares(E, move)
                for name, value in zip(("stay", "follow"), squares, strict=True):
                    yield (
                        f"Goal forall (R : rcfType) (s : 'S_{n}), order s = {listed} -> "
                        f"({name}_cosine {m} s ^+ 2)%R{VALUE}{q(value)}. move=> R s e; "
                        f"rewrite {name}_twin e; apply/real_eq; vm_compute; reflexivity. Qed."
                    )


def swap_goals(rng: random.Random) -> Iterator[str]:
    """Both cosines of a swap of blocks, as shares of two whole softmax rows."""
    for m, length in ((2, 1), (3, 1), (2, 2), (2, 2)):
        E = drawn(rng, m * length, least=1)
        own = Fraction(rng.randint(1, 6), rng.randint(1, 3))
        given = f"(@blocks R {m} {length} {rows(E)}) (@real R {q(own)})"
        for i, j in combinations(range(m), 2):
            spans = [range(b * length, (b + 1) * length) for b in (i, j)]
            ends = f"{given} {place(m, i)} {place(m, j)}"
            same, flipped = read_swap(E, own, *spans)
            steps = "before_twin after_twin"
            for before, lemmas, value in (
                (f"(before {ends})", f"{steps} cosine_twin", same),
                (f"(flip (before {ends}))", f"{steps} flip_twin cosine_twin", flipped),
            ):
                yield equal(f"(cosine (after {ends}) {before} ^+ 2)%R", lemmas, value)


def score_goals(rng: random.Random) -> Iterator[str]:
    """The score: a weighted sum over the swaps i < j, of vectors whose lengths are integers."""
    for m in (2, 3):
        grid = [[(rng.choice(TRIPLES), rng.choice(TRIPLES)) for _ in range(m)] for _ in range(m)]
        alpha = exact_placement(
            [[Fraction(rng.randint(0, 5), rng.randint(1, 4)) for _ in range(m)] for _ in range(m)]
        )
        value = Fraction(0)
        for i, j in combinations(range(m), 2):
            squared = same_squared(*map(Fraction, (*grid[i][j][0], *grid[i][j][1])))
            value += alpha[i, j] * Fraction(isqrt(squared.numerator), isqrt(squared.denominator))
        vectors, lengths = [], []
        for k in range(2):
            sides = [[[cell[k][c] for cell in row] for row in grid] for c in range(2)]
            x, y = (rows(exact_placement(side)) for side in sides)
            vectors.append(f"(fun i j : nat => ({x} i j, {y} i j))")
            norms = [[str(isqrt(sum(c * c for c in cell[k]))) for cell in row] for row in grid]
            listed = "; ".join(f"[:: {'; '.join(row)}]" for row in norms)
            lengths.append(f"(fun i j : nat => nth 0 (nth [::] [:: {listed}] i) j)%N")
        weights = f"(fun i j : 'I_{m} => @real R ({rows(alpha)} i j))"
        given = " ".join(f"(fun i j : 'I_{m} => @reals R ({v} i j))" for v in vectors)
        lemma = f"(@score_twin R {m} {rows(alpha)} {' '.join((*vectors, *lengths))} isT isT)"
        yield equal(f"score {weights} {given}", lemma, value)


def rope_goals(rng: random.Random) -> Iterator[str]:
    """Entries of the placement matrix of a RoPE head with two planes, turned by rational angles."""
    for n in (1, 2, 3):
        steps = [
            (Fraction(x, isqrt(x * x + y * y)), Fraction(y, isqrt(x * x + y * y)))
            for x, y in (rng.choice(TRIPLES), rng.choice(TRIPLES))
        ]
        keys = np.array([[Fraction(rng.randint(-4, 4), 3) for _ in range(4)] for _ in range(n)])
        query = np.array([Fraction(rng.randint(-4, 4), 3) for _ in range(4)])
        M = rope_placement(keys, query, exact_turns(steps, n))
        c, s = (f"(entry [:: [:: {'; '.join(q(step[k]) for step in steps)}]] 0)" for k in range(2))
        tables = [(rows(part[:, 0::2]), rows(part[:, 1::2])) for part in (keys, query[None])]
        k_, q_ = (f"(fun a k : nat => ({x} a k, {y} a k))" for x, y in tables)
        head = (
            f"rope (fun k : 'I_2 => @real R ({c} k)) (fun k : 'I_2 => @real R ({s} k)) "
            f"(fun k : 'I_2 => @reals R ({q_} 0%N k)) "
            f"(fun (a : 'I_{n}) (k : 'I_2) => @reals R ({k_} a k))"
        )
        lemma = f"(@rope_twin R 2 {n} {c} {s} ({q_} 0%N) {k_})"
        for a, p in product(range(n), repeat=2):
            yield equal(f"{head} {place(n, a)} {place(n, p)}", lemma, M[a, p])


def at_once(goal: str) -> tuple[str, str]:
    """A goal's statement, and its proof as one tactic."""
    stated, proof = goal.removesuffix(" Qed.").split(". move", 1)
    return stated, f"(move{proof.removesuffix('.').replace('. ', '; ')})"


def refused(goal: str) -> str:
    """The same goal, whose proof Coq is to see fail."""
    stated, proof = at_once(goal)
    return f"{stated}. Fail {proof}. Abort."


GOALS = (placement_goals, attention_goals, swap_goals, score_goals, rope_goals)


def test_definitions_agree_with_the_ledgers_and_changed_ones_do_not(tmp_path: Path) -> None:
    """Coq proves all but a wrong value, a behaviour that is not there and the equality of a changed
    definition, and stops where it is to prove a wrong value after all."""
    goals = [goal for drawn_goals in GOALS for goal in drawn_goals(random.Random(17))]
    for drawn_goals in GOALS:
        *_, last = (goal for goal in drawn_goals(random.Random(18)) if VALUE in goal)
        before, _, after = last.rpartition(VALUE)
        wrong = f"{before}{VALUE}(1 + {after.replace('. move', ')%Q. move', 1)}"
        goals += ["{}. {}. Qed.".format(*at_once(last)), refused(wrong)]
    claim = f"positional (@matrix R 2 {rows(exact_placement([[1, 2], [1, 3]]))})"
    goals.append(holds(claim, "positional_twin", value=False))
    goals.append(refused(holds(claim, "positional_twin", value=True)))
    text = read_by_coq(tmp_path) + IMPORTED + "\n".join(goals) + "\n"
    assert refused_at(text + wrong, tmp_path) == text.count("\n") + 1
