"""Compare models with their two baselines in one table.

The baselines have the architecture of the model: weights shuffled, and weights as before training.
The table has a row for each claim, statistic and baseline.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from theory.gate.reading import read
from theory.reports.command import Parser, Usage, entry_point
from theory.reports.markdown import markdown_table

TITLES = ("model", "inputs", "claim", "verdict", "statistic", "trained", "baseline", "differs")


def _rows(reports: Iterable[Any]) -> Iterator[tuple[str, ...]]:
    """A row a statistic and baseline: values with their 95 % bootstrap intervals over heads."""
    for document in reports:
        verdicts = {claim["id"]: _shown(claim) for claim in document["claims"]}
        for model in document["models"]:
            posed = model.get("binding", {})
            what = f"{posed.get('inputs')} of {posed.get('statements')} statements"
            about = model["name"], what
            yield from _far(about, verdicts, model.get("random", {}).get("spread"))
            for baseline in model.get("random", {}).get("twins", []):
                for one in baseline["statistics"]:
                    yield (
                        *about,
                        one["claim"],
                        verdicts.get(one["claim"], "-"),
                        one["statistic"],
                        _estimate(one["trained"]),
                        f"{baseline['name']}: {_estimate(one['random'])}",
                        ("yes" if one.get("differs") else "not told apart")
                        + ("; meets it" if one["claim"] in baseline.get("met", ()) else ""),
                    )


def _shown(judged: Any) -> str:
    return f"{judged['verdict']}, not told apart" if judged.get("random") else judged["verdict"]


def _far(about: tuple[str, str], verdicts: Any, spread: Any) -> Iterator[tuple[str, ...]]:
    """A row a statistic with several shuffled-weights baselines, where there are."""
    if spread is None:
        return
    baselines = len(spread["seeds"])
    for one in spread["statistics"]:
        values = [value for value in one["twins"] if value is not None]
        span = f"{min(values):+.2f} to {max(values):+.2f}" if values else "none"
        far = "none" if one["distance"] is None else f"{one['distance']:+.1f}"
        trained = "none" if one["trained"] is None else f"{one['trained']:+.2f}"
        yield (
            *about,
            one["claim"],
            verdicts.get(one["claim"], "-"),
            one["statistic"],
            trained,
            f"{baselines} shuffled: {span}",
            f"{far} spreads (reach {spread['reach']:.2f}); {spread['met'][one['claim']]} meet it",
        )


def _estimate(estimate: Sequence[float] | None) -> str:
    if estimate is None:
        return "none"
    value, low, high = estimate
    return f"{value:+.2f} [{low:.2f}, {high:.2f}]"


def parser() -> Parser:
    """The grammar of ``run baselines``."""
    made = Parser(prog="rope-claims run baselines", description=__doc__)
    made.add_argument(
        "reports",
        nargs="+",
        type=Path,
        metavar="REPORT.json",
        help="a report of validate --against-random",
    )
    return made


@entry_point(ValueError, OSError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table of the reports that are named."""
    rows: list[tuple[str, ...]] = []
    for path in parser().parse_args(arguments).reports:
        try:
            rows += _rows([read(path)])
        except (KeyError, TypeError, AttributeError) as error:
            raise Usage(f"{path}: no report of validate: {error!r}") from error
    print(markdown_table(TITLES, rows), end="")
    return 0
