"""The words of the binding task: none twice, all of a form that a statement can hold."""

import re

from empirical.experiments.language.binding_task import FEWEST_THINGS, STATEMENTS
from empirical.experiments.language.binding_words import NAMES, THINGS


def test_names_and_things_differ():
    assert len(set(NAMES)) == len(NAMES)
    assert len({thing.lower() for thing in THINGS}) == len(THINGS)
    assert not {name.lower() for name in NAMES} & {thing.lower() for thing in THINGS}


def test_names_are_capitalised_words_and_things_lower_case():
    assert all(re.fullmatch(r"[A-Z][a-z]+", name) for name in NAMES)
    assert all(re.fullmatch(r"[a-z]+", thing) for thing in THINGS)


def test_there_are_enough_for_the_published_length():
    assert len(NAMES) >= STATEMENTS
    assert len(THINGS) >= 2 * FEWEST_THINGS
