"""``rope-claims generate``: what differs is written, or with ``--check`` only named."""

import pytest

from rope_claims import generate
from theory import paths


def test_every_generated_file_is_written_by_the_one_command():
    names = {path.relative_to(paths.CHECKOUT).as_posix() for path, _ in generate.generated_files()}
    assert names == {
        "proofs.md",
        "docs/findings.md",
        "docs/claims.svg",
        "docs/reference/commands.md",
        "docs/reference/python.md",
        "constructions/capacity/rules/witnesses.json",
        "empirical/reports/report.schema.json",
        "theory/reports/site/history.json",
    }


@pytest.mark.parametrize("before", [b"old", b"", b"new\r", b"\xff\xfe no UTF-8", None])
def test_the_check_names_a_file_that_differs_and_writes_nothing(
    before, tmp_path, monkeypatch, capsys
):
    file, same = tmp_path / "a.md", tmp_path / "b.md"
    same.write_text("same")
    if before is not None:
        file.write_bytes(before)
    monkeypatch.setattr(generate, "generated_files", lambda: [(file, "new"), (same, "same")])
    assert generate.main(["--check"]) == 1
    assert (file.read_bytes() if file.exists() else None) == before
    assert generate.main([]) == 0
    assert file.read_text() == "new"
    assert capsys.readouterr().out == f"{file}: differs\n{file}: written\n"
    assert generate.main(["--check"]) == 0


def test_a_shallow_clone_has_no_record_of_verdicts(monkeypatch):
    from theory.reports.site import history

    monkeypatch.setattr(history, "_git", lambda root, *words: "true\n")
    with pytest.raises(OSError, match="shallow"):
        history.history_text()
