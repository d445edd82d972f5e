"""Find the longest input on which the paper's constructed heads provably work.

For each number format, RoPE base and head size, the command searches for the longest input with a
positive certificate, at the best single frequency. It writes horizons.md, horizons.json and
horizons.png, and also the tables and plot of ``rope-claims run beta-growth``.

A cell's certificate holds for its length and fails for one position more; the search ends at 4,096
positions. Frequencies are compared in float64, so the table does not prove that no other frequency
reaches further. An interrupted run continues when you repeat the command.
"""

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import product
from math import pi
from pathlib import Path
from typing import Any

import numpy as np

from constructions.certificate.certificate import HOPELESS, Printed
from constructions.certificate.enclosures import Enclosure
from constructions.certificate.horizons import beta_growth
from constructions.certificate.horizons.plot import plot_horizons
from constructions.certificate.margins import Margins
from constructions.certificate.run_error import drift
from theory.gate.reading import read as read_json
from theory.reports import markdown
from theory.reports.command import GOES_ON, Parser, entry_point
from theory.reports.files import hold_all, replacing, write_json

# The budgets were fixed beforehand: β = 2^p, p being the format's significant bits, where
# neighbouring logits of size β are 1 apart. "exact" has float64 weights and is read over the reals;
# the other formats are read as runs, by the error model. The alphabets (TASKS: letters and
# integers) are those of the controlled experiments. Frequencies are base^(-2k/d). Cells that a
# folder already has are not searched again, but both their certificates are computed again (some
# seconds a cell). For such a cell, only the file says that its frequency is the best.
BASES, SIZES, LONGEST = (10_000, 500_000, 1_000_000), (64, 128, 256), 4096
BUDGETS = {"bf16": 2**8, "float32": 2**24, "exact": 2**24}
TASKS = {"Index": (120, 16), "Retrieval": (8, 8)}
GRID = tuple(product(TASKS, BUDGETS, BASES, SIZES))
"""The table's cells: task, number format, base, head size."""


PAGE = f"""# The longest inputs certified for the printed heads

`rope-claims run horizons --out constructions/results` writes this page. A cell is a number of
tokens n0. A certificate says that the head decodes every input of at most n0 tokens rightly, and
there is none for n0 + 1. The heads are those that paper B prints, with one frequency.

- *Index* has {TASKS["Index"][0]} letters and {TASKS["Index"][1]} integers. The number asked
  points inside the input.
- *Retrieval* has {TASKS["Retrieval"][0]} letters and {TASKS["Retrieval"][1]} integers. Each letter
  that is asked for names one token of the input so far.
- *β* is the factor on the logits.
- *format*: the weights are in this number format and the run is in it too, by an error model.
  `exact` has float64 weights and is read over the reals.
- *d* is the head size. *frequency k* has the angle base^(-2(k-1)/d).
- *≥ {LONGEST}*: there is a certificate for {LONGEST} tokens, where the search ends.
- *none*: not even inputs of two tokens have a certificate.

The frequency of a cell is the best one in float64. It is not proved that no other reaches further.
Where there is no certificate the head need not fail.

"""


@dataclass(frozen=True)
class Horizon:
    """``n0`` is 1 where not even two tokens are served; ``failed`` says n0 + 1 is not certified."""

    task: str
    number_format: str
    base: int
    head_size: int
    plane: int
    theta: float
    beta: int
    n0: int
    certified: bool
    failed: bool


def _stored(number_format: str) -> str:
    """The format of the weights: "exact" is float64 read over the reals."""
    return "float64" if number_format == "exact" else number_format


def _build(task: str, number_format: str, theta: float) -> Printed:
    """The head of a table cell with a frequency of ``theta`` radians."""
    turns = Fraction(theta / (2 * pi))
    beta = Fraction(BUDGETS[number_format])
    return Printed(task.lower(), *TASKS[task], turns, beta, _stored(number_format))


def possible(task: str, theta: float) -> bool:
    """Is there such a head at all? Retrieval's letters are 2π/8 apart, and θ is below that."""
    return task == "Index" or theta < 2 * np.pi / TASKS[task][0]


def margin_certified(task: str, number_format: str, theta: float, n0: int) -> bool:
    """Is the margin provably positive on every input of at most n0 tokens?"""
    printed = _build(task, number_format, theta)
    head = printed.head()
    weights = Enclosure(head, n0, run=number_format != "exact")
    if max(map(max, weights.drifts)) > HOPELESS:
        return False
    return Margins(weights, printed.rule(head, n0)).proved(Fraction(1, 10**9))


def screen(task: str, number_format: str, theta: float) -> int:
    """The largest n0 ≤ LONGEST by S-beta's conditions in float64, logits uncertain by the drift."""
    beta, t = BUDGETS[number_format], np.arange(LONGEST)
    if not possible(task, theta):
        return 1
    head = _build(task, number_format, theta).head()
    angle, slip = float(head.angles[0]), 0.0
    if number_format != "exact":
        weights = Enclosure(head, 2, run=True)
        slip = float(max(drift(head, q, k) for q in weights.asks for k in weights.kinds))
    if task == "Index":
        return _first_failure(_index_sums(angle, beta, slip, t))
    omega = 2 * np.pi / TASKS[task][0]
    own = beta * np.cos(t * angle)
    rival = beta * np.maximum(np.cos(t * angle - omega), np.cos(t * angle + omega))
    behind = np.logaddexp.accumulate(rival)
    ahead = np.logaddexp.accumulate(rival[1:])
    least = np.minimum.accumulate(own)
    gaps = least[1:] - np.maximum(behind[:-1], ahead) - 2 * slip
    gaps = np.minimum.accumulate(gaps)
    gaps = np.minimum(gaps, own[0] - np.logaddexp.accumulate(own[1:]) - 2 * slip)
    return _first_failure(gaps)


def _index_sums(angle: float, beta: float, slip: float, t: Any) -> Any:
    """Per length: the least over targets of -log Σ of the others' weights by their own."""
    worst = np.full(LONGEST - 1, np.inf)
    for s in range(1, TASKS["Index"][1] + 1):
        logits = beta * (np.cos((t - s) * angle) - 1)
        logits[s] = -np.inf
        sums = -np.logaddexp.accumulate(logits)[1:] - 2 * slip
        sums[: s - 1] = np.inf
        worst = np.minimum(worst, sums)
    return worst


def _first_failure(gaps: Any) -> int:
    """n0 from gaps at lengths 2, 3, …: all before the first that is not positive."""
    failed = np.flatnonzero(~(gaps > 0))
    return int(failed[0]) + 1 if len(failed) else LONGEST


def horizon(task: str, number_format: str, base: int, size: int) -> Horizon:
    """The best frequency's horizon, by certificates on both sides of it."""
    thetas = [base ** (-2 * k / size) for k in range(size // 2)]
    screened = [screen(task, number_format, theta) for theta in thetas]
    plane = max(range(len(screened)), key=lambda k: (screened[k], possible(task, thetas[k])))
    theta, n0 = thetas[plane], screened[plane]
    while n0 > 1 and not margin_certified(task, number_format, theta, n0):
        n0 -= max(1, n0 // 200)
    while n0 < LONGEST and margin_certified(task, number_format, theta, n0 + 1):
        n0 += 1
    cell = (task, number_format, base, size, plane, theta, BUDGETS[number_format])
    return Horizon(*cell, n0, n0 > 1, n0 < LONGEST)


def cell_stands(cell: Horizon) -> bool:
    """Is a kept cell one of the table, and certified again at its frequency, up to n0 and no
    more?"""
    at = (cell.task, cell.number_format, cell.base, cell.head_size)
    numbers = (cell.base, cell.head_size, cell.plane, cell.beta, cell.n0)
    if at not in GRID or any(type(number) is not int for number in numbers):
        return False
    if not (0 <= cell.plane < cell.head_size // 2 and 1 <= cell.n0 <= LONGEST):
        return False
    theta, n0 = cell.base ** (-2 * cell.plane / cell.head_size), cell.n0
    beta = BUDGETS[cell.number_format]
    if cell != Horizon(*at, cell.plane, theta, beta, n0, n0 > 1, n0 < LONGEST):
        return False
    head = (cell.task, cell.number_format, theta)
    return (n0 == 1 or _serves(head, n0)) and (n0 == LONGEST or not _serves(head, n0 + 1))


def _serves(head: tuple[str, str, float], n0: int) -> bool:
    return possible(head[0], head[2]) and margin_certified(*head, n0)


def horizon_table(cells: Sequence[Horizon]) -> str:
    """The Markdown table."""
    lines = []
    for task in TASKS:
        for fmt, beta in BUDGETS.items():
            for base in BASES:
                row = {
                    c.head_size: c
                    for c in cells
                    if (c.task, c.number_format, c.base) == (task, fmt, base)
                }
                if row:
                    shown = (_cell(row[d]) if d in row else "" for d in SIZES)
                    lines.append((task, fmt, f"2^{beta.bit_length() - 1}", str(base), *shown))
    return markdown.markdown_table(
        ("head", "format", "β", "base", *(f"d = {d}" for d in SIZES)), lines
    )


def _cell(cell: Horizon) -> str:
    return ("none" if cell.n0 < 2 else f"{cell.n0}" if cell.failed else f"≥ {cell.n0}") + (
        f" (frequency {cell.plane + 1})" if cell.n0 > 1 else ""
    )


def _write(folder: Path, cells: Sequence[Horizon]) -> None:
    """horizons.json and .md, and the plot."""
    known = {(c.task, c.number_format, c.base, c.head_size): c for c in cells}
    cells = [known[at] for at in GRID if at in known]
    rows = [asdict(cell) for cell in cells]
    write_json(folder / "horizons.json", rows, indent=1)
    with replacing(folder / "horizons.md") as draft:
        draft.write_text(PAGE + horizon_table(cells), encoding="utf-8")
    plot_horizons(rows, folder / "horizons.png")


def _read(folder: Path) -> list[Horizon]:
    """The cells that a folder has, each certified again.

    Raises:
        ValueError: horizons.json is none of this module's, or says what its certificates do not.
    """
    file = folder / "horizons.json"
    if not file.exists():
        return []
    try:
        cells = [Horizon(**row) for row in read_json(file)]
    except (TypeError, ValueError) as error:
        raise ValueError(f"{file}: not a table of horizons ({error}); remove it") from None
    print(f"{file}: {len(cells)} cells are certified again", file=sys.stderr, flush=True)
    for cell in cells:
        if not cell_stands(cell):
            raise ValueError(f"{file}: its certificates do not say {cell}; remove it")
    return cells


def parser() -> Parser:
    """The grammar of ``run horizons``."""
    made = Parser(prog="rope-claims run horizons", description=__doc__)
    made.add_argument("--out", type=Path, required=True, help="folder for the tables and the plots")
    return made


@entry_point(OSError, ValueError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Fill the table, cell by cell; a run that is cut off goes on where it stopped."""
    folder = parser().parse_args(arguments).out
    hold_all(folder)
    folder.mkdir(parents=True, exist_ok=True)
    cells = _read(folder)
    beta_growth.write_growth(folder)
    _fill(folder, cells)
    print(horizon_table(cells), end="")
    return 0


def _fill(folder: Path, cells: list[Horizon]) -> None:
    """Compute and write every cell that is missing; write the table and plot again."""
    if cells:
        _write(folder, cells)
    have = {(c.task, c.number_format, c.base, c.head_size) for c in cells}
    for at in GRID:
        if at not in have:
            cells.append(horizon(*at))
            print(cells[-1], file=sys.stderr, flush=True)
            _write(folder, cells)
