"""How long a reader's browser takes: `python benchmarks/browser.py`.

The site is made, opened from its files in headless Chromium, and both of its buttons are pressed:
every stored witness and every certificate is checked by the page's own checker, which says how many
hold and in how many seconds (wall). Exit status 1 where one does not hold, 2 without a browser.
"""

import re
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.theory.reports.site.browser import CHROMIUM, Browser
from theory.commands import cli

PRESSED = """
document.getElementById('check-{what}').click();
const at = document.getElementById('{result}');
while (!/verified in/.test(at.textContent)) await new Promise((done) => setTimeout(done, 50));
left.all = at.textContent;
left.each = [...document.querySelectorAll('{each}')].map((one) => [
  one.dataset.result ?? one.textContent.split(': ')[0], one.textContent]);
"""
PAGES = {
    "recheck.html": {"what": "all", "result": "all-result", "each": "#all-list li"},
    "certificates.html": {
        "what": "certificates",
        "result": "certificates-result",
        "each": "[data-result]",
    },
}


def pressed(browser: Browser, site: Path, name: str) -> bool:
    """Print what one page says of all that it checks, the longest first; do all hold?"""
    script = PRESSED
    for key, value in PAGES[name].items():
        script = script.replace(f"{{{key}}}", value)
    results = browser.left(site / name, script)
    print(results["all"])
    times = [(float(re.findall(r"in ([0-9.]+) s", text)[0]), one) for one, text in results["each"]]
    for seconds, one in sorted(times, reverse=True)[:5]:
        print(f"    {seconds:7.3f} s  {one}", flush=True)
    return str(results["all"]).startswith("✓")


def main() -> int:
    """Make the site, press its buttons, print times and sizes."""
    if CHROMIUM is None:
        print("no browser: apt-get install -y chromium", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        site, begin = Path(folder) / "site", time.monotonic()
        if cli.main(["site", "--out", str(site)]) != 0:
            return 2
        sizes = [path.stat().st_size for path in site.rglob("*") if path.is_file()]
        pages = [path.stat().st_size for path in site.rglob("*.html")]
        print(f"made in {time.monotonic() - begin:.1f} s, {sum(sizes) / 1e6:.2f} MB;", end=" ")
        print(f"{len(pages)} pages, the largest {max(pages) / 1e3:.0f} kB")
        browser = Browser(Path(folder) / "browser")
        try:
            held = [pressed(browser, site, name) for name in PAGES]
        finally:
            browser.close()
    return 0 if all(held) else 1


if __name__ == "__main__":
    raise SystemExit(main())
