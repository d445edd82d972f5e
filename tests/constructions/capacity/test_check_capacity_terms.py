"""Each term of the capacity checker's error, and each of its limits, is needed and is there."""

import json
from fractions import Fraction

import pytest
from flint import arb, ctx

from constructions.capacity import check_capacity
from constructions.capacity.check_capacity import BLOCK, MICRO, ONE, Rejected
from tests.constructions.capacity import forged
from tests.constructions.capacity.containment import exact
from tests.constructions.capacity.forged import sealed

HONEST = forged.honest()["two planes"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        *forged.changes(HONEST).values(),
        ({"angles": [0.5] * 4097}, "angles: not between 1"),
        ({"angles": [float("inf"), 0.1]}, "angles: not all are decimal"),
        ({"angles": [float("nan"), 0.1]}, "angles: not all are decimal"),
        ({"angles": [7.01, 0.1]}, "angles: 7.01 is not between 0 and 7"),
        ({"angles": [-1e-9, 0.1]}, "angles: -1e-09 is not between"),
        ({"placements": [[5, MICRO + 1]]}, "placements: the weight 1000001 is not between"),
        ({"placements": ["51"]}, "placements: not all are"),
        ({"amplitudes": ["300000000.000000", "1.000000"]}, "upper: not the sum"),
        (
            {"amplitudes": ["300000000.000000", "0.000000"], "upper": "300000000.000000"},
            "amplitudes: too large to be checked",
        ),
        ({"amplitudes": ["1000000000.000000", "0.000000"]}, "is no decimal with six places"),
        ({"upper": "1.00000"}, "upper: '1.00000' is no decimal"),
        ({"upper": "1.0000000"}, "is no decimal with six places"),
        ({"upper": ".000001"}, "is no decimal with six places"),
        ({"upper": "1"}, "is no decimal with six places"),
        ({"amplitudes": [1.0, 2.0]}, "amplitudes: not a text"),
        ({"claim": 3}, "claim: of the wrong type"),
        ({"by": "nobody"}, "fields: not"),
    ],
)
def test_a_file_is_refused_for_what_is_wrong_in_it(change, message):
    text = json.dumps(HONEST | change)
    with pytest.raises(Rejected) as refused:
        check_capacity.check(text)
    assert message in str(refused.value)


def test_limits_themselves_are_taken():
    """An angle of 7, a weight of a million, a plane that stands still, three positions."""
    assert check_capacity.check_angle(7.0) == 7
    assert check_capacity.check_angle(0.0) == 0
    assert check_capacity.check_placement([11, MICRO], 12) == [11, MICRO]
    assert check_capacity.check_placement([0, 1], 12) == [0, 1]
    assert check_capacity.micros("999999999.999999", "x") == 10**15 - 1
    assert check_capacity.micros("0.000001", "x") == 1


def test_the_claim_is_held_word_by_word():
    text = sealed(HONEST)
    for word in ("Let logits be sums", "a_p >= 0", "at least half", "wherever it stands"):
        with pytest.raises(Rejected, match="claim: not what the fields say"):
            check_capacity.check(text.replace(word, word[:-1]))


def test_weights_of_placements_together_have_a_limit(monkeypatch):
    total = sum(weight for _, weight in HONEST["placements"])
    monkeypatch.setattr(check_capacity, "MOST_WEIGHT", total + 1)
    assert check_capacity.check(json.dumps(HONEST))
    monkeypatch.setattr(check_capacity, "MOST_WEIGHT", total)
    with pytest.raises(Rejected, match="too many"):
        check_capacity.check(json.dumps(HONEST))


def test_a_row_of_the_largest_numbers_fits_its_slots():
    """Both sums of ``sweep`` at their limits: amplitudes, and weights over all blocks."""
    most = 2 * check_capacity.MOST_AMPLITUDE * (ONE + 6 * check_capacity.MOST_POSITIONS) ** 2
    assert most < check_capacity.BIAS
    blocks = check_capacity.MOST_POSITIONS // BLOCK
    assert 2 * check_capacity.MOST_WEIGHT * ONE * blocks * (ONE + (1 << 30)) < check_capacity.BIAS
    assert check_capacity.MOST_POSITIONS <= BLOCK << 12


@pytest.mark.parametrize("micros", [[1], [5 * MICRO, MICRO], [20 * MICRO]])
@pytest.mark.parametrize("n", [3, 4000, 1 << 20])
def test_the_share_of_error_has_both_its_parts(micros, n):
    """e^x - 1 > x for an exponent off by x; and four units for each of 2n weights, of one half."""
    off = Fraction(sum(micros), MICRO) * check_capacity.point_error(n) / ONE
    units = Fraction(4 * 2 * n, ONE // 2)
    share = check_capacity.share_of_error(micros, n)
    assert off + off**2 + units < share <= 2 * off + Fraction(2, ONE) + units


def test_exponents_that_are_off_by_too_much_are_refused():
    n = check_capacity.MOST_POSITIONS
    most = ONE * MICRO // (check_capacity.point_error(n) << 20)
    assert check_capacity.share_of_error([most - 1], n)
    with pytest.raises(Rejected, match="at this length"):
        check_capacity.share_of_error([most + 1], n)
    with pytest.raises(Rejected, match="too large to be checked"):
        check_capacity.share_of_error([check_capacity.MOST_AMPLITUDE], 3)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_upper_end_allows_for_the_error(place):
    """Five positions whose sum at one place alone is the largest: up to (1 - error), no further."""
    error = Fraction(1, 1000)
    limit = int((1 - error) * ONE)
    prefix = [0, 0, 0, 0, 0]
    prefix[-1 - place] = limit // 2 if place == 2 else limit
    check_capacity.check_upper(prefix, error)
    prefix[-1 - place] += 1
    with pytest.raises(Rejected, match=f"at place {place} has less"):
        check_capacity.check_upper(prefix, error)


def worked(amplitudes, mass, moments, weights):
    """(ln T + Σ a m) / max m of exact numbers, by balls."""
    ctx.prec = 200
    means = [Fraction(m, mass) / ONE**2 for m in moments]
    gain = sum(Fraction(a, MICRO) * m for a, m in zip(amplitudes, means, strict=True))
    return (exact(Fraction(mass, weights * ONE)).log() + exact(gain)) / exact(max(means))


@pytest.mark.parametrize("share", [Fraction(1, 50), Fraction(1, 1000), Fraction(1, 10**7)])
def test_the_lower_end_stands_whatever_the_errors(share):
    """Mass and moments moved by the share and the angle's error, in the worst directions, prove as
    much; without any of the terms the end would be above what one of them proves."""
    amplitudes, weights, n = [2 * MICRO, MICRO, 3 * MICRO], 7, 1 << 20
    mass = 5 * ONE
    moments = [mass * ONE**2 * m // 100 for m in (104, 95, 110)]
    end = Fraction(check_capacity.lower_end(amplitudes, mass, moments, weights, share, n), MICRO)
    assert end < Fraction(worked(amplitudes, mass, moments, weights).mid().str(15, radius=False))
    for up in range(8):
        signs = [1 if up >> k & 1 else -1 for k in range(3)]
        for down in (1, -1):
            total = int(mass * (1 + down * share))
            moved = [int(m * (1 + s * share)) for m, s in zip(moments, signs, strict=True)]
            assert end < float(worked(amplitudes, total, moved, weights).mid())


@pytest.mark.parametrize("n", [5000, 1 << 50])
def test_the_lower_end_is_the_formula(n):
    """Term by term, in exact numbers apart from one logarithm; so long a window, which no file may
    have, shows what the cosines are off by."""
    amplitudes, weights, share = [2 * MICRO, MICRO], 4, Fraction(1, 300)
    mass = 3 * ONE
    moments = [mass * ONE**2 * m // 100 for m in (90, 120)]
    slip = 5 * (share + Fraction(check_capacity.point_error(n), ONE))
    total = Fraction(3, 4) * (1 - share)
    ctx.prec = 200
    log = exact(total).log()
    gain = 2 * (Fraction(9, 10) - slip) + Fraction(6, 5) - slip
    least = Fraction(6, 5) + slip
    true = (log + exact(gain)) / exact(least)
    end = check_capacity.lower_end(amplitudes, mass, moments, weights, share, n)
    assert end == int((true * MICRO).floor().unique_fmpz())


def test_small_sums_are_no_ground_for_a_lower_end():
    moments = [ONE**3 // 2]
    assert check_capacity.lower_end([MICRO], ONE // 2, moments, 1, Fraction(0), 9) is not None
    with pytest.raises(Rejected, match="too small for a bound"):
        check_capacity.lower_end([MICRO], ONE // 2 - 1, moments, 1, Fraction(0), 9)


def test_offsets_are_counted_once_for_each_side():
    """Of nine positions the place 2 sees offsets 1 and 2 twice, 3 to 6 once."""
    assert check_capacity.shares(9, [[2, 5]]) == [10, 10, 10, 5, 5, 5, 5, 0, 0]
    assert check_capacity.shares(4, [[0, 1], [3, 2]]) == [6, 3, 3, 3]


def test_a_lower_end_may_be_stated_a_little_lower_and_no_higher():
    stated = forged.micros(HONEST["lower"])
    entry = {name: HONEST[name] for name in HONEST}
    micros = [forged.micros(a) for a in entry["amplitudes"]]
    angles, n = [Fraction(x) for x in entry["angles"]], entry["positions"]
    _, mass, moments = check_capacity.sweep(angles, micros, n, entry["placements"])
    error = check_capacity.share_of_error(micros, n)
    weights = sum(weight for _, weight in entry["placements"])
    proved = check_capacity.lower_end(micros, mass, moments, weights, error, n)
    assert proved - check_capacity.WIDTH <= stated <= proved
    for lower, fine in [(0, True), (-1, False), (check_capacity.WIDTH, True),
                        (check_capacity.WIDTH + 1, False)]:  # fmt: skip
        text = sealed(entry | {"lower": forged.decimal(proved - lower)})
        assert forged.accepted(check_capacity, text) == fine


@pytest.mark.parametrize("t", [1, 2, 17, BLOCK - 1, BLOCK, 5000, 1 << 20])
def test_the_error_of_a_point_is_no_less_than_its_argument_needs(t):
    assert 5 * t + 1 <= check_capacity.point_error(t) <= 6 * t


def test_a_point_is_right_to_less_than_a_unit_of_its_own_bits():
    """Half a unit for the last rounding, and what the guard bits leave."""
    ctx.prec = 400
    for angle in (0.0, 1e-9, 0.5, 1.0, 3.14159, 5.0, 7.0):
        point = check_capacity.point(Fraction(angle))
        for got, true in zip(point, (arb(angle).cos(), arb(angle).sin()), strict=True):
            assert abs(true * ONE - got) < arb("0.50001")


def test_the_logarithm_is_just_below():
    ctx.prec = 400
    for x in (Fraction(1, 2), Fraction(2, 3), Fraction(10**30 + 1, 10**30)):
        low = check_capacity.logarithm(x)
        gap = exact(x).log() - exact(low)
        assert 0 < gap < arb("1.5e-40")


def test_exit_codes_in_this_process(tmp_path, capsys):
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(HONEST), encoding="utf-8")
    assert check_capacity.main([str(file)]) == 0
    assert capsys.readouterr().out == f"VALID: {HONEST['claim']}\n"
    file.write_text(json.dumps(HONEST | {"lower": "9.000000"}), encoding="utf-8")
    assert check_capacity.main([str(file)]) == 1
    assert capsys.readouterr().err.startswith("REJECTED: lower: these amplitudes")
    for text in ("{", '{"a": 1, "a": 2}x', "[" * 100_000):
        file.write_text(text, encoding="utf-8")
        assert check_capacity.main([str(file)]) == 2
        assert capsys.readouterr().err.startswith("give one certificate file: ")
    file.write_bytes(b"\xff")
    assert check_capacity.main([str(file)]) == 2
    assert f"file: {file} is no text in UTF-8: " in capsys.readouterr().err
    assert check_capacity.main([str(tmp_path / "none.json")]) == 2
    assert check_capacity.main([str(file), str(file)]) == 2
    assert "2 files" in capsys.readouterr().err
