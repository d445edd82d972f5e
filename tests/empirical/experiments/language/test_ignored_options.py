"""``validate`` says which options have no effect on a model that reads no text."""

from types import SimpleNamespace

import pytest

from empirical import validate
from empirical.experiments.language import parts
from empirical.models.reader import Reader
from empirical.protocol.request import QUICK, Request
from tests.empirical.oracle import tiny

TOLD = "models with a tokenizer for text\n"


def model(name, *, reads=False):
    return SimpleNamespace(
        name=name, tokenizer=object.__new__(Reader) if reads else None, task=None
    )


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({}, ""),
        ({"prompts": ("A",)}, ""),
        ({"inputs": 1}, "--inputs is ignored: it concerns "),
        ({"inputs": 1, "windows": (3,)}, "--inputs, --windows are ignored: they concern "),
        ({"solved_only": True}, "--solved-only is ignored: it concerns "),
        ({"quick": True} | QUICK, ""),
        ({"quick": True} | QUICK | {"statements": 8}, "--statements is ignored: it concerns "),
    ],
)
def test_options_without_effect_are_named(options, named, capsys):
    models = [model("m", reads=True), model("a"), model("b")]
    parts.check_parts(models, Request(**options))
    assert capsys.readouterr().err == (f"a, b: {named}{TOLD}" if named else "")


def test_a_model_that_reads_text_has_every_option(capsys):
    parts.check_parts([model("m", reads=True)], Request(inputs=1, windows=(3,)))
    assert capsys.readouterr().err == ""


def test_a_run_says_so(tmp_path, capsys):
    folder = tmp_path / "model"
    tiny("llama").float().save_pretrained(folder)
    told = ["--model", str(folder), "--out", str(tmp_path / "report")]
    assert validate.main([*told, "--inputs", "1", "--windows", "3"]) == 0
    line = f"{folder}: --inputs, --windows are ignored: they concern {TOLD}"
    assert line in capsys.readouterr().err
