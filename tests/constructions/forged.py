"""Certificates of small heads, each with forgeries that are wrong by 5e-9 and right in all else.

The heads are chosen so that each case that the checker considers is somewhere the worst one; the
forgeries' claims are remade to match, so that nothing but the sums speaks against them.
"""

import copy
import json
import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from constructions import check_certificate as checker
from constructions.certificate.certificate import Printed, Symbolic, certify, field_digest
from constructions.certificate.remake import listed_rule
from constructions.heads.onelayer import OneLayerHead
from tests.constructions.enumeration import inputs
from tests.kept import kept

BY = 5
"""The forgeries' 10^-9: a certificate's bound is less than 3 below the truth."""
DIGITS, ZERO, PAIRS = ("a", "b", "1", "2"), ("a", "0", "1"), ("a1", "b1", "aa", "ab", "ba", "bb")
CONTEXT = {"x1": ["x", "o"], "x2": ["x", "p"], "y1": ["y", "o"], "y2": ["y", "p"]}
TASKS = {
    "index": (DIGITS, DIGITS, {"name": "index"}),
    "zero": (ZERO, ZERO, {"name": "index"}),
    "retrieval": (PAIRS, PAIRS, {"name": "retrieval"}),
    "lookup": ((*CONTEXT, "x", "y"), ("o", "p", "q"), {"name": "lookup", "attributes": CONTEXT}),
    "induction": ((*CONTEXT, "x", "y"), ("p", "o"), {"name": "induction", "attributes": CONTEXT}),
    "position": (
        DIGITS,
        ("b", "a", "c"),
        {"name": "position", "offsets": {"1": 1, "2": 2}, "lengths": [2, 3]},
    ),
    "position of one length": (
        DIGITS,
        ("a", "b"),
        {"name": "position", "offsets": {"1": 2, "2": 1}, "lengths": [3, 3]},
    ),
}
"""Tokens, outputs, rule."""


def dyadic(random, *shape, most=2):
    """Multiples of 1/8, numbers of every format."""
    return random.integers(-8 * most, 8 * most + 1, shape) / 8


def any_head(task, seed, number_format=None, **changed):
    """A head of random weights, right on most inputs: values and skip lean to the own output."""
    tokens, outputs, rule = TASKS[task]
    random = np.random.default_rng(seed)
    planes = int(random.integers(1, 3))
    own = np.array([[float(output_of(rule, x) == o) for o in outputs] for x in tokens])
    weights = {
        "queries": dyadic(random, len(tokens), 2 * planes),
        "keys": dyadic(random, len(tokens), 2 * planes),
        "values": 4 * own + dyadic(random, *own.shape, most=1),
        "skip": dyadic(random, *own.shape, most=1) / 4,
        "angles": random.choice([0.0, 0.5, 1.25, 2.5], planes),
        "beta": float(random.choice([0.25, 1.0, 3.0])),
        "number_format": number_format or str(random.choice(["bf16", "float32", "float64"])),
    }
    return OneLayerHead(name=f"{task} {seed}", tokens=tokens, outputs=outputs, **weights | changed)


def output_of(rule, token):
    """The output that a token says."""
    return rule.get("attributes", {}).get(token, [None, token])[1]


def certified(task, head, n0=3):
    """The head's certificate under a task's rule."""
    rule = listed_rule(TASKS[task][2], head, n0, "any")
    return certify(head, rule, n0).fields


def printed(task, letters, integers, theta, beta, number_format, n0):
    """A printed head's certificate."""
    made = Printed(task, letters, integers, Fraction(theta), Fraction(beta), number_format)
    return made.certify(n0).fields


def symbolic(letters, integers, beta, number_format, n0):
    """A symbolic head's certificate."""
    return Symbolic(letters, integers, Fraction(beta), number_format).certify(n0).fields


def directed(task, query, answer, rival):
    """A head on which this query, answer and rival are the worst: the query's skip leans to it."""
    tokens, outputs, _ = TASKS[task]
    head = any_head(task, [tokens.index(query), outputs.index(answer), outputs.index(rival)])
    lean = np.zeros(head.skip.shape)
    lean[tokens.index(query), outputs.index(rival)] = 8
    lean[tokens.index(query), outputs.index(answer)] = -8
    return replace(head, skip=lean, name=f"{task} {query} {answer} {rival}")


def triples(task):
    """(query, answer, rival) of every input of at most 3 tokens."""
    tokens, outputs, rule = TASKS[task]
    answered = {(names[-1], outputs[o]) for names, o in inputs(rule, tokens, outputs, 3)}
    return [(q, o, rival) for q, o in sorted(answered) for rival in outputs if rival != o]


def bad(task, query, token, rival):
    """A head on which one token says a rival after one query, and all else helps.

    The query itself: an input just long enough is the worst. A token that may be the pin: one that
    has it as often as may be.
    """
    tokens, outputs, rule = TASKS[task]
    head = any_head(task, 1)
    values = np.array([[4.0 * (output_of(rule, x) == o) for o in outputs] for x in tokens])
    values[tokens.index(token)] = 16 * np.array([o == rival for o in outputs])
    skip = np.zeros(values.shape)
    for q, answer, _ in triples(task):
        if q != query:
            skip[tokens.index(q), outputs.index(answer)] = 64
    queries, keys = np.zeros(head.queries.shape), np.zeros(head.keys.shape)
    if task == "retrieval":  # "ab" looks at itself alone, whatever else says "bb"
        queries[tokens.index("ab"), 0] = keys[tokens.index("ab"), 0] = 8
    return replace(
        head, queries=queries, keys=keys, values=values, skip=skip, name=f"{task} {token}"
    )


BAD = {
    "lookup short": ("x", "x", "q"),
    "lookup again": ("x", "x1", "q"),
    "position short": ("1", "1", "c"),
    "retrieval short": ("ba", "ba", "bb"),
    "retrieval again": ("ba", "a1", "bb"),
}


def faint():
    """All weights are e^-80: a sum is small for a large lead, and below 0 for a small one."""
    head = any_head("index", 1)
    queries, keys = np.zeros(head.queries.shape), np.zeros(head.keys.shape)
    queries[:, 0], keys[:, 0] = 8.0, -10.0
    changed = {"queries": queries, "keys": keys, "angles": head.angles * 0, "beta": 1.0}
    return replace(head, **changed, number_format="float64", name="faint")


def uncertain():
    """A key so long that its logits are off by more than 16 in a run; no bound is given."""
    head = any_head("position", 3)
    keys = head.keys.copy()
    keys[0, 0] = 2.0**20
    return replace(head, keys=keys, number_format="bf16", name="uncertain")


def large():
    """Values so large that a weight of e^-40 decides, and what is flushed of it shows."""
    head = any_head("position", 3)
    values, keys = np.zeros(head.values.shape), np.zeros(head.keys.shape)
    keys[1, 0], queries = -20.0, np.zeros(head.queries.shape)
    queries[2:, 0] = 2.0
    values[0, 1], values[1, 2] = 8.0, 2.0**56  # a says a, b says c
    skip = np.zeros(values.shape)
    skip[2:, 2] = 64
    changed = {"values": values, "keys": keys, "queries": queries, "skip": skip}
    angles = head.angles * 0
    return replace(head, **changed, angles=angles, beta=1.0, number_format="float32", name="large")


def turned_in_part():
    """Queries of powers of two, whose first plane is turned exactly and whose second is not."""
    axes = {"queries": np.full((4, 4), [1.0, 0.0, 1.0, 1.0]), "angles": np.array([0.5, 1.25])}
    keys = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]] * 2)
    head = any_head("index", 2, "bf16", **axes, keys=keys, beta=1.0)
    return replace(head, name="turned in part")


SEEDS = range(8)
CONSTRUCTED = {
    "index, small": lambda: printed("index", 2, 2, "1/6", 3, "float32", 5),
    "index, negative": lambda: printed("index", 2, 2, "1/7", "1/10", "float32", 4),
    "index, query beyond the stand-ins": lambda: printed("index", 5, 5, "1/9", 8, "bf16", 6),
    "index, own rival": lambda: printed("index", 4, 5, "2/9", 6, "float32", 5),
    "index, one letter": lambda: printed("index", 1, 3, "1/3", 2, "bf16", 4),
    "index, float64": lambda: printed("index", 4, 6, "2/25", 20, "float64", 7),
    "retrieval, everything": lambda: printed("retrieval", 2, 1, "1/20", 8, "float32", 4),
    "retrieval, stand-ins": lambda: printed("retrieval", 3, 4, "1/40", 60, "float32", 5),
    "retrieval, negative": lambda: printed("retrieval", 2, 3, "2/25", 3, "bf16", 4),
    "retrieval, a later letter asks": lambda: printed("retrieval", 3, 1, "1/7", 8, "float32", 4),
    "retrieval, beyond the stand-ins": lambda: printed("retrieval", 5, 3, "1/7", 8, "bf16", 3),
    "retrieval, one letter": lambda: printed("retrieval", 1, 3, "1/3", 2, "float64", 4),
    "symbolic": lambda: symbolic(2, 1, 8, "float32", 3),
    "symbolic, six letters": lambda: symbolic(6, 3, 5, "float64", 6),
    "symbolic, eight letters": lambda: symbolic(8, 2, 4, "bf16", 7),
    "symbolic, another letter asked for": lambda: symbolic(2, 2, "1/2", "float32", 4),
    "symbolic, one letter": lambda: symbolic(1, 4, 2, "bf16", 5),
}


@kept
def honest():
    """Every honest certificate's fields, by name."""
    made = {name: make() for name, make in CONSTRUCTED.items()}
    for task in TASKS:
        for seed in SEEDS:
            made[f"{task} {seed}"] = certified(task, any_head(task, seed))
        for triple in triples(task):
            made[f"{task} leans {' '.join(triple)}"] = certified(task, directed(task, *triple))
    for name, chosen in BAD.items():
        task = name.split()[0]
        made[name] = certified(task, bad(task, *chosen))
    for special in (large, faint, uncertain, turned_in_part):
        head = special()
        task = "index" if special in (faint, turned_in_part) else "position"
        made[head.name] = certified(task, head)
    return made


def random_head_of(name):
    """For which task a certificate has a head of random weights; none if a hand made the head."""
    match = re.fullmatch(r"(.+?) (\d|leans .+)", name)
    return match and match[1]


def plainly(fields):
    """As the file is written."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def remade(fields, **changed):
    """With some fields changed, and the hashes and the claim that they have now."""
    fields = copy.deepcopy(fields) | changed
    fields["weights_sha256"] = field_digest(fields["head"])
    fields["rule_sha256"] = field_digest(fields["rule"])
    fields["claim"] = " ".join(checker.sentences(fields).values())
    return plainly(fields)


def raised(number, by):
    """A decimal of nine places moved by so many 10^-9."""
    return f"{Decimal(number) + Decimal(by).scaleb(-9):f}"


def moved(fields, exact=0, run=0):
    """A forgery: bounds moved by so many 10^-9, with all that says them."""
    below = raised(fields["worst"]["below"], exact)
    changed = {"exact": raised(fields["exact"], exact), "worst": fields["worst"] | {"below": below}}
    if run:
        changed["run"] = raised(fields["run"], run)
    return remade(fields, **changed)


@kept
def false():
    """(name, text) of every forgery; all of them say what is false."""
    forgeries = []
    for name, fields in honest().items():
        forgeries.append((f"{name}: exact raised", moved(fields, exact=BY)))
        if "leans" in name:
            continue
        forgeries.append((f"{name}: exact and below lowered", moved(fields, exact=-BY)))
        if fields["run"] is not None:
            forgeries.append((f"{name}: run raised", moved(fields, run=BY)))
    return forgeries


def reason(text):
    """Why the checker rejects a text."""
    with pytest.raises(checker.Rejected) as error:
        checker.checked(text)
    return str(error.value)


def accepted(module, text):
    """Does a checker accept a text?"""
    try:
        module.checked(text)
    except module.Rejected:
        return False
    return True
