"""The audit of near-misses: each is refuted by Coq, and what is no near-miss is refused."""

import shutil

import pytest

from tests.proofs.tampering import CLAIM, PROOFS, add, audit, change, copied, needs_coq

NEAR_MISSES = "near_misses/counting.v"
WHOLE = "#|sending a p| = N`!"


def missed(folder):
    """A copy of the topic with its near-misses."""
    (folder / NEAR_MISSES).parent.mkdir(parents=True)
    shutil.copyfile(PROOFS / NEAR_MISSES, folder / NEAR_MISSES)
    return copied(folder)


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


UNREFUTED = {
    # Other words for the statement itself, the refutation left out.
    "harmless": ("(0 + N.-1)`!", "", "__harmless_false was not found"),
    "unrefuted": (
        "N`!",
        "Theorem S_fast_counting_false : True.\nProof. by []. Qed.\n",
        "__unrefuted_false was not found",
    ),
    # A theorem of the refutation's name that says nothing.
    "refuted_otherwise": (
        "N`!",
        "Theorem S_fast_counting__refuted_otherwise_false : True.\nProof. by []. Qed.\n",
        'has type "True" while it is expected to have type',
    ),
}
"""What a near-miss says that sendings count, what stands below it, and why Coq refuses it."""


def stated(name):
    """The near-miss of this name."""
    return (
        f"Definition S_fast_counting__{name} : Prop :=\n"
        f"  forall (N : nat) (a p : 'I_N), #|sending a p| = {UNREFUTED[name][0]}.\n"
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of a build in which each of them compiles, next to the others."""
    root = missed(tmp_path_factory.mktemp("sources"))
    for name, (_, below, _) in UNREFUTED.items():
        add(root, NEAR_MISSES, stated(name) + below)
    folder = tmp_path_factory.mktemp("build")
    audit.build(root, folder)
    return folder


@needs_coq
def test_near_misses_are_refuted(built, tmp_path):
    blocks = audit.ask_near_misses(missed(tmp_path), {}, built)
    name = "Near_misses.counting.S_fast_counting__whole"
    (block,) = [one for one in blocks if one.startswith(f"{name}\n")]
    assert "near-miss of Statements.counting.S_fast_counting: '. - 1' to ''" in block
    assert f"\n  refuted by {name}_false; axioms: Closed under the global context" in block


@needs_coq
@pytest.mark.parametrize("name", UNREFUTED)
def test_a_near_miss_that_is_none_is_red(name, built, tmp_path):
    folder = missed(tmp_path)
    add(folder, NEAR_MISSES, stated(name))
    with pytest.raises(audit.Refused, match=UNREFUTED[name][2]):
        audit.ask_near_misses(folder, {}, built)


@needs_coq
def test_unknown_words_are_red(tmp_path):
    folder = missed(tmp_path)
    change(folder, NEAR_MISSES, WHOLE, "#|sending a p| = N`!!")
    with pytest.raises(audit.Refused, match="the build failed"):
        audit.observe(folder)
