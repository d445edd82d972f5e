"""Measure a model's loss with frozen or zeroed rotary frequencies.

A frozen frequency does not rotate: its part of a logit is q·k at every distance. A zeroed frequency
adds nothing to any logit. The command changes a band of frequencies in every layer and measures the
loss on text and on copies of random tokens. It writes one record for each model, MODEL.json.
"""

from __future__ import annotations

import hashlib
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theory.reports.command import Parser, entry_point
from theory.reports.files import write_record

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedModel

    from empirical.models.pretrained import Loaded

TEXT = Path(__file__).with_suffix(".txt")
"""Pages of this project's documentation, which are newer than both models."""
LENGTH, LONG, PIECES = 256, 2048, 8
"""Tokens of an input, of the long input, and pieces into which that is cut. Every other piece is
an input of its own."""
COPIED, COPIES, SEED = 64, 4, 20_261_126
"""Random tokens that come twice, how many such inputs, and the generator's seed."""
PARTS = 8
"""Bands: eighths of the frequencies, the fastest first."""
LITTLE = 0.05
"""Nats a token."""
T95 = {4: 3.182, 8: 2.365}
"""Student's t at 95 % by the number of pieces."""
WAYS = ("frozen", "zeroed")

Change = tuple[str, int, int]
"""How (``frozen`` or ``zeroed``), and the frequencies from one number up to below another."""


def _changed(rows: Tensor, other: float, change: Change) -> Tensor:
    """Rows (…, D) of cosines or sines, half-split, with ``other`` at the changed frequencies."""
    _, first, last = change
    rows, half = rows.clone(), rows.shape[-1] // 2
    for start in (0, half):
        rows[..., start + first : start + last] = other
    return rows


@contextmanager
def _intervened(model: PreTrainedModel, change: Change | None) -> Iterator[None]:
    """While open, the model rotates with the change.

    Raises:
        ValueError: the model's file has no rotary function that is handed cosines and sines.
    """
    from empirical.instrument.hook import ROTARY, replaced

    files = {sys.modules[type(module).__module__] for module in model.modules()}
    rotary = [file for file in files if hasattr(file, ROTARY)]
    if not rotary:
        raise ValueError(f"{type(model).__name__} has no {ROTARY}: choose another model")
    with ExitStack() as stack:
        for file in rotary if change else ():
            stack.enter_context(replaced(file, ROTARY, _turned(getattr(file, ROTARY), change)))
        yield


def _turned(own: Callable[..., Any], change: Change | None) -> Callable[..., Any]:
    """The rotary function, given other tables."""

    def rotary(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor, *args: Any, **kwargs: Any) -> Any:
        if change is not None:
            kept = 1.0 if change[0] == "frozen" else 0.0
            cos, sin = _changed(cos, kept, change), _changed(sin, 0.0, change)
        return own(q, k, cos, sin, *args, **kwargs)

    return rotary


def token_losses(model: PreTrainedModel, tokens: Tensor, change: Change | None) -> Tensor:
    """(B, T - 1) nats of each token but the first, under a change.

    Logits are made for a few positions at a time: a large vocabulary would fill the memory.

    Raises:
        ValueError: the model caps its logits, which is not done here.
    """
    import torch

    if getattr(model.config.get_text_config(), "final_logit_softcapping", None):
        raise ValueError(f"{type(model).__name__} caps its logits: choose another model")
    head, losses = model.get_output_embeddings(), []
    with torch.inference_mode(), _intervened(model, change):
        for row in tokens.split(1):
            states = model.base_model(row, use_cache=False).last_hidden_state[0, :-1]
            pairs = zip(states.split(LENGTH), row[0, 1:].split(LENGTH), strict=True)
            parts = [
                torch.nn.functional.cross_entropy(head(part).float(), wanted, reduction="none")
                for part, wanted in pairs
            ]
            losses.append(torch.cat(parts))
    return torch.stack(losses)


def _prose(loaded: Loaded) -> Tensor:
    """(LONG,) first tokens of the text."""
    import torch

    ids = loaded.reader(TEXT.read_text("utf-8"), special=False).input_ids
    if len(ids) < LONG:
        raise ValueError(f"{TEXT.name} has {len(ids)} tokens, {LONG} are needed")
    return torch.tensor(ids[:LONG])


def copies(size: int) -> Tensor:
    """(COPIES, 2 COPIED) tokens: random ones of a vocabulary of this size, twice."""
    import torch

    drawn = torch.randint(size, (COPIES, COPIED), generator=torch.Generator().manual_seed(SEED))
    return drawn.repeat(1, 2)


def by_piece(
    model: PreTrainedModel, kind: str, tokens: Tensor, change: Change | None
) -> list[float]:
    """Mean loss of each piece: an input of prose, what is copied, a part of the long input."""
    losses = token_losses(model, tokens, change).double()
    if kind == "copies":
        losses = losses[:, COPIED:]
    if kind == "long":
        return [round(float(part.mean()), 5) for part in losses[0].chunk(PIECES)]
    return [round(float(x), 5) for x in losses.mean(1)]


def mean_rise(after: Sequence[float], before: Sequence[float]) -> tuple[float, float]:
    """The mean of the differences and its standard error."""
    each = [a - b for a, b in zip(after, before, strict=True)]
    mean = sum(each) / len(each)
    square = sum((one - mean) ** 2 for one in each) / (len(each) - 1)
    return mean, math.sqrt(square / len(each))


def side(mean: float, error: float, pieces: int, bound: float) -> str:
    """Where the 95 % interval lies: ``below`` the bound, ``above`` it, or ``open``."""
    reach = T95[pieces] * error
    if mean + reach < bound:
        return "below"
    return "above" if mean - reach > bound else "open"


def band_changes(frequencies: int) -> list[Change]:
    """Each band, and every band from one on but the last, frozen and zeroed."""
    ends = [frequencies * part // PARTS for part in range(PARTS + 1)]
    spans = [(ends[part], ends[part + 1]) for part in range(PARTS)]
    spans += [(ends[part], frequencies) for part in range(1, PARTS - 1)]
    return [(way, *span) for way in WAYS for span in spans]


def width(loaded: Loaded) -> int:
    """How many frequencies a head has."""
    config = loaded.model.config.get_text_config()
    return (
        int(getattr(config, "head_dim", 0) or config.hidden_size // config.num_attention_heads) // 2
    )


# The comparisons below were registered before the first measurement, for each model by itself. They
# test what Frequency Bands in RoPE says: rotation below its band can be left out with little
# effect.
#
# little                freezing the slowest quarter of the frequencies, all of which lie below the
#                       band of the model's longest context (x = 3.657, FB-band), raises the loss of
#                       the prose by less than .05 nats a token
# little, long          the same on one input of 2,048 tokens
# copies                the same on copies of random tokens
# not zeroing           zeroing the same frequencies raises the loss of the prose by more than
#                       freezing does
# not zeroing, copies   the same on copies
# half                  freezing the slower half raises the loss of the prose by less than .05
#
# Each holds if the 95 % interval (Student's t over pieces of text) lies on that side, fails if it
# lies on the other, and is open otherwise. No claim is judged by them: at these lengths the slowest
# quarter hardly turns, so "little" is no test of the paper at its own context lengths. In Gemma 3
# most layers look back 512 tokens at most and have a base of their own. There the slowest quarter
# lies below the band of the window. The change is the same in all layers.
def registered_comparisons(rows: Sequence[dict[str, Any]], frequencies: int) -> dict[str, str]:
    """What came of each registered comparison: ``holds``, ``fails`` or ``open``."""
    by_change = {(row["kind"], row["way"], row["first"], row["last"]): row["nats"] for row in rows}
    quarter, half = frequencies - frequencies // 4, frequencies // 2
    own = {kind: by_change[kind, "none", 0, 0] for kind in ("prose", "copies", "long")}

    def little(kind: str, first: int) -> str:
        after = by_change[kind, "frozen", first, frequencies]
        where = side(*mean_rise(after, own[kind]), len(after), LITTLE)
        return {"below": "holds", "above": "fails", "open": "open"}[where]

    def more(kind: str) -> str:
        zeroed, frozen = (
            by_change[kind, way, quarter, frequencies] for way in ("zeroed", "frozen")
        )
        where = side(*mean_rise(zeroed, frozen), len(zeroed), 0.0)
        return {"above": "holds", "below": "fails", "open": "open"}[where]

    return {
        "little": little("prose", quarter),
        "little, long": little("long", quarter),
        "copies": little("copies", quarter),
        "not zeroing": more("prose"),
        "not zeroing, copies": more("copies"),
        "half": little("prose", half),
    }


def freezing_rows(record: dict[str, Any]) -> list[str]:
    """A record as rows of a table: frequencies, then what freezing and zeroing them adds to the
    loss of prose, of copies and of the long input, in nats a token, with the standard error."""
    rows = {
        (row["kind"], row["way"], row["first"], row["last"]): row["nats"] for row in record["rows"]
    }

    def cell(*change: Any) -> str:
        if change not in rows:
            return "–"
        mean, error = mean_rise(rows[change], rows[change[0], "none", 0, 0])
        return f"{mean:.3f} ({error:.3f})".replace("-0.000", "0.000")

    many = record["frequencies"]
    spans = [(first, last) for way, first, last in band_changes(many)[:PARTS]]
    spans += [(many // 2, many), (many - many // 4, many)]
    return [
        f"| {first} – {last - 1} | "
        + " | ".join(cell(k, w, first, last) for k in ("prose", "copies", "long") for w in WAYS)
        + " |"
        for first, last in spans
    ]


def _record(loaded: Loaded) -> dict[str, Any]:
    """A model's record: the mean loss of each piece under each change."""
    from empirical.models.provenance import commit

    started, many = time.process_time(), width(loaded)
    text = _prose(loaded)
    kinds = {
        "prose": text.view(PIECES, LENGTH)[::2],
        "copies": copies(loaded.model.config.get_text_config().vocab_size),
    }
    quarter = many - many // 4
    plan: list[tuple[str, Tensor, Change | None]] = [
        (kind, tokens, change)
        for kind, tokens in kinds.items()
        for change in (None, *band_changes(many))
    ]
    plan += [("long", text[None], None), *(("long", text[None], (w, quarter, many)) for w in WAYS)]
    rows = []
    for kind, tokens, change in plan:
        way, first, last = change or ("none", 0, 0)
        nats = by_piece(loaded.model, kind, tokens, change)
        rows.append({"kind": kind, "way": way, "first": first, "last": last, "nats": nats})
        print(f"{loaded.name}: {kind} {way} {first}-{last}: {nats}", file=sys.stderr, flush=True)
    return {
        "of": loaded.identity(),
        "made_at": commit(),
        "text": hashlib.sha256(TEXT.read_bytes()).hexdigest(),
        "frequencies": many,
        "cpu_seconds": round(time.process_time() - started, 1),
        "compared": registered_comparisons(rows, many),
        "rows": rows,
    }


def parser() -> Parser:
    """The grammar of ``run freezing``."""
    made = Parser(prog="rope-claims run freezing", description=__doc__)
    made.add_argument("models", nargs="+", metavar="MODEL", help="an alias or a folder")
    made.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="folder for the records"
    )
    return made


@entry_point(OSError, ValueError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Measure models and write their records."""
    asked = parser().parse_args(arguments)
    from constructions.heads.device import choose_device
    from empirical.models.pretrained import load

    asked.out.mkdir(parents=True, exist_ok=True)
    for name in asked.models:
        loaded = load(name, choose_device("cpu"))
        target = asked.out / f"{loaded.name}.json"
        write_record(target, _record(loaded))
        print(f"{target}: written")
    return 0
