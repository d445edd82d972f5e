"""The standalone rechecker of the witnesses against rules of thumb."""

import ast
import json
import sys
from dataclasses import asdict
from math import cos, sqrt
from pathlib import Path

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from constructions.capacity.rules import recheck
from constructions.other_papers import witnesses
from constructions.other_papers.round_and_round.positions import least_gap
from tests.processes import python
from theory.ledger import Verdict
from theory.ledger.writing import collected
from theory.mathematics.conversions import precision
from theory.reports.files import record_text

CLAIMS = [claim for _, claim in collected("constructions.other_papers").values()]

SCRIPT = Path(recheck.__file__)
DATA = json.loads(SCRIPT.with_name("witnesses.json").read_text(encoding="utf-8"))
BY_ID = {claim.id: claim for claim in CLAIMS}


def test_it_stands_alone():
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    names = {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
    names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {str(name).split(".")[0] for name in names} <= sys.stdlib_module_names
    done = python("-I", "-O", SCRIPT, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.split(": stands")[0] for line in done.stdout.splitlines()] == sorted(DATA)


@pytest.mark.parametrize("one", DATA)
def test_a_stored_witness_is_the_claims(one):
    assert DATA[one] == witnesses.exact_fields(asdict(BY_ID[one].subject()))
    assert "standalone recheck" in {evidence.name for evidence in BY_ID[one].evidence}


def test_every_witness_against_a_rule_is_rechecked():
    """What is refuted in this folder is refuted by a witness that is stored."""
    refuted = {claim.id for claim in CLAIMS if claim.expected is Verdict.REFUTED}
    assert refuted == set(DATA) == set(recheck.CHECKS)


def test_the_file_is_what_the_command_writes():
    assert record_text(witnesses.rule_witnesses()) == witnesses.FILE.read_text(encoding="utf-8")
    assert SCRIPT.with_name("witnesses.json") == witnesses.FILE


@pytest.mark.parametrize(
    ("text", "code"), [("{", 2), ("[]", 1), ('{"RF-decay": 1, "RF-decay": 1}', 2)]
)
def test_a_missing_witness_and_a_broken_file_are_told(tmp_path, text, code):
    path = tmp_path / "witnesses.json"
    path.write_text(text)
    assert recheck.main([str(path)]) == code


def changed(one, **fields):
    return one, DATA[one] | fields


DECAY, HIGHEST, TABLE = "RF-decay", "RR-rope-highest", "BC-table"
BOUND, ALIAS, PRECISION = "BC-bound", "PM-alias", "PM-precision"
TAMPERED = [
    (changed(DECAY, times=4), "no more than"),
    (changed(DECAY, far=963), "no further"),
    (changed(DECAY, near=0), "near"),
    (changed(DECAY, planes=48), "power of 2"),
    (changed(DECAY, base=1), "base"),
    (changed(DECAY, times=True), "times"),
    (changed(DECAY, first=64), "first"),
    (changed("RF-decay-bound", times=2), "no more than"),
    (changed("RF-decay-bound", far=6300), "no more than"),
    (changed(HIGHEST, positions=7), "may serve"),
    (changed(HIGHEST, positions=4), "both sides"),
    (changed(HIGHEST, amplitude=8), "does not serve"),
    (changed(HIGHEST, most=22), "may serve"),
    (changed(HIGHEST, amplitude=22), "amplitude"),
    (changed(HIGHEST, most=-1), "most"),
    (changed(HIGHEST, plane=48), "does not serve"),
    (changed(HIGHEST, plane=64), "plane"),
    (changed(HIGHEST, share=0.9), "not exact"),
    (changed(HIGHEST, share="1"), "not between"),
    (changed(TABLE, rows=[]), "none"),
    (changed(TABLE, rows=[[2048, 16_000]]), "not \\[L, printed, base\\]"),
    (changed(TABLE, rows=[[2048, 16_000, 16_000]]), "not below"),
    (changed(TABLE, rows=[[2048, 16_000, 12_500]]), "not positive"),
    (changed(TABLE, rows=[[40_000, 16_000, 12_500]]), "not positive"),
    (changed(TABLE, rows=[[1 << 20, 16_000_000, 15_000_000]]), "not positive"),
    (changed(TABLE, rows=[[(1 << 20) + 1, 16_000, 11_640]]), "rows: not"),
    (changed(TABLE, sign=-1), "sign"),
    (changed(TABLE, sign="1"), "sign"),
    (("RF-decay", {"near": 1}), "fields are not"),
    (("RF-decay", []), "fields are not"),
    (("RR-gauss", {}), "no check"),
    (changed("BC-fit", base=60_000), "not positive"),
    (changed("BC-fit", length=524_288), "not below the line"),
    (changed("BC-fit", factor=5), "not below the line"),
    (changed("BC-fit", factor=0), "factor"),
    (changed("BC-fit", length=(1 << 20) + 1), "length"),
    (changed("BC-fit", coefficient="0"), "no line"),
    (changed("BC-fit", exponent="-2"), "no line"),
    (changed("BC-fit", exponent="10000"), "no line"),
    (changed(BOUND, at=1706), "not negative"),
    (changed(BOUND, at=4097), "at: not"),
    (changed(BOUND, alone=0), "not positive"),
    (changed(BOUND, alone=2), "alone"),
    (changed(BOUND, plane=40), "not positive"),
    (changed(BOUND, plane=64), "plane"),
    (changed(BOUND, length=13_700), "not positive"),
    (changed(ALIAS, length=628), "the rule allows"),
    (changed(ALIAS, quarters=1), "quarters"),
    (changed("PM-dc", quarters=4), "quarters"),
    (changed("PM-dc", length=15_707), "the rule allows"),
    (changed(ALIAS, format_bits=24), "format_bits"),
    (changed(ALIAS, amplitude="1/5"), "at place 1 "),
    (changed(ALIAS, amplitude="-1/4"), "amplitude"),
    (changed(ALIAS, amplitude="101"), "amplitude"),
    (changed(ALIAS, amplitude=1), "not exact"),
    (changed(ALIAS, length=2), "length"),
    (changed(ALIAS, falling=-1), "no key weighs less"),
    (changed(ALIAS, falling=0), "no key weighs less"),
    (changed(ALIAS, fastest=40), "at place"),
    (changed("PI-bound", eighths=7), "within the bound"),
    (changed("PI-bound", first=1), "within the bound"),
    (changed("PI-bound", spacing=4), "within the bound"),
    (changed("PI-bound", phase=1), "within the bound"),
    (changed("PI-bound", spacing=7), "above its line|within the bound"),
    (changed("PI-bound", phase=5), "phase"),
    (changed("PI-bound", eighths=0), "eighths"),
    (changed("PI-sum", at=8000), "not so"),
    (changed("PI-sum", length=8142), "at: not"),
    (changed("PI-sum", times=1), "not so"),
    (changed("PI-sum", sign=-1, at=1), "sign"),
    (changed("PI-sum", sign=0), "sign"),
    (changed("SL-extra", base=10_000), "not raised"),
    (changed("SL-extra", length=7700), "the rule allows"),
    (changed("SL-extra", trained=8192), "the rule allows"),
    (changed("SL-extra", trained=10**6), "the rule allows"),
    (changed("SL-extra", amplitude="1/4"), "at place 0 "),
    (changed("SL-extra", amplitude="101"), "amplitude"),
    (changed("SL-extra", fastest=64), "fastest"),
    (changed("SL-extra", falling=-1), "no key weighs less"),
    (changed("YN-closer", at=100), "not so"),
    (changed("YN-closer", scale=1), "scale"),
    (changed("YN-closer", scale=16), "not so"),
    (changed("YN-closer", first=32), "not so"),
    (changed("YN-closer", sign=-1, at=1), "sign"),
    (changed("YN-closer", sign=0), "sign"),
    (changed("BC-count", printed=30_720), "what is printed"),
    (changed("BC-count", base=500), "not positive"),
    (changed("BC-count", sign=-1), "sign"),
    (changed("BC-count", length=1), "length"),
    (changed("BC-count", base=5_000_001, length=2), "not as printed"),
    (changed("BC-real", at=58), "not negative"),
    (changed("BC-real", measured=116), "within the factor"),
    (changed("BC-real", factor=9), "within the factor"),
    (changed("BC-real", sign=0), "sign"),
    (changed("DU-points", length=256), "fewer pairs"),
    (changed("DU-points", share="11/20"), "fewer pairs"),
    (changed("DU-points", share="0"), "share"),
    (changed("DU-points", amplitude="1/8"), "at place"),
    (changed("DU-points", falling=-1), "no key weighs less"),
    (changed("DU-points", amplitude="101"), "amplitude"),
    (changed("DU-trade", plane=40, length=64), "not as printed|not positive"),
    (changed("DU-trade", amplitude="1/4", length=64), "at place"),
    (changed("DU-trade", amplitude="101"), "amplitude"),
    (changed("DU-trade", falling=-1), "no key weighs less"),
    (changed(PRECISION, base=1 << 24), "the rule allows"),
    (changed(PRECISION, format_bits=0), "format_bits"),
    (changed(PRECISION, amplitude="7/16"), "at place"),
]


@pytest.mark.parametrize(("witness", "message"), TAMPERED)
def test_what_was_tampered_with_is_refused(witness, message):
    with pytest.raises(recheck.Refused, match=message):
        recheck.recheck(*witness)


@pytest.mark.parametrize("x", [0, 1, 1e-5, 1.0, 3.1, 100.5, 6357.0, 99_999.25])
def test_functions_contain_the_true_values(x):
    ctx.prec = 400
    n = int(x * recheck.ONE)
    true = arb(fmpq(n, recheck.ONE))
    low, high = recheck.cosine(n, n)
    assert low <= true.cos() * recheck.ONE <= high
    assert high - low < 1 << 20
    low, high = recheck.cosine(n, n + 1000)
    for k in (0, 300, 1000):
        assert low <= arb(fmpq(n + k, recheck.ONE)).cos() * recheck.ONE <= high
    if x < 10**4:
        low, high = recheck.decayed(n)
        assert low <= (-true).exp() * recheck.ONE <= high
        assert high - low < 1 << 50


@pytest.mark.parametrize("n", [5, 7, 8, 45, 100])
def test_whatever_the_angle_one_gap_is_small(n):
    """At most c at every angle; c is the least over all pairs of sines of different signs."""
    t = np.arange(1, n)
    turn = np.linspace(-np.pi, np.pi, 10_001)[:, None]
    c = recheck.least_gap((recheck.ONE, recheck.ONE), n) / recheck.ONE
    gaps = (np.cos(turn) - np.cos(t - turn)).min(axis=1)
    assert gaps.max() < c + 1e-12
    x, y = (t[sign * np.sin(t) > 0] for sign in (-1, 1))
    x = x[:, None]
    pairs = (np.sin(y) * (1 - np.cos(x)) - np.sin(x) * (1 - np.cos(y))) / (np.sin(y) - np.sin(x))
    assert c == pytest.approx(pairs.min(), rel=1e-9)
    with precision(96):
        assert float(least_gap(arb(1), n)) == pytest.approx(c, rel=1e-12)
    exact, off = recheck.least_gap((recheck.ONE, recheck.ONE), n), 1 << 40
    assert recheck.least_gap((recheck.ONE - off, recheck.ONE + off), n) > exact


def test_angles_contain_the_true_ones():
    ctx.prec = 400
    for i, (low, high) in enumerate(recheck.angles([10_000, 64, 3])):
        assert low <= arb(10_000) ** arb(fmpq(-i - 3, 64)) * recheck.ONE <= high
        assert high - low < 1 << 12


@pytest.mark.parametrize("bits", [3, 8, 26, 100])
def test_sums_of_a_block_are_as_exact_as_they_say(bits):
    """Errors reach a third of the bound where bits are few, so that no third of it would do."""
    ctx.prec = 400
    worst = 0
    for base, planes in ((3, 4), (100, 8), (10_000, 64)):
        angles = recheck.angles([base, planes, 0])
        sums = [x for _, block in recheck.blocks(angles, 600, bits) for x in block]
        assert len(sums) == 601
        theta = [arb(base) ** arb(fmpq(-i, planes)) for i in range(planes)]
        for m, x in enumerate(sums):
            off = abs(x - 4**bits * sum((m * angle).cos() for angle in theta)) / 2**bits / planes
            assert off < 3
            worst = max(worst, float(off))
    assert bits > 3 or worst > 1


@pytest.mark.parametrize("base", [3, 500_000])
def test_a_block_is_left_out_if_and_only_if_its_least_sum_is_above(base):
    theta = recheck.angles([base, 8, 0])
    least = {start: min(sums) for start, sums in recheck.blocks(theta, 8695, 26)}
    assert len(least) == 17
    for limit in {x - k for x in least.values() for k in (0, 1)}:
        kept = [start for start, _ in recheck.blocks(theta, 8695, 26, limit)]
        assert kept == [start for start, x in least.items() if x <= limit]


@pytest.mark.parametrize("length", [1, 255, 256, 511, 1000])
def test_every_distance_is_asked_for_and_the_last_too(length):
    """At base 3 on 2 planes sums are below 0 at 3 already, so let those pass that are enclosed."""
    theta = recheck.angles([3, 2, 0])
    with pytest.MonkeyPatch.context() as patch:
        asked = []
        patch.setattr(recheck, "cosine_sum", lambda theta, m: (asked.append(m) or 1, 2))
        recheck.positive(theta, length)
    below = [m for m in range(length + 1) if cosines(m) <= 0]
    assert asked == below
    assert len(list(recheck.cosine_sums(theta, length))) == length + 1


def cosines(m):
    return cos(m) + cos(m / sqrt(3))


def test_the_size_of_a_complex_number_is_contained():
    assert recheck.size((3, 3), (-4, -4)) == (5, 6)
    assert recheck.size((-3, 2), (-1, 4)) == (0, 6)
    assert recheck.size((-5, -3), (4, 5))[0] == 5
