"""The stand-alone checker of public models' heads: what it accepts, what it rejects, and why."""

import json
from itertools import count

import numpy as np
import pytest

from constructions.public_heads import check_public_heads as checker
from constructions.public_heads.weights import load_first_layer
from tests.constructions.public_heads import forged, tiny


def test_honest_certificates_are_accepted():
    for made in forged.honest():
        assert checker.check(made.entry, made.folder) == made.entry["claim"]


def test_false_certificates_are_rejected():
    told = (what for what, *rest in forged.false() if forged.accepted(checker, *rest))
    assert next(told, None) is None


def test_bounds_contain_what_they_enclose():
    assert forged.contains(checker)


def test_half_is_claimed_only_where_an_input_gets_it():
    """A certificate that knows of no input says nothing of one that gets half."""
    entry = json.loads(json.dumps(forged.honest()[0].entry))
    entry["half"] = dict.fromkeys(checker.KINDS, [1, tiny.WINDOW + 1])
    assert "can get half" not in checker.sentence(entry)
    assert "gets less" not in checker.sentence(entry)
    entry["half"]["first"] = [3, 5]
    assert "the first position can get half at the last of 3 tokens" in checker.sentence(entry)
    assert "gets less at the last of 5 to 9 tokens" in checker.sentence(entry)


def looked(model=None, **settings):
    """The layer of a tiny model, some of its settings replaced."""
    folder = (model or forged.honest()[0]).folder
    return checker.layer_of(folder) | settings


def head(layer, number=0, window=tiny.WINDOW):
    """What the checker reads of a head."""
    return checker.Head(layer, number, tiny.TOKENS, window)


def proof(limit=0.0):
    """A head's bounds, all as wide as ``limit``."""
    one = head(looked())
    wide = np.full((tiny.TOKENS, tiny.WINDOW - 1), limit)
    balls = checker.Balls(one, [1, 2], [5, 50, 90])
    return checker.Proof(one, balls, -wide, wide.copy(), wide[:, 0].copy())


def test_logits_in_doubles_are_widened():
    one, made = head(looked()), proof()
    assert (made.low[:, 0] < one.own - 0.9 * checker.EXACT).all()
    assert (made.high[:, 0] > one.own + 0.9 * checker.EXACT).all()
    made.look([7])
    table = one.table(7)
    assert (made.low[7, 1:] < table.min(0) - 0.9 * checker.EXACT).all()
    assert (made.high[7, 1:] > table.max(0) + 0.9 * checker.EXACT).all()
    assert made.beyond[7] > np.ptp(table, axis=1).max() + 1.9 * checker.EXACT


def test_queries_are_looked_at_exactly_each_by_its_own_keys():
    for made in forged.honest():
        table, one = tiny.table(made.head), head(checker.layer_of(made.folder), made.entry["head"])
        balls = checker.Balls(one, made.entry["leaders"], range(40, 70))
        wide = np.full((tiny.TOKENS, tiny.WINDOW - 1), 99.0)
        proof = checker.Proof(one, balls, -wide, wide.copy(), wide[:, 0].copy())
        proof.look(range(tiny.TOKENS))
        assert proof.low[:, 1:] == pytest.approx(table.min(1), abs=2e-7)
        assert proof.high[:, 1:] == pytest.approx(table.max(1), abs=2e-7)
        assert proof.beyond == pytest.approx(np.ptp(table, axis=2).max(1), abs=3e-7)


def test_a_key_of_no_numbers_is_within_reach_of_every_query():
    one = head(looked())
    one.keys[60] = np.nan
    balls = checker.Balls(head(looked()), [1, 2], range(40, 70))
    (at,) = (j for j, keys in enumerate(balls.groups) if 60 in keys)
    balls.means[at] = np.nan
    assert 60 in balls.within_reach(one, 3)
    assert not np.isfinite(one.table(3, balls.within_reach(one, 3))).all()


def test_bounds_of_a_head_of_zeros_are_as_wide_as_doubles_are_off():
    layer = looked()
    layer["q"] = layer["q"] * 0
    one = head(layer)
    below, above, beyond = checker.extremes(one, checker.Balls(one, [1], [5]), lambda done: None)
    assert (below <= -0.9 * checker.EXACT).all()
    assert (above >= 0.9 * checker.EXACT).all()
    assert (beyond >= 1.9 * checker.EXACT).all()


def test_what_is_no_number_does_not_hold():
    def nothing(low, high):
        return np.full(len(low), np.nan)

    with pytest.raises(checker.Rejected, match="beyond"):
        proof().hold("anything", nothing, 1.0)


def test_weights_and_angles_must_be_within_what_doubles_hold():
    layer = looked()
    head(layer)
    with pytest.raises(checker.Rejected, match="angles"):
        head(layer | {"base": 0.5})
    with pytest.raises(checker.Rejected, match="weights"):
        head(layer | {"q": layer["q"] * 1e9})
    # Only the rotation's error, which grows with the window, is too large here.
    large = layer | {"q": layer["q"] * 1500}
    head(large, window=3)
    with pytest.raises(checker.Rejected, match="weights"):
        head(large, window=1024)


def other_metrics(monkeypatch, change):
    """Each metric as a function of its number and its two matrices remakes it, and none refused."""
    right, numbers = checker.metric, count()
    monkeypatch.setattr(checker, "metric", lambda *given: change(next(numbers), *right(*given)))
    monkeypatch.setattr(checker, "TOLERANCE", 1e9)


@pytest.mark.parametrize("poor", [(0,), (1,), (0, 1)])
def test_metrics_that_are_not_inverse_to_each_other_cost_sharpness_alone(poor, monkeypatch):
    """With J = 0 every radius is 0, and the gap |1 - P J| is all that keeps the bounds true."""
    other_metrics(monkeypatch, lambda n, p, j: (p, j * 0) if n % 2 in poor else (p, j))
    for made in forged.honest():
        table = tiny.table(made.head)
        one = head(checker.layer_of(made.folder), made.entry["head"])
        balls = checker.Balls(one, [], [7])
        below, above, beyond = checker.extremes(one, balls, lambda done: None)
        assert (below <= table.min(1)).all()
        assert (above >= table.max(1)).all()
        assert (beyond >= np.ptp(table, axis=2).max(1)).all()
        assert forged.decided(one, balls, table)


@pytest.mark.parametrize("factor", [1e-6, 1e6])
def test_each_metric_has_radii_of_its_own(factor, monkeypatch):
    """A metric's scale cancels between directions and radii, if both are of the same metric."""
    other_metrics(monkeypatch, lambda n, p, j: (p * factor, j / factor) if n % 2 else (p, j))
    for made in forged.honest():
        one = head(checker.layer_of(made.folder), made.entry["head"])
        table, balls = tiny.table(made.head), checker.Balls(one, [], [7])
        beyond = checker.extremes(one, balls, lambda done: None)[2]
        assert (beyond >= np.ptp(table, axis=2).max(1)).all()
        assert forged.decided(one, balls, table)


def test_a_window_beyond_what_the_layer_sees_is_rejected(tmp_path):
    folder = tiny.make(tmp_path, "llama", seed=1, scale=0.7)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"sliding_window": tiny.WINDOW - 1}))
    made = tiny.certified(folder, 0, balls=8, leaders=6)
    with pytest.raises(checker.Rejected, match="sees fewer"):
        checker.check(made.entry, folder)


def test_a_share_of_one_is_a_bound_that_needs_no_proof():
    made = proof(50.0)
    made.quantile("any", "0.5", 1.0)
    with pytest.raises(checker.Rejected, match="query tokens"):
        made.quantile("any", "0.5", 0.0)


@pytest.mark.parametrize(
    "text", ["1", "1.0", "1.0000000", "+1.000000", " 1.000000", "nan", "1e-6", 1.0, None, "1e400"]
)
def test_a_number_has_six_decimals(text):
    with pytest.raises(checker.Rejected):
        checker.number(text)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"format": 1}', "[" * 100, "\x00"])
def test_a_file_of_another_form_is_rejected_in_a_line(text, tmp_path, capsys):
    file = tmp_path / "certificate.json"
    file.write_text(text)
    assert checker.main([str(file), str(forged.honest()[0].folder)]) == 1
    told = capsys.readouterr().out
    assert told.startswith("rejected: ")
    assert told.count("\n") == 1


@pytest.mark.parametrize("field", sorted(checker.FIELDS))
@pytest.mark.parametrize("value", [None, [0.5], {}, "x", -1, 1e300])
def test_a_field_of_another_form_is_rejected(field, value, tmp_path, capsys):
    made = forged.honest()[0]
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(made.entry | {field: value}))
    assert checker.main([str(file), str(made.folder)]) == 1
    assert capsys.readouterr().out.startswith("rejected: ")


def test_quantised_tensors_are_those_of_the_gguf_package():
    from gguf.quants import GGMLQuantizationType, dequantize

    rng = np.random.default_rng(0)
    for name in ("Q4_0", "Q4_1", "Q5_0", "Q8_0"):
        kind = GGMLQuantizationType[name]
        size = checker.TYPES[int(kind)][1]
        raw = rng.integers(0, 256, (7, size), np.uint8)
        scales = rng.normal(size=(7, 2)).astype(np.float16).view(np.uint8)
        raw[:, :4] = scales if name == "Q4_1" else np.hstack([scales[:, :2], raw[:, 2:4]])
        ours = checker.dequantised(raw.reshape(-1), int(kind), (7, 32))
        assert np.array_equal(ours, dequantize(raw, kind)), name


@pytest.mark.parametrize("kind", tiny.KINDS)
def test_a_gguf_file_is_read_as_the_folder_is(kind, tmp_path):
    """The same queries, keys, angles and window; Gemma's base is not in the file."""
    folder = tiny.make(tmp_path / "m", kind, seed=6)
    place = folder / "config.json"
    config = json.loads(place.read_text()) | {"sliding_window": tiny.SEES}
    place.write_text(json.dumps(config | {"rope_local_base_freq": 10000.0}))
    file = tiny.as_gguf(folder, tmp_path / "m.gguf")
    ours, other = checker.layer_of(file), checker.layer_of(folder)
    assert ours["sees"] == other["sees"] == tiny.SEES
    for number in range(tiny.HEADS):
        one, two = head(ours, number), head(other, number)
        for name in ("q", "k", "angles", "run"):
            assert getattr(one, name) == pytest.approx(getattr(two, name), rel=1e-6, abs=1e-6)
        made = load_first_layer(file)
        stream = made.stream(tiny.TOKENS)
        assert one.q == pytest.approx(made.queries(number, stream), abs=1e-9)
        assert one.k == pytest.approx(made.keys(number, stream), abs=1e-9)


def test_a_certificate_of_a_gguf_file_is_accepted(tmp_path):
    folder = tiny.make(tmp_path / "m", "gemma3_text", seed=7, common=1.0)
    file = tiny.as_gguf(folder, tmp_path / "m.gguf")
    made = tiny.certified(file, 1, balls=0)
    assert not made.entry["leaders"]
    assert checker.check(made.entry, file) == made.entry["claim"]
    entry = forged.changed(made.entry, ("window",), tiny.SEES + 1)
    with pytest.raises(checker.Rejected, match="sees fewer"):
        checker.check(entry, file)


@pytest.mark.parametrize("name", ["attn_norm", "attn_q_norm", "attn_k_norm"])
def test_norms_that_a_run_has_otherwise_are_rejected(name, tmp_path):
    """A run that takes 1 away and adds it again gets 1e-9 as 0."""
    folder = tiny.make(tmp_path / "m", "gemma3_text")
    size = tiny.WIDTH if name == "attn_norm" else tiny.SIZE
    rows = np.r_[np.ones(size - 1, np.float32), np.float32(1e-9)]
    file = tiny.as_gguf(folder, tmp_path / "m.gguf", {f"blk.0.{name}.weight": rows})
    with pytest.raises(checker.Rejected, match="other weights"):
        checker.layer_of(file)


def test_scaled_frequencies_are_rejected(tmp_path):
    from gguf import GGUFValueType

    folder = tiny.make(tmp_path / "m")
    part = {"rope__dimension_count": (4, GGUFValueType.UINT32)}
    scaled = {"rope__scaling__type": ("linear", GGUFValueType.STRING)}
    table = {"rope_freqs.weight": np.ones(4)}
    for reason, changed, settings in (
        ("in part", {}, part),
        ("scaled", {}, scaled),
        ("scaled", table, {}),
    ):
        file = tiny.as_gguf(folder, tmp_path / "m.gguf", changed, **settings)
        with pytest.raises(checker.Rejected, match=reason):
            checker.layer_of(file)
