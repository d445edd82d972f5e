"""Every committed certificate; the claims that stand on two of them are in test_claims."""

import json

import pytest

from constructions import CERTIFICATES, check_certificate


@pytest.mark.parametrize("file", sorted(CERTIFICATES.iterdir()), ids=lambda file: file.name)
def test_a_committed_certificate_is_accepted_and_certifies(file):
    text = file.read_text(encoding="utf-8")
    assert "Verdict: certified. Closest" in check_certificate.check(text)


def test_committed_certificates_are_of_every_head():
    """Index as long as the paper's longest and with all integers, Retrieval both ways."""
    made = [json.loads(file.read_text(encoding="utf-8")) for file in CERTIFICATES.iterdir()]
    names = {(x["construction"]["name"], x["rule"]["name"], x["n0"]) for x in made}
    assert {("index", "index", 4096), ("retrieval-symbolic", "retrieval", 850)} <= names
    assert {rule for _, rule, _ in names} == set(check_certificate.RULES)
    assert any(x["construction"].get("integers") == x["n0"] - 1 for x in made)
