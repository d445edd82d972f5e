"""Certificates against every input: the least margin, the input named, verdicts, bad input."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from constructions import check_certificate
from constructions.certificate.certificate import Printed, Symbolic, certify
from constructions.certificate.command import main
from constructions.certificate.rules import (
    bound_rule,
    index_rule,
    position_rule,
    retrieval_rule,
    symbolic_rule,
)
from constructions.heads.alphabets import Bindings
from constructions.heads.index import index_of_paper_a
from constructions.heads.recall import (
    induction_one_angle,
    induction_two_angles,
    information_retrieval,
)
from tests.constructions.small_heads import ATTRIBUTES, lookup_head
from theory.mathematics.constructed import index_answer, is_proper, retrieval_answer


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
    if not is_proper(pairs):
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


PRINTED = [
    ("index", 2, 2, "1/6", 3, "float32", 6),
    ("index", 3, 2, "3/25", 8, "float64", 5),
    ("index", 1, 3, "1/3", 2, "bf16", 6),
    ("index", 2, 3, "1/5", 30, "bf16", 5),
    ("retrieval", 2, 1, "1/20", 3, "float32", 5),
    ("retrieval", 2, 3, "2/25", 8, "float64", 4),
    ("retrieval", 1, 3, "1/3", 2, "bf16", 6),
    ("retrieval", 3, 3, "1/25", 30, "bf16", 2),
    ("retrieval", 2, 3, "1/40", 60, "float32", 3),
]


@pytest.mark.parametrize("case", PRINTED, ids=str)
def test_printed_heads_against_every_input(case):
    *given, n0 = case
    made = printed(*given)
    head, task = made.head(), {"index": index_of, "retrieval": retrieval_of}[made.task]
    whole = {"index": index_rule, "retrieval": retrieval_rule}[made.task](head, n0)
    small = agrees(head, made.rule(head, n0), n0, task, made.fields())
    assert certify(head, whole, n0).exact == small.exact


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
    assert called(head, out, **chosen | {"beta": "1/10"}) == 3
    assert check_certificate.main([str(out)]) == 3
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
        ("index", {"beta": "1e400"}, "'1e400' is too large for a float"),
        ("index", {"theta": "abc"}, "'abc' is no number; such as 1/100 or 0.5"),
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
    error = capsys.readouterr().err
    assert says in error
    assert len(error.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_refused_before_the_work(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(Printed, "certify", None)
    for place in (tmp_path, tmp_path / "nowhere" / "c.json"):
        assert called("index", place) == 2
        assert "cannot write" in capsys.readouterr().err
