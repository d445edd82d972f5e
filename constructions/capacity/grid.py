"""Certify budgets by base, number of frequencies and window length.

A budget is the least total amplitude with which a head can point at one of n positions by position
alone. The command certifies it for P frequencies base^(-p/P), for each base, P and n. It writes
planes.md, planes.json and one certificate for each cell in the folder planes. Once a budget exceeds
200 or a certificate fails, it certifies no longer windows; the table then gives a lower bound. An
interrupted run continues when you repeat the command.
"""

import sys
from collections.abc import Sequence
from math import floor, log
from pathlib import Path
from typing import Any

from constructions.capacity.certificate import certified
from constructions.capacity.check_capacity import Rejected
from constructions.capacity.ends import interval
from theory.reports import markdown
from theory.reports.command import GOES_ON, Parser, entry_point
from theory.reports.files import hold_all, replacing, write_json

POSITIONS = (64, 256, 1_024, 4_096, 16_384, 65_536, 131_072)
PLANES = (1, 2, 4, 8, 16, 32, 64, 128)
BASES = (10_000, 500_000, 1_000_000)
MOST = 200.0
"""A budget above which longer windows are left out."""


def _angles(base: int, planes: int) -> list[float]:
    """base^(-p/P), p = 0 … P - 1, radians a position."""
    return [float(base) ** (-p / planes) for p in range(planes)]


def budget_series(
    base: int, planes: int, lengths: Sequence[int], folder: Path
) -> list[dict[str, Any]]:
    """The cells of one configuration, shortest window first: ``upper`` is None where none is
    certified, and ``lower`` then that of the window before, which is shorter."""
    cells: list[dict[str, Any]] = []
    for n in sorted(lengths):
        cell: dict[str, Any] = {"base": base, "planes": planes, "positions": n}
        last = cells[-1] if cells else {"upper": 0.0, "lower": 0.0}
        if last["upper"] is None or last["upper"] > MOST:
            cells.append(cell | {"lower": last["lower"], "upper": None})
            continue
        try:
            entry = certified(_angles(base, planes), n, folder / f"{base}-{planes}-{n}.json")
        except Rejected:  # so large a budget that doubles do not find its ends well enough
            cells.append(cell | {"lower": last["lower"], "upper": None})
            continue
        cells.append(cell | {"lower": float(entry["lower"]), "upper": float(entry["upper"])})
    return cells


def any_planes(n: int) -> float:
    """What any frequencies need (S-planes)."""
    return (1 - 1 / n) * log(n - 1)


def free_angles(n: int, planes: int) -> float:
    """What P frequencies need at least, whatever they are: n c(budget/P)^P = 2, c(x) = e^{-x}
    I_0(x) (S-angles); or what any frequencies need, if that is more."""
    from scipy.optimize import brentq
    from scipy.special import i0e

    share = log(n / 2) / planes
    least: float = brentq(lambda x: share + log(i0e(x)), 0, float(n) ** 2)
    return max(planes * least, any_planes(n))


def interval_text(cell: dict[str, Any]) -> str:
    """An interval, or the bound below where none is certified."""
    if cell["upper"] is None:
        least = max(cell["lower"], free_angles(cell["positions"], cell["planes"]))
        return f"> {floor(least):,}"
    return interval(cell["lower"], cell["upper"])


PAGE = """# What P geometric frequencies need to single out one position among n

Made by `rope-claims run grid --out constructions/results`. A cell is the least total amplitude
Σ a_p of logits Σ a_p cos(θ_p t), θ_p = base^(-p/P), that is enough for a window of n positions: one
head gives its target at least half of the softmax weight, at whatever position the target is. Both
ends are certified and rounded outwards. The command writes one certificate for each cell to the
folder `planes`; `python constructions/capacity/check_capacity.py FILE` checks it.

`> x`: there is no certificate, but a shorter window, or the last column, already needs x (above 200
none is tried). *Any angles*: what no P frequencies go below, whatever they are (S-angles and
S-planes in proofs.md), rounded down.

"""


def grid_table(cells: Sequence[dict[str, Any]]) -> str:
    """A line for each length and number of frequencies, a column for each base."""
    bases = sorted({cell["base"] for cell in cells})
    at = {(cell["positions"], cell["planes"], cell["base"]): interval_text(cell) for cell in cells}
    keys = sorted({key[:2] for key in at})
    head = ["n", "P", *(f"base {base:,}" for base in bases), "any angles"]
    lines = [
        [
            *(f"{n:,}", str(p), *(at.get((n, p, base), "") for base in bases)),
            f"{floor(100 * free_angles(n, p)) / 100:,.2f}",
        ]
        for n, p in keys
    ]
    return markdown.markdown_table(head, lines)


def parser() -> Parser:
    """The grammar of ``run grid``."""
    made = Parser(prog="rope-claims run grid", description=__doc__)
    made.add_argument(
        "--out", type=Path, required=True, help="folder for the certificates and the table"
    )
    for name, usual, text in (
        ("positions", POSITIONS, "window lengths"),
        ("planes", PLANES, "numbers of rotary frequencies of a head"),
        ("bases", BASES, "RoPE bases"),
    ):
        listed = f"{text} (default: {' '.join(map(str, usual))})"
        made.add_argument(f"--{name}", type=int, nargs="+", default=usual, help=listed)
    return made


@entry_point(OSError, ValueError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Make the page, cell by cell."""
    asked = parser().parse_args(arguments)
    if min(*asked.positions, 2) < 2 or min(*asked.planes, 1) < 1 or min(*asked.bases, 2) < 2:
        parser().error("at least two positions, one frequency and a base of 2 are needed")
    hold_all(asked.out, ("planes", "planes.json", "planes.md"))
    cells: list[dict[str, Any]] = []
    for base in asked.bases:
        for planes in asked.planes:
            cells += budget_series(base, planes, asked.positions, asked.out / "planes")
            print(
                f"base {base:,}, P = {planes}: {interval_text(cells[-1])}",
                file=sys.stderr,
                flush=True,
            )
    write_json(asked.out / "planes.json", cells, indent=1)
    with replacing(asked.out / "planes.md") as draft:
        draft.write_text(PAGE + grid_table(cells), encoding="utf-8")
    print(grid_table(cells), end="")
    return 0
