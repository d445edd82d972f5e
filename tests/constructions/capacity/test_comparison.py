"""The comparison page: lengths, the other rules' limits, one line a configuration."""

import json
import math

import pytest

from constructions.capacity import comparison, published
from constructions.capacity.ends import interval
from constructions.capacity.rotations import find_model, rotations


def test_lengths_asked():
    assert comparison.windows(find_model("llama-2-7b"), "", 4096) == [256, 4096, 16384, 65536]
    assert comparison.windows(find_model("llama-3.1-8b"), "", 131072)[-2:] == [131072, 524288]
    assert comparison.windows(find_model("gemma-3-1b"), "sliding_attention", 32768) == [256, 512]


def test_where_the_sum_of_cosines_turns_negative():
    assert comparison.positive_until([math.pi / 2 - 0.01]) == 2
    assert comparison.positive_until([1e-9]) == comparison.LONGEST
    (turned,) = rotations(find_model("llama-2-7b"), 64)
    first = comparison.positive_until(turned.angles)
    sums = [sum(math.cos(m * x) for x in turned.angles) for m in range(first + 1)]
    assert min(sums[:-1]) >= 0 > sums[-1]


@pytest.mark.parametrize(
    ("alias", "kind", "base"),
    [
        ("llama-3-8b", "", 5e5),
        ("gpt-j-6b", "", 1e4),
        ("pythia-410m", "", 1e4),
        ("gemma-3-1b", "sliding_attention", 1e4),
        ("gemma-3-1b", "full_attention", 1e6),
    ],
)
def test_bases(alias, kind, base):
    assert comparison.base(find_model(alias), kind) == base


def test_a_page_of_two(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(comparison, "FIGURE", (64,))
    monkeypatch.setattr(comparison, "TIMES", (1,))
    few = {name: published.published_models()[name] for name in ("gpt-neox-20b", "gpt2")}
    monkeypatch.setattr(comparison.published, "published_models", lambda: few)
    monkeypatch.setattr("constructions.capacity.rotations.published.published_models", lambda: few)
    assert comparison.main(["--out", str(tmp_path)]) == 0
    rows = json.loads((tmp_path / "capacity.json").read_text("utf-8"))
    assert [(row["model"], row["positions"]) for row in rows] == [
        ("gpt-neox-20b", 64),
        ("gpt-neox-20b", 2048),
        ("gpt2", 1024),
    ]
    page = (tmp_path / "capacity.md").read_text("utf-8")
    assert f"| {interval(rows[1]['lower'], rows[1]['upper'])} |" in page
    assert "| infinite |" in page
    assert capsys.readouterr().out in page
    assert (tmp_path / "capacity.png").stat().st_size > 1000
