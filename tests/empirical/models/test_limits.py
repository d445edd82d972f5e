"""A stranger's template, tokenizer and configuration, made to take all there is: one line each."""

import json
import shutil
from contextlib import suppress
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import AutoConfig

from empirical import validate
from empirical.architectures.specimens import tiny
from empirical.models import confined, memory
from empirical.models.confined import Exhausted
from empirical.models.hub import ModelError
from empirical.models.pretrained import load
from tests.empirical import hubs
from tests.empirical.talkers import talker

CPU = torch.device("cpu")
TEXT = "What does Alice like?"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return talker(tmp_path_factory.mktemp("model") / "model", "llama", window=None, chat=True)


def edit(path, **changes):
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def template(folder, text):
    (folder / "chat_template.jinja").write_text(text)


def rounds(*ends, inner=""):
    """Loops in one another, as Jinja's sandbox allows them."""
    for end in ends:
        inner = f"{{% for _ in range({end}) %}}{inner}{{% endfor %}}"
    return inner


def doubling(times):
    one = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}
    return {"type": "Sequence", "normalizers": [one] * times}


def rewritten(folder, **changes):
    edit(folder / "tokenizer.json", **changes)


def split_by(pattern):
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}
    return {"pre_tokenizer": split | {"invert": False}}


def error_of(folder, do):
    with pytest.raises(ModelError) as caught:
        do(load(folder, CPU))
    assert str(caught.value).isprintable()
    return caught.value


def render(loaded):
    return loaded.reader.render(TEXT)


def encode(loaded):
    return loaded.reader("a" * 30 + "x" * 300)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (rounds(300, inner="word " * 500), "characters of a text"),
        ("{{ 'a' * 10 ** 10 }}", "of memory"),
    ],
    ids=["many words", "one long word"],
)
def test_a_template_that_writes_without_end(folder, text, message):
    template(folder, text)
    error = error_of(folder, render)
    assert isinstance(error, Exhausted)
    assert message in str(error)


def test_a_template_that_loops_ends_the_run_in_one_line(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(confined, "SECONDS", 1)
    monkeypatch.setattr(confined, "PATIENCE", 200)
    template(folder, rounds(99999, 99999, 99999))
    words = ["--model", str(folder), "--out", str(tmp_path / "out")]
    words += ["--without", "binding", "cards", "sensitivity", "--prompt", TEXT]
    assert validate.main(words) == 2
    error = [line for line in capsys.readouterr().err.splitlines() if "error" in line]
    assert len(error) == 1
    assert "takes more than 1 s of processor time" in error[0]
    assert not (tmp_path / "out" / "report.json").exists()


def test_a_normaliser_that_doubles_the_text_and_one_that_does_not_end(folder, monkeypatch):
    rewritten(folder, normalizer=doubling(14))
    assert "tokens of a text of 330 characters" in str(error_of(folder, encode))
    monkeypatch.setattr(confined, "MEMORY", 1 << 28)
    rewritten(folder, normalizer=doubling(40))
    assert isinstance(error_of(folder, encode), Exhausted)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(x+x+)+y", "retry-limit-in-match over"),
        ("(" * 20_000 + ")" * 20_000, "parse depth limit over"),
        ("a{100001}", "too big number for repeat range"),
    ],
)
def test_an_expression_at_the_limits_of_its_library(folder, pattern, message):
    rewritten(folder, **split_by(pattern))
    assert message in str(error_of(folder, encode))


def test_a_class_that_is_no_tokenizer(folder):
    edit(folder / "tokenizer_config.json", tokenizer_class="RagTokenizer")
    assert "the tokenizer cannot be loaded" in str(error_of(folder, encode))


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("bart", "decoder_layers"),
        ("trocr", "decoder_layers"),
        ("prophetnet", "num_decoder_layers"),
        ("gptj", "n_layer"),
    ],
)
def test_a_configuration_of_endless_layers(tmp_path, kind, key):
    tiny("llama").save_pretrained(tmp_path)
    made = AutoConfig.for_model(kind).to_dict() | {key: 10**6}
    (tmp_path / "config.json").write_text(json.dumps(made))
    assert f"{key} is above the number of stored weights" in str(error_of(tmp_path, render))


def test_a_configuration_whose_reading_does_not_end(tmp_path, monkeypatch):
    """transformers makes a table of as many labels; no key of layers is in it."""
    monkeypatch.setattr(confined, "MEMORY", 1 << 28)
    hubs.model_folder(tmp_path)
    edit(tmp_path / "config.json", num_labels=10**9)
    assert isinstance(error_of(tmp_path, render), Exhausted)


def test_what_a_model_keeps_in_addition_to_its_weights_is_counted(tmp_path, monkeypatch):
    """GPT-J has a table of every position's sines and cosines: 10⁸ positions, 16 numbers each."""
    tiny("gptj").save_pretrained(tmp_path)
    edit(tmp_path / "config.json", n_positions=10**8)
    monkeypatch.setattr(memory, "free_bytes", lambda _: 5 * memory.GIB)
    assert "needs about 7.0 GiB on cpu" in str(error_of(tmp_path, render))


KEYS = ("config.json", "tokenizer_config.json", "tokenizer.json", "chat_template.jinja")
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 9),
    st.sampled_from([10**6, 10**20, -1.5, "", "<s>", "RagTokenizer", "{{", "é\u202e", [], {}]),
    st.dictionaries(st.sampled_from(["type", "a", "rope_theta"]), st.integers(-1, 3), max_size=2),
)


def places(value, at=()):
    """Every place in JSON, the first entries of lists and of large objects alone."""
    yield at
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, one in list(inner)[:30]:
            yield from places(one, (*at, key))


def changed(path, data):
    """The file with a value in it, or some characters, changed."""
    if path.suffix == ".jinja":
        text = path.read_text()
        at = data.draw(st.integers(0, len(text)))
        more = data.draw(st.sampled_from(["{%", "}}", "{{ 1/0 }}", "{{ x.y.z }}", "{% for", "\0"]))
        path.write_text(text[:at] + more + text[at:])
        return
    stored = json.loads(path.read_text())
    *way, last = data.draw(st.sampled_from([at for at in places(stored) if at]))
    inside = stored
    for key in way:
        inside = inside[key]
    inside[last] = data.draw(VALUES)
    path.write_text(json.dumps(stored))


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_files_changed_at_random_load_or_are_one_line(whole, tmp_path_factory, data):
    folder = Path(shutil.copytree(whole, tmp_path_factory.mktemp("changed") / "model"))
    for name in data.draw(st.sets(st.sampled_from(KEYS), min_size=1, max_size=2)):
        changed(folder / name, data)
    with suppress(ModelError):
        loaded = load(folder, CPU)
        if loaded.tokenizer is not None:
            render(loaded), encode(loaded), loaded.tokenizer.decode([1])
