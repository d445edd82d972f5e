"""Honest certificates of tiny models, and false ones: a bound moved together with its words."""

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

from constructions.public_heads import certificate, shares
from tests.constructions.public_heads import tiny
from tests.theory.reports.site import tampering

MODELS = (
    {"kind": "llama", "seed": 1, "scale": 0.7},
    {"kind": "qwen2", "seed": 2, "scale": 0.4, "common": 1.0},
    {"kind": "gemma3_text", "seed": 3, "common": 2.0},
    {"kind": "llama", "seed": 4, "scale": 0.15, "common": 3.0},
)
STEP = 1e-5
"""A bound that is off by this much is false, as each is attained to within 4e-6."""


@cache
def honest():
    """(certificate, model folder, head) of each tiny model."""
    made = []
    for number, model in enumerate(MODELS):
        folder = tiny.make(Path(mkdtemp()), **model)
        made.append(tiny.certified(folder, number % tiny.HEADS, balls=8, leaders=6))
    made.append(tiny.certified(folder, 2, balls=0))
    return made


def changed(entry, path, value):
    """The certificate with one field replaced, and the words that say so."""
    entry = tampering.changed(entry, path, value)
    return entry | {"claim": certificate.head_sentence(entry)}


def less(text, by=STEP):
    """A number's six decimals, less so much."""
    return f"{float(text) - by:.6f}"


def entropies(entry):
    """What the inputs attain of the least and the most entropy."""
    inputs = [one for one in entry["inputs"] if one["of"] == "entropy"]
    return {one["side"]: float(one["value"]) for one in inputs}


def true_quantile(values, share):
    """The least number that so many values are at most."""
    return np.sort(values)[int(np.ceil(float(share) * len(values))) - 1]


def bounds(made):
    """(path, false value): each bound that is stated, moved beyond what is attained."""
    entry, table = made.entry, tiny.table(made.head)
    spread, span = (table.max(1) - table.min(1)).max(1), np.ptp(table, axis=2).max(1)
    for name, values in (("content", spread), ("position", span)):
        yield (name, "most"), less(f"{values.max():.6f}")
        for share in certificate.QUANTILES:
            yield (name, "quantiles", share), less(f"{true_quantile(values, share):.6f}")
    ends = (made.head.own(), table.min(1), table.max(1))
    for share in certificate.QUANTILES:
        true = true_quantile(shares.most("any", tiny.WINDOW, *ends), share)
        yield ("shares", "any", "quantiles", share), less(f"{true:.6f}")
    for kind in shares.KINDS:
        told = entry["shares"][kind]
        yield ("shares", kind, "most"), less(told["most"])
        if "least" in told:
            yield ("shares", kind, "least"), less(told["least"], -STEP)
        if entry["half"][kind][0] > 1:
            yield ("half", kind, 1), entry["half"][kind][0]
    attained = entropies(entry)
    yield ("entropy", 0), less(f"{attained['least']:.6f}", -STEP)
    yield ("entropy", 1), less(f"{attained['most']:.6f}")
    yield ("run",), less(entry["run"], max(4e-6, 0.02 * float(entry["run"])))


def witnesses(made):
    """(path, false value): what is not attained."""
    entry = made.entry
    for name in ("content", "position"):
        yield (name, "attained"), less(entry[name]["most"], -STEP)
    for number, one in enumerate(entry["inputs"]):
        yield ("inputs", number, "value"), less(one["value"], -STEP)
    kind = next((k for k in shares.KINDS if entry["half"][k][0] < tiny.WINDOW), None)
    if kind:
        yield ("half", kind, 0), entry["half"][kind][0] + 1


def forms(made):
    """(path, false value): another model, head, vocabulary, window, or no such token."""
    entry = made.entry
    yield ("files", "config.json"), "0" * 64
    yield ("head",), (entry["head"] + 1) % tiny.HEADS
    yield ("window",), entry["window"] + 2
    yield ("leaders",), [*entry["leaders"], 1, 1]
    yield ("leaders",), [-1]
    yield ("format",), "another"


def unwitnessed(made):
    """A range that is stated too small, next to a witness that does not contradict it."""
    for name, witness in (("content", [0, 1, 0, 0]), ("position", [0, 0, 1, 1])):
        less_than = less(made.entry[name]["most"])
        told = made.entry[name] | {"most": less_than, "attained": "0.000000", "witness": witness}
        told["quantiles"] = {p: min(x, less_than, key=float) for p, x in told["quantiles"].items()}
        yield (name,), told


def inputs(made):
    """An input longer than the window, and one whose tokens are counted from the end."""
    first = made.entry["inputs"][0]
    long = (first["tokens"] * tiny.WINDOW)[-tiny.WINDOW - 3 :]
    steps = np.exp(1j * np.outer(np.arange(len(long) - 1, -1, -1), made.head.angles))
    logits = (made.head.queries[long[-1]] * steps * made.head.keys[long].conj()).real.sum(1)
    value = f"{np.exp(logits[-1]) / np.exp(logits).sum():.6f}"
    told = {"of": "query", "side": "most", "tokens": long, "value": value}
    yield ("inputs",), [*made.entry["inputs"], told]
    tokens = [one - tiny.TOKENS for one in first["tokens"]]
    yield ("inputs", 0, "tokens"), tokens


def false():
    """(what, certificate, folder): each must be rejected."""
    for made in honest():
        for path, value in (
            *bounds(made),
            *witnesses(made),
            *forms(made),
            *unwitnessed(made),
            *inputs(made),
        ):
            yield f"{made.entry['head']}: {path}", changed(made.entry, path, value), made.folder
    entry, folder = honest()[0].entry, honest()[0].folder
    yield "words", entry | {"claim": entry["claim"].replace("at most", "about")}, folder
    yield "a field more", entry | {"more": 1}, folder


def accepted(checker, entry, folder):
    """Whether a checker accepts a certificate; one that breaks does not."""
    try:
        checker.check(entry, folder)
    except Exception:
        return False
    return True


def contains(checker):
    """Whether a checker's bounds contain every entry of the table, whatever the balls are."""
    for made in honest():
        table = tiny.table(made.head)
        layer = checker.layer_of(made.folder)
        head = checker.Head(layer, made.entry["head"], tiny.TOKENS, tiny.WINDOW)
        if not np.allclose(head.table(3), table[3], atol=1e-9):
            return False
        for leaders, pivots in (
            ([], [7]),
            ([1, 2], [5, 50, 90]),
            (made.entry["leaders"], list(range(40, 70))),
            ([], []),
            ([3], []),
        ):
            balls = checker.Balls(head, leaders, pivots)
            if pivots and not decided(head, balls, table):
                return False
            for checker.TOLERANCE, checker.KEYS in ((0.15, 512), (50.0, 40)):
                below, above, beyond = checker.extremes(head, balls, lambda done: None)
                fine = (below <= table.min(1)).all() and (above >= table.max(1)).all()
                if not fine or not (beyond >= np.ptp(table, axis=2).max(1)).all():
                    return False
                if not pivots and not (above - below <= np.ptp(table, axis=1) + 1e-4).all():
                    return False
    checker.TOLERANCE, checker.KEYS = 0.15, 512
    return entropies_contain(checker)


def decided(head, balls, table):
    """Whether the keys that are looked at exactly have each query's extremes, whatever the balls
    are, and whether each ball's logits lie within its ends."""
    for a, whole in enumerate(table):
        for keys, least, most, widest in zip(balls.groups, *balls.ends(head, a), strict=True):
            one = whole[keys]
            if (one < least).any() or (one > most).any() or np.ptp(one, axis=1).max() > widest:
                return False
        some = head.table(a, balls.within_reach(head, a))
        ends = [(one.min(0), one.max(0), np.ptp(one, axis=1).max()) for one in (some, whole)]
        if not all(np.allclose(*pair, rtol=0, atol=1e-9) for pair in zip(*ends, strict=True)):
            return False
    return True


def entropies_contain(checker):
    """Whether the entropy of random logits lies within the bounds of boxes around them."""
    rng = np.random.default_rng(0)
    for spread in (0.1, 1.0, 4.0):
        low = rng.normal(0, spread, (300, 5))
        high = low + rng.exponential(spread, low.shape)
        least, most = checker.least_entropy(low, high), checker.most_entropy(low, high)
        for _ in range(40):
            ends = np.where(rng.random(low.shape) < 0.5, low, high)
            inner = low + (high - low) * rng.random((300, 1))
            level = np.clip(rng.normal(0, 2 * spread, (300, 1)), low, high)
            for logits in (ends, inner, level):
                entropies = np.array([shares.entropy(row) for row in logits])
                if (entropies < least - 1e-9).any() or (entropies > most + 1e-9).any():
                    return False
    return True
