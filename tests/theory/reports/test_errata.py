"""The errata: one for each refuted statement of the papers, complete, clean in both formats."""

import json
import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from tests.claims import every
from tests.processes import python
from theory.gate.reading import folded
from theory.gate.registry import Registry
from theory.ledger import Verdict
from theory.ledger.inspection import on_paper
from theory.reports import errata, latex, proofs

REGISTRY = every()
ENTRIES = errata.collect(REGISTRY, errata.errata_sections())
MARKDOWN, LATEX = errata.errata_markdown(ENTRIES), errata.to_latex(ENTRIES)
READER = MarkdownIt("commonmark", {"html": True}).enable("table")
HOSTILE = (
    "$x$ costs 5 % & \\input{a} #1 ^ ~ \\",
    "`code` a_b_c _d_ *e* **f** ``",
    "<b onload=x> &lt; &amp; <!-- </all>",
    "# no heading",
    "1. no list",
    "- no list | no | table",
    "[l](javascript:x) ![i](y) {z}",
    "\\end{document} \\",
)
REFUTED = [
    claim.id
    for paper in ("A", "B")
    for claim in REGISTRY.claims.values()
    if claim.paper == paper and claim.expected is Verdict.REFUTED
    if claim.provenance != "reading"
]


def of(claims):
    """A registry that holds these claims."""
    return Registry((), claims={one.id: one for one in claims}, home={c.id: "x" for c in claims})


@pytest.fixture
def pair(synthetic):
    """A refuted claim of paper A and its repair."""
    false, repair = synthetic.REFUTED
    return replace(false, paper="A", statement="x_{i} *is* 2% & <all>"), repair


def shown(markdown):
    """The text that a reader's program shows."""
    inline = (token.children for token in READER.parse(markdown) if token.children)
    return "\n".join("".join(one.content for one in children) for children in inline)


# ---- which, and in which order -----------------------------------------------------------


def test_one_erratum_for_each_refuted_statement_of_the_papers_in_their_order():
    assert len(REFUTED) >= 18
    assert [one.claim.id for one in ENTRIES] == REFUTED
    headings = re.findall(r"^## Erratum (\d+)\. .* \(([^ ]+)\)$", MARKDOWN, re.MULTILINE)
    assert headings == [(str(n), one) for n, one in enumerate(REFUTED, 1)]
    titles = re.findall(r"^\\subsection\*\{Erratum (\d+)\. .* \(([^ ]+)\)\}$", LATEX, re.MULTILINE)
    assert titles == headings


def test_the_suites_own_claims_have_no_erratum():
    own = [c for c in REGISTRY.claims.values() if c.paper == "suite"]
    assert any(c.expected is Verdict.REFUTED for c in own)
    assert not {c.id for c in own} & {one.claim.id for one in ENTRIES}


@pytest.mark.parametrize("provenance", ["reading", "repair"])
def test_what_no_paper_states_has_no_erratum(pair, provenance):
    false, repair = pair
    claims = [replace(false, id="P-else", provenance=provenance), repair, false]
    bodies = {"P-else": "**REFUTED**.", "P-false": "**REFUTED**."}
    assert [one.claim.id for one in errata.collect(of(claims), bodies)] == ["P-false"]


def test_paper_a_comes_before_paper_b_whatever_the_packages_order(pair):
    false, repair = pair
    claims = [replace(false, id="Z", paper="B"), repair, false]
    entries = errata.collect(of(claims), {"Z": "**REFUTED**.", "P-false": "**REFUTED**."})
    assert [one.claim.id for one in entries] == ["P-false", "Z"]


# ---- each is complete --------------------------------------------------------------------


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.claim.id)
def test_an_erratum_has_place_statement_witness_and_repair(entry):
    start = MARKDOWN.index(f"({entry.claim.id})\n")
    text = shown(MARKDOWN[start:].split("\n## ")[0])
    assert f"Paper {entry.claim.paper}, {entry.claim.place} ({entry.claim.id})" in MARKDOWN
    assert folded(entry.claim.statement) in text
    assert "**Witness.**" in MARKDOWN[start:].split("\n## ")[0]
    assert "Checked:" in text
    assert tuple(repair.id for repair in entry.repairs) == entry.claim.repairs
    for repair in entry.repairs:
        assert folded(repair.statement) in text
        marks = " (reading)" if repair.provenance == "reading" else " (written)" * on_paper(repair)
        assert f"({repair.id}, PROVED{marks})" in text
    assert f"rope-claims check {entry.claim.id}" in text


def test_the_witness_is_all_that_the_claims_file_says():
    written = {s.heading: s.body for group in proofs.sections().values() for s in group}
    for entry in ENTRIES:
        assert entry.witness == written[entry.claim.id]
        assert entry.claim.statement not in entry.witness


def test_no_statement_leans_on_another():
    assert not [e.claim.id for e in ENTRIES if e.claim.statement.startswith("The same")]


def test_every_repair_is_there():
    named = {one.claim.id: [repair.id for repair in one.repairs] for one in ENTRIES}
    assert named["A-score"] == ["A-score-fix", "A-score-all", "A-score-high"]
    assert named["B-thm31-retr-valid"] == ["B-thm31-retr"]
    assert len(named["B-rem31-retr"]) == 5


def test_theorems_are_named_letter_for_letter():
    """Not as formulas: B_num_def_fix has no indices."""
    assert "- Coq (kernel): `composition.B_num_def_fix`\n" in MARKDOWN
    assert (
        "\\item {}Coq (kernel): \\texttt{composition.\\allowbreak{}B\\_num\\_def\\_fix}\n" in LATEX
    )
    assert LATEX.count("Coq (kernel): \\texttt{") == LATEX.count("Coq") > 20


def test_wording_that_is_not_the_papers_is_marked():
    for entry in ENTRIES:
        head = MARKDOWN.split(f"({entry.claim.id})\n\n")[1].split("\n")[0]
        assert head == f"**{errata.WORDING[entry.claim.provenance]}.**"
    assert len(set(errata.WORDING.values())) == len(errata.WORDING)


@pytest.mark.parametrize("sections", [{}, {"P-false": " \n"}, {"P-false-too": "**REFUTED**."}])
def test_a_claim_without_a_section_is_an_error(pair, sections):
    with pytest.raises(errata.Incomplete, match="## P-false"):
        errata.collect(of(pair), sections)


def test_a_repair_that_is_not_there_is_an_error(pair):
    with pytest.raises(errata.Incomplete, match="P-square"):
        errata.collect(of(pair[:1]), {"P-false": "**REFUTED**."})


def test_nothing_refuted_is_an_error(pair):
    with pytest.raises(errata.Incomplete, match="nothing"):
        errata.collect(of(pair[1:]), {})


# ---- LaTeX and Markdown ------------------------------------------------------------------


def faults(tex):
    """What is no LaTeX: foreign characters, bare specials, open braces, unknown control symbols,
    Markdown's marks (the star of i* or k* is printed, that of section* is LaTeX's)."""
    bare = re.findall(r"(?<!\\)[_^#$%&~]|[^\x20-\x7e\n]|`(?!\w)|(?<!section)(?<!\b[ik])\*", tex)
    symbols = re.findall(r"\\(?![A-Za-z#$%&_{}|]).?", tex)
    depth = re.sub(r"\\[{}]", "", tex)
    return bare + symbols + ["{"] * (depth.count("{") != depth.count("}"))


def test_nothing_is_left_unmapped_or_unescaped():
    assert faults(LATEX) == []
    body = LATEX.partition(r"\begin{document}")[2]
    assert re.findall(r"(?<!\\ensuremath\{)(?<!\\ensuremath\{\\)[<>|]", body) == []
    assert re.findall(r"`[^`']*`", body) == []


def test_that_check_can_fail():
    for tex in ("θ", "a_b", "a^b", "5%", "a & b", "#", "{", r"\,", "$x$", "a~b", "`x` is", "*a*"):
        assert faults(tex)


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("s_{n - k_H}", r"s\textsubscript{n \ensuremath{-} k\textsubscript{H}}"),
        ("F(x, a)_t = a_(x,t)", r"F(x, a)\textsubscript{t} = a\textsubscript{(x,t)}"),
        ("e^{-3B/5} ≤ 1", r"e\textsuperscript{\ensuremath{-}3B/5} \ensuremath{\leq} 1"),
        ("e^(-B(1-f(k)))", r"e\textsuperscript{(\ensuremath{-}B(1\ensuremath{-}f(k)))}"),
        ("λ²", r"\ensuremath{\lambda}\textsuperscript{2}"),
        ("(n-1)θ", r"(n\ensuremath{-}1)\ensuremath{\theta}"),
        ("A-thm1-fix, 3-cycle, one-hot", "A-thm1-fix, 3-cycle, one-hot"),
        ("'the hops', v'", "`the hops', v'"),
        ("x\u0304_", r"\ensuremath{\bar{x}}\_"),
        ("{1..m} & 5% #", r"\{1..m\} \& 5\% \#"),
        ("\\~^", r"\textbackslash{}\textasciitilde{}\textasciicircum{}"),
    ],
)
def test_plain_text_as_latex(text, tex):
    assert latex.plain_latex(text) == tex


def test_markdown_as_latex():
    text = "**R** *em `a_b`*:\n\n1. *One.* x\n   y\n2. [z]\n\nend a_(1,\n2)"
    assert latex.latex_blocks(text) == (
        "\\textbf{R} \\emph{em \\texttt{a\\_b}}:\n\n\\begin{itemize}\n"
        "\\item[1.] {}\\emph{One.} x\ny\n\\item[2.] {}[z]\n\\end{itemize}\n\nend"
        " a\\textsubscript{(1,\n2)}"
    )


@pytest.mark.parametrize(
    ("markdown", "tex"),
    [
        ("$x$ & 5% #1 {y} ^ ~", r"\$x\$ \& 5\% \#1 \{y\} \textasciicircum{} \textasciitilde{}"),
        (r"\input{a} \\ \$", r"\textbackslash{}input\{a\} \textbackslash{} \$"),
        ("`$a_b$ & \\c{d}` e", r"\texttt{\$a\_b\$ \& \textbackslash{}c\{d\}} e"),
        ("``a ` b`` `", r"\texttt{a \textasciigrave{} b} \textasciigrave{}"),
        ("a_b_c and _d", r"a\textsubscript{b}\textsubscript{c} and \textsubscript{d}"),
        ("2 * 3 * 4, i* and *j*", r"2 * 3 * 4, i* and \emph{j}"),
        (r"\*no\* \_d\_", r"*no* \textsubscript{d}\_"),
        ("*a `*` b*", r"\emph{a \texttt{*} b}"),
        ("x <b>y</b> &amp; &lt;", r"x \ensuremath{<}b\ensuremath{>}y\ensuremath{<}/b\ensuremath{>}"
         r" \& \ensuremath{<}"),
        ("M[a, p], [b]", "M[a, p], [b]"), ("- a", "\\begin{itemize}\n\\item {}a\n\\end{itemize}"),
    ],
)  # fmt: skip
def test_hostile_markdown_as_latex(markdown, tex):
    assert latex.latex_blocks(markdown) == tex
    assert faults(tex.replace("*", "")) == []


@pytest.mark.parametrize(
    ("markdown", "kind"),
    [("# a", "heading"), ("a [b](c)", "link"), ("![b](c)", "image"),
     ("```\na\n```", "fence"), ("    a", "code_block"), ("> a", "blockquote"), ("***", "hr"),
     ("a  \nb", "hardbreak")],
)  # fmt: skip
def test_markdown_that_has_no_latex_is_refused(markdown, kind):
    with pytest.raises(latex.Unmapped, match=f"a {kind} of Markdown; add it"):
        latex.latex_blocks(markdown)


@pytest.mark.parametrize("statement", HOSTILE)
def test_a_hostile_statement_is_shown_and_obeyed_by_neither(pair, statement):
    """Its Markdown is read as its own text in one quotation; its LaTeX has no fault."""
    false, repair = pair
    claims = replace(false, statement=statement), replace(repair, statement=statement)
    entries = errata.collect(of(claims), {"P-false": "**REFUTED**."})
    text, tex = errata.errata_markdown(entries), errata.to_latex(entries)
    assert shown(text).count(folded(statement)) == 2
    plain = [replace(one, statement="plain") for one in claims]
    same = errata.errata_markdown(errata.collect(of(plain), {"P-false": "**REFUTED**."}))
    assert [t.type for t in READER.parse(text)] == [t.type for t in READER.parse(same)]
    assert faults(tex.replace("*", "")) == []
    assert tex.count(latex.plain_latex(statement)) == 2


def test_a_character_without_a_command_is_refused():
    for letter in ("ж", "∀", "\t", "\x00", "\u0304"):
        with pytest.raises(latex.Unmapped, match="add it"):
            latex.plain_latex(f"a {letter}")


def test_the_markdown_keeps_indices_and_signs_as_they_are(pair):
    body = "So F_t = a_(x)\n- 1 <b `a_b`\n\n1. one\n2. two"
    text = errata.errata_markdown(errata.collect(of(pair), {"P-false": body}))
    assert "> x\\_{i} \\*is\\* 2% &amp; &lt;all&gt;" in text
    assert "**Witness.**\n\nSo F\\_t = a\\_(x) - 1 \\<b `a_b`\n\n1. one\n2. two\n" in text


# ---- the command -------------------------------------------------------------------------


def test_markdown_goes_to_standard_output_unless_told_otherwise(command_line):
    run = command_line.here("errata")
    assert (run.code, run.out, run.err) == (0, MARKDOWN + "\n", "")
    run = command_line.here("errata", "--latex", "-")
    assert (run.code, run.out, run.err) == (0, LATEX + "\n", "")


def test_both_files_at_once(command_line, tmp_path):
    names = tmp_path / "e.md", tmp_path / "e.tex"
    run = command_line.here("errata", "--markdown", names[0], "--latex", names[1])
    assert (run.code, run.out) == (0, "")
    assert [name.read_text() for name in names] == [MARKDOWN + "\n", LATEX + "\n"]
    assert sorted(tmp_path.iterdir()) == sorted(names)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--paper", "Z"], "no paper 'Z'"),
        (["--paper", "RF"], "nothing that paper RF itself states is refuted"),
        (["--latex", "/nowhere/e.tex"], "cannot write"),
        (["--latex", "-", "--markdown", "-"], "same place"),
        (["--junit", "-"], "--junit"),
        (["A-thm7"], "A-thm7"),
    ],
    ids=" ".join,
)
def test_bad_usage_is_one_line_and_two(command_line, arguments, hint):
    refused(command_line.here("errata", *arguments), hint)


def refused(run, hint, code=2):
    """One line of error, and nothing else."""
    assert (run.code, run.out) == (code, "")
    assert run.err.startswith("rope-claims: error: ")
    assert run.err.count("\n") == 1
    assert hint in run.err


def test_without_proofs_there_are_no_errata(command_line, monkeypatch, tmp_path):
    """Nor does an older file stay, to be taken for this run's."""
    monkeypatch.setattr(errata, "PROOFS", tmp_path / "proofs.md")
    old = tmp_path / "e.md"
    old.write_text("old")
    refused(command_line.here("errata", "--markdown", old), "reinstall")
    assert not old.exists()


def test_a_section_that_is_missing_ends_the_command(command_line, monkeypatch, tmp_path):
    text = errata.PROOFS.read_text(encoding="utf-8").replace("## A-thm7\n", "## A-thm77\n")
    monkeypatch.setattr(errata, "PROOFS", tmp_path / "proofs.md")
    errata.PROOFS.write_text(text, encoding="utf-8")
    refused(command_line.here("errata"), "## A-thm7")


def test_synthetic_packages(command_line):
    """Their claims are of no paper; and while one is broken nothing is written."""
    run = command_line.here("errata", *command_line.synthetic("REFUTED"))
    refused(run, "nothing to write")
    synthetic = command_line.packages("broken", listed={"broken": ["P-lost"]})
    refused(command_line.here("errata", "--synthetic", synthetic), "P-lost", code=1)


def test_list_does_not_import_it(command_line):
    code = (
        "import json, sys\nfrom theory.commands.cli import main\nmain(['list', '--json', '-'])\n"
        "print(json.dumps([n for n in sys.modules if n in"
        " ('theory.reports.errata', 'theory.reports.latex')]),"
        " file=sys.stderr)"
    )
    ended = python("-c", code, cwd=command_line.root, check=True)
    assert json.loads(ended.stderr.splitlines()[-1]) == []
