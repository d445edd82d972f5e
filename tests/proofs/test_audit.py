"""The audit of the Coq proofs: content with the real thing, red on every tampered copy.

The copies are of one topic, ``counting``, and each of them compiles. Each tampering is tried on the
guards one by one: the scan of the text, and what Coq and coqchk say held to the pinned text.
"""

import re

import pytest

from tests.processes import python
from tests.proofs.tampering import CLAIM, PROOF, PROOFS, STATEMENT, audit, change, copied, needs_coq
from theory.ledger.kernel import CLOSED, REALS, beyond

HEAD = "Theorem S_fast_counting : Statements.counting.S_fast_counting.\nProof."
LOOP = "Fixpoint loop (n : nat) : False := loop n.\n"
CHEAT = "Proof. by case: (loop 0). Qed.\n"
TRUE = "Theorem S_fast_counting : Statements.counting.S_fast_counting.\n"


def add(folder, text, name=PROOF):
    """Write more at the end of a file."""
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write(text)


def reproved(folder, before, proof):
    """The theorem with another proof, after the lines ``before``."""
    path = folder / PROOF
    text = path.read_text(encoding="utf-8")
    kept = text[: text.index(HEAD)]
    path.write_text(kept + before + TRUE + proof, encoding="utf-8")


def admit(folder):
    reproved(folder, "", "Proof. Admitted.\n")


def axiom(folder):
    reproved(
        folder,
        "Axiom cheat : Statements.counting.S_fast_counting.\n",
        "Proof. exact: cheat. Qed.\n",
    )


def parameter_by_another_word(folder):
    """A section variable outside of any section is an axiom."""
    reproved(
        folder,
        "Variable cheat : Statements.counting.S_fast_counting.\n",
        "Proof. exact: cheat. Qed.\n",
    )


def weakened(folder):
    change(folder, STATEMENT, CLAIM, "0 < N -> #|sending a p| = N.-1`!")
    change(folder, PROOF, "move=> [|N] a p;", "move=> [|N] a p _;")


def definition(folder):
    """The statement reads as before; what it speaks of is written otherwise, here harmlessly."""
    change(folder, STATEMENT, "s p == a", "s (id p) == a")


def notation(folder):
    """``n`!`` is given another meaning in the statement file itself, which reads as before."""
    redefined = 'Local Notation "n `!" := (factorial n + 0 * n)%N.\n(* S-fast'
    change(folder, STATEMENT, "(* S-fast", redefined)
    honest = "Lemma honest (N : nat) (a p : 'I_N) : #|sending a p| = factorial N.-1.\nProof.\n"
    change(folder, PROOF, HEAD, honest + "move: N a p.")
    add(folder, TRUE + "Proof. by move=> N a p; rewrite honest mul0n addn0. Qed.\n")


def missing(folder):
    change(folder, PROOF, "Theorem S_fast_counting", "Theorem S_fast_counted")


def other_type(folder):
    reproved(folder, "", "")
    change(folder, PROOF, TRUE, "Theorem S_fast_counting : True.\nProof. by []. Qed.\n")


def unguarded(folder):
    reproved(folder, f"Unset Guard Checking.\n{LOOP}Set Guard Checking.\n", CHEAT)


def unguarded_out_of_sight(folder):
    """To Coq "`(" is one token and no comment begins; read naively, one does, up to "**)"."""
    reproved(
        folder,
        "From mathcomp Require Import ssralg.\n"
        "Lemma opens (R : ringType) `(*%R = @GRing.mul R) : True. Proof. by []. Qed.\n"
        f"Unset Guard Checking.\n{LOOP}Set Guard Checking.\n"
        "Lemma closes : True. Proof. (intros **); exact: I. Qed.\n",
        CHEAT,
    )


def unguarded_by_attribute(folder):
    reproved(folder, f"#[bypass_check(guard)]\n{LOOP}", CHEAT)


def not_positive(folder):
    reproved(
        folder,
        "#[bypass_check(positivity)]\nInductive bad : Type := Bad of bad -> False.\n"
        "Definition out (b : bad) : False := match b with Bad f => f b end.\n"
        "Definition loop (n : nat) : False := out (Bad out).\n",
        CHEAT,
    )


def restated(folder, before, proof):
    """The theorem's own proof as a lemma, the lines ``before``, and the theorem from both."""
    change(folder, PROOF, "Theorem S_fast_counting", "Theorem honest")
    add(folder, before + TRUE + proof)


def universes_unchecked(folder):
    """A function applied to its own type, which needs a type that is its own member."""
    restated(
        folder,
        "Unset Universe Checking.\nDefinition every : Type := forall t : Type, t -> t.\n"
        "Definition self (f : every) : every := f every f.\nSet Universe Checking.\n",
        "Proof. have := self (fun t x => x); move=> _; exact: honest. Qed.\n",
    )


def printed_alike(folder):
    """Another type, printed as the statement's name by a notation of the proofs file."""
    path = folder / PROOF
    text = path.read_text(encoding="utf-8").replace(
        "Theorem S_fast_counting : Statements.counting.S_fast_counting.", "Theorem honest : True."
    )
    text = text[: text.index("Theorem honest")] + (
        "Theorem S_fast_counting : True /\\ True.\nProof. by []. Qed.\n"
        "Notation \"'Statements.counting.S_fast_counting'\" := (True /\\ True) (only printing).\n"
    )
    path.write_text(text, encoding="utf-8")


COQ = [
    admit, axiom, parameter_by_another_word, weakened, definition, notation, missing, other_type,
    unguarded, unguarded_out_of_sight, unguarded_by_attribute, not_positive, universes_unchecked,
    printed_alike,
]  # fmt: skip
TEXT = [
    admit, axiom, notation, unguarded, unguarded_out_of_sight, unguarded_by_attribute,
    not_positive, universes_unchecked, printed_alike,
]  # fmt: skip


@pytest.fixture(scope="module")
def pinned(tmp_path_factory):
    """What the audit finds in the topic as it is."""
    return audit.observe(copied(tmp_path_factory.mktemp("clean")))


def objections(folder, pinned):
    """What Coq and coqchk hold against a copy, or ''."""
    try:
        return "\n".join(audit.differences(pinned, audit.observe(folder, pinned=pinned)))
    except audit.Refused as refused:
        return str(refused)


@needs_coq
def test_an_honest_copy_passes(tmp_path, pinned):
    folder = copied(tmp_path)
    assert audit.scan(folder) == []
    (folder / "pinned.txt").write_text(pinned, encoding="utf-8")
    assert audit.audit(folder, lambda line: None) == pinned
    assert "axioms: Closed under the global context" in pinned


@needs_coq
@pytest.mark.parametrize("tamper", COQ, ids=lambda tamper: tamper.__name__)
def test_coq_and_the_pinned_text_reject(tamper, tmp_path, pinned):
    folder = copied(tmp_path)
    tamper(folder)
    with pytest.MonkeyPatch.context() as patch:
        built = []
        real = audit.build
        patch.setattr(audit, "build", lambda root, where: built.append(1) or real(root, where))
        patch.setattr(audit, "questions", spy(audit.questions, built))
        message = objections(folder, pinned)
    assert message
    assert len(built) == 2, f"the copy does not compile: {message}"


def spy(function, calls):
    """``function``, noting each call."""

    def noted(*arguments):
        calls.append(function.__name__)
        return function(*arguments)

    return noted


@pytest.mark.parametrize("tamper", TEXT, ids=lambda tamper: tamper.__name__)
def test_the_scan_rejects(tamper, tmp_path):
    folder = copied(tmp_path)
    tamper(folder)
    assert audit.scan(folder)


def test_the_real_sources_pass_the_scan():
    assert audit.scan(PROOFS) == []


def test_every_theorem_is_pinned_and_only_the_reals_bring_axioms():
    """Which axioms may stand under a topic is read off its statement file: Coq's Reals', or none.
    A theorem of such a topic that speaks of no real number may do without."""
    text = (PROOFS / "pinned.txt").read_text(encoding="utf-8")
    pinned = dict(re.findall(r"^  theorem Proofs\.(\S+); axioms: (.+)$", text, re.MULTILINE))
    statements = {(t, n) for t, n, _, statement in audit.definitions(PROOFS) if statement}
    assert set(pinned) == {f"{topic}.{name}" for topic, name in statements}
    for topic, name in statements:
        source = (PROOFS / f"statements/{topic}.v").read_text(encoding="utf-8")
        axioms = pinned[f"{topic}.{name}"]
        if "From Coq Require Import Reals" in source:
            assert axioms == CLOSED or beyond(axioms, REALS) == ""
        else:
            assert axioms == CLOSED


def test_a_full_stop_in_a_comment_does_not_cut_a_definition_short(tmp_path):
    folder = copied(tmp_path)
    change(folder, STATEMENT, "forall (N : nat)", "(* as before. *) forall (N : nat)")
    with pytest.raises(audit.Refused, match="does not end"):
        audit.definitions(folder)


@needs_coq
def test_the_environment_is_not_heard(tmp_path, pinned, monkeypatch):
    """Flags for make and Coq, and a coqrc, each of which would stop the tool that heeds it."""
    (tmp_path / "coq").mkdir()
    (tmp_path / "coq/coqrc").write_text("This is no Coq.\n", encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("COQFLAGS", "COQEXTRAFLAGS", "COQLIBS", "COQLIB", "MAKEFLAGS"):
        monkeypatch.setenv(name, "--no-such-option")
    assert audit.observe(copied(tmp_path / "copy")) == pinned


def test_comments_nest_and_hide_nothing():
    assert audit.sentences('(* a (* b *) Axiom. *) Check "(*". Axiom x.') == ['Check ""', "Axiom x"]
    with pytest.raises(audit.Refused, match="does not end"):
        audit.bare("(* (* *)")
    with pytest.raises(audit.Refused, match="after no blank"):
        audit.bare("Definition f `(* x *) := y.")


def test_without_coq_the_answer_is_the_install_line():
    done = python(PROOFS / "audit.py", env={"PATH": ""})
    assert done.returncode == 2
    assert audit.INSTALL in done.stderr


NBSP = "\u00a0"
MASKED = {
    "a name that ends in a blank": (
        f"Definition main{NBSP}: Prop := forall n m : nat, n = m.\n",
        "holds the character U+00A0",
    ),
    "a definition in a comment": (
        "(* In words:\nDefinition main : Prop := forall n m : nat, n = m.\n*)\n"
        " Definition main : Prop := True.\n",
        "outside comments",
    ),
    "a second name": (
        "Inductive holds : Prop := yes\nwith main : Prop := so.\n",
        "one sentence defines two things",
    ),
    "a second function": (
        "Fixpoint one (n : nat) : Prop := match n with 0 => True | S m => main m end\n"
        "with main (n : nat) : Prop := match n with 0 => True | S m => one m end.\n",
        "one sentence defines two things",
    ),
}
"""Statements that Coq reads otherwise than whoever reads pinned.txt."""


@pytest.mark.parametrize("which", MASKED)
def test_what_is_shown_is_what_coq_reads(which, tmp_path):
    text, why = MASKED[which]
    folder = copied(tmp_path)
    add(folder, text, STATEMENT)
    messages = audit.scan(folder)
    if not messages:
        with pytest.raises(audit.Refused) as refused:
            audit.definitions(folder)
        messages = [str(refused.value)]
    assert why in messages[0]


def test_a_match_is_no_second_definition():
    assert not audit.mutual("Fixpoint f n := match n with 0 => 0 | S m => f m end")
    assert audit.mutual("Fixpoint f n := g n with g n := f n")
