"""Certify the budgets of published RoPE configurations and compare them.

A budget is the least total amplitude with which a head can point at one position by position alone.
The command certifies it at 256, 4,096 and 65,536 positions, and at 1, 4 and 16 times the trained
length, up to 2^19 positions. For Gemma 3's layers with a sliding window, windows end there. It
writes capacity.md, capacity.json, capacity.png and the certificates. An interrupted run continues
when you repeat the command.
"""

from collections.abc import Sequence
from math import pi
from pathlib import Path
from typing import Any

import numpy as np

from constructions.capacity import published
from constructions.capacity.command import capacity_row
from constructions.capacity.ends import interval
from constructions.capacity.plot import plot_capacity
from constructions.capacity.rotations import ConfiguredModel, find_model, rotations
from theory.reports import markdown
from theory.reports.command import GOES_ON, Parser, entry_point
from theory.reports.files import hold_all, replacing, write_json

FIGURE = (256, 4096, 65_536)
TIMES = (1, 4, 16)
LONGEST = 1 << 19
CHUNK = 1 << 12


def windows(model: ConfiguredModel, kind: str, trained: int) -> list[int]:
    """The lengths at which a rotation is asked: of a sliding layer, its window alone."""
    if kind == "sliding_attention":
        return [256, int(model.config.sliding_window)]
    return sorted({*FIGURE, *(min(k * trained, LONGEST) for k in TIMES)})


def positive_until(theta: Sequence[float]) -> int:
    """The least m ≥ 1 with Σ cos(m θ_p) < 0 (doubles; LONGEST if none is smaller): the length up to
    which *Base of RoPE Bounds Context Length* has these angles tell like from random."""
    for start in range(1, LONGEST, CHUNK):
        sums = np.cos(np.outer(np.arange(start, start + CHUNK), theta)).sum(1)
        if (below := np.flatnonzero(sums < 0)).size:
            return start + int(below[0])
    return LONGEST


def base(model: ConfiguredModel, kind: str) -> float:
    """The base of a configuration's angles; GPT-J's is not in its configuration."""
    settings = getattr(model.config, "rope_parameters", None) or {}
    return float((settings[kind] if kind else settings).get("rope_theta", 10_000))


def _compared(alias: str, folder: Path) -> list[dict[str, Any]]:
    """The rows of one configuration, from a folder's certificates where they are there."""
    model, entry = find_model(alias), published.published_models()[alias]
    published_fields = {"trained": entry.trained, "source": entry.source}
    kinds = [turned.kind for turned in rotations(model, entry.trained)]
    if not kinds:
        return [
            {
                "model": alias,
                "layers": "",
                "positions": entry.trained,
                "planes": 0,
                **published_fields,
            }
        ]
    made = []
    for at, kind in enumerate(kinds):
        for n in windows(model, kind, entry.trained):
            turned = rotations(model, n)[at]
            rules = {
                "positive_until": positive_until(turned.angles),
                "aliasing": 2 * pi * base(model, kind),
            }
            made.append(capacity_row(model, turned, n, folder) | published_fields | rules)
    return made


HEAD = (
    "configuration",
    "layers",
    "frequencies",
    "slowest period",
    "trained length L",
    "least budget at L",
    "at 4 L",
    "at 16 L",
    "equal amplitudes at L",
    "content at L",
    "frequencies that carry it at L",
    "periods of its middle 80 %",
    "Σ cos < 0 from",
    "2π·base",
)


def _table(rows: Sequence[dict[str, Any]]) -> str:
    """One line a configuration and layer type."""
    of = dict.fromkeys((one["model"], one["layers"]) for one in rows)
    return markdown.markdown_table(
        HEAD, (_line([one for one in rows if (one["model"], one["layers"]) == at]) for at in of)
    )


def _line(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The cells of one configuration and layer type."""
    first = rows[0]
    start = [f"[{first['model']}]({first['source']})", first["layers"] or "all"]
    if not first["planes"]:
        return [*start, "0", "", f"{first['trained']:,}", "infinite", *("" for _ in HEAD[6:])]
    by_length = {one["positions"]: one for one in rows}
    trained = first["trained"] if first["trained"] in by_length else max(by_length)
    at = by_length[trained]
    budgets = [budget_cell(by_length.get(trained * k)) for k in TIMES]
    return [
        *(*start, str(at["planes"]), f"{at['slowest']:,.0f}", f"{trained:,}", *budgets),
        "none" if at["equal"] is None else f"{at['equal']:.2f}",
        f"{at['content']:.2f}",
        str(at["carrying"]),
        f"{at['periods'][0]:g} – {at['periods'][1]:g}",
        "never" if at["positive_until"] == LONGEST else f"{at['positive_until']:,}",
        f"{at['aliasing']:,.0f}",
    ]


def budget_cell(entry: dict[str, Any] | None) -> str:
    """A certified interval, or nothing where the length was not asked."""
    return "" if entry is None else interval(entry["lower"], entry["upper"])


PAGE = """# What published configurations can tell apart by position alone

`rope-claims run published --out constructions/results` writes this page (with `--only`, for the
configurations named after it). A head's logits are Σ a_p cos(θ_p t). Its budget is the least total
amplitude Σ a_p with which its target gets at least half of the softmax weight, wherever it is
among so many positions. Both ends of each interval are certified in `capacity/certificates`; here
the lower end is rounded down and the upper end up. To check one:
`python constructions/capacity/check_capacity.py FILE`. If a configuration has an attention factor
(yarn, longrope), its square counts as part of the amplitude that a head reaches; it does not change
the budget. A cell is empty if its length is beyond 2^19 positions, or beyond the window of a
sliding layer. Certificates say how long a head *can* point, never that a model was trained to.

Columns:

- *content at L*: what Retrieval without rotation needs among L letters, in any dimension.
- *equal amplitudes at L*: the budget if all frequencies have the same amplitude.
- *frequencies that carry it at L*: how many frequencies have at least a hundredth of the budget.
- *periods of its middle 80 %*: the shortest and the longest period, in positions, of the
  frequencies that hold the middle 80 % of the budget.
- *Σ cos < 0 from*: the first distance at which Σ cos(mθ_p) is negative. According to *Base of RoPE
  Bounds Context Length* the context ends there.
- *2π·base*: according to *RoPE as Phase Modulation* positions alias from there on, and the slowest
  frequency limits the context to a quarter of this at most. That paper's limit for float32, 2^24,
  is above every base here.

**What the rows rest on.** They are computed from `constructions/capacity/published.json`, which
was written from what is published at the links. The `config.json` files at the links themselves
have not been read here. For twenty configurations base, head size, rotated share and scaling were
read again in public repositories that use the same models, and a file with these numbers gives the
same angles. `tests/constructions/capacity/test_published.py` names each repository. For five this
was not done; the test says why. For mistral-7b a public table has base 10,000 where
`published.json` has 1e6. `rope-claims capacity --model FOLDER` reads the configuration that a
model really has.

"""


def capacity_page(rows: Sequence[dict[str, Any]]) -> str:
    """The page of these rows."""
    return PAGE + _table(rows) + "\n![β* by length](capacity.png)\n"


def parser() -> Parser:
    """The grammar of ``run published``."""
    made = Parser(prog="rope-claims run published", description=__doc__)
    made.add_argument(
        "--out",
        type=Path,
        required=True,
        help="folder for the certificates, the table and the figure",
    )
    made.add_argument(
        "--only",
        nargs="+",
        default=list(published.published_models()),
        metavar="ALIAS",
        help="only these configurations (default: all)",
    )
    return made


@entry_point(OSError, ValueError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Make the page, configuration by configuration."""
    asked = parser().parse_args(arguments)
    hold_all(asked.out, ("capacity", "capacity.json", "capacity.md", "capacity.png"))
    rows = [one for alias in asked.only for one in _compared(alias, asked.out / "capacity")]
    write_json(asked.out / "capacity.json", rows, indent=1)
    with replacing(asked.out / "capacity.md") as draft:
        draft.write_text(capacity_page(rows), encoding="utf-8")
    plot_capacity(rows, asked.out / "capacity.png")
    print(_table(rows), end="")
    return 0
