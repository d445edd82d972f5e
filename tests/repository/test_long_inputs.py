"""What README.md and docs/why-long-inputs-fail.md say of long inputs is in records and claims."""

import re

from tests.repository.test_readme import CLAIMS, README, ROOT, flat, groups
from theory.gate.reading import read
from theory.ledger.terms import Verdict

MEASUREMENTS = "empirical/results/measurements.md"
LONG = "docs/why-long-inputs-fail.md"


def test_the_factors_of_the_simulation_are_those_of_the_results_page():
    pattern = r"a factor of ([\d.]+) \(number task\) and at least ([\d.]+) \(letter task, where one"
    number, letter = groups(pattern, LONG)
    page = (ROOT / MEASUREMENTS).read_text(encoding="utf-8")
    page = page.split("\n## Held-out models")[1].split("\n## ")[0]
    tables = re.findall(r"^\*\*(number|letter)\*\*\n\n((?:\|.*\n)+)", page, re.M)
    held, models = {}, 0
    for task, table in tables:
        rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.splitlines()]
        at = rows[0].index("simulation `population`")
        simple = rows[0].index("simulation `drawn`")
        (off,) = [row for row in rows if row[0] == "off by a factor"]
        held[task] = off[at]
        models += len(rows) - 5
        if task == "number":
            assert float(off[simple]) <= float(off[at])
    assert held == {"number": number, "letter": letter}
    assert groups(r"On these \[(\d+) held-out models\]", LONG) == (str(models),)
    assert CLAIMS["B-e-disc-sim"].expected is Verdict.SUPPORTED
    assert CLAIMS["B-e-disc-sim-drawn"].expected is Verdict.UNDECIDED


def test_the_log_scaled_models_answer_what_the_readme_says():
    folder = ROOT / "empirical/results/law"
    names = ("letter-200", "letter-201", "letter-203")
    scaled = [read(folder / "scaled" / f"{name}-scaled.json") for name in names]
    plain = [read(folder / "lengths" / f"{name}.json") for name in names]
    assert {record["lengths"][-1] for record in (*scaled, *plain)} == {2000}
    without, with_it = (
        r"answer (\d+) of (\d+) inputs of 2,000 tokens",
        r"logits answer (\d+) of (\d+)",
    )
    readme = (*groups(with_it, "README.md"), *groups(without, "README.md"))
    page = (*groups(without, LONG), *groups(r"same seeds without answer (\d+) of (\d+)", LONG))
    for ours, of, theirs, also in (readme, page):
        assert sum(record["right"][-1] for record in scaled) == int(ours)
        assert sum(record["right"][-1] for record in plain) == int(theirs)
        for records in (scaled, plain):
            assert sum(record["of"][-1] for record in records) == int(of) == int(also)
    longer = read(ROOT / "empirical/results/released/held-out/letter-rate-1e-3.json")
    at = longer["lengths"].index(2000)
    told = groups(
        r"for 6,750 steps at a rate of 1e-3, instead of [^,]+2,000 steps, answers (\d+) of (\d+)"
    )
    assert [longer["right"][at], longer["of"][at]] == [*map(int, told)]
    told = groups(
        r"answers (\d+) of (\d+) inputs of 2,000 tokens and (\d+) of (\d+) of 5,000", LONG
    )
    assert [longer[key][i] for i in (at, -1) for key in ("right", "of")] == [*map(int, told)]
    assert longer["lengths"][-1] == 5000
    assert CLAIMS["S-log-scaled"].expected is Verdict.SUPPORTED
    assert CLAIMS["S-dilution"].expected is Verdict.UNDECIDED
    assert "Why models without it fail is undecided" in flat(
        (ROOT / "README.md").read_text("utf-8")
    )


def test_what_the_page_on_long_inputs_says_of_the_papers_claim_was_measured():
    page = flat((ROOT / LONG).read_text("utf-8"))
    results = (ROOT / "empirical/results/README.md").read_text("utf-8")
    section = results.split("\n### B-e-len\n")[1].split("\n### ")[0]
    for words in ("Our letter model has", "Our number model has"):
        assert page.split(f"{words} ")[1].split(" right")[0] in section
    folders = {"released": range(1, 5), "fresh": range(5, 10)}  # seed 0 is ours
    shares = []
    for folder, seeds in folders.items():
        for seed in seeds:
            record = read(ROOT / f"empirical/results/{folder}/lengths/letter-{seed}.json")
            at = record["lengths"].index(850)
            shares.append(record["right"][at] / record["of"][at])
    assert len(shares) == 9
    assert f"have {min(shares):.3g} to {max(shares):.3g}".replace(" 0.", " .") in page
    assert CLAIMS["B-e-len"].expected is CLAIMS["B-e-len-seeds"].expected is Verdict.NOT_REPRODUCED
    assert CLAIMS["B-e-shape"].expected is Verdict.SUPPORTED


def test_the_finding_about_long_inputs_has_three_sentences():
    third = flat(README.split("\n3. ")[1].split("\n4. ")[0])
    assert len(re.findall(r"\.(?:\*\*)?(?= |$)", third)) <= 3
