"""How large must a head's logits be to point at one of N positions?

MODEL is an alias of a published configuration, a folder with config.json, or a configuration file.
No weights and no network are needed. The command bounds the budget for windows of 64, 256, 1024, …
positions up to N. The budget is the least total amplitude with which one head gives its target at
least half of the softmax weight, by position alone, at every position of the window.

FOLDER receives one certificate for each window, and the table as capacity.json and capacity.md. The
ends of a budget are certified: ``check_capacity.py``, a separate program, checks again from the
certificate that the budget lies between them. For layers with a sliding window (Gemma 3's
sliding_attention, or all of Mistral 7B v0.1), windows end there, and a line says so. If only some
of the layers that rotate alike have one (Gemma 2), the budgets are for the others. An interrupted
run continues where it stopped.

The table also has three results that are computed in floating point, without a certificate. Below
the table, a list says what each heading means:

- the budget with equal amplitudes
- the frequencies that survive rounding in three number formats, and a budget that allows for it
- what Retrieval by content needs among the same number of letters

With --weights, the command also measures what heads have: the largest scale · ‖q‖‖k‖ of each head
and frequency over stretches of the text, at the same lengths. ``rope-claims run budgets`` measures
it in detail. Without --model, the configuration is that of the weights.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from math import pi
from pathlib import Path
from shutil import copyfile
from typing import Any

import numpy as np

from constructions.capacity import limits, published
from constructions.capacity.budgets import SURVIVES, UNITS, budget_fields
from constructions.capacity.certificate import certified
from constructions.capacity.check_capacity import Rejected
from constructions.capacity.ends import budget_line, interval
from constructions.capacity.rotations import (
    BadConfiguration,
    ConfiguredModel,
    ConfiguredRotation,
    find_model,
    must_rotate,
    rotations,
    visible_positions,
    window_line,
)
from theory.reports import markdown
from theory.reports.command import GOES_ON, Parser, entry_point, name_list
from theory.reports.files import hold_all, hold_files, replacing, write_json

SHORTEST = 64


def window_lengths(most: int) -> list[int]:
    """64, 256, 1024, … below ``most``, and ``most``."""
    grid = []
    n = SHORTEST
    while n < most:
        grid.append(n)
        n *= 4
    return [*grid, most]


def capacity_rows(
    model: ConfiguredModel, grid: Sequence[int], folder: Path
) -> Iterator[dict[str, Any]]:
    """One row a window and layer type, of a sliding layer's type none beyond what it sees;
    certificates are left in the folder."""
    done = set()
    for n in grid:
        for at, rotation in enumerate(rotations(model, n)):
            held = visible_positions(model, rotation.kind, n)
            if (rotation.kind, held) not in done:
                done.add((rotation.kind, held))
                yield capacity_row(model, rotations(model, held)[at], held, folder)


def _named(folder: Path, model: ConfiguredModel, rotation: ConfiguredRotation, n: int) -> Path:
    """The file of a certificate."""
    return folder / f"{model.name}-{rotation.named(n)}.json"


def capacity_row(
    model: ConfiguredModel, rotation: ConfiguredRotation, n: int, folder: Path
) -> dict[str, Any]:
    """The certified interval and what comes with it, for one rotation and window."""
    file = _named(folder / "certificates", model, rotation, n)

    steps = []

    def told(what: str) -> None:
        steps.append(what)
        print(f"{file.stem}: {what}", file=sys.stderr, flush=True)

    try:
        entry = certified(np.array(rotation.angles), n, file, told)
    except (Rejected, ValueError) as error:
        if not steps:  # the certificate that was there
            raise BadConfiguration(f"{file}: {error}; remove this file") from None
        raise BadConfiguration(limits.uncertified(model.name, n, error)) from None
    return {
        "model": model.name,
        "layers": rotation.kind,
        "positions": n,
        "planes": len(rotation.angles),
        "slowest": 2 * pi / min(rotation.angles),
        "factor": rotation.factor,
        "lower": float(entry["lower"]),
        "upper": float(entry["upper"]),
        "certificate": f"certificates/{file.name}",
        **budget_fields(entry),
    }


HEAD = (
    "positions",
    "layers",
    "frequencies",
    "least budget",
    "equal amplitudes",
    *(f"{name}: frequencies, budget" for name in UNITS),
    "content, any dimension",
    "content, one circle",
    "frequencies that carry it",
    "periods of its middle 80 %",
)

COLUMNS = f"""
- *least budget*: β*, certified. The lower end is rounded down, the upper end up. The budgets in
  the other columns are computed in floating point, without a certificate.
- *frequencies*: how many rotary frequencies a head has.
- *equal amplitudes*: the budget if all frequencies have the same amplitude.
- *float32*, *bfloat16*, *float16*: cosines and sines are rounded to this format. The first number
  counts the frequencies whose points on the unit circle move by at most {SURVIVES:g} at every
  position. The second is a budget that is large enough in spite of the rounding.
- *content, any dimension*: the budget of a head without rotation that finds one of as many letters
  by content. The letters are vectors of length 1, in as many dimensions as is best.
- *content, one circle*: the same, if the letters are evenly spaced on one circle.
- *frequencies that carry it*: how many have at least a hundredth of the least budget.
- *periods of its middle 80 %*: the shortest and the longest period, in positions, of the
  frequencies that hold the middle 80 % of the least budget.
"""
"""What the headings of the table mean."""


def _table(rows: Sequence[dict[str, Any]]) -> str:
    """The rows as Markdown."""
    return markdown.markdown_table(HEAD, map(_cells, rows))


def _cells(row: dict[str, Any]) -> list[str]:
    """A row's cells."""
    tables = [
        f"{kept['surviving']}, {_shown(kept['budget'])}"
        for kept in (row["tables"][name] for name in UNITS)
    ]
    return [
        str(row["positions"]),
        row["layers"] or "all",
        str(row["planes"]),
        interval(row["lower"], row["upper"], 3),
        _shown(row["equal"]),
        *tables,
        _shown(row["content"]),
        _shown(row["content_on_a_circle"]),
        str(row["carrying"]),
        f"{row['periods'][0]:g} – {row['periods'][1]:g}",
    ]


def _shown(budget: float | None) -> str:
    """A budget with two decimals."""
    return "none found" if budget is None else f"{budget:,.2f}"


def longest_budgets(rows: Sequence[dict[str, Any]]) -> str:
    """β* in the longest window of each layer type, a line each, as Python prints it."""
    lines = []
    for row in {row["layers"]: row for row in rows}.values():
        ends, factor = (row["lower"], row["upper"]), row["factor"]
        lines.append(budget_line(row["model"], row["layers"], row["positions"], ends, factor))
    return "".join(f"{line}\n" for line in lines)


def heading(model: ConfiguredModel) -> str:
    """What the table is of."""
    return (
        f"# {model.name}\n\nThe least total amplitude of the logits, after the attention factor"
        " that the model applies to its cosines and sines.\n\n"
    )


def _folder_of(weights: Path) -> Path:
    """The folder of a model's weights, given it or a file in it; an alias as it is.

    Raises:
        BadConfiguration: there is no such folder or alias, or it holds no config.json.
    """
    if not weights.exists() and str(weights).lower() in published.published_models():
        return weights
    folder = weights.parent if weights.is_file() else weights
    if not (folder / "config.json").is_file():
        raise BadConfiguration(
            f"--weights {weights}: no config.json there: give a model's folder, a file in it or an"
            " alias of rope-claims capacity --help; for others: rope-claims run budgets --model"
        )
    return folder


def _measured(
    model: ConfiguredModel, weights: Path, text: Path | None, most: int, out: Path
) -> int:
    """Have the heads measured at every length; the certificates made there serve here too.

    The package that reads weights lies above this one: nothing here may import it, so it is run.

    Returns:
        Its exit code; it has said in a line what was wrong.

    Raises:
        BadConfiguration: the weights turn by other angles than the model.
    """
    own, grid = find_model(str(_folder_of(weights))), window_lengths(most)
    if any(rotations(own, n) != rotations(model, n) for n in grid):
        raise BadConfiguration(f"--weights {weights}: not of {model.name}: it turns otherwise")
    words = [sys.executable, "-m", "rope_claims", "run", "budgets"]
    words += ["--model", str(_folder_of(weights))]
    words += ["--out", str(out / "weights"), "--lengths", *map(str, grid)]
    code = subprocess.run(
        [*words, *(["--text", str(text)] if text else [])], check=False
    ).returncode
    made = out / "certificates"
    for n in grid if not code else []:
        made.mkdir(exist_ok=True)
        for turned in rotations(model, n):
            if visible_positions(model, turned.kind, n) < n:
                continue
            file = out / "weights" / "certificates" / f"{turned.named(n)}.json"
            copyfile(file, _named(made, model, turned, n))
    return code


def refuse_uncertifiable(model: ConfiguredModel, grid: Sequence[int]) -> None:
    """Refuse a model before anything is written, and say which windows a sliding window shortens.

    Raises:
        BadConfiguration: it rotates nothing, or no budget of a rotation can be certified.
    """
    for n in grid:
        for rotation in must_rotate(model, n):
            if n == grid[-1] and (line := window_line(model, rotation.kind, n)):
                print(line, file=sys.stderr)
            if wrong := limits.certifiable(rotation.angles):
                raise BadConfiguration(f"{model.name}: {wrong}")


def positions(text: str) -> int:
    """The number of ``--tokens``.

    Raises:
        argparse.ArgumentTypeError: no window of so many can be certified.
    """
    try:
        return limits.window_of_text(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def parser() -> Parser:
    """The grammar of ``capacity``."""
    listed = name_list("aliases", published.published_models())
    made = Parser(prog="rope-claims capacity", description=__doc__, epilog=listed)
    made.add_argument("--model", help="an alias, a folder or a configuration file")
    made.add_argument(
        "--tokens",
        type=positions,
        required=True,
        metavar="N",
        help="positions of the longest window, such as 32768 or 32,768",
    )
    made.add_argument(
        "--out", type=Path, required=True, help="FOLDER for the certificates and the table"
    )
    made.add_argument("--weights", type=Path, help="a model's folder, a file in it, or an alias")
    made.add_argument("--text", type=Path, help="a UTF-8 text to measure heads on")
    return made


def asked_for(arguments: Sequence[str] | None) -> Any:
    """What was asked for.

    Raises:
        BadConfiguration: it does not go together.
    """
    asked = parser().parse_args(arguments)
    if not (asked.model or asked.weights):
        raise BadConfiguration("give --model NAME, --weights FOLDER, or both")
    if asked.text and not asked.weights:
        raise BadConfiguration("--text: goes with --weights, whose heads are measured on it")
    return asked


@entry_point(OSError, BadConfiguration, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Certify a configuration's budgets and write them down."""
    asked = asked_for(arguments)
    hold_all(asked.out, ("certificates", "weights"))
    hold_files(asked.out, ("capacity.json", "capacity.md"))
    from transformers.utils import logging

    logging.set_verbosity_error()  # what is wrong with a configuration is ours to say
    model, start = find_model(asked.model or str(_folder_of(asked.weights))), time.monotonic()
    grid = window_lengths(asked.tokens)
    refuse_uncertifiable(model, grid)
    if asked.weights:
        code = _measured(model, asked.weights, asked.text, asked.tokens, asked.out)
        if code:
            return code
    made = list(capacity_rows(model, grid, asked.out))
    write_json(asked.out / "capacity.json", made, indent=1)
    with replacing(asked.out / "capacity.md") as draft:
        draft.write_text(heading(model) + _table(made) + COLUMNS, encoding="utf-8")
    print(longest_budgets(made))
    print(_table(made) + COLUMNS, end="")
    print(f"{model.name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
    return 0
