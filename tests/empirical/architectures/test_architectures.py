"""Every specimen read as truly as promised, and every wrong reading called wrong."""

import pytest
import torch

from empirical.architectures import command as architectures
from empirical.architectures.command import BOUND, Errors, errors, main, measure, verdict
from empirical.architectures.specimens import ALL, LISTED, UNLISTED, UNREADABLE, random_tokens, tiny
from empirical.instrument.rotation import Rotation
from empirical.protocol import paths
from tests.empirical.mutants import WRONG_ROTATIONS


@pytest.mark.parametrize("name", [*LISTED, *UNLISTED])
def test_rows_logits_and_scores_are_those_of_real_swaps(name):
    measured = measure(name)
    assert isinstance(measured, Errors), measured
    assert max(measured) <= BOUND
    assert verdict(name, measured) == "read"


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_refused_loudly(name):
    measured = measure(name)
    assert isinstance(measured, str) or max(measured) > 1e-4  # the self-check's bound in float32
    assert verdict(name, measured) == "refused"


@pytest.mark.parametrize("name", ["gptj", "llama/llama3", "phi3/longrope", "gemma2"])
@pytest.mark.parametrize("wrong", WRONG_ROTATIONS)
def test_a_wrong_rotation_shows_in_logits_and_scores(name, wrong, monkeypatch):
    monkeypatch.setattr(Rotation, "turn", wrong)
    measured = errors(tiny(name), random_tokens())
    assert measured.swapped_logits > 1e-2
    assert measured.scores > 1e-3
    assert verdict(name, measured) == "WRONG"


def test_the_command_prints_one_row_each(capsys):
    assert main(["gptj", "gpt2"]) == 0
    shown = capsys.readouterr().out
    assert "gptj" in shown
    assert "refused by the hook" in shown
    assert "2 architectures, 0 wrong" in shown


def test_the_command_is_red_where_an_error_is_too_large(capsys, monkeypatch):
    monkeypatch.setattr(architectures, "BOUND", 0.0)
    assert main(["llama"]) == 1
    assert "1 wrong: llama" in capsys.readouterr().out


def test_the_committed_table_lists_what_is_registered_and_nothing_wrong():
    lines = (paths.RESULTS / "architectures.md").read_text()
    table = [line.strip("| ").split("|") for line in lines.splitlines() if line.startswith("|")]
    by_name = {row[0].strip(): [cell.strip() for cell in row[1:]] for row in table[2:]}
    assert list(by_name) == list(ALL)
    for name, cells in by_name.items():
        if name in UNREADABLE:
            assert cells[-1].startswith("refused")
        else:
            assert cells[-1] == "read"
            assert max(map(float, cells[:-1])) <= BOUND


def test_the_page_has_a_row_for_each(tmp_path, capsys):
    path = tmp_path / "table.md"
    assert main(["gptj", "gpt2", "--markdown", str(path)]) == 0
    rows = [line for line in path.read_text().splitlines() if line.startswith("| gp")]
    assert len(rows) == 2
    assert rows[1].count("|") == rows[0].count("|") == 7
    assert rows[1].endswith("refused by the hook |")


def test_the_command_refuses_what_it_does_not_know(error_line):
    assert "no specimen of zebra" in error_line(main, "zebra")


def test_scores_to_the_letter_of_one_swap():
    before = torch.tensor([[[0.6, 0.3, 0.1]]])
    after = torch.tensor([[[0.3, 0.6, 0.1]]])
    s_pos, s_sym = architectures.permuted_scores(iter([(-1, -1, before), (0, 1, after)]))
    assert float(s_sym) == pytest.approx(1.0)
    assert float(s_pos) == pytest.approx(2 * 0.18 / 0.45)
