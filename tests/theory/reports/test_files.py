"""A folder of files is there whole or not at all, and never in place of another."""

import json
import os
from contextlib import suppress

import pytest

from theory.reports import files
from theory.reports.files import (
    Unwritable,
    hold_all,
    prepare,
    prepare_folder,
    replacing,
    replacing_files,
    write_folder,
    write_json,
    write_record,
)


def test_a_new_or_an_empty_folder_is_filled(tmp_path):
    for target in (tmp_path / "new", tmp_path / "empty"):
        (tmp_path / "empty").mkdir(exist_ok=True)
        prepare_folder(str(target))
        write_folder(str(target), {"a": "α", "b": ""})
        assert {p.name: p.read_text(encoding="utf-8") for p in target.iterdir()} == {
            "a": "α",
            "b": "",
        }
    assert sorted(os.listdir(tmp_path)) == ["empty", "new"]


def test_what_is_there_is_refused(tmp_path):
    (tmp_path / "file").write_text("kept")
    for target in (tmp_path, tmp_path / "file"):
        with pytest.raises(Unwritable, match="new or empty folder"):
            prepare_folder(str(target))
    with pytest.raises(Unwritable, match="cannot write"):
        prepare_folder(str(tmp_path / "nowhere" / "folder"))


def test_a_folder_that_fails_leaves_nothing(tmp_path):
    with pytest.raises(Unwritable, match="cannot write"):
        write_folder(str(tmp_path / "new"), {"a": "whole", "a/where": "lost"})
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("there", [True, False])
def test_files_are_replaced_together_or_not_at_all(tmp_path, there):
    target = tmp_path / "folder"
    if there:
        target.mkdir()
        for name in ("a", "b", "other"):
            (target / name).write_text("old")
    with suppress(ValueError), replacing_files(target, ("a", "b")) as draft:
        (draft / "a").write_text("half")
        raise ValueError
    assert target.exists() == there
    assert not there or {p.read_text() for p in target.iterdir()} == {"old"}
    with replacing_files(target, ("a", "b")) as draft:
        (draft / "a").write_text("new")
    assert sorted(os.listdir(target)) == ["a", "other"][: 1 + there]
    assert (target / "a").read_text() == "new"


def test_a_folder_filled_in_the_meantime_is_kept(tmp_path):
    target = tmp_path / "new"
    prepare_folder(str(target))
    target.mkdir()
    (target / "mine").write_text("kept")
    with pytest.raises(Unwritable, match="cannot write"):
        write_folder(str(target), {"a": "whole"})
    assert os.listdir(target) == ["mine"]


def test_a_draft_that_was_left_goes_and_others_stay(tmp_path):
    """Only a draft of the very same name: a.json's is none of a's."""
    left = [tmp_path / f".{name}.abcdefgh.part" for name in ("a", "a.json", "b")]
    for folder in left:
        folder.mkdir()
        (folder / "a").write_text("half")
    with replacing(tmp_path / "a") as draft:
        draft.write_text("whole")
    assert [folder.exists() for folder in left] == [False, True, True]
    assert (tmp_path / "a").read_text() == "whole"


def test_two_writers_never_leave_a_half(tmp_path):
    """The second takes the first for dead; the first then fails, and the file is the second's."""
    target = tmp_path / "a"

    def two():
        with replacing(target) as first:
            first.write_text("the first's half")
            with replacing(target) as second:
                second.write_text("the second's whole")

    with pytest.raises(FileNotFoundError):
        two()
    assert target.read_text() == "the second's whole"
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize("leads", ["to a file", "to a folder", "nowhere"])
def test_nothing_is_written_through_a_link(tmp_path, leads):
    target, link = tmp_path / "real", tmp_path / "link"
    if leads == "to a file":
        target.write_text("old")
    if leads == "to a folder":
        target.mkdir()
    link.symlink_to(target)
    for write in (
        lambda: prepare([str(link)]),
        lambda: files.write(str(link), "new"),
        lambda: write_json(link, "new"),
        lambda: write_record(link, {"new": 1}),
        lambda: replacing(link).__enter__(),
        lambda: hold_all(tmp_path),
        lambda: hold_all(tmp_path, ["link"]),
    ):
        with pytest.raises(Unwritable, match="link: it is a link"):
            write()
    assert link.is_symlink()
    assert target.exists() == (leads != "nowhere")
    assert leads != "to a file" or target.read_text() == "old"


def test_nothing_is_written_into_a_pipe(tmp_path):
    """Which would wait for a reader for ever."""
    os.mkfifo(tmp_path / "pipe")
    for write in (lambda: write_json(tmp_path / "pipe", 1), lambda: hold_all(tmp_path)):
        with pytest.raises(Unwritable, match="no regular file"):
            write()


def test_links_at_any_depth_are_rejected_but_not_those_next_to_what_is_ours(tmp_path):
    (tmp_path / "ours" / "deep").mkdir(parents=True)
    (tmp_path / "ours" / "file").write_text("")
    (tmp_path / "theirs").symlink_to(tmp_path)
    hold_all(tmp_path, ["ours", "not there"])
    (tmp_path / "ours" / "deep" / "link").symlink_to(tmp_path)
    with pytest.raises(Unwritable, match="deep/link: it is a link"):
        hold_all(tmp_path, ["ours"])


def test_the_folder_that_is_named_may_be_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    hold_all(tmp_path / "link")
    write_json(tmp_path / "link" / "a", 1)
    prepare_folder(str(tmp_path / "link" / "new"))
    assert os.listdir(tmp_path / "real") == ["a"]


def test_json_is_whole_and_has_no_nan(tmp_path):
    for name, write in (("a", write_json), ("b", write_record)):
        write(tmp_path / name, {"x": [1, 2], "é": "ü"})
        assert json.loads((tmp_path / name).read_text()) == {"x": [1, 2], "é": "ü"}
        with pytest.raises(ValueError, match="JSON compliant"):
            write(tmp_path / name, {"x": float("nan")})
        assert json.loads((tmp_path / name).read_text())["x"] == [1, 2]
    assert (tmp_path / "b").read_text().count("\n") == 4
