"""Which edits of the checker in JavaScript no forgery notices: ``python -m
tests.theory.reports.site.kills [FILE…]``, the files without ``.js``.

The edits are those of ``tests/edits`` with which no forgery stands. Each is held against every
forged witness of its file, or every forged certificate that another edit accepts: it is noticed if
the edited checker takes one that the checker refuses. Edits of what encloses numbers, of rules of
thumb and of the command have tests of their own; so has what tampered witnesses notice
(``test_checker.py``).
"""

import json
import sys

from tests.constructions import forged, misstated, narrowed
from tests.edited import listed
from tests.theory.reports.site.node import CERTIFIES, edited
from tests.theory.reports.site.unsound_edits import CERTIFICATES, FILES, FOLDER, WITNESSES
from theory.witnesses.witness import homes

ELSEWHERE = {"check", "enclosures", "rules"}


def witnesses() -> list[tuple[str, str]]:
    """(claim, text) of every forged witness."""
    return [(claim, json.dumps(data)) for *_, claim, data, _ in WITNESSES]


def certificates() -> list[tuple[str, str]]:
    """The forged certificates that some edit accepts."""
    false = dict([*forged.false(), *narrowed.false(1), *misstated.false()])
    return [("certificate", false[name]) for name in dict.fromkeys(row[-1] for row in CERTIFICATES)]


def unnoticed(file: str) -> list[str]:
    """The edits of one file that no forgery notices."""
    every = certificates() if file in CERTIFIES else witnesses()
    home = {"designs": "steps"}.get(file, file)
    chosen = [x for x in every if file in (*CERTIFIES, "exact") or homes()[x[0]].stem == home]
    alive = []
    for name, old, new in (row for row in listed(f"{FOLDER}/{file}.js") if len(row) == 3):
        verdicts = edited([((f"{file}.js", old, new), *one) for one in chosen])
        if (False, True) not in verdicts:
            alive.append(name)
    return alive


def main(given: list[str]) -> int:
    """Print the edits that live, a line each; 1 if there are any."""
    alive = [
        f"{file}.js: {name}"
        for file in given or sorted({*FILES} - ELSEWHERE)
        for name in unnoticed(file)
    ]
    print("\n".join(alive))
    return bool(alive)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
