"""Does the model run the RoPE that its configuration describes?

MODEL is a folder, a GGUF file, a repository or an alias. The command runs the model on about forty
tokens and lets it generate three. The tokens are at chosen positions, up to the longest that the
configuration supports.

From queries and keys before and after rotation it measures the angle of each frequency, the
attention factor, which coordinates rotate together, and the position of each token. It compares
them with config.json, by its own formulas, and with what transformers makes of that file. Which
fault causes a wrong angle is inferred.
"""

import os
from collections.abc import Sequence

from theory.reports.command import Parser, entry_point, whole_number
from theory.reports.files import STDOUT, emit, hold_targets, write

CODES = """exit codes:
    0  no finding
    1  a finding
    2  the model or configuration cannot be read, rotates nothing, or has sizes that no model has"""


@entry_point(ValueError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Examine, print, and answer 0, 1 or 2."""
    given = parser().parse_args(arguments)
    if given.json is not None:
        hold_targets([given.json])
    # Read when torch is loaded: while other work runs, waiting by spinning costs as much again.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from transformers.utils import logging

    from rope_claims.diagnosis.doctor import doctor

    logging.set_verbosity_error()
    diagnosis = doctor(
        given.model, config=given.config, config_only=given.config_only, reach=given.reach
    )
    if given.json is not None:
        write(given.json, diagnosis.to_json())
    if given.json != STDOUT:
        import sys

        emit(diagnosis.text(), sys.stdout)
    return int(not diagnosis.healthy)


def parser() -> Parser:
    """The grammar of ``doctor``."""
    made = Parser(prog="rope-claims doctor", description=__doc__, epilog=CODES)
    made.add_argument("model", metavar="MODEL", help="a folder, GGUF file, repository or alias")
    made.add_argument(
        "--config",
        metavar="FILE",
        help="a configuration to compare with, instead of the model's own",
    )
    made.add_argument(
        "--config-only",
        action="store_true",
        help="read a configuration only, without weights: MODEL is then a folder, a config.json or"
        " an alias of rope-claims capacity --help",
    )
    made.add_argument(
        "--reach",
        type=whole_number,
        metavar="N",
        help="certify a finding's capacity in windows of N positions, with and without the fault"
        " (default: as many as the model supports, at most 131,072)",
    )
    made.add_argument("--json", metavar="FILE", help="write JSON ('-': standard output)")
    return made
