"""Write a certificate for one constructed head.

The head is paper B's Index head, its Retrieval head, or a symbolic Retrieval head. For example:

  rope-claims certificate index --letters 120 --integers 16 --n0 4096 \\
      --theta 1/4096 --beta 8388608 --format float32 --out FILE

``check_certificate.py`` checks the file with the standard library alone.
"""

import argparse
from collections.abc import Sequence
from fractions import Fraction

from constructions.certificate.certificate import Printed, Symbolic
from constructions.heads.onelayer import FORMATS
from theory.reports.command import Parser, entry_point
from theory.reports.files import STDOUT, hold_targets, write


def parser() -> argparse.ArgumentParser:
    """The command line."""
    given = Parser(prog="rope-claims certificate", description=__doc__)
    given.add_argument(
        "head", choices=("index", "retrieval", "retrieval-symbolic"), help="which head"
    )
    for name, text in (
        ("letters", "number of letters"),
        ("integers", "number of integers"),
        ("n0", "the longest input, in tokens"),
    ):
        given.add_argument(f"--{name}", type=int, required=True, help=text)
    given.add_argument(
        "--theta", type=_number, help="angle per position, in turns; not for retrieval-symbolic"
    )
    given.add_argument("--beta", type=_number, required=True, help="factor of the logits")
    given.option("--format", "number format of the run", "float32", choices=FORMATS)
    given.add_argument(
        "--reals",
        action="store_true",
        help="certify exact arithmetic only, no run in a number format",
    )
    given.add_argument("--out", required=True, help="the file; - for standard output")
    return given


def _number(text: str) -> Fraction:
    """An exact number; what is none is argparse's to report."""
    try:
        number = Fraction(text)
        float(number)
    except OverflowError:
        raise argparse.ArgumentTypeError(f"{text!r} is too large for a float") from None
    except ZeroDivisionError:
        raise argparse.ArgumentTypeError(f"{text!r} divides by 0") from None
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number; such as 1/100 or 0.5") from None
    return number


def _asked(given: argparse.Namespace) -> Printed | Symbolic:
    """The head that the command line names.

    Raises:
        ValueError: θ missing, or given to a head without one; no letter or no integer.
    """
    for name, count in (("letters", given.letters), ("integers", given.integers)):
        if count < 1:
            raise ValueError(f"--{name} {count}: at least 1 is needed")
    sizes = (given.letters, given.integers)
    if given.head == "retrieval-symbolic":
        if given.theta:
            raise ValueError(f"--theta {given.theta}: a symbolic head turns by none; leave it out")
        return Symbolic(*sizes, given.beta, given.format)
    if given.theta is None:
        raise ValueError(f"--theta: {given.head} turns by an angle; give it in turns, as 1/4096")
    return Printed(given.head, *sizes, given.theta, given.beta, given.format)


@entry_point(ValueError, ArithmeticError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Certify one head; exit code 0 certified, in a run too unless --reals; 3 not; 2 bad input."""
    given = parser().parse_args(arguments)
    made = _asked(given)
    hold_targets([given.out])
    certificate = made.certify(given.n0)
    write(given.out, certificate.text().rstrip("\n"))
    if given.out != STDOUT:
        print(certificate.fields["claim"])
    done = certificate.certified if given.reals else certificate.run_certified
    return 0 if done else 3
