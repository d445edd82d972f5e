"""Every committed certificate; the claims that stand on two of them are in test_claims."""

import json
from itertools import product

import pytest

from constructions import CERTIFICATES, check_certificate
from theory.mathematics.tasks import proper


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


def test_every_proper_sequence_is_one_that_the_retrieval_certificate_is_about():
    """Ends with a number, or asks for a letter x as C-cert-retr says; the class is wider."""
    inside, both = 0, 0
    for n in (1, 2, 3, 4):
        for tokens in product(product("ABC", ("A", "B", "C", 1)), repeat=n):
            x = tokens[-1][1]
            fits = [i for i, token in enumerate(tokens) if token[0] == x]
            one = len({tokens[i] for i in fits}) == 1
            meant = x == 1 or (one and all(right != x for _, right in tokens[: fits[0]]))
            assert meant or not proper(tokens), tokens
            inside += meant
            both += proper(tokens)
    assert 0 < both < inside
