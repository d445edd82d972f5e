"""Partial Induction by one head: which heads fail, exactly (A-cor1 and its repair)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.exact import exact
from theory.mathematics.softmax_head import (
    Head,
    Task,
    Weight,
    computes,
    last_bound,
    lookup,
    one_hot,
    queried,
)
from theory.mathematics.solvers import all_steps, exhaust, prove
from theory.paper_a.canonical_tasks.impossibility import Exchange, answers_differ, one_exchange
from theory.paper_a.canonical_tasks.lookup_heads import CONTEXT, bilinear
from theory.witnesses import head_witness
from theory.witnesses.witness import RefutedClaim, shown


def positional_induction(data: dict[str, Any]) -> Outcome:
    """A purely positional head, VAL = identity, F(x, a)_t = a_select[x][t], on all inputs."""
    weights = head_witness.weight_table(data["weights"])
    contents = [s + t for s, t in product(data["symbols"], data["attributes"])]
    select, longest = data["select"], data["longest"]
    head = Head(
        head_witness.looked_up(weights),
        one_hot,
        lambda q, a: {t: a.get(select[q][t], Fraction(0)) for t in data["attributes"]},
    )
    pure = head_witness.purely_positional(weights, contents, exact("1/20", "level"))
    if not pure:
        return false("not purely positional")
    inputs = queried(contents, data["symbols"], range(1, longest))
    count, failed = computes(head, last_bound, inputs)
    rebound = (*contents[1::-1], data["symbols"][0])
    parts = [
        (
            longest >= 3 and min(len(set(data[name])) for name in ("symbols", "attributes")) >= 2,
            "degenerate: too short, or one symbol or attribute",
            "",
        ),
        (failed is None, f"wrong on {failed}", head_witness.in_numbers(weights)),
        (
            count == data["inputs"],
            f"{count} inputs, not {data['inputs']}",
            f"F(x, a)_t = a_(x,t); the largest y is the last attribute bound to x on all {count} "
            f"inputs of up to {longest} tokens; such as {head_witness.worked(head, rebound)}",
        ),
    ]
    return shown(parts, f"purely positional, right on all {count} inputs up to {longest} tokens")


COR1 = RefutedClaim(
    positional_induction,
    id="A-cor1",
    place="Corollary 1",
    statement="No purely positional and no purely symbolic head solves Partial Induction (as "
    "summarised, with any VAL and F; for the simple heads of Theorem 4 it is true, A-cor1-fix).",
    provenance="reconstructed",
    parts={"select": Kind.DATA, "longest": Kind.QUANTIFIER},
    not_covered="Whether the paper prints Theorem 4's restriction for it: its text was not at "
    "hand, and its authors concede contrived functions. The symbolic half holds (A-cor1-fix), and "
    "so does the positional one for the simple heads that Theorem 4 is stated for.",
    repairs=("A-cor1-fix",),
)

COR1.coq("lookup.A_cor1", near_misses={"lookup.A_cor1__unbound": Kind.HYPOTHESIS})

COR1.edited("uniform weights", Kind.CONSTANT, lambda w: head_witness.flatten(w["weights"]))
COR1.edited(
    "earlier positions heavier", Kind.INDEX, lambda w: [r.reverse() for r in w["weights"].values()]
)
COR1.edited(
    "a logit sees the content", Kind.CONSTANT, lambda w: w["weights"]["s1"].__setitem__(0, "2")
)
COR1.edited(
    "attributes exchanged", Kind.DATA, lambda w: w["select"].update(s={"1": "s2", "2": "s1"})
)
COR1.edited("shorter inputs alone", Kind.QUANTIFIER, lambda w: w.update(longest=3))

Rule = Callable[[list[int]], bool]


def superincreasing(weights: list[int]) -> bool:
    """Each weight exceeds the sum of all before it."""
    return all(w > sum(weights[:p]) for p, w in enumerate(weights))


@dataclass(frozen=True)
class Induction:
    """Symbolic heads clash on ``clash``; a positional head with F(x, a)_t = a_(x,t) is right on
    all inputs iff its weights before the query obey ``rule``; weights that grow at least
    ``growth``-fold obey it."""

    clash: Exchange = field(
        default_factory=lambda: Exchange(
            last_bound, "s", lambda n: (n - 2, n - 1), {("s1", "s2"): ("2", "1")}
        )
    )
    rule: Rule = superincreasing
    growth: Fraction = Fraction(2)
    task: Task = last_bound
    contents: tuple[str, ...] = CONTEXT[:3]


def _by_place(weights: tuple[int, ...]) -> Weight:
    """A positional logit: the weight of each position."""
    return lambda query, n, token, place: Fraction(weights[place - 1])


COR1_FIX = FormalClaim(
    id="A-cor1-fix",
    place="Corollary 1, repaired",
    statement="Partial Induction, n ≥ 3, ≥ 2 symbols, ≥ 2 attributes. (i) No head that is symbolic "
    "on … s1 s2 and … s2 s1 with query s solves it, whatever L, VAL and F. (ii) No positional head "
    "does if F(x, a) = g(x) + W a, whatever L and VAL. (iii) With VAL = identity and F(x, a)_t = "
    "a_(x,t) a positional head solves it iff each position before the query weighs more than all "
    "positions before it together; weights that double do.",
    provenance="repair",
    subject=Induction,
    quantifiers={
        "n": "every n ≥ 3, two symbols and two attributes or more",
        "head": "every L, VAL, F as stated in (i) to (iii)",
        "doubling": "every positive weights that at least double from position to position",
        "N ≤ 3": "N = 1 … 3, weights in {1, 2, 3, 4, 8}, all inputs over s1, s2, t1",
    },
    parts={
        "rule": Kind.TERM,
        "clash.sees_place": Kind.HYPOTHESIS,
        "task": Kind.INDEX,
        "clash.answers": Kind.DATA,
        "contents": Kind.HYPOTHESIS,
    },
    not_covered="Heads neither positional nor symbolic. One symbol or one attribute, where some "
    "positional heads with F affine solve it. In (iii) the gap is the smallest weight, so it "
    "shrinks geometrically in n.",
    rests_on=("A-thm4",),
)


@COR1_FIX.exhaustive(
    "small weights", "right on every input iff superincreasing, N = 1 … 3", "N ≤ 3"
)
def heads_of_small_weights(subject: Induction) -> Outcome:
    """All weights in {1, 2, 3, 4, 8} at N = 1 … 3 positions: right on every input iff the rule."""
    count = 0
    for size in (1, 2, 3):
        inputs = queried(subject.contents, "s", [size])
        for row in product((1, 2, 3, 4, 8), repeat=size):
            head = Head(_by_place((*row, 5)), one_hot, bilinear)
            count += 1
            if (computes(head, subject.task, inputs)[1] is None) != subject.rule(list(row)):
                return false(f"weights {row}", count)
    return true(count)


@COR1_FIX.symbolic(
    "growing weights",
    "doubling keeps weights superincreasing, position by position",
    "doubling",
    confirmed_by="cvc5",
)
def growing(subject: Induction) -> Outcome:
    """z3: a weight at least ``growth`` times the one before exceeds the sum too, if that did."""

    def step(*x: Any) -> tuple[list[Any], list[Any]]:
        before, last, following = x
        grown = following >= subject.growth * last
        return [before >= 0, last > before, grown], [following > before + last]

    return prove(step, "before last following")


@COR1_FIX.written(
    "three parts",
    "every n: exchange (i), A-thm4 on a part of the inputs (ii), the worst input (iii)",
    "n",
    "head",
)
def three_parts(subject: Induction) -> Outcome:
    """The symbolic half; Information Retrieval in Partial Induction; the rule at one position."""
    inputs = queried(CONTEXT, "st", (1, 2, 3))

    def last_wins(*x: Any) -> tuple[list[Any], list[Any]]:
        last, agreeing, other = x
        return [last > agreeing + other, agreeing >= 0, other >= 0], [last + agreeing > other]

    return all_steps(
        lambda: answers_differ(subject.clash),
        lambda: one_exchange(subject.clash),
        lambda: exhaust(
            inputs, lambda x: subject.task(x) == lookup(x) if lookup(x) is not None else None
        ),
        lambda: prove(last_wins, "last agreeing other"),
    )


COR1_FIX.coq(
    "lookup.A_cor1_fix_symbolic",
    "lookup.A_cor1_fix_affine",
    "lookup.A_cor1_fix",
    "lookup.A_cor1_fix_doubling",
    decides=("n", "head", "doubling", "N ≤ 3"),
    near_misses={
        "lookup.A_cor1_fix_symbolic__one_attribute": Kind.HYPOTHESIS,
        "lookup.A_cor1_fix_doubling__plain": Kind.CONSTANT,
    },
)

COR1_FIX.mutant(
    "at least the sum",
    Kind.RELATION,
    heads_of_small_weights,
    rule=lambda v: all(w >= sum(v[:p]) for p, w in enumerate(v)),
)
COR1_FIX.mutant(
    "more than the one before",
    Kind.TERM,
    heads_of_small_weights,
    rule=lambda v: all(w > v[p - 1] for p, w in enumerate(v) if p),
)
COR1_FIX.mutant("growth 3/2", Kind.CONSTANT, growing, growth=Fraction(3, 2))
COR1_FIX.mutant(
    "logits see the position",
    Kind.HYPOTHESIS,
    three_parts,
    mutate=lambda s: replace(s, clash=replace(s.clash, sees_place=True)),
)
COR1_FIX.mutant("one symbol", Kind.HYPOTHESIS, heads_of_small_weights, contents=("s1", "s2"))
COR1_FIX.mutant("one attribute", Kind.HYPOTHESIS, heads_of_small_weights, contents=("s1", "t1"))
COR1_FIX.mutant(
    "the first binding",
    Kind.INDEX,
    heads_of_small_weights,
    task=lambda x: next((t[1] for t in x[:-1] if t[0] == x[-1]), None),
)
COR1_FIX.mutant(
    "the same token twice",
    Kind.DATA,
    three_parts,
    mutate=lambda s: replace(s, clash=replace(s.clash, answers={("s1", "s1"): ("1", "1")})),
)
