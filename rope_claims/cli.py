"""The command ``rope-claims``: subcommands that need a model, and all those of ``theory``."""

from __future__ import annotations

import sys
from importlib import import_module

FURTHER = {
    "doctor": ("rope_claims.diagnosis.command", "is the RoPE that runs the configured one?"),
    "new-paper": ("rope_claims.new_paper.command", "a package for the claims of your own paper"),
    "pin": ("theory.describe", "write down what every claim says of itself"),
}
"""Subcommands that run here: the module whose ``main`` takes the arguments, and a line of help."""


def main() -> int:
    """Run the command line; the answer is the exit code.

    ``theory`` compares the installed files with RECORD before it imports the rest for ``check``.
    """
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name in FURTHER:
        return int(import_module(FURTHER[name][0]).main(sys.argv[2:]))
    from theory.__main__ import main as theory

    return theory({name: line for name, (_, line) in FURTHER.items()})
