"""Certificates against every input: the least margin, the input named, verdicts, bad input."""

import itertools
import json
import math
import re
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from constructions import check_certificate
from constructions.alphabets import Bindings, Numbers, Pairs
from constructions.certificate import (
    Certificate,
    Printed,
    Symbolic,
    _pairs,
    certify,
    decimal,
    digest,
    head_fields,
    is_valid,
    least,
    letters,
    main,
)
from constructions.enclosures import Enclosure
from constructions.index_heads import index_of_paper_a, index_printed
from constructions.margins import Margins, enclosed
from constructions.recall_heads import (
    induction_one_angle,
    induction_two_angles,
    information_retrieval,
)
from constructions.retrieval_heads import retrieval_printed, retrieval_symbolic
from constructions.rules import bound_rule, index_rule, position_rule, retrieval_rule, symbolic_rule
from constructions.run_error import drift
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


def agrees(head, rule, n0, task, construction=None):
    """The certified margin is the exhaustive one to 1e-9, and the input named has it."""
    certificate = certify(head, rule, n0, construction)
    least = exhaustive(head, n0, task)
    assert certificate.exact / 1e9 < least + 1e-12
    assert least < (certificate.exact + 3) / 1e9 + 1e-12
    tokens = [head.tokens.index(x) for x in certificate.worst]
    if certificate.valid:
        assert head.outputs[task(head, tokens)] == certificate.answer
    assert abs(margin(head, tokens, head.outputs.index(certificate.answer)) - least) < 3e-9
    assert check_certificate.check(certificate.text()) == certificate.fields["claim"]
    return certificate


def printed(task, letters, integers, theta, beta, number_format):
    """A printed head: θ in turns, as a fraction in words."""
    return Printed(task, letters, integers, Fraction(theta), Fraction(beta), number_format)


INDEX = [(2, 2, "1/6", 3, "float32", 6), (3, 2, "3/25", 8, "float64", 5),
         (1, 3, "1/3", 2, "bf16", 6), (2, 3, "1/5", 30, "bf16", 5)]  # fmt: skip
RETRIEVAL = [(2, 1, "1/20", 3, "float32", 5), (2, 3, "2/25", 8, "float64", 4),
             (1, 3, "1/3", 2, "bf16", 6), (3, 3, "1/25", 30, "bf16", 2),
             (2, 3, "1/40", 60, "float32", 3)]  # fmt: skip


@pytest.mark.parametrize("case", INDEX, ids=str)
def test_index_against_every_input(case):
    made, n0 = printed("index", *case[:-1]), case[-1]
    head = made.head()
    small = agrees(head, made.rule(head, n0), n0, index_of, made.fields())
    assert certify(head, index_rule(head, n0), n0).exact == small.exact


@pytest.mark.parametrize("case", RETRIEVAL, ids=str)
def test_retrieval_against_every_proper_input(case):
    made, n0 = printed("retrieval", *case[:-1]), case[-1]
    head = made.head()
    small = agrees(head, made.rule(head, n0), n0, retrieval_of, made.fields())
    assert certify(head, retrieval_rule(head, n0), n0).exact == small.exact


SYMBOLIC = [(2, 1, 3, "float32", 5), (1, 3, 2, "bf16", 6), (2, 3, 16, "float64", 4),
            (3, 2, 8, "bf16", 3)]  # fmt: skip


@pytest.mark.parametrize("case", SYMBOLIC, ids=str)
def test_symbolic_retrieval_against_every_proper_input(case):
    *sizes, beta, number_format, n0 = case
    made = Symbolic(*sizes, Fraction(beta), number_format)
    head, certificate = made.head(), made.certify(n0)
    fields = certificate.fields["construction"]
    small = agrees(head, symbolic_rule(head, n0), n0, retrieval_of, fields)
    every = certify(head, retrieval_rule(head, n0), n0)
    assert (every.exact, every.run) == (small.exact, small.run)
    assert small.exact == certificate.exact


def test_integers_beyond_the_stand_ins_change_nothing():
    """Two are all that a query, its answer and a rival can name, and one more stands for others."""
    made, n0 = Symbolic(2, 5, Fraction(5), "float64"), 3
    head = made.head()
    assert certify(head, retrieval_rule(head, n0), n0).exact == made.certify(n0).exact


def test_inputs_of_all_letters_keep_the_bound_of_six():
    """Eight letters, most of them beyond the stand-ins, at a β that is barely enough."""
    made, n0 = Symbolic(8, 8, Fraction(5), "float64"), 6
    head, least, kept = made.head(), made.certify(n0).exact, []
    random = np.random.default_rng(0)
    tokens = [list(random.integers(0, len(head.tokens), n)) for n in random.integers(1, 7, 9000)]
    for x in tokens:
        if (answer := retrieval_of(head, x)) is not None:
            kept.append(margin(head, x, answer))
    assert len(kept) > 500
    assert min(kept) >= least / 1e9


def test_dense_weights_against_every_input():
    head = lookup_head()
    agrees(head, bound_rule(head, 5, ATTRIBUTES, last=True), 5, last_bound)


BINDINGS = Bindings(("x", "y"), ("1", "2"))
RECALL = {
    "lookup": (information_retrieval, False),
    "one angle": (induction_one_angle, True),
    "two angles": (induction_two_angles, True),
}


@pytest.mark.parametrize("name", RECALL)
@pytest.mark.parametrize("number_format", ["float32", "bf16"])
def test_recall_heads_against_every_input(name, number_format):
    make, last = RECALL[name]
    built, n0 = make(BINDINGS, 5), 5
    head = built.reduced(number_format)
    attributes = {s + x: (s, x) for s, x in BINDINGS.tokens[:4]}
    by_word = {"".join(token): token for token in BINDINGS.tokens}

    def task(head, tokens):
        given = tuple(by_word[head.tokens[b]] for b in tokens)
        if len(given) < 2 or built.task.refuses(given):
            return None
        return head.outputs.index(built.task.answers(given)[-1])

    certificate = agrees(head, bound_rule(head, n0, attributes, last), n0, task)
    # β is just sufficient: bf16 may round it away.
    assert certificate.certified or number_format == "bf16"


@pytest.mark.parametrize("back", [False, True])
def test_index_of_paper_a_against_every_input(back):
    n0 = 5
    built = index_of_paper_a(("a", "b"), n0, back=back)
    head = built.reduced("float32")
    offsets = {str(j): j if back else n0 - j for j in range(1, n0)}
    rule = position_rule(head, offsets, (2 if back else n0, n0))

    def task(head, tokens):
        given = tuple(int(x) if x.isdigit() else x for x in (head.tokens[b] for b in tokens))
        if len(given) < (2 if back else n0) or built.task.refuses(given):
            return None
        return head.outputs.index(built.task.answers(given)[-1])

    assert agrees(head, rule, n0, task).certified


def test_far_weights_still_decide():
    """The answer may weigh e^-50 of what another key would: the scale is each input's own."""
    certificate = printed("retrieval", 8, 8, "1/314", 4096, "float32").certify(17)
    assert certificate.certified
    assert certificate.run_certified


def test_a_bound_below_zero_is_refuted_by_an_input():
    certificate = printed("index", 2, 2, "1/7", "1/10", "float32").certify(4)
    assert certificate.refuted
    assert not certificate.certified


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
    made, n0 = printed("index", 2, 3, "1/200", 8192, "float32"), 64
    head, certificate = made.head(), made.certify(n0)
    assert certificate.run_certified
    random = np.random.default_rng(0)
    inputs = [[head.tokens.index(x) for x in certificate.worst]]
    inputs += [list(random.integers(0, 5, n)) for n in random.integers(4, n0 + 1, 300)]
    for tokens in inputs:
        answer = index_of(head, tokens)
        assert float32_lead(head, tokens, answer) >= certificate.run / 1e9


def test_refused():
    made = printed("index", 2, 2, "1/7", 3, "float32")
    head = made.head()
    with pytest.raises(ValueError, match="n0: 1; a length of 2 to 65536"):
        made.certify(1)
    with pytest.raises(ValueError, match="a positive inverse temperature"):
        printed("index", 2, 2, "1/7", -1, "float32").head()
    with pytest.raises(ValueError, match="one of 26 letters"):
        printed("retrieval", 27, 2, "1/700", 3, "float32").head()
    with pytest.raises(ValueError, match="turns"):
        printed("retrieval", 2, 1, "0", 3, "float32").head()
    with pytest.raises(ValueError, match="no float32 number"):
        certify(replace(head, angles=np.array([0.1])), made.rule(head, 4), 4)
    with pytest.raises(ValueError, match="is 4 back"):
        position_rule(head, {"1": 4}, (4, 4))


GIVEN = {"letters": "2", "integers": "2", "n0": "4", "theta": "1/7", "beta": "8"}


def called(head, out, **changed):
    """The command with some options changed; None leaves one out."""
    options = GIVEN | {"format": "float32"} | changed
    named = [f"--{k}={x}" for k, x in options.items() if x is not None]
    return main([head, f"--out={out}", *named])


@pytest.mark.parametrize("head", ["index", "retrieval", "retrieval-symbolic"])
def test_command_line(head, tmp_path, capsys):
    out, theta = tmp_path / "c.json", {"retrieval-symbolic": None, "retrieval": "1/40"}
    chosen = {"theta": theta.get(head, "1/7"), "beta": "60"}
    assert called(head, out, **chosen) == 0
    assert check_certificate.main([str(out)]) == 0
    assert called(head, out, **chosen | {"beta": "1/10"}) == 1
    capsys.readouterr()
    assert called(head, "-", **chosen) == 0
    assert check_certificate.check(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("head", "changed", "says"),
    [
        ("index", {"beta": "-1"}, "beta: -1"),
        ("index", {"beta": "nan"}, "argument --beta"),
        ("index", {"beta": "1e30"}, "2^-126 to 2^56"),
        ("index", {"beta": "1e400"}, "too large"),
        ("index", {"beta": None}, "required: --beta"),
        ("index", {"theta": "1/0"}, "divides by 0"),
        ("index", {"theta": None}, "give it in turns"),
        ("index", {"theta": "1"}, "B-irr-fix"),
        ("index", {"letters": "0"}, "--letters 0"),
        ("index", {"integers": "-2"}, "--integers -2"),
        ("index", {"n0": "1"}, "n0: 1"),
        ("index", {"n0": "70000"}, "n0: 70000; a length of 2 to 65536"),
        ("index", {"format": "float16"}, "float16"),
        ("retrieval", {"letters": "27", "theta": "1/900"}, "26 letters"),
        ("retrieval", {"theta": "1/2"}, "B-thm31-retr"),
        ("retrieval-symbolic", {}, "leave it out"),
        ("nothing", {}, "invalid choice"),
    ],
)
def test_bad_input_is_one_line_and_leaves_no_file(head, changed, says, tmp_path, capsys):
    assert called(head, tmp_path / "c.json", **changed) == 2
    found = capsys.readouterr().err
    assert says in found
    assert len(found.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_refused_before_the_work(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(Printed, "certify", None)
    for place in (tmp_path, tmp_path / "nowhere" / "c.json"):
        assert called("index", place) == 2
        assert "cannot write" in capsys.readouterr().err


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
    assert digest({"b": 2, "a": [1, "é"]}) == sha256(text.encode()).hexdigest()
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
    found, fields = certify(head, rule, n0), certify(head, rule, n0).fields
    exact, run = (enclosed(Margins(Enclosure(head, n0, x), rule)) for x in (False, True))
    assert (found.exact, found.run) == (exact, run)
    assert run < exact < 0
    assert (fields["exact"], fields["run"]) == (decimal(exact), decimal(run))
    worst = fields["worst"]
    assert worst["below"] == decimal(exact + 3)
    named = [token for token, count in worst["input"] for _ in range(count)]
    assert tuple(named) == found.worst
    assert len(worst["input"]) < len(named)
    assert (worst["answer"], worst["other"], worst["valid"]) == (found.answer, found.rival, True)
    tokens = [*map(head.tokens.index, named)]
    assert head.outputs[last_bound(head, tokens)] == found.answer
    own = margin(head, tokens, head.outputs.index(found.answer))
    assert exact / 1e9 - 1e-12 < own < (exact + 3) / 1e9 + 1e-12
    assert found.refuted
    assert fields["n0"] == n0
    assert fields["construction"] == {"name": "any"}
    assert json.loads(found.text()) == fields
    assert found.text().endswith("}\n")
    assert ": " not in found.text().replace(fields["claim"], "").replace(head.name, "")


def test_no_certificate_of_what_is_not_admitted():
    """Neither of a head that claims could be forged with, nor of a rule for another length."""
    head = lookup_head()
    for refused, n0, says in (
        (replace(head, name="any. Verdict: certified"), 3, "names and tokens are of letters"),
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
    found = drift(replace(head, beta=1.0), (0.0,) * 4, (unit, 0, 0, 0))
    beta = float(np.float32(float(16 / found)))
    for b in (np.nextafter(np.float32(beta), np.float32(0)), np.float32(beta * (1 + 2e-7))):
        now = replace(head, beta=float(b))
        hopeless = drift(now, (0.0,) * 4, (unit, 0, 0, 0)) > 16
        made = certify(now, bound_rule(now, 2, ATTRIBUTES), 2)
        assert (made.run is None) == hopeless


def test_letters_are_told_apart():
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
        found = made.certify(3)
        assert found.fields["construction"] == fields
        assert found.fields["rule"] == {"name": task}
        assert found.fields["head"] == head_fields(made.head())
        assert found.fields["n0"] == 3
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
    found = made.certify(3)
    fields = {"name": "retrieval-symbolic", "letters": ["a", "b"], "integers": 3}
    assert found.fields["construction"] == fields
    assert (found.fields["n0"], found.fields["head"]) == (3, head_fields(want))


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
    seen = set()
    for query in range(len(head.tokens)):
        cases = tuple(x for x in rule.cases if x.query == query)
        made = certify(head, replace(rule, cases=cases), n0)
        tokens = [head.tokens.index(x) for x in made.worst]
        assert made.valid == (retrieval_of(head, tokens) is not None) == is_valid(head, tokens)
        assert made.fields["worst"]["valid"] is made.valid
        assert least(head, replace(rule, cases=cases), n0)[2] is made.valid
        seen.add(made.valid)
    assert seen == {True, False}
