"""C-RASP of *A Formal Framework for Understanding Length Generalization in Transformers* (arXiv
2410.02140): how far back a program of one layer has to reach for Index (S-counts-index), and
Retrieval without positions (S-counts-retrieval). The definition of C-RASP was not at hand.

A count is # of the k ≤ j with a token P and a relation of k to j; a program of one layer decides
by the token at j and by its counts. Letters are negative numbers, integers are positive.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim

Word = tuple[int, ...]
"""The tokens of Index from the first position to j."""
Pair = tuple[str, str]


@dataclass(frozen=True)
class Reach:
    """Counts reach ``reach`` + m positions back, each by itself. Two words exchange ``letters``
    that are ``near`` + m and ``near`` + m + ``apart`` · period + ``off`` positions back; all their
    other counts are alike. They are compared up to ``compared`` + m - 1 positions back. A position
    before the first token holds nothing, or if ``wraps`` the token as far before the end."""

    reach: int = 0
    near: int = 0
    apart: int = 1
    off: int = 0
    most: int = 3
    compared: int = 0
    letters: Word = (-1, -2)
    sign: int = 1
    wraps: bool = False


COUNTS_INDEX = FormalClaim(
    id="S-counts-index",
    paper="suite",
    place="C-RASP with local and periodic relations, one layer",
    statement="A program has finitely many counts, and decides by them and by the token at j. It "
    "counts tokens a among all k ≤ j, among k = j - i for an i ≤ r, or among k in a class of some "
    "period. Take integers 1, …, m and finitely many letters, two or more. If r ≥ m, one program "
    "computes Index at every length above m. If r < m, each program fails at every length from "
    "some length on.",
    subject=Reach,
    quantifiers={
        "m, r, letters, periods, n": "all m ≥ 1, all r, finite alphabets, periods and lengths"
    },
    parts={
        "reach": Kind.INDEX,
        "near": Kind.INDEX,
        "apart": Kind.DATA,
        "off": Kind.INDEX,
        "compared": Kind.RELATION,
        "letters": Kind.HYPOTHESIS,
        "wraps": Kind.INDEX,
    },
    not_covered="Programs of more than one layer, where reaches may add up; integers without a "
    "largest one, for which an alphabet is not finite; whether a trained model finds a program.",
)


@COUNTS_INDEX.written(
    "two words", "all m, r, finite alphabets, periods, lengths", "m, r, letters, periods, n"
)
def two_words(subject: Reach) -> Outcome:
    """The two words, counted: m and the period up to 4, each r below m, and up to three letters
    more before them."""
    cases = 0
    for m, period, more in product(range(1, 5), range(1, 5), range(4)):
        at = subject.near + m
        beyond = at + subject.apart * period + subject.off
        words = []
        for letters in (subject.letters, subject.letters[::-1]):
            word = [-1] * (more + beyond) + [m]
            word[-1 - at], word[-1 - beyond] = letters
            words.append(tuple(word))
        one, other = words
        for token, place in product({*one, *other}, range(period)):
            if len({sum(t == token for t in w[place::period]) for w in words}) > 1:
                return false(f"m = {m}, period {period}: the class {place} tells them apart")
        span = m + subject.compared
        if one[-span:] != other[-span:]:
            return false(f"m = {m}: fewer than {span} positions back they differ")
        if _index(one) == _index(other):
            return false(f"m = {m}: both have the answer {_index(one)}")
        cases += m
    return true(cases)


@COUNTS_INDEX.property("the program", "m up to 3, two letters, all words of up to m + 3 tokens")
def program(subject: Reach) -> Outcome:
    """The program for r = m against Index on every word, and so at each position of each."""
    cases = 0
    for m in range(1, subject.most + 1):
        tokens = (-1, -2, *range(1, m + 1))
        for n in range(1, m + 4):
            for word in product(tokens, repeat=n):
                cases += 1
                if _counted(word, m + subject.reach, subject) != _index(word):
                    return false(f"m = {m}: {word} has the answer {_index(word)}")
    return true(cases)


def _index(word: Word) -> int:
    """Index at the last token, as paper B defines it; what points before the first token stays."""
    last = word[-1]
    if last < 0 or last >= len(word) or word[-1 - last] > 0:
        return last
    return word[-1 - last]


def _counted(word: Word, reach: int, subject: Reach) -> int:
    """The program: a, if some i is the last token and #[k = j - i] a ≥ 1; else the last token."""
    j = len(word) - 1
    for a in (-1, -2):
        for i in range(1, reach + 1):
            back = j - subject.sign * i
            back = back % (j + 1) if subject.wraps else back
            count = sum(word[k] == a for k in range(j + 1) if k == back)
            if word[j] == i and count >= 1:
                return a
    return word[j]


COUNTS_INDEX.mutant("a program that reaches m - 1 positions back", Kind.INDEX, program, reach=-1)
COUNTS_INDEX.mutant("a program that reaches forward", Kind.SIGN, program, sign=-1)
COUNTS_INDEX.mutant("what is before the first token counts", Kind.INDEX, program, wraps=True)
COUNTS_INDEX.mutant("letters exchanged m - 1 positions back", Kind.INDEX, two_words, near=-1)
COUNTS_INDEX.mutant("the same letter at both positions", Kind.DATA, two_words, apart=0)
COUNTS_INDEX.mutant("letters exchanged m and m + M + 1 back", Kind.INDEX, two_words, off=1)
COUNTS_INDEX.mutant("not for r = m either", Kind.RELATION, two_words, compared=1)
COUNTS_INDEX.mutant("a letter exchanged with itself", Kind.HYPOTHESIS, two_words, letters=(-1, -1))


@dataclass(frozen=True)
class Counts:
    """The answer is the token whose ``half`` is the right half of the last and whose count is at
    least ``least``; words that are not ``proper`` count too if it is False."""

    half: int = 0
    least: int = 1
    proper: bool = True
    relation: str = ">="
    most: int = 4


COUNTS_RETRIEVAL = FormalClaim(
    id="S-counts-retrieval",
    paper="suite",
    place="C-RASP, one layer, no relations",
    statement="For every finite alphabet there is a program with one layer of counts #[k ≤ j] of "
    "tokens, and no other relation of positions, that computes Retrieval on every proper sequence "
    "of every length n ≥ 1.",
    subject=Counts,
    quantifiers={"alphabet, σ": "all finite alphabets, all proper sequences of every length n ≥ 1"},
    parts={"proper": Kind.HYPOTHESIS, "half": Kind.INDEX},
    not_covered="Sequences that are not proper: there the first and the last of several tokens may "
    "differ, and counts alone do not see the order. Whether a trained model finds the program.",
)


@COUNTS_RETRIEVAL.written("counts", "all alphabets and proper sequences", "alphabet, σ")
def by_counts(subject: Counts) -> Outcome:
    """The program against Retrieval: two letters, one integer, all proper words of up to 4."""
    tokens = tuple(product("ab", "ab1"))
    cases = 0
    for n in range(1, subject.most + 1):
        for word in product(tokens, repeat=n):
            if subject.proper and not _proper(word):
                continue
            cases += 1
            outputs, wanted = list(_answers(word, subject)), _retrieval(word)
            if outputs != [wanted]:
                return false(f"{word} has the answer {wanted}; the program has {outputs}")
    return true(cases)


def _proper(word: tuple[Pair, ...]) -> bool:
    """Whether each right half that is a letter names one token of those up to it."""
    return all(
        right == "1" or len({t for t in word[: j + 1] if t[0] == right}) == 1
        for j, (_, right) in enumerate(word)
    )


def _retrieval(word: tuple[Pair, ...]) -> Pair:
    """Retrieval at the last token: the first token whose left half is its right half."""
    right = word[-1][1]
    return next((t for t in word if t[0] == right), word[-1])


def _answers(word: tuple[Pair, ...], subject: Counts) -> Iterator[Pair]:
    """Each token that the program gives for the last one."""
    last = word[-1]
    if last[1] == "1":
        yield last
        return
    for token in product("ab", "ab1"):
        count = sum(t == token for t in word)
        enough = count >= subject.least if subject.relation == ">=" else count == subject.least
        if token[subject.half] == last[1] and enough:
            yield token


COUNTS_RETRIEVAL.mutant("every sequence", Kind.HYPOTHESIS, proper=False)
COUNTS_RETRIEVAL.mutant("the right half is looked up", Kind.INDEX, half=1)
COUNTS_RETRIEVAL.mutant("a count of two", Kind.CONSTANT, least=2)
COUNTS_RETRIEVAL.mutant("a count of exactly one", Kind.RELATION, relation="==")
