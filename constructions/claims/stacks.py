"""The stacks do one hop a layer and answer the tasks, on every small input (C-stack-*)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from constructions.claims.checks import changed_phases
from constructions.heads.alphabets import Numbers, Pairs, Tokens
from constructions.heads.index import BIAS
from constructions.stacks.stacks import letter_stack, number_stack
from constructions.stacks.stream import Stack, StreamLayer, evaluated
from theory.ledger import Claim, Kind, Mutant, Outcome, altered, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics import tasks


@dataclass(frozen=True)
class Solves:
    """``stacks`` against ``step`` applied hop by hop, and ``answer`` at the last token.

    ``answer`` gives the task's answer with its number of hops, or None where there is none. It is
    asked for up to ``more`` hops above the stack's; ``shift`` more registers move on by a hop.
    """

    stacks: tuple[Stack, ...]
    step: Callable[[Any], Any]
    answer: Callable[[Tokens], tuple[int, Any] | None]
    accept: Callable[[Tokens], bool]
    shift: int = 0
    more: int = 0


def walk_number(tokens: Tokens) -> tuple[int, Any] | None:
    """Hops to the first letter, and that letter."""
    path = tasks.step_back(tokens, len(tokens))
    return None if path is None else (len(path) - 1, tokens[path[-1] - 1])


def walk_letter(tokens: Tokens) -> tuple[int, Any] | None:
    """Hops to the letter–integer token, and that token."""
    walk = tasks.look_back(tokens, len(tokens))
    return None if walk is None else (walk.hops, walk.tokens[-1])


def every_accepted_input(subject: Solves) -> Outcome:
    """Every accepted input through every layer, in balls; nothing is decoded on the way."""
    cases = answered = 0
    for stack in subject.stacks:
        run = evaluated(stack)
        for n in range(1, stack.n0 + 1):
            for tokens in product(stack.task.tokens, repeat=n):
                if not subject.accept(tokens):
                    continue
                cases += 1
                states = run(tokens)
                if (wrong := _wrong(subject, stack, tokens, states)) is not None:
                    return false(f"{tokens}: {wrong}", cases)
                solution = subject.answer(tokens)
                answered += solution is not None and 1 <= solution[0] <= stack.hops
    return (
        true(cases, note=f"{answered} of them task inputs") if answered else false("no task input")
    )


def _wrong(subject: Solves, stack: Stack, tokens: Tokens, states: list[Tokens]) -> str | None:
    """The first register whose tokens are not the task's, or a wrong answer at the end."""
    wanted = tokens
    for layer, state in enumerate(states[1:], start=1):
        wanted = subject.step(wanted) if layer <= stack.hops + subject.shift else wanted
        if state != wanted:
            return f"register {layer}: {state}, not {wanted}"
    solution = subject.answer(tokens)
    asked = solution is not None and solution[0] <= stack.hops + subject.more
    if asked and solution is not None and states[-1][-1] != solution[1]:
        return f"answer {states[-1][-1]}, not {solution[1]}"
    return None


def proper_throughout(tokens: Tokens) -> bool:
    """Proper, and so is every iterate (B-let-iter-fix says when)."""
    for _ in tokens:
        if not tasks.proper(tokens):
            return False
        tokens = tasks.retrieval(tokens)
    return True


def number_subject() -> Solves:
    """Three hops of four layers, either Reflexive."""
    make = [
        number_stack(Numbers(("a", "b"), 3), 5, 3, 4, kind) for kind in ("symbolic", "positional")
    ]
    return Solves(tuple(make), tasks.index, walk_number, lambda tokens: True)


def letter_subject() -> Solves:
    """Two hops of three layers and three of four, Retrieval symbolic and as printed but for the
    angle, either Reflexive."""
    stacks = (
        letter_stack(alphabet, n0, n0 - 1, n0, reflexive, printed=printed)
        for alphabet, n0 in ((Pairs(("a", "b", "c"), 1), 3), (Pairs(("a", "b"), 1), 4))
        for reflexive, printed in (("symbolic", False), ("positional", True))
    )
    return Solves(tuple(stacks), tasks.retrieval, walk_letter, proper_throughout)


def _layer(edit: Callable[[StreamLayer], StreamLayer]) -> Callable[[Solves], Solves]:
    """The second layer edited."""

    def change(subject: Solves) -> Solves:
        edited = (
            replace(s, layers=(s.layers[0], edit(s.layers[1]), *s.layers[2:]))
            for s in subject.stacks
        )
        return replace(subject, stacks=tuple(edited))

    return change


def _swapped(layer: StreamLayer) -> StreamLayer:
    first, *_, last = layer.value
    ends = {first: layer.value[last], last: layer.value[first]}
    return replace(layer, value={**layer.value, **ends})


def _stale(layer: StreamLayer) -> StreamLayer:
    """Reads the values that the embedding wrote, not the register before."""
    value = {source.replace("@ 1", "@ 0"): target for source, target in layer.value.items()}
    return replace(layer, value=value)


def _turned_on(layer: StreamLayer) -> StreamLayer:
    return replace(layer, query=changed_phases(layer.query, lambda x: -x))


def _no_letter_less(layer: StreamLayer) -> StreamLayer:
    return replace(layer, query={d: q for d, q in layer.query.items() if d != BIAS})


MUTANTS = (
    altered("one hop fewer", Kind.INDEX, shift=-1),
    Mutant("two values exchanged", Kind.DATA, _layer(_swapped)),
    Mutant("a layer that says nothing", Kind.TERM, _layer(lambda x: replace(x, value={}))),
    Mutant("a layer that reads the embedding", Kind.DATA, _layer(_stale)),
    Mutant("β a hundredth", Kind.CONSTANT, _layer(lambda x: replace(x, beta=x.beta / 100))),
)

PARTS = {
    "shift": Kind.INDEX,
    "more": Kind.QUANTIFIER,
    "turn": Kind.INDEX,
    "value": Kind.DATA,
    "query.bias": Kind.HYPOTHESIS,
    "accept": Kind.HYPOTHESIS,
    "refuses": Kind.HYPOTHESIS,
}


def _claim(
    id: str,
    place: str,
    statement: str,
    subject: Callable[[], Solves],
    sizes: str,
    mutants: tuple[Mutant, ...],
    not_covered: str,
    rests_on: tuple[str, ...],
) -> Claim:
    formal = FormalClaim(
        id=id,
        paper="suite",
        place=place,
        statement=f"{statement} The inputs are bounded: {sizes}.",
        subject=subject,
        parts=PARTS,
        quantifiers={"input": sizes},
        not_covered=not_covered,
        rests_on=rests_on,
    )
    covers = f"{sizes}: the transformer itself, in balls"
    formal.exhaustive("one stream, decoded at the end", covers, "input")(every_accepted_input)
    formal.mutants(*MUTANTS, *mutants)
    return formal.claim


STREAM = (
    " One residual stream, softmax at the β that `enough` gives, nothing decoded before the end. "
)
NUMBER = _claim(
    "C-stack-number",
    "B-num-comp, as weights",
    "A transformer of three Index layers, then Reflexive (symbolic or positional)."
    + STREAM
    + "Register t ≤ 3, which layer t writes, holds Index^t(σ) at every position. Where σ has an "
    "answer from three hops at most, the last holds f_NUM(σ), found by following the hops.",
    number_subject,
    "every input of length ≤ 5 over two letters and {1, 2, 3}",
    (
        Mutant("ρ(θ)^σ in the query", Kind.INDEX, _layer(_turned_on)),
        altered("answers from four hops too", Kind.QUANTIFIER, more=1),
        altered("the last register too", Kind.INDEX, shift=1),
        Mutant("who asks in vain finds a letter", Kind.HYPOTHESIS, _layer(_no_letter_less)),
    ),
    "longer inputs, more hops (B-num-comp, and the bound of proofs.md; sampled in the tests)",
    ("B-num-comp", "B-thm31-index"),
)

LETTER = _claim(
    "C-stack-letter",
    "B-let-comp-fix, as weights",
    "A transformer of Retrieval layers, symbolic or as printed but for the angle (C-retr's), then "
    "Reflexive."
    + STREAM
    + "Register t, which Retrieval layer t writes, holds Retrieval^t(σ) at every position. Where σ "
    "has an answer, the last holds f_LET(σ). There are two Retrieval layers for length 3 and three "
    "for length 4, so no walk has more hops.",
    letter_subject,
    "every input whose iterates are proper, length ≤ 3 over three letters, ≤ 4 over two, INT = {1}",
    (
        Mutant(
            "improper inputs too",
            Kind.HYPOTHESIS,
            lambda s: replace(s, stacks=tuple(map(_unchecked, s.stacks)), accept=lambda x: True),
        ),
    ),
    "longer inputs, walks of more than two hops (B-let-comp-fix, and the bound of proofs.md; "
    "sampled in the tests)",
    ("B-let-comp-fix", "B-let-iter-fix", "C-retr", "C-retr-fix"),
)


def _unchecked(stack: Stack) -> Stack:
    return replace(stack, task=replace(stack.task, refuses=lambda tokens: ""))
