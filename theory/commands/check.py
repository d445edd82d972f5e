"""``rope-claims check``: judge claims, report, and say how to run again what failed."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Callable
from io import StringIO
from typing import Any, TextIO

from theory.commands import selection
from theory.gate import installed
from theory.gate import registry as registries
from theory.gate.gate import exit_code, mark, settle
from theory.gate.reading import printable
from theory.ledger.terms import Record
from theory.reports.command import PROG
from theory.reports.files import STDOUT, emit, prepare, prepare_folder, write, write_folder

FORMS = ("json", "junit", "markdown", "badge", "latex", "json_ld")


def check_command(given: argparse.Namespace) -> int:
    """``check``: judge, report, and say how to run again what failed."""
    from theory.gate import runner
    from theory.reports import report, screen

    start = time.monotonic()
    installed.refuse_other_code()
    selection.narrowed(given)
    outputs, human = outputs_of(given)
    if given.smtlib is not None:
        prepare_folder(given.smtlib)
    try:
        asked = given.ids or selection.of_package(given.package)
        audit = None if given.synthetic else runner.audited_first(asked)
    except runner.Interrupted:
        raise KeyboardInterrupt from None
    registry = registries.load(synthetic=given.synthetic, get=runner.described)
    ids = registries.closure(registry, selection.select(registry, given))
    sound = [one for one in ids if one not in registry.broken]
    source = {package.name: package for package in registry.packages}
    jobs = [
        runner.Job(claim, source[registry.home[claim.id]], given.timeout or claim.seconds)
        for claim in (registry.claims[one] for one in sound)
    ]
    jobs.sort(key=lambda job: -job.limit)  # the longest first, so that none is left to run alone
    try:
        with screen.Watch([job.claim for job in jobs], sys.stderr) as watch:
            width = given.jobs or runner.processors()
            judged = runner.run(jobs, width, watch.started, watch.ended, audit)
    except runner.Interrupted:
        raise KeyboardInterrupt from None
    records = settle(registry, ids, judged)
    code = exit_code(records.values())
    data = report.document(registry, "check", ids, records, code, time.monotonic() - start)
    screen.check_table(data, human)
    finish(data, outputs)
    if given.smtlib is not None:
        write_folder(given.smtlib, report.to_smtlib(records))
    _farewell(records, given, sys.stderr if STDOUT in outputs.values() else human)
    return int(code)


def outputs_of(given: argparse.Namespace) -> tuple[dict[str, str], TextIO]:
    """The files to write, by format, seen to be writable; and where the table goes.

    With a file on standard output the table goes nowhere: what a program reads stands alone.

    Raises:
        Unwritable: see ``theory.reports.files.prepare``.
    """
    asked = {name: getattr(given, name, None) for name in FORMS}
    outputs = {name: target for name, target in asked.items() if target is not None}
    prepare(outputs.values())
    return outputs, StringIO() if STDOUT in outputs.values() else sys.stdout


def finish(data: dict[str, Any], outputs: dict[str, str]) -> None:
    """Write a report in each format that was asked for."""
    from theory.reports import report
    from theory.reports.site.badge import badge

    forms: dict[str, Callable[[dict[str, Any]], str]] = {
        "json": report.to_json,
        "junit": report.to_junit,
        "markdown": report.to_markdown,
        "badge": badge,
    }
    for name, target in outputs.items():
        write(target, forms[name](data))


def _farewell(records: dict[str, Record], given: argparse.Namespace, human: TextIO) -> None:
    """Print the tally; then, as the last line, the command that runs again just what failed."""
    if given.synthetic:
        emit(f"synthetic packages ({printable(given.synthetic)}): no run of the real gate", human)
    failed = [one for one, record in records.items() if mark(record) not in ("as expected", "open")]
    good = sum(record.as_expected for record in records.values())
    left = len(records) - good - len(failed)
    said = f", {left} open (UNDECIDED, as registered)" if left else ""
    emit(f"{good} of {len(records)} claims as expected{said}", human)
    if failed:
        again = [PROG, "check", *failed]
        again += ["--timeout", f"{given.timeout:g}"] if given.timeout else []
        again += ["--synthetic", given.synthetic] if given.synthetic else []
        emit(shlex.join(again), human)
