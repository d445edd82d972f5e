"""A constructed head run exactly, on every valid input: hard attention in Fractions, softmax by
balls.

Cosines are compared exactly (``theory.mathematics.circle``), so hard attention's maximisers are;
under softmax an output counts as the answer only if its score is certainly the largest."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from constructions.heads.alphabets import Tokens
from constructions.heads.head import ConstructedHead
from constructions.heads.sharpness import BITS, logit_ball
from theory.ledger import Outcome, false, true
from theory.mathematics.circle import Sum, sign
from theory.mathematics.conversions import to_ball

Answer = Callable[[Tokens], Any]
"""Prefix → the answer at its last token; None where no output is strictly largest."""


def hard_head(head: ConstructedHead) -> Answer:
    """The head under hard attention: uniform on the largest logits, in Fractions."""
    logits: dict[tuple[Any, Any, int], Sum] = {}
    ranks: dict[tuple[Any, Any, int], int] = {}
    tokens = head.task.tokens
    for query in tokens:
        table = {
            (query, k, t): head.weights.logit(query, k, t) for k in tokens for t in range(head.n0)
        }
        logits |= table
        ranks |= _ranked(table)
    says = {token: head.weights.says(token) for token in tokens}
    keeps = {token: head.weights.keeps(token) for token in tokens}

    def answer(prefix: Tokens) -> Any:
        query, n = prefix[-1], len(prefix)
        places = [ranks[query, token, n - p] for p, token in enumerate(prefix, start=1)]
        top = [token for token, rank in zip(prefix, places, strict=True) if rank == max(places)]
        scores = {
            output: kept + sum((says[token][output] for token in top), Fraction(0)) / len(top)
            for output, kept in keeps[query].items()
        }
        return _strictly_largest(scores)

    return answer


def _ranked(table: dict[tuple[Any, Any, int], Sum]) -> dict[tuple[Any, Any, int], int]:
    """Each key's rank among one query's logits; equal logits have equal ranks."""
    spelled = {place: tuple(sorted(logit.items())) for place, logit in table.items()}
    values = sorted(map(dict, set(spelled.values())), key=cmp_to_key(sign))
    rank, ranks = 0, {}
    for i, one in enumerate(values):
        rank += i > 0 and sign(values[i - 1], one) != 0
        ranks[tuple(sorted(one.items()))] = rank
    return {place: ranks[one] for place, one in spelled.items()}


def _strictly_largest(scores: dict[Any, Any]) -> Any:
    """The output whose score is certainly above every other's; None if there is none."""
    for output, score in scores.items():
        if all(score > other for name, other in scores.items() if name != output):
            return output
    return None


def soft(head: ConstructedHead, beta: Fraction) -> Answer:
    """The head under softmax at β: the output whose score is certainly the largest."""
    scores = soft_scores(head, beta)
    return lambda prefix: _strictly_largest(scores(prefix))


def soft_scores(head: ConstructedHead, beta: Fraction) -> Callable[[Tokens], dict[Any, Any]]:
    """The head under softmax at β, by output: scores times the softmax sum, as balls."""
    from flint import arb, ctx

    tokens = head.task.tokens
    says = {x: {o: to_ball(c) for o, c in head.weights.says(x).items() if c} for x in tokens}
    keeps = {x: {o: to_ball(c) for o, c in head.weights.keeps(x).items() if c} for x in tokens}
    weights: dict[tuple[Any, Any, int], Any] = {}

    def weight(place: tuple[Any, Any, int]) -> Any:
        if place not in weights:
            weights[place] = logit_ball(head.weights.logit(*place), beta)
        return weights[place]

    def scored(prefix: Tokens) -> dict[Any, Any]:
        with ctx.workprec(BITS):
            query, n, total = prefix[-1], len(prefix), arb(0)
            scores = dict.fromkeys(head.outputs, arb(0))
            for p, token in enumerate(prefix, start=1):
                one = weight((query, token, n - p))
                total += one
                for output, c in says[token].items():
                    scores[output] += one * c
            for output, c in keeps[query].items():
                scores[output] += total * c
            return scores

    return scored


def right_on(head: ConstructedHead, answer: Answer, inputs: Iterable[Tokens]) -> Outcome:
    """Does ``answer`` give the task's answer on all ``inputs``? With the first input that fails.

    The last position alone is asked: answers elsewhere are those of prefixes, or none.
    """
    cases = 0
    for tokens in inputs:
        wanted = head.task.answers(tokens)[-1]
        if wanted is None:
            continue
        cases += 1
        output = answer(tokens)
        if output != wanted:
            shown = " ".join(map(str, tokens))
            return false(f"{head.name}: {shown}: {output}, not {wanted}", cases)
    return true(cases, note=f"{head.name}, n0 = {head.n0}")
