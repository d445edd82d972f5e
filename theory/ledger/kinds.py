"""A mutant's kind, held against what the mutant changes.

The subject before and after is compared part by part. A number that changes is a constant, its
negative a sign, its vanishing a term; parts that trade places are an index; an operator of
comparison is a relation; and the code of two functions that differ in nothing else says the same
of them. What values cannot say (that a flag is a hypothesis, that a range is a quantifier), the
claim's ``parts`` say once for all mutants: so no two mutants of one part take two kinds of it.
"""

import dis
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from numbers import Number
from types import CodeType, FunctionType
from typing import Any

from theory.ledger.hygiene import PLAIN, same
from theory.ledger.terms import Claim, Fault, Kind, Method, Mutant

COMPARISONS = frozenset({"<", "<=", "≤", "=", "==", "!=", "≠", ">=", "≥", ">"})
SUMS = frozenset({"+", "-"})
LEFT_OUT = frozenset({Kind.TERM, Kind.QUANTIFIER})
"""What leaves an entry out, or adds one, takes a term away or a case."""
FORMULA = frozenset(
    [
        "BINARY_OP",
        "UNARY_NEGATIVE",
        "LOAD_CONST",
        "LOAD_FAST",
        "LOAD_GLOBAL",
        "BINARY_SUBSCR",
        "BUILD_TUPLE",
    ]
)
"""Instructions of which a formula's terms are made."""
WIRING = frozenset(
    {"RESUME", "COPY_FREE_VARS", "PRECALL", "PUSH_NULL", "NOP", "MAKE_CELL", "RETURN_VALUE"}
)
"""Instructions that compute nothing."""
JUMPS = frozenset([*dis.hasjrel, *dis.hasjabs])
SUBSCRIPTS = frozenset({"BINARY_SUBSCR", "BINARY_OP"})
"""The second where its operation is '[]'."""
CONSTANTS = frozenset({"LOAD_CONST", "LOAD_SMALL_INT", "RETURN_CONST", "KW_NAMES"})


@dataclass(frozen=True)
class Change:
    """One part of the subject, named by the fields and keys that lead to it, before and after."""

    part: str
    before: Any
    after: Any


ABSENT = object()


def refuse_wrong_kind(claim: Claim, mutant: Mutant, before: Any, after: Any) -> None:
    """Hold a mutant's kind against what it changes.

    Where a declared part changes, the kind is that of such a part, and the rest are figures that
    follow; where none does, every change that says a kind must say this one. A near-miss of a Coq
    statement changes that statement's words, not the subject: the audit holds those.

    Raises:
        Fault: the mutant is not of its kind.
    """
    aimed = [e.method for e in claim.evidence if e.name in mutant.rejected_by]
    if aimed and all(method is Method.KERNEL for method in aimed):
        return
    changed: list[tuple[Change, Kind | None]] = []
    for change in changes(before, after):
        kind = declared(change.part, claim.parts)
        if mutant.kind is kind is Kind.DATA:  # one is enough, of what may be thousands of numbers
            return
        changed.append((change, kind))
    parts = [kinds(c, claim.parts) for c, kind in changed if kind not in (None, Kind.DATA)]
    loose = [kinds(c, claim.parts) for c, kind in changed if kind is None]
    loud = [some for some in loose if some != {Kind.DATA}]
    figures = [kinds(c, claim.parts) for c, _ in changed]
    allowed = frozenset[Kind]().union(*parts) if parts else _common(loud or loose or figures)
    if mutant.kind not in allowed:
        what = ", ".join(dict.fromkeys(c.part or "all of it" for c, _ in changed))
        raise Fault(
            f"mutant {mutant.name!r} is called {mutant.kind}; it changes {what}, which is"
            f" {' or '.join(sorted(allowed)) or 'of several kinds'}"
        )


def _common(allowed: Sequence[frozenset[Kind]]) -> frozenset[Kind]:
    """The kinds that all changes allow."""
    return frozenset[Kind]().union(*allowed[:1]).intersection(*allowed)


def declared(part: str, parts: Mapping[str, Kind]) -> Kind | None:
    """What the claim says of a part: of itself, or of the nearest thing that it is a part of."""
    inside = f".{part}."
    candidates = [(inside.rfind(f".{name}.") + len(name), len(name), name) for name in parts]
    held = [one for one in candidates if one[0] >= one[1]]
    return parts[max(held)[2]] if held else None


def kinds(change: Change, parts: Mapping[str, Kind]) -> frozenset[Kind]:
    """The kinds that a mutant may call this change: data where there is nothing better."""
    shown, kind = read_off(change.before, change.after), declared(change.part, parts)
    if kind is None:
        return shown or frozenset({Kind.DATA})
    if kind is Kind.DATA or isinstance(change.before, FunctionType):
        return shown | {kind}
    return shown if shown == {Kind.SIGN} else frozenset({kind})


def changes(before: Any, after: Any, part: str = "") -> Iterator[Change]:
    """The parts in which two subjects differ, as deep as the two are built alike."""
    if same(before, after):
        return
    one, other = _named(before), _named(after)
    if one is not None and other is not None and type(before) is type(after):
        yield from _changed_names(one, other, part, Change(part, before, after))
    elif _row(before) and _row(after) and len(before) == len(after):
        if _opposite(before, after) or _reordered(before, after):
            yield Change(part, before, after)
        else:
            for place, (left, right) in enumerate(zip(before, after, strict=True)):
                yield from changes(left, right, f"{part}.{place}" if part else str(place))
    else:
        yield Change(part, before, after)


def _changed_names(
    one: Mapping[str, Any], other: Mapping[str, Any], part: str, whole: Change
) -> Iterator[Change]:
    """Changes of what has names: fields of a dataclass, entries of a mapping."""
    if _opposite(whole.before, whole.after):
        yield whole
        return
    names = [n for n in {**one, **other} if not same(one.get(n, ABSENT), other.get(n, ABSENT))]
    values = [[value.get(n, ABSENT) for n in names] for value in (one, other)]
    if _reordered(*values):
        yield Change(part, *map(tuple, values))
        return
    for name in names:
        inside = f"{part}.{name}" if part else name
        left, right = one.get(name, ABSENT), other.get(name, ABSENT)
        yield from changes(left, right, inside)


def _named(value: Any) -> dict[str, Any] | None:
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in fields(value)}
    return {str(key): entry for key, entry in value.items()} if isinstance(value, Mapping) else None


def _row(value: Any) -> bool:
    return isinstance(value, tuple | list)


def _reordered(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether ``after`` holds the entries of ``before``, each once, at other places."""
    if len(before) < 2 or len(before) != len(after):
        return False
    if {type(entry) for entry in (*before, *after)} <= PLAIN:
        return Counter(before) == Counter(after)
    left = list(after)
    for entry in before:
        match = next((i for i, other in enumerate(left) if same(entry, other)), None)
        if match is None:
            return False
        del left[match]
    return True


def _number(value: Any) -> Any | None:
    """A number, or one that is written as text ('-3/5'); flags are none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, Number):
        return value
    try:
        return Fraction(value) if isinstance(value, str) else None
    except (ValueError, ZeroDivisionError):
        return None


def _opposite(before: Any, after: Any) -> bool:
    """Whether one is the other's negative: a number, a row of numbers, or what can be negated."""
    if _row(before) and _row(after):
        pairs = list(zip(before, after, strict=False))
        differ = [pair for pair in pairs if not same(*pair)]
        return len(before) == len(after) and bool(differ) and all(_opposite(*p) for p in differ)
    if isinstance(before, bool) or before is None:
        return False
    one, other = _number(before), _number(after)
    if one is not None and other is not None:
        return bool(one == -other and one != 0)
    return hasattr(before, "__neg__") and same(after, -before)


def read_off(before: Any, after: Any) -> frozenset[Kind]:
    """The kinds that the two values show by themselves; none where they do not say."""
    if before is ABSENT or after is ABSENT:
        return LEFT_OUT
    if _opposite(before, after):
        return frozenset({Kind.SIGN})
    one, other = _number(before), _number(after)
    if one is not None and other is not None:
        vanish = {Kind.TERM} if one == 0 or other == 0 else set()
        return frozenset({Kind.CONSTANT, *vanish})
    if _row(before) and _row(after):
        return frozenset({Kind.INDEX}) if _reordered(before, after) else LEFT_OUT
    if {before, after} <= COMPARISONS if isinstance(before, str) else False:
        return frozenset({Kind.RELATION})
    if isinstance(before, FunctionType) and isinstance(after, FunctionType):
        return _code_kinds(before, after)
    return frozenset()


def _code_kinds(before: FunctionType, after: FunctionType) -> frozenset[Kind]:
    """What distinguishes two functions that are otherwise alike, instruction by instruction."""
    one, other = _instructions(before.__code__), _instructions(after.__code__)
    steps: set[tuple[str, Any]] = set()
    for tag, i, j, k, m in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        steps |= set() if tag == "equal" else {*one[i:j], *other[k:m]}
    shown = {_step_kinds(steps)} if steps else set()
    held = changes(_inside(before), _inside(after))
    shown |= {kind for c in held for kind in read_off(c.before, c.after) or {None}}
    kind = shown.pop() if len(shown) == 1 else None
    return frozenset() if kind is None else frozenset({kind})


def _step_kinds(steps: set[tuple[str, Any]]) -> Kind | None:
    """The kind of a change of these instructions of a formula, or None where there is none."""
    names = {name for name, _ in steps}
    done = {argument for name, argument in steps if name == "BINARY_OP"}
    numbers = any(name == "LOAD_CONST" and _number(value) is not None for name, value in steps)
    if names == {"COMPARE_OP"}:
        return Kind.RELATION
    if names <= {"BINARY_OP", "UNARY_NEGATIVE"} and done <= SUMS:
        return Kind.SIGN
    if names <= {"BINARY_OP", "LOAD_CONST"} and numbers:
        return Kind.CONSTANT
    if names == {"LOAD_FAST"}:
        return Kind.INDEX
    return Kind.TERM if names <= FORMULA else None


def _inside(function: FunctionType) -> tuple[Any, ...]:
    """What a function holds from where it was made."""
    return tuple(cell.cell_contents for cell in function.__closure__ or ())


def _instructions(code: CodeType) -> list[tuple[str, Any]]:
    """A function's instructions, those of functions inside it too; arguments by their place.

    Versions of Python fuse and name some of them differently; here they are one.
    """
    names = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
    instructions: list[tuple[str, Any]] = []
    for step in dis.get_instructions(code):
        name, argument = step.opname, step.argval
        if name == "KW_NAMES":  # of a call, which dis does not show before Python 3.13
            argument = code.co_consts[step.arg or 0]
        if isinstance(argument, CodeType):
            instructions += _instructions(argument)
        elif step.opcode in JUMPS:
            instructions.append((name, None))
        elif name == "COMPARE_OP" or (name == "BINARY_OP" and not step.argrepr.startswith("[")):
            instructions.append((name, step.argrepr))
        elif name in SUBSCRIPTS:
            instructions.append(("BINARY_SUBSCR", None))
        elif name.startswith("LOAD_FAST") and argument != ():
            several = argument if isinstance(argument, tuple) else (argument,)
            instructions += [("LOAD_FAST", names.index(one)) for one in several]
        elif name in CONSTANTS:
            instructions.append(("LOAD_CONST", argument))
        elif isinstance(argument, tuple) and set(argument) <= set(names):
            instructions.append((name, tuple(map(names.index, argument))))
        elif argument in names:
            instructions.append((name, names.index(argument)))
        elif name not in WIRING:
            instructions.append((name, argument))
    return instructions
