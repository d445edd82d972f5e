"""Compare what first-layer heads of public models must do with what they were measured to do.

The command prints a table for each model, with one row per head. A row has the bounds that the
head's certificate proves for every input, rounded outwards, and the measured scores. With --out,
the command also draws each head's position and content range for 50, 90, 99 and 100 % of the query
tokens, coloured by the scores.
"""

from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any

from constructions.capacity.ends import rounded_down, rounded_up
from constructions.public_heads.claims import GEMMA, SMOLLM2, CertifiedModel, Subject
from theory.gate.reading import read
from theory.reports import markdown
from theory.reports.command import Parser, Usage, entry_point

REPORTS = Path(__file__).parents[2] / "results" / "language"
SHOWN = ((SMOLLM2, "", "o"), (GEMMA, "G", "s"))
"""The models, the letter before their heads' numbers in the figure, and their marker."""
HEAD = (
    "head",
    "content range: half of the query tokens, all",
    "position range: half, all",
    "most attention for one position: half, all",
    "most for the previous position",
    "entropy for half of the query tokens, at least",
    "measured s_POS, s_SYM: binding task",
    "random tokens",
)


def _measured(report: Path) -> dict[int, tuple[float, ...]]:
    """s_POS and s_SYM of the first layer's heads on the binding task, then on random tokens.

    Raises:
        Usage: the report is of no model, or its first layer was left out.
    """
    data: Any = read(report)
    model = data.get("models", [{}])[0]
    heads: dict[int, tuple[float, ...]] = {}
    for rows in ((model.get("binding") or {}).get("scores", ()), model.get("scores", ())):
        for one in rows:
            if one["layer"] == 0:
                both = (one["s_pos"], one["s_sym"])
                heads[one["head"]] = (*heads.get(one["head"], ()), *both)
    if not heads or {len(scores) for scores in heads.values()} != {4}:
        raise Usage(f"{report} has no scores of a first layer on both the task and random tokens")
    return heads


def _row(entry: dict[str, Any], scores: tuple[float, ...]) -> list[str]:
    """A head's row of the table: bounds from above are rounded up, the entropy's down."""
    told = [entry["content"], entry["position"], entry["shares"]["any"]]
    pairs = [(one["quantiles"]["0.5"], one["most"]) for one in told]
    ranges = [f"{rounded_up(half, 1)}, {rounded_up(most, 1)}" for half, most in pairs[:2]]
    share = f"{rounded_up(pairs[2][0], 3)}, {rounded_up(pairs[2][1], 4)}"
    previous = rounded_up(entry["shares"]["previous"]["most"], 4)
    # A mean of -ln(share), of which none is less.
    entropy = rounded_down(max(0.0, -log(float(pairs[2][0]))), 3)
    binding, random = (f"{a:.2f}, {b:.2f}" for a, b in (scores[:2], scores[2:]))
    return [str(entry["head"]), *ranges, share, previous, entropy, binding, random]


def _figure(shown: Sequence[tuple[str, str, list[dict[str, Any]], Any]], path: Path) -> None:
    """The certified plane: a line a head through its quantiles, ending at its maximum. ``shown``
    holds a model's letter, marker, certificates and scores."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    drawn, axes = plt.subplots(figsize=(6.4, 4.8), layout="constrained")
    for letter, marker, entries, scores in shown:
        for entry in entries:
            x, y = (
                [float(v) for v in (*entry[name]["quantiles"].values(), entry[name]["most"])]
                for name in ("position", "content")
            )
            s_pos, s_sym = scores[entry["head"]][2:]
            axes.plot(x, y, color="0.8", zorder=1)
            colour: dict[str, Any] = {
                "c": [s_pos - s_sym] * len(x),
                "cmap": "coolwarm",
                "vmin": -1,
                "vmax": 1,
            }
            dots = axes.scatter(x, y, s=(40, 20, 12, 6), marker=marker, **colour)
            name, at = f"{letter}{entry['head']}", (x[0], y[0])
            axes.annotate(name, at, textcoords="offset points", xytext=(4, 4))
    axes.set_xlabel("position range: 50, 90, 99, 100 % of query tokens (logits)")
    axes.set_ylabel("content range: the same (logits)")
    axes.set_title("Bounds on every input: heads of SmolLM2, and of Gemma 3 (G)", fontsize=10)
    drawn.colorbar(dots, label="measured s_POS - s_SYM, random tokens")
    drawn.savefig(path, dpi=110, metadata={"Software": None})
    plt.close(drawn)


def gathered(model: CertifiedModel, reports: Path) -> tuple[list[dict[str, Any]], dict[int, Any]]:
    """A model's certificates and the scores of their heads.

    Raises:
        Usage: its report has no scores of one of them.
    """
    entries = Subject(model, model.tokens).entries()
    report = reports / f"{model.alias}-64.json"
    scores = _measured(report)
    lacking = [entry["head"] for entry in entries if entry["head"] not in scores]
    if lacking:
        raise Usage(f"{report} has no scores of head {lacking[0]} of the first layer")
    return entries, scores


def parser() -> Parser:
    """The grammar of ``run public-heads``."""
    made = Parser(prog="rope-claims run public-heads", description=__doc__)
    made.option("--reports", "folder of the reports of validate", REPORTS)
    made.add_argument("--out", type=Path, help="folder for the figure public-heads.png")
    return made


@entry_point(OSError, ValueError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables and draw the figure."""
    asked = parser().parse_args(arguments)
    shown = []
    for model, letter, marker in SHOWN:
        entries, scores = gathered(model, asked.reports)
        rows = (_row(entry, scores[entry["head"]]) for entry in entries)
        print(f"{model.alias}\n\n{markdown.markdown_table(HEAD, rows)}")
        shown.append((letter, marker, entries, scores))
    if asked.out:
        asked.out.mkdir(parents=True, exist_ok=True)
        _figure(shown, asked.out / "public-heads.png")
    return 0
