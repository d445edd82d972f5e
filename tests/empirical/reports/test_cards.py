"""Cards as pictures: a stranger's labels, cells where they belong, and the lack of them."""

from xml.etree import ElementTree

from empirical.protocol.findings import Card, Cards, HeadScores, Lacking, Named, Profile
from empirical.reports import cards
from empirical.reports.blocks import FigureBlock, Text
from tests.empirical.documents import heads

SCORES = tuple(HeadScores(**head) for head in heads(layers=2, count=1))
CARD = Card(
    layer=0,
    head=0,
    kind="positional",
    places=(0, 1),
    matrix=((1.0, 2.0), (1.0, 2.0)),
    row=(0.25, 0.5, 0.25),
    entropy=1.04,
)
CARDS = Cards(
    tokens=("<b>", " &", " end"),
    named=(Named(layer=0, head=0, name="previous-token", overlap=0.95),),
    cards=(CARD,),
)
PLANES = (Profile(layer=0, head=0, s_pos=(1.0, 0.0), s_sym=(0.0, 0.5)),)


def drawn(planes=PLANES):
    blocks = list(cards.card_blocks(CARDS, SCORES, planes))
    (figure,) = (block for block in blocks if isinstance(block, FigureBlock))
    return figure, "\n".join(block.text for block in blocks if isinstance(block, Text))


def test_a_card_has_its_title_cells_bars_and_curves():
    figure, text = drawn()
    root = ElementTree.fromstring(figure.svg)
    tags = [one.tag.rsplit("}")[-1] for one in root.iter()]
    assert tags.count("rect") == 1 + 3 + 4 + 1
    assert tags.count("polyline") == 2
    words = [one.text for one in root.iter() if one.text and one.text.strip()]
    assert words[0].startswith("layer 0, head 0, previous-token: s_POS")
    assert {"<b>", "&", "end"} <= set(words)
    fills = [one.get("fill") for one in root.iter() if one.get("x") in ("90.0", "102.0")]
    assert fills[0] == fills[2] != fills[1] == fills[3]  # columns alike: a positional head
    assert "previous-token 0:0" in text


def test_a_kind_without_a_pure_head_says_none():
    _, text = drawn()
    assert "The purest positional heads: none" not in text
    assert "The purest symbolic heads: none. No head is pure symbolic" in text


def test_without_frequencies_or_cards_there_is_less():
    assert "polyline" not in drawn(())[0].svg
    assert list(cards.card_blocks(None, SCORES, ())) == []
    (only,) = cards.card_blocks(Lacking(reason="too long"), SCORES, ())
    assert only.text == "No cards of heads: too long."
