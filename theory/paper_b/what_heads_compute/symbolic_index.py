"""Index by a head that the scores call purely symbolic (B-rem31-index-score)."""

from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from theory.ledger import Kind, Outcome, false
from theory.mathematics.exact import exact
from theory.mathematics.placement import exact_placement
from theory.mathematics.softmax_head import Head, ideal_index, mistold, one_hot, words
from theory.witnesses import head_witness
from theory.witnesses.witness import RefutedClaim, cosine_squares, shown

LEVEL = Fraction(1, 20)


def symbolic_index(data: dict[str, Any]) -> Outcome:
    """e^L = contents[x] · offsets[n - p], VAL = identity: each swap of different contents before
    the query has cos(v', v) ≤ 1/20, and some F makes it Index.

    v and v' being positive, cos(v', flip v) ≥ √(1 - 1/400) follows.
    """
    tokens = [*data["letters"], *data["integers"]]
    contents = {t: exact(e, f"contents[{t}]") for t, e in data["contents"].items()}
    offsets = [exact(e, f"offsets[{t}]") for t, e in enumerate(data["offsets"])]
    if min(*contents.values(), *offsets) <= 0:
        return false("a weight is not positive")
    inside = any(0 < int(x) < len(offsets) for x in data["integers"])
    if not inside or not any(x.isalpha() for x in data["letters"]):
        return false("no letter, or no integer that points at a position")
    head = Head(lambda q, n, token, p: contents[token] * offsets[n - p], one_hot, lambda q, a: a)
    inputs = list(words(tokens, range(1, len(offsets) + 1)))
    clash = mistold(head, ideal_index, inputs)
    positional = [
        cosine_squares(exact_placement([[contents[t] * f for f in pair] for t in two]), (1, 0))[0]
        for two in permutations(tokens, 2)
        for pair in combinations(offsets[1:], 2)
    ]
    parts = [
        (len(offsets) >= 4 and len(tokens) >= 3, "degenerate: too short, or two contents", ""),
        (
            max(positional) <= LEVEL**2,
            "cos(v', v) is above 1/20",
            "e^L = content's weight × position's weight; over all swaps of two contents at two "
            f"positions before the query, the largest cos²(v', v) = {max(positional)} ≤ 1/400: "
            "s_POS ≤ 1/20",
        ),
        (
            clash is None,
            f"{clash}: one (x_n, a_n), two answers",
            f"no two of the {len(inputs)} inputs with different answers have one (x_n, a_n), so "
            f"some F tells the answers; such as {head_witness.worked(head, tuple(tokens[:3]))}",
        ),
        (len(inputs) == data["inputs"], f"{len(inputs)} inputs, not {data['inputs']}", ""),
    ]
    return shown(parts, f"purely symbolic by the scores, Index on all {len(inputs)} inputs")


REM31_INDEX_SCORE = RefutedClaim(
    symbolic_index,
    id="B-rem31-index-score",
    place="Remark 3.1, read of the scores",
    statement="Let n0 ≥ 3, and let the scores call a head purely symbolic at γ = 1/20 on every "
    "input of 3 to n0 tokens whose contents before the query are all different. Then it does not "
    "compute Index on all inputs of at most n0 tokens.",
    provenance="reading",
    parts={"letters": Kind.QUANTIFIER, "offsets": Kind.HYPOTHESIS, "inputs": Kind.DATA},
    not_covered="Inputs with a content twice: its swap changes nothing and has cos(v', v) = 1. The "
    "answers lie close together in a_n, and F is no printed one. The program tests n0 = 6 and "
    "three symbols: their contents are all different up to 4 tokens, so the scores are asked at 3 "
    "and 4 tokens alone. By Def. D.1 the head is symbolic on no such input, and the remark holds "
    "(B-rem31-index).",
    repairs=("B-rem31-index",),
)

REM31_INDEX_SCORE.edited(
    "logits that do not see the offset",
    Kind.HYPOTHESIS,
    lambda w: w.update(offsets=["1"] * len(w["offsets"])),
)
REM31_INDEX_SCORE.edited(
    "two offsets alike", Kind.HYPOTHESIS, lambda w: w["offsets"].__setitem__(1, w["offsets"][2])
)
REM31_INDEX_SCORE.edited(
    "contents that weigh nearly the same",
    Kind.CONSTANT,
    lambda w: w["contents"].update({"b": "20"}),
)
REM31_INDEX_SCORE.edited(
    "offsets that differ as much",
    Kind.HYPOTHESIS,
    lambda w: w.update(offsets=[str(50**t) for t in range(len(w["offsets"]))]),
)
REM31_INDEX_SCORE.edited("an input more", Kind.DATA, lambda w: w.update(inputs=w["inputs"] + 1))
REM31_INDEX_SCORE.edited("one letter", Kind.QUANTIFIER, lambda w: w.update(letters="a"))
