"""Every committed certificate; the claims that stand on two of them are in test_claims."""

import json
from dataclasses import replace
from itertools import product

import pytest

from constructions import CERTIFICATES, check_certificate
from constructions.claims.certificates import RETRIEVAL, certified, checked
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


def test_a_certificate_of_shorter_inputs_is_refused():
    """Of the claim's own head, true, and with the margins that it states."""
    shorter = certified(RETRIEVAL.printed(), 16).fields
    stated = {"least": shorter["exact"], "run": shorter["run"]}
    one = replace(RETRIEVAL, tamper=lambda entry: shorter, **stated)
    assert checked(one).found == "not a certificate of this head"
