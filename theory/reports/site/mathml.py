"""The formulas in a plain sentence, set as MathML; what is no formula stays as it is.

Statements and proofs write formulas as one would by hand: ``1 - cos θ ≤ π²/8``, ``e^logit``,
``k_j``. A formula is a run of operands and operators with at least one operator, Greek letter,
index or power; two operands with a space between end it, as they are words of English more often
than a product.
"""

import re
from functools import cache
from html import escape
from typing import NamedTuple

FUNCTIONS = ("cos", "sin", "max", "min", "log", "exp", "arccos", "lim", "mod")
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉ₖₙ", "0123456789kn")
TOKEN = re.compile(
    r"(?P<space> )"
    r"|(?P<power>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)"
    r"|(?P<index>[₀₁₂₃₄₅₆₇₈₉ₖₙ]+)"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:\.\d+)?(?![\w.]*[A-Za-z]))"
    r"|(?P<function>(?:" + "|".join(FUNCTIONS) + r")(?![A-Za-z]))"
    r"|(?P<letter>n[0-2](?!\w)|[A-Za-zΑ-Ωℓℝℕℤ](?![A-Za-z0-9'’]|-[A-Za-z]{2})|[α-ω](?![A-Za-z'’]))"
    r"|(?P<raise>\^)|(?P<lower>_)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])"
    r"|(?P<operator>:=|[=≤≥<>≠+−·×/∈∉→∞±√≈∑∏∀∃⊆∪∩∖]|-(?= )"
    r"|-(?=\d|[a-zα-ω(](?![A-Za-z])|(?:cos|sin)\b)|,)"
)
STRONG = re.compile(r"[=≤≥<>≠+−·×∈→√≈∑^_α-ωΔΣΛΩ²³₀₁₂]|\w/\w| - ")
"""What makes a run a formula and not a word."""
OPENING = {"(": ")", "[": "]", "{": "}"}
PREFIX = ("√", "-", "−", "∑", "∏")
RELATIONS = frozenset("=≤≥<>≠≈→∈∉⊆") | {":="}
BREAK = "\n"
THIN = '<mspace width="0.17em"/>'
"""Before a function and what it is applied to: cos tθ, not costθ."""
LONG = 24
"""Characters of a formula that may go over two lines; browsers break none inside."""


class _Token(NamedTuple):
    """A piece of a formula: what it is, and its text."""

    kind: str
    text: str


class NoFormula(Exception):
    """The text that starts here is no formula."""


class FormulaReader:
    """Reads the longest formula that starts at a place of a text, as MathML."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.known: dict[int, _Token | None] = {}

    def peek(self) -> _Token | None:
        """The next token, spaces left out of account; None at the end or before a word."""
        if self.at not in self.known:
            match = TOKEN.match(self.text, self.at)
            self.known[self.at] = _Token(str(match.lastgroup), match[0]) if match else None
        return self.known[self.at]

    def take(self) -> _Token:
        """The next token, taken."""
        token = self.peek()
        if token is None:
            raise NoFormula
        self.at += len(token.text)
        return token

    def space(self) -> None:
        """Past one space, if there is one."""
        token = self.peek()
        if token is not None and token.kind == "space":
            self.at += 1

    def formula(self, inside: bool = False) -> str:
        """Operands with operators between; ``inside`` brackets commas are operators too, outside
        a line may break before a relation."""
        parts = [self.signed()]
        while True:
            here = self.at
            try:
                self.space()
                token = self.peek()
                if token is None or token.kind != "operator" or token.text in ("√", "∑", "∏"):
                    raise NoFormula
                if token.text == "," and not inside:
                    raise NoFormula
                self.at += len(token.text)
                self.space()
                broken = BREAK if token.text in RELATIONS and not inside else ""
                parts += [broken + _operator(token.text), self.signed()]
            except NoFormula:
                self.at = here
                return "".join(parts)

    def signed(self) -> str:
        """An operand, with a sign, a root or a sum before it; factors side by side, as in 2πk."""
        token = self.peek()
        if token is not None and token.kind == "operator" and token.text in PREFIX:
            self.take()
            self.space()
            if token.text == "√":
                return f"<msqrt>{self.operand()}</msqrt>"
            return _operator(token.text) + self.signed()
        if token is not None and token.kind == "operator" and token.text == "∞":
            self.take()
            return "<mi>∞</mi>"
        parts = [self.operand()]
        while True:
            here = self.at
            try:
                token = self.peek()
                if token is not None and token.text == "/":
                    parts = [self.fraction(parts)]
                    continue
                # Letters and brackets stand side by side; a function may have a space before it.
                if token is not None and token.kind == "space":
                    self.space()
                    token = self.peek()
                    if token is None or token.kind != "function":
                        raise NoFormula
                if token is None or token.kind not in ("letter", "open", "function"):
                    raise NoFormula
                parts.append((THIN if token.kind == "function" else "") + self.operand())
            except NoFormula:
                self.at = here
                return "".join(parts)

    def fraction(self, factors: list[str]) -> str:
        """All factors before a stroke over the operand behind it: 2π²/16 is no 2 and a fraction."""
        self.take()
        above = factors[0] if len(factors) == 1 else f"<mrow>{''.join(factors)}</mrow>"
        return f"<mfrac>{above}{self.operand()}</mfrac>"

    def operand(self) -> str:
        """A number, a letter, a function of an operand, or brackets; with its index and power."""
        token = self.take()
        if token.text == "mod":
            self.space()
            spaced = '<mo lspace="0.2em" rspace="0.2em">mod</mo>'
            return f"<mrow>{spaced}{self.signed()}</mrow>"
        if token.kind == "function":
            name = self.scripted(_name(token.text))
            self.space()
            of = self.signed()
            space = "" if of.startswith("<mrow><mo>(") else THIN
            return f"<mrow>{name}<mo>&#x2061;</mo>{space}{of}</mrow>"
        if token.kind == "number":
            return self.scripted(f"<mn>{token.text}</mn>")
        if token.kind == "letter":
            return self.scripted(_name(token.text))
        if token.kind == "open":
            inner = self.formula(inside=True)
            close = self.take()
            if close.text != OPENING[token.text]:
                raise NoFormula
            return self.scripted(f"<mrow><mo>{token.text}</mo>{inner}<mo>{close.text}</mo></mrow>")
        raise NoFormula

    def scripted(self, base: str) -> str:
        """The base with the indices and powers that follow it."""
        while (token := self.peek()) is not None and token.kind in (
            "power",
            "index",
            "raise",
            "lower",
        ):
            self.take()
            if token.kind in ("power", "index"):
                table = SUPERSCRIPTS if token.kind == "power" else SUBSCRIPTS
                script = f"<mn>{token.text.translate(table)}</mn>"
            else:
                script = self.script()
            tag = "msup" if token.kind in ("power", "raise") else "msub"
            base = f"<{tag}>{base}{script}</{tag}>"
        return base

    def script(self) -> str:
        """What stands behind ^ or _: a word, a number with its sign, or brackets."""
        word = re.compile(r"[A-Za-zα-ωΑ-Ω]{2,}(?!\w)").match(self.text, self.at)
        if word is not None:
            self.at = word.end()
            return f"<mtext>{word[0]}</mtext>"
        token = self.peek()
        if token is not None and token.text == "-":
            self.take()
            return f"<mrow><mo>−</mo>{self.operand()}</mrow>"
        if token is not None and token.text == "{":
            self.take()
            inner = self.formula(inside=True)
            if self.take().text != "}":
                raise NoFormula
            return f"<mrow>{inner}</mrow>"
        return self.operand()


def _name(text: str) -> str:
    if text in ("n0", "n1", "n2"):
        return f"<msub><mi>n</mi><mn>{text[1]}</mn></msub>"
    return f"<mi>{escape(text)}</mi>"


def _operator(text: str) -> str:
    return f"<mo>{escape('−' if text == '-' else text)}</mo>"


def _lines(made: str, size: int) -> list[tuple[bool, str]]:
    """One element, or for a long formula one for each relation, which a line may begin with."""
    parts = made.split(BREAK) if size >= LONG else [made.replace(BREAK, "")]
    parts[1:] = [part.replace("<mo>", '<mo form="infix">', 1) for part in parts[1:]]
    return [(True, f"<math>{part}</math>") for part in parts]


START = re.compile(r"(?<![\w.’'`/^-])(?=[\dA-Za-zα-ωΑ-Ω√∑(\[{−-])")


@cache
def pieces(text: str) -> tuple[tuple[bool, str], ...]:
    """The text in order as (is MathML, text); plain pieces are not escaped."""
    parts: list[tuple[bool, str]] = []
    at = done = 0
    reader = FormulaReader(text)
    while (start := START.search(text, at)) is not None and STRONG.search(text, start.start()):
        begin = reader.at = start.start()
        try:
            made = reader.formula()
        except (NoFormula, RecursionError):
            reader.at = begin
        end = reader.at
        whole = end == len(text) or not (text[end].isalnum() or text[end] in "_^-/")
        if end > begin and whole and STRONG.search(text, begin, end):
            parts += [(False, text[done:begin]), *_lines(made, end - begin)]
            at = done = end
        else:
            at = begin + 1
    return tuple(piece for piece in [*parts, (False, text[done:])] if piece[1])
