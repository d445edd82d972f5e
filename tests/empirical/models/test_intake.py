"""A stranger's folder: nothing of it is run, nothing outside it is read, one line says so."""

import io
import json
import os
import pickle
import shutil
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from empirical import validate
from empirical.architectures.specimens import tiny
from empirical.models import intake
from empirical.models.pretrained import ModelError, load
from tests.empirical import hubs, prepared

CPU = torch.device("cpu")
CODE = """from pathlib import Path
Path({marker!r}).write_text("ran")
from transformers import PreTrainedConfig, PreTrainedModel, PreTrainedTokenizerFast
class Config(PreTrainedConfig):
    model_type = "own"
class Model(PreTrainedModel):
    config_class = Config
class Words(PreTrainedTokenizerFast):
    pass
def generate(*_, **__):
    return None
"""
MAP = {
    "AutoConfig": "code.Config",
    "AutoModelForCausalLM": "code.Model",
    "AutoTokenizer": ["code.Words", "code.Words"],
}


def edit(path, **changes):
    stored = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(stored | changes))


def marked(folder):
    """Code in every place from which libraries run a folder's own; the file that it would leave."""
    marker = folder.parent / "marker"
    text = CODE.format(marker=str(marker))
    (folder / "code.py").write_text(text)
    (folder / "custom_generate").mkdir()
    (folder / "custom_generate" / "generate.py").write_text(text)
    return marker


def config(**changes):
    return lambda folder: edit(folder / "config.json", **changes)


def settings(**changes):
    return lambda folder: edit(folder / "tokenizer_config.json", **changes)


CODES = {
    "config": config(model_type="own", auto_map=MAP),
    "untyped config": config(model_type=None, auto_map=MAP),
    "tokenizer": settings(tokenizer_class="Words", auto_map=MAP),
    "listed tokenizer": settings(tokenizer_class="Words", auto_map=MAP["AutoTokenizer"]),
    "model": config(model_type="vit", auto_map=MAP),
}
"""Ways in which a folder asks for its own code."""


def refused(folder, capsys, *arguments):
    """The one line of a run on a folder; it ends in exit code 2 and leaves no report."""
    out = folder.parent / "out"
    assert validate.main(["--model", str(folder), "--out", str(out), *arguments]) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if line]
    assert len(lines) == 1
    assert lines[0].startswith("rope-claims: ")
    assert lines[0].isprintable()
    assert len(lines[0]) < 800
    assert not (out / "report.json").exists()
    return lines[0]


@pytest.mark.parametrize("name", CODES)
def test_a_folders_own_code_is_not_run_whatever_is_answered(folder, name, capsys, monkeypatch):
    marker = marked(folder)
    CODES[name](folder)
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n" * 9))
    monkeypatch.setattr("builtins.input", lambda *_: pytest.fail("it asked"))
    error = refused(folder, capsys)
    assert "never run" in error
    assert not marker.exists()


def test_nor_in_a_process_of_its_own(folder, tmp_path):
    marker = marked(folder)
    CODES["tokenizer"](folder)
    command = [sys.executable, "-m", "empirical.validate", "--model", str(folder)]
    answers, printed, errors = (tmp_path / name for name in ("answers", "printed", "errors"))
    answers.write_text("y\ny\n")
    with answers.open() as one, printed.open("w") as two, errors.open("w") as three:
        streams = {"stdin": one.fileno(), "stdout": two.fileno(), "stderr": three.fileno()}
        child = prepared.start(
            prepared.command, [*command, "--out", str(tmp_path / "out")], **streams
        )
        child.join(300)
    assert child.exitcode == 2
    assert printed.read_text() == ""
    (line,) = errors.read_text().splitlines()
    assert line.startswith("rope-claims: ")
    assert "never run" in line
    assert not marker.exists()


def test_code_next_to_a_model_that_transformers_knows_is_left_alone(folder):
    marker = marked(folder)
    edit(folder / "config.json", auto_map=MAP)
    edit(folder / "generation_config.json", auto_map=MAP, custom_generate="custom_generate")
    assert load(folder, CPU).tokenizer is not None
    assert not marker.exists()


class Hurt:
    def __reduce__(self):
        return (os.system, ("echo ran > /tmp/never",))


def pickled(folder, value):
    (folder / "model.safetensors").unlink()
    with (folder / "pytorch_model.bin").open("wb") as stream:
        pickle.dump(value, stream)


def torch_pickled(folder):
    (folder / "model.safetensors").unlink()
    torch.save({"model.embed_tokens.weight": Hurt()}, folder / "pytorch_model.bin")


def sharded(folder, *parts):
    (folder / "model.safetensors").unlink()
    tiny("llama").save_pretrained(folder, max_shard_size="20KB")
    path = folder / "model.safetensors.index.json"
    table = json.loads(path.read_text())["weight_map"]
    edit(path, weight_map=table | dict(zip(table, parts, strict=False)))


def outside(folder):
    """A copy of the model next to the folder."""
    return Path(shutil.copytree(folder, folder.parent / "outside", dirs_exist_ok=True))


def index_above(folder):
    outside(folder)
    sharded(folder, "../outside/model.safetensors")


def linked(name):
    def change(folder):
        away = outside(folder) / name
        (folder / name).unlink()
        (folder / name).symlink_to(away)

    return change


def linked_folder(folder):
    (folder / "additional_chat_templates").symlink_to(outside(folder))


def named_elsewhere(key):
    return lambda folder: settings(**{key: str(outside(folder) / "tokenizer.json")})(folder)


def named_above(folder):
    outside(folder)
    edit(folder / "tokenizer_config.json", tokenizer_file="../outside/tokenizer.json")


def weights_elsewhere(folder):
    outside(folder)
    edit(folder / "config.json", transformers_weights="../outside/model.safetensors")


def adapter(folder):
    edit(folder / "adapter_config.json", base_model_name_or_path=str(outside(folder)))


def pipe(folder):
    (folder / "chat_template.jinja").unlink(missing_ok=True)
    os.mkfifo(folder / "chat_template.jinja")


def text(file, content):
    return lambda folder: (folder / file).write_text(content)


def repeated(file):
    def change(folder):
        path = folder / file
        stored = json.loads(path.read_text()) if path.exists() else {"a": 1}
        key = next(iter(stored))
        path.write_text(f"{{{json.dumps(key)}: 0, " + json.dumps(stored)[1:])

    return change


LINK, DEEP, HUGE = "a link out of the folder", "[" * 9999 + "]" * 9999, 10**4000
HOSTILE = {
    "pickled code": (lambda f: pickled(f, {"w": Hurt()}), "convert them to safetensors"),
    "pickled code, torch": (torch_pickled, "convert them to safetensors"),
    "no pickle": (text("model.safetensors", "x"), "truncated or corrupt"),
    "index above": (index_above, "no file of the folder"),
    "index absolute": (
        lambda f: sharded(f, str(outside(f) / "model.safetensors")),
        "no file of the folder",
    ),
    "index of a number": (lambda f: sharded(f, 4), "no file of the folder"),
    "index of dots": (lambda f: sharded(f, ".."), "no file of the folder"),
    "index of backslashes": (lambda f: sharded(f, "..\\o"), "no file of the folder"),
    "index of orders": (lambda f: sharded(f, "\x1b[2J/[/]\n"), "no file of the folder"),
    "linked weights": (linked("model.safetensors"), LINK),
    "linked config": (linked("config.json"), LINK),
    "linked tokenizer": (linked("tokenizer.json"), LINK),
    "linked folder": (linked_folder, LINK),
    "tokenizer elsewhere": (named_elsewhere("tokenizer_file"), "a file out of the folder"),
    "vocabulary elsewhere": (named_elsewhere("vocab_file"), "a file out of the folder"),
    "tokenizer above": (named_above, "a file out of the folder"),
    "weights elsewhere": (weights_elsewhere, "out of the folder"),
    "adapter": (adapter, "is an adapter"),
    "pipe": (pipe, "is no file"),
    "config twice a key": (repeated("config.json"), "stands there twice"),
    "tokenizer twice a key": (repeated("tokenizer.json"), "stands there twice"),
    "settings twice a key": (repeated("tokenizer_config.json"), "stands there twice"),
    "manifest twice a key": (repeated("manifest.json"), "stands there twice"),
    "manifest of NaN": (text("manifest.json", '{"recipe": NaN}'), "NaN is no number"),
    "manifest deep": (text("manifest.json", DEEP), "nests more than"),
    "manifest of text": (text("manifest.json", '{"recipe": "<b>"}'), "whole seed and steps"),
    "manifest of true": (
        text("manifest.json", '{"recipe": {"seed": true, "steps": 1}}'),
        "whole seed and steps",
    ),
    "manifest of half": (text("manifest.json", '{"recipe": {"seed": 1}}'), "seed and steps"),
    "config deep": (text("config.json", DEEP), "nests more than"),
    "config of a list": (text("config.json", "[1]"), "no JSON object"),
    "settings of a list": (text("tokenizer_config.json", "[1]"), "no JSON object"),
    "generation of a list": (text("generation_config.json", "[1]"), "no JSON object"),
    "config of an order": (config(model_type="\x1b[2J[/]\n" + "a" * 9**5), "does not know"),
    "config of a list for a type": (config(model_type=["llama"]), "does not know"),
    "config of huge sizes": (config(hidden_size=HUGE), "the model cannot be loaded"),
    "config without end": (config(num_hidden_layers=10**9), "above the number of stored"),
    "config of endless vocabulary": (config(vocab_size=10**13), ""),
    "config of negative sizes": (config(hidden_size=-8), ""),
    "config of wrong types": (config(rope_parameters="[/]", rope_scaling=[[]]), ""),
    "config of a strange dtype": (config(dtype="\x1b[31m"), ""),
    "tokenizer of another form": (text("tokenizer.json", '{"model": 4}'), "tokenizer cannot"),
    "tokenizer of a list": (text("tokenizer.json", "[]"), "tokenizer cannot"),
    "settings of wrong types": (settings(added_tokens_decoder=4), "tokenizer cannot"),
    "settings of markup": (settings(added_tokens_decoder={"[/]\x1b": {}}), "tokenizer cannot"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_folder_is_refused_in_one_line(folder, capsys, case):
    change, message = HOSTILE[case]
    change(folder)
    assert message in refused(folder, capsys)
    assert not Path("/tmp/never").exists()


def test_a_file_that_may_not_be_read_is_named(folder, monkeypatch):
    """The superuser may read everything, so the system's answer is changed."""
    answer = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: path.name != "model.safetensors" and answer(path, mode)
    )
    with pytest.raises(ModelError, match=r"model\.safetensors cannot be read: you lack permission"):
        load(folder, CPU)


def test_a_buffer_of_an_old_file_is_no_layer_left_out(folder):
    """As GPT-J's masks were stored; the layer itself is the model's own."""
    path = folder / "model.safetensors"
    weights = load_file(path)
    mask = next(k for k in weights if ".0." in k).partition(".0.")[0] + ".0.attn.masked_bias"
    save_file(weights | {mask: torch.tensor(-1e9)}, path, metadata={"format": "pt"})
    assert load(folder, CPU).model is not None


def test_a_path_that_leads_nowhere_is_its_makers_own(folder):
    edit(folder / "tokenizer_config.json", special_tokens_map_file="/nobody/special_tokens.json")
    assert load(folder, CPU).tokenizer is not None


def test_the_hubs_cache_keeps_its_links(whole, tmp_path):
    snapshot = hubs.cached(tmp_path, "o/n", whole)
    assert load(snapshot, CPU).tokenizer is not None
    blobs = snapshot.parent.parent / "blobs"
    blobs.rename(tmp_path / "away")
    blobs.symlink_to(tmp_path / "away")
    with pytest.raises(ModelError, match=LINK):
        load(snapshot, CPU)


@pytest.mark.parametrize("name", ["a/b", "..", ".", "", "a\\b", "a\0b", 4, None, True, ["a"]])
def test_what_is_no_plain_name(name):
    assert not intake._plain(name)
