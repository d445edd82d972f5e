"""A purely positional head that computes Retrieval (B-rem31-retr)."""

from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false
from theory.mathematics.exact import exact
from theory.mathematics.softmax_head import Head, computes, ideal_retrieval, one_hot, words
from theory.witnesses import head_witness
from theory.witnesses.witness import RefutedClaim, shown


def biased_head(data: dict[str, Any]) -> tuple[Head, list[str]]:
    """VAL = identity, F(x, a) = a + B x, logits by content and position; and all its tokens."""
    tokens = [x + y for x, y in product(data["letters"], data["letters"] + data["integers"])]
    bias = {
        q: {t: exact(row.get(t, "0"), f"bias[{q}][{t}]") for t in tokens}
        for q, row in data["bias"].items()
    }
    weights = head_witness.looked_up(head_witness.weight_table(data["weights"]))
    zero = Fraction(0)
    return Head(
        weights, one_hot, lambda q, a: {t: a.get(t, zero) + bias[q][t] for t in tokens}
    ), tokens


def positional_retrieval(data: dict[str, Any]) -> Outcome:
    """A purely positional head answers every proper input up to a length."""
    head, tokens = biased_head(data)
    weights = head_witness.weight_table(data["weights"])
    if not head_witness.purely_positional(weights, tokens, exact("1/20", "level")):
        return false("not purely positional")
    inputs = list(words(tokens, range(1, data["longest"] + 1)))
    count, failed = computes(head, ideal_retrieval, inputs)
    example = next(x for x in inputs if ideal_retrieval(x) not in (None, x[-1]))
    pairs = all(len(t) == 2 and t[0].isalpha() for t in tokens)
    parts = [
        (
            data["longest"] >= 3 and pairs and any(t[1].isdigit() for t in tokens),
            "degenerate",
            "",
        ),
        (
            failed is None,
            f"wrong on {failed}",
            f"{head_witness.in_numbers(weights)};"
            " F(x, a) = a + B x, B x = 1 on the tokens whose left half x asks for",
        ),
        (
            count == data["inputs"],
            f"{count} inputs, not {data['inputs']}",
            f"the largest y is the answer on all {count} proper inputs of up to {data['longest']} "
            f"tokens; such as {head_witness.worked(head, example)}",
        ),
    ]
    return shown(
        parts, f"purely positional, right on all {count} proper inputs, n ≤ {data['longest']}"
    )


REM31_RETR = RefutedClaim(
    positional_retrieval,
    id="B-rem31-retr",
    place="Remark 3.1",
    statement="No purely positional head computes Retrieval.",
    not_covered="The printed head's own VAL and F, attention of one position alone (hard "
    "attention), and a gap that does not shrink with n: there it holds (B-rem31-retr-fix, -places, "
    "-gap).",
    repairs=(
        "B-rem31-retr-fix",
        "B-rem31-retr-all",
        "B-rem31-retr-places",
        "B-rem31-retr-gap",
        "B-rem31-retr-own",
    ),
)

REM31_RETR.coq(
    "retrieval_heads.B_rem31_retr",
    near_misses={"retrieval_heads.B_rem31_retr__improper": Kind.HYPOTHESIS},
)

REM31_RETR.edited("F(x, a) = a", Kind.TERM, lambda w: [row.clear() for row in w["bias"].values()])
REM31_RETR.edited(
    "uniform: not purely positional", Kind.CONSTANT, lambda w: head_witness.flatten(w["weights"])
)
REM31_RETR.edited(
    "a logit sees the content", Kind.CONSTANT, lambda w: w["weights"]["AB"].__setitem__(1, "101")
)
REM31_RETR.edited(
    "the other letter is looked up",
    Kind.INDEX,
    lambda w: w["bias"].update(AB=w["bias"]["AA"], BB=w["bias"]["BA"]),
)
REM31_RETR.edited("a bias of -1", Kind.SIGN, lambda w: w["bias"]["BA"].update(A1="-1"))
