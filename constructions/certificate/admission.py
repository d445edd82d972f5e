"""Which heads certificates are made for: what the checker's own arithmetic and its claims allow."""

from fractions import Fraction

import numpy as np

from constructions.certificate.rules import Case, TaskRule
from constructions.heads.formats import nearest
from constructions.heads.onelayer import OneLayerHead

LONGEST, STEEPEST = 1 << 16, 1 << 60
"""Tokens of an input; logits: beyond them e^logit leaves the range of decimals."""
SIZES = dict.fromkeys(("beta", "queries", "keys", "values", "skip"), (-126, 56))
SIZES |= {"angles": (-126, 16)}
"""Powers of 2 between which nonzero numbers lie: no product of two overflows in a run, and tθ
leaves no more than 2^32 turns to take off."""


def refuse_head(head: OneLayerHead, rule: TaskRule, n0: int) -> None:
    """Refuse what no margin can be stated of.

    Raises:
        ValueError: n0 is no length, the rule has no input or is one for another n0 or head, a
            symbol is of other signs than letters and digits, or a number is not of the format.
    """
    if type(n0) is not int or not 2 <= n0 <= LONGEST:
        raise ValueError(f"n0: {n0!r}; a length of 2 to {LONGEST} is needed")
    if not rule.cases:
        raise ValueError(f"rule: {rule.name} has no input of at most {n0} tokens here")
    # A case that no input has would be a bound about nothing.
    for case in rule.cases:
        _refuse_lengths(rule.name, case, n0)
    for name in ("tokens", "outputs"):
        # Rules find tokens by name: the second of two alike would never be looked at.
        if len({*getattr(head, name)}) < len(getattr(head, name)):
            raise ValueError(f"{name}: two of one name; names that differ are needed")
    for symbol, _ in rule.fields.get("attributes", {}).values():
        _refuse_signs(symbol)
    if rule.name in ("index", "retrieval") and head.tokens != head.outputs:
        raise ValueError(f"outputs: {rule.name} answers with tokens; give the head those outputs")
    for name in ("queries", "keys", "values", "skip", "angles", "beta"):
        # The run has the weights that are listed, so they must be numbers of its format.
        for x in dict.fromkeys(np.ravel(getattr(head, name)).tolist()):
            if nearest(Fraction(x), head.number_format) != x:
                raise ValueError(f"{name}: {x!r} is no {head.number_format} number; round it first")


def _refuse_lengths(name: str, case: Case, n0: int) -> None:
    """Refuse a case of no input, or whose longest ones are not of n0 tokens."""
    (n1, n2), (k0, k1) = case.lengths, case.offsets
    if not (n2 == n0 and 1 <= n1 <= n2 and 0 <= k0 <= k1 and k0 < n2):
        raise ValueError(
            f"rule: {name} has inputs of {n1} to {n2} tokens, pins {k0} to {k1} back;"
            f" make the rule for n0 = {n0}"
        )


def _refuse_signs(word: str) -> None:
    """Refuse what could read as a part of a claim, or as another name that looks like it."""
    if not (word.isascii() and word.isalnum()):
        raise ValueError(f"{word!r}: names and tokens are of ASCII letters and digits")


def refuse_forgeable(head: OneLayerHead) -> None:
    """Refuse what the checker refuses, as claims could be forged with it.

    Raises:
        ValueError: names of other signs than letters and digits, numbers outside ``SIZES``, or
            logits of 2^60.
    """
    # A name with punctuation could continue the claim's sentence in words of its own.
    for word in (head.name.replace(",", "").replace(" ", ""), *head.tokens, *head.outputs):
        _refuse_signs(word)
    for name, (low, high) in SIZES.items():
        for x in dict.fromkeys(np.ravel(getattr(head, name)).tolist()):
            if x and not 2.0**low <= abs(x) <= 2.0**high:
                raise ValueError(f"{name}: {x:g}; 0, or 2^{low} to 2^{high}, is needed")
    # β(|q|² + |k|²)/2 is above every logit; see run_error.reach.
    squares = [max(_square(row) for row in t.tolist()) for t in (head.queries, head.keys)]
    if Fraction(head.beta) * sum(squares) / 2 >= STEEPEST:
        raise ValueError(f"beta: {head.beta:g}; logits below 2^60 are needed")


def _square(row: list[float]) -> Fraction:
    return sum((Fraction(x) ** 2 for x in row), Fraction(0))
