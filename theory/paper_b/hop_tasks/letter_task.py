"""Does B.2 define the letter task, and are its inputs proper? (B-let-def and its repair.)"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import exhaust
from theory.mathematics.tasks import (
    Pair,
    Pairs,
    fitting,
    has_letter,
    look_back,
    pair_sequences,
    printed_ends,
    proper,
    proper_at,
    split_pairs,
)
from theory.witnesses import task_witness, witness
from theory.witnesses.witness import RefutedClaim, shown

Fits = dict[Pair, list[int]]


def letter_words(tokens: Any) -> list[str]:
    """Tokens as they are written in witnesses_tasks.json, sorted."""
    return sorted(left + str(right) for left, right in tokens)


def answers_as_written(part: dict[str, Any]) -> witness.Part:
    """The part is of the letter task's form and B.2 allows exactly the answers written down."""
    tokens = task_witness.pairs_of(part)
    ends = letter_words(printed_ends(tokens)) if split_pairs(tokens) is not None else []
    says = f"{' '.join(part['tokens'])}: B.2 allows {' and '.join(ends) or 'no answer'}"
    return part["answers"] == ends, says, says


def fits_as_written(part: dict[str, Any], tokens: Pairs) -> witness.Part:
    """Retrieval is not defined at the part's position; the tokens that fit are those written."""
    j = part["position"]
    if not 1 <= j <= len(tokens):
        return False, f"position {j} is none", ""
    fits = letter_words(fitting(tokens, j, j))
    holds = part["fits"] == fits and not proper_at(tokens, j)
    (here,), row = letter_words(tokens[j - 1 : j]), [letter_words([token])[0] for token in tokens]
    phrase = f"{' and '.join(fits) or 'no token'} fit" + "s" * (len(fits) < 2)
    says = f"{' '.join(row)}: {here} at position {j} looks for {here[1:]} there or before: {phrase}"
    return holds, f"position {j}: {fits} fit", f"{says}, so it is not proper"


def no_function(data: dict[str, Any]) -> Outcome:
    """An input with two answers; improper inputs with one answer."""
    parts = [answers_as_written(part) for part in data.values()]
    before = task_witness.pairs_of(data["improper elsewhere"])
    one = (data["improper"], data["improper elsewhere"])
    parts += [
        (len(data["two"]["answers"]) == 2, "two: one answer", ""),
        (all(len(part["answers"]) == 1 for part in one), "improper: not one answer", ""),
        fits_as_written(data["improper"], task_witness.pairs_of(data["improper"])),
        fits_as_written(data["improper elsewhere"], before),
        (proper_at(before, len(before)), "improper elsewhere: at the last token", ""),
    ]
    return shown(parts, "; ".join(" ".join(part["tokens"]) for part in data.values()))


LET_DEF = RefutedClaim(
    no_function,
    id="B-let-def",
    place="B.2",
    statement="B.2 defines a function on letter-task inputs. For pairs (x_{k_i}, y_{k_i}) of the "
    "window read backwards, k_1 > … > k_H, (1) (x_{k_1}, y_{k_1}) = (x_{n2}, y_{n2}), (2) y_{k_H} "
    "= s_{i*} for some i*, (3) y_{k_i} = x_{k_{i+1}} leave one answer (s_{i*}, w_{i*}). And "
    "letter-task inputs are proper (implicit: F.2.2 uses it).",
    parts={
        "two.tokens": Kind.DATA,
        "improper.tokens": Kind.QUANTIFIER,
        "improper elsewhere": Kind.HYPOTHESIS,
    },
    not_covered="(1) is an equality of values; read as k_1 = n2 it says the same of these inputs, "
    "whose last pair occurs once or leads to the same answer from every copy. Proper inputs, on "
    "which B.2 gives at most one answer (B-let-def-fix).",
    repairs=("B-let-def-fix",),
)

LET_DEF.coq(
    "letters.B_let_def",
    near_misses={
        "letters.B_let_def__from_zero": Kind.HYPOTHESIS,
        "letters.B_let_def__two_bound": Kind.HYPOTHESIS,
    },
)

LET_DEF.edited(
    "the letter bound twice alike", Kind.DATA, lambda w: w["two"]["tokens"].__setitem__(1, "A1")
)
LET_DEF.edited(
    "a hop to a later pair",
    Kind.DATA,
    lambda w: w["two"].update(tokens=["A1", "B1", "CA", "AB", "AC"], answers=["A1", "B1"]),
)
LET_DEF.edited(
    "the query's own token does not count", Kind.TERM, lambda w: w["improper"].update(fits=["A1"])
)
LET_DEF.edited(
    "a query of another letter",
    Kind.QUANTIFIER,
    lambda w: w["improper"].update(tokens=["A1", "BA"], fits=["A1"]),
)
LET_DEF.edited(
    "the letter looked for is there",
    Kind.HYPOTHESIS,
    lambda w: w["improper elsewhere"].update(tokens=["A1", "BA", "CB"], fits=["A1"]),
)

Scope = Callable[[int, int], int]


def hops_go_back(n: int, j: int) -> int:
    """Hops from j go to k ≤ j, as in F.2 and in the worked example."""
    return j


def _before(n: int, j: int) -> int:
    """Hops from j go to k < j: B.2 as printed, a subsequence of the window read backwards."""
    return j - 1


@dataclass(frozen=True)
class LetterDef:
    """Walks show one token at each step iff the fits at all ``examined`` positions are ``clear``.

    Proper sequences end in an answer or at a token for which ``own`` holds. B.2 gives the answer on
    sequences that are ``formed``, after ``more`` hops than the walk.
    """

    clear: Callable[[Fits], bool] = lambda fits: len(fits) <= 1
    examined: Callable[[set[int], int], set[int]] = lambda reached, n: reached
    looked: Callable[[Pairs, int, int], Fits] = fitting
    own: Callable[[Pairs, int], bool] = lambda tokens, j: tokens[j - 1] in fitting(tokens, j, j)
    formed: Callable[[Pairs], bool] = lambda tokens: split_pairs(tokens) is not None
    more: int = 0

    def is_clear(self, tokens: Pairs, reached: set[int], scope: Scope) -> bool:
        """The right side of the iff."""
        n = len(tokens)
        places = self.examined(reached, n)
        return all(self.clear(self.looked(tokens, j, scope(n, j))) for j in places)


def levels(tokens: Pairs, scope: Scope) -> list[set[int]]:
    """Positions at which walks from the last token can be after 0, 1, …, n + 1 hops."""
    n = len(tokens)
    reached = [{n}]
    for _ in range(n + 1):
        reached.append(
            {
                k
                for j in reached[-1]
                if has_letter(tokens[j - 1])
                for ks in fitting(tokens, j, scope(n, j)).values()
                for k in ks
            }
        )
    return reached


def printed_answers(tokens: Pairs) -> set[tuple[Pair | None, int]]:
    """Every (answer, H), H ≥ 1, that B.2's (1)–(3) allow, (1) read as k_1 = n2."""
    held = ((h, tokens[j - 1]) for h, step in enumerate(levels(tokens, _before)) for j in step)
    return {(token, h) for h, token in held if h and not has_letter(token)}


def one_token_each(subject: LetterDef, tokens: Pairs) -> bool:
    """The iff in both scopes; what follows for the answers; and proper sequences."""
    for scope in (hops_go_back, _before):
        steps = levels(tokens, scope)
        reached = set().union(*steps)
        token_sets = [{tokens[j - 1] for j in step} for step in steps]
        looking = {j for j in reached if has_letter(tokens[j - 1])}
        clear = subject.is_clear(tokens, looking, scope)
        ends = [h for h, step in enumerate(token_sets) if any(not has_letter(t) for t in step)]
        if clear != all(len(step) <= 1 for step in token_sets) or (clear and len(ends) > 1):
            return False
        if scope is hops_go_back and proper(tokens):
            own = any(subject.own(tokens, j) for j in looking)
            if not clear or own == bool(ends):
                return False
        walk = look_back(tokens, len(tokens))
        if scope is hops_go_back and clear and walk and subject.formed(tokens):
            answer = (walk.tokens[-1], walk.hops + subject.more)
            if printed_answers(tokens) != {answer} or ends != [walk.hops]:
                return False
    return True


def small_pairs() -> Iterator[Pairs]:
    """Every sequence of n ≤ 4 pairs over four letters and two integers, up to their names."""
    for n in range(1, 5):
        yield from pair_sequences(n, 4, 2)


WALKS = "all walks"
STEP = "hop by hop"

LET_DEF_FIX = FormalClaim(
    id="B-let-def-fix",
    place="B.2, repaired",
    statement="Hop from a letter–letter token at j to any k ≤ j whose left half is its right half. "
    "For every sequence of pairs, all walks from the last token show the same token at each step "
    "iff at every letter–letter position reached at most one token fits. Then they reach at most "
    "one answer, after one number H of hops. A proper sequence always satisfies this, and its walk "
    "ends in an answer or at a token that fits itself. The same iff holds for hops to k < j (B.2, "
    "which reads the window backwards). On inputs of the letter task's form (letter–integer tokens "
    "first, then a letter–letter token or more), where at most one token fits and a walk ends in "
    "an answer, B.2 gives that answer, with that H, and no other.",
    provenance="repair",
    subject=LetterDef,
    quantifiers={"σ": "every sequence of pairs", "small": "n ≤ 4, four letters, two integers"},
    parts={
        "clear": Kind.TERM,
        "examined": Kind.QUANTIFIER,
        "looked": Kind.INDEX,
        "own": Kind.HYPOTHESIS,
        "formed": Kind.HYPOTHESIS,
    },
    not_covered="Which sequences the authors would call inputs: here all on which the answer is "
    "one. Off the walk nothing is asked, so such inputs need not be proper (B-let-def).",
)


@LET_DEF_FIX.exhaustive(
    WALKS, "every walk, in both scopes, on every sequence with n ≤ 4, up to names", "small"
)
def walks_and_fits(subject: LetterDef) -> Outcome:
    """All walks, in both scopes, on every small sequence."""
    return exhaust(small_pairs(), lambda tokens: one_token_each(subject, tokens))


@LET_DEF_FIX.written(
    STEP, "every σ: what fits at j ≤ k with σ_j = σ_k is nested, so induction on the hops", "σ"
)
def hop_step(subject: LetterDef) -> Outcome:
    """The step: two positions that hold one token, clear both, lead on to one token.

    And the converse: a position that is not clear leads on to two tokens; a proper one is clear.
    """

    def agrees(tokens: Pairs) -> bool | None:
        n = len(tokens)
        looking = [j for j in range(1, n + 1) if has_letter(tokens[j - 1])]
        for scope in (hops_go_back, _before):
            for a in looking:
                onward = fitting(tokens, a, scope(n, a))
                if subject.is_clear(tokens, {a}, scope) != (len(onward) <= 1):
                    return False
                if scope is hops_go_back and subject.own(tokens, a) != any(
                    a in k for k in onward.values()
                ):
                    return False
                for b in (b for b in looking if tokens[b - 1] == tokens[a - 1]):
                    both = set(onward) | set(fitting(tokens, b, scope(n, b)))
                    clear = subject.is_clear(tokens, {a, b}, scope)
                    if clear and len(both) > 1:
                        return False
        return True if looking else None

    return exhaust(small_pairs(), agrees)


LET_DEF_FIX.coq(
    "letters.B_let_def_fix",
    "letters.B_let_def_fix_proper",
    "letters.B_let_def_fix_printed",
    decides=("σ", "small"),
    near_misses={
        "letters.B_let_def_fix__any_number": Kind.HYPOTHESIS,
        "letters.B_let_def_fix_proper__improper": Kind.HYPOTHESIS,
        "letters.B_let_def_fix_printed__any_number": Kind.HYPOTHESIS,
    },
)

LET_DEF_FIX.mutant("at most two tokens fit", Kind.CONSTANT, clear=lambda fits: len(fits) <= 2)
LET_DEF_FIX.mutant("exactly one token fits", Kind.RELATION, clear=lambda fits: len(fits) == 1)
LET_DEF_FIX.mutant(
    "at most one position fits", Kind.TERM, clear=lambda fits: sum(map(len, fits.values())) <= 1
)
LET_DEF_FIX.mutant(
    "the first position alone",
    Kind.QUANTIFIER,
    examined=lambda reached, n: set(sorted(reached)[:1]),
)
LET_DEF_FIX.mutant("the last token alone", Kind.QUANTIFIER, examined=lambda reached, n: {n})
LET_DEF_FIX.mutant(
    "the token itself does not count",
    Kind.INDEX,
    looked=lambda tokens, j, last: fitting(tokens, j, last - 1),
)
LET_DEF_FIX.mutant(
    "B.2 where a letter–integer token is last",
    Kind.HYPOTHESIS,
    walks_and_fits,
    formed=lambda tokens: True,
)
LET_DEF_FIX.mutant("no token fits itself", Kind.HYPOTHESIS, own=lambda tokens, j: False)
LET_DEF_FIX.mutant("B.2 after a hop more", Kind.CONSTANT, walks_and_fits, more=1)
