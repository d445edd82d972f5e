"""Compute certificates again and overwrite them.

Each FILE lists a head, its rule, a length and a construction. The command certifies these again and
writes the new certificate to the same FILE.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from constructions.certificate.certificate import ANY, Certificate, certify
from constructions.certificate.rules import (
    TaskRule,
    bound_rule,
    index_rule,
    position_rule,
    retrieval_rule,
    symbolic_rule,
)
from constructions.heads.onelayer import OneLayerHead, Table
from theory.reports.command import Parser, Usage, entry_point
from theory.reports.files import replacing


def head_again(fields: dict[str, Any]) -> Certificate:
    """The certificate of the head and rule that a certificate's fields list.

    Raises:
        KeyError, TypeError, ValueError: fields that are no certificate's.
    """
    head, n0, construction = listed_head(fields["head"]), fields["n0"], fields["construction"]
    rule = listed_rule(fields["rule"], head, n0, construction["name"])
    return certify(head, rule, n0, construction)


def listed_head(fields: dict[str, Any]) -> OneLayerHead:
    """The head whose weights are listed."""

    def numbers(rows: Sequence[Sequence[str]]) -> Table:
        return np.array([[float.fromhex(x) for x in row] for row in rows])

    def spread(rows: Sequence[dict[str, str]]) -> Table:
        return numbers([[row.get(o, "0x0p+0") for o in fields["outputs"]] for row in rows])

    return OneLayerHead(
        name=fields["name"],
        tokens=tuple(fields["tokens"]),
        outputs=tuple(fields["outputs"]),
        queries=numbers(fields["queries"]),
        keys=numbers(fields["keys"]),
        values=spread(fields["values"]),
        skip=spread(fields["skip"]),
        angles=numbers([fields["angles"]])[0],
        beta=float.fromhex(fields["beta"]),
        number_format=fields["number_format"],
    )


def listed_rule(fields: dict[str, Any], head: OneLayerHead, n0: int, construction: str) -> TaskRule:
    """The rule, with stand-ins if the head is constructed."""
    name, everything = fields["name"], construction == ANY["name"]
    if name == "index":
        return index_rule(head, n0, everything)
    if name == "retrieval":
        if construction == "retrieval-symbolic":
            return symbolic_rule(head, n0)
        return retrieval_rule(head, n0, everything)
    if name == "position":
        shortest, longest = fields["lengths"]
        return position_rule(head, fields["offsets"], (shortest, longest))
    attributes = {x: (symbol, o) for x, (symbol, o) in fields["attributes"].items()}
    return bound_rule(head, n0, attributes, last=name == "induction")


def parser() -> Parser:
    """The grammar of ``run remake``."""
    made = Parser(prog="rope-claims run remake", description=__doc__)
    made.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a certificate; the command overwrites it",
    )
    return made


@entry_point(OSError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Write each file again; exit code 2 where one is no certificate."""
    for file in parser().parse_args(arguments).files:
        try:
            made = head_again(json.loads(file.read_text(encoding="utf-8")))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise Usage(f"{file}: no certificate to make again: {error}") from None
        with replacing(file) as draft:
            draft.write_text(made.text(), encoding="utf-8")
        print(f"{file}: {made.fields['claim']}")
    return 0
