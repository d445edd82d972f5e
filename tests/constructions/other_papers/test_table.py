"""The sums of the printed table: block by block against balls, and what is covered."""

from fractions import Fraction

import numpy as np
import pytest
from flint import ctx

from constructions.capacity.cosines import angle_balls, cosine_sum
from constructions.other_papers.base_of_rope import bases, leads, table
from tests.sections import SECTIONS
from theory.gate.reading import read
from theory.mathematics.conversions import to_ball

SECTION = SECTIONS["BC-table"]


@pytest.mark.parametrize(
    ("base", "planes", "first"), [(100, 8, 0), (11_000, 64, 0), (10**4, 64, 3)]
)
def test_the_first_negative_sum_is_that_of_balls(base, planes, first):
    ctx.prec = 96
    theta = angle_balls(base, planes)[first:]
    distance = bases.first_negative(base, planes, first, 1, 3000)
    assert cosine_sum(theta, distance) < 0
    assert all(cosine_sum(theta, m) > 0 for m in range(distance))
    assert bases.first_negative(base, planes, first, 1, distance - 1) is None
    assert bases.first_negative(base, planes, first, -1, 3000) == 0


def test_what_short_numbers_leave_open_is_left_to_balls(monkeypatch):
    """Cut to quarters the sums at 940 to 953 seem positive."""
    monkeypatch.setattr(bases, "SHORT", 2)
    assert bases.first_negative(1000, 64, 56, 1, 2048) == 940
    monkeypatch.setattr(bases, "cosine_sum", lambda theta, m: 1)
    assert bases.first_negative(1000, 64, 56, 1, 2048) is None


def test_the_units_suffice_for_64_planes_and_two_million_positions():
    with pytest.raises(ValueError, match="64 cosines"):
        bases.first_negative(100, 65, 0, 1, 8)
    with pytest.raises(ValueError, match="positions"):
        bases.first_negative(100, 8, 0, 1, 1 << 21)


@pytest.mark.parametrize(
    ("number", "rounded"),
    [(4292, 4300), (4249, 4200), (4250, 4300), (26_963, 27_000), (99_600, 100_000), (84, 84)],
)
def test_two_digits(number, rounded):
    assert table.two_digits(number) == rounded


def test_no_base_is_leapt_over():
    """Up to just below the infimum, and no further than it."""
    upto, intervals = bases.covered(1024, Fraction(1), 4000, 0, 1)
    assert upto >= 4000
    assert intervals > 100
    upto, _ = bases.covered(1024, upto, 4400, 0, 1)
    assert 4292 <= upto < 4299


def test_leads_are_tried_first_and_wrong_ones_cost_nothing_but_time():
    collected = bases.Leads()
    plain = bases.covered(1024, Fraction(1000), 2000, 0, 1, collected)
    assert collected.used
    followed = bases.Leads([1, 2, *collected.used, 5000])
    assert bases.covered(1024, Fraction(1000), 2000, 0, 1, followed) == plain
    assert (followed.used, followed.left) == (collected.used, [5000])
    idle = bases.Leads([1, 2, 3, 5000])
    assert bases.covered(1024, Fraction(1000), 2000, 0, 1, idle) == plain
    assert (idle.used, idle.left) == (collected.used, [1, 2, 3, 5000])


def test_where_no_sum_is_well_below_0_the_least_is_taken(monkeypatch):
    monkeypatch.setattr(bases, "DEEP", -1e9)
    theta = 4000.0 ** (-np.arange(64) / 64)
    sums = np.cos(np.outer(np.arange(1025), theta)).sum(axis=1)
    assert bases._gone_through(4000.0, 1024, 0, 1) == sums.argmin()
    assert bases._gone_through(4299.0, 1024, 0, 1) is None
    assert bases.Leads([5, int(sums.argmin())]).taken(4000.0, 1024, 0, 1) == sums.argmin()


def test_the_stored_distances_are_those_that_the_command_finds(tmp_path, monkeypatch, capsys):
    rows = table.Least().rows[:3]
    monkeypatch.setattr(leads, "LEADS", tmp_path / "leads.json")
    monkeypatch.setattr(leads, "Least", lambda: table.Least(rows))
    assert leads.write_leads() == leads.LEADS
    assert "4096: 199 intervals to 26950.9" in capsys.readouterr().err
    distances = read(leads.LEADS)["distances"]
    assert distances == read(table.LEADS)["distances"][: len(distances)]
    assert len(distances) == 19


def test_what_a_shorter_length_has_is_not_asked_of_a_longer_one_that_is_shorter():
    rows = table.Least().rows
    assert table.enclosed_least(table.Least(rows[1::-1])).found == "the rows do not grow longer"


@pytest.mark.parametrize(
    ("base", "m", "first"), [(12_500, 2040, 0), (50, 7, 0), (10_000, 1707, 0), (100, 11_986, 63)]
)
def test_on_all_of_a_failing_interval_the_sum_is_negative(base, m, first):
    """The last is one cosine at -1, whose second derivative is nearly what it is bounded by."""
    ctx.prec = 96
    m = next(x for x in range(m, m + 1000) if cosine_sum(angle_balls(base, 64)[first:], x) < -0.3)
    end = bases._failing(Fraction(base), m, first, 1)
    assert end > base
    for k in range(65):
        there = base + (end - base) * k / 64
        assert cosine_sum(angle_balls(to_ball(there), 64)[first:], m) < 0


def test_a_base_whose_sum_is_positive_fails_on_no_interval():
    assert bases._failing(Fraction(11_640), 1316, 0, 1) == 11_640
    assert bases._failing(Fraction(11_000), 1316, 0, -1) == 11_000
    assert bases._failing(Fraction(11_640), 0, 0, -1) > 11_640
    assert bases._failing(Fraction(100), 12_137, 63, 1) == 100  # but a little above they fail


PRINTED = {
    4096: (27_000, "-0.48", 4080, 26_963),
    16_384: (310_000, "-1.86", 14_894, None),
    32_768: (640_000, "-1.94", 30_929, None),
    131_072: (7_800_000, "-1.02", 128_915, 7_787_758),
    262_144: (36_000_000, "-0.88", 207_456, 35_510_000),
    524_288: (64_000_000, "-0.22", 511_210, 63_508_228),
    1_048_576: (510_000_000, "-1.16", 874_868, 505_028_767),
}
"""Length: the printed base, its least sum, where, and a base that rounds to it and serves."""


def spelled(number):
    """64,000,000 as 6.4e7."""
    digits, power = f"{number:.1e}".split("e")
    return f"{digits}e{int(power)}"


@pytest.mark.parametrize("length", PRINTED)
def test_the_printed_bases_that_fail_are_in_the_proof(length):
    """Balls at the distance named; the row of proofs.md says just this."""
    base, least, at, serves = PRINTED[length]
    ctx.prec = 96
    total = cosine_sum(angle_balls(base, 64), at)
    assert at <= length
    assert total < 0
    assert f"{float(total):.2f}" == least
    row = next(one for one in SECTION.splitlines() if one.startswith(f"| {length:,} |"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[1:4] == [spelled(base), least, f"{at:,}"]
    if serves is None:
        assert cells[4].startswith("none")
        return
    assert (table.two_digits(serves), cells[4]) == (base, f"{serves:,}")
    assert bases.first_negative(serves, 64, 0, 1, length) is None


@pytest.mark.parametrize(("length", "base"), [(1024, 4300), (2048, 16_000), (8192, 84_000)])
def test_the_other_printed_bases_serve(length, base):
    assert bases.first_negative(base, 64, 0, 1, length) is None


def test_rounding_excuses_neither_32k_nor_16k_as_a_power_of_two():
    """All real bases that round to the printed one fail; at 16,000 some serve."""
    for length, base in ((32_768, 640_000), (32_000, 640_000), (16_384, 310_000)):
        low, high = base - 5000, base + 5000
        upto, _ = bases.covered(length, Fraction(low), high, 0, 1)
        assert upto >= high
    assert bases.first_negative(311_440, 64, 0, 1, 16_000) is None
    assert "none; 311,440 for L = 16,000" in SECTION


@pytest.mark.parametrize("bad", [(11_000, 12_500), (12_500, 16_100)])
def test_bases_that_fail_must_lie_between_those_that_serve(bad):
    outcome = table.no_threshold(table.NoThreshold(bad=bad))
    assert "do not lie between" in outcome.found
