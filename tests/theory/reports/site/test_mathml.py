"""Formulas in plain sentences: found where they are, whole, and nothing said is lost."""

import re
from html import unescape
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.claims import every
from theory.reports.site.mathml import SUBSCRIPTS, SUPERSCRIPTS, pieces

STATEMENTS = [claim.statement for claim in every().claims.values()]


def read(text):
    """The text with each formula's source form in ⟦⟧, as a reader hears it."""
    return "".join(f"⟦{heard(piece)}⟧" if is_math else piece for is_math, piece in pieces(text))


def heard(mathml):
    """A formula's letters, numbers and signs in order."""
    return unescape(re.sub(r"<[^>]*>|&#x2061;", "", mathml))


def letters(text):
    """What may not be lost: all but spaces, strokes, roots, carets and braces of scripts."""
    plain = text.translate(SUPERSCRIPTS).translate(SUBSCRIPTS)
    return re.sub(r"[\s/√^_{}]", "", plain).replace("−", "-")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("If θ = 0 it holds", "If ⟦θ=0⟧ it holds"),
        ("a head I know", "a head I know"),
        ("the printed s_{n2-j+1} is A", "the printed ⟦sn2−j+1⟧ is A"),
        ("A-thm1 and B-e-acc", "A-thm1 and B-e-acc"),
        ("at most 1 - cos θ ≤ π²/8.", "at most ⟦1−cosθ≤π28⟧."),
        ("for n ≥ 2, 3 the", "for ⟦n≥2⟧, 3 the"),
        ("of 16,000 for L = 2,048, and", "of 16,000 for ⟦L=2,048⟧, and"),
        ("Δ_min(n) = min_{1 ≤ d ≤ n-1} (1 - cos dθ)", "⟦Δmin(n)⟧⟦=min1≤d≤n−1(1−cosdθ)⟧"),
        ("weights e^-1000 and 2^k", "weights ⟦e−1000⟧ and ⟦2k⟧"),
        ("an open (bracket = 1", "an open (bracket = 1"),
        ("the other -cos tθ is", "the other ⟦−costθ⟧ is"),
        ("θ' or θ mod 2π = 1", "θ' or ⟦θmod2π=1⟧"),
    ],
)
def test_what_is_a_formula(text, expected):
    assert read(text) == expected


def test_structure():
    ((_, made),) = pieces("√2 + σ_{k+1}² = π²/8")
    root = ElementTree.fromstring(made)
    assert {one.tag for one in root.iter()} >= {"msqrt", "msub", "msup", "mfrac", "mi", "mn", "mo"}
    assert [child.text for child in root.find("mfrac")[1:]] == ["8"]


@pytest.mark.parametrize("text", ["2π²/16", "2πk/t", "3(n - 1)/2", "2 cos θ/2"])
def test_a_number_before_a_fraction_is_never_read_as_a_mixed_number(text):
    for _, made in pieces(f"x = {text}"):
        for parent in ElementTree.fromstring(f"<a>{made}</a>").iter():
            for before, after in pairwise(parent):
                assert (before.tag, after.tag) != ("mn", "mfrac"), made


@pytest.mark.parametrize("text", STATEMENTS, ids=lambda text: text[:20])
def test_no_sign_of_a_statement_is_lost(text):
    assert letters(re.sub("[⟦⟧]", "", read(text))) == letters(text)
    for is_math, piece in pieces(text):
        if is_math:
            ElementTree.fromstring(piece)


def test_most_statements_have_formulas():
    assert sum(any(is_math for is_math, _ in pieces(one)) for one in STATEMENTS) > 90


@given(st.text(alphabet="nθ1 2()[]{}^_=≤-/√,.<>&aAcosσ²₀", max_size=40))
def test_any_text_is_kept_and_every_formula_is_well_formed(text):
    for is_math, piece in pieces(text):
        if is_math:
            ElementTree.fromstring(piece)
    assert letters(re.sub("[⟦⟧]", "", read(text))) == letters(text)
