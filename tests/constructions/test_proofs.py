"""The Constructions part of proofs.md against the ledger: every claim, word for word."""

import importlib
import re

import pytest

from constructions.claims import CLAIMS
from tests.modules import module_named
from tests.sections import SECTIONS, flat
from theory.ledger import Method
from theory.ledger.inspection import on_paper
from theory.reports.proofs import argument

BY_ID = {claim.id: claim for claim in CLAIMS}
RECHECK = "capacity.rules.recheck"
"""The standalone program, which a piece of evidence runs under each claim's name."""


@pytest.mark.parametrize("one", BY_ID)
def test_a_section_has_statement_verdict_argument_and_scope(one):
    claim, body = BY_ID[one], SECTIONS[one]
    assert body.startswith(f"\n*Claim:* {claim.statement}\n\n**{claim.expected}**")
    assert ("†" in body.split("\n\n")[1]) == on_paper(claim)
    assert claim.quantifiers or claim.repairs
    assert len(argument(body).split("*Checked:*")[0].split()) > 20


@pytest.mark.parametrize("one", BY_ID)
def test_the_checks_that_a_section_names_are_the_claims(one):
    """`module.name`, and bare `name`s of the module named last before them: all its evidence."""
    checked = flat(argument(SECTIONS[one])).split("*Checked:*")[1]
    named, module = set(), None
    for name in re.findall(r"`([a-z_.]+)`", checked):
        if name == RECHECK:
            continue
        if name.startswith("theory."):
            importlib.import_module(name)
            continue
        if "." in name:
            module = importlib.import_module(module_named("constructions", name.rpartition(".")[0]))
        named.add(getattr(module, name.split(".")[-1]))
    by_kernel = {e.check for e in BY_ID[one].evidence if e.method == Method.KERNEL}
    again = {e.check for e in BY_ID[one].evidence if e.check.__module__.endswith(".rechecked")}
    assert named >= {evidence.check for evidence in BY_ID[one].evidence} - by_kernel - again
    assert (f"`{RECHECK}`" in checked) == bool(again)
    assert ("In Coq" in checked) == bool(by_kernel)


@pytest.mark.parametrize("one", BY_ID)
def test_a_statement_bounds_what_a_list_of_cases_decides(one):
    """Every figure that bounds a quantifier is in the statement too."""
    claim = BY_ID[one]
    for words in claim.quantifiers.values():
        figures = set(re.findall(r"\d+", words))
        assert figures
        assert figures <= set(re.findall(r"\d+", claim.statement))
