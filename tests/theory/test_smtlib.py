"""``check --smtlib``: each question put to a solver is left in a file; none replaces another."""


def test_every_question_is_left_in_a_file(command_line, tmp_path):
    folder = tmp_path / "asked"
    run, results = command_line.check("ASKS", extra=["--smtlib", folder])
    assert run.code == 0
    observations = results["P-square"]["seen"]
    digests = {q["smtlib"] for entry in observations for q in entry["questions"]}
    assert digests
    assert {path.name for path in folder.iterdir()} == {
        f"P-square--light--{one}.smt2" for one in digests
    }
    for path in folder.iterdir():
        assert path.read_text().startswith("; P-square, light, ")
        assert "(check-sat)" in path.read_text()


def test_questions_never_replace_what_is_there(command_line, tmp_path):
    (tmp_path / "old").write_text("old")
    run = command_line.here("check", *command_line.synthetic("HANGS"), "--smtlib", tmp_path)
    assert run.code == 2
    assert run.err.startswith("rope-claims: error: cannot write")
    assert "new or empty folder" in run.err
    assert (tmp_path / "old").read_text() == "old"
