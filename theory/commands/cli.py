"""The command line: ``rope-claims list | show ID | check [ID…] | errata | site``."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from theory import __version__
from theory.commands import selection
from theory.commands.check import check_command
from theory.gate import installed
from theory.gate import registry as registries
from theory.gate.gate import Exit
from theory.gate.packages import BadPackages
from theory.gate.reading import Unreadable
from theory.ledger.plural import counted
from theory.ledger.terms import Claim, Method
from theory.reports import files
from theory.reports.command import PROG, Parser, Usage, entry_point, seconds, whole_number

NONE: Mapping[str, str] = {}
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
CODES = """exit codes of check and validate (of others 0, 2 and what their --help says):
    0  every verdict is as expected (a claim that is expected to be
       UNDECIDED is open: it is counted apart, and it fails nothing)
    1  some verdict differs, or a claim is broken
    2  bad usage or input, or nothing selected
    7  nothing differs, but something is undecided that should not be, or a
       check came to no answer (a time limit, records that are not there)
   70  a defect of this program; ROPE_CLAIMS_DEBUG=1 shows its traceback
  130  interrupted"""
OF_CHECK = """check also judges the repairs of a claim and the claims that it depends on. An output
file that exists is removed when the run begins, so a run that is killed leaves no report. A run
that is refused with exit code 2 keeps it."""


@entry_point(BadPackages, Unreadable, installed.Foreign)
def main(
    argv: Sequence[str] | None = None, further: Mapping[str, str] = NONE, overview: str = ""
) -> int:
    """Run the command line; the answer is the exit code (``Exit``)."""
    given = parser(further, overview).parse_args(argv)
    return int(given.run(given))


def parser(further: Mapping[str, str] = NONE, overview: str = "") -> argparse.ArgumentParser:
    """The command line's grammar; ``further`` subcommands are only listed, as others run them.

    With an ``overview`` the help shows that in place of argparse's own list.
    """
    about = "Claims, their evidence, their verdicts."
    top = Parser(prog=PROG, description=about, epilog=CODES)
    top.add_argument("--version", action="version", version=f"{PROG} {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    if overview:
        top.format_help = lambda: f"{top.format_usage()}\n{about}\n\n{overview}\n\n{CODES}\n"  # type: ignore[method-assign]
    narrowed = [_listing(commands), _show(commands), _check(commands)]
    errata = commands.add_parser(
        "errata",
        help="what the papers state and what refutes it",
        description="Print each refuted statement of papers A and B and of your own packages,"
        " what refutes it, and its repair. Readings of loose sentences are left out.",
    )
    errata.set_defaults(run=run_errata)
    errata.add_argument("--latex", metavar="FILE", help="write LaTeX ('-': standard output)")
    errata.add_argument("--markdown", metavar="FILE", help="write Markdown (default: '-')")
    errata.add_argument("--json-ld", metavar="FILE", help="write each verdict as JSON-LD")
    errata.add_argument(
        "--paper", default="", metavar="ID", help="print a note on this paper alone, such as PI"
    )
    errata.add_argument("--synthetic", default="", metavar="FILE", help=argparse.SUPPRESS)
    _site_parser(commands)
    for name, line in further.items():
        commands.add_parser(name, help=line, add_help=False)
    for each in narrowed:
        each.add_argument("--package", metavar="NAME", help="claims of this Python package")
        each.add_argument(
            "--method",
            metavar="NAME",
            help=f"claims with this kind of evidence: {', '.join(Method)}",
        )
        each.add_argument("--json", metavar="FILE", help="write JSON ('-': standard output)")
        each.add_argument("--markdown", metavar="FILE", help="write a Markdown table")
        each.add_argument("--synthetic", default="", metavar="FILE", help=argparse.SUPPRESS)
    return top


def _site_parser(commands: Commands) -> None:
    """The grammar of ``site``."""
    site = commands.add_parser(
        "site",
        help="write a web page for each claim",
        description="Write a web page for each claim. It checks the witness again in the browser.",
    )
    site.set_defaults(run=run_site)
    site.add_argument("--out", metavar="FOLDER", required=True, help="a new or empty folder")
    site.add_argument(
        "--package",
        metavar="NAME",
        help="put only the witnesses of this package's claims to their checks; the pages show the"
        " other witnesses as they are stored",
    )


def _listing(commands: Commands) -> argparse.ArgumentParser:
    """The grammar of ``list``."""
    listing = commands.add_parser(
        "list",
        help="what is claimed",
        description="Print one line for each claim: its id, verdict and statement.",
    )
    listing.set_defaults(run=run_list, ids=[])
    listing.add_argument("--paper", metavar="ID", help="claims of this paper: A, B, BC, …")
    listing.add_argument(
        "--verdict",
        metavar="WORD",
        help="claims with this verdict: proved, refuted, supported, 'not reproduced' or undecided",
    )
    listing.add_argument("--search", metavar="TEXT", help="claims whose id or text has TEXT")
    return listing


def _show(commands: Commands) -> argparse.ArgumentParser:
    """The grammar of ``show``."""
    show = commands.add_parser(
        "show",
        help="one claim in full",
        description="Print one claim in full: statement, verdict, reason, witness, evidence.",
    )
    show.set_defaults(run=run_show)
    show.add_argument("ids", nargs=1, metavar="ID", help="the claim")
    show.add_argument(
        "--open", action="store_true", help="write the site and open the claim's page"
    )
    return show


def _check(commands: Commands) -> argparse.ArgumentParser:
    """The grammar of ``check``."""
    judge = "judge claims (all, or those named)"
    check = commands.add_parser(
        "check",
        help=judge,
        description="Judge the named claims again, or all of them.",
        epilog=f"{CODES}\n\n{OF_CHECK}",
    )
    check.set_defaults(run=check_command)
    check.add_argument("ids", nargs="*", metavar="ID", help="only these claims")
    check.add_argument("--junit", metavar="FILE", help="write JUnit XML")
    check.add_argument("--badge", metavar="FILE", help="write the count of claims as an SVG badge")
    check.add_argument(
        "--smtlib", metavar="FOLDER", help="write each question to a solver as SMT-LIB"
    )
    check.add_argument(
        "--jobs", type=whole_number, help="claims judged at once (default: one per processor)"
    )
    check.add_argument(
        "--timeout", type=seconds, help="seconds for a claim, instead of its own limit"
    )
    return check


def run_list(given: argparse.Namespace) -> int:
    """``list``: all claims, a line each."""
    from theory.gate import runner
    from theory.reports import report, screen

    registry = registries.load(synthetic=given.synthetic, get=runner.imported)
    outputs, human = files.outputs_of(given)
    chosen = selection.searched(registry, given, selection.select(registry, given))
    data = report.document(registry, "list", chosen, {})
    narrowed = (
        given.synthetic,
        given.package,
        given.method,
        given.paper,
        given.verdict,
        given.search,
    )
    elsewhere = [] if any(narrowed) else [*selection.judged_elsewhere().values()]
    screen.list_lines(data, elsewhere, human, registry.papers)
    report.write_forms(data, outputs)
    return _listed(data)


def run_show(given: argparse.Namespace) -> int:
    """``show``: one claim in full; its witness is put to the claim's own checks as it is shown."""
    from theory.gate import runner
    from theory.reports import report, show

    other = selection.judged_elsewhere().get(given.ids[0])
    if other and not (given.synthetic or given.json or given.markdown or given.open):
        files.emit(f"{other['id']}: {other['statement']}", sys.stdout)
        files.emit(f"It needs a public model, so it is judged by: {other['command']}", sys.stdout)
        return int(Exit.AS_EXPECTED)
    registry = registries.load(synthetic=given.synthetic, get=runner.imported)
    outputs, human = files.outputs_of(given)
    (one,) = selection.select(registry, given)
    data = report.document(registry, "show", [one], {})
    witness = show.witness_of(registry.claims[one]) if one in registry.claims else None
    files.emit(show.claim_text(registry, data["claims"][0], witness), human)
    report.write_forms(data, outputs)
    if given.open:
        _open_page(registry, one)
    return int(Exit.DIFFERS) if witness and witness.wrong else _listed(data)


def _open_page(registry: registries.Registry, one: str) -> None:
    """Make the site in a folder of its own, and show a claim's page in the reader's browser.

    Raises:
        Usage: the claim has no page, or the site cannot be made.
    """
    import tempfile
    import webbrowser

    made = _site(registry, [one], [])
    if f"claims/{one}.html" not in made:
        raise Usage(f"{one}: has no page, as it is broken")
    folder = Path(tempfile.mkdtemp(prefix="rope-claims-")) / "site"
    files.write_folder(str(folder), made)
    page = folder / "claims" / f"{one}.html"
    opened = webbrowser.open(page.as_uri())
    files.emit(f"{'opened' if opened else 'no browser was found; open'} {page}", sys.stderr)


def _listed(data: dict[str, Any]) -> int:
    """What is listed is only listed, but a broken claim fails wherever it is seen."""
    broken = any(entry["broken"] for entry in data["claims"])
    return int(Exit.DIFFERS if broken else Exit.AS_EXPECTED)


def run_errata(given: argparse.Namespace) -> int:
    """``errata``: an entry for each refuted statement of the papers; none while a claim is broken.

    With ``--paper`` of that paper alone. ``--json-ld`` has every verdict, refuted or not.

    Raises:
        Usage: proofs.md is not there, or an erratum cannot be written in full.
    """
    from theory.gate import runner
    from theory.reports import errata, exchange, latex, proofs

    registry = registries.load(synthetic=given.synthetic, get=runner.imported)
    if given.markdown is None and given.latex is None and given.json_ld is None:
        given.markdown = files.STDOUT
    outputs, _ = files.outputs_of(given)
    if not given.paper or given.paper in registry.papers:  # one that is mistyped is refused below
        files.prepare(outputs.values())
    if _broken(registry, "no errata are written"):
        return int(Exit.DIFFERS)
    try:
        sections = errata.errata_sections(errata.PROOFS) | proofs.foreign(registry)
        # JSON-LD has each verdict, so a paper of which none is refuted has its own, too.
        alone = set(outputs) == {"json_ld"} and given.paper in registry.papers
        entries = [] if alone else errata.collect(registry, sections, given.paper)
        note = errata.note(registry, given.paper) if given.paper else None
        forms = {
            "markdown": lambda: errata.errata_markdown(entries, note),
            "latex": lambda: errata.to_latex(entries, note),
            "json_ld": lambda: exchange.to_json_ld(registry, sections, given.paper),
        }
        texts = {target: forms[name]() for name, target in outputs.items()}
    except (errata.Incomplete, latex.Unmapped) as error:
        raise Usage(str(error)) from None
    for target, text in texts.items():
        files.write(target, text)
    return _left_out(registry, errata.omitted(registry, sections))


def _broken(registry: registries.Registry, then: str) -> bool:
    """Whether one of our claims is broken; says which, why, and what is not done ``then``."""
    for one, why in registry.broken_here.items():
        files.emit(f"{PROG}: error: {then} while {one} is broken: {why}", sys.stderr)
        return True
    return False


def _left_out(registry: registries.Registry, ids: Sequence[str] = ()) -> int:
    """Name other distributions' claims that are broken, or have no section; the exit code."""
    missing = dict.fromkeys(ids, "has no section of its own in a Markdown file")
    for one, why in {**registry.broken, **missing}.items():
        files.emit(f"{PROG}: left out: {one} ({registry.distribution(one)}) {why}", sys.stderr)
    return int(Exit.DIFFERS if registry.broken or ids else Exit.AS_EXPECTED)


def run_site(given: argparse.Namespace) -> int:
    """``site``: every claim on a page, as a folder that opens without a server.

    Raises:
        Usage: proofs.md is not there, an erratum cannot be written in full, or there is no such
            package.
    """
    from theory.gate import runner

    registry = registries.load(get=runner.imported)
    if given.package is not None:
        selection.known_only([given.package], set(registry.home.values()), "package")
    files.prepare_folder(given.out)
    if _broken(registry, "no site is written"):
        return int(Exit.DIFFERS)
    wanted = [c for c in registry.claims if given.package in (None, registry.home[c])]
    refused: list[str] = []
    made = _site(registry, wanted, refused)
    files.write_folder(given.out, made)
    files.emit(f"{counted(len(made), 'file')}; open {Path(given.out) / 'index.html'}", sys.stdout)
    return _left_out(registry) or int(Exit.DIFFERS if refused else Exit.AS_EXPECTED)


def _site(registry: registries.Registry, wanted: Sequence[str], wrong: list[str]) -> dict[str, str]:
    """The site's files by path; the witnesses of the claims that are wanted are put to the checks,
    and the ids of those that are refused are added to ``wrong``.

    Raises:
        Usage: as ``run_site``.
    """
    from theory.reports import errata, proofs, show
    from theory.reports.site import pages

    sound = [one for one in wanted if one not in registry.broken]
    refuted = [one for one in sound if show.by_witness(registry.claims[one])]

    def witness_of(claim: Claim) -> show.Witness | None:
        if claim.id not in refuted:
            return show.witness_of(claim, check=False)
        line = f"[{refuted.index(claim.id) + 1}/{len(refuted)}] {claim.id}: its witness is checked"
        files.emit(line, sys.stderr)
        witness = show.witness_of(claim)
        if witness and witness.wrong:
            wrong.append(claim.id)
            files.emit(f"{PROG}: {claim.id}: its witness is refused: {witness.wrong}", sys.stderr)
        return witness

    try:
        text = errata.proofs()
        entries = errata.collect(registry, errata.headed(text) | proofs.foreign(registry))
    except errata.Incomplete as error:
        raise Usage(str(error)) from None
    return pages.files(
        registry, text, entries, [*selection.judged_elsewhere().values()], witness_of
    )
