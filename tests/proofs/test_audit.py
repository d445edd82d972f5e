"""The audit of the Coq proofs: it passes the real thing and fails on every tampered copy.

The copies are of one topic, ``counting``, and each of them compiles. Each tampering is tried on the
guards one by one: the scan of the text, and what Coq and coqchk say held to the pinned text. The
scan sees each alone; a build takes seconds, so Coq sees one copy with a theorem for each.
"""

import re

import pytest

from tests.processes import python
from tests.proofs.tampering import (
    CLAIM,
    PROOF,
    PROOFS,
    STATEMENT,
    add,
    audit,
    change,
    copied,
    needs_coq,
)
from theory.ledger.kernel import CLOSED, REALS, beyond

TRUE = "Theorem S_NAME : Statements.counting.S_NAME.\n"
HONEST = "exact: S_fast_counting. Qed.\n"
ASSUMED = "cheat_NAME : Statements.counting.S_NAME"
LOOP = "Fixpoint loop_NAME (n : nat) : False := loop_NAME n.\n"
OFF = f"Unset Guard Checking.\n{LOOP}Set Guard Checking.\n"
LOOPED = f"{TRUE}Proof. by case: (loop_NAME 0). Qed.\n"
UNGUARDED = "counting.loop_NAME is assumed to be guarded."

CHEATS = {
    "admit": (f"{TRUE}Proof. Admitted.\n", "counting.S_NAME : Statements.counting.S_NAME"),
    "axiom": (f"Axiom {ASSUMED}.\n{TRUE}Proof. exact: cheat_NAME. Qed.\n", f"counting.{ASSUMED}"),
    # A section variable outside of any section is an axiom.
    "parameter_by_another_word": (
        f"Variable {ASSUMED}.\n{TRUE}Proof. exact: cheat_NAME. Qed.\n",
        f"counting.{ASSUMED}",
    ),
    "axiom_of_the_library": (
        "From Coq Require Import Classical_Prop.\n"
        f"{TRUE}Proof. case: (classic True) => _; {HONEST}",
        "Classical_Prop.classic : forall P : Prop, or P (not P)",
    ),
    "unguarded": (OFF + LOOPED, UNGUARDED),
    # To Coq "`(" is one token and no comment begins; read naively, one does, up to "**)".
    "unguarded_out_of_sight": (
        "From mathcomp Require Import ssralg.\n"
        "Lemma opens (R : ringType) `(*%R = @GRing.mul R) : True. Proof. by []. Qed.\n"
        f"{OFF}Lemma closes : True. Proof. (intros **); exact: I. Qed.\n{LOOPED}",
        UNGUARDED,
    ),
    "unguarded_by_attribute": (f"#[bypass_check(guard)]\n{LOOP}{LOOPED}", UNGUARDED),
    "not_positive": (
        "#[bypass_check(positivity)]\nInductive bad_NAME : Type := Bad of bad_NAME -> False.\n"
        "Definition out (b : bad_NAME) : False := match b with Bad f => f b end.\n"
        f"{TRUE}Proof. by case: (out (Bad out)). Qed.\n",
        "counting.bad_NAME is assumed to be positive.",
    ),
}
"""What a proof file holds for the statement ``S_NAME``, and what Coq says that it rests on."""
UNTYPED = {
    "missing": ("", "The reference Proofs.counting.S_NAME was not found"),
    "other_type": (
        "Theorem S_NAME : True.\nProof. by []. Qed.\n",
        'has type "True" while it is expected to have type "Statements.counting.S_NAME"',
    ),
    # Another type, printed as the statement's name by a notation of the proofs file.
    "printed_alike": (
        "Theorem S_NAME : True /\\ True.\nProof. by []. Qed.\n"
        "Notation \"'Statements.counting.S_NAME'\" := (True /\\ True) (only printing).\n",
        'has type "and True True" while it is expected to have type "Statements.counting.S_NAME"',
    ),
    # A function applied to its own type, which needs a type that is its own member.
    "universes_unchecked": (
        "Unset Universe Checking.\nDefinition every : Type := forall t : Type, t -> t.\n"
        "Definition self (f : every) : every := f every f.\nSet Universe Checking.\n"
        f"{TRUE}Proof. have := self (fun t x => x); move=> _; {HONEST}",
        "Universe inconsistency",
    ),
}
"""The same of those with which no audit comes to its end, and why."""
ALONE = "universes_unchecked"
"""With it the file can be compiled, and not be imported."""
LEFT_TO_COQ = {"axiom_of_the_library", "missing", "other_type", "parameter_by_another_word"}
AGAIN = "Definition S_again : Prop := forall (N : nat) (p a : 'I_N), #|sending a p| = N.-1`!.\n"


def cheated(folder, *names):
    """A copy with a statement for each name, and what is to pass for its proof."""
    copied(folder)
    for name in names:
        add(folder, STATEMENT, f"Definition S_{name} : Prop := S_fast_counting.\n")
        add(folder, PROOF, {**CHEATS, **UNTYPED}[name][0].replace("NAME", name))
    return folder


def doubled(folder):
    """A copy that states the same twice."""
    add(copied(folder), STATEMENT, AGAIN)
    add(folder, PROOF, f"{TRUE.replace('NAME', 'again')}Proof. by move=> N p a; {HONEST}")
    return folder


def notation(folder):
    """In what follows, ``n`!`` is given another meaning, and reads as before."""
    redefined = 'Local Notation "n `!" := (factorial n + 0 * n)%N.\n'
    change(folder, STATEMENT, AGAIN, redefined + AGAIN)
    honest = "by move=> N p a; exact: S_fast_counting"
    change(folder, PROOF, honest, "move=> N p a; rewrite mul0n addn0; exact: S_fast_counting")


def definition(folder):
    """The statement reads as before; what it speaks of is written otherwise, here harmlessly."""
    change(folder, STATEMENT, "s p == a", "s (id p) == a")


def weakened(folder):
    change(folder, STATEMENT, f"(a p : 'I_N), {CLAIM}", f"(a p : 'I_N), 0 < N -> {CLAIM}")
    change(folder, PROOF, "move=> [|N] a p;", "move=> [|N] a p _;")
    change(folder, PROOF, "N p a; rewrite", "[|N] p a; first (by case: a); rewrite")


@pytest.fixture(scope="module")
def pinned(tmp_path_factory):
    """What the audit finds in the topic as it is, stated twice."""
    return audit.observe(doubled(tmp_path_factory.mktemp("clean")))


@needs_coq
def test_an_honest_copy_passes(tmp_path, pinned, monkeypatch):
    """Its theorems, pinned with the same axioms, are asked about at once. Flags for make and Coq,
    and a coqrc, each of which would stop the tool that heeds it, are not heard."""
    (tmp_path / "coq").mkdir()
    (tmp_path / "coq/coqrc").write_text("This is no Coq.\n", encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("COQFLAGS", "COQEXTRAFLAGS", "COQLIBS", "COQLIB", "MAKEFLAGS"):
        monkeypatch.setenv(name, "--no-such-option")
    asked, call = [], audit.call
    monkeypatch.setattr(audit, "call", lambda *given: asked.append(given[2]) or call(*given))
    folder = doubled(tmp_path / "copy")
    (folder / "pinned.txt").write_text(pinned, encoding="utf-8")
    assert audit.audit(folder, lambda line: None) == pinned
    assert asked.count("a theorem is missing or of another type: Coq") == 1
    assert pinned.count(f"axioms: {CLOSED}\n") == 2


@pytest.fixture(scope="module")
def differences(tmp_path_factory, pinned):
    """What an audit says of a copy in which three definitions mean something else, line by line."""
    folder = doubled(tmp_path_factory.mktemp("restated"))
    (folder / "pinned.txt").write_text(pinned, encoding="utf-8")
    for tamper in (notation, definition, weakened):
        tamper(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(audit, "scan", lambda root: [])
        with pytest.raises(audit.Refused) as refused:
            audit.audit(folder, lambda line: None)
    return str(refused.value).splitlines()


@needs_coq
@pytest.mark.parametrize(
    ("name", "reads_otherwise"),
    [
        pytest.param("S_again", False, id="notation"),
        pytest.param("sending", True, id="definition"),
        pytest.param("S_fast_counting", True, id="weakened"),
    ],
)
def test_the_pinned_text_rejects(name, reads_otherwise, pinned, differences):
    block = re.search(rf"^Statements.counting.{name}\n((?: .*\n)+)", pinned, re.MULTILINE).group(1)
    *text, terms = (line for line in block.splitlines() if "theorem" not in line)
    assert f"-{terms}" in differences
    assert (f"-{text[-1]}" in differences) is reads_otherwise
    assert not any(f"counting.{name}; axioms" in line for line in differences if line[0] == "-")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Sources with every cheat that compiles next to the others, and the folder of their build."""
    folder = tmp_path_factory.mktemp("cheated")
    root = cheated(folder / "sources", *CHEATS, *(name for name in UNTYPED if name != ALONE))
    (folder / "build").mkdir()
    audit.build(root, folder / "build")
    return root, folder / "build"


def asked(built, names, pinned):
    """What Coq answers about these theorems, with what is pinned of their axioms."""
    root, folder = built
    defined = [one for one in audit.definitions(root) if one[1] in names]
    return audit.ask(defined, {f"Proofs.counting.{name}": pinned for name in names}, folder)


@pytest.fixture(scope="module")
def observed(built):
    """What Coq says of each cheat and the honest theorem, all pinned with no axiom; coqchk's."""
    names = ["S_fast_counting", *(f"S_{name}" for name in CHEATS)]
    told = dict(zip(names, asked(built, names, CLOSED), strict=True))
    return told, *audit.recheck(*built)


@needs_coq
@pytest.mark.parametrize("name", CHEATS)
def test_coq_and_its_checker_say_what_a_theorem_rests_on(name, observed):
    told, checked = observed
    rests_on = CHEATS[name][1].replace("NAME", name)
    assert f"theorem Proofs.counting.S_{name}; axioms: Axioms: {rests_on}" in told[f"S_{name}"]
    assert any(line.endswith(f".{rests_on.split()[0]}") for line in checked.splitlines())
    assert told["S_fast_counting"].endswith(f"axioms: {CLOSED}")


def refused(work, *given):
    """Why the audit gets no further, once Coq has compiled the copy."""
    with pytest.raises(audit.Refused) as refusal:
        work(*given)
    head, _, message = str(refusal.value).partition(" failed:")
    assert head == "a theorem is missing or of another type: Coq"
    return message


@needs_coq
@pytest.mark.parametrize("name", [name for name in UNTYPED if name != ALONE])
def test_coq_refuses(name, built):
    message = refused(asked, built, [f"S_{name}"], CLOSED)
    assert UNTYPED[name][1].replace("NAME", name) in message


@needs_coq
def test_coq_refuses_a_type_in_itself(tmp_path):
    assert UNTYPED[ALONE][1] in refused(audit.observe, cheated(tmp_path, ALONE))


@pytest.mark.parametrize("name", sorted({*CHEATS, *UNTYPED} - LEFT_TO_COQ))
def test_the_scan_rejects(name, tmp_path):
    assert audit.scan(cheated(tmp_path, name))


def test_the_scan_rejects_a_notation(tmp_path):
    folder = doubled(tmp_path)
    notation(folder)
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
    add(folder, STATEMENT, text)
    messages = audit.scan(folder)
    if not messages:
        with pytest.raises(audit.Refused) as refused:
            audit.definitions(folder)
        messages = [str(refused.value)]
    assert why in messages[0]


def test_a_match_is_no_second_definition():
    assert not audit.mutual("Fixpoint f n := match n with 0 => 0 | S m => f m end")
    assert audit.mutual("Fixpoint f n := g n with g n := f n")
