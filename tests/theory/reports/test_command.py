"""Every command's errors are a line, its codes the documented ones, and a defect stays visible."""

import errno
import subprocess
import sys
import tomllib
from importlib import metadata

import pytest

from theory import paths
from theory.reports.command import CUT_OFF, LEAST, Parser, Usage, entry_point, too_old
from theory.reports.files import Unwritable


def ended_by(error, *bad_input, interrupted=""):
    """A command that the error ends."""

    @entry_point(*bad_input, interrupted=interrupted)
    def main() -> int:
        raise error

    return main


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (Usage("--jobs: give 1 or more"), "--jobs: give 1 or more"),
        (Unwritable("cannot write a"), "cannot write a"),
        (ValueError("two\nlines \x1b[31m"), "two lines \\x1b[31m"),
        (FileNotFoundError(2, "No such file or directory", "a.json"), "a.json: No such file"),
        (OSError("in words"), "in words"),
        (KeyError("steps"), "there is no 'steps'"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_bad_input_is_one_line_and_two(error, message, capsys):
    assert ended_by(error, ValueError, OSError, KeyError)() == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"rope-claims: error: {message}")
    assert err.count("\n") == 1


def test_a_file_where_a_folder_should_be_is_called_a_file(tmp_path, capsys):
    @entry_point()
    def main() -> int:
        (tmp_path / "out").mkdir(exist_ok=True)
        return 0

    (tmp_path / "out").write_text("")
    assert main() == 2
    told = f"rope-claims: error: {tmp_path / 'out'}: it is a file; name a folder\n"
    assert capsys.readouterr().err == told


class Panic(BaseException):
    """Stands in for the panic of a library in Rust, which is no Exception."""


DEFECTS = (ValueError("two\nlines"), ZeroDivisionError(), Panic("p" * 9999), RecursionError("deep"))


@pytest.mark.parametrize("error", DEFECTS, ids=lambda one: type(one).__name__)
def test_a_defect_is_one_line_and_70_and_shows_its_traceback_when_asked(error, capsys, monkeypatch):
    """Never 1, which means that a verdict differs."""
    monkeypatch.delenv("ROPE_CLAIMS_DEBUG", raising=False)
    assert ended_by(error)() == 70
    line = capsys.readouterr().err
    assert line.startswith(
        f"rope-claims: error: this is a defect of rope-claims: {type(error).__name__}"
    )
    assert "ROPE_CLAIMS_DEBUG=1" in line
    assert line.count("\n") == 1
    monkeypatch.setenv("ROPE_CLAIMS_DEBUG", "1")
    assert ended_by(error, TypeError)() == 70
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_full_disk_is_bad_input_of_every_command(number, capsys):
    assert ended_by(OSError(number, "No room", "a"))() == 2
    assert capsys.readouterr().err == "rope-claims: error: a: No room: make room and run again\n"


def test_memory_that_runs_out_is_one_line_and_two(capsys):
    assert ended_by(MemoryError("8 GiB"))() == 2
    assert capsys.readouterr().err == "rope-claims: error: not enough memory (8 GiB)\n"


def test_interrupted_is_130_and_says_how_to_go_on(capsys):
    assert ended_by(KeyboardInterrupt())() == 130
    assert ended_by(KeyboardInterrupt(), interrupted="go on")() == 130
    assert ended_by(KeyboardInterrupt("kept"), interrupted="go on")() == 130
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"rope-claims: interrupted{more}" for more in ("", "; go on", "; kept")]


def test_what_the_work_returns_is_the_exit_code():
    """Its arguments reach it; ``--help`` ends as argparse ends it."""

    @entry_point()
    def main(arguments):
        """Double."""
        return 2 * Parser(prog="x").parse_args(arguments).__dict__.get("n", 3)

    assert main([]) == 6
    assert main.__doc__ == "Double."
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0


def test_bad_usage_names_the_help(capsys):
    @entry_point()
    def main():
        Parser(prog="rope-claims show").parse_args(["--frobnicate"])
        return 0

    assert main() == 2
    err = capsys.readouterr().err
    assert "--frobnicate" in err
    assert err.endswith("(see rope-claims show --help)\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize("lines", [1, 100_000])
def test_a_reader_that_goes_away_is_no_error(lines):
    """Whether the pipe breaks in the work or as the last lines are flushed."""
    code = (
        "import sys\n"
        "from theory.reports.command import entry_point\n"
        "@entry_point(OSError)\n"
        "def main():\n"
        "    sys.stdin.read()\n"
        f"    for n in range({lines}):\n"
        "        print(n)\n"
        "    return 0\n"
        "sys.exit(main())\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    child.stdout.close()
    child.stdin.close()
    assert child.stderr.read() == b""
    assert child.wait(60) == CUT_OFF


@pytest.fixture
def installed(monkeypatch):
    """Stubbed versions of installed packages, in place of those that are here."""

    def stub(**versions):
        real = metadata.version
        monkeypatch.setattr(metadata, "version", lambda name: versions.get(name) or real(name))
        too_old.cache_clear()

    yield stub
    monkeypatch.undo()
    too_old.cache_clear()


@pytest.mark.parametrize(
    ("name", "version"), [("torch", "2.10.1+cpu"), ("transformers", "5.9"), ("numpy", "1.26.4")]
)
def test_a_package_that_is_too_old_is_one_line_and_two(name, version, installed, capsys):
    done = []
    work = entry_point()(lambda: done.append(1) or 0)
    installed(**{name: version})
    assert (work(), done) == (2, [])
    err = capsys.readouterr().err
    assert err.startswith(
        f"rope-claims: error: {name} {version} is installed, and rope-claims needs"
    )
    assert f"-m pip install '{name}" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("version", ["2.11", "2.11.0+cpu", "2.13.1", "3.0.dev1"])
def test_a_package_that_is_new_enough_is_used(version, installed):
    installed(torch=version)
    assert too_old() == ""


def test_what_is_not_installed_is_not_too_old(monkeypatch, installed):
    installed()

    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert too_old() == ""
    too_old.cache_clear()
    monkeypatch.setattr(metadata, "requires", missing)
    assert too_old() == ""


def test_the_versions_asked_for_are_those_of_pyproject():
    """Or a package would be too old and nothing would say so."""
    project = tomllib.loads(paths.PYPROJECT.read_text(encoding="utf-8"))["project"]
    least = [one for one in project["dependencies"] if LEAST.fullmatch(one)]
    assert len(least) == len(project["dependencies"]) > 10


def _parser():
    made = Parser(prog="x")
    commands = made.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for name in ("validate", "check", "recheck", "list", "a", "b", "c", "d", "e"):
        one = commands.add_parser(name)
        one.add_argument("--prompt", required=True)
        one.add_argument("--kind", choices=("near", "far"))
    return made


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["valdate"], "invalid choice: 'valdate'; did you mean validate? (see x --help)"),
        (["chek", "--json", "-"], "'chek'; did you mean check, recheck? (see x --help)"),
        (["zzz"], "invalid choice: 'zzz' (see x --help)"),
        (["check", "--promt", "a"], "no option --promt; did you mean --prompt? (see x check"),
        (["check", "--prompt=a", "--zzz"], "no option --zzz (see x check --help)"),
        (["check"], "the following arguments are required: --prompt (see x check --help)"),
        (["check", "--prom=a", "b"], "unrecognized arguments: b (see x check --help)"),
        (["check", "--prompt=a", "--kind=ner"], "invalid choice: 'ner' (choose from"),
    ],
)
def test_what_is_mistyped_is_refused_with_the_nearest_names(words, told):
    with pytest.raises(Usage) as refused:
        _parser().parse_args(words)
    assert told in str(refused.value)
