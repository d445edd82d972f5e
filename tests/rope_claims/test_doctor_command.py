"""``rope-claims doctor``: what it reads in a configuration alone, and what the command answers."""

import json
import sys

import pytest

import rope_claims
from constructions.capacity import published
from empirical.architectures.specimens import tiny
from empirical.instrument.recorder import HookError
from rope_claims.diagnosis.command import main
from tests.rope_claims.rotating import LINEAR, LLAMA3, PLAIN, SHAPE, YARN, built, fields


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["{}/config.json"], "is a file and no .gguf: give the folder of the model"),
        (["llama-3-8b", "--config-only", "--config", "{}/config.json"], "give it as the model"),
        (["{}", "--config-only"], "no config.json in this folder: give one that has it"),
    ],
)
def test_what_is_no_model_is_refused_with_what_to_give(tmp_path, error_line, words, told):
    (tmp_path / "config.json").write_text("{}")
    folder = tmp_path / "empty"
    folder.mkdir()
    place = folder if words[0] == "{}" else tmp_path
    assert told in error_line(main, *[word.format(place) for word in words])


def test_a_configuration_that_is_not_there_is_refused_with_what_to_give(tmp_path):
    with pytest.raises(ValueError, match="no config.json here: give such a file, or a folder"):
        rope_claims.doctor(built(), config=tmp_path / "none.json")


@pytest.mark.parametrize("alias", [name for name in published.published_models() if name != "gpt2"])
def test_a_published_configuration_has_no_finding(alias):
    report = rope_claims.doctor(alias, config_only=True)
    assert report.findings == ()
    assert report.not_examined == ()


TEXTS = [
    ("disagreement", {"rope_theta": 10_000.0}, PLAIN, "rope_theta is 10,000 and"),
    ("disagreement", {}, LINEAR | {"type": "dynamic"}, "type dynamic and rope_type linear"),
    ("disagreement", {"rope_scaling": LINEAR | {"factor": 2.0}}, LINEAR, "rope_scaling.factor"),
    (
        "original-length",
        {},
        {k: v for k, v in YARN.items() if not k.startswith("original")},
        "no original_max_position_embeddings",
    ),
    ("parameter", {}, LINEAR | {"factor": -2.0}, "rope_parameters: factor -2 must be above 0"),
    ("parameter", {}, YARN | {"atention_factor": 1.0}, "did you mean attention_factor?"),
    ("scaling-absent", {}, {"rope_theta": 500_000.0, "factor": 2.0}, "without a scaling rope_type"),
    ("parameter", {"rope_tetha": 1e6}, PLAIN, "rope_tetha is not read; did you mean rope_theta?"),
    ("parameter", {"rope_scalling": LINEAR}, PLAIN, "did you mean rope_scaling?"),
    ("parameter", {"max_position_embedding": 64}, PLAIN, "did you mean max_position_embeddings?"),
]


@pytest.mark.parametrize(("fault", "more", "parameters", "message"), TEXTS)
def test_a_text_that_contradicts_itself(fault, more, parameters, message):
    report = rope_claims.doctor(fields(parameters, **more), config_only=True)
    assert [one.fault for one in report.findings] == [fault]
    assert message in report.findings[0].message
    assert report.findings[0].source == "text"


TOKENS = dict.fromkeys(("bos_token_id", "eos_token_id", "pad_token_id"), 0)


@pytest.mark.parametrize(
    ("kind", "more", "told"),
    [
        ("llama", {}, "takes 10,000, the default of LlamaConfig"),
        ("gpt_neox", {"rotary_pct": 0.25}, "takes 10,000, the default of GPTNeoXConfig"),
        ("gpt_neox", {"rotary_emb_base": 10_000}, ""),
        ("llama", {"rope_theta": 10_000.0, "v_head_dim": 8, "rope_scaling_factor": 2.0}, ""),
        ("gptj", {"rotary": True, "rotary_dim": 8}, ""),
        ("gemma3_text", {}, "layers sliding_attention: transformers takes 10,000"),
        ("gemma3_text", {"rope_theta": 1e6}, "layers sliding_attention: transformers takes 10,000"),
        ("modernbert-decoder", {"global_rope_theta": 16e4, "local_rope_theta": 1e4, **TOKENS}, ""),
        ("olmo3", {"rope_theta": 500_000.0}, ""),
    ],
)
def test_a_base_that_is_left_to_the_default_is_a_note(tmp_path, capsys, kind, more, told):
    """No fault, as Llama 2 has none; nor is a field that is another architecture's."""
    given = SHAPE | {"model_type": kind} | more
    (tmp_path / "config.json").write_text(json.dumps(given))
    assert main([str(tmp_path), "--config-only"]) == 0
    notes = [x for x in capsys.readouterr().out.splitlines() if x.startswith("note: ")]
    assert len(notes) == bool(told)
    assert told in "".join(notes)


def test_a_folder_without_a_base_has_the_note_too(tmp_path):
    built({"rope_theta": 10_000.0}).save_pretrained(tmp_path)
    file = tmp_path / "config.json"
    held = json.loads(file.read_text())
    del held["rope_parameters"]
    file.write_text(json.dumps(held | {"rope_tetha": 5.0}))
    report = rope_claims.doctor(tmp_path)
    (note,) = report.notes
    assert note.endswith(
        "no base (rope_theta): transformers takes 10,000, the default of LlamaConfig"
    )
    assert [one.fault for one in report.findings] == ["parameter"]


def test_a_list_of_one_number_is_a_finding():
    """transformers applies it to every frequency."""
    lists = {"short_factor": [1.0], "long_factor": [2.0] * 8, "factor": 4.0}
    report = rope_claims.doctor(fields(YARN | lists | {"rope_type": "longrope"}), config_only=True)
    assert [one.fault for one in report.findings] == ["parameter"]
    assert "short_factor has 1 number, and the head has 8 frequencies" in str(report)


def test_a_model_with_a_faulty_text_has_its_finding():
    report = rope_claims.doctor(built(), config=fields(LINEAR | {"factor": -2.0}))
    assert [one.fault for one in report.findings] == ["parameter"]
    assert report.not_examined
    report = rope_claims.doctor(built(), config=fields({"rope_theta": 500_000.0, "factor": 2.0}))
    assert [one.fault for one in report.findings] == ["scaling-absent"]
    assert report.groups


def test_a_window_that_cannot_be_certified_is_refused():
    with pytest.raises(ValueError, match="reach = 1,000,000,000,000: give a whole number from 3"):
        rope_claims.doctor(fields(), config_only=True, reach=10**12)


@pytest.mark.parametrize(("fault", "parameters"), [("scaling-type", YARN), ("base", LLAMA3)])
def test_an_initialisation_that_does_not_heed_the_text(fault, parameters, monkeypatch):
    from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

    given = fields(parameters)
    if fault == "scaling-type":
        more = {"low_freq_factor": 1.0, "high_freq_factor": 4.0}

        def other(config, *given, **named):
            config.rope_parameters.update(more)
            return ROPE_INIT_FUNCTIONS["llama3"](config, *given, **named)
    else:

        def other(config, *given, own=ROPE_INIT_FUNCTIONS["llama3"], **named):
            config.rope_parameters["rope_theta"] = 10_000.0
            return own(config, *given, **named)

    monkeypatch.setitem(ROPE_INIT_FUNCTIONS, parameters["rope_type"], other)
    (one,) = rope_claims.doctor(given, config_only=True).findings
    assert (one.fault, one.source) == (fault, "initialisation")


@pytest.mark.parametrize(
    ("name", "message"), [("gpt2", "rotates nothing"), ("deepseek_v3", "--config-only")]
)
def test_what_cannot_be_read(name, message):
    with pytest.raises(ValueError, match=message):
        rope_claims.doctor(tiny(name))
    with pytest.raises(HookError):
        rope_claims.doctor(tiny("falcon"))


def test_the_command(tmp_path, capsys, error_line):
    built(YARN).save_pretrained(tmp_path / "model")
    assert main([str(tmp_path / "model")]) == 0
    assert "model: no finding" in capsys.readouterr().out
    file = tmp_path / "model" / "config.json"
    text = json.loads(file.read_text())
    file.write_text(json.dumps(text | {"rope_theta": 10_000.0}))
    assert main([str(tmp_path / "model"), "--json", "-"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert not report["healthy"]
    assert report["findings"][0]["fault"] == "disagreement"
    (tmp_path / "model" / "model.safetensors").unlink()
    assert main([str(file), "--config-only"]) == 1
    assert "finding [disagreement]" in capsys.readouterr().out
    earlier = tmp_path / "earlier.json"
    earlier.write_text("an earlier report")
    for wrong in (["no-such-model"], ["no-such-model", "--config-only"], [str(tmp_path)]):
        assert error_line(main, *wrong, "--json", earlier)
        assert earlier.read_text() == "an earlier report"


def test_the_check_of_installed_files_comes_first(monkeypatch, capsys):
    from rope_claims import cli
    from theory.gate import installed

    def refuse():
        raise installed.Foreign("theory/commands/cli.py is not the file")

    monkeypatch.setattr(installed, "state", refuse)
    monkeypatch.setattr(sys, "argv", ["rope-claims", "check"])
    assert cli.main() == 2
    assert "is not the file" in capsys.readouterr().err
