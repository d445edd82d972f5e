"""The JSON Schema of ``validate``'s report, made from the types by which the report is read.

``rope-claims generate`` writes it to ``report.schema.json``, for readers without this package.
"""

import json
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from empirical.protocol import settings
from empirical.protocol.findings import KINDS
from empirical.protocol.form import Document
from empirical.protocol.reading import Count, Foreign, Least0, Share
from empirical.protocol.vocabulary import TASKS
from theory.ledger.terms import Verdict
from theory.reports.report import MARKS

Schema = dict[str, Any]
HEAD = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "rope-claims validation report",
    "description": "What `python -m empirical.validate` writes to report.json. `version` changes"
    " with the form.",
    "$ref": "#/$defs/Document",
}
LEAVES: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Foreign: {"type": "object"},
}
LEAST0: Schema = {"minimum": 0}
SHARE = {**LEAST0, "maximum": 1.0000001}
HELD: dict[Any, Schema] = {
    get_args(Share)[1]: SHARE,
    get_args(Least0)[1]: LEAST0,
    get_args(Count)[1]: {"prefixItems": [LEAST0, {"minimum": 1}]},
}
"""What types are held to, as bounds."""
SOME = {"minItems": 1}
ENDS = "value and the ends of its 95 % interval; null where there is none"
OR_WHY = "or the reason why"
WORDS = {
    "Document.commit": "commit of this package, with + where files differ from it; empty outside a"
    " clone",
    "Document.breaking": "breaking lengths of the recorded runs, measured and predicted from inputs"
    " of the training length (null: beyond the lengths tried)",
    "Document.not_run": "claims that this run did not judge",
    "Document.shortened": "what a quick run left out",
    "JudgedClaim.random": "why the model is not told apart from random weights in this claim",
    "Model.task": "the controlled task whose vocabulary the model has",
    "Model.manifest": "the checkpoint's own manifest.json",
    "Model.weights": "how a GGUF file stores the weights, quantised or not",
    "Model.convention": "cosine, tau and blocks behind every score",
    "Model.self_check": "largest error of attention rebuilt from placement entries",
    "Model.exclusion": "relative; see empirical.measure.exclusion",
    "Model.hops Model.lengths": "right answers and sequences, by hop count or by tokens",
    "Model.frequencies BindingPart.frequencies RandomBaseline.frequencies": "means over inputs by"
    " frequency, fastest first",
    "Model.family": "the architecture's name, of a model that reads text",
    "Model.binding": f"heads on the binding task, {OR_WHY} not",
    "Model.sensitivity": "the reviewers' options; null where no head has the score",
    "Model.cards": f"heads to look at, {OR_WHY} there are none",
    "Model.one_hop": f"1-hop tasks, {OR_WHY} not",
    "Model.random": f"statistics of the binding task beside those of random weights, {OR_WHY} not",
    "HeadScores.s_pos_error HeadScores.s_sym_error HeadScores.entropy_error": "standard error over"
    " the inputs; null for one input",
    "HeadScores.entropy": "nats",
    "ExclusionCheck.heads": "placement matrices checked",
    "BindingPart.left_out": "layers whose sliding window shows fewer than two whole statements",
    "BindingPart.solved": "inputs answered right, inputs posed",
    "Cards": "heads on one small input",
    "Named": "a head whose attention on random tokens is a name's pattern",
    "Card": "a head on the input",
    "Card.matrix": "logits by content and place",
    "Card.row": "attention over all tokens",
    "Card.entropy": "of the row, in nats",
    "OneHop.number OneHop.letter": "right answers and questions, by window in tokens, the same of"
    " both tasks",
    "Comparison.trained Comparison.random Comparison.difference": ENDS,
    "RandomBaseline.met": "the claims that the heads of this baseline meet",
    "RandomPart.spread": "compared with several baselines whose weights are shuffled by seeds of"
    " their own",
    "Spread.reach": "the distance within which one more baseline would lie in 95 of 100 cases",
    "Spread.met": "by claim, how many baselines meet it",
    "Spread.scores": "of each baseline its heads' s_POS and s_SYM, in the order of the model's"
    " scores",
    "BaselineDistance.distance": "from the baselines' mean, the way the claim says, in their"
    " standard deviations",
}
"""Descriptions of types (their names), and of fields of types."""
BOUNDS: dict[str, Schema] = {
    "Document": {"required": ["format", "version"]},
    "Document.version": {"const": 1},
    "Document.made": {"format": "date-time"},
    "Document.models Document.claims Model.scores BindingPart.scores": SOME,
    "Document.exit_code": {"enum": [0, 1, 2, 7]},
    "JudgedClaim.expected JudgedClaim.verdict": {"enum": [*map(str, Verdict)]},
    "JudgedClaim.gate": {"enum": [*MARKS]},
    "Model": {"required": ["inputs", "convention", "scores", "exclusion"]},
    "Model.task": {"enum": [*TASKS, None]},
    "Profile.s_pos Profile.s_sym": SOME,
    "ExclusionCheck.heads BindingPart.inputs BindingPart.tokens_a_statement": {"minimum": 1},
    "BindingPart.statements": {"minimum": 2},
    "Named.layer Named.head Card.layer Card.head": LEAST0,
    "Named.overlap": {**SHARE, "minimum": settings.OVERLAP},
    "Card.kind": {"enum": [*KINDS]},
    "Card.places": {"items": LEAST0},
    "OneHop.number OneHop.letter": {
        "propertyNames": {"pattern": "^[1-9][0-9]*$"},
        "minProperties": 1,
    },
    "Spread.seeds": {"minItems": 2},
    "Spread.met": {"additionalProperties": LEAST0},
}
"""What the reader asks of them beyond their types."""


def schema_text() -> str:
    """The schema, a line for each field of each definition."""
    defs: dict[str, Schema] = {}
    _typed(Document, defs)
    head = json.dumps(HEAD, indent=1).removesuffix("\n}")
    listed = ",\n".join(_definition(name, one) for name, one in sorted(defs.items()))
    return f'{head},\n "$defs": {{\n{listed}\n }}\n}}\n'


def _definition(name: str, one: Schema) -> str:
    """A dataclass's schema as JSON, its fields below each other."""
    first = json.dumps({key: more for key, more in one.items() if key != "properties"})
    listed = (f"{json.dumps(key)}: {json.dumps(more)}" for key, more in one["properties"].items())
    below = ",\n   ".join(listed)
    return f'  {json.dumps(name)}: {first[:-1]}, "properties": {{\n   {below}\n  }}}}'


def _typed(kind: Any, defs: dict[str, Schema]) -> Schema:
    """The schema of a type that ``empirical.protocol.reading`` reads; those of dataclasses are
    added to ``defs``."""
    if kind in LEAVES:
        return LEAVES[kind]
    if is_dataclass(kind) and isinstance(kind, type):
        if kind.__name__ not in defs:
            defs[kind.__name__] = _object(kind, defs)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _merged(_typed(inner[0], defs), HELD[inner[1]])
    if origin is Literal:
        return {"enum": [*inner]}
    if origin is tuple and inner[1:] == (...,):
        return {"type": "array", "items": _typed(inner[0], defs)}
    if origin is tuple:
        places = [_typed(one, defs) for one in inner]
        return {"type": "array", "prefixItems": places, "items": False, "minItems": len(places)}
    if NoneType not in inner:
        return {"type": "object", "additionalProperties": _typed(inner[1], defs)}
    some = [_typed(one, defs) for one in inner if one is not NoneType]
    if len(some) > 1 or "type" not in some[0]:
        return {"oneOf": [*some, {"type": "null"}]}
    return {**some[0], "type": [some[0]["type"], "null"]}


def _object(kind: type, defs: dict[str, Schema]) -> Schema:
    """The schema of a dataclass. What may be absent is not there where it is None."""
    hints, properties, required = get_type_hints(kind, include_extras=True), {}, []
    for one in fields(kind):
        hint = hints[one.name]
        made = _typed(hint, defs)
        if one.metadata.get("absent") and NoneType in get_args(hint):
            made = _without_null(made)
        properties[one.name] = _with_more(made, f"{kind.__name__}.{one.name}")
        required += [one.name] * (one.default is MISSING)
    made = {"type": "object", "properties": properties, "required": required}
    return _with_more({**made, "additionalProperties": False}, kind.__name__)


def _with_more(made: Schema, name: str) -> Schema:
    """The schema of a type or field with its words and bounds."""
    for names, words in WORDS.items():
        made = {**made, "description": words} if name in names.split() else made
    for names, bounds in BOUNDS.items():
        made = _merged(made, bounds) if name in names.split() else made
    return made


def _without_null(made: Schema) -> Schema:
    """What a schema allows, but for null."""
    if "oneOf" not in made:
        return {**made, "type": made["type"][0]}
    *some, _ = made["oneOf"]
    return some[0] if len(some) == 1 else {"oneOf": some}


def _merged(made: Schema, more: Schema) -> Schema:
    """A schema with more in it: lists go on, of a tuple's places each has its own."""
    both = dict(made)
    for key, value in more.items():
        old = both.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            both[key] = _merged(old, value)
        elif key == "prefixItems":
            both[key] = [_merged(*pair) for pair in zip(old or (), value, strict=True)]
        else:
            both[key] = [*old, *value] if isinstance(old, list) and key == "required" else value
    return both
