"""The report: whole in one file, verdicts first, drawn by a real browser."""

import base64
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from empirical.protocol import paths
from empirical.protocol.reading import plain
from empirical.reports import contents, pages, schema
from empirical.reports.blocks import TableBlock
from empirical.reports.pages import junit_page
from tests.empirical.documents import SCHEMA, claim, document, made
from tests.processes import completed
from tests.tools import BROWSER, needs

CLAIMS = (
    claim("A-e-anti"),
    claim("A-e-depth", "NOT REPRODUCED", "differs"),
    claim("B-e-llm", "UNDECIDED", "undecided", measured=""),
)
REPORT = made(*CLAIMS)


@pytest.fixture(scope="module")
def rendered():
    return pages.renderings(pages.TITLE, contents.blocks(REPORT))


@pytest.fixture(scope="module")
def html(rendered):
    return rendered["html"]


def test_the_synthetic_report_has_the_schema():
    SCHEMA.check_schema(SCHEMA.schema)
    assert paths.SCHEMA.read_text(encoding="utf-8") == schema.schema_text(), (
        "run rope-claims generate"
    )
    SCHEMA.validate(plain(REPORT))
    assert plain(REPORT) == document(*CLAIMS)


def test_the_schema_speaks_of_no_field_that_is_not_there():
    defs = SCHEMA.schema["$defs"]
    known = {*defs, *(f"{one}.{name}" for one in defs for name in defs[one]["properties"])}
    assert {name for names in (*schema.WORDS, *schema.BOUNDS) for name in names.split()} <= known


def test_nothing_is_fetched_from_anywhere(html):
    pictures = [base64.b64decode(data).decode() for data in re.findall(r"base64,([^\"]+)\"", html)]
    assert len(pictures) == 5
    bare = re.sub(r"base64,[^\"]+", "", html)
    assert re.findall(r"(?:src|href)=\"(?!data:)", bare) == []
    assert "<script" not in bare
    assert "@import" not in bare
    for picture in pictures:
        root = ElementTree.fromstring(picture)
        links = [v for e in root.iter() for k, v in e.attrib.items() if k.endswith("href")]
        assert all(link.startswith(("#", "data:")) for link in links)


def test_tags_are_balanced_and_names_escaped(html):
    open_tags = []

    class Balance(HTMLParser):
        def handle_starttag(self, tag, attrs):
            if tag not in ("meta", "img", "br"):
                open_tags.append(tag)

        def handle_endtag(self, tag):
            assert open_tags.pop() == tag

    Balance().feed(html)
    assert open_tags == []
    assert "tiny &amp; &lt;gemma&gt;" in html
    assert "<gemma>" not in html


def test_verdicts_come_first_and_what_was_not_run_says_so(html):
    order = [html.index(text) for text in ("A-e-anti", "A-e-family", "positional–symbolic plane")]
    assert order == sorted(order)
    plain = re.sub(r' data-label="[^"]*"', "", html)
    assert '<td>A-e-family</td><td>The same.</td><td class="verdict">not run here</td>' in plain
    assert html.index("Method, versions") > html.rindex("<figure>")
    for figure in re.findall(r"<figure>.*?</figure>", html, re.S):
        assert "See whether" in figure
        assert re.search(r"[ABS]-[\w-]+", re.sub(r"base64,[^\"]+", "", figure))


def test_a_caption_stands_above_its_figure(html):
    figures = re.findall(r"<figure>.*?</figure>", html, re.S)
    assert len(figures) == 5
    assert all(one.index("<figcaption>") < one.index("<img ") for one in figures)


def test_a_verdict_has_its_own_colour_and_the_gate_an_icon():
    report = made(claim("A-e-depth", "NOT REPRODUCED"), claim("B-e-llm", "SUPPORTED", "differs"))
    html = re.sub(r' data-label="[^"]*"', "", pages.page("t", contents.blocks(report)))
    assert (
        '<td class="verdict not-reproduced">NOT REPRODUCED, as reconstructed</td>'
        '<td class="gate">✓ as expected</td>' in html
    )
    assert '<td class="verdict supported">SUPPORTED</td><td class="gate">✗ differs</td>' in html


def test_a_claim_is_a_link_to_its_page_where_the_site_is_known(monkeypatch):
    table = TableBlock(("claim", "verdict"), (("B-e-acc", "SUPPORTED"), ("<b>", "x")), ("", ""))
    assert "<a " not in pages.page("t", [table])
    monkeypatch.setenv(pages.SITE, "https://example.org/site/")
    made = pages.page("t", [table, TableBlock(("head", "x"), (("L0", "1"),), ("",))])
    assert '<a href="https://example.org/site/claims/B-e-acc.html">B-e-acc</a>' in made
    assert made.count("<a ") == 2
    assert "<b>" not in made.partition("<h1>")[2]
    monkeypatch.setenv(pages.SITE, "a site")
    assert f'<a href="{Path("a site").resolve().as_uri()}/claims/B' in pages.page("t", [table])


def test_markdown_says_the_same(rendered):
    text = rendered["md"]
    for line in ("| A-e-depth |", "NOT REPRODUCED", "not run here", "Heads \\| differ.", "GPT 5.4"):
        assert line in text
    widths = {row.replace("\\|", "").count("|") for row in text.splitlines() if "A-e-" in row[:8]}
    assert widths == {7}


def test_junit_fails_what_differs_and_skips_what_is_open():
    suite = ElementTree.fromstring(junit_page(REPORT))
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("4", "1", "2")
    kinds = {case.get("name"): [child.tag for child in case] for case in suite}
    assert kinds == {
        "A-e-anti": [],
        "A-e-depth": ["failure"],
        "B-e-llm": ["skipped"],
        "A-e-family": ["skipped"],
    }


@needs(BROWSER)
def test_a_browser_draws_every_picture_and_reports_no_error(html, tmp_path):
    chromium = BROWSER.located()
    assert chromium is not None
    probe = """<script>
    onload = () => { document.title = [...document.images].map(
      i => i.complete && i.naturalWidth > 100 ? 'drawn' : 'broken').join(' ')
      + (document.documentElement.scrollWidth > innerWidth ? ' overflows' : ''); }
    </script></body>"""
    path = tmp_path / "report.html"
    path.write_text(html.replace("</body>", probe), encoding="utf-8")
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1100,900"]
    command += ["--virtual-time-budget=10000", f"--user-data-dir={tmp_path / 'profile'}"]
    done = completed(*command, "--dump-dom", path.as_uri(), timeout=180)
    title = re.search(r"<title>(.*?)</title>", done.stdout, re.S)
    assert title is not None, done.stderr[-2000:]
    assert title.group(1) == " ".join(["drawn"] * 5)
