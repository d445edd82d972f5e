"""``rope-claims check``: judge claims, report, and say how to run again what failed."""

import argparse
import shlex
import sys
import time
from typing import TextIO

from theory.commands import selection
from theory.gate import installed
from theory.gate import registry as registries
from theory.gate.gate import exit_code, settle
from theory.gate.reading import printable
from theory.ledger.plural import counted
from theory.ledger.terms import Record
from theory.reports.command import PROG
from theory.reports.files import STDOUT, emit, outputs_of, prepare, write_folder


def check_command(given: argparse.Namespace) -> int:
    """``check``: judge, report, and say how to run again what failed."""
    from theory.gate import processes, runner
    from theory.reports import report, screen

    start = time.monotonic()
    installed.refuse_other_code()
    selection.narrowed(given)
    outputs, human = outputs_of(given)
    asked = given.ids or selection.of_package(given.package)
    if set(asked) <= set(registries.all_pins()):  # others may be mistyped: they are looked up below
        prepare(outputs.values())
    try:
        audit = None if given.synthetic else runner.audited_first(asked)
    except runner.Interrupted:
        raise KeyboardInterrupt from None
    registry = registries.load(synthetic=given.synthetic, get=runner.described)
    ids = registries.closure(registry, selection.select(registry, given))
    prepare(outputs.values())
    sound = [one for one in ids if one not in registry.broken]
    source = {package.name: package for package in registry.packages}
    jobs = [
        runner.Job(claim, source[registry.home[claim.id]], given.timeout or claim.seconds)
        for claim in (registry.claims[one] for one in sound)
    ]
    jobs.sort(key=lambda job: -job.limit)  # the longest first, so that none is left to run alone
    try:
        with screen.Watch([job.claim for job in jobs], sys.stderr) as watch:
            width = given.jobs or processes.processors()
            judged = runner.run(jobs, width, watch.started, watch.ended, audit)
    except runner.Interrupted:
        raise KeyboardInterrupt from None
    records = settle(registry, ids, judged)
    code = exit_code(records.values())
    data = report.document(registry, "check", ids, records, code, time.monotonic() - start)
    screen.check_table(data, human)
    report.write_forms(data, outputs)
    if given.smtlib is not None:
        write_folder(given.smtlib, report.to_smtlib(records))
    _farewell(records, given, sys.stderr if STDOUT in outputs.values() else human)
    return int(code)


def _farewell(records: dict[str, Record], given: argparse.Namespace, human: TextIO) -> None:
    """Print the tally; then, as the last line, the command that runs again just what failed."""
    if given.synthetic:
        emit(f"synthetic packages ({printable(given.synthetic)}): no run of the real gate", human)
    failed = [one for one, record in records.items() if record.mark not in ("as expected", "open")]
    good = sum(record.as_expected for record in records.values())
    left = len(records) - good - len(failed)
    undecided = f", {left} open (UNDECIDED, as registered)" if left else ""
    emit(f"{good} of {counted(len(records), 'claim')} as expected{undecided}", human)
    if failed:
        again = [PROG, "check", *failed]
        again += ["--timeout", f"{given.timeout:g}"] if given.timeout else []
        again += ["--synthetic", given.synthetic] if given.synthetic else []
        emit(f"again: {shlex.join(again)}", human)
