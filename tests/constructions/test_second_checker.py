"""The checker in JavaScript and ``check_certificate.py`` never disagree on a certificate."""

import json
from random import Random

import pytest

import constructions
from constructions import check_certificate as checker
from tests.constructions import forged, misstated, narrowed
from tests.constructions.forged import plainly
from tests.constructions.test_check_certificate import MADE, fresh, leaves
from tests.constructions.test_check_certificate import tampered as other_leaves
from tests.processes import completed
from tests.theory.reports.site.node import CHECKER, NODE, edited, needs_node, node
from tests.theory.reports.site.tampering import changed, tampered
from tests.theory.reports.site.unsound_edits import CERTIFICATES

pytestmark = needs_node
COMMITTED = sorted(constructions.CERTIFICATES.glob("*.json"))
TRUE, FALSE = 30, 60
"""Honest certificates and forgeries drawn for the second checker; of all 730 it was right once."""
LONG = {"index-256-255", "index-4096", "retrieval-symbolic-850"}
"""Some seconds each: the browser has them verified (``certificate.test_pages``)."""
DRAWN = 350
"""Tampered certificates of each sort that both judge; ``drawn`` is seeded."""


def second(texts):
    """What the second checker says of each text."""
    done = node("--batch", text="".join(f'["certificate",{text.strip()}]\n' for text in texts))
    assert done.stderr == ""
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(texts)
    assert not [message for _, message in answers if message.startswith("BROKEN")]
    claims = [json.loads(text)["claim"] for text, (so, _) in zip(texts, answers, strict=True) if so]
    assert [message for so, message in answers if so] == claims
    return [verified for verified, _ in answers]


def first(text):
    """What the Python checker says."""
    return forged.accepted(checker, text)


def test_committed_certificates_are_verified():
    """``claims.test_certificates`` has the Python checker accept each."""
    assert len(COMMITTED) >= 11
    assert {path.stem for path in COMMITTED} >= LONG
    chosen = [path for path in COMMITTED if path.stem not in LONG]
    done = node(*map(str, chosen))
    assert (done.returncode, done.stderr) == (0, "")
    claims = [json.loads(path.read_text(encoding="utf-8"))["claim"] for path in chosen]
    assert done.stdout.splitlines() == [f"certificate: verified; {claim}" for claim in claims]


def otherwise(entry):
    """A certificate's text, written in ways that are not the plain one."""
    text = forged.plainly(entry)
    return {
        "with spaces": json.dumps(entry, ensure_ascii=False),
        "with escapes": json.dumps(entry, separators=(",", ":")),
        "in two lines": text.replace(",", ",\n", 1),
        "with a space before it": " " + text,
        "with two ends of line": text + "\n\n",
    }


def test_a_certificate_is_written_plainly(tmp_path):
    """Whoever hashes or compares files has one text a certificate."""
    ways = otherwise(MADE["lookup"])
    assert [name for name, text in ways.items() if first(text)] == []
    files = [tmp_path / f"{number}.json" for number in range(len(ways))]
    for file, text in zip(files, ways.values(), strict=True):
        file.write_text(text, encoding="utf-8")
    done = node(*map(str, files))
    rejected = ["certificate: rejected; not written plainly"] * len(ways)
    assert (done.returncode, done.stdout.splitlines()) == (1, rejected)


def test_both_say_the_claim_in_which_a_name_is_quoted(tmp_path):
    """A head may be called what reads as a verdict: only the quotes tell the name from it."""
    name = "Every head is right on all inputs of any length, as is this one"
    honest = forged.honest()["lookup 0"]
    file = tmp_path / "named.json"
    file.write_text(forged.remade(honest, head=honest["head"] | {"name": name}), encoding="utf-8")
    claim = checker.checked(file.read_text(encoding="utf-8"))["claim"]
    assert f": “{name}”, β" in claim
    assert node(str(file)).stdout == f"certificate: verified; {claim}\n"


def test_it_accepts_what_is_true_and_refuses_forgeries():
    """Of the same files the Python checker's own tests see that it answers so."""
    draw = Random(5)
    honest = [forged.plainly(fields) for fields in forged.honest().values()]
    assert all(second(draw.sample(honest, TRUE)))
    false = [*forged.false(), *narrowed.false(1), *misstated.false()]
    assert len(honest) > 150
    assert len(false) > 400
    drawn = draw.sample(false, FALSE)
    accepted = second([text for _, text in drawn])
    assert [name for (name, _), wrong in zip(drawn, accepted, strict=True) if wrong] == []


READ = """
require(process.argv[1]);
const lib = globalThis.ropeClaims;
const text = require('node:fs').readFileSync(0, 'utf8');
const head = lib.weights.readHead(lib.read(text).get('head'));
try { new lib.Reading(head, Number(process.argv[2]), true); console.log('bounded'); }
catch (error) { console.log(error instanceof lib.Refused ? error.message : `BROKEN ${error}`); }
"""


@pytest.mark.parametrize(
    ("n0", "printed"), [(16, "bounded"), (2**23 - 1, "so many roundings say nothing")]
)
def test_roundings_that_bound_nothing_are_refused(n0, printed):
    """k u / (1 - k u) is infinite at k u = 1 and negative beyond: no certificate is so long."""
    text = next(path for path in COMMITTED if path.stem not in LONG).read_text(encoding="utf-8")
    done = completed(NODE, "-e", READ, CHECKER, n0, input=text, timeout=60)
    assert (done.stdout, done.stderr) == (f"{printed}\n", "")


def leaf_changes():
    """Each leaf of six certificates changed; with fresh hashes; with hashes and claim remade: as
    what to call and with what, for few are drawn."""
    for entry in MADE.values():
        for path, old in leaves(entry):
            for value in other_leaves(old):
                ways = (as_is, freshly, remade) if path[0] in ("head", "rule") else (as_is, remade)
                yield from ((way, entry, path, value) for way in ways)


def as_is(entry, path, value):
    return plainly(changed(entry, path, value))


def freshly(entry, path, value):
    return plainly(fresh(changed(entry, path, value)))


def remade(entry, path, value):
    """None if no sentence can be made of it."""
    try:
        return forged.remade(changed(entry, path, value))
    except (checker.Rejected, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None


def wild_changes():
    """Fields gone, renamed and more; lists in another order; other types."""
    for name in ("position", "lookup", "index"):
        yield from tampered(MADE[name])


def disagreements(texts):
    """Where one accepts what the other refuses."""
    rows = zip(texts, map(first, texts), second(texts), strict=True)
    return [text for text, one, other in rows if one != other]


def test_both_agree_on_changed_leaves():
    changes = [*leaf_changes()]
    assert len(changes) > 7000
    texts = [way(*given) for way, *given in Random(3).sample(changes, DRAWN)]
    made = [text for text in texts if text is not None]
    assert len(made) > DRAWN - 50
    assert disagreements(made) == []


def test_both_agree_on_other_shapes():
    changes = [*wild_changes()]
    assert len(changes) > 9000
    assert disagreements([*map(plainly, Random(4).sample(changes, DRAWN))]) == []


def test_every_unsound_edit_is_detected():
    """With each edit the second checker accepts the forgery that is named with it."""
    false = dict([*forged.false(), *narrowed.false(1), *misstated.false()])
    assert len(CERTIFICATES) >= 40
    asked = [(tuple(edit), "certificate", false[forgery]) for _, *edit, forgery in CERTIFICATES]
    rows = zip(CERTIFICATES, edited(asked), strict=True)
    assert [one[0] for one, both in rows if both != (False, True)] == []
