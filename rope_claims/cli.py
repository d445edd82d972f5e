"""The command ``rope-claims``: each subcommand runs the ``main`` of one module."""

import sys
from collections.abc import Mapping
from importlib import import_module

from rope_claims.commands import EXPERIMENTS, FURTHER, RUN, Command, experiments, overview


def main() -> int:
    """Run the command line; the answer is the exit code.

    ``theory`` compares the installed files with RECORD before it imports the rest for ``check``.
    """
    name, *rest = sys.argv[1:] or [""]
    if name in FURTHER:
        return _answered(FURTHER, name, rest)
    if name == "run":
        return _run(rest)
    from theory.commands.entry import main as theory

    return theory({name: line for name, (_, line) in FURTHER.items()} | {"run": RUN}, overview())


def _run(words: list[str]) -> int:
    """``run EXPERIMENT …``."""
    name, *rest = words or [""]
    if name in EXPERIMENTS:
        return _answered(EXPERIMENTS, name, rest)
    asked = name in ("-h", "--help")
    from theory.reports.command import did_you_mean
    from theory.reports.files import emit

    if asked:
        emit(experiments(), sys.stdout)
        return 0
    hint = did_you_mean(name, [*EXPERIMENTS])
    told = f"{name!r} is no experiment{hint and f'; {hint}'}" if name else "name an experiment"
    emit(f"rope-claims: error: {told} (see rope-claims run --help)", sys.stderr)
    return 2


def _answered(known: Mapping[str, Command], name: str, words: list[str]) -> int:
    """Run a command; one of ``empirical`` needs transformers, and so the docstrings."""
    module, _ = known[name]
    if sys.flags.optimize > 1 and module.startswith("empirical."):
        from empirical import WITHOUT_DOCSTRINGS

        print(WITHOUT_DOCSTRINGS, file=sys.stderr)
        return 2
    return int(import_module(module).main(words))
