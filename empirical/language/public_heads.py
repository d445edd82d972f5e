"""What first-layer heads must do on every input, next to what was measured of them:
``python -m empirical.language.public_heads CERTIFICATE… --report FILE --out FOLDER``.

Certificates are those of ``python -m constructions.public_heads``; FILE is the report of the same
model by ``python -m empirical.validate`` (``empirical/results/language`` has SmolLM2's). FOLDER
receives public_heads.md, a row a head, and public_heads.png: each head's position and content
range, for 50, 90, 99 and all of 100 query tokens, coloured by s_POS - s_SYM on random tokens.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from theory.gate.reading import read
from theory.reports import markdown
from theory.reports.command import Parser, Usage, command
from theory.reports.files import replacing

HEAD = (
    "head",
    "content range: half of the query tokens, 99 %, all",
    "position range: half of the query tokens, 99 %, all",
    "most of one position",
    "previous position",
    "query itself",
    "first position",
    "entropy",
    "binding task: s_POS",
    "s_SYM",
    "random tokens: s_POS",
    "s_SYM",
)


def measured(report: Path) -> dict[int, tuple[float, ...]]:
    """s_POS and s_SYM of the first layer's heads on the binding task, then on random tokens.

    Raises:
        Usage: the report is of no model, or its first layer was left out.
    """
    data: Any = read(report)
    model = data.get("models", [{}])[0]
    found: dict[int, tuple[float, ...]] = {}
    for rows in ((model.get("binding") or {}).get("scores", ()), model.get("scores", ())):
        for one in rows:
            if one["layer"] == 0:
                both = (one["s_pos"], one["s_sym"])
                found[one["head"]] = (*found.get(one["head"], ()), *both)
    if not found or {len(scores) for scores in found.values()} != {4}:
        raise Usage(f"{report} has no scores of a first layer on both the task and random tokens")
    return found


def row(entry: dict[str, Any], scores: tuple[float, ...]) -> list[str]:
    """A head's row of the table."""
    shares = entry["shares"]
    ranges = [
        ", ".join(
            f"{float(x):.2f}"
            for x in (*(entry[name]["quantiles"][p] for p in ("0.5", "0.99")), entry[name]["most"])
        )
        for name in ("content", "position")
    ]
    between = [
        f"{float(shares[kind]['least']):.4f} – {float(shares[kind]['most']):.3f}"
        for kind in ("previous", "query", "first")
    ]
    entropy = " – ".join(f"{float(end):.2f}" for end in entry["entropy"])
    most = f"{float(shares['any']['most']):.3f}"
    told = [f"{score:.2f}" for score in scores]
    return [str(entry["head"]), *ranges, most, *between, entropy, *told]


def figure(entries: Sequence[dict[str, Any]], scores: dict[int, Any], path: Path) -> None:
    """The certified plane: a line a head through its quantiles, ending at its maximum."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    drawn, axes = plt.subplots(figsize=(6.4, 4.8), layout="constrained")
    for entry in entries:
        x, y = (
            [float(v) for v in (*entry[name]["quantiles"].values(), entry[name]["most"])]
            for name in ("position", "content")
        )
        s_pos, s_sym = scores[entry["head"]][2:]
        axes.plot(x, y, color="0.8", zorder=1)
        dots = axes.scatter(
            x, y, c=[s_pos - s_sym] * len(x), s=(20, 14, 8, 40), cmap="coolwarm", vmin=-1, vmax=1
        )
        axes.annotate(str(entry["head"]), (x[0], y[0]), textcoords="offset points", xytext=(4, 4))
    axes.set_xlabel("position range (logits)")
    axes.set_ylabel("content range (logits)")
    drawn.colorbar(dots, label="measured s_POS - s_SYM, random tokens")
    drawn.savefig(path, dpi=150)
    plt.close(drawn)


@command(OSError, ValueError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Write the table and the figure."""
    given = Parser(prog="python -m empirical.language.public_heads", description=__doc__)
    given.add_argument("certificates", type=Path, nargs="+", metavar="CERTIFICATE")
    given.add_argument("--report", type=Path, required=True)
    given.add_argument("--out", type=Path, required=True)
    asked = given.parse_args(arguments)
    entries = [json.loads(file.read_text(encoding="utf-8")) for file in asked.certificates]
    entries.sort(key=lambda entry: entry["head"])
    scores = measured(asked.report)
    lacking = [entry["head"] for entry in entries if entry["head"] not in scores]
    if lacking:
        raise Usage(f"{asked.report} has no scores of head {lacking[0]} of the first layer")
    asked.out.mkdir(parents=True, exist_ok=True)
    text = markdown.table(HEAD, (row(entry, scores[entry["head"]]) for entry in entries))
    with replacing(asked.out / "public_heads.md") as draft:
        draft.write_text(text, encoding="utf-8")
    figure(entries, scores, asked.out / "public_heads.png")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
