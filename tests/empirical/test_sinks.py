"""A stranger's words in everything that we write: shown, never obeyed."""

import ast
import copy
import json
import os
import pty
import re
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from empirical import validate
from empirical.protocol import paths, terminal
from empirical.protocol.form import Document, read_report
from empirical.protocol.reading import built, plain
from empirical.reports import comparison, contents, figures, pages, plots
from empirical.reports import document as validation_report
from tests.empirical import hubs
from tests.empirical.documents import SCHEMA, claim, document

WORDS = {
    "markup": "m[/]x [red]r[/red] [link=http://x]l[/link] :smile:",
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)> &lt; \" ' -->]]>",
    "markdown": "[l](javascript:alert(1)) ![i](http://x/i.png) `c` **b** _e_ | p \n\n# h\n- i",
    "html in markdown": "</td></table>\n\n<details open ontoggle=alert(1)>",
    "terminal": "\x1b[2J\x1b]0;title\x07\x9b31m\r\x08\x7f",
    "lines": "a\nrope-claims: all is well\u2028\u2029\x85\x0b\x0cb",
    "directions": "\u202eevil\u2066\u200b",
    "xml": "\x00\x01\ufffe\uffff ]]> <!-- &amp;",
    "surrogates": "\ud800\udfff\udc41",
    "formula": "$\\frac{1}{$ $x$ \\$ _hidden",
    "long": "w" * 20000,
}
BAD = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")


def stored(words):
    """A report of a model with these words wherever a stranger can have put them."""
    one = document(
        claim("A-e-anti", measured=words), claim("A-e-depth", "UNDECIDED", "undecided", "")
    )
    one["claims"][1]["reason"] = words
    one["not_run"] = [{"id": "x", "statement": words, "published": words, "why": words}]
    for model in one["models"]:
        model |= {"name": words, "architecture": words, "family": words}
        model["binding"]["task"] = words
        model["one_hop"] = {"reason": words}
    return one


def hostile(words):
    """That report, read."""
    return built(stored(words), Document)


class Tags(HTMLParser):
    """The elements of a page, and their attributes' names."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, tuple(name for name, _ in attributes)))


def tags(html):
    """The tags of a page, in order."""
    parser = Tags()
    parser.feed(html)
    return parser.seen


@pytest.fixture(params=WORDS)
def words(request):
    return WORDS[request.param]


PLAIN = hostile("words")


@cache
def rendered(words):
    """A report with these words, and its comparison with itself, in both forms."""
    one = hostile(words)
    bodies = contents.blocks(one), comparison.comparison_blocks(one, one)
    return [pages.renderings("t", body) for body in bodies]


def test_html_has_the_same_elements_whatever_the_words(words):
    for page, usual in zip(rendered(words), rendered("words"), strict=True):
        assert tags(page["html"]) == tags(usual["html"])
        assert not BAD.search(page["html"])
        page["html"].encode()


def test_markdown_has_the_same_structure_whatever_the_words(words):
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    for page, usual in zip(rendered(words), rendered("words"), strict=True):
        assert tags(reader.render(page["md"])) == tags(reader.render(usual["md"]))
        assert not BAD.search(page["md"])


def test_junit_is_xml_and_says_the_same_of_each_claim(words):
    root = ElementTree.fromstring(pages.junit_page(hostile(words)))
    plain = ElementTree.fromstring(pages.junit_page(PLAIN))
    assert [one.tag for one in root.iter()] == [one.tag for one in plain.iter()]
    for one in root.iter():
        assert not any(map(BAD.search, [one.text or "", *one.attrib.values()]))


def test_json_is_read_back_as_it_was(words):
    one = hostile(words)
    text = validation_report.as_json(one)
    assert text.isascii()
    assert json.loads(text) == json.loads(json.dumps(stored(words)))


def test_the_terminal_shows_words_and_obeys_none(words, capsys):
    one = hostile(words)
    validation_report.show(one)
    shown = capsys.readouterr().out
    assert not BAD.search(shown)
    if words == WORDS["markup"]:
        for part in ("m[/]x", "[red]r[/red]", ":smile:"):
            assert part in shown
    assert "\nrope-claims: all is well" not in shown


def test_a_real_terminal_gets_no_order_of_theirs(words):
    """On a terminal rich writes orders of its own, but none that the words hold."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w", errors="backslashreplace") as stream:
        made = terminal.console(file=stream, force_terminal=True, width=100000)
        with terminal.progress(made) as bars:
            bars.add_task(validation_report.folded(words)[:400], total=1)
        stream.flush()
    told = b""
    try:
        while part := os.read(ours, 65536):
            told += part
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    text = told.decode(errors="replace")
    assert "\x1b[2J" not in text
    assert "\x1b]0;" not in text
    if words == WORDS["markup"]:
        assert "m[/]x" in text


@pytest.mark.usefixtures("drawn")
def test_figures_are_drawn_whatever_a_model_is_called(words, tmp_path):
    one = hostile(words)
    plots.score_plane(one, tmp_path / "plane.png")
    scores = one.models[0].scores
    for svg in (
        figures.plane([(words, scores)], 0.1),
        figures.paired([(0.1, 0.2)], (f"A: {words}", f"B: {words}"), "s_pos"),
    ):
        names = {node.tag.rpartition("}")[2] for node in ElementTree.fromstring(svg).iter()}
        assert not names & {"script", "foreignObject", "a"}


@pytest.mark.parametrize("name", ["m[/]x", "<b>m", "m`|x", "a\x1b[2Jb", "a\nb", "$x$", "_x"])
def test_a_folder_of_such_a_name_is_judged(tmp_path, capsys, name):
    folder = hubs.model_folder(tmp_path / name)
    parts = ("binding", "sensitivity", "one-hop")
    without = [word for part in parts for word in ("--without", part)]
    out = tmp_path / "out[/]"
    capsys.readouterr()
    assert validate.main(["--model", str(folder), "--out", str(out), *without]) == 0
    printed = capsys.readouterr()
    assert not BAD.search(printed.out + printed.err)
    assert "\\x1b" in printed.out or "\x1b" not in name
    report = json.loads((out / "report.json").read_text())
    SCHEMA.validate(report)
    assert report["models"][0]["name"].isprintable()


STORED = stored("words")


def elsewhere(change):
    """A report with something changed."""
    one = copy.deepcopy(STORED)
    change(one)
    return json.dumps(one)


def put(value, *path):
    def change(one):
        for key in path[:-1]:
            one = one[key]
        one[path[-1]] = value

    return change


REPORTS = {
    "not finite": elsewhere(put(float("nan"), "models", 0, "scores", 0, "s_pos")),
    "text for a score": elsewhere(put("0.5", "models", 0, "scores", 0, "s_pos")),
    "true for a layer": elsewhere(put(True, "models", 0, "scores", 0, "layer")),
    "half a layer": elsewhere(put(0.0, "models", 0, "scores", 0, "layer")),
    "no head": elsewhere(put([], "models", 0, "scores")),
    "a head twice": elsewhere(put(STORED["models"][0]["scores"][:1] * 2, "models", 0, "scores")),
    "no model": elsewhere(put([], "models")),
    "a model of text": elsewhere(put(["x"], "models")),
    "a list for a name": elsewhere(put([], "models", 0, "name")),
    "a number for a verdict": elsewhere(put(1, "claims", 0, "verdict")),
    "a made-up verdict": elsewhere(put("CERTAIN", "claims", 0, "verdict")),
    "a verdict in small letters": elsewhere(put("supported", "claims", 0, "verdict")),
    "no verdict's word": elsewhere(put("", "claims", 0, "verdict")),
    "a made-up expectation": elsewhere(put("CERTAIN", "claims", 0, "expected")),
    "a made-up mark": elsewhere(put("passed", "claims", 0, "gate")),
    "claims of another form": elsewhere(put({"A-e-anti": {}}, "claims")),
    "a claim twice": elsewhere(lambda one: one["claims"].append(one["claims"][0])),
    "no claims": elsewhere(lambda one: one.pop("claims")),
    "no time": elsewhere(put(None, "made")),
    "binding of text": elsewhere(put("x", "models", 0, "binding")),
    "solved of text": elsewhere(put("12", "models", 0, "binding", "solved")),
    "layers of text": elsewhere(put("12", "models", 0, "binding", "layers")),
    "left out of text": elsewhere(put("12", "models", 0, "binding", "left_out")),
    "frequencies of text": elsewhere(put([{"s_pos": "x"}], "models", 0, "binding", "frequencies")),
    "a key twice": '{"format": "x", ' + json.dumps(STORED)[1:],
    "deep": "[" * 9999 + "]" * 9999,
}  # fmt: skip


@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("option", ["--compare", "--with"])
def test_a_report_of_another_form_is_refused_in_one_line(tmp_path, error_line, option, name):
    path = tmp_path / "r.json"
    path.write_text(REPORTS[name])
    given = [option, str(path), str(path)] if option == "--compare" else [option, str(path)]
    assert "no report" in error_line(validate.main, *given, "--out", tmp_path / "out")
    assert not list((tmp_path / "out").glob("*")) if (tmp_path / "out").exists() else True


def test_a_report_of_ours_is_of_the_form(tmp_path):
    (tmp_path / "r.json").write_text(json.dumps(STORED))
    assert plain(read_report(tmp_path / "r.json")) == STORED


def test_no_other_file_makes_a_console_or_a_bar():
    """What rich takes as markup can be a file's name: ``terminal`` says once that it is not."""
    made = {"Console", "Progress", "TextColumn"}
    for path in paths.FOLDER.rglob("*.py"):
        if path.name == "terminal.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                assert getattr(node.func, "id", "") not in made, f"{path}:{node.lineno}"


def test_every_loader_is_told_to_trust_no_code():
    root = paths.FOLDER
    calls = [
        node
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "from_pretrained"
    ]
    assert calls
    for call in calls:
        told = {one.arg: ast.unparse(one.value) for one in call.keywords}
        assert told.get("trust_remote_code") == "False"
        assert told.get("local_files_only") == "True"


def test_ids_beyond_the_vocabulary_are_refused_in_one_line(tmp_path, capsys):
    folder = hubs.model_folder(tmp_path / "model")
    path = folder / "tokenizer.json"
    stored = json.loads(path.read_text())
    stored["model"]["vocab"] = {word: n + 10**6 for word, n in stored["model"]["vocab"].items()}
    stored["added_tokens"] = []
    path.write_text(json.dumps(stored))
    given = ["--model", str(folder), "--out", str(tmp_path / "out")]
    assert validate.main([*given, "--prompt", "Alice likes red"]) == 2
    lines = [
        line for line in capsys.readouterr().err.splitlines() if line.startswith("rope-claims")
    ]
    assert len(lines) == 1
    assert "vocabulary" in lines[0]
