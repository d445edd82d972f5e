"""Write a GPT-J model whose heads are the constructed ones.

Use it to test ``python -m empirical.validate --model FOLDER``: the scores of its heads are known.
With --task number, it has Index heads as printed in paper B (F.2.1), then symbolic Reflexive heads.
With --task letter, it has symbolic Retrieval heads, then symbolic Reflexive heads.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import cast

import torch
from torch import nn

from constructions.heads.alphabets import Numbers, Pairs
from constructions.heads.directions import ToPlanes, Weights, direction_multiple, v
from constructions.heads.head import HARD, coordinates
from constructions.heads.index import BIAS as BIAS_DIRECTION
from constructions.heads.index import PLACE, index_printed, integer_direction, letter
from constructions.heads.retrieval import left_direction, retrieval_symbolic, right_direction
from empirical.models.checkpoint import save_model
from empirical.models.model import GPTJ, Block, Shape
from empirical.protocol.vocabulary import LENGTH, MAX_HOPS, TASKS, WINDOW, Vocabulary, vocabulary
from theory.reports.command import Parser, entry_point

# What is exact and what is approximate. Every direction has two coordinates, +c and -c, so the mean
# of layer norm is 0. A large bias makes its scale the same for all contents, up to 2/BIAS². As
# GELU(z) - GELU(-z) = z, the parallel MLP subtracts a token's own content exactly, while attention
# adds that of the target. Frequencies of angle 0 are GPT-J's slowest ones. Softmax leaves
# e^(-β·gap) to other keys. A letter that is found joins the integer that found it, as in F(x, a) =
# x + a; its query is LOUD times as large.
BIAS = 16.0
"""The bias coordinate, in units of a token's content."""
LOUD = 16
"""How much louder a letter asks than the integer at its position: its phase is off by at most
1/LOUD."""
SHARP = {"number": 120, "letter": 60}
"""β: e^(-β·gap) is 3e-4 between neighbouring places, 1e-13 between a match and a half match."""
SHARP_LETTERS = 2
"""β of the number model's Reflexive layers, in which a letter asks LOUD times as loudly."""
ROWS = 12
"""Reflexive tells 120 letters apart by row and column, so that 23 slow planes are enough."""
MARK = "a letter is here"


@dataclass(frozen=True)
class DesignLayer:
    """One head, its β, the RoPE plane of each named plane, and the directions it overwrites."""

    weights: Weights
    beta: float
    planes: Mapping[str, int]
    overwritten: tuple[str, ...]


@dataclass(frozen=True)
class Design:
    """A model in named directions: what tokens are, the layers, and how loudly each is read."""

    shape: Shape
    words: Vocabulary
    contents: tuple[tuple[str, ...], ...]
    layers: tuple[DesignLayer, ...]
    loudness: Mapping[str, float]

    @property
    def directions(self) -> tuple[str, ...]:
        """Every direction of the residual stream, the bias first."""
        return (BIAS_DIRECTION, *dict.fromkeys(d for token in self.contents for d in token))

    @property
    def gain(self) -> float:
        """What layer norm multiplies a pure token's coordinates by."""
        squares = 2 * (BIAS**2 + len(self.contents[0]))
        return float((squares / self.shape.width + 1e-5) ** -0.5)


def slowest(shape: Shape, names: Sequence[str]) -> dict[str, int]:
    """The slowest RoPE planes, for planes whose angle should be 0; the first name the slowest."""
    last = shape.width // shape.heads // 2 - 1
    return {name: last - i for i, name in enumerate(names)}


def nearest_plane(shape: Shape, angle: float) -> tuple[int, float]:
    """The RoPE plane whose angle is nearest to ``angle`` radians, and its angle."""
    size = shape.width // shape.heads
    angles = [shape.base ** (-2 * k / size) for k in range(size // 2)]
    k = min(range(size // 2), key=lambda i: abs(angles[i] - angle))
    return k, angles[k]


def number_design(layers: int) -> Design:
    """Index MAX_HOPS times, then Reflexive: letters move, integers stay."""
    words = vocabulary("number")
    letters, most = words.names[: words.answers], len(words) - words.answers
    shape = Shape(
        len(words), layers=layers, width=2 * (len(words) + 2), dropout=0.0, embedding_dropout=0.0
    )
    alphabet = Numbers(letters, most)
    plane, angle = nearest_plane(shape, 2 * math.pi / LENGTH)
    head = index_printed(alphabet, LENGTH, Fraction(angle / (2 * math.pi)), HARD).weights
    moved = tuple(map(letter, letters))
    index = replace(
        head,
        query={**head.query, **{a: v(PLACE, LOUD) for a in moved}},
        value={a: direction_multiple(a) for a in moved},
    )
    reflexive = _by_content(head, alphabet)
    contents = tuple((letter(a),) for a in letters)
    contents += tuple((integer_direction(i),) for i in alphabet.integers)
    stack = [DesignLayer(index, SHARP["number"], {PLACE: plane}, moved)] * MAX_HOPS
    still = slowest(shape, tuple(reflexive.planes))
    stack += [DesignLayer(reflexive, SHARP_LETTERS, still, moved)] * (layers - MAX_HOPS)
    loudness = {d: 2.0 if d in moved else 1.0 for (d,) in contents}
    return Design(shape, words, contents, tuple(stack), loudness)


def _by_content(head: Weights, alphabet: Numbers) -> Weights:
    """Reflexive: a letter finds tokens of its row and column; an integer without one, no letter."""
    key = {
        letter(a): (*v(f"row {i // ROWS}"), *v(f"column {i % ROWS}"))
        for i, a in enumerate(alphabet.letters)
    }
    loudly = {
        d: tuple(replace(arrow, length=Fraction(LOUD)) for arrow in arrows)
        for d, arrows in key.items()
    }
    query: ToPlanes = {integer_direction(i): v(MARK, -LOUD) for i in alphabet.integers} | loudly
    planes = [MARK, *dict.fromkeys(arrow.plane for arrows in key.values() for arrow in arrows)]
    return replace(
        head,
        query=query,
        key={d: (*arrows, *v(MARK)) for d, arrows in key.items()},
        planes=dict.fromkeys(planes, Fraction(0)),
        value={d: direction_multiple(d) for d in key},
    )


def letter_design(layers: int) -> Design:
    """Retrieval MAX_HOPS times, then Reflexive: whole tokens move."""
    words = vocabulary("letter")
    letters = tuple(dict.fromkeys(name[0] for name in words.names))
    shape = Shape(len(words), layers=layers, dropout=0.0, embedding_dropout=0.0)
    head = retrieval_symbolic(Pairs(letters, WINDOW), LENGTH, beta=HARD).weights
    halves = tuple(head.value)
    own: ToPlanes = {half: v(half) for half in halves}
    reflexive = replace(head, query=own, key=own, planes=dict.fromkeys(halves, Fraction(0)))
    # Left halves are asked for at long range, so theirs are the slowest planes.
    still = slowest(shape, tuple(reflexive.planes))
    stack = [DesignLayer(head, SHARP["letter"], still, halves)] * MAX_HOPS
    stack += [DesignLayer(reflexive, SHARP["letter"], still, halves)] * (layers - MAX_HOPS)
    contents = tuple((left_direction(n[0]), right_direction(n[1])) for n in words.names)
    return Design(shape, words, contents, tuple(stack), dict.fromkeys(halves, 1.0))


DESIGNS = {"number": number_design, "letter": letter_design}


def build_model(design: Design) -> GPTJ:
    """The design as weights of the GPT-J that ``empirical.models.model`` runs and transformers
    loads."""
    model = GPTJ(design.shape).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.zero_()
        last = cast(nn.LayerNorm, model.transformer["ln_f"])
        for norm in (*(block.ln_1 for block in model.blocks), last):
            norm.weight.fill_(1.0)
        words = cast(nn.Embedding, model.transformer["wte"]).weight
        for token, content in enumerate(design.contents):
            for direction in (BIAS_DIRECTION, *content):
                words[token] += written(design, direction)
                if direction != BIAS_DIRECTION:
                    loud = design.loudness[direction] / len(content)
                    model.lm_head.weight[token] += loud * reading(design, direction)
        for block, layer in zip(model.blocks, design.layers, strict=True):
            _fill(block, design, layer)
    return model


def written(design: Design, direction: str) -> torch.Tensor:
    """A direction in the residual stream: +c, -c at its two coordinates, (width,)."""
    row = torch.zeros(design.shape.width, dtype=torch.float64)
    at = 2 * design.directions.index(direction)
    size = BIAS if direction == BIAS_DIRECTION else 1.0
    row[at], row[at + 1] = size, -size
    return row


def reading(design: Design, direction: str) -> torch.Tensor:
    """What reads a direction's coefficient off the normed stream, (width,)."""
    row = written(design, direction)
    return row / (design.gain * row.square().sum())


def _fill(block: Block, design: Design, layer: DesignLayer) -> None:
    """W_Q, W_K, W_V, W_O of one head, and the MLP that subtracts what the head overwrites."""
    names, width = tuple(layer.weights.planes), design.shape.width
    sharp = layer.beta * math.sqrt(width // design.shape.heads)
    for matrix, to, times in (
        (block.attn.q_proj, layer.weights.query, sharp),
        (block.attn.k_proj, layer.weights.key, 1.0),
    ):
        for direction, arrows in to.items():
            row = reading(design, direction)
            for i, c in enumerate(coordinates(arrows, names)):
                at = 2 * layer.planes[names[i // 2]] + i % 2
                matrix.weight[at] += times * c * row
    for i, direction in enumerate(layer.overwritten):
        read, write = reading(design, direction), written(design, direction)
        block.attn.v_proj.weight[i] += read
        block.attn.out_proj.weight[:, i] += write
        for sign in (1, -1):
            unit = 2 * i + (sign < 0)
            block.mlp.fc_in.weight[unit] += sign * read
            block.mlp.fc_out.weight[:, unit] -= sign * write


def _save(task: str, folder: Path, layers: int = 12) -> Design:
    """Write the checkpoint folder; returns what it was built from.

    Raises:
        ValueError: an unknown task, fewer layers than hops, or something is at ``folder``.
        OSError: the folder cannot be written.
    """
    vocabulary(task)
    if layers < MAX_HOPS:
        raise ValueError(f"--layers {layers}: {MAX_HOPS} hops need at least {MAX_HOPS} layers")
    if folder.exists():
        raise ValueError(f"--out {folder}: something is there already; name a new folder")
    design = DESIGNS[task](layers)
    manifest = {
        "constructed": task,
        "layers": {"moving": MAX_HOPS, "reflexive": layers - MAX_HOPS},
        "beta": SHARP[task],
        "bias": BIAS,
    }
    save_model(build_model(design), design.words, folder, manifest)
    return design


def parser() -> Parser:
    """The grammar of ``run drop-in``."""
    made = Parser(prog="rope-claims run drop-in", description=__doc__)
    made.add_argument(
        "--task", choices=TASKS, required=True, help="the task whose heads are written"
    )
    made.add_argument("--out", type=Path, required=True, help="folder for the model")
    made.option("--layers", "layers of the model", 12)
    return made


@entry_point(ValueError, OSError)
def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code, and prints one line for bad input."""
    given = parser().parse_args(arguments)
    _save(given.task, given.out, given.layers)
    print(f"{given.out}: python -m empirical.validate --model {given.out}")
    return 0
