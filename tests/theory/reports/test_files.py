"""A folder of files is there whole or not at all, and never in place of another."""

import os

import pytest

from theory.reports.files import Unwritable, prepare_folder, write_folder


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
        write_folder(str(tmp_path / "new"), {"a": "whole", "no/where": "lost"})
    assert os.listdir(tmp_path) == []


def test_a_folder_filled_in_the_meantime_is_kept(tmp_path):
    target = tmp_path / "new"
    prepare_folder(str(target))
    target.mkdir()
    (target / "mine").write_text("kept")
    with pytest.raises(Unwritable, match="cannot write"):
        write_folder(str(target), {"a": "whole"})
    assert os.listdir(target) == ["mine"]
