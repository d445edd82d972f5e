"""A certificate's claim in words.

With the listed weights the words determine the set of inputs: how long they are, which tokens may
be where, and what the answer is. The checker writes the same words from the file alone, by code of
its own; here which tokens ask, stand before and are left out is read off the rule's cases.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from constructions.certificate.rules import TaskRule
from constructions.certificate.run_error import MODEL

VERDICTS = ("not certified", "certified over the reals", "certified")


def _verdict(exact: str, run: str | None) -> str:
    """What is proved: a positive margin over the reals, and in every run too."""
    # exact is a lower end: at 0 the answer may still tie with another output.
    if Fraction(exact) <= 0:
        return VERDICTS[0]
    return VERDICTS[2] if run is not None and Fraction(run) > 0 else VERDICTS[1]


def certificate_text(fields: dict[str, Any], rule: TaskRule) -> str:
    """The certificate in words."""
    head, worst, exact, run = (fields[k] for k in ("head", "worst", "exact", "run"))
    # Letters by their number: a list of 120 names would hide the rest of the sentence.
    made = [f"{k} {len(x) if k == 'letters' else x}" for k, x in fields["construction"].items()]
    return (
        f"About the listed weights {fields['weights_sha256']}: “{head['name']}”,"
        f" β {float.fromhex(head['beta'])!r}, {head['number_format']}."
        f" Construction: {', '.join(made)}."
        f" Task: {rule.name}, rule {fields['rule_sha256']}."
        f" Inputs: {_inputs(rule, head['tokens'])} Nothing is said of other sequences."
        " On every input the answer leads each other output:"
        f" over the reals by {exact} or more; in a run ({MODEL})"
        f" {'with no lead proved' if run is None else f'by {run} or more'}."
        f" Verdict: {_verdict(exact, run)}. Closest: {closest(worst)}"
    )


def closest(worst: dict[str, Any]) -> str:
    """The input that comes closest."""
    runs = " ".join(f"{token}×{count}" for token, count in worst["input"])
    kept = "an input" if worst["valid"] else "no proper input"
    lead = f"has {worst['answer']} lead {worst['other']} by less than {worst['below']}."
    return f"{runs}, {kept}, {lead}"


def _inputs(rule: TaskRule, tokens: Sequence[str]) -> str:
    """Which sequences are inputs, and what the answer is."""
    shortest, longest = rule.cases[0].lengths
    # Every rule gives all its cases the same lengths.
    count = f"{longest}" if shortest == longest else f"{shortest} to {longest}"
    words = {
        "index": _index,
        "retrieval": _retrieval,
        "position": _position,
        "lookup": _bound,
        "induction": _bound,
    }[rule.name]
    return f"every sequence of {count} tokens, {words(rule, tokens)}"


def _index(rule: TaskRule, tokens: Sequence[str]) -> str:
    return (
        f"each any of the {len(tokens)} tokens, unless it ends with a number s and has no more than"
        " s tokens. Answer: after a number s above 0 the token s back, if that is no number;"
        " otherwise the last token."
    )


def _retrieval(rule: TaskRule, tokens: Sequence[str]) -> str:
    return (
        f"each any of the {len(tokens)} tokens, that ends with a number, or with a letter x such"
        " that the tokens beginning with x are at least one and all the same, and no token before"
        " the first of them ends with x. Answer: the last token if it ends with a number;"
        " otherwise the token that begins with x."
    )


def _position(rule: TaskRule, tokens: Sequence[str]) -> str:
    named = [f"{tokens[case.query]} ({case.offsets[0]} back)" for case in rule.cases]
    before = [tokens[b] for b in sorted(frozenset().union(*(case.near for case in rule.cases)))]
    return (
        f"the last one of {_listed(named)}; each before it one of {_listed(before)};"
        " unless it is too short to reach so far back. Answer: the token so many back."
    )


def _bound(rule: TaskRule, tokens: Sequence[str]) -> str:
    asking = sorted({case.query for case in rule.cases})
    some = {b for case in rule.cases for pin, _ in case.pins for b in case.near | case.far | pin}
    # A token left out of the rule must be named, or a head that errs on it would seem certified.
    absent = [x for b, x in enumerate(tokens) if b not in {*asking, *some}]
    pairs = [f"{x} ({s}: {o})" for x, (s, o) in rule.fields["attributes"].items()]
    # Partial Induction takes the last one; Information Retrieval asks that all agree.
    alike, answer = "", "what the last of them says"
    if rule.name == "lookup":
        alike, answer = " and all that are say the same", "what they say"
    out = "".join(f", {x}" for x in absent)
    return (
        f"the last one of {_listed([tokens[b] for b in asking])}; each before it one of"
        f" {_listed(pairs)}; at least one of these is of the symbol that the last token names"
        f"{alike}. Answer: {answer}. In no input: {len(absent)} of the {len(tokens)} tokens{out}."
    )


def _listed(words: Iterable[str]) -> str:
    every = [*words]
    return f"{len(every)}: {', '.join(every)}"
