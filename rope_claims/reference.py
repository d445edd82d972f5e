"""docs/reference/, which ``rope-claims generate`` writes, from parsers and public docstrings."""

import argparse
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rope_claims
from rope_claims.commands import EXPERIMENTS, FURTHER
from theory import paths
from theory.commands import cli
from theory.reports.markdown import markdown_table

FOLDER = paths.CHECKOUT / "docs" / "reference"
CELL = 200
"""Characters of a table cell; longer explanations are a list under the table."""
ALSO = {"rope-claims validate": "python -m empirical.validate"}
"""Commands that run as modules too, and are named so in messages."""
RUN_BY_NAME = {f"run {name}": one for name, one in EXPERIMENTS.items()}
"""The experiments as they are typed after ``rope-claims``."""


def reference_pages() -> dict[Path, str]:
    """Each page of the reference and the text that it should hold."""
    return {FOLDER / "commands.md": commands(), FOLDER / "python.md": python()}


def parsers() -> dict[str, argparse.ArgumentParser]:
    """Every command's parser by how it is typed."""
    named: dict[str, argparse.ArgumentParser] = {}
    for action in _top()._actions:
        if isinstance(action, argparse._SubParsersAction):
            named |= {f"rope-claims {name}": one for name, one in action.choices.items()}
    for name, (module, _) in {**FURTHER, **RUN_BY_NAME}.items():
        named[f"rope-claims {name}"] = importlib.import_module(module).parser()
    return named


def _top() -> argparse.ArgumentParser:
    return cli.parser({name: line for name, (_, line) in FURTHER.items()})


def commands() -> str:
    """The page of commands."""
    parts = ["# Commands", "", "After this page you know every command and option.", ""]
    helps = {
        f"rope-claims {one.dest}": one.help
        for action in _top()._actions
        if isinstance(action, argparse._SubParsersAction)
        for one in action._choices_actions
    }
    helps |= {f"rope-claims {name}": line for name, (_, line) in RUN_BY_NAME.items()}
    for name, parser in parsers().items():
        about = helps.get(name) or re.split(r"(?<=[.])\s", parser.description or "")[0]
        parts += [f"## {name}", "", _sentence(about), ""]
        parts += [f"`{ALSO[name]}` is the same command.", ""] if name in ALSO else []
        rows = [*_rows(parser)]
        long = [row for row in rows if len(row[1]) > CELL]
        if rows:
            short = [(one, "see below" if len(text) > CELL else text) for one, text in rows]
            parts += [markdown_table(("argument", "what it does"), short)]
        parts += [f"- {one}: {text}." for one, text in long]
        parts += [""] if long else []
        section = re.search(r"^(\w+):\n(- .*)", parser.epilog or "", re.M | re.S)
        parts += [f"The {section[1]} are:", "", section[2], ""] if section else []
    return "\n".join(parts).rstrip("\n") + "\n"


def _rows(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """A row for each argument that the help shows."""
    for action in parser._actions:
        if argparse.SUPPRESS in (action.help, action.dest) or action.dest == "help":
            continue
        value = "" if action.nargs == 0 else _value(action)
        name = ", ".join(action.option_strings)
        shown = f"{name} {value}".strip().replace("|", "\\|")
        text = (action.help or "") % {**vars(action), "prog": parser.prog}
        yield f"`{shown}`", " ".join(text.split()).replace("|", "\\|")


def _value(action: argparse.Action) -> str:
    """How an argument's value is written."""
    if action.metavar is not None:
        return action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar)
    if action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.dest.upper()


def python() -> str:
    """The page of the Python interface."""
    parts = [
        "# Python",
        "",
        "After this page you know every function and class of `rope_claims`.",
        "",
    ]
    for name in sorted(rope_claims.__all__, key=str.casefold):
        one = getattr(rope_claims, name)
        parts += [f"## {name}", "", *_described(one, f"rope_claims.{name}")]
        if inspect.isclass(one):
            for inner, member in _members(one):
                parts += [f"### {name}.{inner}", "", *_described(member, f"{name}.{inner}")]
    return "\n".join(parts).rstrip("\n") + "\n"


def _members(one: type) -> Iterator[tuple[str, Any]]:
    """A class's own public methods and properties that have a docstring."""
    for name, member in vars(one).items():
        called = inspect.isfunction(member) or isinstance(member, property)
        if called and not name.startswith("_") and inspect.getdoc(member):
            yield name, member


def _described(one: Any, name: str) -> list[str]:
    """A signature as code, then the docstring as Markdown."""
    lines = []
    if inspect.isfunction(one):
        signature = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(one)))
        lines += ["```python", f"{name}{signature}", "```", ""]
    text = re.sub(r"``([^`]*)``", r"`\1`", inspect.getdoc(one) or "")
    text = re.sub(r"^>>> .*?(?=\n\n|\Z)", _example, text, flags=re.M | re.S)
    text = re.sub(r"^(Raises|Returns):\n", r"**\1:**\n\n", text, flags=re.M)
    text = re.sub(r"^ {4}(\w+: )", r"- \1", text, flags=re.M)
    text = re.sub(r"\n {6,}(?=\S)", " ", text)
    text = re.sub(r"^(\w+(?:, \w+)*) {2,}(\S.*)$", r"- `\1`: \2.", text, flags=re.M)
    return [*lines, text, ""]


def _example(match: re.Match[str]) -> str:
    """An example of a docstring, as code."""
    return f"```python\n{match[0]}\n```"


def _sentence(text: str) -> str:
    """A help text as a sentence."""
    text = " ".join(text.split())
    return text and f"{text[0].upper()}{text[1:].rstrip('.?')}{'?' if text[-1] == '?' else '.'}"
