"""Forgeries by leaving inputs out: a narrowed rule's bounds, in a file that names the whole one."""

from collections import Counter
from dataclasses import replace

from constructions.certificate.certificate import certify
from constructions.certificate.remake import listed_head, listed_rule
from tests.constructions import forged
from tests.kept import kept

NONE = frozenset()


def each_case(change):
    """A narrowing of every case alike; a case that it makes nothing of is left out."""

    def narrow(rule):
        cases = [new for case in rule.cases if (new := change(case)) is not None]
        return replace(rule, cases=tuple(cases))

    return narrow


def offsets(first, last):
    """The pin's offsets, from so many more to so many fewer."""

    def change(case):
        span = (case.offsets[0] + first, case.offsets[1] - last)
        return replace(case, offsets=span) if span[0] <= span[1] else None

    return each_case(change)


def pins(chosen):
    """Some of the pins."""
    return each_case(
        lambda case: replace(case, pins=chosen(case.pins)) if chosen(case.pins) else None
    )


def pinned(case):
    return frozenset().union(*(pin for pin, _ in case.pins))


def kinds(rule, head):
    """One stand-in of each left letter, or of letters and numbers."""
    named = [x.isdigit() if rule.name == "index" else x[0] for x in head.tokens]
    few = frozenset(b for b in rule.few if b == min(c for c in rule.few if named[c] == named[b]))
    return only(rule, few)


def only(rule, few):
    """Cases with these tokens, the query's own and the pin's alone."""

    def change(case):
        here = few | {case.query}
        kept = tuple((pin & here, o) for pin, o in case.pins if pin & here or case.offsets[1] == 0)
        if not kept:
            return None
        return replace(case, near=case.near & here, far=case.far & here, pins=kept)

    return replace(each_case(change)(rule), few=tuple(sorted(few)))


def one_letter(rule, head):
    """The stand-ins of the first letter."""
    first = head.tokens[0][0]
    few = {b for b in rule.few if all(x in (first, "1", "2", "3") for x in head.tokens[b])}
    return only(rule, frozenset(few))


def one_case_a_query(rule):
    """The first case of each query."""
    first = {case.query: case for case in reversed(rule.cases)}
    return replace(rule, cases=tuple(first.values()))


def one_answer_beyond(rule):
    """Beyond the pin no token that another pin of the query has."""
    others = {
        case: frozenset().union(
            *(pinned(c) for c in rule.cases if c.query == case.query and c != case)
        )
        for case in rule.cases
    }
    return each_case(lambda c: replace(c, far=c.far - others[c]))(rule)


def of_pins(change):
    """A narrowing of the cases with a pin before the query."""
    return each_case(lambda case: change(case) if case.offsets[1] > 0 else case)


NARROWINGS = {
    "a pin at a query of its own letter": of_pins(
        lambda c: replace(c, offsets=(1, c.offsets[1])) if c.offsets[0] == 0 else c
    ),
    "what is beyond a pin": of_pins(lambda c: replace(c, far=NONE)),
    "all but one case a query": one_case_a_query,
    "another answer beyond": one_answer_beyond,
    "the query's own answer": each_case(lambda c: None if c.offsets == (0, 0) else c),
    "a pin at the query": offsets(1, 0),
    "the farthest pin": offsets(0, 1),
    "the last pinned set": pins(lambda x: x[:-1]),
    "all but the last pinned set": pins(lambda x: x[-1:]),
    "all but the first pinned set": pins(lambda x: x[:1]),
    "what is nearer": each_case(lambda c: replace(c, near=NONE)),
    "what is nearer but the pin": each_case(lambda c: replace(c, near=c.near & pinned(c))),
    "the pin again, nearer": each_case(lambda c: replace(c, near=c.near - pinned(c))),
    "what is beyond": each_case(lambda c: replace(c, far=NONE)),
    "the pin again, beyond": each_case(lambda c: replace(c, far=c.far - pinned(c))),
    "the shortest": each_case(lambda c: replace(c, lengths=(c.lengths[0] + 1, c.lengths[1]))),
    "the first case": lambda rule: replace(rule, cases=rule.cases[1:]),
    "the last case": lambda rule: replace(rule, cases=rule.cases[:-1]),
}


def forgery(fields, narrow):
    """The file, or None where nothing false comes of it."""
    head, n0 = listed_head(fields["head"]), fields["n0"]
    rule = listed_rule(fields["rule"], head, n0, fields["construction"]["name"])
    worst = [head.tokens.index(x) for x, count in fields["worst"]["input"] for _ in range(count)]
    less = narrow(rule)
    if less.cases and less.few == rule.few and less.answers(worst):
        return None  # the worst input is still one
    try:
        made = certify(head, less, n0, fields["construction"])
    except (ValueError, IndexError, ArithmeticError):
        return None  # no input is left
    if made.fields["exact"] == fields["exact"]:
        return None
    return forged.remade(made.fields | {"rule": fields["rule"]})


@kept
def false(most=3):
    """(name, text) of such forgeries of the heads that lean to a case, so many of a kind."""
    forgeries, counts = [], Counter()
    for name, fields in forged.honest().items():
        stood_in = fields["construction"]["name"] != "any"
        if not stood_in and name.split()[-1].isdigit() and "induction" not in name:
            continue
        narrowings = dict(NARROWINGS)
        if stood_in:
            head = listed_head(fields["head"])
            narrowings = {
                "stand-ins": lambda rule, head=head: kinds(rule, head),
                "letters": lambda rule, head=head: one_letter(rule, head),
            }
        for left_out, narrow in narrowings.items():
            kind = name.split()[0], left_out
            text = forgery(fields, narrow) if counts[kind] < most else None
            if text is not None:
                counts[kind] += 1
                forgeries.append((f"{name}: without {left_out}", text))
    return forgeries
