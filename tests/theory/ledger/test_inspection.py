"""Which claims may be judged at all: a claim that could not fail is refused."""

import math
from dataclasses import replace

import pytest

from theory.ledger import Evidence, Fault, Method, inspect_claim, inspection, judge, true

X = frozenset({"x"})


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("id", "", "'id' is empty"),
        ("id", "A thm", "letters, digits"),
        ("id", "--all", "letters, digits"),
        ("paper", " ", "'paper' is empty"),
        ("place", "", "'place' is empty"),
        ("statement", "", "'statement' is empty"),
        ("statement", None, "'statement' is empty"),
        ("not_covered", "", "'not_covered' is empty"),
        ("provenance", "", "'provenance' is empty"),
        ("expected", "PROVED", "no Verdict"),
        ("expected", None, "no Verdict"),
        ("evidence", (), "no evidence"),
        ("evidence", "all", "no tuple"),
        ("evidence", ("all",), "no evidence with a method"),
        ("mutants", (), "0 mutants"),
        ("mutants", [], "no tuple"),
        ("mutants", ("a", "b", "c", "d"), "no mutant with a kind"),
        ("quantifiers", {}, "undeclared"),
        ("quantifiers", {"x": " "}, "'x' has no range"),
        ("quantifiers", {"x": "0..20", "": "0..20"}, "'' has no range"),
        ("quantifiers", None, "a mapping"),
        ("quantifiers", {"x": "every integer"}, "has no end"),
        ("quantifiers", {"y": "0..20"}, "undeclared"),
        ("rests_on", ("P-square",), "rests on itself"),
        ("rests_on", "P-other", "no tuple"),
        ("repairs", ("P-square",), "rests on itself"),
        ("repairs", "P-other", "no tuple"),
        ("seconds", 0, "no time limit"),
        ("seconds", -1.0, "no time limit"),
        ("seconds", 1e9, "no time limit"),
        ("seconds", math.inf, "no time limit"),
        ("seconds", math.nan, "no time limit"),
        ("seconds", "60", "no time limit"),
        ("seconds", True, "no time limit"),
        ("synthetic", lambda s: s, "only a measured claim"),
    ],
)
def test_claim_field(sound, field, value, why):
    with pytest.raises(Fault, match=why):
        inspect_claim(replace(sound, **{field: value}))
    assert judge(replace(sound, **{field: value})).fault


def test_an_inspection_that_breaks_without_a_word_refuses_too(sound):
    class Silent(dict):
        def items(self):
            raise ValueError

    assert judge(replace(sound, parts=Silent())).fault == "ValueError()"


@pytest.mark.parametrize("seconds", [0.5, 1, 60, 3600.0, 86_400])
def test_time_limit(sound, seconds):
    inspect_claim(replace(sound, seconds=seconds))


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("name", "", "are all needed"),
        ("covers", " ", "are all needed"),
        ("check", None, "are all needed"),
        ("method", "exhaustive", "no evidence with a method"),
        ("decides", frozenset(), "decides no quantifier"),
        ("decides", frozenset({"y"}), "undeclared"),
        ("decides", "x", "no frozenset"),
        ("decides", {"x"}, "no frozenset"),
        ("method", Method.WRITTEN, "names no proof"),
        ("method", Method.PROPERTY, "decides no quantifier"),
        ("method", Method.WITNESS, "decides no quantifier"),
        ("method", Method.MEASURED, "decides no quantifier"),
    ],
)
def test_evidence_field(make, field, value, why):
    """Among them: decisive evidence that decides nothing, and a property that decides."""
    with pytest.raises(Fault, match=why):
        inspect_claim(make(**{field: value}))


@pytest.mark.parametrize(("field", "value"), [("name", " "), ("rejected_by", "all cases")])
def test_mutant_field(sound, field, value):
    mutants = (*sound.mutants, replace(sound.mutants[0], **{"name": "new", field: value}))
    with pytest.raises(Fault, match="a name and a tuple"):
        inspect_claim(replace(sound, mutants=mutants))


def test_mutants_of_too_few_kinds(sound):
    with pytest.raises(Fault, match="kinds"):
        inspect_claim(
            replace(sound, mutants=(*sound.mutants[:3], replace(sound.mutants[0], name="x")))
        )
    strings = tuple(replace(m, kind=str(m.kind) + "!") for m in sound.mutants)
    with pytest.raises(Fault, match="kind"):
        inspect_claim(replace(sound, mutants=strings))


def test_mutants_must_be_aimed_at_what_carries_the_verdict(sound):
    """Three of four mutants are only ever shown to a property next to the proof."""
    light = Evidence("light", Method.PROPERTY, "some x", lambda s: sound.evidence[0].check(s))
    aside = tuple(replace(m, rejected_by=("light",)) for m in sound.mutants[1:])
    claim = replace(sound, evidence=(*sound.evidence, light), mutants=(sound.mutants[0], *aside))
    with pytest.raises(Fault, match="carries the verdict"):
        inspect_claim(claim)


def test_mutant_aimed_at_nobody(sound):
    mutants = (*sound.mutants, replace(sound.mutants[0], name="y", rejected_by=("nobody",)))
    with pytest.raises(Fault, match="unknown evidence"):
        inspect_claim(replace(sound, mutants=mutants))


def test_evidence_without_a_mutant(sound):
    light = Evidence("light", Method.PROPERTY, "some x", lambda s: sound.evidence[0].check(s))
    aimed = tuple(replace(m, rejected_by=("all cases",)) for m in sound.mutants)
    with pytest.raises(Fault, match="no mutant is aimed"):
        inspect_claim(replace(sound, evidence=(*sound.evidence, light), mutants=aimed))


def test_refutation_needs_a_repair_and_proves_nothing(synthetic):
    refuted = synthetic.REFUTED[0]
    with pytest.raises(Fault, match="repair"):
        inspect_claim(replace(refuted, repairs=()))
    part = Evidence("smaller", Method.EXHAUSTIVE, "no smaller one", lambda s: true(1))
    inspect_claim(replace(refuted, evidence=(*refuted.evidence, part)))
    proof = Evidence("z3", Method.SYMBOLIC, "all", lambda s: true(1), X)
    with pytest.raises(Fault, match="at once"):
        inspect_claim(replace(refuted, evidence=(*refuted.evidence, proof)))


def test_measurement_stands_alone(synthetic):
    claim = synthetic.SUPPORTED[0]
    light = Evidence("light", Method.PROPERTY, "some", lambda s: true(1))
    with pytest.raises(Fault, match="alone"):
        inspect_claim(replace(claim, evidence=(*claim.evidence, light)))
    with pytest.raises(Fault, match="synthetic"):
        inspect_claim(replace(claim, synthetic=None))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"evidence": ()}, "no evidence"),
        ({"quantifiers": None}, "quantifiers: a mapping from variable to range is needed"),
        ({"repairs": ("P-square",)}, "the claim rests on itself"),
        ({"synthetic": lambda s: s}, "only a measured claim has a synthetic subject"),
    ],
)
def test_refusals_of_a_claim_word_by_word(sound, changes, words):
    assert judge(replace(sound, **changes)).fault == words


def test_refusals_of_evidence_word_by_word(sound, synthetic):
    (evidence,) = sound.evidence
    other = replace(evidence, check=lambda s: true(1))

    def refusal(claim, *pieces):
        return judge(replace(claim, evidence=pieces or claim.evidence)).fault

    assert refusal(sound, evidence, other) == "two pieces of evidence share a name"
    again = replace(evidence, name="again")
    assert refusal(sound, evidence, again) == "two pieces of evidence share a check"
    strange = replace(evidence, decides=frozenset({"y"}))
    assert refusal(sound, strange) == "evidence 'all cases' decides undeclared ['y']"
    mutants = (*sound.mutants, sound.mutants[0])
    assert judge(replace(sound, mutants=mutants)).fault == "two mutants share a name"
    refuted, accuracy = synthetic.REFUTED[0], synthetic.SUPPORTED[0]
    assert judge(replace(refuted, repairs=())).fault == "a refutation must name its repair"
    both = (*refuted.evidence, replace(evidence, method=Method.SYMBOLIC, covers="all x"))
    assert refusal(refuted, *both) == "proved and refuted at once"
    alone = "measured evidence stands alone and needs a synthetic subject"
    assert judge(replace(accuracy, synthetic=None)).fault == alone


def test_a_claim_to_be_proved_declares_its_quantifiers(sound):
    (evidence,) = sound.evidence
    light = replace(evidence, method=Method.PROPERTY, decides=frozenset())
    fault = judge(replace(sound, quantifiers={}, evidence=(light,))).fault
    assert fault == "a claim to be proved declares its quantifiers"


def test_a_witness_without_quantifiers_is_not_proved(synthetic):
    """With nothing to decide, nothing is left open, and nothing is proved either."""
    inspect_claim(replace(synthetic.REFUTED[0], quantifiers={}))


@pytest.mark.parametrize("method", [Method.SYMBOLIC, Method.ENCLOSED])
@pytest.mark.parametrize(
    "covers", ["n = 3 … 5", "N = 1 … 4", "of at most 16 entries", "n = 3: all"]
)
def test_fixed_sizes_decide_no_range_without_end(make, covers, method):
    """For all reals, and written out at a few sizes: that is no proof for every size."""
    at_sizes = make(method=method, covers=covers)
    with pytest.raises(Fault, match="its covers says '.*\\d'.* a range has no end"):
        inspect_claim(replace(at_sizes, quantifiers={"x": "every n ≥ 1"}))
    inspect_claim(replace(at_sizes, quantifiers={"x": "n = 1 … 5, all reals"}))
    for_all = make(method=method, covers="for all reals")
    inspect_claim(replace(for_all, quantifiers={"x": "every real x"}))


@pytest.mark.parametrize(
    ("paper", "provenance", "why"),
    [
        ("P", "read", "is none of printed, reading, reconstructed, repair, suite"),
        ("P", "suite", "'suite' is both"),
        ("suite", "printed", "'suite' is both"),
    ],
)
def test_whose_a_statement_is(sound, paper, provenance, why):
    """What no paper states calls itself the suite's own, and nothing else does."""
    with pytest.raises(Fault, match=why):
        inspect_claim(replace(sound, paper=paper, provenance=provenance))
    inspect_claim(replace(sound, paper="suite", provenance="suite"))
    inspect_claim(replace(sound, provenance="reading"))


@pytest.mark.parametrize(
    ("domain", "ended"),
    [
        ("2 ≤ n0 ≤ 8, every real θ", True),
        ("θ in {1/7, 1/2, 19/20} of ω/(2n)", True),
        ("(A, N) in {(2,2), (2,3)}, every θ and ψ", True),
        ("n = 3, every real θ", True),
        *((x, True) for x in ("2 ≤ n ≤ 7", "n < 5", "0..20", "2 to 6", "N = 1 … 6", "{0, 1}")),
        ("lists of up to 4", True),
        *((x, False) for x in ("n ≥ 2", "2 ≤ n", "every n", "all reals above 7")),
        ("every x with |x| = 1", False),
        ("every n, N = n - 1", False),
        ("N ≥ 2, every real M", False),
        ("every real x, 0 ≤ x < 100", False),
        ("every real number x; x < 3", False),
        ("{x : x > 0}", False),
    ],
)
def test_a_range_ends_if_a_clause_bounds_what_is_not_real(domain, ended):
    """'For every n' is never proved by a list of n's."""
    assert inspection.has_an_end(domain) is ended


def test_a_theorem_with_checked_hypotheses_leaves_nothing_on_paper(sound):
    """Its hypotheses are results of the claim's machine evidence, by name, and of nothing else."""
    first = sound.evidence[0]
    theorem = replace(first, name="theorem", method=Method.KERNEL, check=lambda s: true(1))
    theorem = replace(theorem, decides=frozenset(), given=(first.name,))
    paper = replace(first, name="paper", method=Method.WRITTEN, proof="proofs.md#p")
    paper = replace(paper, check=lambda s: true(2))
    assert not inspection.on_paper(replace(sound, evidence=(first, theorem, paper)))
    alone = replace(theorem, given=())
    assert inspection.on_paper(replace(sound, evidence=(first, alone, paper)))
    for given in ("paper", "theorem", "lost"):
        changed = (first, replace(theorem, given=(given,)), paper)
        with pytest.raises(Fault, match="no machine decides"):
            inspect_claim(replace(sound, evidence=changed))
    with pytest.raises(Fault, match="only a kernel-checked theorem"):
        inspect_claim(replace(sound, evidence=(replace(first, given=("paper",)),)))


@pytest.mark.parametrize(
    "word", ["", "cvc5", "cvc5; by hand", "one solver only", "claim A-thm1, by hand", "second (z3)"]
)
def test_a_confirmation_names_what_can_be_looked_up(sound, word):
    first = replace(sound.evidence[0], confirmed_by=word)
    inspect_claim(replace(sound, evidence=(first, second(first))))


@pytest.mark.parametrize(
    "word", ["the first", "by cvc5", "claim ", "cvc55", "secondly", "all cases"]
)
def test_a_confirmation_by_nothing_that_can_be_looked_up_is_refused(sound, word):
    first = replace(sound.evidence[0], confirmed_by=word)
    with pytest.raises(Fault, match=f"is confirmed by '{word}': name other evidence"):
        inspect_claim(replace(sound, evidence=(first, second(first))))


def second(first):
    """Evidence named so, that says as much as the first."""
    return replace(first, name="second", check=lambda s: true(1), confirmed_by="")
