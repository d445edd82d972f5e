"""Score every head of a language model on one prompt and write one HTML page.

``rope-claims heads MODEL --prompt "…"`` writes the page. From Python, in a notebook:

    from empirical import heads
    table = heads.table("smollm2-135m-instruct", "Alice likes red. Bob likes blue. Alice likes")
    table.sort_values("s_sym", ascending=False).head(10)
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empirical.protocol import settings
from empirical.protocol.request import Request
from theory.gate.reading import printable
from theory.reports.command import Parser, entry_point
from theory.reports.files import hold_targets, write

if TYPE_CHECKING:
    import pandas

    from empirical.protocol.findings import Cards, HeadScores, Profile
    from empirical.reports.blocks import Block

OUT = Path("heads.html")
COLUMNS = ("layer", "head", "s_pos", "s_sym", "entropy", "pure", "name")


@dataclass(frozen=True)
class Shown:
    """What heads make of a prompt: the model's name, the convention of scores, every head's scores
    and frequencies, and cards."""

    model: str
    convention: str
    scores: tuple[HeadScores, ...]
    frequencies: tuple[Profile, ...]
    cards: Cards


def _look(request: Request) -> Shown:
    """Score every head of a request's model on its one prompt.

    Raises:
        ValueError: no such model, one that cannot be read, or a prompt that is too short or long.
    """
    import torch

    from empirical.experiments.language import binding, cards
    from empirical.experiments.shipped.suite import scored_inputs
    from empirical.instrument import measure
    from empirical.instrument.scores import scored
    from empirical.instrument.session import Session
    from empirical.models.pretrained import requested

    (loaded,) = requested(request)
    ids, rules, session = scored_inputs(loaded, request.prompts)[0], request.convention, Session()
    with session.watched():
        measure.rebuild_check(loaded, torch.from_numpy(ids))
        work = session.work(loaded, "heads", 1)
        results = work.by_layer(
            loaded.model, ids, lambda layer: scored(layer, rules, per_frequency=True)
        )
        scores = binding.every_head(results)
        return Shown(
            model=loaded.name,
            convention=rules.phrase,
            scores=scores,
            frequencies=binding.every_frequency(results),
            cards=cards.measure(loaded, ids, scores, session),
        )


def _rows(shown: Shown) -> list[tuple[Any, ...]]:
    """A row a head, as COLUMNS names them: *pure* as B-e-mix has it, else empty; *name* where a
    test on random tokens gives one."""
    from empirical.protocol.statistics import pure

    names = {(one.layer, one.head): one.name for one in shown.cards.named}
    rows = []
    for head in shown.scores:
        kinds = [
            kind
            for kind in ("positional", "symbolic")
            if pure(head.s_pos, head.s_sym, kind, settings.GAMMA)
        ]
        place = head.layer, head.head
        values = (head.s_pos, head.s_sym, head.entropy)
        rows.append((*place, *values, "".join(kinds), names.get(place, "")))
    return rows


def table(model: str, prompt: str, **options: Any) -> pandas.DataFrame:
    """Every head's scores on a prompt, a row a head; ``options`` as ``Request`` has them.

    Raises:
        ImportError: pandas is not installed (the extra ``notebook``).
        ValueError: as ``_look``.
    """
    try:
        import pandas
    except ModuleNotFoundError as error:
        raise ImportError("a table needs pandas: pip install 'rope-claims[notebook]'") from error

    shown = _look(Request(model=model, prompts=(prompt,), **options))
    return pandas.DataFrame(_rows(shown), columns=list(COLUMNS))


def _page(shown: Shown) -> str:
    """The prompt's page: plane, cards, and every head in a table."""
    from empirical.reports import pages

    return pages.page(f"rope-claims: the heads of {shown.model} on one prompt", _blocks(shown))


def _blocks(shown: Shown) -> Iterator[Block]:
    from empirical.reports import cards, figures
    from empirical.reports.blocks import FigureBlock, Heading, TableBlock, Text
    from empirical.reports.contents import PLANE

    yield Text(
        f"{shown.model}; {shown.convention}. One input, single tokens swapped: scores on one input"
        " have no interval, and another prompt may give others."
    )
    drawn = figures.plane([(shown.model, shown.scores)], settings.GAMMA)
    yield FigureBlock(drawn, "s_POS against s_SYM, every head", PLANE)
    yield from cards.card_blocks(shown.cards, shown.scores, shown.frequencies)
    yield Heading("Every head")
    cells = (
        (f"{layer}:{head}", f"{pos:.3f}", f"{sym:.3f}", f"{entropy:.2f}", kind, name)
        for layer, head, pos, sym, entropy, kind, name in _rows(shown)
    )
    yield TableBlock(
        ("layer:head", "s_POS", "s_SYM", "entropy (nats)", "pure", "name"), tuple(cells)
    )


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims heads``."""
    parser = Parser(prog="rope-claims heads", description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "model", metavar="FOLDER|FILE.gguf|ORGANISATION/NAME|ALIAS", help="the model"
    )
    parser.add_argument("--prompt", required=True, help="the text; its last token is the query")
    parser.add_argument("--out", type=Path, default=OUT, help=f"the page (default: {OUT})")
    parser.add_argument("--revision", help="branch, tag or commit of the repository")
    parser.option("--device", "where to compute", "auto", choices=settings.DEVICES)
    parser.add_argument(
        "--dtype",
        choices=settings.DTYPES,
        default="auto",
        help="number format (default: as the weights are stored)",
    )
    return parser


@entry_point(ValueError, OSError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code, and prints one line for any bad input."""
    given = vars(parser().parse_args(arguments))
    out = given.pop("out")
    hold_targets([str(out)])
    shown = _look(Request(prompts=(given.pop("prompt"),), **given))
    write(str(out), _page(shown))
    print(f"{len(shown.scores)} heads: {printable(out)}")
    return 0
