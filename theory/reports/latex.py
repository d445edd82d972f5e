"""Plain text and the Markdown of proofs.md as LaTeX that the kernel alone compiles.

Every character that is not plain ASCII has its command here; one without is refused, so that
nothing is lost between the proof and the page. ``x_i``, ``x_{i}`` and ``x_(i)`` become subscripts,
``^`` the same for superscripts.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

MATHS = r"""
α \alpha  β \beta  γ \gamma  δ \delta  ε \varepsilon  θ \theta  κ \kappa  λ \lambda  μ \mu
π \pi  ρ \rho  σ \sigma  φ \varphi  ψ \psi  ω \omega  Δ \Delta  Σ \Sigma  ± \pm  · \cdot
× \times  τ \tau  ℓ \ell  → \to  ↔ \leftrightarrow  ↦ \mapsto  ⇐ \Leftarrow  ⇒ \Rightarrow
∈ \in  ∉ \notin  ∓ \mp  ∘ \circ  √ \surd  ∞ \infty  ∥ \parallel  ∪ \cup  ∫ \int  ≈ \approx
≠ \neq  ≡ \equiv  ≢ \not\equiv  ≤ \leq  ≥ \geq  ⌊ \lfloor  ⌋ \rfloor  ⟨ \langle  ⟩ \rangle
‖ \|  < <  > >  | |  − -  § \mathsection
"""
RAISED = dict(zip("²³⁴⁶⁸⁻ᵗᵀ", ("2", "3", "4", "6", "8", r"\ensuremath{-}", "t", "T"), strict=True))
TEXT = {
    **{
        sign: rf"\ensuremath{{{name}}}"
        for sign, name in zip(*[iter(MATHS.split())] * 2, strict=True)
    },
    **{sign: rf"\textsuperscript{{{raised}}}" for sign, raised in RAISED.items()},
    **{sign: rf"\{sign}" for sign in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "`": r"\textasciigrave{}",
    "½": r"\ensuremath{\frac{1}{2}}",
    "¼": r"\ensuremath{\frac{1}{4}}",
    "°": r"\textsuperscript{\ensuremath{\circ}}",
    "–": "--",
    "†": r"\dag{}",
    "…": r"\ldots{}",
    '"': "''",
}
BAR = "\u0304"
NESTED = r"\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)"
OPERAND = (
    r"\{(?P<braces>(?:[^{}]|\{[^{}]*\})*)\}"
    rf"|(?P<bare>{NESTED}|-?[A-Za-z0-9\u0370-\u03ffℓ∞]+'*)"
)
SCRIPT = re.compile(rf"(?P<mark>[_^])(?:{OPERAND})")
MINUS = re.compile(
    r"(?<= )-(?= )|(?<![^ (\[{,/=·])-(?=[\w√(])|(?<=[\w)])-(?=\d)|(?<=[\u0370-\u03ff])-"
    r"|(?<![A-Za-z][A-Za-z])(?<=[a-zℓ\d)])-(?=[a-zℓπωθ√(](?![a-z]))"
)
READER = MarkdownIt("commonmark", {"html": False}).enable("table")
HERE = "theory/reports/latex.py"


class Unmapped(ValueError):
    """A character or a piece of Markdown that has no LaTeX here."""


def code(text: str) -> str:
    """A name or a command letter for letter; a line may break behind its dots.

    Raises:
        Unmapped: a character has no command.
    """
    broken = re.sub(r"(?<=\w)\.(?=\w)", r".\\allowbreak{}", literal(text))
    return rf"\texttt{{{broken}}}"


def literal(text: str) -> str:
    """The text letter for letter.

    Raises:
        Unmapped: a character has no command.
    """
    pieces = []
    for letter in text:
        if letter not in TEXT and not (
            letter.isascii() and (letter.isprintable() or letter == "\n")
        ):
            raise Unmapped(f"no LaTeX command is known for {letter!r}; add it to {HERE}")
        pieces.append(TEXT.get(letter, letter))
    return "".join(pieces)


def plain_latex(text: str) -> str:
    """A statement of the ledger: indices set as indices, minus signs as such, no markup."""
    return _scripts(MINUS.sub("−", text))


def _scripts(text: str) -> str:
    pieces, end = [], 0
    for match in SCRIPT.finditer(text):
        inner = match["bare"] if match["braces"] is None else match["braces"]
        name = "textsubscript" if match["mark"] == "_" else "textsuperscript"
        pieces += [_words(text[end : match.start()]), rf"\{name}{{{_scripts(_signed(inner))}}}"]
        end = match.end()
    return "".join([*pieces, _words(text[end:])])


def _signed(index: str) -> str:
    """Within an index a hyphen is a minus, unless words stand around it."""
    return re.sub(r"(?<![A-Za-z]{2})-|-(?![A-Za-z]{2})", "−", index)


def _words(text: str) -> str:
    """Quotation marks and bars over letters; the rest letter for letter."""
    pieces = re.split(rf"([A-Za-z]{BAR})|((?<![\w)}}'])'(?=\w))", text)
    spoken = []
    for position, piece in enumerate(pieces):
        if position % 3 == 0:
            spoken.append(literal(piece or ""))
        elif piece:
            spoken.append(rf"\ensuremath{{\bar{{{piece[0]}}}}}" if piece[-1] == BAR else "`")
    return "".join(spoken)


def latex_blocks(markdown: str) -> str:
    """Paragraphs, lists and tables, the numbers of numbered lists kept as printed.

    Raises:
        Unmapped: a character has no command, or the Markdown holds something else.
    """
    return "\n\n".join(map(_block, SyntaxTreeNode(READER.parse(markdown)).children))


def _block(node: SyntaxTreeNode) -> str:
    if node.type == "paragraph":
        return _inline(node.children[0].children)
    if node.type in ("ordered_list", "bullet_list"):
        items = "\n".join(map(_item, node.children))
        return f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}"
    if node.type == "table":
        rows = [row for part in node.children for row in part.children]
        lines = "\n".join(f"{' & '.join(map(_cell, row.children))} \\\\" for row in rows)
        columns = "l" * len(rows[0].children)
        return f"\\begin{{tabular}}{{{columns}}}\n{lines}\n\\end{{tabular}}"
    raise Unmapped(f"no LaTeX is known for a {node.type} of Markdown; add it to {HERE}")


def _cell(node: SyntaxTreeNode) -> str:
    return _inline(node.children[0].children)


def _item(node: SyntaxTreeNode) -> str:
    mark = f"[{node.info}{node.markup}]" if node.info else ""
    return rf"\item{mark} {{}}" + "\n\n".join(map(_block, node.children))


def _inline(nodes: Sequence[SyntaxTreeNode]) -> str:
    """Plain text, with what breaks its lines, is set as one: an index may run over a line's end."""
    pieces = []
    for is_plain, run in groupby(nodes, lambda node: node.type in ("text", "softbreak")):
        if is_plain:
            pieces.append(plain_latex("".join(map(_text, run))))
        else:
            pieces += map(_marked, run)
    return "".join(pieces)


def _text(node: SyntaxTreeNode) -> str:
    return "\n" if node.type == "softbreak" else node.content


def _marked(node: SyntaxTreeNode) -> str:
    if node.type == "code_inline":
        return code(node.content)
    if node.type in ("strong", "em"):
        return rf"\{'textbf' if node.type == 'strong' else 'emph'}{{{_inline(node.children)}}}"
    raise Unmapped(f"no LaTeX is known for a {node.type} of Markdown; add it to {HERE}")
