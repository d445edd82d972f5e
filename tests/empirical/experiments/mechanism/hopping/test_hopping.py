"""Scores at hop queries: the places, the cut, the record and its table."""

import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from empirical.experiments.dynamics.scoring import Told
from empirical.experiments.mechanism.hopping import measure, records
from empirical.experiments.mechanism.hopping.table import hopping_tables, kind
from empirical.instrument.measure import EVALUATION_SEED, measured_heads
from empirical.models.data import sequences
from empirical.models.trajectory import trajectory
from empirical.protocol.reading import Misread, plain
from tests.empirical.trained import trained
from theory.reports.files import write_record


@pytest.fixture(scope="module", params=("number", "letter"))
def kept(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / f"{request.param}-3"
    return trajectory(trained(folder, request.param, seed=3).folder)


def test_a_query_within_the_input_sees_what_stands_before_it_alone(kept):
    model = kept.fill(kept.reader())
    data = sequences(kept.recipe.task, 16, EVALUATION_SEED)
    values, queries = measure.at_hops(model, data)
    assert queries == int((data.hops - 1).sum())
    assert values.shape == (3, 2, int((data.hops > 1).sum()))
    row = int(np.flatnonzero(data.hops == 2)[0])
    (place,) = measure.rules.path(data[row : row + 1])[0, :-1].nonzero().flatten().tolist()
    other = data.tokens[row : row + 1].copy()
    other[:, place + 1 :] = data.tokens[row - 1, place + 1 :]
    cut = measured_heads(model, other[:, : place + 1]).scores
    at = int((data.hops[:row] > 1).sum())
    assert [one.s_pos for one in cut] == pytest.approx(values[0, :, at])
    assert [one.s_sym for one in cut] == pytest.approx(values[1, :, at])
    whole = measure.at_last(model, data.tokens)
    assert [one.s_pos for one in measured_heads(model, data.tokens).scores] == pytest.approx(
        whole[0].mean(-1)
    )


def test_inputs_of_one_hop_have_no_other_query(kept):
    data = sequences(kept.recipe.task, 16, EVALUATION_SEED)
    data = data[data.hops == 1]
    path = measure.rules.path(data)
    assert torch.equal(path.sum(1), torch.ones(len(data), dtype=torch.long))


def test_the_record_is_written_read_and_damage_told(kept, tmp_path, monkeypatch):
    monkeypatch.setattr(measure, "INPUTS", 16)
    record = measure.record(kept, Told("rope-claims run released", {}))
    target = tmp_path / f"{record.task}-3.json"
    write_record(target, plain(record))
    assert records.read(target) == record
    assert (record.inputs, record.inputs_beyond, record.queries) == (16, 12, 24)
    text = json.loads(target.read_text())
    for name, value in (("hops", text["hops"][:1]), ("inputs_beyond", 17)):
        target.write_text(json.dumps(text | {name: value}))
        with pytest.raises(Misread, match=name):
            records.read(target)


def test_the_table_tells_heads_that_change_their_kind(kept, tmp_path, monkeypatch):
    monkeypatch.setattr(measure, "INPUTS", 16)
    record = measure.record(kept, Told("rope-claims run released", {}))

    def head(layer, s_pos, s_sym):
        return replace(record.last[layer], s_pos=s_pos, s_sym=s_sym)

    last = (head(0, 0.95, 0.02), head(1, 0.05, 0.96))
    for seed, other in ((3, head(0, 0.91, 0.1)), (4, head(0, 0.85, 0.0))):
        manifest = replace(record.manifest, recipe=replace(record.manifest.recipe, seed=seed))
        changed = replace(record, manifest=manifest, seed=seed, last=last, hops=(other, last[1]))
        write_record(tmp_path / f"{record.task}-{seed}.json", plain(changed))
    (table,) = hopping_tables(tmp_path)
    assert (table.task, table.seeds, table.pure) == (record.task, (3, 4), (3, 4))
    assert table.rows[0] == ("0", "0.95–0.95 / 0.02–0.02", "0.85–0.91 / 0.00–0.10")
    assert [kind(one) for one in (*last, head(0, 0.85, 0.0))] == ["positional", "symbolic", ""]
