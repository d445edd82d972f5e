"""The stacks do one hop a layer and answer the tasks, on every small input (C-stack-*)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from constructions.alphabets import Numbers, Pairs, Tokens
from constructions.directions import Weights
from constructions.head_checks import TURN_BACK, swapped
from constructions.heads import ConstructedHead
from constructions.stacks import Stack, letter_stack, number_stack
from theory import tasks
from theory.ledger import Claim, Evidence, Kind, Method, Mutant, Outcome, Verdict, false, true

SOFT, HARD = "softmax, layer by layer", "hard attention, layer by layer"


@dataclass(frozen=True)
class Solves:
    """``stacks`` against ``step`` applied hop by hop, and ``answer`` at the last token.

    ``answer`` gives the task's answer with its number of hops, or None where there is none.
    """

    stacks: tuple[Stack, ...]
    step: Callable[[Any], Any]
    answer: Callable[[Tokens], tuple[int, Any] | None]
    accept: Callable[[Tokens], bool]
    shift: int = 0


def walk_number(tokens: Tokens) -> tuple[int, Any] | None:
    """Hops to the first letter, and that letter."""
    path = tasks.step_back(tokens, len(tokens))
    return None if path is None else (len(path) - 1, tokens[path[-1] - 1])


def walk_letter(tokens: Tokens) -> tuple[int, Any] | None:
    """Hops to the letter–integer token, and that token."""
    walk = tasks.look_back(tokens, len(tokens))
    return None if walk is None else (walk.hops, walk.tokens[-1])


def softly(claim: Solves) -> Outcome:
    """Every accepted input through every layer at the layers' β."""
    return _through(claim, lambda stack: stack.runner())


def hardly(claim: Solves) -> Outcome:
    """The same under hard attention."""

    def cold(stack: Stack) -> Callable[[Tokens], list[Tokens]]:
        layers = tuple(replace(layer, beta=None) for layer in stack.layers)
        return replace(stack, layers=layers).runner()

    return _through(claim, cold)


def _through(claim: Solves, runner: Callable[[Stack], Callable[[Tokens], list[Tokens]]]) -> Outcome:
    cases = answered = 0
    for stack in claim.stacks:
        run = runner(stack)
        for n in range(1, stack.n0 + 1):
            for tokens in product(stack.layers[0].task.tokens, repeat=n):
                if not claim.accept(tokens):
                    continue
                cases += 1
                states = run(tokens)
                if (wrong := _wrong(claim, stack, tokens, states)) is not None:
                    return false(f"{tokens}: {wrong}", cases)
                found = claim.answer(tokens)
                answered += found is not None and 1 <= found[0] <= stack.hops
    return (
        true(cases, note=f"{answered} of them task inputs") if answered else false("no task input")
    )


def _wrong(claim: Solves, stack: Stack, tokens: Tokens, states: list[Tokens]) -> str | None:
    """The first layer whose tokens are not the task's, or a wrong answer at the end."""
    wanted = tokens
    for layer, state in enumerate(states[1:], start=1):
        wanted = claim.step(wanted) if layer <= stack.hops + claim.shift else wanted
        if state != wanted:
            return f"after layer {layer}: {state}, not {wanted}"
    found = claim.answer(tokens)
    if found is not None and found[0] <= stack.hops and states[-1][-1] != found[1]:
        return f"answer {states[-1][-1]}, not {found[1]}"
    return None


def proper_throughout(tokens: Tokens) -> bool:
    """Proper, and so is every iterate (B-let-iter-fix says when)."""
    for _ in tokens:
        if not tasks.proper(tokens):
            return False
        tokens = tasks.retrieval(tokens)
    return True


def number_subject() -> Solves:
    """Two hops of three layers, either Reflexive."""
    make = [
        number_stack(Numbers(("a", "b"), 2), 4, 2, 3, kind) for kind in ("symbolic", "positional")
    ]
    return Solves(tuple(make), tasks.index, walk_number, lambda tokens: True)


def letter_subject() -> Solves:
    """Two hops of three layers, Retrieval symbolic and as printed."""
    alphabet = Pairs(("a", "b", "c"), 1)
    stacks = (letter_stack(alphabet, 3, 2, 3), letter_stack(alphabet, 3, 2, 3, printed=True))
    longer = letter_stack(Pairs(("a", "b"), 1), 4, 3, 3)
    return Solves((*stacks, longer), tasks.retrieval, walk_letter, proper_throughout)


def _layer(edit: Callable[[ConstructedHead], ConstructedHead]) -> Callable[[Solves], Solves]:
    """The second layer edited."""

    def change(claim: Solves) -> Solves:
        return replace(
            claim,
            stacks=tuple(
                replace(s, layers=(s.layers[0], edit(s.layers[1]), *s.layers[2:]))
                for s in claim.stacks
            ),
        )

    return change


def _first(head: ConstructedHead) -> ConstructedHead:
    return TURN_BACK((head,))[0]


def _mute(w: Weights) -> Weights:
    return replace(w, value={})


MUTANTS = (
    Mutant("one hop more is asked", Kind.INDEX, lambda s: replace(s, shift=-1)),
    Mutant("two values exchanged", Kind.DATA, _layer(swapped)),
    Mutant(
        "a layer that says nothing",
        Kind.TERM,
        _layer(lambda head: replace(head, weights=_mute(head.weights))),
    ),
    Mutant(
        "β a hundredth",
        Kind.CONSTANT,
        _layer(lambda head: replace(head, beta=(head.beta or 0) * Fraction(1, 100))),
        (SOFT,),
    ),
)


def _claim(
    id: str,
    place: str,
    statement: str,
    subject: Callable[[], Solves],
    sizes: str,
    mutant: Mutant,
    not_covered: str,
    rests_on: tuple[str, ...],
) -> Claim:
    decides = frozenset({"input"})
    return Claim(
        id=id,
        paper="suite",
        place=place,
        statement=statement,
        expected=Verdict.PROVED,
        subject=subject,
        evidence=(
            Evidence(HARD, Method.EXHAUSTIVE, f"{sizes}, in Fractions", hardly, decides),
            Evidence(SOFT, Method.EXHAUSTIVE, f"{sizes}, by balls", softly, decides),
        ),
        mutants=(*MUTANTS, mutant),
        quantifiers={"input": sizes},
        not_covered=not_covered,
        rests_on=rests_on,
    )


NUMBER = _claim(
    "C-stack-number",
    "B-num-comp, as weights",
    "Index twice, then Reflexive (symbolic or positional), each at its smallest sufficient β: "
    "after layer t every position holds Index^t(σ), and the last f_NUM(σ) from two hops at most.",
    number_subject,
    "every input of length ≤ 4 over two letters and {1, 2}",
    Mutant("ρ(θ)^σ in the query", Kind.SIGN, _layer(_first)),
    "longer inputs, more hops (B-num-comp; sampled in the tests)",
    ("B-num-comp", "C-index-fix", "C-reflexive"),
)

LETTER = _claim(
    "C-stack-letter",
    "B-let-comp-fix, as weights",
    "Retrieval, then symbolic Reflexive, each at its smallest sufficient β: after layer t every "
    "position holds Retrieval^t(σ), and the last one f_LET(σ) from as many hops as Retrieval "
    "layers at most; Retrieval symbolic or as printed.",
    letter_subject,
    "every input whose iterates are proper, length ≤ 3 over three letters, ≤ 4 over two, INT = {1}",
    Mutant(
        "improper inputs too",
        Kind.HYPOTHESIS,
        lambda s: replace(s, stacks=tuple(map(_unchecked, s.stacks)), accept=lambda tokens: True),
    ),
    "longer inputs, more hops (B-let-comp-fix; sampled in the tests)",
    ("B-let-comp-fix", "B-let-iter-fix", "C-retr", "C-retr-fix", "C-reflexive"),
)


def _unchecked(stack: Stack) -> Stack:
    layers = tuple(
        replace(head, task=replace(head.task, refuses=lambda tokens: "")) for head in stack.layers
    )
    return replace(stack, layers=layers)


CLAIMS: tuple[Claim, ...] = (NUMBER, LETTER)
