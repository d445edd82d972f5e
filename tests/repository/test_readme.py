"""What README.md and docs/ say, against the claims, the records and the commands' own parsers."""

import argparse
import importlib
import json
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from rope_claims.commands import EXPERIMENTS, FURTHER
from tests.claims import every
from tests.theory.reports.test_verdicts import REBUILT
from theory import paths
from theory.commands import cli
from theory.ledger.terms import Method, Verdict
from theory.papers import PAPERS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted(ROOT.glob("*/README.md")),
]
CLAIMS = every().claims
OF_PAPERS = ("printed", "reconstructed")
"""Provenances of what a paper itself states."""


def flat(text):
    return " ".join(text.split())


def groups(pattern, page="README.md"):
    """The groups of a pattern that a page must hold."""
    match = re.search(pattern, flat((ROOT / page).read_text(encoding="utf-8")))
    assert match is not None, pattern
    return match.groups()


def test_the_readme_has_at_most_100_lines_and_the_readmes_of_packages_60():
    assert len(README.splitlines()) <= 100
    lengths = {
        p.parent.name: len(p.read_text("utf-8").splitlines()) for p in ROOT.glob("*/README.md")
    }
    assert max(lengths.values()) <= 60, lengths
    assert len(lengths) >= 6


def test_the_badges_are_of_workflows_that_are_there():
    named = re.findall(r"\.\./\.\./actions/workflows/([\w.]+)/badge\.svg", README)
    assert named == ["ci.yml"]
    assert "[![Claims as expected](docs/claims.svg)](docs/findings.md)" in README.splitlines()[2]
    assert all((ROOT / ".github/workflows" / one).is_file() for one in named)
    assert "Python 3.11 or newer" in README.splitlines()[2]
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_the_picture_is_small_and_shows_as_many_heads_as_the_text_says():
    assert (ROOT / "docs/heads.png").stat().st_size < 80_000
    heads, symbolic, positional, neither = map(
        int, groups(r"The (\d+) heads of .*?# (\d+) symbolic, (\d+) positional, (\d+) neither")
    )
    assert symbolic + positional + neither == heads


def test_the_refuted_statements_of_both_papers_are_counted():
    refuted = Counter(
        c.provenance for c in CLAIMS.values() if c.paper in "AB" and c.expected is Verdict.REFUTED
    )
    every, printed, reconstructed = map(
        int, groups(r"(\d+) statements of the two papers are .*?: (\d+) printed ones, and (\d+) of")
    )
    assert (printed, reconstructed) == (refuted["printed"], refuted["reconstructed"])
    assert every == printed + reconstructed
    assert groups(r"(\d+) readings of loose sentences are refuted too") == (
        str(refuted["reading"]),
    )


def test_the_findings_count_what_the_readme_counts():
    """Statements and readings that are refuted stand in columns of their own."""
    text = (ROOT / "docs/findings.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| (source|paper [AB]|other papers|our own) \|(.*)\|$", text, re.M)
    rows = {name: [cell.strip() for cell in cells.split("|")] for name, cells in lines}
    titles = rows.pop("source")
    stated, read = titles.index("REFUTED"), titles.index("REFUTED (reading)")
    two, others = (rows["paper A"], rows["paper B"]), rows["other papers"]
    assert groups(r"(\d+) statements of the two") == (str(sum(int(row[stated]) for row in two)),)
    assert groups(r"(\d+) readings of loose") == (str(sum(int(row[read]) for row in two)),)
    assert groups(r"(\d+) statements and (\d+) readings of other papers") == (
        others[stated],
        others[read],
    )
    assert sum(int(cell) for row in rows.values() for cell in row) == len(CLAIMS)


def test_each_of_them_has_a_witness_and_a_repair():
    for claim in CLAIMS.values():
        if claim.expected is Verdict.REFUTED and claim.provenance in OF_PAPERS:
            assert claim.repairs, claim.id
            assert any(one.method is Method.WITNESS for one in claim.evidence), claim.id


def test_the_exclusion_principle_is_what_the_readme_says():
    claim = CLAIMS["A-thm1"]
    assert claim.expected is Verdict.PROVED
    (kernel,) = [one for one in claim.evidence if one.method is Method.KERNEL]
    assert "exclusion.A_thm1_best" in kernel.name
    assert CLAIMS["B-thm32-index"].expected is Verdict.REFUTED
    assert CLAIMS["B-thm32-index-fix"].expected is Verdict.PROVED


def test_the_published_configurations_are_counted():
    page = (ROOT / "constructions/results/capacity.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[([\w.-]+)\]\(.*?\) \| (\w+) \| (\d+) \|", page, re.M)
    rotating = {name for name, _, count in rows if count != "0"}
    assert {name for name, _, _ in rows} - rotating == {"gpt2"}
    for name in (
        "README.md",
        "docs/capacity.md",
        "constructions/README.md",
        "lab/constructions.md",
    ):
        assert groups(r"(\d+) published RoPE configurations", name) == (str(len(rotating)),)


def test_the_budgets_in_docs_are_those_of_the_results():
    held = (ROOT / "constructions/results/capacity.md").read_text(encoding="utf-8")
    text = (ROOT / "docs/capacity.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| ([\w.-]+)( with YaRN)? \| [\d,]+.*? \| ([\d,]+) \| (.+?) \| (.+?) \|", text, re.M
    )
    assert len(rows) == 6
    for name, yarn, length, at, beyond in rows:
        name += "-yarn" if yarn else ""
        (line,) = [row for row in held.splitlines() if row.startswith(f"| [{name}](")]
        cells = [cell.strip() for cell in line.split("|")]
        assert cells[5] == length
        for shown, cell in ((at, cells[6]), (beyond, cells[7])):
            assert shown == cell, name


def test_the_shuffled_copies_are_those_of_the_record():
    some, every = map(
        int, groups(r"(\d+) of (\d+) copies of SmolLM2-135M with shuffled weights slow frequencies")
    )
    name = "empirical/results/language/smollm2-135m-instruct-64-twins.json"
    spread = json.loads((ROOT / name).read_text())["models"][0]["random"]["spread"]
    slow = next(one for one in spread["statistics"] if one["statistic"].startswith("slow"))
    assert slow["trained"] > 0.05  # A-e-band's least contrast
    more = sum(value > slow["trained"] for value in slow["twins"])
    assert (some, every) == (more, len(spread["seeds"]))
    page = flat((ROOT / "empirical/results/language.md").read_text(encoding="utf-8"))
    assert f"slow frequencies are symbolic in all {every} shuffled copies" in page
    assert f"by {min(slow['twins']):.2f} to {max(slow['twins']):.2f} in SmolLM2's copies" in page


def test_verdicts_in_docs_are_those_of_the_claims():
    text = (ROOT / "docs/capacity.md").read_text(encoding="utf-8")
    rows = re.findall(r"\(((?:RF|RR|BC|PM|PI|YN|SL|DU)-[\w-]+)\) \| .+? \| (.+?) \|", text)
    assert len(rows) == 15
    for one, verdict in rows:
        assert verdict.startswith(str(CLAIMS[one].expected)), one
        assert ("as reconstructed" in verdict) == (one in REBUILT), one
        assert ("(reading" in verdict) == (CLAIMS[one].provenance == "reading"), one


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_claim_that_a_page_names_is_there(page):
    text = re.sub(r"`[^`]*`", " ", page.read_text(encoding="utf-8"))
    ids = set(
        re.findall(r"\b(?:A|B|S|C|RF|RR|BC|PM|PI|YN|SL|FB|DU|TP)-(?:e-)?[a-z]\w+(?:-\w+)*", text)
    )
    elsewhere = paths.ELSEWHERE.read_text(encoding="utf-8")
    assert not {one for one in ids if one not in CLAIMS and f'"{one}"' not in elsewhere}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_section(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if target.startswith(("https://", "../../actions/workflows/")):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+?)\s*$", file.read_text(encoding="utf-8"), re.M)
            assert anchor in {
                re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings
            }


def test_the_findings_name_every_claim_once_and_every_paper():
    text = (ROOT / "docs/findings.md").read_text(encoding="utf-8")
    named = Counter(re.findall(r"^\| \[([\w-]+)\]\(", text, re.M))
    assert named == Counter(list(CLAIMS))
    for paper in PAPERS.values():
        assert paper.title in text
        assert paper.link in text
    for line in text.splitlines():
        if match := re.match(r"\| \[([\w-]+)\]\(.*?\) \| .*? \| (.+?) \|", line):
            assert match[2].startswith(str(CLAIMS[match[1]].expected))
            assert ("as reconstructed" in match[2]) == (match[1] in REBUILT)
    assert text.index("## A: ") < text.index("## B: ") < text.index("## RF: ")
    assert text.index("## SU: ") < text.index(f"## {PAPERS['suite'].title}")


def commands(page):
    """Every command line of a page that runs a program of this project, without its comment."""
    text = page.read_text(encoding="utf-8")
    lines = re.findall(
        r"^(?:\$ | {4})?((?:\.venv/bin/)?(?:rope-claims|python|make|node) .*)$", text, re.M
    )
    lines += re.findall(r"`((?:rope-claims|python|make) [^`\n]+)`", text)
    return [re.sub(r"\s+#.*|;.*", "", line).replace(".venv/bin/", "").strip() for line in lines]


LINES = sorted({(line, page.name) for page in PAGES for line in commands(page)})


def test_the_pages_have_commands():
    assert len({line for line, _ in LINES}) > 50


@pytest.mark.parametrize("line", sorted({line for line, _ in LINES}))
def test_every_command_is_real(line):
    """Its program is there, and its parser knows every option."""
    program, *words = shlex.split(line)
    if program == "make":
        folder = ROOT / (words[words.index("-C") + 1] if "-C" in words else ".")
        targets = {w for w in words if "=" not in w and w not in ("-C", folder.name)}
        made = re.findall(r"^([\w -]+?):", (folder / "Makefile").read_text("utf-8"), re.M)
        assert targets <= {one for names in made for one in names.split()}
    elif program == "rope-claims" and words[:1] and words[0] in FURTHER:
        known(FURTHER[words[0]][0], words[1:])
    elif program == "rope-claims" and words[:1] == ["run"] and words[1:] != ["--help"]:
        known(EXPERIMENTS[words[1]][0], words[2:])
    elif program == "rope-claims":
        accepted(cli.parser(), words)
    elif program == "node" or words[0] != "-m":
        assert (ROOT / words[0]).is_file()
    elif words[1] == "pip":
        assert words[2] == "install"
    elif words[1].startswith("tests."):
        assert (ROOT / f"{words[1].replace('.', '/')}.py").is_file()
    elif words[1].startswith("nearer_keys."):
        template = ROOT / "rope_claims/new_paper/template/example_paper"
        assert (template / f"{words[1].partition('.')[2]}.py.txt").is_file()
    else:
        assert words[1] == "empirical.validate"
        known(words[1], words[2:])


def known(module, words):
    """The module's parser takes these words."""
    accepted(importlib.import_module(module).parser(), words)


def accepted(parser, words):
    """The parser takes these words: no option is unknown, and no word is left over."""
    words = [word.replace("FILE", "-") for word in words]
    if not words or words[-1] == "--help":
        return
    try:
        given = parser.parse_args(words)
    except (SystemExit, argparse.ArgumentError) as error:
        raise AssertionError(words) from error
    ids = [one for one in getattr(given, "ids", []) if isinstance(one, str)]  # others are numbers
    for one in ids:
        assert one in CLAIMS or one == "ID" or one.startswith("NK-"), one


def test_the_python_in_readme_and_quickstart_calls_what_is_there():
    import rope_claims

    called = {"Heads": set(), "Capacity": set()}
    for name in ("README.md", "docs/quickstart.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for block in re.findall(r"```python\n(.*?)```", text, re.S):
            compile(block, name, "exec")
            for attribute in re.findall(r"\brope_claims\.(\w+)\(", block):
                assert attribute in rope_claims.__all__
            for kind, methods in (
                ("Heads", re.findall(r"\bheads\.(\w+)", block)),
                ("Capacity", re.findall(r"\bone\.(\w+)", block)),
            ):
                called[kind].update(methods)
                home = importlib.import_module(
                    "rope_claims.scored" if kind == "Heads" else "rope_claims.configurations"
                )
                assert all(hasattr(getattr(home, kind), method) for method in methods)
    assert all(called.values()), called


def test_the_glossary_has_at_most_twenty_terms_in_the_order_of_the_alphabet():
    """The last row has a mark, which is no word."""
    text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    terms = re.findall(r"^\| (?!term \|)([^|]+?) \|", text, re.M)
    assert 10 < len(terms) <= 20
    assert terms[:-1] == sorted(terms[:-1], key=str.lower)
    assert terms[-1] == "†"
