"""Capacity certificates that are honest, and forgeries whose words say what is false."""

import json
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import pi

import numpy as np
from flint import arb, ctx, fmpq

from constructions.capacity import certificate, check_capacity
from constructions.capacity.check_capacity import MICRO

CASES = {
    "two planes": ([1.0, 0.1], 12),
    "worst in the middle": ([0.5, 0.05], 9),
    "worst at the end": ([2 * pi / 10 + 0.02], 11),
    "worst beside the end": ([2.2, 0.62, 0.04], 12),
    "an even window": ([0.9, 0.2, 0.03], 8),
    "with a plane that stands still": ([0.7, 0.0], 7),
    "three positions": ([1.3], 3),
    "nearly half turns": ([2.0], 3),
    "a long one": ([1.0, 0.3, 0.1, 0.03, 0.01], 300),
    "two blocks": ([2.1, 0.37], 700),
}


def sealed(entry):
    """The file's text, its words made to say what its fields do."""
    return json.dumps(entry | {"claim": check_capacity.sentence(entry)})


@cache
def honest():
    """Name → fields."""
    return {
        name: certificate.capacity_fields(np.array(angles), n, None)
        for name, (angles, n) in CASES.items()
    }


def decimal(micros):
    return f"{micros // MICRO}.{micros % MICRO:06d}"


def micros(text):
    return int(text.replace(".", ""))


def shrunk(entry, factor):
    """The amplitudes times a factor, rounded down, and their sum."""
    fewer = [int(micros(a) * factor) for a in entry["amplitudes"]]
    return entry | {"amplitudes": [decimal(a) for a in fewer], "upper": decimal(sum(fewer))}


@cache
def distances(angles, n):
    """1 - cos(theta t) by balls of 200 bits, an offset t = 1 ... n-1 each, a plane each."""
    ctx.prec = 200
    return [[1 - (arb(y) * t).cos() for y in angles] for t in range(1, n)]


def true_weights(entry):
    """f at the offsets 0 (where it counts for nothing), 1 ... n-1, and the d_p there."""
    ctx.prec = 200
    a = [arb(fmpq(micros(x), MICRO)) for x in entry["amplitudes"]]
    d = distances(tuple(entry["angles"]), entry["positions"])
    return a, [arb(0), *((-dot(a, row)).exp() for row in d)], [[arb(0)] * len(a), *d]


def dot(a, b):
    return sum((x * y for x, y in zip(a, b, strict=True)), arb(0))


def true_sums(entry):
    """S(s) at every place: offset by offset of the window."""
    _, f, _ = true_weights(entry)
    n = entry["positions"]
    upto = list(accumulate(f))
    return [upto[s] + upto[n - 1 - s] for s in range(n)]


def true_lower(entry):
    """The tangent's bound by balls: (ln T + Σ a m) / max m."""
    a, f, d = true_weights(entry)
    n, total = entry["positions"], sum(v for _, v in entry["placements"])
    mass, moments = arb(0), [arb(0)] * len(a)
    for s, v in entry["placements"]:
        for t in (abs(k - s) for k in range(n)):
            mass += f[t] * v / total
            moments = [m + f[t] * v / total * x for m, x in zip(moments, d[t], strict=True)]
    means = [m / mass for m in moments]
    return (mass.log() + dot(a, means)) / max(means, key=lambda m: float(m.mid()))


def false():
    """(name, text) of forgeries: each says something that is not so, or not shown by its fields."""
    for name, entry in honest().items():
        worst = max(float(s.mid()) for s in true_sums(entry))
        factor = 1.0
        while worst <= 1:
            factor -= 2e-6
            smaller = shrunk(entry, factor)
            worst = max(float(s.mid()) for s in true_sums(smaller))
        low = float(true_lower(smaller).mid())
        smaller["lower"] = decimal(max(0, int(low * MICRO) - 10))
        yield f"{name}: amplitudes too small", sealed(smaller)
        proved = int(float(true_lower(entry).mid()) * MICRO)
        yield f"{name}: a lower end too high", sealed(entry | {"lower": decimal(proved + 2)})
        yield f"{name}: much too high", sealed(entry | {"lower": entry["upper"]})
        yield f"{name}: a lower end too low", sealed(entry | {"lower": decimal(proved - 150)})
        short = decimal(micros(entry["upper"]) - 1)
        yield f"{name}: the upper end too low", sealed(entry | {"upper": short})
    yield from misshapen(honest()["two planes"])


def misshapen(entry):
    """(name, text) of files that are wrong in form or words."""
    text = sealed(entry)
    yield "another length in the words", text.replace("of 12 positions", "of 13 positions")
    yield "other angles in the words", text.replace("SHA-256 ", "SHA-256 0")
    yield (
        "more at the end",
        json.dumps(json.loads(text) | {"claim": check_capacity.sentence(entry) + " Always."}),
    )
    yield "a field twice", text.replace('"positions": 12', '"positions": 12, "positions": 12')
    yield "an extra field", sealed(entry | {"by": "nobody"})
    yield "a field left out", json.dumps({k: v for k, v in entry.items() if k != "lower"})
    for name, (change, _) in changes(entry).items():
        yield name, sealed(entry | change)


def changes(entry):
    """What is changed in a file that is wrong in form, by name, and what the checker says of it."""
    digits = "".join(chr(0x660 + int(c)) if c.isdigit() else c for c in entry["upper"])
    return {
        "another format": ({"format": "rope-claims capacity certificate 2"}, "format: unknown"),
        "a number that is a text": ({"positions": "12"}, "positions: of the wrong type"),
        "true for a number": ({"positions": True}, "positions: of the wrong type"),
        "two positions": ({"positions": 2}, "positions: not between 3"),
        "too many positions": ({"positions": (1 << 21) + 1}, "positions: not between 3"),
        "no angles": ({"angles": [], "amplitudes": [], "upper": "0.000000"}, "angles: not between"),
        "an angle too large": ({"angles": [7.5, 0.1]}, "angles: 7.5 is not between 0 and 7"),
        "a negative angle": ({"angles": [-1.0, 0.1]}, "angles: -1.0 is not between"),
        "an angle that is a text": ({"angles": ["1.0", 0.1]}, "angles: not all are decimal"),
        "an angle without a point": ({"angles": [1, 0.1]}, "angles: not all are decimal"),
        "an angle too many": ({"angles": [*entry["angles"], 0.5]}, "amplitudes: not one for each"),
        "a negative amplitude": (negative(entry), "is no decimal with six places"),
        "seven places": (tenth(entry), "is no decimal with six places"),
        "no point": ({"upper": entry["upper"].replace(".", "")}, "is no decimal with six places"),
        "other digits": ({"upper": digits}, "is no decimal with six places"),
        "no placements": ({"placements": []}, "placements: none, or too many"),
        "a place outside": ({"placements": [[12, 1]]}, "placements: 12 is no place"),
        "a place before": ({"placements": [[-1, 1]]}, "placements: -1 is no place"),
        "no weight": ({"placements": [[5, 0], [6, 1]]}, "placements: the weight 0 is not between"),
        "a weight below 0": (as_counted(entry, [[5, -1], [2, 2]]), "the weight -1 is not between"),
        "true for a weight": (as_counted(entry, [[5, True]]), "placements: not all are"),
        "a broken weight": ({"placements": [[5, 0.5]]}, "placements: not all are"),
        "three numbers": ({"placements": [[5, 1, 1]]}, "placements: not all are"),
    }  # fmt: skip


def tenth(entry):
    """Budgets of a tenth, so written that who drops the point reads the honest ones."""
    texts = {name: micros(entry[name]) for name in ("upper", "lower")}
    small = {name: f"{m // 10**7}.{m % 10**7:07d}" for name, m in texts.items()}
    parts = [micros(a) for a in entry["amplitudes"]]
    return small | {"amplitudes": [f"{m // 10**7}.{m % 10**7:07d}" for m in parts]}


def as_counted(entry, placements):
    """The lower end that the checker's own sums give for placements that it should refuse."""
    a = [micros(x) for x in entry["amplitudes"]]
    n, angles = entry["positions"], [Fraction(x) for x in entry["angles"]]
    _, mass, moments = check_capacity.sweep(angles, a, n, placements)
    total = sum(weight for _, weight in placements)
    low = check_capacity.lower_end(a, mass, moments, total, Fraction(0), n)
    return {"placements": placements, "lower": decimal(max(0, int(low) - 20))}


def negative(entry):
    """A large amplitude more than made up for by a negative one."""
    first, second = map(micros, entry["amplitudes"])
    return {"amplitudes": [decimal(first + second + 5), "-0.000005"], "upper": entry["upper"]}


def accepted(module, text):
    """Whether a checker takes a text; any exception is a refusal."""
    try:
        module.check(text)
    except Exception:
        return False
    return True
