"""The stacks, hop by hop: small inputs in balls, the generator's sequences in torch."""

from functools import cache

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.heads.alphabets import Numbers, Pairs, spelt
from constructions.stacks.module import StackModule
from constructions.stacks.stacks import letter_jumps, letter_stack, number_stack
from constructions.stacks.stream import evaluated
from empirical.models.data import sequences
from empirical.protocol.vocabulary import LENGTH, MAX_HOPS, WINDOW, vocabulary
from tests.strategies import valid_inputs
from theory.mathematics import tasks

SMALL = Numbers(("a", "b"), 4)
TOKENS = 68
KINDS = st.sampled_from(["symbolic", "positional"])
DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


@cache
def stack(task, n0):
    """The stack for the generator's alphabet, and its tokens in id order."""
    if task == "number":
        names = vocabulary(task).names
        letters = names[: vocabulary(task).answers]
        made = number_stack(Numbers(letters, 2 * WINDOW), n0, MAX_HOPS, MAX_HOPS + 1)
    else:
        made = letter_stack(Pairs(tuple("ABCDEFGH"), WINDOW), n0, MAX_HOPS, MAX_HOPS + 1)
    tokens = made.task.tokens
    assert tuple(map(spelt, tokens)) == vocabulary(task).names
    return made, tokens


def held(made, ids, number_format="float32", device="cpu"):
    """Every register of the final stream, decoded: (ℓ + 1, batch, n) token ids."""
    module = StackModule(made, number_format, device)
    registers = []
    for part in torch.from_numpy(ids).to(device).split(500):
        stream = module(part)
        registers.append(torch.stack([module.decoded(stream, t) for t in range(len(made.reads))]))
    return torch.cat(registers, dim=1).cpu().numpy()


@pytest.mark.parametrize(
    ("task", "lead", "count"),
    [("number", 0, 500), ("letter", 0, 800), ("letter", TOKENS - LENGTH, 200)],
)
def test_the_generators_sequences_are_answered(task, lead, count):
    """Sequences of the spec's E1: all of them, and hops reached layer by layer."""
    made, _ = stack(task, LENGTH + lead)
    data = sequences(task, count, seed=5, lead=lead)
    states = held(made, data.tokens)
    assert np.array_equal(states[0], data.tokens)
    assert np.array_equal(states[-1][:, -1], data.answers)
    for hops in range(1, MAX_HOPS + 1):
        early = data.hops == hops
        assert early.any()
        assert (states[hops][early, -1] == data.answers[early]).all()
        assert (states[hops - 1][early, -1] != data.answers[early]).all()


def proper_words(count):
    """Letter inputs whose iterates are proper: one token a left letter, integers first, copies."""
    random = np.random.default_rng(6)
    for _ in range(count):
        order, whole = random.permutation(list("ABCDEFGH")).tolist(), random.integers(1, 7)
        word = [(x, int(random.integers(1, WINDOW + 1))) for x in order[:whole]]
        word += [(x, order[random.integers(0, k)]) for k, x in enumerate(order) if k >= whole]
        word += [word[k] for k in random.integers(whole, 8, LENGTH - 8)]
        yield tuple(word)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("number_format", ["float64", "float32", "bf16"])
@pytest.mark.parametrize("task", ["number", "letter"])
def test_every_register_is_one_application_more(task, number_format, device):
    """At every position, in every format: the generator's number sequences, proper letter words."""
    made, tokens = stack(task, LENGTH)
    words = list(proper_words(300))
    if task == "number":
        words = [tuple(tokens[i] for i in row) for row in sequences(task, 300, seed=6).tokens]
    ids = np.array([[tokens.index(x) for x in made.task.checked(w, LENGTH)] for w in words])
    states = held(made, ids, number_format, device)
    step = tasks.index if task == "number" else tasks.retrieval
    for row, word in enumerate(words):
        for t, state in enumerate(states[:, row]):
            wanted = tasks.power(step, min(t, MAX_HOPS), word)
            assert tuple(tokens[i] for i in state) == wanted


def test_nothing_is_decoded_on_the_way():
    """The stream after the last layer is linear in the values: at small β a register is a mix."""
    made = number_stack(SMALL, 5, 2, 3, beta=1)
    module = StackModule(made)
    ids = torch.tensor([[0, 1, 4]])
    stream = module(ids)
    place = made.directions.index("letter a @ 1")
    assert 0.1 < stream[0, 2, place] < 0.9
    second = made.directions.index("letter a @ 2")
    assert 0.1 < stream[0, 2, second] < 0.9
    assert stream[0, 2, second] != stream[0, 2, place]


@settings(max_examples=30)
@given(st.data())
def test_number_stacks_do_a_hop_a_layer(data):
    made = number_stack(SMALL, 6, 3, 4, data.draw(KINDS))
    word = data.draw(valid_inputs(made.task, 6))
    states = evaluated(made)(word)
    assert states[:4] == [tasks.power(tasks.index, t, word) for t in range(4)]
    assert states[4] == states[3]
    path = tasks.step_back(word, len(word))
    if path is not None and len(path) - 1 <= 3:
        assert states[-1][-1] == word[path[-1] - 1]
    ids = torch.tensor([[made.task.tokens.index(token) for token in word]])
    module = StackModule(made, "float32")
    last = module.decoded(module(ids), 4)[0].tolist()
    assert tuple(made.task.tokens[i] for i in last) == states[4]


@settings(max_examples=30)
@given(st.data())
def test_letter_stacks_do_a_hop_a_layer(data):
    """Letter–integer tokens first: then every iterate is proper (B-let-iter-fix)."""
    kind, printed = data.draw(KINDS), data.draw(st.booleans())
    made = letter_stack(Pairs(("a", "b", "c"), 1), 5, 2, 3, kind, printed=printed)
    word = data.draw(valid_inputs(made.task, 5))
    word = tuple(sorted(word, key=lambda token: isinstance(token[1], str)))
    if tasks.proper(word):
        states = evaluated(made)(word)
        assert states[:3] == [tasks.power(tasks.retrieval, t, word) for t in range(3)]
        assert states[3] == states[2]


def test_an_iterate_that_is_not_proper_is_refused():
    made = letter_stack(Pairs(("A", "B", "C"), 2), 4, 2, 2)
    with pytest.raises(ValueError, match="not proper: 2 tokens fit"):
        evaluated(made)(tasks.parse_pairs("A1 BA A2 CB"))


@pytest.mark.parametrize(("hops", "layers"), [(0, 1), (3, 2), ("1", 2), (True, 1)])
def test_bad_depths(hops, layers):
    with pytest.raises(ValueError, match="1 ≤ h ≤ ℓ"):
        number_stack(SMALL, 5, hops, layers)


def test_bad_input():
    with pytest.raises(ValueError, match="give one of"):
        letter_stack(Pairs(("a",), 1), 3, 1, 2, "both")
    with pytest.raises(ValueError, match="positive inverse temperature"):
        number_stack(SMALL, 5, 1, 2, beta=0)
    with pytest.raises(ValueError, match="B-thm31-index"):
        number_stack(SMALL, 5, 1, 2, theta="1/2")
    made = number_stack(SMALL, 5, 1, 2)
    with pytest.raises(ValueError, match="number_format"):
        StackModule(made, "float16")
    with pytest.raises(ValueError, match="not of Σ"):
        evaluated(made)(("a", "z"))


def test_too_little_beta_gives_a_wrong_answer():
    """A third of what is enough for three hops is not: the last token's letter is not certain."""
    word = ("a", "b", 1, 1, 1)
    assert evaluated(number_stack(SMALL, 5, 3, 4))(word)[-1][-1] == "b"
    assert evaluated(number_stack(SMALL, 5, 3, 4, beta=2))(word)[-1][-1] != "b"


def test_three_layers_do_seven_hops_in_jumps():
    """Eight tokens, each asking for the one before: register k holds the token after k hops."""
    word = tuple(zip("abcdefgh", (1, *"abcdefg"), strict=True))
    states = evaluated(letter_jumps(Pairs(tuple("abcdefgh"), 1), 8, 3))(word)
    assert [state[-1] for state in states] == list(reversed(word))


@pytest.mark.parametrize("layers", [0, True, "3"])
def test_jumps_need_layers(layers):
    with pytest.raises(ValueError, match="an integer ≥ 1"):
        letter_jumps(Pairs(("a",), 1), 3, layers)
