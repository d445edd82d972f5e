"""Certificates of public models' heads against brute force, transformers' own run and balls."""

import json

import numpy as np
import pytest
from flint import arb, ctx

from constructions.public_heads import check_public_heads as checker
from constructions.public_heads import command, extremes, run_error, shares
from constructions.public_heads.weights import UnreadableModel, load_first_layer
from tests.constructions.public_heads import forged, tiny


def test_the_makers_extremes_are_those_of_the_table():
    for made in forged.honest():
        table = tiny.table(made.head)
        computed = extremes.find_extremes(made.head, _clusters(made), made.folder / "kept.npz")
        error = made.head.error()[:, None]
        assert (np.abs(computed.upper - table.max(1)) <= extremes.TOLERANCE + error).all()
        assert (computed.above + error >= table.max(1)).all()
        assert (computed.below - error <= table.min(1)).all()
        assert (computed.beyond + 2 * error[:, 0] >= np.ptp(table, axis=2).max(1)).all()
        (made.folder / "kept.npz").unlink()


def _clusters(made):
    from constructions.public_heads.clusters import Clusters

    return Clusters(np.array(made.entry["leaders"]), np.array(made.entry["pivots"]))


def test_an_interrupted_run_goes_on(monkeypatch):
    made = forged.honest()[0]
    monkeypatch.setattr(extremes, "BLOCK", 10)
    whole = extremes.find_extremes(made.head, _clusters(made), made.folder / "a.npz")
    kept = made.folder / "b.npz"

    def stop(what):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        extremes.find_extremes(made.head, _clusters(made), kept, stop)
    (kept.exists() or True) and extremes.find_extremes(made.head, _clusters(made), kept)
    again = extremes.find_extremes(made.head, _clusters(made), kept)
    assert np.array_equal(whole.above, again.above)
    assert np.array_equal(whole.beyond, again.beyond)


@pytest.mark.parametrize("length", [2, 5, tiny.WINDOW])
def test_shares_are_those_of_the_worst_input(length):
    """Every choice of a key at each distance, for tables of three keys."""
    rng = np.random.default_rng(length)
    table = rng.normal(size=(3, tiny.WINDOW - 1))[:, : length - 1]
    own, low, high = rng.normal(size=1), table.min(0)[None], table.max(0)[None]
    choices = np.stack(np.meshgrid(*[range(2)] * (length - 1), indexing="ij"), -1)
    ends = np.where(choices.reshape(-1, length - 1) == 0, low, high)
    logits = np.column_stack([np.full(len(ends), own[0]), ends])
    weights = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    at = {"previous": 1, "query": 0, "first": length - 1}
    assert shares.most("any", length, own, low, high)[0] == pytest.approx(weights.max())
    assert shares.share_curve("any", own, low, high)[-1] == pytest.approx(weights.max())
    for kind, column in at.items():
        selected = weights[:, column]
        assert shares.most(kind, length, own, low, high)[0] == pytest.approx(selected.max())
        assert shares.least(kind, length, own, low, high)[0] == pytest.approx(selected.min())
        assert shares.share_curve(kind, own, low, high)[-1] == pytest.approx(selected.max())


def test_queries_keys_and_rotations_lie_in_balls():
    """The doubles of one logit against 200-bit balls of the same exact weights."""
    made = forged.honest()[0]
    layer = load_first_layer(made.folder)
    with ctx.workprec(200):
        a, b, t, number = 3, 77, 5, made.entry["head"]
        q = _ball_vector(layer, a, layer.query[number], layer.scale)
        k = _ball_vector(layer, b, layer.key[number // 2], 1)
        total, half = arb(0), tiny.SIZE // 2
        for f in range(half):
            angle = t * arb(layer.base) ** (-arb(f) / half)
            c, s = angle.cos(), angle.sin()
            x, y, u, v = q[f], q[f + half], k[f], k[f + half]
            total += (x * c - y * s) * u + (x * s + y * c) * v
        assert abs(float(total.mid()) - tiny.table(made.head)[a, b, t - 1]) < 1e-12
        assert float(total.rad()) < 1e-40


def _ball_vector(layer, token, weight, scale):
    x = [arb(float(value)) for value in layer.embedding[token]]
    root = (sum((v * v for v in x), arb(0)) / len(x) + arb(layer.eps)).sqrt()
    x = [v / root * arb(float(w)) for v, w in zip(x, layer.norm, strict=True)]
    rows = weight.tolist()
    return [
        arb(scale) * sum((arb(w) * v for w, v in zip(row, x, strict=True)), arb(0)) for row in rows
    ]


@pytest.mark.parametrize("kind", tiny.KINDS)
def test_transformers_own_run_lies_within_the_stated_error(kind, tmp_path):
    """The attention of the model itself, in float32, at the last of eight tokens."""
    import torch

    folder = tiny.make(tmp_path, kind, seed=5)
    weights = _attention(folder, kind, [3, 50, 7, 9, 120, 3, 0, 33])
    layer = load_first_layer(folder)
    stream = layer.stream(tiny.TOKENS)
    for head in range(layer.heads):
        tokens = [3, 50, 7, 9, 120, 3, 0, 33]
        turns = np.exp(1j * np.outer(np.arange(7, -1, -1), layer.angles()))
        q, k = layer.queries(head, stream)[33], layer.keys(head, stream)[tokens]
        logits = (q * turns * k.conj()).real.sum(1)
        stated = run_error.logit_error(layer, head, stream, 8)
        theirs = torch.log(weights[head]).numpy()
        ours = logits - np.log(np.exp(logits).sum())
        assert np.abs(theirs - ours).max() <= 2 * stated + 1e-6
        assert np.abs(theirs - ours).max() < 1e-5


def _attention(folder, kind, tokens):
    """(heads, n) the first layer's attention at the last token, by transformers."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM

    settings = json.loads((folder / "config.json").read_text())
    kept = {name: value for name, value in settings.items() if "rope" not in name}
    theta = settings["rope_local_base_freq" if kind == "gemma3_text" else "rope_theta"]
    rope = {"rope_type": "default", "rope_theta": theta}
    if kind == "gemma3_text":
        rope = {"sliding_attention": rope, "full_attention": rope}
    config = AutoConfig.for_model(
        **kept, num_hidden_layers=1, intermediate_size=16, rope_parameters=rope
    )
    model = AutoModelForCausalLM.from_config(config, attn_implementation="eager")
    from safetensors.torch import load_file

    model.load_state_dict(load_file(folder / "model.safetensors"), strict=False)
    with torch.no_grad():
        out = model(torch.tensor([tokens]), output_attentions=True)
    return out.attentions[0][0, :, -1].double()


def test_the_command_says_why_not(tmp_path, error_line):
    folder = tiny.make(tmp_path / "m")
    assert "only the first layer" in error_line(command.main, folder, "--layer", "3")
    assert command.main([str(tmp_path / "none")]) == 2
    assert command.main([str(folder), "--window", "2"]) == 2
    assert command.main([str(folder), "--heads", "9"]) == 2
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"model_type": "gpt2"}))
    with pytest.raises(UnreadableModel, match="gpt2"):
        load_first_layer(folder)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("m.gguf", b"", "m.gguf is damaged or no GGUF file"),
        ("m.gguf", b"\xff\xfe", "m.gguf is damaged or no GGUF file"),
        ("m.gguf", b"GGUF" + bytes(20), "m.gguf is damaged or no GGUF file"),
        ("m/model.safetensors", b"", "model.safetensors is damaged or no safetensors file"),
        ("m/model.safetensors", bytes(99), "model.safetensors is damaged or no safetensors file"),
        ("m/config.json", b"\xff\xfe", "config.json: it is no JSON"),
        ("m/config.json", b"[]", "config.json: it is no object"),
        ("m/config.json", b"{}", "the architecture 'None' is not read"),
        ("m/config.json", b'{"model_type": "llama"}', "config.json: 'num_attention_heads' is"),
    ],
)
def test_a_damaged_file_is_one_line_and_two(name, content, told, tmp_path, capsys):
    tiny.make(tmp_path / "m")
    (tmp_path / name).write_bytes(content)
    model = tmp_path / name.split("/")[0]
    assert command.main([str(model), "--out", str(tmp_path / "out")]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "more",
    [
        {"rope_parameters": {"rope_type": "default", "partial_rotary_factor": 0.5}},
        {"partial_rotary_factor": 0.5},
    ],
)
def test_heads_that_rotate_in_part_are_refused_as_such(tmp_path, more):
    file = tiny.make(tmp_path / "m") / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | more))
    told = r"only a part of each head is rotated \(partial_rotary_factor 0.5\)"
    with pytest.raises(UnreadableModel, match=told):
        load_first_layer(file.parent)


@pytest.mark.parametrize(
    ("device", "message"),
    [("foo", "invalid choice: 'foo'"), ("cuda", "no CUDA device is visible to torch: use --dev")],
)
def test_a_device_that_is_not_there_is_refused_at_once(
    device, message, tmp_path, capsys, monkeypatch
):
    """The model is not there either: the device is looked at first, and nothing is written."""
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    out = tmp_path / "out"
    words = [str(tmp_path / "none"), "--device", device, "--out", str(out)]
    try:
        code = command.main(words)
    except SystemExit as ended:
        code = ended.code
    told = capsys.readouterr()
    assert (code, told.out, out.exists()) == (2, "", False)
    assert message in told.err.splitlines()[-1]


def test_a_device_is_chosen(monkeypatch):
    for there, chosen in ((True, "cuda"), (False, "cpu")):
        monkeypatch.setattr("torch.cuda.is_available", lambda there=there: there)
        assert command.choose_device("auto").type == chosen
        assert command.choose_device("cpu").type == "cpu"


def test_the_command_writes_certificates_that_the_checker_accepts(tmp_path, capsys):
    folder = tiny.make(tmp_path / "m")
    out = tmp_path / "out"
    told = ["--window", "7", "--heads", "2", "--out", str(out), "--balls", "9"]
    assert command.main([str(folder), *told]) == 0
    (file,) = out.iterdir()
    assert checker.main([str(file), str(folder)]) == 0
    assert checker.main([str(file), str(folder), "--jobs", "2"]) == 0
    checker.JOBS = 1
    entry = json.loads(file.read_text())
    file.write_text(json.dumps(replace_most(entry)))
    assert checker.main([str(file), str(folder)]) == 1
    assert "claim" in capsys.readouterr().out
    assert checker.main([str(file)]) == 2


def replace_most(entry):
    """A bound changed, its words left."""
    entry["content"]["most"] = "0.100000"
    return entry
