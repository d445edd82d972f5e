"""S-counts-*: the checks' own tasks are the papers', word for word, and so are their programs."""

from itertools import product

import pytest

from constructions.other_papers import counting_programs
from theory.mathematics import tasks

LETTERS = "ab"


def numbers(word):
    """A word of the check as the number task's tokens: letters are negative there."""
    return tuple(LETTERS[-1 - token] if token < 0 else token for token in word)


def pairs(word):
    """A word of pairs as the letter task's tokens."""
    return tuple((left, 1 if right == "1" else right) for left, right in word)


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_index_is_that_of_the_tasks(length):
    for word in product((-1, -2, 1, 2, 3), repeat=length):
        (own,) = numbers((counting_programs._index(word),))
        assert own == tasks.index(numbers(word))[-1], word


@pytest.mark.parametrize("length", [1, 2, 3])
def test_proper_words_and_retrieval_are_those_of_the_tasks(length):
    some = 0
    for word in product(tuple(product("ab", "ab1")), repeat=length):
        proper = counting_programs._proper(word)
        assert proper == tasks.proper(pairs(word)), word
        if proper:
            some += 1
            (own,) = pairs((counting_programs._retrieval(word),))
            assert own == tasks.retrieval(pairs(word))[-1], word
    assert some
