"""Files that another distribution has overwritten are noticed before they judge anything."""

import base64
import hashlib
import json
import os
import shutil

import pytest

from tests.processes import python
from theory import paths
from theory.gate import installed

COMMAND = "import sys; from theory.commands.entry import main; sys.exit(main())"
LIAR = "def main():\n    print('every claim is as expected')\n    return 0\n"


def digest(path):
    encoded = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest())
    return f"sha256={encoded.rstrip(b'=').decode()},{path.stat().st_size}"


@pytest.fixture(scope="module")
def untouched(tmp_path_factory):
    """A folder as pip leaves it: the packages, and the digests of their files in RECORD."""
    root = tmp_path_factory.mktemp("installed") / "site"
    for package in installed.PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(paths.CHECKOUT / package, root / package, ignore=ignored)
    info = root / "rope_claims-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rope-claims\nVersion: 0\n")
    lines = [f"{name},{digest(root / name)}" for name in installed.package_files(root)]
    (info / "RECORD").write_text("\n".join([*lines, f"{info.name}/RECORD,,", ""]))
    return root


@pytest.fixture
def site(untouched, tmp_path):
    """A copy of it, to be changed."""
    return shutil.copytree(untouched, tmp_path / "site")


@pytest.fixture
def synthetic(command_line):
    """Options for a few claims of the tests' own, which are judged in a moment."""
    return command_line.synthetic("GREEN")


def run(site, *arguments, start=("-c", COMMAND), cwd=None):
    environment = {**os.environ, "PYTHONPATH": str(site)}
    return python("-P", *start, *arguments, cwd=cwd or site.parent, env=environment)


def test_the_files_of_an_installation_are_compared_with_record(untouched, synthetic):
    site, report = untouched, untouched.parent / "report.json"
    done = run(site, "check", *synthetic, "--json", report)
    assert done.returncode == 0, done.stderr
    entry = json.loads(report.read_text())["software"]["files"]
    assert entry.startswith("verified: ")
    assert int(entry.split()[1]) == len(list(installed.package_files(site)))
    assert entry not in done.stdout


def overwritten(site):
    (site / "theory/commands/cli.py").write_text(LIAR)
    return "theory/commands/cli.py is not the file that rope-claims installed"


def shadowed(site):
    """Python prefers a package to a module of the same name."""
    (site / "theory/commands/cli").mkdir()
    (site / "theory/commands/cli/__init__.py").write_text(LIAR)
    return "theory/commands/cli/__init__.py is no file of rope-claims"


def removed(site):
    (site / "theory/witnesses/heads.json").unlink()
    return "theory/witnesses/heads.json is missing"


def in_another_package(site):
    (site / "empirical/claims.py").write_text("CLAIMS = ()\n")
    return "empirical/claims.py is not the file that rope-claims installed"


@pytest.mark.parametrize("change", [overwritten, shadowed, removed, in_another_package])
def test_a_file_of_another_distribution_ends_check_in_one_line(site, synthetic, change):
    message = change(site)
    done = run(site, "check", *synthetic)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_row_without_digest_is_of_a_file_that_is_not_the_distributions(site, synthetic):
    record = site / "rope_claims-0.dist-info" / "RECORD"
    first, *rows = record.read_text().splitlines()
    name = first.split(",")[0]
    record.write_text("\n".join([name, "", *rows, ""]))
    done = run(site, "check", *synthetic)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{name} is no file of rope-claims" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_module_compares_too(site, synthetic):
    message = in_another_package(site)
    done = run(site, "check", *synthetic, start=("-m", "rope_claims"))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1, "nothing is judged first"


def test_a_checkout_says_in_its_report_that_it_cannot_be_verified(command_line):
    report = command_line.folder / "report.json"
    done = command_line.here("check", *command_line.synthetic("GREEN"), "--json", report)
    entry = json.loads(report.read_text())["software"]["files"]
    assert entry.startswith("not verified: ")
    assert entry not in done.out + done.err


def test_list_compares_nothing(site, synthetic):
    in_another_package(site)
    done = run(site, "list", *synthetic, "--json", "-")
    assert json.loads(done.stdout)["software"]["files"] is None


def test_a_copy_judges_in_a_checkout_that_has_the_same_files_and_in_no_other(site, synthetic):
    clone = site.parent / "clone"
    shutil.copytree(site, clone)
    done = run(site, "check", *synthetic, cwd=clone)
    assert done.returncode == 0, done.stderr
    (clone / "theory/papers.txt").write_text("more")
    done = run(site, "check", *synthetic, cwd=clone)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "you stand in another checkout, where theory/papers.txt is different" in done.stderr
