"""What a change of structure must not move: ``python .ci/fixed_points.py [--write] [--verdicts]``.

Compares with ``fixed_points.json`` next to this file, by name and digest: what each claim says of
itself and the subject that it is judged on, the hash of each registered criterion, the pinned
statements of the proofs, and the answers of both checkers to every committed certificate and
witness. ``--verdicts`` judges every claim too, which takes minutes. A change that moves one on
purpose runs ``--write`` in the same commit.
The checkers' answers take some minutes of CPU time in a fresh checkout. ``build`` keeps each answer
with the digest of its program, its file and its interpreter, so that later runs take seconds.
Without Node the answers of the JavaScript checker stay as they are stored, and are not compared.
Exit code 1 names what moved.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STORED = Path(__file__).with_suffix(".json")
KNOWN = ROOT / "build" / "fixed_points.json"
CHECKER = "theory/reports/site/checker/check.js"
JAVASCRIPT = "javascript "
NODE = shutil.which("node")
CERTIFICATE = "constructions/check_certificate.py"
CAPACITY = "constructions/capacity/check_capacity.py"


def digest(text: str) -> str:
    """Sixteen hexadecimal digits of the text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def answer(*command: str) -> str:
    """A program's exit code and the digest of what it prints, without the checkout's place."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    printed = (done.stdout + done.stderr).replace(f"{ROOT}/", "")
    return f"{done.returncode} {digest(printed)}"


def inputs(command: tuple[str, ...], file: str, node: str) -> str:
    """The digest of all that an answer depends on: interpreter, program and file."""
    program = ROOT / command[1]
    shared = "*.js" if program.suffix == ".js" else "__init__.py"
    sources = sorted({program, *program.parent.glob(shared)})
    version = node if program.suffix == ".js" else sys.version
    whole = b"\0".join(one.read_bytes() for one in (*sources, ROOT / file))
    return f"{digest(repr((command[1:], version)))} {hashlib.sha256(whole).hexdigest()[:16]}"


def claims() -> Iterator[tuple[str, str]]:
    """Each claim's pin."""
    from theory.gate.registry import load
    from theory.ledger.describe import pin

    registry = load()
    yield from ((f"broken {one}", why) for one, why in registry.broken.items())
    for one, claim in registry.claims.items():
        yield f"claim {one}", digest(json.dumps(pin(claim)))


def subjects() -> Iterator[tuple[str, str]]:
    """What the checks of each claim run on. A constant or a row that an edit moves there is judged
    next to a sentence that still has the old one: as many cases, and every mutant rejected."""
    from theory.gate.registry import load

    for one, claim in load(only=["theory", "constructions"]).claims.items():
        yield f"subject {one}", digest(re.sub(r" at 0x[0-9a-f]+", "", repr(claim.subject())))


def criteria() -> Iterator[tuple[str, str]]:
    """Each registered criterion's hash."""
    from empirical.criteria.command import BY_KIND
    from empirical.criteria.command import criteria as registered

    for kind in BY_KIND:
        yield from ((f"criterion {one}", now) for one, now in registered(kind).items())


def proofs() -> Iterator[tuple[str, str]]:
    """The statements, axioms and versions that the audit holds the proofs to."""
    yield "proofs/pinned.txt", digest((ROOT / "proofs" / "pinned.txt").read_text("utf-8"))


def checked() -> Iterator[tuple[str, str]]:
    """Both checkers' answers to each certificate, and to each file of witnesses."""
    asked: dict[str, tuple[tuple[str, ...], str]] = {}
    for file in ROOT.glob("[a-z]*/**/rules/witnesses.json"):  # half a minute, so first
        name = file.relative_to(ROOT).as_posix()
        asked |= {f"{JAVASCRIPT}rules": (("node", CHECKER, name), name)}
    for file in sorted(ROOT.glob("[a-z]*/**/certificates/*.json")):
        name = file.relative_to(ROOT).as_posix()
        program = CAPACITY if "/capacity/" in name else CERTIFICATE
        asked |= {f"python {name}": ((sys.executable, program, name), name)}
        asked |= {f"{JAVASCRIPT}{name}": (("node", CHECKER, name), name)}
    for file in sorted((ROOT / "theory/witnesses/recheck").glob("[a-z]*.py")):
        name = f"theory/witnesses/{file.stem}.json"
        asked |= {f"python {name}": ((sys.executable, file.relative_to(ROOT).as_posix()), name)}
        asked |= {f"{JAVASCRIPT}{name}": (("node", CHECKER, name), name)}
    if not NODE:
        asked = {one: value for one, value in asked.items() if not one.startswith(JAVASCRIPT)}
        print("fixed points: no Node, so no answer of the JavaScript checker", file=sys.stderr)
    node = answer("node", "--version") if NODE else ""
    keys = {one: inputs(command, file, node) for one, (command, file) in asked.items()}
    known = json.loads(KNOWN.read_text("utf-8")) if KNOWN.is_file() else {}
    missing = [one for one in asked if keys[one] not in known]
    KNOWN.parent.mkdir(exist_ok=True)
    if len(missing) > 50:
        print(f"fixed points: {len(missing)} answers of checkers, some minutes", file=sys.stderr)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = pool.map(lambda one: answer(*asked[one][0]), missing)
        for done, (one, value) in enumerate(zip(missing, answers, strict=True), 1):
            known[keys[one]] = value
            KNOWN.write_text(json.dumps(known), "utf-8")
            if done % 50 == 0:
                print(f"fixed points: {done} of {len(missing)} answers", file=sys.stderr)
    yield from ((one, known[key]) for one, key in keys.items())


def verdicts() -> Iterator[tuple[str, str]]:
    """Each claim's verdict, judged now."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "rope_claims", "check", "--json", str(report)]
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
        for record in json.loads(report.read_text("utf-8"))["claims"]:
            yield f"verdict {record['id']}", record["verdict"]


def main() -> int:
    """Compare what is with what was, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="take what is as what should be")
    parser.add_argument("--verdicts", action="store_true", help="judge every claim too (minutes)")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    parts = [claims, subjects, criteria, proofs, checked, *([verdicts] if options.verdicts else [])]
    now = {name: value for part in parts for name, value in part()}
    before = json.loads(STORED.read_text("utf-8")) if STORED.is_file() else {}
    kept = () if options.verdicts else ("verdict ",)
    kept += () if NODE else (JAVASCRIPT,)
    now |= {name: value for name, value in before.items() if name.startswith(kept)}
    if options.write:
        text = json.dumps(dict(sorted(now.items())), indent=1, ensure_ascii=False)
        STORED.write_text(text + "\n", encoding="utf-8")
    moved = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
    for name in moved:
        print(f"{name}: {before.get(name, 'not there')} -> {now.get(name, 'not there')}")
    print(f"fixed points: {len(now)}, moved: {len(moved)}")
    return int(bool(moved) and not options.write)


if __name__ == "__main__":
    sys.exit(main())
