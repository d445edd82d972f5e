"""The witnesses of the impossibility claims, in ``witnesses_impossibility.json``.

Judged, as all witnesses are, by this package's definitions and by a checker that shares no code
with them, ``recheck_impossibility``.
"""

from fractions import Fraction
from itertools import combinations

from theory.mathematics.exact import exact
from theory.mathematics.softmax_head import Head, Tokens, Weight

Table = dict[str, list[Fraction]]


def weight_table(rows: dict[str, list[str]]) -> Table:
    """e^L of each content at places 1, 2, …, exact."""
    return {
        token: [exact(entry, f"weights[{token}][{p}]") for p, entry in enumerate(row)]
        for token, row in rows.items()
    }


def looked_up(weights: Table) -> Weight:
    """A logit that depends on content and place alone."""
    return lambda query, n, token, place: weights[token][place - 1]


def purely_positional(weights: Table, contents: list[str], level: Fraction) -> bool:
    """Every column constant over the contents, and every swap's cos(v', flip v) ≤ level.

    A positional head has v' = v = (x, y), so its s_POS is 1 and cos(v', flip v) is
    2xy/(x² + y²), whatever the rest of the row.
    """
    rows = [weights[token] for token in contents]
    places = rows[0][:-1]
    return (
        all(row == rows[0] for row in rows)
        and min(min(row) for row in weights.values()) > 0
        and all(2 * x * y <= level * (x * x + y * y) for x, y in combinations(places, 2))
    )


def in_numbers(weights: Table) -> str:
    """The scores of a head that ``purely_positional`` accepts, in numbers."""
    row = next(iter(weights.values()))
    most = max(2 * x * y / (x * x + y * y) for x, y in combinations(row[:-1], 2))
    return (
        f"e^L at places 1 … {len(row)}: {', '.join(map(str, row))}, whatever the content: v' = v, "
        f"s_POS = 1; over all swaps the largest cos(v', flip v) = 2xy/(x² + y²) = {most} ≤ 1/20"
    )


def worked(head: Head, tokens: Tokens) -> str:
    """One input worked out: the weights, what the query attends to, the output."""
    weights = [head.weight(tokens[-1], len(tokens), t, p) for p, t in enumerate(tokens, 1)]
    attended = head.attended(tokens)
    output = head.output(tokens[-1], attended)
    vectors = {"a_n": attended} | ({"y": output} if output != attended else {})
    parts = [f"{' '.join(tokens)}: weights {', '.join(map(str, weights))}"]
    for name, vector in vectors.items():
        parts.append(f"{name} = {', '.join(f'{t} {x}' for t, x in vector.items() if x)}")
    return "; ".join(parts)


def flatten(weights: dict[str, list[str]]) -> None:
    """An edit: all logits 0."""
    for row in weights.values():
        row[:] = ["1"] * len(row)
