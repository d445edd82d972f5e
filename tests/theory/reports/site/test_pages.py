"""The site: whole, without a network, safe from what claims say, and checking in a browser."""

import json
import re
from collections import Counter
from dataclasses import replace
from functools import partial
from html import unescape
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest

from tests.claims import every
from tests.theory.reports.site.node import needs_node, node
from tests.theory.reports.test_verdicts import REBUILT
from theory import paths
from theory.commands import cli
from theory.gate.reading import in_html
from theory.papers import PAPERS
from theory.reports.site import content, documents, graph, pages, sentences
from theory.witnesses import witness

VOID = {"meta", "link", "br", "input", "hr", "img"}
REGISTRY = every()


class Page(HTMLParser):
    """The ids, links and loaded files of a page; fails where tags are not closed in order."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loaded, self.open, self.tags = [], [], [], [], Counter()
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags[tag] += 1
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given[name] for name in ("href", "src") if name in given]
        self.loaded += [given[name] for name in ("href", "src") if name in given and tag != "a"]
        assert not [name for name in given if name.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def read(site):
    """Every page, read."""
    return {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


def test_every_claim_has_a_page_that_the_front_page_links(site, read):
    front = read[site / "index.html"]
    assert len(REGISTRY.claims) > 100
    absent = [one["id"] for one in json.loads(paths.ELSEWHERE.read_text(encoding="utf-8"))]
    assert "A-e-anti" in absent
    for one in (*REGISTRY.claims, *absent):
        assert site / "claims" / f"{one}.html" in read
        assert f"claims/{one}.html" in front.links


def test_no_dead_link_and_no_network(site, read):
    count = 0
    papers = {paper.link for paper in PAPERS.values() if paper.link}
    for path, page in read.items():
        assert not papers & set(page.loaded)
        assert len(set(page.ids)) == len(page.ids), path
        for link in page.links:
            parts = urlsplit(link)
            if link in papers:
                continue
            assert link == "data:," or not (parts.scheme or parts.netloc), (path, link)
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if link != "data:,":
                assert target.is_file(), (path, link)
                assert site in target.parents
                assert not parts.fragment or parts.fragment in read[target].ids, (path, link)
                count += 1
    assert count > 1000
    for path in [*site.rglob("*.css"), *site.rglob("*.js")]:
        assert not re.search(r"https?:|@import|fetch\(|XMLHttp", path.read_text(encoding="utf-8"))


def test_it_is_small(site):
    sizes = {path: path.stat().st_size for path in site.rglob("*") if path.is_file()}
    assert sum(sizes.values()) < 5_000_000
    for path in site.rglob("*.html"):
        figures = re.compile(r"<figure>.*?</figure>", re.DOTALL)
        assert len(figures.sub("", path.read_text(encoding="utf-8")).encode()) < 1000 * len(
            REGISTRY.claims
        ), path
        assert sizes[path] < 300_000, path


def test_a_claims_page_says_all_that_stands_behind_its_verdict(site):
    text = (site / "claims" / "B-thm32-index.html").read_text(encoding="utf-8")
    claim = REGISTRY.claims["B-thm32-index"]
    assert sentences.sentence(claim.statement, set(REGISTRY.claims), "") in text
    assert in_html(claim.place) in text
    assert "<li>Stated in <code>theory/paper_b/printed_heads/index_discrepancy.py:" in text
    assert all(sentences.sentence(one.name, set(), "") in text for one in claim.mutants)
    assert "Definition B_thm32_index_refuted : Prop :=" in text
    assert "sig_forall_dec" in text
    assert '<a href="B-thm32-index-fix.html">B-thm32-index-fix</a>' in text
    assert content.claim_digest(claim) in text
    assert "✗ REFUTED" in text


def test_the_digest_hangs_on_statement_and_verdict():
    one, other = REGISTRY.claims["B-irr"], REGISTRY.claims["B-irr-fix"]
    changed = [replace(one, statement="θ"), replace(one, expected=other.expected), other]
    assert len({content.claim_digest(claim) for claim in [one, *changed]}) == 4


def test_the_witnesses_shown_are_those_stored(site):
    script = (site / "witnesses.js").read_text(encoding="utf-8")
    shown = json.loads(script.removeprefix("globalThis.ropeWitnesses = ").removesuffix(";\n"))
    assert {one: json.loads(text) for one, text in shown.items()} == {
        one: witness.witness(one) for one in witness.homes()
    } | rules()


def rules():
    """The stored witnesses against other papers' rules."""
    return json.loads(content.RULES.read_text(encoding="utf-8"))


@needs_node
def test_the_sites_own_checker_runs_alone(site):
    stored = [str(site / "witnesses" / path.name) for path in {*witness.homes().values()}]
    assert (site / "witnesses" / "rules.json").read_bytes() == content.RULES.read_bytes()
    done = node(*stored, script=site / "check.js")
    assert (done.returncode, done.stdout.count(": verified; ")) == (0, len(witness.homes()))


HOSTILE = (
    "</textarea><script>document.title='owned'</script><img src=x onerror=alert(1)>\"' & B-irr"
)


def few():
    """The ledger of a few claims."""
    claims = {one: REGISTRY.claims[one] for one in ("A-thm1", "B-irr", "B-irr-fix")}
    return replace(REGISTRY, claims=claims)


def test_what_a_claim_says_is_shown_and_not_obeyed():
    registry = few()
    before = pages.files(registry, "", [], [])
    one = registry.claims["B-irr"]
    mutants = tuple(replace(m, name=HOSTILE) for m in one.mutants)
    evidence = tuple(
        replace(e, name=HOSTILE, covers=HOSTILE, command=HOSTILE) for e in one.evidence
    )
    registry.claims["B-irr"] = replace(
        one,
        **dict.fromkeys(("place", "statement", "not_covered", "published", "provenance"), HOSTILE),
        mutants=mutants,
        evidence=evidence,
        quantifiers={HOSTILE: HOSTILE},
    )
    proofs = f"| B-irr | x | REFUTED | {HOSTILE} |\n\n## B-irr\n{HOSTILE}\n\n{HOSTILE}\n"
    elsewhere = [{"id": HOSTILE, "statement": HOSTILE, "command": HOSTILE}]
    made = pages.files(registry, proofs, [], elsewhere)
    for name in ("index.html", "graph.html", "claims/B-irr.html"):
        page, plain = Page(made[name]), Page(before[name])
        assert page.tags["script"] == plain.tags["script"]
        assert page.tags["img"] == 0
        assert ("owned" in made[name]) == (name != "graph.html")
    assert made.keys() == before.keys()


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path, capsys):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("kept")
    (tmp_path / "file").write_text("kept")
    for place in ("full", "file", "none/site", "file/site"):
        assert cli.main(["site", "--out", str(tmp_path / place)]) == 2
        printed = capsys.readouterr()
        assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert cli.main(["site"]) == 2
    kept = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}
    assert kept == {"full", "full/mine", "file"}


def test_a_claim_stands_to_the_right_of_what_it_leans_on():
    links = {"a": ["b", "c"], "b": ["c"], "c": [], "d": [], "e": ["f"], "f": []}
    drawn, alone = graph.drawings(links)
    assert [sorted(box.id for box in part.boxes) for part in drawn] == [["a", "b", "c"], ["e", "f"]]
    assert alone == ["d"]
    assert [len(part.curves) for part in drawn] == [3, 1]
    for part in drawn:
        x = {box.id: box.x for box in part.boxes}
        assert all(x[one] > x[base] for one in x for base in links[one])
        assert len({(box.x, box.y) for box in part.boxes}) == len(part.boxes)
        assert all(box.x + graph.WIDTH <= part.width for box in part.boxes)
        assert all(box.y + graph.HEIGHT <= part.height for box in part.boxes)


def test_a_verdict_is_told_by_shape_and_word_too(site):
    text = (site / "graph.html").read_text(encoding="utf-8")
    boxes = re.findall(r'<g class="box ([a-z-]+)".*?>\s*(<[^>]*>)\s*<text[^>]*>(.)', text)
    shapes = {
        verdict: {shape for one, shape, _ in boxes if one == verdict} for verdict, *_ in boxes
    }
    signs = {verdict: {sign for one, _, sign in boxes if one == verdict} for verdict, *_ in boxes}
    assert {"proved", "refuted", "supported"} <= shapes.keys()
    for marks in (shapes, signs):
        assert all(len(one) == 1 for one in marks.values())
        assert len(set.union(*marks.values())) == len(marks)


def test_proofs_are_linked_and_their_tags_are_shown():
    made = str(pages.markdown("B-irr <em>x</em> and `B-irr` [y](javascript:alert)", {"B-irr"}, ""))
    assert '<a href="B-irr.html">B-irr</a> &lt;em&gt;x&lt;/em&gt;' in made
    assert "<code>B-irr</code>" in made
    assert 'href="javascript' not in made


def words(html):
    """The words that a reader sees."""
    return unescape(re.sub(r"<[^>]+>", " ", html)).split()


def test_the_front_page_comes_to_the_point(site):
    text = (site / "index.html").read_text(encoding="utf-8")
    before = text[: text.index('<div id="list">')]
    assert 200 < len(words(before)) <= 1500
    assert before.count("<svg") == before.count("<li><svg") == 5
    order = [text.index(part) for part in ('id="results"', 'id="filters"', 'id="list"')]
    assert order == sorted(order)
    assert [text.index(f'id="paper-{one}"') for one in PAPERS] == sorted(
        text.index(f'id="paper-{one}"') for one in PAPERS
    )


def test_in_the_list_the_statement_comes_before_the_reason(site):
    text = (site / "index.html").read_text(encoding="utf-8")
    entries = re.findall(r'<li data-id="([^"]+)".*?</li>', text, re.S)
    assert sorted(entries) == sorted(REGISTRY.claims)
    entry = re.search(r'<li data-id="B-thm32-index".*?</li>', text, re.S)[0]
    assert entry.index("be an arbitrary input length") < entry.index('class="reason"')


def test_a_reconstructed_statement_says_so_on_every_page_that_shows_its_verdict(site):
    for one in REGISTRY.claims.values():
        pages_of = ("index.html", f"claims/{one.id}.html", f"papers/{one.paper}.html")
        for name in pages_of:
            text = (site / name).read_text(encoding="utf-8")
            if name != f"claims/{one.id}.html":
                text = re.search(rf'<li data-id="{one.id}".*?</li>', text, re.S)[0]
            shown = re.search(r'<span class="verdict [a-z-]+">(.*?)</span>', text)[1]
            assert shown.endswith(", as reconstructed") == (one.id in REBUILT)


def test_every_paper_has_a_page_with_its_authors_and_its_link(site):
    for paper in PAPERS.values():
        text = (site / "papers" / f"{paper.id}.html").read_text(encoding="utf-8")
        assert in_html(paper.title) in text
        assert all(name in text for name in paper.authors)
        assert f'<a href="{paper.link}">' in text or not paper.link
    text = (site / "claims" / "PM-alias.html").read_text(encoding="utf-8")
    assert PAPERS["PM"].title in text
    assert f'<a href="{PAPERS["PM"].link}">' in text


def test_a_claims_page_has_its_parts_in_order_and_the_rest_folded(site):
    text = (site / "claims" / "B-thm32-index.html").read_text(encoding="utf-8")
    parts = ("<blockquote>", 'id="why"', 'id="witness"', 'id="repair"', 'id="evidence"', "<details")
    order = [text.index(part) for part in parts]
    assert order == sorted(order)
    open_part = text[: text.index("<details")]
    for folded in ("Axioms of its proof", "sha256", "B_thm32_index_refuted : Prop"):
        assert folded in text
        assert folded not in open_part
    assert "The statement is false as it is worded here." in open_part


def test_the_documentation_is_part_of_the_site(site):
    made = documents.documents()
    assert {"docs/glossary.html", "docs/capacity.html", "docs/scores.html"} <= {
        one.page for one in made
    }
    for one in made:
        text = (site / one.page).read_text(encoding="utf-8")
        assert "<h1" in text
        assert f"<title>{in_html(one.title)}" in text
    glossary = (site / "docs" / "glossary.html").read_text(encoding="utf-8")
    assert '<td data-label="meaning">' in glossary


def test_a_cell_says_its_column_where_tables_are_narrow(site):
    for name in ("certificates", "docs/capacity"):
        text = (site / f"{name}.html").read_text(encoding="utf-8")
        rows = [re.findall(r"<td(.*?)>", row) for row in re.findall(r"<tr>.*?</tr>", text, re.S)]
        assert sum(map(len, rows)) > 60
        assert all("data-label" in cell for row in rows for cell in row[1:])


def test_links_of_the_documentation_lead_to_pages_or_are_words():
    made = documents.Links(documents.documents(), {"B-irr": "claims/B-irr.html"}, {"index.html"})
    led = partial(made.target, source="docs/scores.md", page="docs/scores.html")
    assert led("capacity.md#the-question") == "capacity.html#the-question"
    assert led("../proofs.md#b-irr") == "../claims/B-irr.html"
    assert led("findings.md") == "../index.html"
    assert led("../CONTRIBUTING.md") == led("javascript:alert(1)") == led("../setup.py") == ""
    assert led(PAPERS["A"].link) == PAPERS["A"].link
    text = documents.rendered(
        "[B-irr](x.py) <b>&</b> [y](javascript:z)", made, "docs/a.md", "docs/a.html", {"B-irr"}
    )
    assert "<b>" not in text
    assert "javascript" not in re.sub(r"\[y\].*", "", text)


def test_no_formula_is_shown_as_it_is_typed(site):
    count = 0
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"<(script|style|pre|textarea|code).*?</\1>", "", text, flags=re.S)
        visible = unescape(re.sub(r"<[^>]+>", "", text))
        assert not re.search(r"[_^]\{|\\[a-z]{2,}\b|e\^", visible), path
        count += 1
    assert count > 200


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("e^{imθ_i} x", "e<sup>imθ<sub>i</sub></sup> x"),
        ("so [Retrieval^h]_n", "so [Retrieval<sup>h</sup>]<sub>n</sub>"),
        ("A_def_both_fix", "A_def_both_fix"),
        ("<b>^{<i>}", "&lt;b&gt;<sup>&lt;i&gt;</sup>"),
    ],
)
def test_indices_and_powers_outside_formulas_are_set_too(text, shown):
    assert sentences.sentence(text, set(), "") == shown
