"""How exactly are the heads of each architecture read?

The command builds a tiny random model of each architecture, in float32, and compares:

- attention rows rebuilt from placement matrices with the model's own rows
- one swap at a layer's input with the predicted row and logits
- s_POS and s_SYM from real swaps with the scores from one forward pass

The exit code is 1 if an error exceeds the bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from theory.ledger.plural import counted
from theory.reports import markdown
from theory.reports.command import Parser, Usage, entry_point, name_list
from theory.reports.files import hold_targets, write

if TYPE_CHECKING:
    import torch
    from rich.table import Table
    from transformers import PreTrainedModel

BOUND = 1e-5
"""Allowed error of weights, relative logits and scores in float32."""
TAU = 0.1
"""Scores at the τ = 1e-4 of the definition hang on near-ties: a weight's rounding by 6e-8 moves a
swap's share by 6e-4, so that no two float32 computations agree to the bound there."""


class Errors(NamedTuple):
    """Largest errors over the layers, heads and samples of one model."""

    rows: float
    swapped_rows: float
    swapped_logits: float
    scores: float


def errors(model: PreTrainedModel, tokens: torch.Tensor) -> Errors:
    """Hold a model's reading against its own attention, with tokens (samples, T) swapped for real.

    Raises:
        HookError: the model's heads cannot be read.
    """
    from empirical.instrument.heads import read_heads
    from empirical.instrument.scores import score_reading
    from empirical.instrument.swap_check import swap_error, swapped_rows
    from empirical.protocol.convention import Convention

    reading = read_heads(model, tokens)
    swap = swap_error(model, tokens)
    ours = score_reading(reading, Convention(tau=TAU))
    off = [
        max(_distance(ours.s_pos[layer], real[0]), _distance(ours.s_sym[layer], real[1]))
        for layer, real in enumerate(map(permuted_scores, swapped_rows(model, tokens)))
    ]
    return Errors(
        reading.self_error(), float(swap.weights.max()), float(swap.logits.max()), max(off)
    )


def permuted_scores(swaps: Iterable[tuple[int, int, torch.Tensor]]) -> torch.Tensor:
    """(s_POS, s_SYM), (2, heads, samples), from attention rows before and after real swaps.

    `swaps` begins with (-1, -1, row before), then has (i, j, row after) for each swap; rows
    (samples, heads, T). Paper A, section 3.3, to the letter.
    """
    import torch

    (_, _, before), *after = swaps
    gaps, cosines = [], []
    for i, j, row in after:
        v, changed = before[..., [i, j]].double(), row[..., [i, j]].double()
        gaps.append((v[..., 0] - v[..., 1]).abs() / TAU)
        norms = v.norm(dim=-1) * changed.norm(dim=-1)
        both = torch.stack([(changed * v).sum(-1), (changed * v.flip(-1)).sum(-1)])
        cosines.append(both / norms)
    alpha = torch.stack(gaps).softmax(dim=0)
    return (alpha[:, None] * torch.stack(cosines)).sum(dim=0).transpose(-1, -2)


def _distance(a: torch.Tensor, b: torch.Tensor) -> float:
    return float((a - b).abs().max())


def measure(name: str) -> Errors | str:
    """The errors of a tiny model of one architecture, or why its heads are not read."""
    from empirical.architectures.specimens import random_tokens, tiny
    from empirical.instrument.recorder import HookError

    try:
        return errors(tiny(name), random_tokens())
    except HookError as error:
        return str(error)


def verdict(name: str, result: Errors | str) -> str:
    """'read', 'refused' (as it should be, for those that cannot be read), or 'WRONG'."""
    from empirical.architectures.specimens import UNREADABLE

    read = not isinstance(result, str) and max(result) <= BOUND
    if name in UNREADABLE:
        return "WRONG" if read else "refused"
    return "read" if read else "WRONG"


TITLES = ("architecture", "rows", "swapped rows", "swapped logits", f"scores, τ = {TAU}", "")


def _rows(results: dict[str, Errors | str]) -> Iterator[tuple[str, ...]]:
    """Architectures and errors, one row each."""
    for name, result in results.items():
        outcome = verdict(name, result)
        if isinstance(result, str):
            yield name, *[""] * 4, f"{outcome} by the hook"
        else:
            yield name, *(f"{error:.0e}" for error in result), outcome


def _table(results: dict[str, Errors | str]) -> Table:
    """The rows for a terminal."""
    from rich.table import Table

    shown = Table(*TITLES, title="largest errors, float32")
    for row in _rows(results):
        shown.add_row(*row)
    return shown


def _page(results: dict[str, Errors | str]) -> str:
    """The rows as a Markdown page."""
    from empirical.architectures.specimens import GGUF, GGUF_REFUSED
    from empirical.models.provenance import versions

    software = versions("torch", "transformers")
    refused = "; ".join(f"{name} ({why})" for name, why in GGUF_REFUSED.items())
    return (
        "# How truly heads are read\n\n"
        "The table has the largest errors on a tiny random model of each architecture, in float32:"
        "\n\n"
        "- *rows*: attention rows that are rebuilt from placement entries;\n"
        "- *swapped rows*, *swapped logits*: the same after one swap a layer, made at the layer's"
        " input;\n"
        "- *scores*: scores for which every swap is made.\n\n"
        f"Allowed is {BOUND:.0e}. The last rows are models that must be refused."
        " `rope-claims architectures\n--markdown FILE` wrote this page with "
        + ", ".join(f"{name} {number}" for name, number in software.items())
        + ".\n\n"
        + markdown.markdown_table(TITLES, _rows(results))
        + f"\nRead from GGUF files too, the same to 1e-5 (held by a test): {', '.join(GGUF)}.\n"
        + f"Refused there, as transformers makes another model of them: {refused}.\n"
    )


def parser() -> Parser:
    """The grammar of ``architectures``."""
    from empirical.architectures.specimens import ALL

    listed = name_list("architectures", ALL)
    made = Parser(prog="rope-claims architectures", description=__doc__, epilog=listed)
    made.add_argument("names", nargs="*", metavar="NAME", help="only these (default: all)")
    made.add_argument("--markdown", metavar="FILE", help="also write the table as Markdown")
    return made


@entry_point()
def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 if an architecture is not read as truly as it should be."""
    from empirical.architectures.specimens import ALL

    given = parser().parse_args(arguments)
    names = given.names
    strange = [name for name in names if name not in ALL]
    if strange:
        raise Usage(f"no specimen of {strange[0]}: choose of --help's")
    if given.markdown is not None:
        hold_targets([given.markdown])
    from transformers.utils import logging

    from empirical.protocol import terminal

    logging.set_verbosity_error()
    results = {name: measure(name) for name in names or ALL}
    terminal.console(width=110).print(_table(results))
    if given.markdown is not None:
        write(given.markdown, _page(results).rstrip("\n"))
    wrong = [name for name, result in results.items() if verdict(name, result) == "WRONG"]
    named = f": {', '.join(wrong)}" if wrong else ""
    print(f"{counted(len(results), 'architecture')}, {len(wrong)} wrong{named}")
    return 1 if wrong else 0
