"""Does the letter model jump, taking what the matching place has already fetched? (S-jump)

If it does, a query of four hops looks at hop 1, then at hop 2, which has fetched hop 3's token by
then, then at hop 4: never at hop 3. If hop 2 had fetched nothing, it would have to walk: so hop 2's
place is made to look at itself in every layer. The same cut at another hop is the control.
"""

import torch
from torch import Tensor
from transformers import PreTrainedModel

from empirical.experiments.mechanism import held as rules
from empirical.experiments.mechanism import settings as sizes
from empirical.experiments.mechanism.causal import Follower, Intervention, intervened
from empirical.experiments.mechanism.flow import count
from empirical.experiments.mechanism.records import Courses, Jump, JumpManifest
from empirical.models.data import Sequences, sequences
from empirical.models.provenance import commit, versions
from empirical.protocol.vocabulary import MAX_HOPS, WINDOW, vocabulary
from theory.mathematics.tasks import look_back

CUTS: dict[str, int | None] = {"none": None, "hop 1": 1, "hop 2": 2, "hop 3": 3}
JUMPED, EARLY, WALKED = (1, 2, 4), (1, 3, 4), (1, 2, 3, 4)
"""The hops that a query's looks reach, each further than the ones before. Early, a query takes from
hop 1 what that has fetched; S-jump does not count it, having been fixed before it was seen."""


def four_hop_inputs(n: int, seed: int, stream: int) -> Sequences:
    """n letter-task inputs of four hops."""
    data = sequences("letter", MAX_HOPS * n, seed, stream=stream)
    return data[data.hops == MAX_HOPS]


def positions_by_hop(data: Sequences) -> Tensor:
    """(B, 5): the places of the query, hops 1 to 3 and the answer, from 0.

    Raises:
        ValueError: an input of other than four hops.
    """
    walks = []
    for row in data.tokens.tolist():
        walk = look_back(rules.as_tokens("letter", row), len(row))
        if walk is None or walk.hops != MAX_HOPS:
            raise ValueError(f"an input has no {MAX_HOPS} hops: give those of inputs()")
        walks.append([place - 1 for place in walk.places])
    return torch.tensor(walks)


def reached(looks: Tensor, places: Tensor, wanted: tuple[int, ...]) -> Tensor:
    """(B,) bool: the hops that the looks (L, B) reach, each further than all before, are
    ``wanted``; looks off the path, or back on it, reach none."""
    at = looks[:, :, None] == places
    furthest = (at * torch.arange(places.shape[1])).amax(-1).cummax(0).values
    matches = [(furthest == hop).any(0) == (hop in wanted) for hop in range(1, places.shape[1])]
    return torch.stack(matches).all(0)


def follows(data: Sequences, sources: Tensor, fetched: bool) -> Tensor:
    """(B,) bool: whether the query ends holding the answer, if every arg-max look at the place that
    the token held names, sources (L, B, T), takes what that place holds by then (``fetched``), or
    the token that stands there."""
    tokens = torch.from_numpy(data.tokens)
    lefts, held = rules.left(tokens), tokens
    for source in sources:
        named = lefts.gather(1, source) == held % WINDOW
        attended = (held if fetched else tokens).gather(1, source)
        held = torch.where(named & rules.waits("letter", held), attended, held)
    return held[:, -1] == torch.from_numpy(data.answers)


def looks(model: PreTrainedModel, data: Sequences, cut: Tensor | None) -> tuple[Tensor, Tensor]:
    """All arg-max sources (L, B, T), and which answers are right (B,), while the places
    ``cut`` (B,) look at themselves alone in every layer."""
    sources: list[Tensor] = []
    rows = torch.arange(len(data))

    def see(_: Follower, weights: Tensor) -> Tensor:
        if cut is not None:
            weights = weights.clone()
            weights[rows, 0, cut] = torch.nn.functional.one_hot(cut, weights.shape[-1]).to(weights)
        sources.append(weights[:, 0].argmax(-1))
        return weights

    tokens = torch.from_numpy(data.tokens)
    change = Intervention(tuple(range(model.config.n_layer)), see)
    with torch.inference_mode(), intervened(model, change, Follower("letter", tokens, tokens)):
        logits = model(tokens, use_cache=False, logits_to_keep=1).logits[:, -1]
    answers = logits[:, : len(vocabulary("letter"))].argmax(-1)
    return torch.stack(sources), answers == torch.from_numpy(data.answers)


def jumps(model: PreTrainedModel, data: Sequences) -> dict[str, Courses]:
    """By cut, over the inputs solved with nothing cut: which hops the query's looks reach, where
    following all looks leads, and answers kept; "by chance" the first two over all inputs for looks
    at random visible places."""
    places = positions_by_hop(data)
    by_cut = {}
    _, solved = looks(model, data, None)
    for cut, hop in CUTS.items():
        sources, right = looks(model, data, None if hop is None else places[:, hop])
        by_cut[cut] = courses(data, sources, places, solved, right)
    draw = torch.rand(len(sources), *data.tokens.shape, generator=torch.Generator().manual_seed(0))
    chance = (draw * torch.arange(1, data.tokens.shape[1] + 1)).long()
    everything = torch.ones(len(data), dtype=torch.bool)
    return by_cut | {"by chance": courses(data, chance, places, everything)}


def courses(
    data: Sequences, sources: Tensor, places: Tensor, counted: Tensor, right: Tensor | None = None
) -> Courses:
    """Over the inputs ``counted`` (B,): the query's course, whether following all looks leads to
    the answer, and where given how many answers are right."""
    return Courses(
        jumped=count(reached(sources[..., -1], places, JUMPED)[counted]),
        jumped_early=count(reached(sources[..., -1], places, EARLY)[counted]),
        walked=count(reached(sources[..., -1], places, WALKED)[counted]),
        fetched=count(follows(data, sources, True)[counted]),
        standing=count(follows(data, sources, False)[counted]),
        right=None if right is None else count(right[counted]),
    )


def record(model: PreTrainedModel, seed: int) -> Jump:
    """What S-jump reads, with where it comes from."""
    data = four_hop_inputs(sizes.JUMP_SEQUENCES, seed, sizes.JUMP_STREAM)
    used = versions("torch", "transformers", "numpy")
    by_cut = {name.replace(" ", "_"): one for name, one in jumps(model, data).items()}
    return Jump(manifest=JumpManifest(commit(), seed, data.sha256(), used), **by_cut)
