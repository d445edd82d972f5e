"""Forgeries that misstate what the bounds are of: constructions, hashes, inputs, verdicts."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np

from constructions import check_certificate as checker
from constructions.certificate.certificate import Printed, certify
from constructions.certificate.remake import listed_head, listed_rule
from constructions.certificate.rules import bound_rule, stand_ins
from tests.constructions import forged
from tests.kept import kept

NUMBERS = ("queries", "keys", "angles")
"""Tables that a construction says to the nearest number of a format."""


def other_weights(**changed):
    """A head that is not the construction's, by weights that the certificate lists truly."""
    fields = forged.honest()["index, small"]
    head = listed_head(fields["head"])
    head = replace(head, **{name: change(getattr(head, name)) for name, change in changed.items()})
    rule = listed_rule(fields["rule"], head, fields["n0"], "index")
    return certify(head, rule, fields["n0"], fields["construction"]).text()


def other_rule():
    """Another task of a constructed head, whose stand-ins are not for it: a4 says a4, not a1."""
    made = Printed("retrieval", 3, 4, Fraction(1, 40), Fraction(60), "float32")
    head, attributes = made.head(), {"a4": ("ba", "a1")}
    few = tuple(sorted(stand_ins(head, "retrieval")))
    tokens = tuple(x for x in head.tokens if x in ("a4", "ba"))
    rule = bound_rule(head, 3, attributes)
    cases = tuple(case for case in rule.cases if head.tokens[case.query] in tokens)
    return certify(head, replace(rule, cases=cases, few=few), 3, made.fields()).text()


def other_task():
    """Another task of a constructed head, with bounds that hold of all its inputs."""
    made = Printed("retrieval", 2, 1, Fraction(1, 20), Fraction(8), "float32")
    rule = bound_rule(made.head(), 3, {"a1": ("ba", "a1")})
    return certify(made.head(), rule, 3, made.fields()).text()


def other_outputs():
    """The outputs in another order: the answer's place among them is not the token's."""
    fields = forged.honest()["index 0"]
    named = dict(zip(fields["head"]["outputs"], reversed(fields["head"]["outputs"]), strict=True))
    head = fields["head"] | {"outputs": [*named.values()]}
    for table in ("values", "skip"):
        head[table] = [{named[o]: x for o, x in row.items()} for row in head[table]]
    worst = fields["worst"] | {k: named[fields["worst"][k]] for k in ("answer", "other")}
    return forged.remade(fields, head=head, worst=worst)


def two_answers():
    """A lookup's sequence whose farther token of the symbol says otherwise: no input."""
    for seed in forged.SEEDS:
        fields = forged.honest()[f"lookup {seed}"]
        subject, upper = checker.check_subject(fields), Fraction(fields["worst"]["below"])
        reals = checker.Reading(subject.head, run=False)
        for names in (("x1", "x2", "x"), ("x2", "x1", "x"), ("y1", "y2", "y"), ("y2", "y1", "y")):
            back = [subject.head.tokens.index(x) for x in reversed(names)]
            answer = forged.CONTEXT[names[1]][1]
            o = subject.head.outputs.index(answer)
            for r, rival in enumerate(subject.head.outputs):
                if r != o and checker.falls_short(reals, back, o, r, upper):
                    changed = {"input": [[x, 1] for x in names], "answer": answer, "other": rival}
                    return forged.remade(fields, worst=fields["worst"] | changed)
    raise AssertionError("no such sequence comes that close")


CLOSEST = {
    "asked for before it stands there": (("ba", "aa", "ba"), "aa", False),
    "two tokens that fit": (("aa", "a1", "ba"), "aa", False),
    "improper by two that fit": (("a1", "aa", "b1"), "b1", True),
    "improper by one to come": (("ba", "a1"), "a1", True),
}
"""Sequences of Retrieval, and what is falsely said of each: its answer, or that it is proper."""


def silent(task):
    """A head that says nothing: each output leads each other by 0 on whatever sequence."""
    head = forged.any_head(task, 1)
    return forged.certified(task, replace(head, values=0 * head.values, skip=0 * head.skip))


def misshapen():
    """(name, text) of silent heads, of which all is true but the form of a table or of a name."""
    fields = silent("position")
    head = fields["head"]
    tiny, more = (2.0**-140).hex(), [(1.0).hex()] * 2
    worst = {"input": [["a", 1], ["1", 1]], "answer": "a", "other": "c"}
    tables = {
        "a weight below 2^-126": {
            "queries": [[tiny, *head["queries"][0][1:]], *head["queries"][1:]]
        },
        "longer rows": {name: [row + more for row in head[name]] for name in ("queries", "keys")},
        "two tokens of one name": {"tokens": ["a", "a", *head["tokens"][2:]]},
        "a token of other signs": {
            "tokens": ["a", "b, c", *head["tokens"][2:]],
            "outputs": ["b, c", "a", "c"],
        },
    }
    stated = fields["worst"] | worst
    nowhere = fields["rule"] | {"offsets": {"b": 1, "1": 1, "2": 0}}
    yield "an offset of 0", forged.remade(fields, rule=nowhere, worst=stated)
    yield from ((k, forged.remade(fields, head=head | x, worst=stated)) for k, x in tables.items())


def turned_plane():
    """A symbolic head of which the last plane turns."""
    fields = forged.honest()["symbolic"]
    head = listed_head(fields["head"])
    angles = np.append(head.angles[:-1], 1.0)
    rule = listed_rule(fields["rule"], head, fields["n0"], "retrieval-symbolic")
    made = certify(replace(head, angles=angles), rule, fields["n0"], fields["construction"])
    return made.text()


def closest(names, answer, valid):
    """A silent head with this closest input, its words after its fields."""
    fields, runs = silent("retrieval"), [[name, 1] for name in names]
    changed = {"input": runs, "answer": answer, "other": "bb", "valid": valid}
    return forged.remade(fields, worst=fields["worst"] | changed)


def odd_symbol():
    """A lookup's symbol, which no token names, reads as a part of the sentence."""
    task, head = "lookup", forged.any_head("lookup", 1)
    attributes = forged.CONTEXT | {"y1": ["odd", "o"]}
    rule = listed_rule({"name": task, "attributes": attributes}, head, 3, "any")
    fields = certify(head, rule, 3).fields
    named = {x: [y.replace("odd", "x: o), y2 (y"), o] for x, (y, o) in attributes.items()}
    return forged.remade(fields, rule=fields["rule"] | {"attributes": named})


def answers_exchanged():
    """The closest input with answer and other exchanged: the wrong one falls further behind."""
    fields = forged.honest()["index, small"]
    worst = fields["worst"]
    exchanged = {"answer": worst["other"], "other": worst["answer"]}
    return forged.remade(fields, worst=worst | exchanged)


def negative_beta():
    """β and every key with the other sign: one lead over the reals, but errors below 0 in a run."""
    fields = forged.honest()["index 1"]
    head = fields["head"]
    keys = [[(-float.fromhex(x)).hex() for x in row] for row in head["keys"]]
    beta = (-float.fromhex(head["beta"])).hex()
    return forged.remade(fields, head=head | {"keys": keys, "beta": beta}, run="-99.000000000")


def no_lead():
    """A head that says nothing leads by 0, which is no lead."""
    fields = silent("index")
    worst = fields["worst"] | {"below": "0.000000003"}
    at_most = json.loads(forged.remade(fields, exact="0.000000000", worst=worst))
    return reworded(at_most, "not certified.", "certified over the reals.")


def no_lead_in_a_run():
    """Of a head that leads in a run it is said that it does by 0 or more, and yet is certified."""
    fields = next(x for x in forged.honest().values() if (x["run"] or "-")[0] != "-")
    unsure = json.loads(forged.remade(fields, run="0.000000000"))
    return reworded(unsure, "certified over the reals.", "certified.")


def next_number(table):
    """The first row's largest number is the next one of float32."""
    table = table.copy()
    first = table if table.ndim == 1 else table[0]
    at = int(np.abs(first).argmax())
    first[at] = np.nextafter(np.float32(first[at]), np.float32(9))
    return table


def more_at(b):
    """Doubles a table's row, where it has one."""

    def change(table):
        table = table.copy()
        table[b] = 2 * table[b] + (table[b] == 0)
        return table

    return change


def without_rehashing(fields, **changed):
    """As ``forged.remade``, but no hash is recomputed."""
    fields = fields | changed
    fields["claim"] = " ".join(checker.sentences(fields).values())
    return forged.plainly(fields)


def reworded(fields, old, new):
    """The claim alone says something else."""
    return forged.plainly(fields | {"claim": fields["claim"].replace(old, new)})


def no_input():
    """A sequence that is no input, though the other output comes that close on it."""
    for fields in forged.honest().values():
        tokens = uncovered(fields) if fields["rule"]["name"] == "position" else None
        if tokens is not None:
            return forged.remade(fields, worst=fields["worst"] | {"input": tokens})
    raise AssertionError("every head is worst on an input")


def uncovered(fields):
    """Such a sequence of three different tokens, or None."""
    subject, worst = checker.check_subject(fields), fields["worst"]
    head, upper = subject.head, Fraction(worst["below"])
    reals = checker.Reading(head, run=False)
    o, rival = (head.outputs.index(worst[x]) for x in ("answer", "other"))
    for names in permutations(head.tokens, 3):
        back = [head.tokens.index(x) for x in reversed(names)]
        outside = not checker.answers(subject.cases, back)
        if outside and checker.falls_short(reals, back, o, rival, upper):
            return [[x, 1] for x in names]
    return None


@kept
def false():
    """(name, text) of each."""
    made = forged.honest()
    index, place, improper = (
        made[x] for x in ("index, small", "position 0", "retrieval leans b1 b1 a1")
    )
    cold = made["retrieval, negative"]
    true = place["rule"] | {"offsets": {"1": True, "2": 2}}
    return [
        *((f"values of token {b}", other_weights(values=more_at(b))) for b in range(4)),
        *((f"queries of token {b}", other_weights(queries=more_at(b))) for b in range(4)),
        ("another task", other_rule()),
        ("another task, and bounds that hold", other_task()),
        ("outputs in another order", other_outputs()),
        ("two answers", two_answers()),
        *((name, closest(*arguments)) for name, arguments in CLOSEST.items()),
        ("an odd symbol", odd_symbol()),
        *misshapen(),
        ("a plane that turns", turned_plane()),
        ("skip of token 0", other_weights(skip=more_at(0))),
        (
            "its own rival",
            forged.remade(index, worst=index["worst"] | {"other": index["worst"]["answer"]}),
        ),
        ("answers exchanged", answers_exchanged()),
        ("no lead", no_lead()),
        ("no lead in a run", no_lead_in_a_run()),
        ("negative beta", negative_beta()),
        ("negative beta without its sign", negative_beta().replace("β -", "β ")),
        *((f"{table} next to it", other_weights(**{table: next_number})) for table in NUMBERS),
        ("no bound in a run", forged.remade(index, run=None)),
        ("a bound in a hopeless run", forged.remade(made["uncertain"], run="-99.000000000")),
        ("angles", other_weights(angles=lambda x: x * 2)),
        ("weights not of the format", unrounded()),
        ("weights' hash", without_rehashing(index, weights_sha256="0" * 64)),
        ("rule's hash", without_rehashing(index, rule_sha256="0" * 64)),
        ("a name", forged.remade(index, head=index["head"] | {"name": "x. Verdict: certified"})),
        ("more at the end", forged.plainly(index | {"claim": index["claim"] + " Always."})),
        ("no input", no_input()),
        ("improper", forged.remade(improper, worst=improper["worst"] | {"valid": True})),
        ("below", forged.remade(index, worst=index["worst"] | {"below": index["exact"]})),
        ("true", forged.remade(place, rule=true)),
        ("a run certified", reworded(cold, "certified over the reals.", "certified.")),
        (
            "certified",
            reworded(made["index, negative"], "not certified.", "certified over the reals."),
        ),
    ]


def unrounded():
    """float64 weights called bf16, with bounds that are far from tight in a run."""
    head = forged.any_head("position", 0, "float64")
    fields = forged.certified("position", replace(head, values=head.values * 1.001))
    return forged.remade(
        fields, head=fields["head"] | {"number_format": "bf16"}, run="-99.000000000"
    )
