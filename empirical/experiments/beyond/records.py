"""Records of a public model beyond its context, as ``rope-claims run beyond`` writes them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from empirical.protocol.reading import Counts, Misread, Numbers, naming, read_record
from empirical.protocol.records import RESULTS, Manifest

MODEL = "smollm2-135m-instruct"
CONTEXT = 8192
"""Tokens of the longest input on which SmolLM2 was trained, as its configuration says."""
TOKENS, BLOCK = 16_384, 512
TEXTS = {"genesis": 0, "isaiah": 1, "luke": 2}
"""Books of the King James Bible, the first 16,384 tokens of each, by number. The prediction was
registered before any of them was read by the model at this length."""
HEADS = 45
"""Heads in each group: a sixth of the model's 270."""
GROUPS = ("symbolic", "positional", "random")
WAYS = ("nothing", *GROUPS, "linear", "yarn")
"""What is done: nothing; logits of a group's heads grow as the log of the keys seen, from the
context's length on; transformers' linear and YaRN scaling by a factor of 2."""
SEED = 41
"""Draws the random group."""
FOLDER = RESULTS / "beyond"
LONGEST, LONG_TEXT, LONG_WAYS = 32_768, "genesis", ("nothing", "yarn")
"""Tokens of the one text that is read further, unchanged and with YaRN."""
REPEATED = tuple(2**n for n in range(4, 14))
"""Tokens of a random sequence that is repeated once: 16 to 8,192."""


@dataclass(frozen=True, kw_only=True)
class TextRecord:
    """One text: ``losses``: by way the mean loss a token, in nats, in each block of ``BLOCK``
    tokens; ``sha256`` of the text's file and ``weights``' of the model; ``heads``: each group's, as
    layer:head; ``seed``: the text's number."""

    manifest: Manifest
    text: str
    seed: int
    sha256: str
    weights: str
    heads: Mapping[str, tuple[str, ...]]
    losses: Mapping[str, Numbers]


@dataclass(frozen=True, kw_only=True)
class Repeats:
    """Random sequences repeated once: of ``of`` tokens of the second run at each of ``lengths``
    (m,), how many the model puts first, and the mean loss of each in nats."""

    manifest: Manifest
    weights: str
    lengths: Counts
    right: Counts
    of: Counts
    losses: Numbers


@dataclass(frozen=True, kw_only=True)
class LongText:
    """The first ``LONGEST`` tokens of one text, for information: ``losses``: by way as of ``Text``,
    YaRN's by a factor of 4; ``sha256`` of the text's file and ``weights``' of the model."""

    manifest: Manifest
    text: str
    sha256: str
    weights: str
    losses: Mapping[str, Numbers]


def long_text(folder: Path = FOLDER) -> LongText | None:
    """The record of the longest text, where it is there.

    Raises:
        Misread: it is damaged, or not of that many tokens.
    """
    path = folder / "longest.json"
    if not path.is_file():
        return None
    record = read_record(path, LongText)
    with naming(path):
        if set(record.losses) - set(LONG_WAYS):
            raise Misread(f"losses are not of {', '.join(LONG_WAYS)}")
        if any(len(row) != LONGEST // BLOCK for row in record.losses.values()):
            raise Misread(f"losses are not of {LONGEST // BLOCK} blocks")
    return record


def texts(folder: Path = FOLDER) -> tuple[TextRecord, ...]:
    """The records of all texts that are there, by number.

    Raises:
        Misread: one is damaged, or not of the registered texts and sizes.
    """
    records = []
    for path in sorted(folder.glob("text-*.json")):
        one = read_record(path, TextRecord)
        with naming(path):
            if TEXTS.get(one.text) != one.seed:
                raise Misread(f"text {one.seed}, {one.text}, is none of {', '.join(TEXTS)}")
            if set(one.losses) - set(WAYS) or set(one.heads) != set(GROUPS):
                raise Misread(f"losses or heads are not of {', '.join(WAYS)}")
            if any(len(row) != TOKENS // BLOCK for row in one.losses.values()):
                raise Misread(f"losses are not of {TOKENS // BLOCK} blocks")
            if any(len(set(group)) != HEADS for group in one.heads.values()):
                raise Misread(f"a group has not {HEADS} heads")
        records.append(one)
    return tuple(sorted(records, key=lambda one: one.seed))
