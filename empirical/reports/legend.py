"""What the lines of a check's report mean, in words of the results page.

A check's own lines are part of its criterion, whose hash holds them to the words of the day when
they were registered. These sentences stand under them, and no criterion has them.
"""

import re

NEIGHBOUR = re.compile(r"'(\w+)' at ([\d.]+): (\w+), at ([\d.]+) not so")
"""A bound, the check's answer with it, and a neighbouring bound with which the answer differs."""
BOUNDS = {
    "aligned": "the resultant length from which angles count as aligned",
    "above": "the lead over uniform attention from which a frequency is judged",
    "kept": "the accuracy from which it counts as kept",
    "learnt": "the accuracy from which a seed counts as having learnt the task",
    "nothing": "the share of lost answers up to which nothing counts as given back",
    "restored": "the accuracy from which it counts as restored",
    "returned": "the share of lost answers from which they count as given back",
}
ANSWERS = {"true": "yes", "false": "no", "unknown": "open"}
SHAPES = (
    "The first lines list frequency IDs by the shape of accuracy against target position. *Neither*"
    " means that the three intervals of the rule do not all lie on the same side of 0. *Surely"
    " bent* counts the frequencies of which the first interval does, that of the quadratic"
    " coefficient."
)
LEARNT = (
    "Learnt are the frequency IDs at which more than half of the seeds reach the bound. The"
    " brackets have the mean accuracy at the first and the last ID, with its interval over seeds."
)
SIDE = (
    "The last line has the share of learnt IDs among all from the claimed end to the learnt ID that"
    " is farthest from it."
)
MEANINGS = {
    "B-e-acc": "The numbers are the accuracy at 1, 2, 3 and 4 hops.",
    "B-e-len": "Each number follows the length of the input in tokens.",
    "S-dilution-cause": "Each line has a requirement, the value measured and the bound.",
    "S-flow": "Each pair belongs to one model: the share of solved inputs whose query ends holding"
    " the answer, and the same share of the inputs of 4 hops.",
    "S-jump": "Each group of numbers belongs to one model. *Hop 1 cut* means that the position of"
    " hop 1 attends to itself. *Jump* is the course 1, 2, 4, *skipping hop 2* the course 1, 3, 4,"
    " and *walk* the course 1, 2, 3, 4. The last line has the share of queries that end holding the"
    " answer, if each position passes on what it has fetched so far, or its own token.",
    "S-causal": "Each triple belongs to one model. It has the accuracy with the operation's"
    " attention in place of the heads' own, with uniform attention, and with the attention of the"
    " other task's operation. In the last line a position with nothing left to fetch attends to its"
    " last source again, and not to itself.",
    "S-bands": "Each pair belongs to one model: the accuracy without the fastest frequencies, and"
    " without as many random ones.",
    "A-e-index": LEARNT,
    "A-e-index-enough": f"{LEARNT} {SIDE}",
    "A-e-retr": LEARNT,
    "A-e-retr-enough": f"{LEARNT} {SIDE}",
    "A-e-mix": "A head is *certified* if it is right on every input, and *refuted* if an input is"
    " known on which it is wrong. *Solved by most seeds* lists the frequency IDs at which more than"
    " half of the heads are certified.",
    "A-e-u": SHAPES,
    "A-e-invu": SHAPES,
    "A-e-geom": f"{LEARNT} *Astride* counts the frequencies for which an interval contains its"
    " bound. *Least keys* and *fan* are the smallest resultant lengths of the keys and of the"
    " queries turned back by jθ. *Largest unturned* is the largest one of the queries as they are.",
}
"""By claim."""


def legend(claim_id: str, note: str) -> str:
    """What the lines of ``note``, the report of a claim's check, mean; "" where they say so."""
    turned = " ".join(
        f"With {at} as {BOUNDS[name]}, the check's answer is *{ANSWERS[answer]}*. With {other} it"
        " is another one, so the claim is UNDECIDED."
        for name, at, answer, other in NEIGHBOUR.findall(note)
    )
    meaning = MEANINGS.get(claim_id, "") if note else ""
    return f"{turned} {meaning}".strip()
