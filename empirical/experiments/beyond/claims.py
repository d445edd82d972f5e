"""S-dilution-public: the law of the break on a public model, registered before it was measured."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from empirical.experiments.beyond.records import (
    BLOCK,
    CONTEXT,
    FOLDER,
    GROUPS,
    HEADS,
    MODEL,
    TEXTS,
    TOKENS,
    WAYS,
    TextRecord,
    texts,
)
from empirical.protocol.family import Family, Measurement
from empirical.protocol.records import Manifest
from empirical.protocol.statistics import (
    Answer,
    Requirement,
    at_least,
    between,
    mean_interval,
    status,
)
from empirical.protocol.synthetic import Mutants, every_record, one_seed, one_seed_five_times
from theory.ledger import Claim, Kind, Outcome, Status, Undecided, Verdict, false


@dataclass(frozen=True)
class BeyondBounds:
    """Fixed before the model read a token of the texts.

    texts    how many, at least
    rises    nats a token by which the loss beyond the context exceeds that before it, in each
             text; with less there is nothing to repair, and nothing is decided
    lowers   nats a token by which a group's factor lowers the loss beyond the context: the mean
             over all blocks is at least this, or less than it, with its 95 % interval
    """

    texts: int = 3
    rises: float = 0.1
    lowers: float = 0.02


BOUNDS = BeyondBounds()
Texts = Measurement[tuple[TextRecord, ...], BeyondBounds]
BEYOND = CONTEXT // BLOCK
"""The first block beyond the context."""


def bounds() -> BeyondBounds:
    """The bounds as registered."""
    return BOUNDS


def lowered(one: TextRecord, way: str) -> list[float]:
    """By block beyond the context, the nats a token by which a way lowers the loss."""
    pairs = zip(one.losses["nothing"][BEYOND:], one.losses[way][BEYOND:], strict=True)
    return [before - after for before, after in pairs]


def rise(one: TextRecord) -> float:
    """The loss beyond the context less that in the half of the context before it, in nats."""
    plain = one.losses["nothing"]
    return float(np.mean(plain[BEYOND:]) - np.mean(plain[BEYOND // 2 : BEYOND]))


def criterion(found: Texts) -> Answer:
    """The symbolic group's factor lowers the loss beyond the context, the others' do not."""
    at, rows = found.bounds, found.tasks.get("text", ())
    answer = [at_least("texts", len({one.seed for one in rows}), at.texts)]
    for one in rows:
        enough = Status.TRUE if rise(one) >= at.rises else Status.UNKNOWN
        answer.append(Requirement(f"{one.text}: the loss rises", enough, rise(one), at.rises))
    if status(answer) is not Status.TRUE:
        return answer
    for group in GROUPS:
        low, mean, high = mean_interval([x for one in rows for x in lowered(one, group)])
        does = between(low, high, at.lowers)
        opposite = {Status.TRUE: Status.FALSE, Status.FALSE: Status.TRUE}
        holds = does if group == "symbolic" else opposite.get(does, does)
        answer.append(Requirement(f"{group}: lowers the loss by", holds, mean, at.lowers))
    return answer


def check(found: Texts) -> Outcome:
    """The criterion's requirements, on records no two of which are of one text."""
    rows = found.tasks.get("text", ())
    if len({one.seed for one in rows}) < len(rows):
        return false("one text stands twice")
    answer = criterion(found)
    said = "; ".join(f"{x.name}: {x.found:.3g} (bound {x.bound:g})" for x in answer)
    open_ones = [one.name for one in answer if one.holds is Status.UNKNOWN]
    unsettled = status(answer) is Status.UNKNOWN
    note = f"not settled: {', '.join(open_ones)}; {said}"
    return Outcome(status(answer), len(answer), said, note if unsettled else "")


def stored_texts() -> Texts:
    """The stored records.

    Raises:
        Undecided: a text, or a way of one, is not measured. Misread: as ``texts``.
    """
    rows = texts()
    done = {one.text for one in rows if set(one.losses) == set(WAYS)}
    if absent := [name for name in TEXTS if name not in done]:
        raise Undecided(f"not measured: {', '.join(absent)}: run rope-claims run beyond")
    if len({(one.weights, *one.heads.items()) for one in rows}) > 1:
        raise Undecided("the texts were read by different weights or heads")
    return Measurement({"text": rows}, bounds())


def synthetic(measurement: Texts) -> Texts:
    """Synthetic texts whose loss rises, and falls under the symbolic group's factor alone."""
    return replace(measurement, tasks={"text": tuple(map(_synthetic_text, TEXTS))})


def _synthetic_text(name: str) -> TextRecord:
    wave = np.sin(np.arange(TOKENS // BLOCK) + TEXTS[name]) / 100
    beyond = np.arange(TOKENS // BLOCK) >= BEYOND
    plain = 3 + 0.5 * beyond + wave
    gains = {"nothing": 0.0, "symbolic": 0.2, "linear": 0.4, "yarn": 0.45}
    losses = {
        way: tuple(float(x) for x in plain - gains.get(way, 0.005) * beyond + wave[::-1] / 10)
        for way in WAYS
    }
    made = Manifest(command="synthetic", commit="0" * 7, versions={}, processor="", device="")
    heads = {g: tuple(f"{n}:{i}" for n in range(HEADS)) for i, g in enumerate(GROUPS)}
    return TextRecord(
        manifest=made,
        text=name,
        seed=TEXTS[name],
        sha256="",
        weights="",
        heads=heads,
        losses=losses,
    )


def shifted(way: str, by: float) -> Callable[[TextRecord], TextRecord]:
    """A text on which a way's losses beyond the context are higher by so much."""

    def change(one: TextRecord) -> TextRecord:
        row = one.losses[way]
        changed = (*row[:BEYOND], *(x + by for x in row[BEYOND:]))
        return replace(one, losses={**one.losses, way: changed})

    return change


def before_alone(one: TextRecord) -> TextRecord:
    """The symbolic group's losses before the context's end where those beyond it should stand."""
    row = one.losses["symbolic"]
    rising = one.losses["nothing"][BEYOND:]
    return replace(one, losses={**one.losses, "symbolic": (*row[:BEYOND], *rising)})


MUTANTS: Mutants = {
    "one text": (Kind.QUANTIFIER, one_seed),
    "one text counted for each": (Kind.HYPOTHESIS, one_seed_five_times),
    "no text": (Kind.TERM, lambda whole: replace(whole, tasks={})),
    "the symbolic group's factor raises the loss": every_record("text", shifted("symbolic", 0.3)),
    "the symbolic group's factor changes nothing": every_record("text", before_alone),
    "the positional group's factor lowers it too": every_record(
        "text", shifted("positional", -0.2)
    ),
    "random heads' factor lowers it too": every_record("text", shifted("random", -0.2)),
}
FAMILY = Family(
    "losses beyond the context",
    f"{MODEL}, float32, {len(TEXTS)} books of the King James Bible, {TOKENS:,} tokens each in"
    f" blocks of {BLOCK}; nothing is decided unless the loss beyond {CONTEXT:,} tokens exceeds that"
    f" from {CONTEXT // 2:,} on by {BOUNDS.rises} nats a token in each; ",
    bounds,
    stored_texts,
    lambda: (FOLDER,),
    synthetic,
)
PUBLIC: Claim = FAMILY.claim(
    "S-dilution-public",
    "S-dilution-cause, on a public model",
    "Beyond SmolLM2's context, logits that grow as the log of the keys seen lower the loss if the"
    " heads that get them are its most symbolic ones, and do not if they are its most positional"
    " ones or drawn at random.",
    "not claimed",
    f"factor ln n / ln {CONTEXT:,} for a query that sees n keys, n > {CONTEXT:,}; {HEADS} heads of"
    " largest s_SYM - s_POS on the binding task of 64 statements, as many of the smallest, and as"
    f" many of the others drawn by seed; mean over blocks beyond the context at least"
    f" {BOUNDS.lowers} nats a token lower (symbolic), or less than that (the other two), by its"
    " 95 % interval",
    check,
    MUTANTS,
    "other models, texts and factors; weights of more than 4 bits; each text alone, as the blocks"
    " of all three are taken together. Neighbouring blocks are not independent, so the interval is"
    " too narrow. In each of the three the loss is higher with the symbolic heads' factor, so the"
    " verdict depends on no single text",
    expected=Verdict.NOT_REPRODUCED,
    provenance="suite",
)
