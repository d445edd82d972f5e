"""Re-check the witnesses that refute claims: ``rope-claims recheck [ID…]``.

Runs the checkers in theory/witnesses/recheck and constructions/capacity/rules/recheck.py, each in
a Python of its own that sees the standard library alone (python -I). They share no code with the
searches that made the witnesses, nor with each other's. Without an ID every witness is re-checked.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import constructions
import theory
from theory.ledger.plural import counted
from theory.reports.command import Parser, Usage, did_you_mean, entry_point
from theory.reports.files import emit

CODES = """exit codes:
    0  every witness stands
    1  a witness is refused
    2  there is no witness of that claim, or a file cannot be read"""


def programs() -> list[Path]:
    """The standalone checkers."""
    rules = Path(constructions.__path__[0]) / "capacity" / "rules" / "recheck.py"
    folder = Path(theory.__path__[0]) / "witnesses" / "recheck"
    return [*sorted(p for p in folder.glob("*.py") if p.stem != "__init__"), rules]


@entry_point()
def main(arguments: Sequence[str] | None = None) -> int:
    """Print what the checkers say, of the claims that were named."""
    ids = parser().parse_args(arguments).ids
    code, lines = 0, dict[str, str]()
    for program in programs():
        done = subprocess.run(
            [sys.executable, "-I", str(program)], capture_output=True, text=True, check=False
        )
        # A checker that fails in itself ends with 1 too, but says so on standard error.
        if done.returncode not in (0, 1) or done.stderr or not done.stdout:
            raise Usage(f"{program.name}: {(done.stderr.splitlines() or ['no answer'])[-1]}")
        lines |= {line.partition(": ")[0]: line for line in done.stdout.splitlines()}
    for one in ids:
        if one not in lines:
            raise Usage(_no_witness(one, [*lines]))
    for one in ids or lines:
        emit(lines[one], sys.stdout)
        code |= not lines[one].startswith(f"{one}: stands; ")
    count = len(ids or lines)
    emit(f"{counted(count, 'witness', 'witnesses')} re-checked", sys.stderr)
    return code


def _no_witness(one: str, known: Sequence[str]) -> str:
    """What to do about an id that no witness has: the claim is not refuted, or there is none."""
    from theory.gate.packages import installed_packages
    from theory.gate.registry import all_pins

    listed, ours = all_pins(), [one.name for one in installed_packages() if not one.distribution]
    if one in listed and listed[one]["package"] not in ours:
        return f"{one} is of another package; to check its witness: rope-claims check {one}"
    if one in listed:
        return f"{one} has no witness: rope-claims check {one}"
    hint = did_you_mean(one, known) or "rope-claims list --verdict refuted"
    return f"{one}: no witness of this name; {hint}"


def parser() -> Parser:
    """The grammar of ``recheck``."""
    made = Parser(prog="rope-claims recheck", description=__doc__, epilog=CODES)
    made.add_argument("ids", nargs="*", metavar="ID", help="only these claims' witnesses")
    return made
