"""The examples in docstrings of the public functions run, and answer what is shown."""

import doctest
import inspect

import pytest

import rope_claims

FUNCTIONS = [name for name in rope_claims.__all__ if inspect.isfunction(getattr(rope_claims, name))]


def test_there_are_public_functions():
    assert len(FUNCTIONS) >= 5


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_example_of_a_function_answers_what_it_shows(name):
    (example,) = doctest.DocTestFinder().find(getattr(rope_claims, name), name, globs={})
    assert example.examples, f"{name}: no example in its docstring"
    output = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(example, out=output.append, clear_globs=False)
    assert runner.failures == 0, "".join(output)
