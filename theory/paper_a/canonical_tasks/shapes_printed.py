"""The printed shapes of the largest attention weight, which fail (A-thm7)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.kernel import REALS
from theory.paper_a.canonical_tasks.shapes import ONE, sign_shape
from theory.witnesses import witness
from theory.witnesses.witness import RefutedClaim, shown


def curves_of_witness(data: dict[str, Any]) -> Outcome:
    """The Index curve is no U though the head solves Index; the Retrieval curve no inverse U."""
    index, other = data["index"], data["retrieval"]
    keys, row = index["keys"], _chebyshev(index["cos"], index["keys"])
    rises = [_sign(row[j] - row[keys - j]) * -1 for j in range(1, keys)]
    turned = _chebyshev(other["cos"], other["keys"] + abs(other["phase"]))
    logits = [turned[abs(j - other["phase"])] for j in range(1, other["keys"] + 1)]
    ups = [_sign(b - a) for a, b in zip(logits, logits[1:], strict=False)]
    steps = "; ".join(
        f"w({j + 1}) - w({j}) has the sign of cos {keys - j}θ - cos {j}θ = {row[keys - j]} - "
        f"({row[j]})"
        for j in range(1, keys)
    )
    parts = [
        (max(abs(Fraction(x["cos"])) for x in (index, other)) < 1, "no angle: |cos θ| ≥ 1", ""),
        (
            all(c < 1 for c in row[1:keys]),
            "the Index head does not find its target",
            f"Index: cos tθ at t = 0 … {keys}: {witness.fractions(row)}; below 1 from t = 1 on, so "
            "the target has the largest logit",
        ),
        (index["rises"] == rises, f"the Index curve rises as {rises}", f"Index: {steps}"),
        (
            sign_shape(rises) == "inverse U",
            "the Index curve is no inverse U",
            f"Index: signs {witness.fractions(rises)}: an inverse U, no U",
        ),
        (
            all(x > Fraction(other["floor"]) for x in logits),
            "a matched logit is not the largest",
            f"Retrieval: matched logits cos (j - {other['phase']})θ at j = 1 … {other['keys']}: "
            f"{witness.fractions(logits)}, above the others' {other['floor']}",
        ),
        (other["rises"] == ups, f"the Retrieval curve rises as {ups}", ""),
        (
            len(ups) > 1 and sign_shape(ups) == "rising",
            "the Retrieval curve is not monotone",
            f"Retrieval: signs {witness.fractions(ups)}: rising throughout, no inverse U",
        ),
    ]
    return shown(parts, f"N = {keys}: Index {sign_shape(rises)}, Retrieval {sign_shape(ups)}")


def _chebyshev(cosine: str, most: int) -> list[Fraction]:
    """cos(tθ) = T_t(cos θ) for t = 0 … most."""
    row = [ONE, Fraction(cosine)]
    for _ in range(most - 1):
        row.append(2 * row[1] * row[-1] - row[-2])
    return row


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _edit(part: str, **changes: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda data: data[part].update(changes)


THM7 = RefutedClaim(
    curves_of_witness,
    id="A-thm7",
    place="Theorem 7",
    statement="The largest attention weight w_max(j) of the Index head (logits B·cos((k-j)θ), keys "
    "1 … N) is U-shaped in the target position j; that of the simplified Retrieval head (matched "
    "key B·cos((j-c)θ), the others b) is inverse-U-shaped.",
    provenance="reconstructed",
    parts={
        "retrieval.phase": Kind.INDEX,
        "retrieval.floor": Kind.HYPOTHESIS,
        "index.keys": Kind.DATA,
    },
    not_covered="The low frequencies that the paper discusses. By A-thm7-fix, for 0 < θ ≤ π, the "
    "Index half holds iff θ < 2π/N for keys 1 … N alone, and iff θ < 2π/(N+1) and N ≥ 4 if the "
    "query's own key equals the others. Whether the paper restricts θ and c is not known here: its "
    "text was not at hand. The Retrieval half holds for every phase c in (3/2, N-1/2) iff θ ≤ "
    "π/(N-2), for every c in [2, N-1] iff θ < π/(N-5/2).",
    repairs=("A-thm7-fix",),
)

THM7.coq(
    "shapes.A_thm7",
    covers="the refutation of both halves for every N ≥ 3: Index at each θ' in [2π/N, π], "
    "Retrieval at each θ in (0, π] for γ = 3θ/2",
    axioms=REALS,
    near_misses={"shapes.A_thm7__every_angle": Kind.HYPOTHESIS},
)

THM7.edited("angle below 2π/3", Kind.CONSTANT, _edit("index", cos="-2/5"))
THM7.edited("peak inside", Kind.INDEX, _edit("retrieval", phase=2))
THM7.edited("b above a match", Kind.HYPOTHESIS, _edit("retrieval", floor="1/2"))
THM7.edited("a U", Kind.SIGN, _edit("index", rises=[-1, 1]))
THM7.edited("five keys", Kind.DATA, _edit("index", keys=5))
