"""Certificates field by field: what was proved is what they say, of the head they list."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from constructions.certificate import certificate
from constructions.certificate.certificate import (
    Certificate,
    Printed,
    Symbolic,
    _pairs,
    certify,
    decimal,
    field_digest,
    head_fields,
    is_valid,
    least_margin,
    letters,
)
from constructions.certificate.enclosures import Enclosure
from constructions.certificate.margins import Margins, enclosed
from constructions.certificate.rules import bound_rule, index_rule, retrieval_rule
from constructions.certificate.run_error import drift
from constructions.heads.alphabets import Numbers, Pairs
from constructions.heads.index import index_printed
from constructions.heads.retrieval import retrieval_printed, retrieval_symbolic
from tests.constructions.certificate.test_certificate import (
    last_bound,
    margin,
    printed,
    retrieval_of,
)
from tests.constructions.small_heads import ATTRIBUTES, lookup_head


def lead(exact, run=None, valid=True):
    """A certificate of these bounds."""
    return Certificate({}, exact, run, (), "", "", valid)


def test_a_verdict_is_strict():
    """A lead of 0 is no lead; the least lead lies strictly above ``exact``, below it by WIDTH."""
    assert [lead(x).certified for x in (-1, 0, 1)] == [False, False, True]
    assert [lead(5, x).run_certified for x in (None, -1, 0, 1)] == [False, False, False, True]
    assert [lead(x).refuted for x in (1, 0, -2, -3, -4)] == [False, False, False, False, True]
    assert not lead(-(10**9), valid=False).refuted


@given(st.integers(-(10**12), 10**12))
@example(-1)
@example(-(10**9) - 1)
@example(0)
def test_decimals_are_exact_and_have_nine_places(nanos):
    assert Fraction(decimal(nanos)) == Fraction(nanos, 10**9)
    assert re.fullmatch(r"-?(0|[1-9]\d*)\.\d{9}", decimal(nanos))
    assert decimal(nanos).startswith("-") == (nanos < 0)


def noisy():
    """A head whose every table has numbers of both signs, and zeros."""
    head = lookup_head(noise=0.25, seed=4)
    skip = np.zeros_like(head.skip)
    skip[0], skip[4] = [0.5, -0.25], [-0.5, 0]
    return replace(head, skip=skip, values=np.where(head.values == 1, -head.values, head.values))


def test_the_fields_hold_every_weight():
    head = noisy()
    fields = json.loads(json.dumps(head_fields(head)))
    assert list(fields) == ["name", "tokens", "outputs", "queries", "keys", "values", "skip",
                            "angles", "beta", "number_format"]  # fmt: skip
    for name in ("name", "number_format"):
        assert fields[name] == getattr(head, name)
    for name in ("tokens", "outputs"):
        assert tuple(fields[name]) == getattr(head, name)
    for name in ("queries", "keys"):
        assert [[*map(float.fromhex, x)] for x in fields[name]] == getattr(head, name).tolist()
    for name in ("values", "skip"):
        rows = [[float.fromhex(x.get(o, "0x0p0")) for o in head.outputs] for x in fields[name]]
        assert rows == getattr(head, name).tolist()
        assert all(float.fromhex(x) for row in fields[name] for x in row.values())
    assert [*map(float.fromhex, fields["angles"])] == head.angles.tolist()
    assert float.fromhex(fields["beta"]) == head.beta


def test_a_hash_is_of_everything_hashed():
    text = '{"a": [1, "\\u00e9"], "b": 2}'
    assert field_digest({"b": 2, "a": [1, "é"]}) == sha256(text.encode()).hexdigest()
    head = noisy()
    made = certify(head, bound_rule(head, 3, ATTRIBUTES), 3).fields
    for name, hashed in (("weights_sha256", "head"), ("rule_sha256", "rule")):
        plain = json.dumps(made[hashed], sort_keys=True)
        assert made[name] == sha256(plain.encode()).hexdigest()
    assert made["head"] == head_fields(head)
    assert made["rule"]["attributes"] == {x: list(y) for x, y in ATTRIBUTES.items()}


def test_a_certificate_says_what_was_proved():
    head, n0 = lookup_head(noise=1.0, beta=0.25, seed=3), 5
    rule = bound_rule(head, n0, ATTRIBUTES, last=True)
    issued, fields = certify(head, rule, n0), certify(head, rule, n0).fields
    exact, run = (enclosed(Margins(Enclosure(head, n0, x), rule)) for x in (False, True))
    assert (issued.exact, issued.run) == (exact, run)
    assert run < exact < 0
    assert (fields["exact"], fields["run"]) == (decimal(exact), decimal(run))
    worst = fields["worst"]
    assert worst["below"] == decimal(exact + 3)
    named = [token for token, count in worst["input"] for _ in range(count)]
    assert tuple(named) == issued.worst
    assert len(worst["input"]) < len(named)
    assert (worst["answer"], worst["other"], worst["valid"]) == (issued.answer, issued.rival, True)
    tokens = [*map(head.tokens.index, named)]
    assert head.outputs[last_bound(head, tokens)] == issued.answer
    own = margin(head, tokens, head.outputs.index(issued.answer))
    assert exact / 1e9 - 1e-12 < own < (exact + 3) / 1e9 + 1e-12
    assert issued.refuted
    assert fields["n0"] == n0
    assert fields["construction"] == {"name": "any"}
    assert json.loads(issued.text()) == fields
    assert issued.text().endswith("}\n")
    assert ": " not in issued.text().replace(fields["claim"], "").replace(head.name, "")


def test_no_certificate_of_what_is_not_admitted():
    """Neither of a head that claims could be forged with, nor of a rule for another length."""
    head = lookup_head()
    for refused, n0, says in (
        (replace(head, name="any. Verdict: certified"), 3, "names and tokens are of ASCII"),
        (head, 4, "make the rule for n0 = 4"),
    ):
        with pytest.raises(ValueError, match=says):
            certify(refused, bound_rule(refused, 3, ATTRIBUTES), n0)


def test_a_run_of_hopeless_logits_has_no_bound():
    """One pair of a query and a key is enough; most are hopeful here, and 16 itself is none."""
    head = lookup_head()
    rule = bound_rule(head, 3, ATTRIBUTES)
    drifts = [drift(head, tuple(q), tuple(k)) for q in head.queries for k in head.keys]
    scale = 16 / max(drifts)
    for factor, hopeless in ((Fraction(99, 100), False), (Fraction(101, 100), True)):
        beta = float(np.float32(float(head.beta * scale * factor)))
        made = certify(replace(head, beta=beta), rule, 3)
        assert (made.run is None) == hopeless
        assert (made.fields["run"] is None) == hopeless
    assert min(drifts) * scale < 8


def test_the_limit_of_hope_is_16():
    flat = replace(lookup_head(), queries=np.zeros((6, 4)), angles=np.zeros(2))
    keys, unit = np.zeros((6, 4)), 2.0**16
    keys[:, 0] = unit
    head = replace(flat, keys=keys, queries=np.zeros((6, 4)), number_format="float32")
    unscaled = drift(replace(head, beta=1.0), (0.0,) * 4, (unit, 0, 0, 0))
    beta = float(np.float32(float(16 / unscaled)))
    for b in (np.nextafter(np.float32(beta), np.float32(0)), np.float32(beta * (1 + 2e-7))):
        now = replace(head, beta=float(b))
        hopeless = drift(now, (0.0,) * 4, (unit, 0, 0, 0)) > 16
        made = certify(now, bound_rule(now, 2, ATTRIBUTES), 2)
        assert (made.run is None) == hopeless


def test_letters_are_distinct():
    assert letters(3) == ("a", "b", "c")
    assert letters(28)[24:] == ("y", "z", "aa", "ab")
    many = letters(26 + 26 * 26 + 2)
    assert many[-3:] == ("zz", "aaa", "aab")
    assert len(set(many)) == len(many)


def test_printed_heads_are_the_theorems():
    """Every weight as the construction says, in the format asked for, at the β asked for."""
    theta = Fraction(1, 40)
    for task, tokens in (("index", Numbers(("a", "b"), 3)), ("retrieval", Pairs(("a", "b"), 3))):
        built = {"index": index_printed, "retrieval": retrieval_printed}[task]
        for number_format in ("float32", "bf16"):
            made = Printed(task, 2, 3, theta, Fraction(7, 2), number_format)
            want = built(tokens, 2, theta, "hard").reduced(number_format, Fraction(7, 2))
            assert head_fields(made.head()) == head_fields(want)
            assert made.head().beta == 3.5
        fields = {"name": task, "letters": ["a", "b"], "integers": 3, "theta": "1/40"}
        assert made.fields() == fields
        issued = made.certify(3)
        assert issued.fields["construction"] == fields
        assert issued.fields["rule"] == {"name": task}
        assert issued.fields["head"] == head_fields(made.head())
        assert issued.fields["n0"] == 3
        make = {"index": index_rule, "retrieval": retrieval_rule}[task]
        assert made.rule(made.head(), 3) == make(made.head(), 3, everything=False)


def test_printed_heads_need_no_more_than_two_tokens_of_the_theory():
    """Angles that the theorems allow at n0 = 2 and refuse at n0 = 3."""
    for made in (
        printed("index", 2, 3, "1/2", 3, "float32"),
        printed("retrieval", 2, 3, "1/3", 3, "float32"),
    ):
        assert made.head().angles.size


def test_stand_ins_spare_work_in_printed_heads():
    made = printed("index", 5, 5, "1/40", 8, "float32")
    head = made.head()
    assert len(made.rule(head, 3).few) == 6
    assert certify(head, index_rule(head, 3), 3).exact == made.certify(3).exact


def test_symbolic_heads_are_the_construction():
    made = Symbolic(2, 3, Fraction(7, 2), "bf16")
    want = retrieval_symbolic(Pairs(("a", "b"), 3), 2, beta="hard").reduced("bf16", Fraction(7, 2))
    assert head_fields(made.head()) == head_fields(want)
    issued = made.certify(3)
    fields = {"name": "retrieval-symbolic", "letters": ["a", "b"], "integers": 3}
    assert issued.fields["construction"] == fields
    assert (issued.fields["n0"], issued.fields["head"]) == (3, head_fields(want))


@pytest.mark.parametrize("beta", [0, -1])
def test_no_head_without_a_positive_beta(beta):
    for made in (
        printed("index", 2, 2, "1/7", beta, "float32"),
        printed("retrieval", 2, 2, "1/40", beta, "float32"),
        Symbolic(2, 2, Fraction(beta), "float32"),
    ):
        with pytest.raises(ValueError, match="^beta: -?[01]; a positive inverse temperature"):
            made.head()


def test_left_halves_are_26_letters():
    assert _pairs(26, 3) == Pairs(tuple("abcdefghijklmnopqrstuvwxyz"), 3)
    with pytest.raises(ValueError, match="^letters: 27; a left half is one of 26 letters$"):
        _pairs(27, 1)
    with pytest.raises(ValueError, match="^letters: 27;"):
        Symbolic(27, 1, Fraction(1), "float32").head()


def test_an_improper_worst_input_is_named_so():
    """Retrieval's cases have inputs that ask in vain: those refute nothing."""
    head = printed("retrieval", 3, 1, "1/20", "1/2", "float32").head()
    rule, n0 = retrieval_rule(head, 3), 3
    outcomes = set()
    for query in range(len(head.tokens)):
        cases = tuple(x for x in rule.cases if x.query == query)
        made = certify(head, replace(rule, cases=cases), n0)
        tokens = [head.tokens.index(x) for x in made.worst]
        assert made.valid == (retrieval_of(head, tokens) is not None) == is_valid(head, tokens)
        assert made.fields["worst"]["valid"] is made.valid
        assert least_margin(head, replace(rule, cases=cases), n0)[2] is made.valid
        outcomes.add(made.valid)
    assert outcomes == {True, False}


def test_a_run_bound_of_0_is_one():
    head = lookup_head()
    with patch.object(certificate, "enclosed", return_value=0):
        made = certify(head, bound_rule(head, 3, ATTRIBUTES), 3)
    assert (made.run, made.fields["run"], made.fields["exact"]) == (0, "0.000000000", "0.000000000")
    assert not made.certified
    assert not made.run_certified


def test_a_letter_answered_by_two_tokens_is_not_proper():
    head = printed("retrieval", 3, 2, "1/20", "1/2", "float32").head()
    for names, proper in (
        ("b1 ab", True), ("b1 b1 ab", True), ("b1 b2 ab", False), ("ab", False), ("aa", True),
        ("ab b1", False), ("b1 b2", True), ("a1 b1 b2 ba", True), ("a1 a2 ba c1", False),
    ):  # fmt: skip
        assert is_valid(head, [*map(head.tokens.index, names.split())]) is proper


@pytest.mark.parametrize("seed", range(6))
def test_the_input_named_is_the_closest_wherever_the_margin_is(seed):
    """Far from a margin of 0 the input with the least sum at 0 is another one."""
    head = lookup_head(noise=2.0, beta=0.125, seed=seed)
    made = certify(head, bound_rule(head, 4, ATTRIBUTES, last=True), 4)
    tokens = [*map(head.tokens.index, made.worst)]
    own = margin(head, tokens, head.outputs.index(made.answer))
    assert made.exact / 1e9 - 1e-12 < own < (made.exact + 3) / 1e9 + 1e-12
