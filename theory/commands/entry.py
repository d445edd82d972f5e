"""The command ``rope-claims``: for ``check``, the installed files are looked at before they run."""

import sys
from collections.abc import Mapping

from theory.gate import installed


def main(further: Mapping[str, str] | None = None, overview: str = "") -> int:
    """Run the command line; a file of another distribution ends ``check`` with exit code 2.

    ``theory.commands.cli`` may itself be such a file, so it is imported only then. ``further`` are
    subcommands that run elsewhere, with a line of help each; ``overview`` lists all by group.
    """
    if sys.argv[1:2] == ["check"]:
        try:
            installed.state()
        except installed.Foreign as error:
            print(f"{installed.NAME}: error: {error}", file=sys.stderr)
            return 2
    from theory.commands.cli import main as command

    return command(further=further or {}, overview=overview)
