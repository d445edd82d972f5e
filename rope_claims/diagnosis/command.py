"""Is the RoPE that runs the RoPE that the configuration says? ``rope-claims doctor MODEL``.

MODEL is a folder, a GGUF file, a repository or an alias. The model runs on some forty tokens at
chosen positions, near and at the longest that its configuration supports, and generates three.
Measured, from queries and keys before and after rotation: the angle of each frequency, the
attention factor, which coordinates turn together, and at which positions tokens stand. They are
compared with the text of config.json, by formulas of our own, and with what transformers makes of
it. Which fault gives the measured angles is inferred.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from theory.reports.command import Parser, command, count
from theory.reports.files import STDOUT, emit, prepare, write

CODES = """exit codes:
    0  no finding
    1  a finding
    2  the model or configuration cannot be read"""


@command(ValueError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Examine, print, and answer 0, 1 or 2."""
    given = parser().parse_args(arguments)
    if given.json is not None:
        prepare([given.json])
    from transformers.utils import logging

    from rope_claims.diagnosis.doctor import doctor

    logging.set_verbosity_error()
    found = doctor(
        given.model, config=given.config, config_only=given.config_only, reach=given.reach
    )
    if given.json is not None:
        write(given.json, found.to_json())
    if given.json != STDOUT:
        import sys

        emit(found.text(), sys.stdout)
    return int(not found.healthy)


def parser() -> Parser:
    """The grammar of ``doctor``."""
    made = Parser(
        prog="rope-claims doctor",
        description=__doc__,
        epilog=CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("model", metavar="MODEL", help="a folder, GGUF file, repository or alias")
    made.add_argument("--config", metavar="FILE", help="the configuration that it should follow")
    made.add_argument(
        "--config-only", action="store_true", help="read config.json alone; no weights"
    )
    made.add_argument(
        "--reach",
        type=count,
        metavar="N",
        help="certify the capacity in windows of N positions, before and after (seconds)",
    )
    made.add_argument("--json", metavar="FILE", help="write JSON ('-': standard output)")
    return made


if __name__ == "__main__":
    import sys

    sys.exit(main())
