"""Theorems that are pinned with the same axioms are asked about together, and none hides there."""

import pytest

from tests.proofs.tampering import PROOF, STATEMENT, audit, change, copied, needs_coq

BEFORE = "Theorem S_fast_counting"
SECOND = "Theorem S_second : Statements.counting.S_second.\nProof. exact: I. Qed.\n"


def with_a_second_theorem(folder):
    with (folder / STATEMENT).open("a", encoding="utf-8") as file:
        file.write("\nDefinition S_second : Prop := True.\n")
    with (folder / PROOF).open("a", encoding="utf-8") as file:
        file.write(SECOND)
    return folder


@needs_coq
def test_of_theorems_asked_about_together_the_one_with_another_axiom_is_named(tmp_path):
    """Both are pinned without axioms; one comes to rest on a library's."""
    folder = with_a_second_theorem(copied(tmp_path / "honest"))
    observed = audit.observe(folder)
    asked, call = [], audit.call
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(audit, "call", lambda *given: asked.append(given[2]) or call(*given))
        assert audit.observe(folder, pinned=observed) == observed
        assert asked.count("a theorem is missing or of another type: Coq") == 1
    change(folder, PROOF, SECOND, SECOND.replace("exact: I", "by case: (classic True)"))
    change(folder, PROOF, BEFORE, f"From Coq Require Import Classical_Prop.\n{BEFORE}")
    lines = audit.differences(observed, audit.observe(folder, pinned=observed))
    named = [line for line in lines if "theorem" in line]
    assert [line.split(";")[0].split()[-1] for line in named] == ["Proofs.counting.S_second"] * 2
    assert "classic" in named[1]
