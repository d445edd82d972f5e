"""A paper of one's own: ``rope-claims new-paper`` writes a package whose claims the gate judges."""

import json
import os
import re
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

from rope_claims.new_paper import command
from tests.processes import python
from theory import paths
from theory.gate import outside, packages, registry, runner
from theory.reports import verdicts

WORDS = ("example_paper", "example-paper", "EXAMPLE", '"TITLE"', "ARXIV", "ROPE_CLAIMS_VERSION")
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n"
POINTS = "[rope_claims.claims]\n{package} = {package}.claims:CLAIMS\n"


def on_the_path(folder, name, entries=""):
    """Put what an installer writes next to the package, in place of an installation."""
    package = name.replace("-", "_")
    info = folder / f"{package}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA.format(name=name))
    (info / "entry_points.txt").write_text(entries or POINTS.format(package=package))
    return package


def typed(folder, *arguments, module=""):
    """What a command prints and answers where the folder is on the path."""
    ours = "import sys; from rope_claims.cli import main; sys.exit(main())"
    start = ["-m", module] if module else ["-c", ours]
    path = os.pathsep.join([str(folder), str(paths.CHECKOUT)])
    environment = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"}
    return python(*start, *arguments, cwd=folder, env=environment)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The package as it is written, on the path, its claims pinned."""
    folder = tmp_path_factory.mktemp("outside") / "nearer-keys"
    assert command.main(["nearer-keys", "--out", str(folder), "--title", 'A "title"']) == 0
    on_the_path(folder, "nearer-keys")
    done = typed(folder, "pin", "nearer_keys")
    assert done.returncode == 0, done.stderr
    return folder


@contextmanager
def changed(path, change):
    """A file whose text is another for a while."""
    before = path.read_text()
    path.write_text(change(before))
    try:
        yield
    finally:
        path.write_text(before)


def test_the_gate_judges_the_package(made):
    done = typed(made, "check", "--package", "nearer_keys", "--json", "-")
    assert done.returncode == 0, done.stdout + done.stderr
    data = json.loads(done.stdout)
    verdicts = {one["id"]: one["result"]["verdict"] for one in data["claims"]}
    assert verdicts == {
        "NK-nearer": "REFUTED",
        "NK-nearer-fix": "PROVED",
        "NK-untrained": "SUPPORTED",
    }
    assert {r["name"]: r["distribution"] for r in data["packages"]} == {
        "theory": "",
        "constructions": "",
        "empirical": "",
        "nearer_keys": "nearer-keys 0.1.0",
    }


GUIDE = {"turned": "proof        Write cos and sin by", "quarters": "Four quarter turns"}
"""The claims of docs/your-paper.md, and how their proofs begin."""


def test_claims_of_the_guide_are_judged(made):
    """The code and the proofs of docs/your-paper.md, as they are printed there."""
    text = (paths.CHECKOUT / "docs" / "your-paper.md").read_text()
    codes = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    package = made / "nearer_keys"
    before = (package / "pinned.json").read_text()
    for name in GUIDE:
        (code,) = [block for block in codes if f'id="NK-{name}"' in block]
        (package / f"{name}.py").write_text(code)
        proof = re.search(rf"```\n(## NK-{name}\n.*?)```", text, re.DOTALL)[1]
        (package / f"{name}.md").write_text(proof)
    try:
        listed = typed(made, "list", "--package", "nearer_keys").stdout
        assert typed(made, "pin", "nearer_keys").returncode == 0
        done = typed(made, "check", *(f"NK-{name}" for name in GUIDE))
        shown = {name: typed(made, "show", f"NK-{name}").stdout for name in GUIDE}
    finally:
        (package / "pinned.json").write_text(before)
        for name in GUIDE:
            (package / f"{name}.py").unlink()
            (package / f"{name}.md").unlink()
    assert all(re.search(rf"^.*NK-{name}\b.*BROKEN", listed, re.MULTILINE) for name in GUIDE)
    assert done.returncode == 0, done.stdout
    assert all(reason in shown[name] for name, reason in GUIDE.items())
    assert done.stdout.count("4 mutants rejected") == len(GUIDE)


def test_its_tests_pass(made):
    done = typed(made, "-p", "no:cacheprovider", module="pytest")
    assert done.returncode == 0, done.stdout


def test_list_and_show_name_the_distribution(made):
    listed = typed(made, "list", "--package", "nearer_keys").stdout
    assert 'NK: A "title"' in listed
    assert listed.count("[nearer-keys 0.1.0]") == 3
    shown = typed(made, "show", "NK-nearer")
    assert shown.returncode == 0
    assert "(package nearer_keys, from nearer-keys 0.1.0)" in shown.stdout
    assert "nearer_keys/nearer.py:" in shown.stdout
    assert "proof        Let cos θ = -3/5" in shown.stdout
    assert "A-thm1" not in listed


def test_errata_and_site_have_its_claims(made, tmp_path):
    errata = typed(made, "errata")
    assert errata.returncode == 0, errata.stderr
    assert "Section 1 (NK-nearer, from nearer-keys 0.1.0)" in errata.stdout
    assert '- Paper NK: *A "title"*' in errata.stdout
    site = typed(made, "site", "--out", tmp_path / "site", "--package", "nearer_keys")
    assert site.returncode == 0, site.stderr
    assert site.stderr.splitlines() == ["[1/1] NK-nearer: its witness is checked"]
    page = (tmp_path / "site/claims/NK-nearer.html").read_text()
    assert "This claim comes from nearer-keys 0.1.0" in page
    for line in ("cos: -3/5", "sin: 4/5", "near: -3/5", "far: -7/25"):
        assert line in page
    assert "(nearer-keys 0.1.0)" in (tmp_path / "site/index.html").read_text()
    ours = (tmp_path / "site/claims/B-irr.html").read_text()
    assert 'id="witness"' in ours
    none = typed(made, "site", "--out", tmp_path / "none", "--package", "nearer_kex")
    assert none.returncode == 2
    assert "nearer_keys" in none.stderr
    assert not (tmp_path / "none").exists()


def taken_in(monkeypatch, folder, get=runner.described):
    """The registry with the folder on the path."""
    monkeypatch.syspath_prepend(folder)
    return registry.load(get=get)


def broken(tmp_path, monkeypatch, name, code="CLAIMS = ()\n", pinned="{}", entries=""):
    """The registry with a package of this code and list."""
    package = on_the_path(tmp_path, name, entries)
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text("")
    (tmp_path / package / "claims.py").write_text(code)
    if pinned:
        (tmp_path / package / "pinned.json").write_text(pinned)
    loaded = taken_in(monkeypatch, tmp_path, lambda package: get(package))
    own = {one for one in loaded.claims if not loaded.distribution(one)}
    assert own == set(json.loads(registry.PINNED.read_text(encoding="utf-8")))
    assert loaded.broken_here == {}
    return loaded.broken


def get(package):
    """Ours as they are known, theirs as they describe themselves."""
    return runner.described(package) if package.distribution else OURS[package.name]


OURS = {package.name: registry.fetch(package) for package in packages.installed_packages()}
COPY = "from theory.claims import CLAIMS as OURS\nCLAIMS = OURS[:1]\n"


def row(one, package):
    """A list that has one claim."""
    return json.dumps({one: {"package": package, "evidence": {}, "leans_on": []}})


@pytest.mark.parametrize(
    ("code", "pinned", "why"),
    [
        ("1 / 0\n", "{}", "ZeroDivisionError"),
        ("import os\nos._exit(0)\n", "{}", "left no record"),
        ("import sys\nsys.exit(3)\n", "{}", "SystemExit"),
        ("CLAIMS = [1]\n", "{}", "is a list, not a tuple of claims"),
        ("CLAIMS = ()\n", "", "write it: rope-claims pin bad_paper"),
        ("CLAIMS = ()\n", "[", "bad_paper"),
        ("CLAIMS = ()\n", '{"X-1": 1}', "is no list of claims"),
        ("CLAIMS = ()\n", row("X-1", "bad_paper"), "missing"),
        ("CLAIMS = ()\n", row("A-thm1", "theory"), "which is no claim of bad_paper"),
        (COPY, "{}", "has a claim"),
    ],
)
def test_a_broken_package_breaks_its_own_claims_alone(tmp_path, monkeypatch, code, pinned, why):
    errors = broken(tmp_path, monkeypatch, "bad-paper", code, pinned)
    assert len(errors) == 1
    assert why in next(iter(errors.values()))


def test_a_package_that_takes_our_name_breaks_itself_alone(tmp_path, monkeypatch):
    entries = "[rope_claims.claims]\ntheory = bad_paper.claims:CLAIMS\n"
    errors = broken(tmp_path, monkeypatch, "bad-paper", entries=entries)
    assert list(errors) == ["package:bad-paper"]
    assert "'theory', which is taken" in errors["package:bad-paper"]


def test_a_package_that_is_gone_breaks_itself_alone(tmp_path, monkeypatch):
    entries = "[rope_claims.claims]\nbad_paper = gone_paper.claims:CLAIMS\n"
    errors = broken(tmp_path, monkeypatch, "bad-paper", entries=entries)
    assert "there is no package 'gone_paper'" in errors["package:bad_paper"]


def test_a_claim_that_says_another_thing_than_is_pinned_is_broken(made, tmp_path, monkeypatch):
    path = made / "nearer_keys" / "pinned.json"
    with changed(path, lambda text: text.replace('"REFUTED"', '"PROVED"')):
        loaded = taken_in(monkeypatch, made, get)
    assert list(loaded.broken) == ["NK-nearer"]
    assert "rope-claims pin nearer_keys" in loaded.broken["NK-nearer"]


def test_errata_and_site_are_written_without_a_broken_package(made, tmp_path):
    with changed(made / "nearer_keys" / "pinned.json", lambda _: "{"):
        done = typed(made, "errata")
        checked = typed(made, "check", "--package", "nearer_keys")
        ours = typed(made, "check", "S-slack")
    assert (done.returncode, checked.returncode, ours.returncode) == (1, 1, 0)
    assert "left out: package:nearer_keys (nearer-keys 0.1.0)" in done.stderr
    assert "## Erratum 18." in done.stdout


def test_a_reading_of_a_paper_that_was_not_at_hand_says_so(made, monkeypatch):
    path = made / "nearer_keys" / "papers.json"
    with changed(path, lambda text: text.replace('"printed"', '"reconstructed"')):
        taken_in(monkeypatch, made, get)
        shown = verdicts.worded("REFUTED", "reading", paper="NK")
        assert shown == "REFUTED (reading), as reconstructed"
    taken_in(monkeypatch, made, get)
    assert verdicts.worded("REFUTED", "reading", paper="NK") == "REFUTED (reading)"


@pytest.mark.parametrize(
    "text",
    ["{}", "[1]", '[{"id": "NK"}]', '[{"id": "NK", "title": 1}]', '[{"id": "A", "title": "x"}]',
     '[{"id": "NK", "title": "x", "year": "1"}]', '[{"id": "NK", "title": "x", "other": "1"}]'],
)  # fmt: skip
def test_a_file_of_papers_of_another_form_is_unreadable(made, monkeypatch, text):
    monkeypatch.syspath_prepend(made)
    with (
        changed(made / "nearer_keys" / "papers.json", lambda _: text),
        pytest.raises(outside.Unreadable, match="papers.json"),
    ):
        outside.lists_and_papers("nearer_keys", "nearer_keys.claims:CLAIMS", held=False)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["Nearer"], "is no name"),
        (["theory"], "there is a package 'theory' already"),
        (["nearer", "--id", "nk"], "is no id"),
        (["nearer", "--id", "S"], "begins claims of rope-claims itself"),
        (["nearer", "--arxiv", "hello"], "'hello' is no arXiv number"),
        (["base-context"], "Base of RoPE Bounds Context Length"),
        (["nearer", "--out", "/nowhere/x"], "/nowhere/x"),
    ],
)
def test_what_cannot_be_made_is_refused(arguments, why, error_line):
    assert why in error_line(command.main, *arguments)


def test_the_package_has_a_workflow_like_ours(made):
    text = (made / ".github/workflows/claims.yml").read_text()
    flow = yaml.safe_load(text)
    assert flow["permissions"] == {"contents": "read"}
    uses = [line.split("uses: ")[1] for line in text.splitlines() if "uses: " in line]
    ours = (paths.CHECKOUT / ".github/workflows/claims.yml").read_text()
    assert len(uses) == 2
    assert all(use in ours for use in uses)
    assert "rope-claims check --package nearer_keys" in text


def test_nothing_of_the_template_is_left(made):
    for path in made.rglob("*"):
        if path.is_file() and path.suffix in (".py", ".md", ".toml", ".json", ".yml"):
            text = path.read_text()
            assert not any(word in text for word in WORDS), path
            assert not path.name.endswith(".txt")
    assert Path(made / ".gitignore").is_file()
