"""The audit of near-misses: each is refuted by Coq, and what is no near-miss is refused."""

import shutil

import pytest

from tests.proofs.tampering import CLAIM, PROOFS, audit, change, copied, needs_coq

NEAR_MISSES = "near_misses/counting.v"
WHOLE = "#|sending a p| = N`!"


def missed(folder):
    """A copy of the topic with its near-misses."""
    (folder / NEAR_MISSES).parent.mkdir(parents=True)
    shutil.copyfile(PROOFS / NEAR_MISSES, folder / NEAR_MISSES)
    return copied(folder)


@needs_coq
def test_near_misses_are_refuted(tmp_path):
    observed = audit.observe(missed(tmp_path))
    name = "Near_misses.counting.S_fast_counting__whole"
    block = observed[observed.index(f"\n{name}\n") :].split("\n\n")[0]
    assert "near-miss of Statements.counting.S_fast_counting: '. - 1' to ''" in block
    assert f"\n  refuted by {name}_false; axioms: Closed under the global context" in block


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (WHOLE, CLAIM, "changes no word"),
        ("__whole : Prop", " : Prop", "is a near-miss of no statement"),
        ("S_fast_counting__whole : Prop", "S_slow__whole : Prop", "is a near-miss of no statement"),
        (WHOLE, f"{WHOLE} \\/ {' + '.join(['N'] * 20)} = 0", "or more than 32"),
    ],
)
def test_what_is_no_near_miss_is_refused(old, new, why, tmp_path):
    folder = missed(tmp_path)
    change(folder, NEAR_MISSES, old, new)
    with pytest.raises(audit.Refused, match=why):
        audit.near_misses(folder)


def harmless(folder):
    """Other words for the statement itself, the refutation left out."""
    path = folder / NEAR_MISSES
    text = path.read_text(encoding="utf-8").replace(WHOLE, "#|sending a p| = (0 + N.-1)`!")
    path.write_text(text[: text.index("Theorem")], encoding="utf-8")


def unrefuted(folder):
    change(
        folder, NEAR_MISSES, "Theorem S_fast_counting__whole_false", "Theorem S_fast_counting_false"
    )


def refuted_otherwise(folder):
    """A theorem of the refutation's name that says nothing."""
    path = folder / NEAR_MISSES
    text = path.read_text(encoding="utf-8")
    start, end = text.index("Theorem"), text.index("Qed.")
    theorem = "Theorem S_fast_counting__whole_false : True.\nProof. by [].\n"
    path.write_text(text[:start] + theorem + text[end:], encoding="utf-8")


def unknown_words(folder):
    change(folder, NEAR_MISSES, WHOLE, "#|sending a p| = N`!!")


@needs_coq
@pytest.mark.parametrize(
    ("tamper", "why"),
    [
        (harmless, "__whole_false was not found"),
        (unrefuted, "S_fast_counting__whole_false was not found"),
        (refuted_otherwise, "while it is expected to have type"),
        (unknown_words, "the build failed"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_near_miss_that_is_none_is_red(tamper, why, tmp_path):
    folder = missed(tmp_path)
    tamper(folder)
    with pytest.raises(audit.Refused, match=why):
        audit.observe(folder)
