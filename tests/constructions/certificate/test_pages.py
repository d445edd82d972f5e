"""Certificates on their pages: the site's own checker, in Node and in a browser."""

import json
import subprocess
import sys

from constructions import check_certificate
from tests.theory.reports.site.browser import needs_browser
from tests.theory.reports.site.node import needs_node, node
from theory.reports.site import other_packages

CERTIFICATES = other_packages.certificates()


def test_every_certificate_has_a_page_with_its_sentence(site):
    assert len(CERTIFICATES) >= 11
    front = (site / "certificates.html").read_text(encoding="utf-8")
    for one in CERTIFICATES:
        page = (site / "certificates" / f"{one.name}.html").read_text(encoding="utf-8")
        assert one.fields["exact"] in page and one.closest in page  # noqa: PT018
        assert f'href="certificates/{one.name}.html"' in front
        script = (site / "certificates" / f"{one.name}.js").read_text(encoding="utf-8")
        assert json.loads(json.loads(script.partition("] = ")[2].strip("\n;"))) == one.fields


def test_the_sentences_verdict_and_closest_input():
    one = next(c for c in CERTIFICATES if c.name == "index-4096")
    assert one.verdict == "certified"
    assert one.closest == "b×4089 a×1 b×5 6×1, an input, has a lead 6 by less than 0.999793130."


@needs_node
def test_the_sites_own_checker_takes_a_certificate(site):
    path = site / "certificates" / "lookup-9.json"
    done = node(str(path), script=site / "check.js")
    assert (done.returncode, done.stderr) == (0, "")
    statement = json.loads(path.read_text(encoding="utf-8"))["claim"]
    assert done.stdout == f"certificate: verified; {statement}\n"


@needs_node
def test_a_certificate_is_taken_only_as_it_is_plainly_written(site, tmp_path):
    """As by check_certificate.py, which holds the file to its one spelling."""
    text = (site / "certificates" / "lookup-9.json").read_text(encoding="utf-8").strip()
    spellings = (text, f"{text}\n", f"{text} ", f"{text}\n\n", json.dumps(json.loads(text)))
    escaped = text.replace('"format"', '"\\u0066ormat"')
    for number, spelling in enumerate((*spellings, escaped)):
        path = tmp_path / "certificate.json"
        path.write_text(spelling, encoding="utf-8")
        first = subprocess.run([sys.executable, check_certificate.__file__, str(path)], check=False)
        codes = (first.returncode, node(str(path), script=site / "check.js").returncode)
        assert codes == ((0, 0) if number < 2 else (1, 1)), spelling[-20:]


CHANGED = """
const form = document.querySelector('form.certificate');
const wait = (ms) => new Promise((f) => setTimeout(f, ms));
const find = (id) => document.getElementById(id), result = form.querySelector('.result');
const press = async () => { form.querySelector('[type=submit]').click();
  do await wait(50); while (result.className === 'result'); };
const set = (id, value) => { find(id).value = value; find(id).dispatchEvent(new Event('input')); };
await press();
left.first = result.className + ': ' + result.textContent;
left.bar = form.querySelector('progress').value;
set('place', 'exact');
left.there = find('there').textContent;
set('value', '0.994981535');
await press();
left.second = result.textContent;
find('anew').checked = true;
await press();
left.third = result.textContent;
set('place', 'head.queries.12.1');
set('value', '0x1.8000000000000p-2');
await press();
left.fourth = result.textContent;
set('place', 'head.none');
await press();
left.fifth = result.textContent;
form.querySelector('[type=reset]').click();
await press();
left.sixth = result.className;
"""


@needs_browser
def test_a_certificate_ends_green_and_a_changed_one_red_with_the_reason(site, browser):
    state = browser.left(site / "certificates" / "lookup-9.html", CHANGED)
    assert state["first"].startswith("result good: ✓ Verified in ")
    assert state["bar"] == 1
    assert state["there"] == "0.994981527"
    assert state["second"].endswith("worst: below is not 3e-9 above the bound")
    assert state["third"].endswith("exact: not proved")
    assert state["fourth"].startswith("✗ Certificate rejected in ")
    assert state["fifth"].endswith("nothing stands at head.none")
    assert state["sixth"] == "result good"


EVERY = """
document.getElementById('check-certificates').click();
const at = document.getElementById('certificates-result');
for (let k = 0; k < 1500 && !/verified in/.test(at.textContent); k += 1)
  await new Promise((f) => setTimeout(f, 100));
left.all = at.textContent;
left.good = document.querySelectorAll('[data-result].good').length;
"""


@needs_browser
def test_every_certificate_is_verified_in_the_browser(site, browser):
    state = browser.left(site / "certificates.html", EVERY)
    count = len(CERTIFICATES)
    assert state["all"].startswith(f"✓ {count} of {count} certificates verified in ")
    assert state["good"] == count
