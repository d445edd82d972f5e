"""Symbolic and positional heads at random, the tasks, and the witnesses' standalone checker."""

import re
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.sections import section
from tests.strategies import weights
from tests.theory.witnesses.recheck.refusals import hold_refused
from theory.mathematics.softmax_head import (
    Head,
    ideal_index,
    ideal_retrieval,
    last_bound,
    lookup,
    named_place,
    one_hot,
    queried,
    words,
)
from theory.paper_a.canonical_tasks.lookup_heads import bilinear, misled, quadratic
from theory.paper_b.what_heads_compute.head_classes import doubling
from theory.paper_b.what_heads_compute.retrieval_biased import PAIRS, Biased
from theory.witnesses.witness import witness

tables = st.fixed_dictionaries(dict.fromkeys("ab1", weights))


def plain(query, a):
    """F(x, a) = a."""
    return a


@given(tables, st.permutations(["a", "b", "1", "a"]), weights)
@example({"a": Fraction(1), "b": Fraction(2), "1": Fraction(3)}, ["b", "a", "a", "1"], Fraction(5))
def test_a_symbolic_head_sees_the_multiset_before_the_query(table, moved, own):
    head = Head(lambda q, n, t, p: own if p == n else table[t], one_hot, plain)
    first, second = ("a", "a", "b", "1", "1"), (*moved, "1")
    assert head.attended(first) == head.attended(second)
    assert sum(head.attention(first)) == 1


@given(st.lists(weights, min_size=5, max_size=5), st.sampled_from(list(words(PAIRS, [1, 2, 3]))))
def test_every_positional_head_retrieves(row, word):
    head = Head(lambda q, n, t, p: row[p - 1], one_hot, Biased().output)
    assert head.answer(word) == (ideal_retrieval(word) or head.answer(word))


@given(st.lists(weights, min_size=16, max_size=16))
def test_every_head_looks_up_if_f_is_not_affine(row):
    contents = ("s1", "s2", "t1", "t2")
    table = {t: row[4 * a : 4 * a + 4] for a, t in enumerate(contents)}
    for output in (bilinear, quadratic):
        head = Head(lambda q, n, t, p: table[t][p - 1] if p < n else Fraction(1), one_hot, output)
        for word in queried(contents, "st", [1, 2]):
            assert lookup(word) is None or head.answer(word) == lookup(word)


def test_the_tasks_on_small_inputs():
    assert ideal_index(("a", "b", "2")) == "a"
    assert ideal_index(("a", "1", "1")) == "1"
    assert ideal_index(("1",)) == "1"
    assert ideal_index(("a", "b")) == "b"
    assert named_place(("a", "b", "2")) == "b"
    assert named_place(("a", "b", "3")) is None
    assert ideal_retrieval(("A1", "B1", "BA")) == "A1"
    assert ideal_retrieval(("BA", "A1")) is None
    assert ideal_retrieval(("A1", "AB")) is None
    assert ideal_retrieval(("A1", "AA")) is None
    assert ideal_retrieval(("AA",)) == "AA"
    assert ideal_retrieval(("A1", "B1")) == "B1"
    assert lookup(("s1", "s2", "s")) is None
    assert last_bound(("s1", "s2", "t1", "s")) == "2"
    assert last_bound(("t1", "s")) is None


def test_a_head_without_a_unique_largest_coordinate_does_not_answer():
    flat = Head(lambda q, n, t, p: Fraction(1), one_hot, plain)
    assert flat.answer(("a", "b")) is None
    assert flat.answer(("a", "a", "b")) == "a"
    assert Head(misled, one_hot, bilinear).answer(("s1", "t2", "t2", "s")) == "1"


def test_doubling_weights_spell_the_input():
    head = Head(doubling, one_hot, plain)
    codes = {frozenset(head.attended(word).items()) for word in words("abc", [5])}
    assert len(codes) == 3**5


STEEP = ["1", "100", "10000", "1000000"]
TAMPERED = [
    ("A-lem1", lambda w: w.update(permutation=[0, 1]), "outputs are"),
    ("A-lem1", lambda w: w.update(permutation=[0, 0]), "not a permutation"),
    ("A-lem1", lambda w: w.update(permutation=[True, 0]), "is not exact"),
    ("A-lem1", lambda w: w["own"].update(b="0"), "not positive"),
    ("A-lem1", lambda w: w["own"].update(b=2.0), "not exact"),
    ("A-lem1", lambda w: w["weights"].pop("a"), "other queries"),
    ("A-lem1", lambda w: w["weights"]["a"].pop("a"), "other keys"),
    ("A-lem1", lambda w: w.update(input=[]), "no input"),
    ("A-lem1", lambda w: w.update(input=["a", "a"], outputs=[{"a": "1"}] * 2), "does not change"),
    ("A-cor1", lambda w: w["weights"]["s1"].__setitem__(0, "2"), "not positional"),
    ("A-cor1", lambda w: w["weights"]["s1"].__setitem__(0, "0"), "not positive"),
    ("A-cor1", lambda w: w["weights"]["s1"].pop(), "another length"),
    ("A-cor1", lambda w: w["weights"].update(u=STEEP), "other tokens"),
    ("A-cor1", lambda w: [r.reverse() for r in w["weights"].values()], "wrong on s1 s2 s"),
    ("A-cor1", lambda w: [r.__setitem__(1, "2") for r in w["weights"].values()], "above 1/20"),
    ("A-cor1", lambda w: w["select"]["s"].update({"1": "s2"}), "wrong on"),
    ("A-cor1", lambda w: w["select"]["s"].update({"1": "s"}), "not a context token"),
    ("A-cor1", lambda w: w.update(longest=2), "no length"),
    ("A-cor1", lambda w: w.update(longest=True), "is not exact"),
    ("A-cor1", lambda w: w.update(symbols="s"), "fewer than two"),
    ("A-cor1", lambda w: w.update(symbols="ss"), "no names"),
    ("B-rem31-retr", lambda w: w["bias"]["BA"].clear(), "wrong on"),
    ("B-rem31-retr", lambda w: w["bias"]["BA"].update(A1="-1"), "wrong on"),
    ("B-rem31-retr", lambda w: w["bias"]["BA"].update(C1="1"), "other coordinates"),
    ("B-rem31-retr", lambda w: w["bias"].pop("BA"), "other tokens"),
    ("B-rem31-retr", lambda w: w.update(letters="A"), "fewer than two"),
    ("B-rem31-retr", lambda w: w.update(integers="C"), "not digits"),
    ("B-rem31-retr", lambda w: w["weights"]["AB"].__setitem__(1, "101"), "not positional"),
    ("A-cor1", lambda w: w.update(inputs=141), "there are 140"),
    ("B-rem31-retr", lambda w: w.update(inputs=437), "there are 438"),
    ("B-must", lambda w: w["index"]["contents"].update(b="1"), "positional cosine"),
    ("B-must", lambda w: w["index"].update(integers="9"), "out of range"),
    ("B-must", lambda w: w["index"]["contents"].pop("a"), "contents: others"),
    ("B-must", lambda w: w["index"].update(letters="12"), "not letters"),
    ("B-rem31-index-score", lambda w: w.update(offsets=["1", "50", "1", "1"]), "above 1/20"),
    ("B-rem31-index-score", lambda w: w["offsets"].pop(), "there are 363"),
    ("B-rem31-index-score", lambda w: w.update(offsets="12345"), "no list"),
    ("B-rem31-index-score", lambda w: w.update(letters="a", contents={"a": "1"}), "fewer than"),
    ("B-rem31-index-score", lambda w: w["offsets"].__setitem__(0, "0"), "not positive"),
    ("B-must", lambda w: w["retrieval"]["bias"]["BA"].clear(), "wrong on"),
    ("B-rem31-pure", lambda w: w.update(cos="1", sin="0"), "not an angle"),
    ("B-rem31-pure", lambda w: w.update(cos="4/5", sin="3/5"), "not below"),
    ("B-rem31-pure", lambda w: w["input"].reverse(), "not proper"),
    ("B-rem31-pure", lambda w: w["input"].pop(), "fewer than three"),
    ("B-rem31-pure", lambda w: w.update(input=["A1", "C1", "BA"]), "no pair"),
    ("B-rem31-pure", lambda w: w["placement"].reverse(), "placement matrix is"),
]


@pytest.mark.parametrize(("claim", "edit", "reason"), TAMPERED)
def test_tampering_is_refused_for_the_right_reason(claim, edit, reason):
    hold_refused(claim, edit, reason)


def test_witnesses_are_printed_as_they_are_stored():
    first, second = (", ".join(y.values()) for y in witness("A-lem1")["outputs"])
    text = section("A-lem1")
    assert f"Input a b: the query b gives a weight 1 and itself 2, y = ({first})" in text
    assert f"Input b a: y = ({second})" in text
    pure = witness("B-rem31-pure")
    assert f"({pure['cos']}, {pure['sin']})" in section("B-rem31-pure")
    assert " ".join(pure["input"]) in section("B-rem31-pure")
    assert f"({', '.join(pure['placement'][1])})" in section("B-rem31-pure")
    for claim in ("A-cor1", "B-rem31-retr"):
        rows = witness(claim)["weights"].values()
        assert all(row == STEEP for row in rows)
        assert "e^L = 100^p at position p" in section(claim)
    score = witness("B-rem31-index-score")
    c = score["contents"]
    text = f"c = {c['a']} for a, {c['b']} for b, {c['1']} for 1"
    for claim in ("B-rem31-index-score", "B-must"):
        assert text in section(claim)
    offsets = f"g(t) = {', '.join(score['offsets'])}, that is 100 + 2^t"
    assert offsets in section("B-rem31-index-score")
    assert score["offsets"] == [str(100 + 2**t) for t in range(6)]
    assert witness("B-must") == {"index": score, "retrieval": witness("B-rem31-retr")}
    for claim, longest in (("A-cor1", 4), ("B-rem31-retr", 4), ("B-rem31-index-score", 6)):
        count = witness(claim)["inputs"]
        assert re.search(rf"all {count}( proper)? inputs of n ≤ {longest}", section(claim))
    for count in (1092, "438 proper"):
        assert f"all {count} inputs of n ≤" in section("B-must")
