"""The binding task: n statements 'Alice likes red.', then a question about one of them.

A statement is a block, and blocks can be swapped only if all have the same number of tokens. So
names and things are chosen by the model's own tokenizer, and the text as a whole is held against
its statements: no token may straddle two of them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch

from empirical.experiments.language.binding_words import NAMES, THINGS
from empirical.instrument import workers
from empirical.instrument.heads import last_logits
from empirical.instrument.session import Session
from empirical.models.hub import ModelError
from empirical.models.pretrained import Loaded
from empirical.models.reader import Encoded
from theory.ledger.plural import counted

STATEMENTS = 256
INPUTS = 16
SEED = 30_000
FEWEST_THINGS = 8
"""With fewer answers to choose from, chance would pass for knowledge."""
LEAD = "Here is what everybody likes."
CAPITALISED = re.compile(r"[A-Z][a-z]{2,11}")


@dataclass(frozen=True)
class Binding:
    """Inputs of the task, ready to be scored.

    tokens  (inputs, T)  the question last; its final token is the query
    answers (inputs,)    the id of the first token of the right answer
    start, length        the first statement's first token, and how many tokens each has
    count                statements an input
    names                how many of them there were to draw from
    example              the first statement and the question of the first input
    """

    tokens: np.ndarray
    answers: np.ndarray
    start: int
    length: int
    count: int
    names: int
    example: str

    @property
    def about(self) -> str:
        """One line for reports."""
        return (
            f"{counted(len(self.tokens), 'input')} of the binding task, {self.count} statements of"
            f" {counted(self.length, 'token')} ('{self.example}')"
        )


def build(loaded: Loaded, count: int = STATEMENTS, inputs: int = INPUTS) -> Binding:
    """The task in a model's own tokens; the same at every call.

    Names are the listed ones, then the vocabulary's own capitalised words. Within an input names
    differ; things may recur.

    Raises:
        ModelError: no tokenizer, or none that tells where its tokens stand; too few names or
            things of one length; fewer than two statements; more tokens than the model takes.
    """
    if count < 2:
        raise ModelError(f"--statements {count}: two statements at least are needed for a swap")
    if loaded.tokenizer is None:
        raise ModelError(f"{loaded.name}: it has no tokenizer, and the binding task needs one")
    if not loaded.tokenizer.is_fast:
        raise ModelError(
            f"{loaded.name}: its slow tokenizer does not say where its tokens are: save"
            " it with a tokenizer.json"
        )
    names, things = _choose(loaded, count)
    rng = np.random.default_rng(SEED)
    rows = [_Row(loaded, rng, names, things, count) for _ in range(inputs)]
    shapes = {(len(row.ids), row.start, row.length) for row in rows}
    if len(shapes) > 1:
        raise ModelError(
            f"{loaded.name}: the tokenizer gives texts of the same form {len(shapes)} different"
            " lengths: the binding task cannot be posed"
        )
    total, start, length = shapes.pop()
    if loaded.positions is not None and total > loaded.positions:
        fit = max(2, count - -(-(total - loaded.positions) // length))
        raise ModelError(
            f"{loaded.name}: {count} statements need {total} tokens, and it takes"
            f" {loaded.positions}: give --statements {fit}"
        )
    tokens, answers = np.array([r.ids for r in rows]), np.array([r.answer for r in rows])
    loaded.must_know(tokens)
    return Binding(tokens, answers, start, length, count, len(names), rows[0].example)


def solved_inputs(loaded: Loaded, task: Binding, session: Session) -> np.ndarray:
    """(inputs,) bool: whether the most likely token after the question is the answer's first."""
    work, predicted = session.work(loaded, "binding task, answers", len(task.tokens)), []

    def answer(row: np.ndarray) -> int:
        return work.once(partial(_next_token, loaded, row), inputs=row)

    for token in workers.each(
        answer, list(task.tokens), workers.process_count(loaded.model.device)
    ):
        predicted.append(token)
        work.step(1)
    right: np.ndarray = np.array(predicted) == task.answers
    return right


def _next_token(loaded: Loaded, row: np.ndarray) -> int:
    """The most likely token after a row (T,)."""
    tokens = torch.from_numpy(row)[None].to(loaded.model.device)
    return int(last_logits(loaded.model, tokens)[0].argmax())


def statement(name: str, thing: str) -> str:
    """One statement, with the space before it."""
    return f" {name} likes {thing}."


def _choose(loaded: Loaded, count: int) -> tuple[list[str], list[str]]:
    """Names and things that make every statement one length, the most frequent length."""
    things, short = _one_length(loaded, [(thing, statement("Alice", thing)) for thing in THINGS])
    firsts = {_first_token(loaded, thing): thing for thing in reversed(things)}
    things = sorted(firsts.values(), key=things.index)
    if len(things) < FEWEST_THINGS:
        raise ModelError(
            f"{loaded.name}: its tokenizer offers {counted(len(things), 'thing')} of one length"
            f" that differ in their first token, the binding task needs {FEWEST_THINGS}: use a"
            " model with a tokenizer for English text"
        )
    pool = [*NAMES, *_capitalised(loaded)]
    names, _ = _one_length(loaded, [(name, statement(name, things[0])) for name in pool], short)
    if len(names) < count:
        raise ModelError(
            f"{loaded.name}: its tokenizer offers {counted(len(names), 'name')} of one length,"
            f" {count} statements need as many: give --statements {max(2, len(names))} or fewer,"
            " or use a model with a tokenizer for English text"
        )
    listed = sum(name in NAMES for name in names)
    return names[: max(count, listed)], things


def _capitalised(loaded: Loaded) -> list[str]:
    """The vocabulary's capitalised words that begin a word, in id order, none of NAMES."""
    known, words = set(NAMES), []
    vocabulary: dict[str, int] = loaded.reader.get_vocab()
    for token in sorted(vocabulary, key=lambda token: vocabulary[token]):
        word = token[1:]
        if token[:1] in "▁Ġ" and CAPITALISED.fullmatch(word) and word not in known:
            words.append(word)
    return words


def _one_length(
    loaded: Loaded, worded: Sequence[tuple[str, str]], length: int | None = None
) -> tuple[list[str], int]:
    """The words whose statements have `length` tokens, by default the most frequent length."""
    lengths = {}
    unknown = loaded.reader.unk_token_id
    every = loaded.reader.each([f"{LEAD}{text}{text}" for _, text in worded], offsets=True)
    for (word, text), encoded in zip(worded, every, strict=True):
        ids, blocks = _blocks(encoded, [len(text)] * 2)
        places = [place for place, block in enumerate(blocks) if block == 1]
        if places and (unknown is None or unknown not in [ids[place] for place in places]):
            lengths[word] = len(places)
    if not lengths:
        return [], 0
    chosen = Counter(lengths.values()).most_common(1)[0][0] if length is None else length
    return [word for word, n in lengths.items() if n == chosen], chosen


def _first_token(loaded: Loaded, thing: str) -> int:
    """The id of the first token that holds a letter of the thing, where a statement ends in it."""
    text = LEAD + statement("Alice", thing)
    encoded, place = loaded.reader(text, offsets=True), len(text) - len(thing) - 1
    for token, (start, stop) in zip(encoded.input_ids, encoded.offset_mapping, strict=True):
        if start <= place < stop:
            return int(token)
    raise ModelError(f"{loaded.name}: the tokenizer drops characters of {text[-40:]!r}")


def _blocks(encoded: Encoded, sizes: Iterable[int]) -> tuple[list[int], list[int]]:
    """Token ids, and for each the statement its last character is in (-1: before or after)."""
    edges = len(LEAD) + np.cumsum([0, *sizes])
    ends = np.array([stop - 1 if stop > start else -1 for start, stop in encoded.offset_mapping])
    blocks = np.searchsorted(edges, ends, side="right") - 1
    blocks[blocks >= len(edges) - 1] = -1
    return list(encoded.input_ids), blocks.tolist()


class _Row:
    """One input: its ids, where its statements stand, and the right answer."""

    def __init__(
        self,
        loaded: Loaded,
        rng: np.random.Generator,
        names: Sequence[str],
        things: Sequence[str],
        count: int,
    ) -> None:
        who = [names[i] for i in rng.choice(len(names), count, replace=False)]
        what = [things[i] for i in rng.integers(len(things), size=count)]
        texts = [statement(*pair) for pair in zip(who, what, strict=True)]
        asked = int(rng.integers(count))
        question = f" What does {who[asked]} like? {who[asked]} likes"
        self.example = f"{texts[0].strip()} …{question}"
        text = LEAD + "".join(texts) + question
        self.ids, blocks = _blocks(loaded.reader(text, offsets=True), map(len, texts))
        sizes = Counter(block for block in blocks if block >= 0)
        self.start, self.length = blocks.index(0) if 0 in blocks else -1, sizes[0]
        wanted = [b for b in range(count) for _ in range(self.length)]
        if blocks[self.start : self.start + len(wanted)] != wanted:
            raise ModelError(
                f"{loaded.name}: the tokenizer joins or splits statements unevenly in a long text:"
                " the binding task cannot be posed"
            )
        self.answer = _first_token(loaded, what[asked])
