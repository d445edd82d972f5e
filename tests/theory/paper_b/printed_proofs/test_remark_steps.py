"""B-F23-retr-simple: what the solver is asked of the map is not what it is told."""

import z3

from theory.ledger import true
from theory.paper_b.printed_proofs import remark_steps


def test_the_attribute_follows_from_properness_and_is_no_hypothesis(monkeypatch):
    posed = []
    monkeypatch.setattr(remark_steps, "prove", lambda *asked: posed.append(asked) or true(1))
    remark_steps.one_attribute(remark_steps.Simple())
    ((statement, names),) = posed
    given, wanted = statement(*z3.Reals(names))
    assert not any(z3.eq(wanted[-1], hypothesis) for hypothesis in given)
