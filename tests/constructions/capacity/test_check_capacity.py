"""The capacity checker: honest files pass, forgeries do not, its numbers contain the true ones."""

import json
from pathlib import Path

import pytest
from flint import arb

from constructions.capacity import check_capacity
from tests.constructions.capacity import containment, forged
from tests.processes import python

FORGERIES = dict(forged.false())


@pytest.mark.parametrize("name", forged.CASES)
def test_an_honest_certificate_is_valid_and_its_ends_are_true(name):
    entry = forged.honest()[name]
    assert check_capacity.check(json.dumps(entry)) == entry["claim"]
    assert all(s <= 1 for s in forged.true_sums(entry))
    lower = arb(entry["lower"])
    assert lower <= forged.true_lower(entry) < lower + arb("0.0002")


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_rejected(name):
    with pytest.raises(check_capacity.Rejected):
        check_capacity.check(FORGERIES[name])


def test_each_place_of_the_window_can_be_the_worst():
    """Else a checker that looks at the middle alone would pass."""
    worst = set()
    for name, entry in forged.honest().items():
        sums = [float(s.mid()) for s in forged.true_sums(entry)]
        worst.add((sums.index(max(sums)), entry["positions"]))
        assert name
    assert any(place == 0 for place, _ in worst)
    assert any(place == (n - 1) // 2 for place, n in worst)
    assert any(0 < place < (n - 1) // 2 for place, n in worst)


@pytest.mark.parametrize("part", ["points", "rows", "moments", "exponentials", "logarithms"])
def test_the_arithmetic_contains_the_truth(part):
    assert getattr(containment, f"{part}_contain")(check_capacity)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (None, 0, "VALID: Let logits be sums"),
        ("{}", 1, "REJECTED: fields"),
        ("not json", 2, "give one certificate file"),
    ],
)
def test_exit_codes_with_the_standard_library_alone(tmp_path, text, code, message):
    file = tmp_path / "certificate.json"
    file.write_text(text or json.dumps(forged.honest()["two planes"]), encoding="utf-8")
    done = python("-I", "-S", Path(check_capacity.__file__), file)
    assert (done.returncode, message in done.stdout + done.stderr) == (code, True)


def test_a_files_name_orders_a_terminal_nothing(capsys):
    assert check_capacity.main(["x\r\x1b[2KVALID: Let logits be sums"]) == 2
    assert capsys.readouterr().err[:-1].isprintable()


def test_no_file_is_wrong_usage(capsys):
    assert check_capacity.main([]) == 2
    assert "0 files" in capsys.readouterr().err
