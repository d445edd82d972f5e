"""The version is in one place, and whoever names it reads it there."""

import ast
import tomllib
from importlib.metadata import version

import pytest

import theory
from theory import paths
from theory.commands import cli
from theory.gate.registry import load
from theory.reports import report

PROJECT = tomllib.loads(paths.PYPROJECT.read_text(encoding="utf-8"))
PACKAGES = ("theory", "constructions", "empirical")


def test_the_package_has_the_version_of_its_source():
    assert version("rope-claims") == theory.__version__
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["setuptools"]["dynamic"] == {"version": {"attr": "theory.__version__"}}


def test_no_other_file_spells_it():
    for path in (one for package in PACKAGES for one in (paths.CHECKOUT / package).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.walk(ast.parse(text if theory.__version__ in text else ""))
        copies = [n for n in tree if isinstance(n, ast.Constant) and n.value == theory.__version__]
        assert len(copies) == (path == paths.FOLDER / "__init__.py"), path


def test_the_command_and_the_reports_say_it(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"rope-claims {theory.__version__}\n"
    software = report.document(load(), "list", [], {})["software"]
    assert software["packages"]["rope-claims"] == theory.__version__


def test_every_package_is_typed_for_whoever_imports_it():
    assert all((paths.CHECKOUT / package / "py.typed").is_file() for package in PACKAGES)
    assert "py.typed" in PROJECT["tool"]["setuptools"]["package-data"]["*"]
