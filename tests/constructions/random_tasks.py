"""Heads and rules drawn at random, and their least margins by trying every input."""

from contextlib import contextmanager
from itertools import product
from random import Random

import numpy as np
from flint import ctx

from constructions.certificate import enclosures
from constructions.certificate.rules import Case, TaskRule
from constructions.heads.onelayer import OneLayerHead

DRAWN, TOKENS, OUTPUTS = 3, 4, 3
"""Tokens of the longest input; of the alphabet; outputs."""


def drawn_head(pick: Random) -> OneLayerHead:
    """Two planes, few different keys and queries, skips with zeros: whatever a table may hold."""

    def table(width, choices):
        return np.array([[pick.choice(choices) for _ in range(width)] for _ in range(TOKENS)])

    keys, queries = (table(4, [0.0, 0.0, 1.0, -1.0, 0.75]) for _ in range(2))
    keys[1], queries[2] = keys[pick.randrange(TOKENS)], queries[pick.randrange(TOKENS)]
    return OneLayerHead(
        name="drawn",
        tokens=tuple("abcd"),
        outputs=tuple("xyz"),
        queries=queries,
        keys=keys,
        values=table(OUTPUTS, [0.0, 1.0, -1.0, 3.0, -2.5]),
        skip=table(OUTPUTS, [0.0, 0.0, 0.0, 0.5, -1.0]),
        angles=np.array([pick.choice([0.0, 0.5, 2.0]), pick.choice([0.25, 1.0])]),
        beta=pick.choice([0.5, 1.0, 2.0]),
        number_format=pick.choice(["bf16", "float32", "float64"]),
    )


def drawn_rule(pick: Random) -> TaskRule:
    """Up to three cases of any form; some have no input at all."""

    def some(most):
        return frozenset(pick.sample(range(TOKENS), pick.randint(0, most)))

    cases = []
    for _ in range(pick.randint(1, 3)):
        k0, n1 = pick.randint(0, DRAWN - 1), pick.randint(1, DRAWN)
        pins = tuple((some(2), pick.randrange(OUTPUTS)) for _ in range(pick.randint(1, 2)))
        offsets, lengths = (k0, pick.randint(k0, DRAWN)), (n1, pick.choice([DRAWN, DRAWN, n1]))
        cases.append(Case(pick.randrange(TOKENS), some(3), some(3), pins, offsets, lengths))
    return TaskRule({"name": "drawn"}, tuple(cases), tuple(some(2)))


@contextmanager
def precision(bits: int):
    """Enclosures of so many bits; what python-flint computes afterwards has as many as before."""
    before, held = enclosures.PRECISION, ctx.prec
    try:
        enclosures.PRECISION = ctx.prec = bits
        yield
    finally:
        enclosures.PRECISION, ctx.prec = before, held


def inputs(rule: TaskRule):
    """(tokens, the query first; answer) for every input of every case, by its definition."""
    for case in rule.cases:
        for pin, answer in case.pins:
            for n in range(case.lengths[0], case.lengths[1] + 1):
                for k in range(case.offsets[0], min(case.offsets[1], n - 1) + 1):
                    sets = [case.near if t < k else pin if t == k else case.far for t in range(n)]
                    sets[0] = frozenset({case.query})
                    for tokens in product(*map(sorted, sets)):
                        yield tokens, answer


def rivals(head: OneLayerHead, rule: TaskRule, query: int, answer: int):
    """The outputs that may lead the answer: the rule's few, the query's, those with a skip."""
    kept = {o for o in range(OUTPUTS) if head.skip[query][o]}
    return sorted(({query, *rule.few} | kept) - {answer} - {*range(OUTPUTS, 99)})


def lead(head, weights, tokens, answer, rival, rho=0.0):
    """y_answer - y_rival at the given weights, each gain less what rounding takes of it."""

    def gain(row):
        x, y = row[answer], row[rival]
        return x - y - rho * (abs(x) + abs(y))

    gains = [gain(head.values[b]) + gain(head.skip[tokens[0]]) for b in tokens]
    return float(np.dot(weights, gains) / np.sum(weights))


def real_weights(head, tokens):
    """e^logit at each offset, up to a factor, in float64."""
    turn = np.exp(1j * np.arange(len(tokens))[:, None] * head.angles)
    query, keys = head.queries[tokens[0]], head.keys[list(tokens)]
    logits = ((query[::2] + 1j * query[1::2]) * turn * (keys[:, ::2] - 1j * keys[:, 1::2])).sum(1)
    return np.exp(head.beta * logits.real)
