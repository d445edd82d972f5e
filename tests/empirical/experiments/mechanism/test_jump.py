"""S-jump's measure on looks with a known course, and on a model whose looks are known."""

import pytest
import torch
from transformers import GPTJConfig, GPTJForCausalLM

from empirical.experiments.mechanism import checks as mechanism_checks
from empirical.experiments.mechanism import claims as mechanism_claims
from empirical.experiments.mechanism import jump
from empirical.experiments.mechanism import settings as sizes
from empirical.experiments.mechanism import synthetic as mechanism_synthetic
from empirical.experiments.mechanism.bounds import bounds
from empirical.instrument.measure import EVALUATION_SEED
from empirical.models.checkpoint import gptj_config
from empirical.models.data import sequences
from empirical.models.model import Shape
from empirical.protocol.family import Measurement
from empirical.protocol.synthetic import replaced_records
from theory.ledger import Status

DATA = jump.four_hop_inputs(8, 3, 1)


def test_inputs_have_four_hops_and_their_places_lead_to_the_answer():
    places = jump.positions_by_hop(DATA)
    tokens = torch.from_numpy(DATA.tokens)
    assert len(DATA) == 8
    assert (DATA.hops == 4).all()
    assert (places[:, 0] == tokens.shape[1] - 1).all()
    path = tokens.gather(1, places)
    assert (path[:, -1] == torch.from_numpy(DATA.answers)).all()
    lefts = torch.where(path >= 64, path // 8 - 8, path // 8)
    assert (lefts[:, 1:] == path[:, :-1] % 8).all()


def test_inputs_of_other_hops_are_refused():
    with pytest.raises(ValueError, match="4 hops"):
        jump.positions_by_hop(sequences("letter", 4, 1))


def test_hops_reached_are_records_of_the_walk():
    places = torch.tensor([[9, 7, 5, 3, 1]])
    courses = {
        (7, 5, 1, 1): jump.JUMPED,
        (7, 5, 5, 0, 1, 3): jump.JUMPED,  # off the path, and back on it
        (7, 5, 3, 1): jump.WALKED,
        (7, 9, 5, 3, 2, 1): jump.WALKED,
        (7, 5, 3): (1, 2, 3),
        (7, 3, 5, 1): (1, 3, 4),
        (9, 0): (),
    }
    for looks, expected in courses.items():
        attended = torch.tensor(looks)[:, None]
        for wanted in (jump.JUMPED, jump.WALKED, (1, 2, 3), (1, 3, 4), ()):
            assert bool(jump.reached(attended, places, wanted)) is (wanted == expected), looks


def small():
    torch.manual_seed(0)
    shape = Shape(vocabulary=128, layers=3, heads=1, width=32)
    return GPTJForCausalLM(GPTJConfig(**gptj_config(shape))).eval()


def test_a_cut_turns_the_places_own_look_and_no_other():
    model, places = small(), jump.positions_by_hop(DATA)
    free, _ = jump.looks(model, DATA, None)
    for hop in (0, 2):
        cut = places[:, hop]
        attended, _ = jump.looks(model, DATA, cut)
        assert (attended.gather(2, cut.expand(3, -1)[..., None])[..., 0] == cut).all()
        here = torch.nn.functional.one_hot(cut, free.shape[-1]).bool()
        assert (attended[0][~here] == free[0][~here]).all()  # the first layer's other looks stay
    assert (jump.looks(model, DATA, None)[0] == free).all()


def test_counts_are_of_the_solved_inputs_and_chance_of_all():
    counts = jump.jumps(small(), DATA)
    assert set(counts) == {*jump.CUTS, "by chance"}
    solved = counts["none"].right[0]
    assert all(of == solved for cut in jump.CUTS for _, of in vars(counts[cut]).values())
    chance = [count for count in vars(counts["by chance"]).values() if count]
    assert [of for _, of in chance] == [len(DATA)] * 5


def test_following_looks_tells_what_is_fetched_from_what_stands_there():
    """Hops 1, 2 and 4 lead to the answer only if hop 2 has fetched hop 3's token."""
    places = jump.positions_by_hop(DATA)
    own = torch.arange(DATA.tokens.shape[1]).expand(len(DATA), -1)
    rows = torch.arange(len(DATA))

    def course(*layers):
        """Sources: in each layer the places of some hops look at those of others."""
        sources = own.repeat(len(layers), 1, 1)
        for layer, pairs in zip(sources, layers, strict=True):
            for here, there in pairs:
                layer[rows, places[:, here]] = places[:, there]
        return sources

    jumping = course([(0, 1), (2, 3)], [(0, 2)], [(0, 4)])
    walking = course([(0, 1)], [(0, 2)], [(0, 3)], [(0, 4)])
    blind = course([(0, 1)], [(0, 2)], [(0, 4)])
    for sources, fetched, standing in (
        (jumping, True, False),
        (walking, True, True),
        (blind, False, False),
    ):
        assert (jump.follows(DATA, sources, True) == fetched).all()
        assert (jump.follows(DATA, sources, False) == standing).all()
        walked = jump.courses(DATA, sources, places, rows >= 0).walked
        assert (walked == (len(DATA), len(DATA))) == (len(sources) == 4)


def test_records_without_the_measure_leave_the_claim_open():
    synthetic = mechanism_synthetic.mechanism_measurement(Measurement({}, bounds()))
    outcome = mechanism_checks.check_jump(
        replaced_records(None, "tasks", "letter", 2, "jump")(synthetic)
    )
    assert outcome.status is Status.UNKNOWN
    assert "rope-claims run mechanism" in outcome.found


def test_the_records_are_of_the_inputs_they_name():
    expected = jump.four_hop_inputs(
        sizes.JUMP_SEQUENCES, EVALUATION_SEED, sizes.JUMP_STREAM
    ).sha256()
    for record in mechanism_claims.stored_mechanisms().tasks["letter"]:
        about = record.jump.manifest
        assert about.data_sha256 == expected
        assert about.commit
        assert set(about.versions) == {"python", "torch", "transformers", "numpy"}
        assert record.jump.none.right[1] <= sizes.JUMP_SEQUENCES
