"""Kernel evidence, real command line, a copy of the checkout that was tampered with: it fails."""

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.processes import python
from tests.tools import COQ, needs
from theory.ledger.writing import collected

ROOT = Path(__file__).resolve().parents[2]
CLAIM = "S-layers"
"""Its other evidence carries the verdict alone, where there is no Coq."""
MODULE = "theory.paper_b.hop_tasks.layers"
SOURCE = f"""
from theory.ledger.writing import collected

CLAIMS = tuple(claim for _, claim in collected("{MODULE}").values())
"""
"""A package of the claim's module alone: every run imports it three times."""
pytestmark = needs(COQ)
UNCOMPILED = shutil.ignore_patterns("__pycache__")


def absurd(root):
    """The axiom of the issue."""
    with open(root / "proofs/proofs/counting.v", "a", encoding="utf-8") as stream:
        stream.write("\nAxiom absurd : False.\n")


def without_audit(root):
    (root / "proofs/audit.py").unlink()


def without_proofs(root):
    shutil.rmtree(root / "proofs")


def without_pinned(root):
    (root / "proofs/pinned.txt").unlink()


def without_sources(root):
    shutil.rmtree(root / "proofs/proofs")


def broken_audit(root):
    (root / "proofs/audit.py").write_text("raise SystemExit(2)\n", encoding="utf-8")


def shadowed(root):
    """The axiom, and a standard library of one's own that sees no difference."""
    absurd(root)
    text = "def unified_diff(*given, **more):\n    return []\n"
    (root / "proofs/difflib.py").write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """The package, which Python compiles once for all tests, without proofs."""
    root = tmp_path_factory.mktemp("copy") / "checkout"
    shutil.copytree(ROOT / "theory", root / "theory", ignore=UNCOMPILED)
    shutil.copy(ROOT / "pyproject.toml", root)
    (root.parent / "claims.py").write_text(SOURCE, encoding="utf-8")
    packages = {
        "packages": {"theory": f"{root.parent / 'claims.py'}:CLAIMS"},
        "claims": {"theory": list(collected(MODULE))},
    }
    (root.parent / "packages.json").write_text(json.dumps(packages), encoding="utf-8")
    return root


@pytest.fixture
def copy(checkout):
    """The copy with whole proofs, which a test may tamper with."""
    shutil.copytree(ROOT / "proofs", checkout / "proofs", ignore=UNCOMPILED)
    yield checkout
    shutil.rmtree(checkout / "proofs", ignore_errors=True)
    (checkout.parent / "report.json").unlink(missing_ok=True)


def check(root, **environment):
    """The result of the claim, and the exit code, of a run in the copy."""
    packages, report = root.parent / "packages.json", root.parent / "report.json"
    command = ["-m", "rope_claims", "check", CLAIM, "--json", report, "--synthetic", packages]
    code = python(*command, cwd=root, env={**os.environ, **environment}).returncode
    entries = json.loads(report.read_text(encoding="utf-8"))["claims"]
    return code, next(e["result"] for e in entries if e["id"] == CLAIM)


@pytest.mark.parametrize(
    "tamper",
    [
        absurd,
        without_audit,
        without_proofs,
        without_pinned,
        without_sources,
        broken_audit,
        shadowed,
    ],
    ids=lambda tamper: tamper.__name__,
)
def test_where_coq_is_there_what_is_not_audited_is_red(copy, tamper):
    tamper(copy)
    code, result = check(copy, XDG_CACHE_HOME="/proc/nope")
    assert (code, result["gate"], result["verdict"]) == (1, "fault", "UNDECIDED")


def test_without_coq_the_claim_rests_on_the_rest(copy):
    """Without this one the others would say nothing."""
    code, result = check(copy, PATH="")
    assert (code, result["gate"]) == (0, "as expected")
    assert "apt-get install coq" in result["found"]
