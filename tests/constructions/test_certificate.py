"""Certificates against every input: the least margin, the input named, verdicts, bad input."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from constructions import check_certificate
from constructions.certificate import certify, is_valid, main
from constructions.formats import nearest
from constructions.plain_heads import index_head, retrieval_head
from constructions.rules import index_rule, lookup_rule, position_rule, retrieval_rule
from tests.constructions.small_heads import ATTRIBUTES, lookup_head
from theory.constructed import index_answer, proper, retrieval_answer


def outputs(head, tokens):
    """The head's outputs at the last token, in float64."""
    query, logits = tokens[-1], []
    for t, b in enumerate(reversed(tokens)):
        total = 0.0
        for i, angle in enumerate(head.angles):
            c, s = math.cos(t * angle), math.sin(t * angle)
            (q0, q1), (k0, k1) = (x[2 * i : 2 * i + 2] for x in (head.queries[query], head.keys[b]))
            total += k0 * (c * q0 - s * q1) + k1 * (s * q0 + c * q1)
        logits.append(head.beta * total)
    weights = np.exp(np.array(logits) - max(logits))
    return head.skip[query] + weights / weights.sum() @ head.values[list(tokens)[::-1]]


def margin(head, tokens, answer):
    """The answer's lead over the closest other output."""
    y = outputs(head, tokens)
    return y[answer] - np.delete(y, answer).max()


def index_of(head, tokens):
    """Theory's Index on token indices; None where the number points outside."""
    names = [int(x) if x.isdigit() else x for x in (head.tokens[b] for b in tokens)]
    if isinstance(names[-1], int) and names[-1] >= len(names):
        return None
    return head.tokens.index(str(index_answer(names)))


def retrieval_of(head, tokens):
    """Theory's Retrieval on token indices; None for inputs that are not proper."""
    names = [head.tokens[b] for b in tokens]
    pairs = [(x[0], int(x[1:]) if x[1:].isdigit() else x[1:]) for x in names]
    if not proper(pairs):
        return None
    return head.tokens.index("".join(map(str, retrieval_answer(pairs))))


def last_bound(head, tokens):
    """Partial Induction by its definition: the attribute bound at the symbol's last occurrence."""
    names = [head.tokens[b] for b in tokens]
    if names[-1] in ATTRIBUTES or any(x not in ATTRIBUTES for x in names[:-1]):
        return None
    bound = [o for s, o in (ATTRIBUTES[x] for x in names[:-1]) if s == names[-1]]
    return head.outputs.index(bound[-1]) if bound else None


def exhaustive(head, n0, task):
    """The least margin over all |Σ|^n sequences that are inputs."""
    every = (
        x for n in range(1, n0 + 1) for x in itertools.product(range(len(head.tokens)), repeat=n)
    )
    return min(margin(head, x, o) for x in every if (o := task(head, x)) is not None)


def agrees(head, rule, n0, task):
    """The certified margin is the exhaustive one to 1e-9, and the input named has it."""
    certificate = certify(head, rule, n0)
    least = exhaustive(head, n0, task)
    assert certificate.exact.lower / 1e9 < least + 1e-12
    assert least < certificate.exact.upper / 1e9 + 1e-12
    tokens = [head.tokens.index(x) for x in certificate.worst]
    if certificate.valid:
        assert head.outputs[task(head, tokens)] == certificate.answer
    assert abs(margin(head, tokens, head.outputs.index(certificate.answer)) - least) < 3e-9
    assert check_certificate.check(certificate.text()) == certificate.fields["claim"]
    return certificate


INDEX = [(2, 2, 1.0, 3.0, "float32", 6), (3, 2, 0.75, 8.0, "float64", 5),
         (1, 3, 2.0, 2.0, "bf16", 6), (2, 3, 1.25, 30.0, "bf16", 5)]  # fmt: skip
RETRIEVAL = [(2, 1, 0.3125, 3.0, "float32", 5), (2, 3, 0.5, 8.0, "float64", 3),
             (1, 3, 2.0, 2.0, "bf16", 6), (2, 0, 0.3125, 5.0, "float32", 6),
             (3, 3, 0.25, 30.0, "bf16", 2)]  # fmt: skip


@pytest.mark.parametrize("case", INDEX, ids=str)
def test_index_against_every_input(case):
    head, n0 = index_head(*case[:-1]), case[-1]
    small = agrees(head, index_rule(head, n0), n0, index_of)
    assert certify(head, index_rule(head, n0, everything=True), n0).exact == small.exact


@pytest.mark.parametrize("case", RETRIEVAL, ids=str)
def test_retrieval_against_every_proper_input(case):
    head, n0 = retrieval_head(*case[:-1]), case[-1]
    small = agrees(head, retrieval_rule(head, n0), n0, retrieval_of)
    assert certify(head, retrieval_rule(head, n0, everything=True), n0).exact == small.exact


def test_dense_weights_against_every_input():
    head = lookup_head()
    agrees(head, lookup_rule(head, 5, ATTRIBUTES, last=True), 5, last_bound)


def test_paper_as_index_by_position():
    head = index_head(2, 3, 1.0, 30.0, "float32")
    rule = position_rule(head, 4, {"1": 3, "2": 2, "3": 1})
    certificate = agrees(head, rule, 4, lambda h, x: (
        index_of(h, x) if len(x) == 4 and h.tokens[x[-1]].isdigit()
        and not any(h.tokens[b].isdigit() for b in x[:-1]) else None))  # fmt: skip
    assert certificate.verdict == "certified"


def test_the_cases_are_the_tasks_inputs():
    """A rule's cases give just the task's answer; Retrieval's also hold improper inputs."""
    index, pairs = (
        index_head(2, 2, 1.0, 3.0, "float32"),
        retrieval_head(2, 1, 0.3125, 3.0, "float32"),
    )
    for head, rule, task in (
        (index, index_rule(index, 4), index_of),
        (pairs, retrieval_rule(pairs, 4), retrieval_of),
    ):
        for n in range(1, 5):
            for x in itertools.product(range(len(head.tokens)), repeat=n):
                answer, found = task(head, x), rule.answers(list(x))
                assert found == {answer} or (answer is None and (head is pairs or not found))
                if head is pairs:
                    assert is_valid(head, rule, x) == (answer is not None)


def test_far_weights_still_decide():
    """The answer may weigh e^-50 of what another key would: the scale is each input's own."""
    head = retrieval_head(8, 8, nearest(Fraction(1, 50), "float32"), 4096.0, "float32")
    certificate = certify(head, retrieval_rule(head, 17), 17)
    assert certificate.verdict == certificate.run_verdict == "certified"


def float32_lead(head, tokens, answer):
    """The lead in a float32 run that rotates queries and keys by their own positions."""
    f, n = np.float32, len(tokens)
    place = np.arange(n)
    c, s = f(np.cos(place * head.angles[0])), f(np.sin(place * head.angles[0]))
    q0, q1 = f(head.queries[tokens[-1]])
    k = f(head.keys[list(tokens)])
    q = np.array([f(q0 * c[-1]) - f(q1 * s[-1]), f(q0 * s[-1]) + f(q1 * c[-1])])
    turned = np.stack([k[:, 0] * c - k[:, 1] * s, k[:, 0] * s + k[:, 1] * c], 1)
    logits = f(head.beta) * (turned @ q)
    weights = np.exp(logits - logits.max())
    y = f(head.skip[tokens[-1]]) + (weights / weights.sum()) @ f(head.values[list(tokens)])
    return y[answer] - np.delete(y, answer).max()


def test_float32_runs_keep_the_bound():
    head, n0 = index_head(2, 3, 0.03125, 8192.0, "float32"), 64
    certificate = certify(head, index_rule(head, n0), n0)
    assert certificate.run_verdict == "certified"
    random = np.random.default_rng(0)
    inputs = [[head.tokens.index(x) for x in certificate.worst]]
    inputs += [list(random.integers(0, 5, n)) for n in random.integers(4, n0 + 1, 300)]
    for tokens in inputs:
        answer = index_of(head, tokens)
        assert float32_lead(head, tokens, answer) >= certificate.run.lower / 1e9


def test_refused():
    head = index_head(2, 2, 1.0, 3.0, "float32")
    with pytest.raises(ValueError, match="n0: 1; a length of at least 2"):
        certify(head, index_rule(head, 1), 1)
    with pytest.raises(ValueError, match="two offsets tie"):
        index_head(2, 2, 2 * math.pi / 3, 3.0, n0=5)
    with pytest.raises(ValueError, match="0 < θ < ω"):
        retrieval_head(2, 1, 1.0, 3.0, n0=5)
    with pytest.raises(ValueError, match="no float32 number"):
        index_head(2, 2, 0.1, 3.0, "float32")
    with pytest.raises(ValueError, match="names position 4"):
        position_rule(head, 4, {"1": 4})


def test_command_line(tmp_path, capsys):
    out = tmp_path / "c.json"
    given = ["index", "--letters=2", "--integers=2", "--n0=4", "--theta=1", "--format=float32"]
    given += ["--out", str(out), "--beta"]
    assert main([*given, "8"]) == 0
    assert check_certificate.main([str(out)]) == 0
    assert main([*given, "0.1"]) == 1
    assert main([*given, "-1"]) == 2
    assert "rope-claims: beta" in capsys.readouterr().err
