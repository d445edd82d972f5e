"""Compute the smallest logit factor β with which constructed heads work, by input length.

The table sets this factor of the Index and Retrieval heads next to the closed forms of claim
S-beta. A certificate confirms that a β just above the smallest one is enough.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import log, pi
from pathlib import Path

from constructions.certificate.horizons.plot import plot_growth
from constructions.heads.alphabets import Numbers, Pairs
from constructions.heads.index import index_printed
from constructions.heads.retrieval import retrieval_printed
from theory.reports import markdown
from theory.reports.command import Parser, entry_point
from theory.reports.files import replacing, write_json

LENGTHS = (3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64)
LETTERS = "abcdefgh"
NO_THETA = 4
"""S-beta's lower form of Retrieval is proved from n0 = 4 on, Index's from 3."""

PAGE = f"""# The least logit factor β with which the printed heads work

`rope-claims run beta-growth --out constructions/results` writes this page. The inputs have at most
n0 tokens. The heads are those that paper B prints, over the reals.

- *Index* has 2 letters, the integers 1 … n0 - 1 and the angle 2π/n0. The number asked points inside
  the input.
- *Retrieval* has A = {len(LETTERS)} letters, one integer and the angle π/(A·n0), which need not be
  the best one. Each letter that is asked for names one token of the input so far.
- *too small at every θ*: no angle works with this β or less (S-beta). It is n0²/(8π) for Index and
  A²(2n0-3)² ln 2/(4π²) for Retrieval, where it is proved from n0 = {NO_THETA} on.
- *smallest β at this θ*: the float64 threshold at this angle, raised by one part in a million. With
  this β the head provably works. The table rounds it.
- *always enough*: this angle works with this β or more (S-beta). It is n0²/25 + 1/2 for Index and
  3A²n0²/40 for Retrieval.

"""


@dataclass(frozen=True)
class Growth:
    """``never`` is too small at every θ, None where not proved; ``always`` suffices at this θ."""

    task: str
    n0: int
    beta: float
    never: float | None
    always: float


def growth(task: str, n0: int) -> Growth:
    """One row: Index at θ = 2π/n0, or Retrieval of A letters at θ = π/(A n0)."""
    count = len(LETTERS)
    if task == "Index":
        head = index_printed(Numbers(("a", "b"), n0 - 1), n0, Fraction(1, n0))
        return Growth(task, n0, float(head.beta or 0), n0**2 / (8 * pi), n0**2 / 25 + 0.5)
    head = retrieval_printed(Pairs(tuple(LETTERS), 1), n0, Fraction(1, 2 * n0 * count))
    below = (count * (2 * n0 - 3)) ** 2 * log(2) / (4 * pi**2) if n0 >= NO_THETA else None
    return Growth(task, n0, float(head.beta or 0), below, 3 * (count * n0) ** 2 / 40)


def growth_table(rows: Sequence[Growth]) -> str:
    """The Markdown table."""
    titles = (
        "head",
        "n0",
        "too small at every θ (S-beta)",
        "smallest β at this θ",
        "always enough",
    )
    cells = []
    for row in rows:
        never = "" if row.never is None else f"{row.never:.3f}"
        cells.append((row.task, str(row.n0), never, f"{row.beta:.3f}", f"{row.always:.3f}"))
    return markdown.markdown_table(titles, cells)


def write_growth(folder: Path) -> None:
    """beta.json, beta.md and beta.png, recomputed in seconds, so that nothing there is believed.

    Raises:
        OSError: the folder cannot be written.
    """
    rows = [growth(task, n0) for task in ("Index", "Retrieval") for n0 in LENGTHS]
    cells = [asdict(row) for row in rows]
    write_json(folder / "beta.json", cells, indent=1)
    with replacing(folder / "beta.md") as draft:
        draft.write_text(PAGE + growth_table(rows), encoding="utf-8")
    plot_growth(cells, folder / "beta.png")


def parser() -> Parser:
    """The grammar of ``run beta-growth``."""
    made = Parser(prog="rope-claims run beta-growth", description=__doc__)
    made.add_argument("--out", type=Path, required=True, help="folder for the table and the plot")
    return made


@entry_point(OSError, ValueError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Write the growth of β into a folder; exit code 2 for bad input."""
    folder = parser().parse_args(arguments).out
    folder.mkdir(parents=True, exist_ok=True)
    write_growth(folder)
    print((folder / "beta.md").read_text(encoding="utf-8"), end="")
    return 0
