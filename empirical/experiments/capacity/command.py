"""Compare the amplitude of a model's heads with the least that pointing by position needs.

For windows of each length, the command certifies the budget: the least total amplitude Σ a_p with
which a head can point at one position by position alone. It also measures how much each head has on
the inputs, how much it uses at its most attended key, and how long a window its amplitudes can
serve. ``rope-claims capacity --weights FOLDER`` measures the same at its own lengths.

The folder of --out receives capacity.md (a table), capacity.json (every head and frequency), and
the certificates. Inputs are sequences of the model's task, or parts of --text. If layers rotate
differently (Gemma 3), each head is compared with the budget of its own layer. Layers without
rotation (SmolLM3) are listed and left out. An interrupted run continues when you repeat the
command.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from constructions.capacity.ends import interval
from empirical.protocol import settings
from empirical.protocol.reading import utf8_text
from theory.reports import markdown
from theory.reports.command import GOES_ON, Parser, entry_point, whole_number
from theory.reports.files import hold_all, replacing, write_json

if TYPE_CHECKING:
    from torch import Tensor

    from constructions.capacity.rotations import ConfiguredRotation
    from empirical.experiments.capacity.means import TrainedHead
    from empirical.models.pretrained import Loaded

BATCH_TOKENS, SEED = 4096, 20_261_122


class NoText(ValueError):
    """No inputs can be made, in one line."""


def _inputs(loaded: Loaded, length: int, text: Path | None, count: int) -> list[Tensor]:
    """Batches (B, length) of ``count`` inputs: of the model's task, or from a text's tokens."""
    import torch

    from empirical.models.data import sequences
    from empirical.protocol.vocabulary import LENGTH

    if loaded.task is not None and text is None:
        lead = length - LENGTH
        if lead < 0:
            raise NoText(f"--lengths {length}: a sequence of the task has at least {LENGTH} tokens")
        made = sequences(loaded.task, count, SEED, lead=lead, letters=loaded.letters)
        rows = torch.from_numpy(made.tokens)
    elif text is None:
        raise NoText("give --text FILE: this model has no task of its own")
    elif loaded.tokenizer is None:
        raise NoText(
            f"{loaded.name} has no tokenizer to read {text} with: put its tokenizer.json into the"
            " folder"
        )
    else:
        ids = loaded.tokenizer(utf8_text(text), special=False).input_ids
        if len(ids) < length:
            raise NoText(f"{text}: {len(ids)} tokens, too few for {length}")
        many = min(count, len(ids) - length + 1)
        starts = [k * (len(ids) - length) // max(1, many - 1) for k in range(many)]
        rows = torch.tensor([ids[start : start + length] for start in starts])
    loaded.must_know(rows.numpy())
    return list(rows.split(max(1, BATCH_TOKENS // length)))


def turning(loaded: Loaded, tokens: Tensor) -> list[ConfiguredRotation | None]:
    """The rotation of each layer at the length of tokens (B, T): what its type's configuration
    says, seen to be what the layer does; None for a layer that turns nothing.

    Raises:
        BadConfiguration: nothing is rotated, or a layer turns otherwise than is said.
    """
    from constructions.capacity.rotations import BadConfiguration, ConfiguredModel, rotations
    from empirical.experiments.capacity.means import plane_turns
    from empirical.instrument.heads import visit_heads

    config = loaded.model.config.get_text_config()
    configured = {
        one.kind: one for one in rotations(ConfiguredModel(loaded.name, config), tokens.shape[1])
    }
    if not configured:
        raise BadConfiguration(f"{loaded.name}: nothing is rotated")
    measured = visit_heads(loaded.model, tokens[:1], plane_turns)
    alike = [""] * len(measured) if "" in configured else getattr(config, "layer_types", None) or []
    if len(alike) != len(measured) or set(alike) != set(configured):
        kinds = ", ".join(configured)
        raise BadConfiguration(f"{loaded.name}: which layers turn by {kinds} is not said")
    if not any(len(angles) for angles in measured):
        raise BadConfiguration(f"{loaded.name}: no layer rotates")
    for layer, (kind, angles) in enumerate(zip(alike, measured, strict=True)):
        if len(angles) and not _fits(configured[kind], angles.numpy()):
            type_ = f"{kind} layers" if kind else "the model"
            raise BadConfiguration(f"{loaded.name}: layer {layer}: not the rotation of {type_}")
    return [
        configured[kind] if len(angles) else None
        for kind, angles in zip(alike, measured, strict=True)
    ]


def _fits(turned: ConfiguredRotation, measured: Any) -> bool:
    """Whether angles (F,) in [0, π] are those of the rotation, in its order."""
    import numpy as np

    theta = np.array(turned.angles)
    folded = np.arctan2(np.abs(np.sin(theta)), np.cos(theta))
    # Tables of bfloat16 are right to a part in 256, the least of float16 to 6e-8.
    return measured.shape == theta.shape and bool(
        np.allclose(measured, folded, rtol=0.01, atol=1e-7)
    )


def _at_length(
    loaded: Loaded, length: int, batches: Sequence[Tensor], folder: Path
) -> list[dict[str, Any]]:
    """A length's needs, one a rotation, each with the means of the heads that turn by it.

    ``still`` lists the layers that turn nothing; it is not there where all turn.
    """
    from empirical.experiments.capacity.means import measured_means

    layers = turning(loaded, batches[0])
    print(f"{loaded.name}: {length} tokens", file=sys.stderr, flush=True)
    heads = measured_means(loaded.model, batches)
    still = [layer for layer, turned in enumerate(layers) if turned is None]
    return [
        need_and_heads(turned, length, [h for h in heads if layers[h.layer] == turned], folder)
        | ({"still": still} if still else {})
        for turned in dict.fromkeys(layers)
        if turned is not None
    ]


def need_and_heads(
    turned: ConfiguredRotation, length: int, heads: Sequence[TrainedHead], folder: Path
) -> dict[str, Any]:
    """A rotation's certified need at a length, and heads that turn by it.

    ``layers`` names their type; it is not there where all layers are alike.
    """
    import numpy as np

    from constructions.capacity.certificate import certified
    from empirical.experiments.capacity.means import reach

    file = folder / "certificates" / f"{turned.named(length)}.json"
    entry = certified(np.array(turned.angles), length, file)
    rows = [
        {name: _rounded(value) for name, value in asdict(head).items()}
        | {"reach": reach(turned.angles, head.planes)}
        for head in heads
    ]
    kind = {"layers": turned.kind} if turned.kind else {}
    need = {name: float(entry[name]) for name in ("lower", "upper")}
    about = {"tokens": length, **kind, **need, "certificate": f"certificates/{file.name}"}
    return about | {"heads": rows}


def _rounded(value: Any) -> Any:
    """Numbers to four places."""
    if isinstance(value, tuple | list):
        return [_rounded(one) for one in value]
    return round(value, 4) if isinstance(value, float) else value


HEAD = (
    "tokens",
    "needed",
    "largest a head has",
    "its head",
    "heads that have it",
    "median over heads",
    "median used",
    "heads whose amplitudes serve",
    "longest window served",
)


def _table(measurements: Sequence[dict[str, Any]]) -> str:
    """A line a length and rotation; a column names the layers where there are several."""
    several = any("layers" in one for one in measurements)
    rows = []
    for one in measurements:
        heads = one["heads"]
        best = max(heads, key=lambda head: float(head["has"]))
        cells = (
            str(one["tokens"]),
            *([one["layers"]] if several else []),
            interval(one["lower"], one["upper"]),
            f"{best['has']:.1f}",
            f"layer {best['layer']}, head {best['head']}",
            f"{sum(head['has'] >= one['upper'] for head in heads)} of {len(heads)}",
            f"{median(head['has'] for head in heads):.1f}",
            f"{median(head['used'] for head in heads):.1f}",
            f"{sum(head['reach'] >= one['tokens'] for head in heads)}",
            f"{max(head['reach'] for head in heads):,}",
        )
        rows.append(cells)
    return markdown.markdown_table((HEAD[0], *(["layers"] if several else []), *HEAD[1:]), rows)


def _page(loaded: Loaded, measurements: Sequence[dict[str, Any]], count: int) -> str:
    """The table with what it is of."""
    types = (
        " Layers of each type are compared with the need of their own rotation at all these"
        " tokens, also where they see fewer keys."
    )
    return (
        f"# {loaded.name}: the budget that heads have and the budget needed\n\nA budget is Σ a_p of"
        " a query and a key, a_p = scale · ‖q_p‖‖k_p‖ at frequency p. The budget *needed* is"
        " certified. It is the least with which one head points by position alone to any of so many"
        " positions. The budget a head *has* is the largest Σ a_p of the last query and any key,"
        f" over {count} inputs. The budget it *uses* is Σ a_p of the last query and its most"
        " attended key, averaged over inputs. The amplitudes of a head *serve* a window if, with"
        " the best phases, a target gets at least half of the attention wherever it is in that"
        " window. The last column is the longest window that the amplitudes of any head serve, up"
        " to 65,536 positions."
        + types * any("layers" in one for one in measurements)
        + unturned(measurements[0].get("still", ()))
        + "\n\n"
        + _table(measurements)
    )


def unturned(layers: Sequence[int]) -> str:
    """A sentence about layers that turn nothing; none where there are none."""
    if not layers:
        return ""
    return (
        f" Layers without rotation: {', '.join(map(str, layers))}; no budget points by position"
        " there, and their heads are not counted."
    )


def parser() -> Parser:
    """The grammar of ``run budgets``."""
    made = Parser(prog="rope-claims run budgets", description=__doc__)
    made.add_argument("--model", required=True, help="a folder, an alias or a repository")
    made.add_argument(
        "--lengths", type=int, nargs="+", required=True, help="window lengths in tokens"
    )
    made.add_argument("--text", type=Path, help="a UTF-8 text to take inputs from")
    made.add_argument("--out", type=Path, required=True, help="folder for the results")
    made.option("--inputs", "inputs of each length", 64, type=whole_number)
    made.option("--device", "where to compute", "cpu", choices=settings.DEVICES)
    return made


@entry_point(OSError, ValueError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Measure a model and write it down."""
    asked = parser().parse_args(arguments)
    from constructions.heads.device import choose_device
    from empirical.models.pretrained import load

    if min(asked.lengths) < 3 or asked.inputs < 1:
        raise NoText("give --lengths of at least 3 and one of --inputs or more")
    hold_all(asked.out, ("certificates", "capacity.json", "capacity.md"))
    loaded = load(asked.model, choose_device(asked.device))
    grid = sorted({*asked.lengths})
    every = [_inputs(loaded, n, asked.text, asked.inputs) for n in grid]
    pairs = zip(grid, every, strict=True)
    measurements = [
        one for n, batches in pairs for one in _at_length(loaded, n, batches, asked.out)
    ]
    text = asked.text and sha256(asked.text.read_bytes()).hexdigest()
    about = loaded.identity() | {"text": text, "inputs": asked.inputs}
    write_json(asked.out / "capacity.json", {"of": about, "lengths": measurements}, indent=1)
    with replacing(asked.out / "capacity.md") as draft:
        draft.write_text(_page(loaded, measurements, asked.inputs), encoding="utf-8")
    print(_table(measurements), end="")
    if note := unturned(measurements[0].get("still", ())):
        print(f"\n{note.strip()}")
    return 0
