"""How many layers h hops need, for heads that fetch all that another position holds (S-layers).

Cells 0, 1, …: positions, asked by position (Index), or names, asked by name (Retrieval). A token on
the walk ends it or leads to an earlier cell. A layer *attends* from each cell to one cell, which it
chooses by what it holds, and adds what that one holds. Source: paper B, §2.1 and §3.2, whose layers
do one hop each.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.theorems import CHECKED
from theory.ledger.writing import FormalClaim

Memory = tuple[int, ...]
"""x[c] < c: where c's token leads; in cells 0 and 1 the token ends the walk: -1 or -2."""
Held = tuple[int, ...]
Look = Callable[[int, Held], int]
CELLS = 6
LAYERS = 3
WORDS = {"token": lambda held: held[:1], "all": lambda held: held}


def memories(count: int) -> Iterator[Memory]:
    """Every memory of that many cells."""
    ends = [(-1, -2)] * min(count, 2)
    return product(*ends, *(range(c) for c in range(2, count)))


def _walked(x: Memory, cell: int, hops: int) -> int:
    """The cell that many hops on; a walk that has ended stays."""
    for _ in range(hops):
        cell = x[cell] if x[cell] >= 0 else cell
    return cell


def led(cell: int, held: Held) -> int:
    """The cell to which the tokens from ``cell`` on lead."""
    for token in held:
        cell = token if token >= 0 else cell
    return cell


def _held(x: Memory, layers: int, fetched: str = "all", look: Look = led) -> list[Held]:
    """What each cell holds after that many layers."""
    now: list[Held] = [(token,) for token in x]
    for _ in range(layers):
        now = [one + WORDS[fetched](now[look(c, one)]) for c, one in enumerate(now)]
    return now


@dataclass(frozen=True)
class Layers:
    """t layers do h hops iff h ⋈ ``base``^t - ``short``; a layer fetches ``fetched`` and attends as
    ``look`` says."""

    base: int = 2
    short: int = 1
    relation: str = "<="
    fetched: str = "all"
    look: Look = led

    def done(self, layers: int, hops: int) -> bool:
        """Whether that many layers are claimed to do that many hops."""
        most: int = self.base**layers - self.short
        return hops <= most if self.relation == "<=" else hops < most


def _tells(inputs: list[Memory], start: int, hops: int, at: dict[int, int]) -> bool:
    """Whether the start's token, and the one it makes the layer attend to, tell the answer."""
    answers: dict[Held, int] = {}
    for x in inputs:
        tokens = (x[start], x[at[x[start]]]) if at else (x[start],)
        answer = x[_walked(x, start, hops)]
        if answers.setdefault(tokens, answer) != answer:
            return False
    return True


def _down(hops: int) -> Memory:
    """The walk through every cell from h + 1 down to 1, which ends there."""
    return (-2, -1, *range(1, hops + 1))


def leaving(hops: int, cell: int) -> Memory:
    """The same, but that ``cell`` leads to cell 0, where the walk ends otherwise."""
    other = -2 if cell == 1 else 0
    return (*_down(hops)[:cell], other, *_down(hops)[cell + 1 :])


def walkable(x: Memory) -> bool:
    """Whether cells 0 and 1 end the walk and all others lead to an earlier cell."""
    return set(x[:2]) <= {-1, -2} and all(0 <= token < c for c, token in enumerate(x) if c > 1)


DOUBLED, LOOKS, COUNTED = "every small memory", "every choice in a layer", "every number of layers"
CLAIM = FormalClaim(
    id="S-layers",
    paper="suite",
    place="§2.1, in fewer layers than hops",
    statement="A cell is a position (number task) or a left letter (letter task, where no letter "
    "begins two different tokens). A layer attends from each cell to one cell, named by what the "
    "first holds, and adds all that this one holds. Then t layers do all walks of at most h hops "
    "iff h ≤ 2^t - 1: the fewest layers are ⌈log_2(h + 1)⌉, for the number task and for the letter "
    "task. With fewer no choice of cells and no read-out is right on all such walks of h + 2 "
    "tokens (number task: two letters, integers 1 … h + 1; letter task: h + 2 letters, two "
    "integers).",
    subject=Layers,
    quantifiers={
        "t": "every t ≥ 0 and h ≥ 1",
        "head": "every choice of the cell attended to, by layer, cell and what is held; every "
        "read-out",
        "small": "t ≤ 3, every memory of at most six cells; t ≤ 1, h ≤ 3, every choice",
        "tasks": "the number task and the letter task, their alphabets, inputs of h + 2 tokens and "
        "at most h hops",
    },
    parts={"fetched": Kind.HYPOTHESIS},
    not_covered="Smaller alphabets, which may need fewer layers. Inputs of exactly h hops alone, "
    "which may need fewer too. Letter-task inputs in which a letter begins two different tokens, "
    "as in B1 A1 AB. In the letter task, heads that choose a position: one such layer does not do "
    "one hop. Several heads a layer: they read (H + 1)^t cells, and no walk is known that is the "
    "longer for it. Heads that mix: a sum of all tokens with weights 100^p tells everything in one "
    "layer (B-must-fix). Weights: C-stack-jump runs the letter task's stack; the number task's "
    "would turn its query by a sum of numbers held apart, which no linear map does.",
    rests_on=(),
)


@CLAIM.exhaustive(DOUBLED, "what is held by attending where the last token held leads", "small")
def doubled(subject: Layers) -> Outcome:
    """Every memory of at most six cells, every cell, t ≤ 3: what is held has the token of each hop
    that is claimed, in its position."""
    cases = 0
    for count, layers in product(range(2, CELLS + 1), range(LAYERS + 1)):
        for x in memories(count):
            for cell, one in enumerate(_held(x, layers, subject.fetched, subject.look)):
                cases += 1
                for hops in range(2**LAYERS):
                    holds = hops < len(one) and one[hops] == x[_walked(x, cell, hops)]
                    if subject.done(layers, hops) and not holds:
                        return false(f"{x}, cell {cell}, {layers} layers, {hops} hops", cases)
    return true(cases)


@CLAIM.exhaustive(
    LOOKS, "t ≤ 1, h ≤ 3: every choice of the cell attended to, on every input", "small"
)
def every_look(subject: Layers) -> Outcome:
    """t = 0 and 1, from cell h + 1 on h + 2 cells, h ≤ 3: some choice does h hops iff
    claimed. A choice does if inputs of which it holds the same have one answer."""
    cases = 0
    for layers, hops in product((0, 1), (1, 2, 3)):
        start = hops + 1
        inputs = list(memories(start + 1))
        tokens = sorted({x[start] for x in inputs})
        looks = product(range(start + 1), repeat=len(tokens)) if layers else [()]
        some = False
        for chosen in looks:
            cases += 1
            at = dict(zip(tokens, chosen, strict=bool(layers)))
            some = some or _tells(inputs, start, hops, at)
        if some != subject.done(layers, hops):
            return false(
                f"{layers} layers, {hops} hops: {'some choice' if some else 'no choice'}", cases
            )
    return true(cases)


@CLAIM.written(
    COUNTED,
    "induction on t; which cells decide is run for h ≤ 8; the two tasks as cells",
    "t",
    "head",
    "tasks",
)
def cells_that_decide(subject: Layers) -> Outcome:
    """h ≤ 8, t ≤ 4: h + 1 cells each decide the answer alone, and t layers hold 2^t tokens."""
    cases = 0
    for hops, layers in product(range(1, 9), range(5)):
        start, x = hops + 1, _down(hops)
        answer = x[_walked(x, start, hops)]
        needed = 0
        for cell in range(1, start + 1):
            other = leaving(hops, cell)
            if not walkable(other) or [c for c in range(start + 1) if other[c] != x[c]] != [cell]:
                return false(f"{other} is no input that differs from {x} in cell {cell}", cases)
            needed += other[_walked(other, start, hops)] != answer
        cases += 1
        if subject.done(layers, hops) != (needed <= len(_held(x, layers, subject.fetched)[start])):
            return false(f"{layers} layers, {hops} hops: {needed} cells decide", cases)
    return true(cases)


CLAIM.coq(
    "layers.S_layers_enough",
    "layers.S_layers_reads",
    "layers.S_layers_few",
    decides=("t", "head", "small"),
    covers="2^t - 1 hops and no more, for cells whose tokens end the walk or lead to an earlier "
    f"cell, whatever the tokens are, {CHECKED}; not that the two tasks have such cells",
    near_misses={
        "layers.S_layers_enough__one_more": Kind.RELATION,
        "layers.S_layers_reads__one_cell_less": Kind.INDEX,
        "layers.S_layers_few__one_hop_less": Kind.INDEX,
    },
)

CLAIM.mutant("2^t hops", Kind.CONSTANT, short=0)
CLAIM.mutant("strict", Kind.RELATION, every_look, cells_that_decide, relation="<")
CLAIM.mutant("layers that treble", Kind.CONSTANT, base=3)
CLAIM.mutant("2^t + 1 hops", Kind.SIGN, short=-1)
CLAIM.mutant("the token alone is fetched", Kind.HYPOTHESIS, doubled, fetched="token")
CLAIM.mutant(
    "a layer attends to the cell before",
    Kind.DATA,
    doubled,
    look=lambda cell, held: max(cell - 1, 0),
)
