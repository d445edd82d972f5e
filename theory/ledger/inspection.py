"""Which claims may be judged at all: refuses what could not fail, before any check runs."""

import re
from collections.abc import Iterable, Mapping

from theory.ledger.plural import counted
from theory.ledger.terms import DECISIVE, Claim, Evidence, Fault, Kind, Method, Mutant, Verdict

MIN_MUTANTS = 4
LONGEST = 86_400
"""Seconds that a claim may ask for."""
READ_OFF = frozenset({Kind.CONSTANT, Kind.SIGN})
"""Kinds that values show by themselves: no part is declared to be of one."""
PROVENANCES = frozenset({"printed", "reconstructed", "reading", "repair", "suite"})
"""Whose a statement is: the paper's in its words, the paper's in ours, what the paper may be read
to say, a paper's statement made true, or this suite's own."""
OWN = "suite"
"""The paper and the provenance of what no paper states."""
JOINS = frozenset({Method.WRITTEN, Method.INDUCTIVE})
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
BOUNDED = re.compile(r"(≤|<=|<)\s*\d|\d\s*(\.\.|…|–|to)\s*\d|\{[^}:|]+\}|up to \d")
"""A range that ends: '2 ≤ n ≤ 7', '1..6', '{0, 1}', 'up to 5'; no '{x : x > 0}'."""
ONE_VALUE = re.compile(r"\b[A-Za-z]\w* = \d+\s*$")
"""A clause that gives a variable one value: 'n = 3', and no '|q| = 1'."""
LIST = re.compile(r"\{[^}]*\}|\([^)]*\)")
"""What is in braces or brackets: its commas part no clauses."""
REAL = re.compile(r"\breals?\s+(?:numbers?\s+)?(\w+)")
"""A variable that is said to be real: no bound on it makes a list."""
FIXED = re.compile(
    BOUNDED.pattern + r"|at most \d|\b[nNmL] = \d|\bone (?:frequency|pair of coordinates)\b"
)
"""Sizes at which a formula was written out: for all reals, and for these sizes alone."""
ONE_SOLVER = "one solver only"
"""The mark of a decision that no second solver repeated."""
CONFIRMED = re.compile(rf"(cvc5|{ONE_SOLVER}|claim {ID.pattern})(?![\w-])")
"""What a ``confirmed_by`` begins with that names no evidence."""


def inspect_claim(claim: Claim) -> None:
    """Refuse a claim that could not fail.

    Raises:
        Fault: a field is empty or of the wrong type; no evidence; evidence that decides what its
            method cannot, or nothing; too few or too similar mutants; a missing repair.
    """
    _inspect_fields(claim)
    if not claim.evidence:
        raise Fault("no evidence")
    for evidence in claim.evidence:
        _inspect_evidence(claim, evidence)
    _refuse_duplicates("pieces of evidence", "name", [e.name for e in claim.evidence])
    _refuse_duplicates("pieces of evidence", "check", [id(e.check) for e in claim.evidence])
    _inspect_verdict(claim)
    _inspect_mutants(claim)


def has_an_end(text: str) -> bool:
    """Whether a range has an end: a clause that bounds something, and no real number."""
    reals = set(REAL.findall(text))
    whole = LIST.sub(lambda match: match.group().replace(",", " ").replace(";", " "), text)
    clauses = [c for c in re.split("[,;]", whole) if reals.isdisjoint(re.findall(r"\w+", c))]
    return any(BOUNDED.search(clause) or ONE_VALUE.search(clause) for clause in clauses)


def unsound(claim: Claim) -> str:
    """Why a claim may not be judged, or ''.

    Asked once wherever a claim comes in: in the process that imports its package, in the one that
    is told of it by that process, and where a claim is judged without a registry.
    """
    try:
        inspect_claim(claim)
    except Exception as error:  # a claim of the wrong form may also break its inspection
        return str(error) or repr(error)
    return ""


def _carrying(claim: Claim) -> list[Evidence]:
    """The evidence that the verdict rests on: all but properties, unless there is nothing else."""
    heavy = [e for e in claim.evidence if e.method is not Method.PROPERTY]
    return heavy or list(claim.evidence)


def left_open(claim: Claim) -> set[str]:
    """The quantifiers that the claim's decisive evidence leaves open.

    Pieces that each settle a part make no whole by themselves ('for all M at n = 3' and 'for all
    n at M = 0' do not give 'for all n and M'): either one piece settles everything, or a written
    or inductive one is the argument that joins them. A kernel-checked part is a piece like any.
    """
    wanted = set(claim.quantifiers)
    decisive = [e for e in claim.evidence if e.method in DECISIVE]
    if any(e.method in JOINS for e in decisive):
        return wanted.difference(*(e.decides for e in decisive))
    return min((wanted - e.decides for e in decisive), key=len, default=wanted)


def on_paper(claim: Claim) -> bool:
    """Whether the claim rests on a written proof: it has one, and no kernel-checked one for all.

    A kernel-checked one is for all if it decides every quantifier, with the evidence that it is
    given as hypotheses.
    """
    decides = {e.name: e.decides for e in claim.evidence}
    checked = (
        e.decides.union(*(decides[name] for name in e.given))
        for e in claim.evidence
        if e.method is Method.KERNEL
    )
    wanted = set(claim.quantifiers)
    return not any(all_of >= wanted for all_of in checked) and any(
        e.method is Method.WRITTEN for e in claim.evidence
    )


def _inspect_fields(claim: Claim) -> None:
    for name in ("id", "paper", "place", "statement", "not_covered", "provenance"):
        value = getattr(claim, name)
        if not isinstance(value, str) or not value.strip():
            raise Fault(f"field {name!r} is empty")
    if not ID.fullmatch(claim.id):
        raise Fault(f"id {claim.id!r}: letters, digits, '.', '_' and '-' only")
    if claim.provenance not in PROVENANCES:
        raise Fault(f"provenance {claim.provenance!r} is none of {', '.join(sorted(PROVENANCES))}")
    if (claim.paper == OWN) != (claim.provenance == OWN):
        raise Fault(f"provenance {claim.provenance!r} of paper {claim.paper!r}: {OWN!r} is both")
    if not isinstance(claim.expected, Verdict):
        raise Fault(f"expected verdict {claim.expected!r} is no Verdict")
    if not isinstance(claim.quantifiers, Mapping):
        raise Fault("quantifiers: a mapping from variable to range is needed")
    for variable, values in claim.quantifiers.items():
        if not str(variable).strip() or not str(values).strip():
            raise Fault(f"quantifier {variable!r} has no range")
    for name in ("evidence", "mutants", "rests_on", "repairs"):
        if not isinstance(getattr(claim, name), tuple):
            raise Fault(f"field {name!r} is no tuple")
    for part, kind in claim.parts.items():
        if not isinstance(kind, Kind) or kind in READ_OFF:
            raise Fault(f"part {part!r} is declared {kind!r}: constants and signs show themselves")
    if claim.id in (*claim.repairs, *claim.rests_on):
        raise Fault("the claim rests on itself")
    if type(claim.seconds) not in (int, float) or not 0 < claim.seconds <= LONGEST:
        raise Fault(f"seconds = {claim.seconds!r} is no time limit")


def _refuse_duplicates(what: str, field: str, values: list[object] | list[str] | list[int]) -> None:
    if len(set(values)) != len(values):
        raise Fault(f"two {what} share a {field}")


def _inspect_evidence(claim: Claim, evidence: Evidence) -> None:
    """Refuse evidence whose method cannot do what it says it does."""
    if not isinstance(evidence, Evidence) or not isinstance(evidence.method, Method):
        raise Fault(f"{evidence!r} is no evidence with a method")
    name = f"evidence {evidence.name!r}"
    if not evidence.name.strip() or not evidence.covers.strip() or not callable(evidence.check):
        raise Fault(f"{name}: name, covers and check are all needed")
    if not isinstance(evidence.decides, frozenset):
        raise Fault(f"{name}: decides is no frozenset")
    strangers = evidence.decides - set(claim.quantifiers)
    if strangers:
        raise Fault(f"{name} decides undeclared {sorted(strangers)}")
    if evidence.method is Method.WRITTEN and not evidence.proof.strip():
        raise Fault(f"{name} is written and names no proof")
    _inspect_given(claim, evidence)
    _inspect_confirmation(claim, evidence)
    if evidence.decides and evidence.method not in DECISIVE:
        raise Fault(f"{name}: the method {evidence.method} decides no quantifier")
    if evidence.method is Method.EXHAUSTIVE:
        endless = [v for v in evidence.decides if not has_an_end(claim.quantifiers[v])]
        if endless:
            raise Fault(
                f"{name}: no list of cases decides {sorted(endless)}: a range has no end; one that"
                " ends says '1 … 3', 'n ≤ 3', 'n = 3', 'n in {1, 3}' or 'up to 3'"
            )
    fixed = FIXED.search(evidence.covers)
    if evidence.method in (Method.SYMBOLIC, Method.ENCLOSED) and fixed:
        endless = [v for v in evidence.decides if not FIXED.search(claim.quantifiers[v])]
        if endless:
            raise Fault(
                f"{name}: its covers says {fixed[0]!r}, and fixed sizes decide {sorted(endless)}: a"
                " range has no end"
            )
    refutes = any(e.method is Method.WITNESS for e in claim.evidence)
    may_be_part = refutes or evidence.method is Method.KERNEL
    if evidence.method in DECISIVE and not evidence.decides and not may_be_part:
        raise Fault(f"{name}: a decisive method that decides no quantifier")


def _inspect_given(claim: Claim, evidence: Evidence) -> None:
    """Refuse hypotheses that no machine checks on all their cases."""
    if evidence.given and evidence.method is not Method.KERNEL:
        raise Fault(f"evidence {evidence.name!r}: only a kernel-checked theorem has hypotheses")
    machine = DECISIVE - {Method.KERNEL, Method.WRITTEN}
    usable = {e.name for e in claim.evidence if e.method in machine}
    strangers = set(evidence.given) - usable
    if strangers:
        raise Fault(
            f"evidence {evidence.name!r} is given {sorted(strangers)}, which no machine decides"
        )


def _inspect_confirmation(claim: Claim, evidence: Evidence) -> None:
    """Refuse a confirmation by what nobody can find."""
    by, others = evidence.confirmed_by, {e.name for e in claim.evidence} - {evidence.name}
    if by and not CONFIRMED.match(by) and not evidence_named(by, others):
        raise Fault(
            f"evidence {evidence.name!r} is confirmed by {by!r}: name other evidence of the claim,"
            f" 'cvc5', 'claim ID' or '{ONE_SOLVER}'"
        )


def evidence_named(confirmation: str, names: Iterable[str]) -> str:
    """The evidence that a ``confirmed_by`` begins with, of several the longest; '' for none."""
    for name in sorted(names, key=len, reverse=True):
        if re.match(rf"{re.escape(name)}($| \(|,|;)", confirmation):
            return name
    return ""


def _inspect_verdict(claim: Claim) -> None:
    """Refuse methods that contradict each other or the verdict expected."""
    methods = {e.method for e in claim.evidence}
    if Method.WITNESS in methods:
        if not claim.repairs:
            raise Fault("a refutation must name its repair")
        if methods & (DECISIVE - {Method.KERNEL}) and not left_open(claim):
            raise Fault("proved and refuted at once")
    if Method.MEASURED in methods and (len(methods) > 1 or claim.synthetic is None):
        raise Fault("measured evidence stands alone and needs a synthetic subject")
    if claim.synthetic is not None and methods != {Method.MEASURED}:
        raise Fault("only a measured claim has a synthetic subject")
    if claim.expected is Verdict.PROVED and not claim.quantifiers:
        raise Fault("a claim to be proved declares its quantifiers")


def _inspect_mutants(claim: Claim) -> None:
    """Refuse mutants that are too few, too similar, or not aimed at what carries the verdict."""
    if len(claim.mutants) < MIN_MUTANTS:
        raise Fault(f"{counted(len(claim.mutants), 'mutant')}, at least {MIN_MUTANTS} are needed")
    names = {e.name for e in claim.evidence}
    reading = {e.name for e in claim.evidence if e.method is not Method.KERNEL}
    heavy = {e.name for e in _carrying(claim)}
    aimed: set[str] = set()
    kinds: set[Kind] = set()
    for mutant in claim.mutants:
        if not isinstance(mutant, Mutant) or not isinstance(mutant.kind, Kind):
            raise Fault(f"{mutant!r} is no mutant with a kind")
        if not isinstance(mutant.rejected_by, tuple) or not mutant.name.strip():
            raise Fault(f"mutant {mutant.name!r}: a name and a tuple rejected_by are needed")
        strangers = set(mutant.rejected_by) - names
        if strangers:
            raise Fault(f"mutant {mutant.name!r} names unknown evidence {sorted(strangers)}")
        targets = set(mutant.rejected_by) or reading
        aimed |= targets
        if targets & heavy:
            kinds.add(mutant.kind)
    _refuse_duplicates("mutants", "name", [m.name for m in claim.mutants])
    if names - aimed:
        raise Fault(f"no mutant is aimed at evidence {sorted(names - aimed)}")
    if len(kinds) < MIN_MUTANTS:
        raise Fault(
            f"mutants of {counted(len(kinds), 'different kind')} are aimed at what carries the"
            f" verdict, at least {MIN_MUTANTS} are needed"
        )
