"""Re-evaluates the witnesses about the hop tasks. Standard library only.

    python theory/witnesses/recheck/tasks.py [FILE.json]

Tokens are words: 'A' a letter, '4' an integer, 'A1' and 'AB' pairs; positions count from 1. Every
field is checked or derived; anything missing, extra or malformed is refused. Exit code 0 if every
witness stands, 1 if one does not, 2 if the file cannot be read.
"""

import re
import sys
from pathlib import Path
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    __package__ = "recheck"

from . import fields, need, program, words


def numbers(tokens: Any) -> list[str]:
    """Letters and integers from 1 to 999,999,999."""
    return words(tokens, "[A-Z]|[1-9][0-9]{0,8}")


def pairs(tokens: Any) -> list[str]:
    """Letter–integer and letter–letter pairs."""
    return words(tokens, "[A-Z]([A-Z]|[1-9][0-9]*)")


def letters_first(row: list[str], last: str) -> int:
    """How many tokens of the first kind there are, all before those of the last kind."""
    kinds = [re.fullmatch(last, word) is not None for word in row]
    need(kinds == sorted(kinds) and kinds[-1], "not the task's form")
    return kinds.count(False)


def stepped(row: list[str]) -> tuple[str, int]:
    """The letter found by stepping back from the last token, or '', and the steps taken."""
    place, hops = len(row), 0
    while place >= 1 and row[place - 1].isdecimal():
        place -= int(row[place - 1])
        hops += 1
    return (row[place - 1] if place >= 1 else ""), hops


def conditions(row: list[str], n1: int) -> list[list[int]]:
    """[H, index of the answer] for each H with k_1 … k_H as in (1)–(3), word for word."""
    j = dict(enumerate(map(int, row[n1:]), start=1))
    n2 = len(j)
    met = []
    k, count = n2, 1
    while k in j:
        if n1 - j[k] + 1 in range(1, n1 + 1):
            met.append([count, n2 - j[k] + 1])
        k, count = k - j[k], count + 1
    return met


def number_part(name: str, part: Any) -> str:
    """One sequence: where the steps lead, and what (1)–(3) and the printed answer say."""
    tokens, follow, hops, printed = fields(part, "tokens", "follow", "hops", "printed")
    row = numbers(tokens)
    n1 = letters_first(row, "[0-9]+")
    need(len(set(row[:n1])) == n1, f"{name}: letters repeat")
    need([follow, hops] == list(stepped(row)), f"{name}: the steps lead to {stepped(row)}")
    met = conditions(row, n1)
    need(printed == met, f"{name}: (1)–(3) give {met}")
    answers = [row[i - 1] if 1 <= i <= n1 else "" for _, i in met]
    if name == "worked":
        good = follow != "" and hops not in [h for h, _ in met] and met != [] and not any(answers)
    elif name == "wrong":
        good = follow != "" and len(met) == 1 and answers[0] not in ("", follow)
    elif name == "two":
        good = follow != "" and len(set(answers) - {""}) == 2
    elif name == "shut out":
        good = follow != "" and met == []
    else:
        good = follow == "" and met != []
    need(good, f"{name}: not shown")
    return f"{' '.join(row)}: {follow or 'nowhere'} by steps, {answers} by the formulas"


def b_num_def(data: Any) -> str:
    """(1)–(3) and the printed answer against stepping back, in five ways."""
    names = ("worked", "wrong", "two", "shut out", "let in")
    parts = fields(data, *names)
    return "; ".join(number_part(n, p) for n, p in zip(names, parts, strict=True))


def b_num_value(data: Any) -> str:
    """Every place that holds the last integer's value is a start; two lead to two letters."""
    tokens, starts, answers = fields(data, "tokens", "starts", "answers")
    row = numbers(tokens)
    n1 = letters_first(row, "[0-9]+")
    last = row[-1]
    equal = [k + 1 - n1 for k in range(n1, len(row)) if row[k] == last]
    need(starts == equal, f"that value stands at {equal}")
    ends = []
    for k in equal:
        letter, hops = stepped(row[: n1 + k])
        need(letter != "" and hops == 1, f"k_1 = {k}: more than one hop")
        ends.append(letter)
    need(answers == ends, f"the answers are {ends}")
    need(len(set(ends)) == 2, "not two answers")
    return f"{' '.join(row)}: {' or '.join(ends)}"


def b_index_def(data: Any) -> str:
    """An input of length n > m with a position whose σ_{j-i} is not there."""
    alone, applied = fields(data, "alone", "applied")
    m, tokens, position = fields(alone, "m", "tokens", "position")
    no_target("alone", m, numbers(tokens), position)
    m, tokens, position, follow = fields(applied, "m", "tokens", "position", "follow")
    row = numbers(tokens)
    no_target("applied", m, row, position)
    letters_first(row, "[0-9]+")
    need(follow != "" and stepped(row)[0] == follow, "applied: no number-task input")
    return f"no σ_0 in {' '.join(alone['tokens'])}, nor in {' '.join(row)}"


def no_target(name: str, m: Any, row: list[str], position: Any) -> None:
    """n > m, every integer is at most m, and the token at ``position`` points before the first."""
    need(type(m) is int and len(row) > m, f"{name}: n > m fails")
    need(all(int(w) <= m for w in row if w.isdecimal()), f"{name}: an integer above m")
    need(type(position) is int and 1 <= position <= len(row), f"{name}: no such position")
    word = row[position - 1]
    need(word.isdecimal(), f"{name}: a letter there")
    need(position - int(word) < 1, f"{name}: there is a token to look at")


def fits(row: list[str], j: int, last: int) -> list[str]:
    """Different tokens at k ≤ last whose left half is the right half of the j-th, sorted."""
    here = row[j - 1]
    return sorted({w for w in row[:last] if w[0] == here[1:]})


def two_letters(word: str) -> bool:
    """A letter–letter token."""
    return word.isalpha()


def first_improper(row: list[str]) -> int:
    """The first position that is not proper, or 0."""
    for j, word in enumerate(row, start=1):
        if two_letters(word) and len(fits(row, j, j)) != 1:
            return j
    return 0


def answers_of(row: list[str]) -> list[str]:
    """Every (s, w) that (1)–(3) of the letter task allow, each pair before the one it follows."""
    letters_first(row, "[A-Z][A-Z]")
    ends: set[str] = set()
    todo = [len(row) - 1]
    while todo:
        place = todo.pop()
        for before, word in enumerate(row[:place]):
            if word[0] == row[place][1]:
                if two_letters(word):
                    todo.append(before)
                else:
                    ends.add(word)
    return sorted(ends)


def answered(name: str, tokens: Any, answers: Any, many: bool) -> list[str]:
    """The sequence, if (1)–(3) allow exactly the given answers: two or more, or one."""
    row = pairs(tokens)
    need(answers == answers_of(row), f"{name}: the answers are {answers_of(row)}")
    need(len(answers) >= 2 if many else len(answers) == 1, f"{name}: {len(answers)} answers")
    return row


def not_proper(name: str, row: list[str], position: Any, fitting: Any) -> None:
    """At ``position`` none, or two different tokens, fit, as written."""
    need(type(position) is int and 1 <= position <= len(row), f"{name}: no such position")
    need(two_letters(row[position - 1]), f"{name}: nothing is looked up there")
    need(fitting == fits(row, position, position), f"{name}: other tokens fit")
    need(len(fitting) != 1, f"{name}: one token fits")


def b_let_def(data: Any) -> str:
    """Two answers; one answer, not proper, at the end or before."""
    two, last, before = fields(data, "two", "improper", "improper elsewhere")
    tokens, answers = fields(two, "tokens", "answers")
    answered("two", tokens, answers, True)
    for name, part in (("improper", last), ("improper elsewhere", before)):
        tokens, answers, position, fitting = fields(part, "tokens", "answers", "position", "fits")
        row = answered(name, tokens, answers, False)
        not_proper(name, row, position, fitting)
        own = len(fits(row, len(row), len(row))) == 1
        need(name == "improper" or own, f"{name}: the last token itself is not proper")
    return f"{two['answers']} on {' '.join(two['tokens'])}; improper: {' '.join(last['tokens'])}"


def b_thm_retrieval_valid(data: Any) -> str:
    """One answer; two tokens fit the query; cos tθ is largest at the one that stands last."""
    tokens, answers, position, fitting, nearest = fields(
        data, "tokens", "answers", "position", "fits", "nearest"
    )
    row = answered("valid", tokens, answers, False)
    not_proper("valid", row, position, fitting)
    need(position == len(row), "valid: not at the query")
    last = [word for word in row if word[0] == row[-1][1]][-1]
    need(nearest == last, f"the nearest token that fits is {last}")
    need(nearest not in answers, "the nearest token that fits is the answer")
    return f"{' '.join(row)}: {' and '.join(fitting)} fit, the answer is {answers[0]}"


def looked_up(row: list[str]) -> list[str]:
    """One application; a position where Retrieval is not defined keeps its token."""
    options = [fits(row, j, j) if two_letters(w) else [w] for j, w in enumerate(row, start=1)]
    return [f[0] if len(f) == 1 else w for f, w in zip(options, row, strict=True)]


def b_let_comp(data: Any) -> str:
    """Undefined at the query; undefined elsewhere, kept there, and the answer never reached."""
    undefined, kept = fields(data, "undefined", "kept")
    tokens, answers, position, fitting = fields(undefined, "tokens", "answers", "position", "fits")
    row = answered("undefined", tokens, answers, False)
    not_proper("undefined", row, position, fitting)
    need(position == len(row), "undefined: not at the query")
    tokens, answers, position, fitting, last = fields(
        kept, "tokens", "answers", "position", "fits", "last"
    )
    row = answered("kept", tokens, answers, False)
    not_proper("kept", row, position, fitting)
    need(len(fits(row, len(row), len(row))) == 1, "kept: undefined at the query")
    shown = [row[-1]]
    while True:
        after = looked_up(row)
        shown.append(after[-1])
        if after == row:
            break
        row = after
    need(last == shown, f"kept: the last token goes through {shown}")
    need(answers[0] not in shown, "kept: the answer is reached")
    return (
        f"undefined at {' '.join(undefined['tokens'])}; kept: {' '.join(shown)}, never {answers[0]}"
    )


def b_let_iter(data: Any) -> str:
    """A proper sequence that one application makes improper."""
    tokens, after, position, fitting = fields(data, "tokens", "after", "position", "fits")
    row = pairs(tokens)
    need(first_improper(row) == 0, "not proper before")
    result = looked_up(row)
    need(after == result, f"Retrieval gives {result}")
    not_proper("after", result, position, fitting)
    return f"{' '.join(row)} proper, {' '.join(result)} not"


def b_num_comp_printed(data: Any) -> str:
    """One letter by the printed formulas; Index, applied once a hop, puts another at n."""
    tokens, hops, printed, applied = fields(data, "tokens", "hops", "printed", "applied")
    row = numbers(tokens)
    n1 = letters_first(row, "[0-9]+")
    met = conditions(row, n1)
    need(len(met) == 1 and met[0][0] == hops and met[0][1] in range(1, n1 + 1), f"B.1: {met}")
    need(all(int(w) <= j for j, w in enumerate(row) if w.isdecimal()), "a pointer outside")
    need(printed == row[met[0][1] - 1], f"printed: {row[met[0][1] - 1]}")
    need((applied, hops) == stepped(row), "Index gives another letter")
    need(printed != applied, "the same letter")
    return f"{' '.join(row)}: {printed} by B.1, {applied} by Index"


CHECKS = {
    "B-num-def": b_num_def,
    "B-num-def-value": b_num_value,
    "B-num-comp-printed": b_num_comp_printed,
    "B-let-def": b_let_def,
    "B-index-def": b_index_def,
    "B-let-comp": b_let_comp,
    "B-thm31-retr-valid": b_thm_retrieval_valid,
    "B-let-iter": b_let_iter,
}


recheck, main = program(__file__, CHECKS)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
