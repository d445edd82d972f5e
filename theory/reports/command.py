"""What every command does alike: errors in one line, exit codes, Ctrl-C, a reader that goes away.

Programs that are handed out alone share nothing on purpose and do not use this: the certificate
checker, the recheckers of witnesses, the audit of the proofs; nor does the gate's worker, which
answers to the gate and not to a person.
"""

import argparse
import difflib
import errno
import math
import os
import re
import sys
import textwrap
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec

from theory.gate.gate import Exit
from theory.gate.reading import one_line
from theory.paths import CHECKOUT
from theory.reports.files import Unwritable

P = ParamSpec("P")

PROG = "rope-claims"
GOES_ON = "the same command goes on"
"""What a command that keeps what is done says when it is interrupted."""
LEAST = re.compile(r"([\w.-]+)[^;]*>=([\d.]+)[^;]*")
"""A requirement with a least version: the name and that version. One with a condition is none."""
CUT_OFF = 141
"""128 and SIGPIPE: what a shell reports of a program whose reader has gone."""
SUGGESTED = 3
"""Names that a message suggests, at most."""
DEBUG = "ROPE_CLAIMS_DEBUG"
"""An environment variable: with any value, a defect also shows its traceback."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a disk, a quota or a file that can grow no more."""


class Usage(Exception):
    """Bad usage or input, in one line that says what to do."""


class Help(argparse.HelpFormatter):
    """Keeps paragraphs and lists, leaves out Markdown's backticks, and gives long lists air."""

    OPTIONS = 6
    """With more options than this, the usage line says [OPTION…] for those that may be left out."""
    WORDS = 30
    """If the options of a group have more words than this, a blank line follows each."""

    def add_arguments(self, actions: Iterable[argparse.Action]) -> None:
        shown = [one for one in actions if one.help != argparse.SUPPRESS]
        words = sum(2 + len((one.help or "").split()) for one in shown)
        for one in shown:
            self.add_argument(one)
            if words > self.WORDS:
                self._add_item(lambda: "\n", [])

    def _format_usage(self, usage: Any, actions: Any, groups: Any, prefix: Any) -> str:
        needed = [one for group in groups if group.required for one in group._group_actions]
        kept = [one for one in actions if one.required or not one.option_strings or one in needed]
        short = usage is None and len(actions) - len(kept) > self.OPTIONS
        made = super()._format_usage(usage, kept if short else actions, groups, prefix)
        return made.replace(self._prog, f"{self._prog} [OPTION…]", 1) if short else made

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        parts = re.split(r"\n\s*\n", text.replace("``", "").strip("\n"))
        return "\n\n".join(
            one if re.search(r"^\s|^- ", one, re.M) else textwrap.fill(" ".join(one.split()), width)
            for one in parts
        )


class Parser(argparse.ArgumentParser):
    """Reports errors as every command does: one line, exit code 2, with the nearest names."""

    FEW = 8
    """So many choices at most are listed; of more the nearest are named."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **{"formatter_class": Help, **named})
        self._words: Sequence[str] = ()

    def option(self, name: str, about: str, default: Any, **given: Any) -> None:
        """An option with a default, which its help ends with, of the default's type if no other is
        given. A path next to this package is shown from there."""
        usual = default
        if isinstance(default, Path):
            given.setdefault("type", Path)
            inside = default.is_relative_to(CHECKOUT)
            usual = default.relative_to(CHECKOUT) if inside else default
        given.setdefault("type", type(default))
        self.add_argument(name, default=default, help=f"{about} (default: {usual})", **given)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse has it, but what a subcommand does not know is an error of its own."""
        self._words = sys.argv[1:] if args is None else args
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return known, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = [*map(str, action.choices or ())]
        if len(choices) <= self.FEW or value in choices:
            super()._check_value(action, value)
            return
        hint = did_you_mean(value, choices)
        raise argparse.ArgumentError(action, f"invalid choice: {value!r}{hint and f'; {hint}'}")

    def error(self, message: str) -> NoReturn:
        if message.startswith(("unrecognized arguments", "the following arguments are required")):
            message = self._mistyped() or message
        raise Usage(f"{message} (see {self.prog} --help)")

    def _mistyped(self) -> str:
        """What to say of the first option that there is not; '' if each is there."""
        known = [one[2:] for one in self._option_string_actions if one.startswith("--")]
        for word in self._words:
            option = word[2:].partition("=")[0]
            if word[:2] == "--" != word and not any(one.startswith(option) for one in known):
                meant = ", ".join(f"--{one}" for one in nearest_names(option, known))
                return f"no option --{option}{meant and f'; did you mean {meant}?'}"
        return ""


def name_list(title: str, names: Iterable[str]) -> str:
    """Names as a list for an epilog: an item for each family, and one for names without relatives.

    The family is what a name's first letters say: gemma of gemma-2-2b.
    """
    own = {name: re.split(r"[^a-z]", name)[0] for name in names}
    size = Counter(own.values())
    items: dict[str, list[str]] = {}
    for name, family in own.items():
        items.setdefault(family if size[family] > 1 else "", []).append(name)
    wrap = textwrap.TextWrapper(
        79, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False
    )
    listed = [wrap.fill(", ".join(some)) for family, some in items.items() if family]
    return "\n".join(
        [f"{title}:", *listed, *([wrap.fill(", ".join(items[""]))] if "" in items else [])]
    )


def nearest_names(text: str, known: Sequence[str]) -> list[str]:
    """At most three of the known texts: those that begin alike first, then those that are alike.

    What two claims of one paper have in common ("A-") is no common beginning.
    """
    alike: list[str] = []
    for end in range(len(text), max(text.find("-") + 1, 2), -1):
        alike = [one for one in known if one.startswith(text[:end])]
        if alike:
            break
    close = difflib.get_close_matches(text, known, n=SUGGESTED, cutoff=0.5)
    return [*dict.fromkeys([*alike, *close])][:SUGGESTED]


def did_you_mean(text: str, known: Sequence[str]) -> str:
    """A question that names the nearest of the known texts; '' if none is near."""
    meant = nearest_names(text, known)
    return f"did you mean {', '.join(meant)}?" if meant else ""


def whole_number(text: str) -> int:
    """A whole number from 1, for an option's ``type``.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no count; give 1 or more")
    return int(text)


def seconds(text: str) -> float:
    """A time limit, for an option's ``type``.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is no time limit; give seconds above 0")
    return value


@cache
def too_old() -> str:
    """What to do about an installed package that is older than this distribution asks for, or ''.

    A package that is missing is no matter here: some commands need none but the standard library.
    """
    from importlib.metadata import PackageNotFoundError, requires, version

    try:
        asked = requires(PROG) or []
    except PackageNotFoundError:  # a plain checkout
        return ""
    for requirement in asked:
        parts = LEAST.fullmatch(requirement)
        try:
            installed = version(parts[1]) if parts else ""
        except PackageNotFoundError:
            continue
        if parts and _release(installed) < _release(parts[2]):
            wanted = requirement.replace(" ", "")
            return (
                f"{parts[1]} {installed} is installed, and {PROG} needs {wanted}:"
                f" {sys.executable} -m pip install '{wanted}'"
            )
    return ""


def _release(version: str) -> tuple[int, ...]:
    """The first four numbers of a version: (2, 11, 0, 0) of 2.11.0+cpu."""
    numbers = re.findall(r"\d+", re.split(r"[^\d.]", version)[0])
    return tuple(map(int, [*numbers, 0, 0, 0][:4]))


def entry_point(
    *bad_input: type[Exception], interrupted: str = ""
) -> Callable[[Callable[P, int]], Callable[P, int]]:
    """Make a ``main`` of a function that does the work and returns the exit code.

    Usage, Unwritable, every OSError and the exceptions ``bad_input`` end it with one line on
    standard error and exit code 2. So do a package that is too old and memory that runs out. Any
    other exception is a defect of the program: one line and exit code 70, never 1, which means that
    a verdict differs; DEBUG adds the traceback. Ctrl-C ends it with 130 and a line in which
    ``interrupted``, or what the KeyboardInterrupt itself says, tells how to go on. A reader that
    has gone away (``| head``) ends it in silence with 141.
    """
    refused: tuple[type[Exception], ...] = (Usage, Unwritable, OSError, *bad_input)

    def made(main: Callable[P, int]) -> Callable[P, int]:
        @wraps(main)
        def run(*given: P.args, **named: P.kwargs) -> int:
            if sys.stdout is None:
                print(f"{PROG}: error: standard output is closed: give one", file=sys.stderr)
                return int(Exit.USAGE)
            soften_streams()
            try:
                if too_old():
                    raise Usage(too_old())
                code = main(*given, **named)
                sys.stdout.flush()
                return code
            except KeyboardInterrupt as stop:
                hint = str(stop) or interrupted
                print(f"{PROG}: interrupted{hint and f'; {hint}'}", file=sys.stderr)
                return int(Exit.INTERRUPTED)
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                return CUT_OFF
            except (SystemExit, GeneratorExit):
                raise
            except refused as error:
                return _failed(_message(error), Exit.USAGE)
            except MemoryError as error:
                return _failed(f"not enough memory ({error})", Exit.USAGE)
            except BaseException as error:  # a panic of a library in Rust is no Exception
                return _defect(error)

        return run

    return made


def _failed(message: str, code: int) -> int:
    """Say on one line why a command ends, and return its exit code."""
    try:
        sys.stdout.flush()
    except OSError:  # a full disk: what is left would be written, and fail, once more at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    print(f"{PROG}: error: {one_line(message)}", file=sys.stderr)
    return int(code)


def _defect(error: BaseException) -> int:
    """Say on one line that the program is wrong, and return that exit code."""
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
        how = "please report it with this traceback"
    else:
        how = f"set {DEBUG}=1 for the traceback, and please report it"
    told = one_line(error, 200)
    return _failed(
        f"this is a defect of {PROG}: {type(error).__name__}{told and f': {told}'}; {how}",
        Exit.DEFECT,
    )


def _message(error: Exception) -> str:
    """What an exception says, without Python's own dress: an error's number, a key's quotes."""
    if isinstance(error, OSError) and error.strerror:
        why = error.strerror
        if error.errno == errno.EEXIST and os.path.isfile(str(error.filename)):
            why = "it is a file; name a folder"
        message = f"{error.filename}: {why}" if error.filename else why
        return f"{message}: make room and run again" if error.errno in FULL else message
    return f"there is no {error}" if isinstance(error, KeyError) else str(error)


def soften_streams() -> None:
    """Let a terminal that lacks a letter show its escape instead of ending the run."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
