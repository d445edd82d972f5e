"""Audits the Coq proofs in this folder: builds them from nothing and holds them to pinned.txt.

    python3 audit.py            build, check, compare with pinned.txt, print every statement
    python3 audit.py --cached   the same, or what it printed when this very text passed before
    python3 audit.py --pin      write pinned.txt from what is found

--pin asks about theorems together whose axioms pinned.txt has as the same. One that has come to
rest on fewer keeps those until each is asked about alone, as where there is no pinned.txt yet.

Needs Python 3 and two Debian packages, coq and libcoq-mathcomp-algebra. It runs isolated (python
-I -S): nothing next to this file is imported, and no variable or site file of the user's is heard.
Where a passed audit cannot be remembered, it runs again. Four guards, each has to be content:

1. the text: no way to assume, to switch a check off or to redefine; statement files define only;
2. Coq: each statement has one theorem of exactly that type, with the axioms pinned;
3. coqchk: the compiled files, checked again by the separate checker, with the axioms pinned;
4. pinned.txt: each definition as written and, by digest, as Coq understood it (notations,
   coercions and implicit arguments spelt out), axioms, and versions.

And one that a slip in a statement has to pass: near_misses/topic.v holds statements of that topic
with a few words changed, and Coq is seen to accept a proof that each of them is false: so it can
accept none that it is true.

Exit code 0: all as pinned; 1: anything differs; 2: Coq is missing, or bad usage.
"""

import os
import sys

if __name__ == "__main__" and not (sys.flags.isolated and sys.flags.no_site):
    # Before any import that a file next to this one, or on PYTHONPATH, could stand in for.
    os.execv(sys.executable, [sys.executable, "-I", "-S", __file__, *sys.argv[1:]])

import argparse
import contextlib
import difflib
import fcntl
import hashlib
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
INSTALL = "apt-get install coq libcoq-mathcomp-algebra"
PACKAGES = ("coq", "libcoq-mathcomp-ssreflect", "libcoq-mathcomp-fingroup")
PACKAGES += ("libcoq-mathcomp-algebra",)
TOOLS = ("coqc", "coqchk", "coq_makefile", "make")
PATHS = ("-Q", "statements", "Statements", "-Q", "proofs", "Proofs")
BUILT = re.compile(r".*\.(vo|vok|vos|glob|aux|pyc|cache)|\.?Makefile\.coq.*")
"""Names of files that ``make build`` and Python leave next to the sources."""
WAIT = 900
"""Seconds to wait for another audit of the same text before making one's own."""
PATHS += ("-Q", "near_misses", "Near_misses")
PINNED_AXIOMS = re.compile(r"^  (?:theorem|refuted by) (\S+); axioms: (.+)$", re.MULTILINE)
MOST_CHANGED = 32
"""A near-miss differs from its statement by so many words at most."""
# fmt: off
FORBIDDEN = frozenset(
    {
        "Admitted", "admit", "give_up", "Axiom", "Axioms", "Parameter", "Parameters",
        "Conjecture", "Conjectures", "Abort", "Guarded", "Guard", "Positivity", "Universe",
        "bypass_check", "Module", "Declare", "Redirect", "Load", "LoadPath", "ML", "Drop", "Cd",
        "Extraction", "Primitive", "Register", "Rewriting", "Symbol", "Symbols", "Debug", "Undo",
        "Back", "Restart", "native_compute", "type_in_type", "universe_checking",
        "impredicative_set",
    }
)
# fmt: on
"""Words that a source may not hold outside its comments."""
STATEMENT = re.compile(r"Definition\s+(\w+)\s*:\s*Prop\s*:=")
DEFINES = re.compile(r"(?:Definition|Fixpoint|Inductive)\s+(\w+)\b")
BODY = re.compile(r"^(?:Definition|Fixpoint|Inductive)\b.*?\.(?=\s|\Z)", re.MULTILINE | re.DOTALL)
ALLOWED = re.compile(
    r"(From\s+(mathcomp|Coq|Statements)\s+Require\s+Import|Import\s+(GRing|Num|Order|GroupScope)\b"
    r"|(Local\s+)?Open\s+Scope|Set\s+Implicit\s+Arguments$|Unset\s+Strict\s+Implicit$"
    r"|Unset\s+Printing\s+Implicit\s+Defensive$|Section|End|Variables?|Implicit\s+Types?"
    r"|Definition|Fixpoint|Inductive)\b"
)
"""How a sentence of a statement file may begin."""


class Refused(Exception):
    """The proofs are not what they should be."""


class Missing(Exception):
    """Coq is not installed."""


def sources(root):
    """The sources below ``root``, by path relative to it: {'statements/x.v': text}."""
    texts = {}
    for part in ("statements", "proofs", "near_misses"):
        if (root / part).is_symlink():
            raise Refused(f"{part} is a link: sources are plain files in plain folders")
        for path in sorted((root / part).glob("**/*.v")):
            name = path.relative_to(root).as_posix()
            if not re.fullmatch(r"\w+/[a-z][a-z0-9_]*\.v", name) or path.is_symlink():
                raise Refused(f"{name}: sources are plain files folder/x.v")
            texts[name] = path.read_text(encoding="utf-8")
    if not texts:
        raise Refused(f"no sources below {root}")
    return texts


def bare(text):
    """The text without its comments (which nest) and with its strings emptied.

    Coq reads "(*" as a comment only where a token begins: in "`(*" it does not, and what follows
    would be code. So a comment has to stand after a blank.
    """
    kept, depth, quoted = ["\n"], 0, False
    for piece in re.findall(r'\(\*|\*\)|"|[^"(*]+|[(*]', text):
        if piece == '"':
            quoted = not quoted
            kept.append("" if depth else '"')
        elif quoted:
            continue
        elif piece == "(*":
            if not depth and not kept[-1][-1:].isspace():
                raise Refused(f"a comment stands after no blank: {kept[-1][-40:].strip()}(*")
            depth += 1
            kept.append(" ")
        elif piece == "*)" and depth:
            depth -= 1
        elif not depth:
            kept.append(piece)
    if depth or quoted:
        raise Refused("a comment or a string does not end")
    return "".join(kept)


def sentences(text):
    """The sentences of a source, without comments, each on one line."""
    pieces = re.split(r"\.(?=\s|$)", bare(text))
    return [" ".join(piece.split()) for piece in pieces if piece.strip()]


def scan(root):
    """What the texts hold that they may not hold, one line each."""
    faults = []
    for name, text in sources(root).items():
        try:
            code = bare(text)
        except Refused as refused:
            faults.append(f"{name}: {refused}")
            continue
        words = set(re.findall(r"[A-Za-z_][A-Za-z0-9_']*", code))
        faults += [f"{name}: holds the word {word}" for word in sorted(words & FORBIDDEN)]
        # What is a blank here may be a letter to Coq: with U+00A0 a name ends otherwise. Proofs,
        # of which no name is read here, may say x² as Coq's library of the reals does.
        plain = r"[^\n -~²]" if name.startswith("proofs/") else r"[^\n -~]"
        strange = sorted(set(re.findall(plain, code)))
        faults += [f"{name}: holds the character U+{ord(sign):04X}" for sign in strange]
        if '"' in code:
            faults.append(f"{name}: holds a string: no new tokens, no names of files")
        if name.startswith("statements/"):
            strange = [s for s in sentences(text) if not ALLOWED.match(s)]
            faults += [f"{name}: no definition: {sentence[:80]}" for sentence in strange]
    return faults


def definitions(root, part="statements"):
    """Every definition of the statement files: [(topic, name, its text, is it a statement)]."""
    defined = []
    for file, text in sources(root).items():
        if file.startswith(f"{part}/"):
            topic = Path(file).stem
            here = [match.group() for match in BODY.finditer(text)]
            for body in here:
                name = DEFINES.match(body).group(1)
                defined.append((topic, name, body, bool(STATEMENT.match(body))))
            # What is shown is what Coq reads: no comment holds a definition, no full stop in one
            # cuts it short.
            listed = [s for s in sentences(text) if DEFINES.match(s)]
            if listed != [" ".join(bare(body).split()).removesuffix(".") for body in here]:
                raise Refused(f"{file}: definitions have to begin their lines, outside comments")
            if any(map(mutual, listed)):
                raise Refused(f"{file}: one sentence defines two things")
    if part == "statements" and not any(statement for *_, statement in defined):
        raise Refused("no statement: Definition name : Prop := …")
    return defined


def mutual(sentence):
    """Whether a definition goes on with another: each match has one with, and no more are there."""
    keywords = re.findall(r"\b(?:match|with)\b", sentence)
    return keywords.count("with") > keywords.count("match")


def words(text):
    """The words of a definition's body, of which a near-miss changes a few."""
    return re.findall(r"\w+|\S", text.partition(":=")[2])


def near_misses(root):
    """The near-misses: [(topic, name, its text, the name of its statement, what is changed)].

    ``name`` is the statement's, two underscores and a word for the change.

    Raises:
        Refused: a near-miss of no statement, or one that is equal to it or far from it.
    """
    stated = {(topic, name): text for topic, name, text, is_one in definitions(root) if is_one}
    misses = []
    for topic, name, text, _ in definitions(root, "near_misses"):
        own = name.partition("__")[0]
        if own == name or (topic, own) not in stated:
            raise Refused(f"near_misses/{topic}.v: {name} is a near-miss of no statement")
        old, new = words(stated[topic, own]), words(text)
        parts = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        parts = [(old[a:b], new[c:d]) for what, a, b, c, d in parts if what != "equal"]
        if not 0 < sum(len(one) + len(two) for one, two in parts) <= MOST_CHANGED:
            raise Refused(
                f"near_misses/{topic}.v: {name} changes no word, or more than {MOST_CHANGED}"
            )
        changed = ", ".join(f"'{' '.join(one)}' to '{' '.join(two)}'" for one, two in parts)
        misses.append((topic, name, text, own, changed))
    return misses


def search_path():
    """Where tools are looked for: PATH without relative places and without this checkout."""

    def foreign(place):
        path = Path(place).resolve()
        return os.path.isabs(place) and HERE.parent not in (path, *path.parents)

    places = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(filter(foreign, places))


def tool(name):
    """The path of a tool.

    Raises:
        Missing: Coq is not installed.
        Refused: Coq is, and this tool is not.
    """
    program = shutil.which(name, path=search_path())
    if program is None and name != "coqc" and shutil.which("coqc", path=search_path()):
        raise Refused(f"{name} is not installed, though coqc is: {INSTALL}")
    if program is None:
        raise Missing(f"{name} is not installed: {INSTALL}")
    return program


def environment():
    """What a tool sees: no flags of make and Coq, no coqrc, no further places to load from."""
    return {"PATH": search_path(), "LC_ALL": "C.UTF-8"}


def call(arguments, folder, what):
    """Run a tool in ``folder``, under ``environment`` alone; what it printed.

    Raises:
        Missing: Coq is not installed.
        Refused: the tool failed, or is not there though Coq is.
    """
    command = [tool(arguments[0]), *arguments[1:]]
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True)
    if done.returncode:
        tail = (done.stdout + done.stderr).strip().splitlines()[-12:]
        raise Refused("\n".join([f"{what} failed:", *tail]))
    return done.stdout + done.stderr


def versions():
    """Lines that name Coq and the packages it came with."""
    lines = [" ".join(call(["coqc", "--version"], None, "coqc").split())]
    for package in PACKAGES:
        dpkg = shutil.which("dpkg-query", path=search_path())
        query = [dpkg, "-W", "-f", "${Version}", package]
        known = dpkg and subprocess.run(query, env=environment(), capture_output=True, text=True)
        lines.append(f"{package} {known.stdout if known and known.stdout else 'of no package'}")
    return lines


def library():
    """The folder of Coq's library.

    Raises:
        Missing: Coq is not installed.
        Refused: Coq is, and mathcomp is not.
    """
    place = Path(call(["coqc", "-where"], None, "coqc").strip())
    if not (place / "user-contrib" / "mathcomp" / "algebra").is_dir():
        raise Refused(f"mathcomp is not installed, though coqc is: {INSTALL}")
    return place


def build(root, folder):
    """Compile a copy of the sources in ``folder``, from nothing."""
    library()
    names = list(sources(root))
    for part in PATHS[1::3]:
        (folder / part).mkdir()
    for name in names:
        target = folder / name
        shutil.copyfile(root / name, target)
    make = ["coq_makefile", *PATHS, "-arg", "-w", "-arg", "none", *names, "-o", "Makefile"]
    call(make, folder, "coq_makefile")
    call(["make", "--silent", f"-j{os.cpu_count() or 1}"], folder, "the build")
    return []


def questions(defined, folder):
    """What Coq is asked: commands whose answers go to files in ``folder``, and the theorems, each
    by the name that the commands give it."""
    topics = sorted({topic for topic, *_ in defined})
    proved = sorted({topic for topic, *_, statement in defined if statement})
    lines = [f"Require Statements.{topic}." for topic in topics]
    lines += [f"Require Proofs.{topic}." for topic in proved]
    lines += ["Set Printing All.", "Set Printing Width 200.", "Set Printing Depth 1000000."]
    theorems = {}
    for topic, name, _, statement in defined:
        place = f"{topic}.{name}"
        lines.append(f'Redirect "{place}.means" Print Statements.{place}.')
        if statement:
            lines += [
                f"Definition sort_{topic}_{name} : Prop := Statements.{place}.",
                f'Redirect "{place}.type" Check Proofs.{place}.',
                f"Definition audited_{topic}_{name} : Statements.{place} := Proofs.{place}.",
            ]
            theorems[f"Proofs.{place}"] = f"audited_{topic}_{name}"
    return lines, theorems


def axioms(lines, theorems, pinned, folder, what):
    """The axioms of each of ``theorems``, asked after the commands ``lines``.

    Each question walks the whole library below, so theorems that pinned.txt gives the same axioms
    are asked about at once. What Coq names then is what one of them or another rests on: where it
    is what is pinned, each rests on no more; where it is not, each is asked about alone.
    """
    for known in (pinned, {}):
        groups = {}
        for theorem in theorems:
            groups.setdefault(known.get(theorem, theorem), []).append(theorem)
        asked = list(lines)
        for i, group in enumerate(groups.values()):
            each = " ".join(f"let _ := {theorems[theorem]} in" for theorem in group)
            asked.append(f"Definition together_{i} : Logic.True := {each} Logic.I.")
            asked.append(f'Redirect "together_{i}.axioms" Print Assumptions together_{i}.')
        (folder / "audit.v").write_text("\n".join(asked) + "\n", encoding="utf-8")
        call(["coqc", "-w", "none", *PATHS, "audit.v"], folder, what)
        answers = [
            " ".join(answer(folder, f"together_{i}.axioms").split()) for i in range(len(groups))
        ]
        pairs = list(zip(groups.items(), answers, strict=True))
        if all(len(group) == 1 or text == wanted for (wanted, group), text in pairs):
            break
    return {theorem: text for (_, group), text in pairs for theorem in group}


def answer(folder, name):
    """What a command's answer says."""
    return (folder / f"{name}.out").read_text(encoding="utf-8").strip()


def ask(defined, pinned, folder):
    """What Coq answers: a block of lines for each definition, theorems with their axioms."""
    what = "a theorem is missing or of another type: Coq"
    rest_on = axioms(*questions(defined, folder), pinned, folder, what)
    blocks = []
    for topic, name, text, statement in defined:
        place = f"{topic}.{name}"
        digest = hashlib.sha256(answer(folder, f"{place}.means").encode()).hexdigest()
        lines = [f"Statements.{place}", *(f"    {line}" for line in text.splitlines())]
        lines.append(f"  in Coq's terms: sha256 {digest}")
        if statement:
            kind = answer(folder, f"{place}.type").split()
            says = kind[1:2] == [":"] and kind[2:] in ([place], [f"Statements.{place}"])
            if not says:
                raise Refused(f"Proofs.{place} has another type: {' '.join(kind)}")
            lines.append(f"  theorem Proofs.{place}; axioms: {rest_on[f'Proofs.{place}']}")
        blocks.append("\n".join(lines))
    return blocks


def near_miss_questions(misses):
    """What Coq is asked of the near-misses, as ``questions``.

    Over an rcfType the refutation begins with one: no axiom-free one is at hand to be named.
    """
    lines = ["Require mathcomp.algebra.ssrnum."]
    for topic in sorted({topic for topic, *_ in misses}):
        lines.append(f"Require Near_misses.{topic}.")
    lines += ["Set Printing All.", "Set Printing Width 200.", "Set Printing Depth 1000000."]
    refutations = {}
    for topic, name, text, *_ in misses:
        place = f"Near_misses.{topic}.{name}"
        given = "mathcomp.algebra.ssrnum.Num.RealClosedField.type -> " if "rcfType" in text else ""
        lines += [
            f'Redirect "{place}.means" Print {place}.',
            f"Definition sort_{topic}_{name} : Prop := {place}.",
            f"Definition refuted_{topic}_{name} : {given}~ {place} := {place}_false.",
        ]
        refutations[f"{place}_false"] = f"refuted_{topic}_{name}"
    return lines, refutations


def ask_near_misses(root, pinned, folder):
    """What Coq answers of the near-misses: a block of lines for each."""
    misses = near_misses(root)
    if not misses:
        return []
    what = "a near-miss is not refuted: Coq"
    rest_on = axioms(*near_miss_questions(misses), pinned, folder, what)
    return [near_miss_block(folder, rest_on, *one) for one in misses]


def near_miss_block(folder, rest_on, topic, name, text, own, changed):
    """What pinned.txt holds of one near-miss."""
    place = f"Near_misses.{topic}.{name}"
    digest = hashlib.sha256(answer(folder, f"{place}.means").encode()).hexdigest()
    lines = [place, *(f"    {line}" for line in text.splitlines())]
    lines.append(f"  in Coq's terms: sha256 {digest}")
    lines.append(f"  near-miss of Statements.{topic}.{own}: {changed}")
    lines.append(f"  refuted by {place}_false; axioms: {rest_on[f'{place}_false']}")
    return "\n".join(lines)


def recheck(root, folder):
    """What the separate checker says of every compiled file here, in its own summary.

    But for the near-misses: no theorem rests on them.
    """
    modules = []
    for name in sources(root):
        part, file = name.split("/")
        if part == "near_misses":
            continue
        modules += ["-norec", f"{part.capitalize()}.{Path(file).stem}"]
    printed = call(["coqchk", "-silent", "-o", *PATHS, *modules], folder, "coqchk")
    printed, _, summary = printed.partition("CONTEXT SUMMARY")
    if not summary:
        raise Refused(f"coqchk gave no summary: {printed[-200:]}")
    heads = {}
    for line in filter(None, map(str.strip, summary.splitlines()[2:])):
        if line.startswith("*"):
            heads[line] = []
        else:
            heads[next(reversed(heads))].append(line)
    lines = [line for head, below in heads.items() for line in (head, *sorted(below))]
    return ["\n".join(["coqchk", *(f"  {line}" for line in lines)])]


def observe(root, say=lambda line: None, pinned=""):
    """Everything that Coq and coqchk find below ``root``, as the text that pinned.txt holds.

    The text ``pinned`` is no evidence: it says which theorems to ask about together (``axioms``).

    Raises:
        Refused: it does not build, a theorem is missing or has another type, …
        Missing: Coq is not installed.
    """
    defined = definitions(root)
    written = sources(root)
    for topic in sorted({topic for topic, *_, statement in defined if statement}):
        if f"proofs/{topic}.v" not in written:
            raise Refused(f"proofs/{topic}.v is missing")
    alike = dict(PINNED_AXIOMS.findall(pinned))
    parts = ["\n".join(["versions", *(f"  {line}" for line in versions())])]
    steps = {
        "build": lambda folder: build(root, folder),
        "statements, types and axioms": lambda folder: ask(defined, alike, folder),
        "near-misses": lambda folder: ask_near_misses(root, alike, folder),
        "coqchk": lambda folder: recheck(root, folder),
    }
    with tempfile.TemporaryDirectory(prefix="audit-") as name:
        for step, work in steps.items():
            clock = time.monotonic()
            parts += work(Path(name))
            say(f"{step}: {time.monotonic() - clock:.0f} s")
    return "\n\n".join(parts) + "\n"


def differences(pinned, observed):
    """The lines in which the two texts differ."""
    lines = difflib.unified_diff(
        pinned.splitlines(), observed.splitlines(), "pinned.txt", "found", lineterm="", n=1
    )
    return list(lines)


def key(root):
    """A digest of all that an audit depends on: every file below ``root``, this one, and tools."""
    digest = hashlib.sha256()

    def add(name, content):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)

    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            add(name, os.readlink(path).encode())
        elif path.is_file() and not BUILT.fullmatch(path.name):
            add(name, path.read_bytes())
    add("pinned.txt", (root / "pinned.txt").read_bytes())
    add("this file", Path(__file__).read_bytes())
    add("tools", "\n".join([sys.version, *versions(), *installed()]).encode())
    return digest.hexdigest()


def installed():
    """A line for each tool, and for each file of Coq's library: that no update goes unseen."""
    lines = []
    for name in TOOLS:
        path = tool(name)
        lines.append(f"{path} {hashlib.sha256(Path(path).read_bytes()).hexdigest()}")
    for path in sorted(library().rglob("*")):
        about = path.stat()
        lines.append(f"{path} {about.st_size} {about.st_mtime_ns}")
    return lines


def audit(root, say=print):
    """Audit the proofs below ``root`` against its pinned.txt; the text found.

    Raises:
        Refused: anything is not as pinned.
        Missing: Coq is not installed.
    """
    _refuse(scan(root))
    observed = observe(root, say, (root / "pinned.txt").read_text(encoding="utf-8"))
    _refuse(differs(root, observed))
    return observed


def _refuse(faults):
    if faults:
        raise Refused("\n".join(faults))


def differs(root, observed):
    """How a text found differs from the pinned one, or []."""
    lines = differences((root / "pinned.txt").read_text(encoding="utf-8"), observed)
    return ["found and pinned differ:", *lines] if lines else []


def store():
    """Where passed audits are remembered: with the user, as what a checkout brings is no proof.

    Raises:
        OSError: there is no such place.
    """
    folder = os.environ.get("XDG_CACHE_HOME", "")
    try:
        user = Path(folder) if os.path.isabs(folder) else Path.home() / ".cache"
    except RuntimeError as error:
        raise OSError(f"no home: {error}") from None
    place = (user / "rope-claims" / "audit").resolve()
    if not place.is_absolute() or HERE.parent in place.parents:
        raise OSError(f"{place} lies in the checkout")
    return place


@contextlib.contextmanager
def locked(name):
    """The place of the record ``name``, held by nobody else; None where there is no such place."""
    with contextlib.ExitStack() as stack:
        try:
            record = store() / name
            record.parent.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context(open(record.with_suffix(".lock"), "a", encoding="ascii"))
            if not _hold(lock):
                raise OSError(f"{lock.name} is held by another process for {WAIT} s")
        except OSError as error:
            print(f"audit: not remembered: {error}", file=sys.stderr)
            record = None
        yield record


def _hold(lock):
    """Whether the lock was had within ``WAIT`` seconds: its holder may hang."""
    end = time.monotonic() + WAIT
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(0.2)


def recall(root, record):
    """What a remembered audit found, or None: a record that is not as pinned is none.

    Raises:
        Refused: the texts themselves hold what they may not hold.
    """
    try:
        observed = record.read_text(encoding="utf-8") if record else None
    except (OSError, ValueError):
        observed = None
    if observed is None or differs(root, observed):
        return None
    _refuse(scan(root))
    return observed


def remember(record, observed):
    """Leave a passed audit for ``recall``, whole or not at all."""
    try:
        partial = record.with_suffix(".partial")
        partial.write_text(observed, encoding="utf-8")
        os.replace(partial, record)
    except OSError as error:
        print(f"audit: not remembered: {error}", file=sys.stderr)


def cached(root, say=print):
    """``audit``, or what it found when this very text passed under this very Coq.

    Of several that ask the same at once, one works and the others wait. Where nothing can be
    remembered the audit is made all the same.
    """
    name = key(root)
    with locked(name) as record:
        observed = recall(root, record)
        if observed is None:
            observed = audit(root, say)
            if record and key(root) == name:
                remember(record, observed)
    return observed


def main():
    """The command line; see the top of this file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--cached", action="store_true", help="reuse an audit of this very text")
    chosen.add_argument("--pin", action="store_true", help="write pinned.txt")
    parser.add_argument("root", nargs="?", type=Path, default=HERE, help="another copy")
    given = parser.parse_args()
    try:
        if given.pin:
            _refuse(scan(given.root))
            pinned = given.root / "pinned.txt"
            before = pinned.read_text(encoding="utf-8") if pinned.exists() else ""
            observed = observe(given.root, print, before)
            pinned.write_text(observed, encoding="utf-8")
        else:
            observed = (cached if given.cached else audit)(given.root)
            print(observed)
    except Missing as missing:
        print(f"audit: {missing}", file=sys.stderr)
        return 2
    except (Refused, OSError) as refused:
        print(f"audit: {refused}", file=sys.stderr)
        return 1
    counts = [observed.count(f"\n  {what} ") for what in ("theorem", "refuted by")]
    print(f"audit: passed, {counts[0]} theorems, {counts[1]} near-misses refuted")
    return 0


if __name__ == "__main__":
    sys.exit(main())
