"""Write every generated file of a checkout again.

- proofs.md, docs/findings.md and docs/claims.svg, from the claims
- docs/reference, from the parsers and the docstrings
- witnesses.json of the rules that other papers state, from the claims that refute them
- report.schema.json of validate's report, from the types by which it is read
- history.json, the record of verdicts, from git

With --check, the command writes nothing and names the files that differ.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from theory.reports.command import Parser, entry_point
from theory.reports.files import replacing
from theory.reports.proofs import Unproved

CODES = """exit codes:
    0  all files are written; with --check, none differs
    1  with --check, a file differs
    2  bad usage, no checkout, or a shallow one"""


def generated_files() -> Iterator[tuple[Path, str]]:
    """Each generated file and the text that it should hold; the last is made from the first."""
    from constructions.other_papers import witnesses
    from empirical.protocol.paths import SCHEMA
    from empirical.reports.schema import schema_text
    from rope_claims import reference
    from theory.commands.generated import generated
    from theory.reports.files import record_text
    from theory.reports.site import history

    yield from generated().items()
    yield from reference.reference_pages().items()
    yield witnesses.FILE, record_text(witnesses.rule_witnesses())
    yield SCHEMA, schema_text()
    yield history.RECORD, history.history_text()


def parser() -> Parser:
    """The grammar of ``generate``."""
    made = Parser(prog="rope-claims generate", description=__doc__, epilog=CODES)
    made.add_argument("--check", action="store_true", help="compare, write nothing")
    made.add_argument(
        "--leads",
        action="store_true",
        help="write first the distances that the check of BC-table-least tries first (two minutes)",
    )
    return made


@entry_point(Unproved)
def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files, or compare them; exit code 1 if one differs."""
    given = parser().parse_args(arguments)
    if given.leads:
        from constructions.other_papers.base_of_rope import leads

        print(leads.write_leads())
    differ = False
    for path, text in generated_files():
        if path.is_file() and path.read_bytes() == text.encode():
            continue
        differ = True
        if not given.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as draft:
                draft.write_bytes(text.encode())
        print(f"{path}: {'differs' if given.check else 'written'}")
    return int(given.check and differ)
