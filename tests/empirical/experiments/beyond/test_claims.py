"""S-dilution-public on synthetic records, and what its command refuses."""

import dataclasses

import pytest

from empirical.experiments.beyond import claims, command, records, shown
from empirical.experiments.beyond.claims import BOUNDS, PUBLIC, bounds
from empirical.protocol.family import Measurement
from empirical.protocol.reading import Misread, plain
from empirical.protocol.registration import hashes, parsed_changes
from empirical.protocol.synthetic import every_record
from theory.ledger import Status
from theory.reports.files import write_record


def whole():
    return PUBLIC.synthetic(Measurement({}, bounds()))


def checked(measurement):
    return PUBLIC.evidence[0].check(measurement).status


def test_a_loss_that_does_not_rise_decides_nothing():
    level = every_record("text", claims.shifted("nothing", -0.6))(whole())
    assert checked(level) is Status.UNKNOWN


def test_an_effect_at_the_bound_decides_nothing():
    def at_the_bound(one):
        row = one.losses["nothing"]
        losses = tuple(x - BOUNDS.lowers - 0.3 * (-1) ** i for i, x in enumerate(row))
        return dataclasses.replace(one, losses={**one.losses, "symbolic": losses})

    assert checked(every_record("text", at_the_bound)(whole())) is Status.UNKNOWN


def test_the_criterion_is_the_one_registered_before_anything_was_measured():
    now = {}
    for row in parsed_changes():
        now |= row.registers if PUBLIC.id in row.registers else {}
        now |= {one: new for one, (old, new) in row.hashes.items() if now.get(one) == old}
    assert hashes([PUBLIC], BOUNDS) == now


def test_the_groups_are_as_many_heads_each_and_share_none():
    groups = command.head_groups()
    assert {name: len(set(rows)) for name, rows in groups.items()} == dict.fromkeys(
        records.GROUPS, records.HEADS
    )
    assert len({one for rows in groups.values() for one in rows}) == 3 * records.HEADS


def test_references_of_verses_are_taken_out(tmp_path):
    (tmp_path / "a.txt").write_text("Ge1:1 In the beginning\nGe1:2 And 3:4 the earth\n")
    assert command.prose(tmp_path / "a.txt") == "In the beginning\nAnd 3:4 the earth\n"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"text": "mark"}, "none of genesis"),
        ({"losses": {"nothing": (1.0,)}}, "blocks"),
        ({"losses": {"other": (1.0,) * 32}}, "losses or heads"),
        ({"heads": dict.fromkeys(records.GROUPS, ("0:0",))}, "45 heads"),
    ],
)
def test_records_of_anything_else_are_refused(tmp_path, change, message):
    one = dataclasses.replace(whole().tasks["text"][0], **change)
    write_record(tmp_path / "text-genesis.json", plain(one))
    with pytest.raises(Misread, match=message):
        records.texts(tmp_path)


def test_a_missing_text_is_one_line_and_exit_code_2(tmp_path, error_line):
    assert error_line(command.main, "--texts", tmp_path, "--results", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_text_in_another_encoding_is_named(tmp_path):
    (tmp_path / "a.txt").write_bytes("Ge1:1 Au commencement était".encode("latin-1"))
    with pytest.raises(Misread, match=r"a\.txt is no text in UTF-8 .*: convert it"):
        command.prose(tmp_path / "a.txt")


class Counting:
    """A model that is asked for losses alone."""

    weights = "0" * 64

    def __init__(self):
        self.asked = []

    def tokens(self, text, most, name):
        assert most == records.LONGEST
        return text

    def losses(self, ids, way, heads):
        assert not heads
        self.asked.append(way)
        return tuple(float(len(self.asked)) for _ in range(records.LONGEST // records.BLOCK))


def test_the_longest_text_goes_on_with_the_next_way(tmp_path):
    (tmp_path / "genesis.txt").write_text("Ge1:1 In the beginning\n")
    given = tmp_path / "genesis.txt", tmp_path
    first = Counting()
    command.read_longest(*given, first)
    assert first.asked == ["nothing", "yarn"]
    whole = records.long_text(tmp_path)
    alone = {"nothing": whole.losses["nothing"]}
    write_record(tmp_path / "longest.json", plain(dataclasses.replace(whole, losses=alone)))
    second = Counting()
    command.read_longest(*given, second)
    assert second.asked == ["yarn"]
    assert [row[1:] for row in shown.longest_rows(tmp_path)] == [("1.00",) * 4] * 2
    (tmp_path / "genesis.txt").write_text("another\n")
    with pytest.raises(ValueError, match="another text than that of the record"):
        command.read_longest(*given, second)


@pytest.mark.parametrize(
    ("losses", "message"),
    [({"linear": (1.0,) * 64}, "nothing, yarn"), ({"yarn": (1.0,) * 32}, "64 blocks")],
)
def test_another_record_of_the_longest_text_is_refused(tmp_path, losses, message):
    (tmp_path / "genesis.txt").write_text("In the beginning\n")
    command.read_longest(tmp_path / "genesis.txt", tmp_path, Counting())
    one = dataclasses.replace(records.long_text(tmp_path), losses=losses)
    write_record(tmp_path / "longest.json", plain(one))
    with pytest.raises(Misread, match=message):
        records.long_text(tmp_path)
