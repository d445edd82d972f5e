"""Pages of the site in a headless browser."""

import os
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
REQUIRED = os.environ.get("REQUIRE_BROWSER") == "1"
"""Set where a skipped test must not count as passed."""
needs_browser = pytest.mark.skipif(
    CHROMIUM is None and not REQUIRED, reason="no browser: apt-get install -y chromium"
)
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync"
    " --disable-background-networking --disable-component-update --virtual-time-budget=60000"
)
WATCH = "<script>addEventListener('error', (e) => { document.body.dataset.error = e.message; });"


class Marked(HTMLParser):
    """What a script has left on a page: the data- attributes of its body."""

    data: dict[str, str] = {}

    def handle_starttag(self, tag, attrs):
        if tag == "body":
            self.data = dict(attrs)


def left(page: Path, script: str, folder: Path, *flags: str) -> dict[str, str]:
    """Open a page, run ``script`` (async) at its end, and read the body's attributes."""
    assert CHROMIUM is not None, "REQUIRE_BROWSER is set and there is no browser"
    html = page.read_text(encoding="utf-8")
    assert html.count("</body>") == 1
    probe = page.with_name(f"probe-{page.name}")
    ending = f"<script>(async () => {{ const left = document.body.dataset; {script} }})();</script>"
    html = html.replace("<body>", f"<body>{WATCH}</script>").replace("</body>", f"{ending}</body>")
    probe.write_text(html, encoding="utf-8")
    given = [*FLAGS.split(), *flags, f"--user-data-dir={folder}"]
    command = [CHROMIUM, *given, "--dump-dom", probe.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    probe.unlink()
    reader = Marked()
    reader.feed(done.stdout)
    return {name.removeprefix("data-"): value for name, value in reader.data.items()}
