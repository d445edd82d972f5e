"""The site: whole, without a network, safe from what claims say, and checking in a browser."""

import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest

from tests.theory.reports.site.node import needs_node, node
from theory import cli
from theory.gate.reading import in_html
from theory.gate.registry import load
from theory.reports.site import content, graph, pages
from theory.witnesses import witness

VOID = {"meta", "link", "br", "input", "hr", "img"}
REGISTRY = load()


class Page(HTMLParser):
    """The ids, links and loaded files of a page; fails where tags are not closed in order."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.open, self.tags = [], [], [], Counter()
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags[tag] += 1
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given[name] for name in ("href", "src") if name in given]
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
    absent = [one["id"] for one in json.loads(cli.ELSEWHERE.read_text(encoding="utf-8"))]
    assert "A-e-anti" in absent
    for one in (*REGISTRY.claims, *absent):
        assert site / "claims" / f"{one}.html" in read
        assert f"claims/{one}.html" in front.links


def test_no_dead_link_and_no_network(site, read):
    count = 0
    for path, page in read.items():
        assert len(set(page.ids)) == len(page.ids), path
        for link in page.links:
            parts = urlsplit(link)
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
        assert len(figures.sub("", path.read_text(encoding="utf-8")).encode()) < 200_000, path
        assert sizes[path] < 300_000, path


def test_a_claims_page_says_all_that_stands_behind_its_verdict(site):
    text = (site / "claims" / "B-thm32-index.html").read_text(encoding="utf-8")
    claim = REGISTRY.claims["B-thm32-index"]
    assert pages.sentence(claim.statement, set(REGISTRY.claims), "") in text
    assert in_html(claim.place) in text
    assert "stated in <code>theory/paper_b/printed_heads/index_discrepancy.py:" in text
    assert all(in_html(one.name) in text for one in claim.mutants)
    assert "Definition B_thm32_index_refuted : Prop :=" in text
    assert "sig_forall_dec" in text
    assert '<a href="B-thm32-index-fix.html">B-thm32-index-fix</a>' in text
    assert content.digest(claim) in text
    assert "✗ REFUTED" in text


def test_the_digest_hangs_on_statement_and_verdict():
    one, other = REGISTRY.claims["B-irr"], REGISTRY.claims["B-irr-fix"]
    changed = [replace(one, statement="θ"), replace(one, expected=other.expected), other]
    assert len({content.digest(claim) for claim in [one, *changed]}) == 4


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
        assert "owned" in made[name]
    assert made.keys() == before.keys()


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path, capsys):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("kept")
    (tmp_path / "file").write_text("kept")
    for place in ("full", "file", "none/site", "file/site"):
        assert cli.main(["site", "--out", str(tmp_path / place)]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
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
    for found in (shapes, signs):
        assert all(len(one) == 1 for one in found.values())
        assert len(set.union(*found.values())) == len(found)


def test_proofs_are_linked_and_their_tags_are_shown():
    made = str(pages.markdown("B-irr <em>x</em> and `B-irr` [y](javascript:alert)", {"B-irr"}, ""))
    assert '<a href="B-irr.html">B-irr</a> &lt;em&gt;x&lt;/em&gt;' in made
    assert "<code>B-irr</code>" in made
    assert 'href="javascript' not in made
