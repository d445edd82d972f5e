"""What the scores' definition leaves open is one of what is known, or refused."""

from math import nan

import pytest

from empirical.protocol.convention import Convention


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tau": 0.0}, "tau = 0.0"),
        ({"tau": nan}, "tau = nan"),
        ({"cosine": "cosine"}, "choose 'scale-free' or 'clamped'"),
    ],
)
def test_what_is_no_convention_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        Convention(**options)
