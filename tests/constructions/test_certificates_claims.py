"""The claims that stand on certificates, and each of their mutants."""

import pytest

from constructions.certificates_claims import CERTIFICATE_CLAIMS
from theory.judge import judge


@pytest.mark.parametrize("claim", CERTIFICATE_CLAIMS, ids=lambda claim: claim.id)
def test_claim_reaches_its_verdict(claim):
    record = judge(claim)
    assert record.as_expected, record.fault or record.reason
