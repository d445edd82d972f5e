"""Whatever a template puts in is escaped as its page needs, without the template's asking."""

import ast
import tomllib

import pytest
from jinja2 import UndefinedError

from empirical.protocol import paths
from empirical.reports.rendering import HTML, MARKDOWN

HOSTILE = "<b onload=x>\"'&\x1b[2J\n# a|b_c_`d`"
FOLDER = paths.FOLDER / "reports" / "templates"


@pytest.mark.parametrize(
    ("environment", "shown"),
    [
        (HTML, "&lt;b onload=x&gt;&quot;&#x27;&amp;\\x1b[2J # a|b_c_`d`"),
        (MARKDOWN, "&lt;b onload=x&gt;\"'&amp;\\\\x1b\\[2J # a\\|b_c\\_\\`d\\`"),
    ],
    ids=["HTML", "Markdown"],
)
@pytest.mark.parametrize(
    "template",
    [
        "{{ x }}",
        "{% for y in [x] %}{{ y }}{% endfor %}",
        "{% set y = x %}{{ y }}",
        "{{ {0: x}[0] }}",
    ],
)
def test_what_is_put_in_is_escaped(environment, shown, template):
    assert environment.from_string(template).render(x=HOSTILE) == shown


def test_a_paragraph_starts_no_list_and_a_cell_keeps_its_row():
    assert MARKDOWN.from_string("{{ x | paragraph }}").render(x="1. <b>") == "1\\. &lt;b&gt;"
    assert MARKDOWN.from_string("{{ x | cell }}").render(x="`a|b`\n*c*") == "`a\\|b` *c*"


@pytest.mark.parametrize("environment", [HTML, MARKDOWN])
def test_what_is_not_given_is_a_defect(environment):
    with pytest.raises(UndefinedError):
        environment.from_string("{{ x.y }}").render(x={})


def test_every_template_is_used_and_goes_with_the_package():
    """pyproject's package data names the ending of each; a page in Python would bypass them."""
    patterns = tomllib.loads((paths.CHECKOUT / "pyproject.toml").read_text())["tool"]["setuptools"]
    endings = {pattern.removeprefix("**/*") for pattern in patterns["package-data"]["*"]}
    files = {path.name: path for path in FOLDER.iterdir()}
    assert {path.suffix for path in files.values()} <= endings
    sources = [path.read_text() for path in (paths.FOLDER / "reports").glob("*.py")]
    sources += [path.read_text() for path in files.values()]
    assert all(any(f'"{name}"' in text for text in sources) for name in files)


def test_no_page_is_put_together_in_python():
    for path in (paths.FOLDER / "reports").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert "</" not in node.value, f"{path.name}:{node.lineno}"
