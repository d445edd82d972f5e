"""The table of theorems: each row names a claim and statements that are there and pinned."""

import re

import pytest

from theory.claims import CLAIMS
from theory.kernel import audit as kernel
from theory.kernel.angle_theorems import THEOREMS as ANGLES
from theory.kernel.audit import AUDIT, REALS, Asked, refuted, theorems
from theory.kernel.near_misses import NEAR_MISSES
from theory.kernel.theorems import THEOREMS
from theory.ledger import Method
from theory.ledger.terms import Kind, Status

BY_ID = {claim.id: claim for claim in CLAIMS}
PINNED_TEXT = (AUDIT.parent / "pinned.txt").read_text(encoding="utf-8")
FOUND = theorems(PINNED_TEXT)
PINNED = {name: found for name, found in FOUND.items() if not found.near_miss}


def test_every_row_is_a_claim_of_this_room():
    assert set(THEOREMS) <= set(BY_ID)


@pytest.mark.parametrize("one", THEOREMS)
def test_a_row_names_pinned_theorems_and_the_claim_bears_them(one):
    assert set(THEOREMS[one]) <= set(PINNED)
    assert any(NEAR_MISSES.get(name) for name in THEOREMS[one])
    assert [e.method for e in BY_ID[one].evidence].count(Method.KERNEL) == 1


def test_every_pinned_theorem_carries_a_claim():
    assert set(PINNED) == {name for names in THEOREMS.values() for name in names}


def test_every_near_miss_is_pinned_and_refuted():
    """Of each theorem that has some, from no axioms but those that the theorem itself may use."""
    listed = {f"{name}__{word}": name for name, words in NEAR_MISSES.items() for word in words}
    assert set(listed) == {name for name, found in FOUND.items() if found.near_miss}
    for missed, name in listed.items():
        axioms = REALS if any(name in names for names in ANGLES.values()) else ()
        assert refuted(Asked(name, missed, axioms), FOUND)


def changed_words():
    """Of each near-miss, what the audit saw change in the statement: pairs of words."""
    found = {}
    for name, said in re.findall(
        r"^Near_misses\.(\S+)\n(?:  .*\n)*?  near-miss of \S+: (.*)$", PINNED_TEXT, re.M
    ):
        found[name] = re.findall(r"'([^']*)' to '([^']*)'", said)
    return found


CHANGED = changed_words()
SAYS_SO = {
    Kind.RELATION: re.compile(r"[<>=]"),
    Kind.SIGN: re.compile(r"[-+]"),
    Kind.QUANTIFIER: re.compile(r"exists|forall"),
    Kind.CONSTANT: re.compile(r"\d"),
}
"""What a near-miss of a kind must change, at the least."""


def test_the_audit_says_of_every_near_miss_what_it_changes():
    assert set(CHANGED) == {f"{name}__{word}" for name in NEAR_MISSES for word in NEAR_MISSES[name]}
    assert all(CHANGED.values())


@pytest.mark.parametrize("kind", SAYS_SO)
def test_a_near_misss_kind_is_what_its_words_change(kind):
    of_kind = [f"{n}__{w}" for n, words in NEAR_MISSES.items() for w in words if words[w] is kind]
    assert of_kind
    for missed in of_kind:
        assert any(SAYS_SO[kind].search(word) for pair in CHANGED[missed] for word in pair), missed


def test_every_topic_has_near_misses():
    assert {name.split(".")[0] for name in PINNED} == {name.split(".")[0] for name in NEAR_MISSES}


@pytest.mark.parametrize("one", THEOREMS)
def test_the_kernel_evidence_rejects_near_misses_of_its_own_theorems(one, monkeypatch):
    monkeypatch.setattr(kernel, "audited", lambda: FOUND)
    evidence = next(e for e in BY_ID[one].evidence if e.method is Method.KERNEL)
    aimed = [m for m in BY_ID[one].mutants if evidence.name in m.rejected_by]
    assert aimed
    for mutant in aimed:
        asked = mutant.mutate(None)
        assert asked.proof in THEOREMS[one]
        assert asked.statement.startswith(f"{asked.proof}__")
        assert evidence.check(asked).status is Status.FALSE
