"""A constructed head on every valid input, under hard attention and softmax at its β."""

from dataclasses import replace

from constructions.claims.exhaustive import hard_head, right_on, soft
from theory.ledger import true


def as_it_is(head):
    """The head's answers: softmax at its β, or hard attention."""
    return hard_head(head) if head.beta is None else soft(head, head.beta)


def on_every_input(head):
    """Hard attention and softmax at the head's β on every valid input of length ≤ n0."""
    inputs = list(head.task.inputs(head.n0))
    outcome = right_on(replace(head, beta=None), hard_head(head), inputs)
    if outcome.status != "true" or head.beta is None:
        return outcome
    softly = right_on(head, soft(head, head.beta), inputs)
    if softly.status != "true":
        return softly
    return true(outcome.cases + softly.cases, note=softly.note)
