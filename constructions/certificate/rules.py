"""What a task allows where: its inputs as cases with a set of tokens an offset.

Offsets count back from the query. A case fixes the query and one *pin*, the position that decides
the answer: at offset 0 the query itself, elsewhere a token of a pinned set, each set with the
answer it means. Near tokens lie between query and pin, far ones beyond it. An input is valid iff
some case has it, and then the case's answer is the task's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from constructions.heads.onelayer import OneLayerHead

Tokens = frozenset[int]
NONE: Tokens = frozenset()


@dataclass(frozen=True)
class Case:
    """One query; ``pins`` pairs a pinned set with the answer's output index."""

    query: int
    near: Tokens
    far: Tokens
    pins: tuple[tuple[Tokens, int], ...]
    offsets: tuple[int, int]
    lengths: tuple[int, int]


@dataclass(frozen=True)
class TaskRule:
    """A task on inputs of up to n0 tokens.

    ``fields`` are the certificate's: a name, and what with it determines the cases. ``few`` are
    the outputs that stand for all others as rivals; the query's own always is one too.
    """

    fields: dict[str, Any]
    cases: tuple[Case, ...]
    few: tuple[int, ...]

    @property
    def name(self) -> str:
        """index, retrieval, lookup, induction or position."""
        return str(self.fields["name"])

    def answers(self, tokens: list[int]) -> set[int]:
        """The answers of every case that has this input; none if it is not valid."""
        # Read off the cases and not off the task, so that tests can hold one against the other.
        back, outputs = tokens[::-1], set()
        for case in self.cases:
            for k in range(case.offsets[0], min(case.offsets[1], len(back) - 1) + 1):
                fits = case.query == back[0] and case.lengths[0] <= len(back) <= case.lengths[1]
                # Nearer than the pin only near tokens, else the answer would be another's.
                fits &= all(b in case.near for b in back[1:k])
                if fits and all(b in case.far for b in back[k + 1 :]):
                    outputs |= {o for pin, o in case.pins if k == 0 or back[k] in pin}
        return outputs


def _three(labels: Sequence[object]) -> Tokens:
    """The first three tokens of each label."""
    return frozenset(b for b, x in enumerate(labels) if list(labels[:b]).count(x) < 3)


def stand_ins(head: OneLayerHead, task: str) -> Tokens:
    """Tokens of a *constructed* head that stand for all others; ``task`` as in a certificate.

    Index, Retrieval as printed: three of each class whose exchange, as keys and as outputs, changes
    nothing: letters and integers; in Retrieval the pairs of one left letter, those with integers,
    which may be wherever the others may (all tokens where there are fewer than three). Symbolic
    Retrieval: query, answer and other output name five letters and two integers at most; all others
    are alike, so that one more of each kind stands for them.
    """
    names = head.tokens
    if task == "index":
        return _three([x.isdigit() for x in names])
    lefts = [x[0] for x in names]
    if task == "retrieval-symbolic":
        # One letter and one integer more than a query, an answer and a rival can name.
        some = {*[*dict.fromkeys(lefts)][:6], "1", "2", "3"}
        return frozenset(b for b, x in enumerate(names) if {x[0], x[1:]} <= some)
    # Fewer than three pairs of integers a letter are too few to stand for the rest.
    if sum(x[1:].isdigit() for x in names) < 3 * len(set(lefts)):
        return frozenset(range(len(names)))
    return _three(lefts)


def index_rule(head: OneLayerHead, n0: int, everything: bool = True) -> TaskRule:
    """Index (F.1): integer tokens are named by digits; those that point outside are not valid.

    ``everything=False``, for constructed heads alone: some tokens stand for others.
    """
    few = frozenset(range(len(head.tokens))) if everything else stand_ins(head, "index")
    letters = [b for b in sorted(few) if not head.tokens[b].isdigit()]
    cases = []
    for q, name in enumerate(head.tokens):
        # The query itself may stand anywhere in the context too.
        here = few | {q}
        # A number that points before the first token of every input is in no case: not valid.
        if name.isdigit() and 0 < int(name) < n0:
            pins = (*((frozenset({c}), c) for c in letters), (here - frozenset(letters), q))
            cases.append(Case(q, here, here, pins, (int(name), int(name)), (1, n0)))
        elif not name.isdigit() or int(name) == 0:
            cases.append(Case(q, NONE, here, ((NONE, q),), (0, 0), (1, n0)))
    return TaskRule({"name": "index"}, tuple(cases), tuple(sorted(few)))


def retrieval_rule(head: OneLayerHead, n0: int, everything: bool = True) -> TaskRule:
    """Retrieval (F.2) on tokens named by their halves: the pin is the first token that fits.

    Before it no token may ask for it. That other letters are asked for in vain is allowed, so
    these are all proper inputs and some more. ``everything`` as in ``index_rule``.
    """
    every = range(len(head.tokens))
    few = frozenset(every) if everything else stand_ins(head, "retrieval")
    return _retrieval(head, n0, few, every)


def symbolic_rule(head: OneLayerHead, n0: int) -> TaskRule:
    """The same task for the symbolic head, which no renaming of letters or of integers changes.

    So the query's left letter is the first, its right half that again, the second, or 1.
    """
    few, first = stand_ins(head, "retrieval-symbolic"), head.tokens[0][0]
    second = [x[0] for x in head.tokens if x[0] != first][:1]
    asked = [head.tokens.index(first + right) for right in ("1", first, *second)]
    return _retrieval(head, n0, few, asked)


def _retrieval(head: OneLayerHead, n0: int, few: Tokens, queries: Sequence[int]) -> TaskRule:
    names, cases = head.tokens, []
    for q in queries:
        left, right, here = names[q][0], names[q][1:], few | {q}
        # A pair with an integer asks for nothing: it is its own answer, wherever it stands.
        if right.isdigit():
            cases.append(Case(q, NONE, here, ((NONE, q),), (0, 0), (1, n0)))
            continue
        fits = frozenset(b for b in here if names[b][0] == right)
        # Beyond the pin nothing that fits, and nothing that asks for what the pin answers.
        far = frozenset(b for b in here - fits if names[b][1:] != right)
        for t in sorted({q} if left == right else fits):
            pins = ((frozenset({t}), t),)
            # Only a query such as `aa` fits itself and may be its own answer.
            span = (0 if t == q else 1, n0 - 1)
            cases.append(Case(q, here - fits | {t}, far, pins, span, (1, n0)))
    return TaskRule({"name": "retrieval"}, tuple(cases), tuple(sorted(few)))


def bound_rule(
    head: OneLayerHead, n0: int, attributes: dict[str, tuple[str, str]], last: bool = False
) -> TaskRule:
    """Paper A's Information Retrieval ("lookup"), or Partial Induction with ``last``.

    ``attributes`` maps each context token to (symbol, answer's output); the other tokens are
    queries, named by the symbol they ask for. The pin is the last token of that symbol; further
    back it may occur again, without ``last`` only with the same attribute.
    """
    index = head.tokens.index
    context = frozenset(map(index, attributes))
    cases = []
    for symbol in (x for x in head.tokens if x not in attributes):
        mine = {index(x): o for x, (s, o) in attributes.items() if s == symbol}
        # Nearer than the pin no token of the symbol asked for: the pin is the last one.
        others = context - frozenset(mine)
        for answer in sorted(set(mine.values())):
            pin = frozenset(b for b, o in mine.items() if o == answer)
            # Without ``last`` two attributes of a symbol leave no answer; with it the last counts.
            far, pins = context if last else others | pin, ((pin, head.outputs.index(answer)),)
            cases.append(Case(index(symbol), others, far, pins, (1, n0 - 1), (2, n0)))
    fields = {
        "name": "induction" if last else "lookup",
        "attributes": {x: list(pair) for x, pair in attributes.items()},
    }
    return TaskRule(fields, tuple(cases), tuple(range(len(head.outputs))))


def position_rule(
    head: OneLayerHead, offsets: dict[str, int], lengths: tuple[int, int]
) -> TaskRule:
    """Paper A's Index: symbols, then a token that names a position, so many back from itself.

    ``offsets`` maps the naming tokens to them; the other tokens are symbols, outputs by name.
    Counted from the start, inputs have n tokens exactly and offsets are n - j.

    Raises:
        ValueError: an offset or a length that no input has.
    """
    # type() and not isinstance: True is an int, and no length.
    if not all(type(n) is int for n in lengths) or not 1 <= lengths[0] <= lengths[1]:
        raise ValueError(f"lengths: {lengths!r}; the shortest and the longest input are needed")
    symbols = frozenset(b for b, x in enumerate(head.tokens) if x not in offsets)
    pins = tuple((frozenset({b}), head.outputs.index(head.tokens[b])) for b in sorted(symbols))
    cases = []
    for name, back in offsets.items():
        if type(back) is not int or not 1 <= back < lengths[1]:
            raise ValueError(f"offsets: {name!r} is {back!r} back in inputs of {lengths} tokens")
        q = head.tokens.index(name)
        cases.append(Case(q, symbols, symbols, pins, (back, back), lengths))
    fields = {"name": "position", "offsets": dict(offsets), "lengths": list(lengths)}
    return TaskRule(fields, tuple(cases), tuple(range(len(head.outputs))))
