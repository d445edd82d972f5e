"""Heads to look at: the purest and the most mixed, each with what it does on one small input."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import torch

from empirical.instrument.heads import LayerHeads, visit_heads
from empirical.instrument.patterns import named_heads
from empirical.instrument.session import Session
from empirical.models.hub import ModelError
from empirical.models.pretrained import Loaded
from empirical.protocol import settings
from empirical.protocol.findings import KINDS, Card, Cards, HeadScores, Named
from empirical.protocol.reading import array_rows, built, plain
from empirical.protocol.statistics import pure

MOST = 10
"""Cards of each kind."""
PLACES = 48
"""Places that a card shows: of a longer input, the last ones."""
TEXT = "Alice likes red. Bob likes blue. Alice likes"


def choose(scores: Sequence[HeadScores]) -> dict[str, list[HeadScores]]:
    """By kind, MOST heads at most: the pure ones, purest first, none where none is pure; and of
    the others those whose scores differ least."""
    by_kind = {kind: purest(scores, kind)[:MOST] for kind in KINDS[:2]}
    chosen = [head for heads in by_kind.values() for head in heads]
    others = [head for head in scores if head not in chosen]
    mixed = sorted(others, key=lambda head: abs(head.s_pos - head.s_sym))[:MOST]
    return {**by_kind, KINDS[2]: mixed}


def purest(scores: Sequence[HeadScores], kind: str) -> list[HeadScores]:
    """The pure heads of a kind, those first whose scores are furthest apart."""
    are = [head for head in scores if pure(head.s_pos, head.s_sym, kind, settings.GAMMA)]
    return sorted(are, key=lambda head: -abs(head.s_pos - head.s_sym))


def tokens(loaded: Loaded, text: str = TEXT) -> np.ndarray:
    """A text's ids, (1, T).

    Raises:
        ModelError: no tokenizer, or one of another model.
    """
    ids = np.array([loaded.reader(text).input_ids])
    loaded.must_know(ids)
    return ids


def measure(
    loaded: Loaded, ids: np.ndarray, scores: Sequence[HeadScores], session: Session
) -> Cards:
    """Cards of the heads that these scores single out, on the input `ids` (1, T), and the heads
    that have a name.

    Raises:
        ModelError: the model's heads cannot be read on it.
    """
    chosen = {
        (head.layer, head.head): kind for kind, heads in choose(scores).items() for head in heads
    }
    work = session.work(loaded, "cards of heads", 2, inputs=ids)
    try:
        drawn = work.once(partial(_cards, loaded, ids, chosen), heads=str(sorted(chosen.items())))
        work.step(1)
        start = getattr(loaded.tokenizer, "bos_token_id", None)
        having = work.once(lambda: plain(named_heads(loaded.model, start)), names=str(start))
        work.step(1)
    except ValueError as error:
        raise ModelError(f"{loaded.name}: cards of its heads: {error}") from error
    return Cards(
        tokens=tuple(str(loaded.reader.decode([one])) for one in ids[0]),
        named=tuple(built(one, Named) for one in having),
        cards=tuple(built(one, Card) for one in drawn),
    )


def _cards(loaded: Loaded, ids: np.ndarray, chosen: Mapping[tuple[int, int], str]) -> Any:
    """The cards, as JSON has them."""
    tokens = torch.from_numpy(ids).to(loaded.model.device)
    layers = visit_heads(loaded.model, tokens, lambda layer: layer)
    cards = [_card(layers[layer], layer, head, kind) for (layer, head), kind in chosen.items()]
    return plain(tuple(cards))


def _card(layer: LayerHeads, number: int, head: int, kind: str) -> Card:
    places = layer.places[-PLACES:]
    group = head // layer.group
    one = layer.part(slice(0, 1), slice(group, group + 1))
    entries = one.block_entries(places)[0, head % layer.group]
    return Card(
        layer=number,
        head=head,
        kind=kind,
        places=tuple(places.tolist()),
        matrix=array_rows(np.round(entries.cpu().numpy(), 3)),
        row=array_rows(np.round(one.weights[0, head % layer.group].double().cpu().numpy(), 4)),
        entropy=round(float(one.entropy()[0, head % layer.group]), 4),
    )
