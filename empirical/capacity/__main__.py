"""What heads have of the budget that pointing by position needs:
``python -m empirical.capacity --model FOLDER --lengths 16 64 256 --out FOLDER [--text FILE]``.

For windows of each length: the least budget Σ a_p for the model's own planes, certified as
``python -m constructions.capacity`` does it, beside the largest Σ a_p that each head has over the
inputs, what it uses at its most attended key, and the longest window that its amplitudes would
serve with the best phases. Inputs of the controlled models are sequences of their task; of others,
stretches of the text. capacity.json has every head, plane by plane; capacity.md the table.
``python -m constructions.capacity --weights FOLDER`` runs this at its own lengths.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from theory.reports import markdown
from theory.reports.command import GOES_ON, Parser, command
from theory.reports.files import replacing, write_json

if TYPE_CHECKING:
    from torch import Tensor

    from constructions.capacity.rotations import Rotation
    from empirical.capacity.means import TrainedHead
    from empirical.models.pretrained import Loaded

BATCH_TOKENS, SEED = 4096, 20_261_122


class NoText(ValueError):
    """No inputs can be made, in one line."""


def inputs(loaded: Loaded, length: int, text: Path | None, count: int) -> list[Tensor]:
    """Batches (B, length) of ``count`` inputs: of the model's task, or from a text's tokens."""
    import torch

    from empirical.models.data import sequences
    from empirical.protocol.vocabulary import LENGTH

    if loaded.task is not None and text is None:
        lead = length - LENGTH
        if lead < 0:
            raise NoText(f"--lengths {length}: a sequence of the task has at least {LENGTH} tokens")
        rows = torch.from_numpy(sequences(loaded.task, count, SEED, lead=lead).tokens)
    elif text is None:
        raise NoText("give --text FILE: this model has no task of its own")
    elif loaded.tokenizer is None:
        raise NoText(f"{loaded.name}: has no tokenizer to read {text} with")
    else:
        ids = loaded.tokenizer(text.read_text("utf-8"), add_special_tokens=False)["input_ids"]
        if len(ids) < length:
            raise NoText(f"{text}: {len(ids)} tokens, too few for {length}")
        many = min(count, len(ids) - length + 1)
        starts = [k * (len(ids) - length) // max(1, many - 1) for k in range(many)]
        rows = torch.tensor([ids[start : start + length] for start in starts])
    loaded.must_know(rows.numpy())
    return list(rows.split(max(1, BATCH_TOKENS // length)))


def turning(loaded: Loaded, length: int) -> Rotation:
    """The one rotation of a model's layers at a length."""
    from constructions.capacity.rotations import BadConfiguration, Model, rotations

    found = rotations(Model(loaded.name, loaded.model.config.get_text_config()), length)
    if len(found) != 1:
        kinds = ", ".join(one.kind for one in found) or "none"
        raise BadConfiguration(f"{loaded.name}: one rotation is read, not {kinds}")
    return found[0]


def at_length(
    loaded: Loaded, length: int, batches: Sequence[Tensor], folder: Path
) -> dict[str, Any]:
    """A length's need and every head's means."""
    import numpy as np

    from constructions.capacity.certificate import certified
    from empirical.capacity.means import measured, reach

    turned = turning(loaded, length)
    print(f"{loaded.name}: {length} tokens", file=sys.stderr, flush=True)
    file = folder / "certificates" / f"{length}.json"
    entry = certified(np.array(turned.angles), length, file)
    heads = measured(loaded.model, batches)
    rows = [
        {name: rounded(value) for name, value in asdict(head).items()}
        | {"reach": reach(turned.angles, in_order(head, turned))}
        for head in heads
    ]
    need = {name: float(entry[name]) for name in ("lower", "upper")}
    return {"tokens": length, **need, "certificate": f"certificates/{file.name}", "heads": rows}


def in_order(head: TrainedHead, turned: Rotation) -> list[float]:
    """A head's amplitudes in the order of the rotation's angles.

    Raises:
        BadConfiguration: the model turns other planes than its configuration says.
    """
    from constructions.capacity.rotations import BadConfiguration

    if len(head.planes) != len(turned.angles):
        raise BadConfiguration(
            f"layer {head.layer} turns {len(head.planes)} planes, not {len(turned.angles)}"
        )
    return list(head.planes)


def rounded(value: Any) -> Any:
    """Numbers to four places."""
    if isinstance(value, tuple | list):
        return [rounded(one) for one in value]
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


def table(found: Sequence[dict[str, Any]]) -> str:
    """A line a length."""
    rows = []
    for one in found:
        heads = one["heads"]
        best = max(heads, key=lambda head: float(head["has"]))
        cells = (
            str(one["tokens"]),
            f"{one['lower']:.2f} – {one['upper']:.2f}",
            f"{best['has']:.1f}",
            f"layer {best['layer']}, head {best['head']}",
            f"{sum(head['has'] >= one['upper'] for head in heads)} of {len(heads)}",
            f"{median(head['has'] for head in heads):.1f}",
            f"{median(head['used'] for head in heads):.1f}",
            f"{sum(head['reach'] >= one['tokens'] for head in heads)}",
            f"{max(head['reach'] for head in heads):,}",
        )
        rows.append(cells)
    return markdown.table(HEAD, rows)


def page(loaded: Loaded, found: Sequence[dict[str, Any]], count: int) -> str:
    """The table with what it is of."""
    return (
        f"# {loaded.name}: budget that heads have, beside budget needed\n\nA budget is Σ a_p of a"
        " query and a key, a_p = scale · ‖q_p‖‖k_p‖ on plane p; *needed* is the least with which"
        " one head points by position alone to any place of so many, certified. *Has* is the"
        f" largest over {count} inputs and their keys, *used* that of the most attended key, mean"
        " over inputs. *Serve*: with these amplitudes, plane by plane, and the best phases the"
        " target would have half of the weight everywhere in the window.\n\n" + table(found)
    )


def text_of(asked: Path | None) -> str | None:
    """The SHA-256 of a text's bytes."""
    return None if asked is None else sha256(asked.read_bytes()).hexdigest()


@command(OSError, ValueError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Measure a model and write it down."""
    given = Parser(prog="python -m empirical.capacity", description=__doc__)
    given.add_argument("--model", required=True, help="a folder, an alias or a repository")
    given.add_argument("--lengths", type=int, nargs="+", required=True, help="tokens")
    given.add_argument("--text", type=Path, help="what inputs are taken from; UTF-8")
    given.add_argument("--out", type=Path, required=True, help="a folder; made if it is not there")
    given.add_argument("--inputs", type=int, default=64, help="how many of each length")
    given.add_argument("--device", default="cpu")
    asked = given.parse_args(arguments)
    from empirical.models.device import choose_device
    from empirical.models.pretrained import load

    if min(asked.lengths) < 3 or asked.inputs < 1:
        raise NoText("give --lengths of at least 3 and one of --inputs or more")
    loaded = load(asked.model, choose_device(asked.device))
    grid = sorted({*asked.lengths})
    every = [inputs(loaded, n, asked.text, asked.inputs) for n in grid]
    found = [at_length(loaded, n, x, asked.out) for n, x in zip(grid, every, strict=True)]
    about = loaded.identity() | {"text": text_of(asked.text), "inputs": asked.inputs}
    write_json(asked.out / "capacity.json", {"of": about, "lengths": found}, indent=1)
    with replacing(asked.out / "capacity.md") as draft:
        draft.write_text(page(loaded, found, asked.inputs), encoding="utf-8")
    print(table(found), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
