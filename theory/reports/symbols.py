"""What the letters of a statement mean, if it is about a placement matrix or the two scores.

The words of a statement are pinned, and a statement is as short as the paper's. So what its letters
mean is printed under it.
"""

import re
from collections.abc import Iterator

ABOUT_M = re.compile(r"M\[|placement matrix|Var\(λ\)|δ_pos|δ_sym")
"""Texts about a placement matrix. In others M, λ, μ and P may be letters of their own."""
OF_M = {
    "": "M[a, p] is the logit of content a placed at position p, for one head, input and query. a"
    " and p run over the N = n - 1 tokens before the query.",
    "λ|μ": "λ_j = M[j, j] is the head's own logit at position j. μ is the mean of these N logits.",
    "δ": "δ_pos(π, j) = M[π(j), j] - λ_j puts content π(j) at position j, and"
    " δ_sym(π, j) = M[j, π(j)] - λ_j puts content j at position π(j), where π is a permutation. A"
    " head is positional if δ_pos vanishes, and symbolic if δ_sym does.",
    r"\bP \+ S\b|√P": "P and S are the means over all N² pairs (a, p) of (M[a, p] - λ_p)² and of"
    " (M[a, p] - λ_a)².",
}
"""By the letters, what they mean where a placement matrix is meant."""
SCORES = (
    "s_POS is the mean of cos(v', v) over all swaps of two contents before the query, weighted"
    " by α. s_SYM is that of cos(v', v backwards). v and v' are the attention at the two positions"
    " before and after the swap. docs/scores.md has α."
)


def meanings(text: str) -> Iterator[str]:
    """A sentence or two for each group of letters in a statement and its quantifiers."""
    if ABOUT_M.search(text):
        yield from (told for letters, told in OF_M.items() if re.search(letters, text))
    if re.search("s_POS|s_SYM", text):
        yield SCORES
