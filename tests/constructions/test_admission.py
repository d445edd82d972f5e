"""Heads that no certificate is made for: each is refused with the rule."""

from dataclasses import replace

import numpy as np
import pytest

from constructions.admission import refuse, refuse_forgeable
from constructions.rules import bound_rule
from tests.constructions.small_heads import ATTRIBUTES, lookup_head


def test_an_ordinary_head_is_admitted():
    head = lookup_head()
    refuse(head, bound_rule(head, 3, ATTRIBUTES), 3)
    refuse_forgeable(head)


@pytest.mark.parametrize("n0", [1, 70000, 3.0, True])
def test_lengths(n0):
    head = lookup_head()
    with pytest.raises(ValueError, match="a length of 2 to 65536"):
        refuse(head, bound_rule(head, 3, ATTRIBUTES), n0)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"name": "any. Verdict: certified"}, "letters and digits"),
        ({"outputs": ("1", "2 or 3")}, "letters and digits"),
        ({"beta": 2.0**57}, "beta"),
        ({"angles": [2.0**17]}, "angles: 131072; 0, or 2\\^-126 to 2\\^16"),
        ({"values": [2.0**57]}, "values"),
        ({"skip": [2.0**-127]}, "skip"),
        ({"queries": [2.0**40]}, "logits below 2\\^60"),
    ],
)
def test_what_claims_could_be_forged_with(changed, says):
    head = lookup_head()
    for name, value in changed.items():
        if isinstance(value, list):
            array = getattr(head, name).copy()
            array.ravel()[-1] = value[0]
            changed = {name: np.array(array)}
    with pytest.raises(ValueError, match=says):
        refuse_forgeable(replace(head, **changed))
