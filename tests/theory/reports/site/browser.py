"""Pages of the site in a headless browser: one process for all of them, driven over a pipe."""

import base64
import json
import os
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from select import select
from typing import Any

from tests import tools

CHROMIUM = tools.BROWSER.located()
needs_browser = tools.needs(tools.BROWSER)
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync"
    " --disable-background-networking --disable-component-update --remote-debugging-pipe"
    " --in-process-gpu --disable-site-isolation-trials --disable-features=BackForwardCache"
    ",ProactivelySwapBrowsingInstance,RenderDocument,SpareRendererForSitePerProcess"
)
PIPED = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
os.dup2(ends[0], 3)
os.dup2(ends[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""The browser reads commands at descriptor 3 and answers at 4."""
LONGEST = 300
"""Seconds that a page may take."""


class Page:
    """One tab: what it is asked, and every error and every request off the disk that it makes."""

    def __init__(self, browser: "Browser", session: str):
        self.browser, self.session = browser, session
        self.wrong: list[str] = []

    def listen(self) -> None:
        """From now on the browser tells of the page's errors and requests."""
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **given: Any) -> dict[str, Any]:
        """One command of the DevTools protocol, answered."""
        return self.browser.ask(method, given, self)

    def heard(self, method: str, params: dict[str, Any]) -> None:
        """An event: kept where it is an error or a request that leaves the disk."""
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.wrong.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.wrong.append(params["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert"):
            self.wrong.append(f"console: {params['args']}")
        elif method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            if not url.startswith(("file:", "data:", "about:", "blob:")):
                self.wrong.append(f"network: {url}")

    def open(self, path: Path, dark: bool = False, width: int = 1300) -> None:
        """Load a file and wait until it is there."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", media="", features=[scheme])
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            **{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False},
        )
        self.wrong.clear()
        self.browser.loaded.discard(self.session)
        answer = self.ask("Page.navigate", url=path.as_uri())
        assert "errorText" not in answer, (path, answer)
        self.browser.until(lambda: self.session in self.browser.loaded)

    def run(self, script: str) -> Any:
        """The value of an async function's body on the page."""
        answer = self.ask(
            "Runtime.evaluate",
            expression=f"(async () => {{ {script} }})()",
            awaitPromise=True,
            returnByValue=True,
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str, code: int, text: str = "") -> None:
        """A key, down and up, as a reader presses it."""
        given = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.ask(
            "Input.dispatchKeyEvent", type="keyDown", **given, **({"text": text} if text else {})
        )
        self.ask("Input.dispatchKeyEvent", type="keyUp", **given)

    def picture(self, whole: bool = False) -> bytes:
        """A PNG of what is seen, or of the whole page."""
        made = self.ask("Page.captureScreenshot", captureBeyondViewport=whole)
        return base64.b64decode(made["data"])

    def printed(self) -> bytes:
        """The page as a PDF."""
        return base64.b64decode(self.ask("Page.printToPDF", printBackground=False)["data"])


class Browser:
    """A headless browser that answers commands until it is closed."""

    def __init__(self, folder: Path):
        assert CHROMIUM is not None
        theirs, self.write = os.pipe()
        self.read, ends = os.pipe()
        command = [sys.executable, "-c", PIPED, str(theirs), str(ends), CHROMIUM]
        self.process = subprocess.Popen(
            [*command, *FLAGS.split(), f"--user-data-dir={folder}"],
            pass_fds=(theirs, ends),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(ends)
        self.numbers, self.answers, self.rest = count(1), {}, b""
        self.pages: dict[str, Page] = {}
        self.loaded: set[str] = set()

    def ask(self, method: str, given: dict[str, Any], page: Page | None = None) -> dict[str, Any]:
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": given}
        if page is not None:
            message["sessionId"] = page.session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        self.until(lambda: number in self.answers)
        answer = self.answers.pop(number)
        assert "error" not in answer, (method, answer)
        return answer["result"]

    def until(self, ready) -> None:
        """Read what the browser says until something holds."""
        end = time.monotonic() + LONGEST
        while not ready():
            there, _, _ = select([self.read], [], [], max(0.0, end - time.monotonic()))
            assert there, f"the browser has said nothing for {LONGEST} s"
            piece = os.read(self.read, 1 << 20)
            assert piece, "the browser has ended"
            *messages, self.rest = (self.rest + piece).split(b"\0")
            for one in map(json.loads, messages):
                self.take(one)

    def take(self, message: dict[str, Any]) -> None:
        if "id" in message:
            self.answers[message["id"]] = message
            return
        session = message.get("sessionId", "")
        if message["method"] == "Page.loadEventFired":
            self.loaded.add(session)
        elif session in self.pages:
            self.pages[session].heard(message["method"], message["params"])

    def page(self) -> Page:
        """The one tab, made when it is first asked for."""
        if not self.pages:
            target = self.ask("Target.createTarget", {"url": "about:blank"})["targetId"]
            attached = self.ask("Target.attachToTarget", {"targetId": target, "flatten": True})
            session = attached["sessionId"]
            self.pages[session] = Page(self, session)
            self.pages[session].listen()
        return next(iter(self.pages.values()))

    def left(
        self, path: Path, script: str, dark: bool = False, width: int = 1300
    ) -> dict[str, Any]:
        """Open a page, run ``script`` (async) on it, and what it left in ``left``.

        An error in the console or a request that leaves the disk fails.
        """
        page = self.page()
        page.open(path, dark, width)
        result: dict[str, Any] = page.run(f"const left = {{}}; {script}; return left;")
        assert page.wrong == [], path
        return result

    def close(self) -> None:
        """Ends the process, and only this one. The end of its pipe alone would not end it."""
        self.ask("Browser.close", {})
        os.close(self.write)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.read)
