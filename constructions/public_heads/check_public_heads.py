"""Check what a certificate says of a public model's head, from the model's weights:
``python constructions/public_heads/check_public_heads.py CERTIFICATE MODEL [--jobs N]``.

MODEL is a GGUF file, or a folder with config.json and safetensors. In the first layer a query q_a
and a key k_b depend on the tokens a and b alone: embedding, norm, projection. The logit of b's key
t positions before a's query is M[a, b, t] = <R_t q_a, k_b>, where R_t rotates each frequency by t
times its angle. The certificate bounds M for all a, b and 1 <= t < window, and so what the head
does on every input.

1. *Largest and least M over b, for each a and t.* Some keys (leaders) are looked at one by one. The
   others lie in balls, each around the mean c of those that are nearest to one pivot. With matrices
   P and J, <x, k> = <x, c> + <P x, J (k - c)> + <x, (1 - P J)(k - c)>, so it lies within
   |P x| r + |1 - P J| |x| |k - c| of <x, c>. If that reaches TOLERANCE beyond what was found so
   far, the ball's keys are looked at one by one too. Leaders and pivots may be chosen badly: the
   bounds are then wider, or it takes longer. Without pivots there are no balls, and all keys are
   looked at one by one.
2. *Differences of one key between distances*: the same, with x less its mean over t.
3. *Shares.* Tokens at different distances are chosen each on its own. With L_t <= M <= U_t a key at
   distance t gets at most e^U_t / (e^U_t + sum of the other e^L), and at least the same with U and
   L exchanged. For the entropy see ``least_entropy`` and ``most_entropy``.
4. A query for which a bound of 1 to 3 exceeds what is stated is looked at exactly: all keys, but
   for balls that in doubles reach no further than the leaders.

Roundings. Inner products are taken in float32, in any order: (D + 24) 2^-24 |q| |k| covers D
products and sums, the rounding of both vectors and what is added to the product. numpy's cos, sin,
exp, log and power are taken to be within 1e-14, relative. All else in doubles is within
(d + D + 99) 2^-52 of the sums of absolute values. Both together are checked to stay below EXACT,
by which every logit that is taken in doubles is widened.

This file needs numpy. Exit code 0: valid; 1: rejected, with the reason; 2: wrong usage.
"""

import json
import multiprocessing
import re
import sys
from hashlib import sha256
from math import ceil
from pathlib import Path

import numpy as np

FORMAT = "rope-claims public head 1"
WORDS = "format claim files head tokens window run content position shares half entropy inputs"
FIELDS = {*WORDS.split(), "leaders", "pivots"}
KINDS = ("any", "previous", "query", "first")
RANGES, QUANTILES = ("content", "position"), ("0.5", "0.9", "0.99")
TOLERANCE, BLOCK, UNIT = 0.15, 512, 2.0**-24
QUERIES, KEYS = 64, 512
"""Where all keys are looked at: so many at a time, for so many queries."""
JOBS = 1
SHARED: dict[str, object] = {}
"""Processes that work at a time, and what they work on."""
EXACT = 1e-7
"""A logit in doubles is off by less than this, and is widened by so much."""
MOST_EXACT = 3000
"""So many queries at most are looked at exactly."""
SPARE = 1e-9
"""Bounds stay so far below what is stated: the roundings of the shares and entropies."""


class Rejected(Exception):
    """Names what is wrong."""


def need(holds, reason):
    """Reject unless it holds."""
    if not holds:
        raise Rejected(reason)


def number(text):
    """A number from its six decimals."""
    need(isinstance(text, str) and re.fullmatch(r"-?\d{1,9}\.\d{6}", text), f"no number: {text!r}")
    return float(text)


# --- The head ------------------------------------------------------------------------------------


class Head:
    """Queries (times the scale) and keys as complex rows, angles, and the error of a float32
    run."""

    def __init__(self, layer, head, tokens, window):
        groups, heads, size = len(layer["k"]), len(layer["q"]), layer["q"].shape[1]
        need(0 <= head < heads and 1 < tokens <= len(layer["embedding"]), "head or tokens")
        x = layer["embedding"][:tokens].astype(float) * layer["stretch"]
        x = x / np.sqrt((x * x).mean(1, keepdims=True) + layer["eps"]) * layer["norm"]
        group = head // (heads // groups)
        q, dq, fq = self.side(x, layer, "q", head, window)
        k, dk, fk = self.side(x, layer, "k", group, window)
        self.angles = layer["base"] ** (-np.arange(size // 2) / (size // 2))
        self.q, self.k, self.window = (
            self.pairs(q * layer["scale"], layer),
            self.pairs(k, layer),
            window,
        )
        self.keys = real(self.k)
        self.norms, self.reach = (
            np.linalg.norm(self.q, axis=1),
            np.linalg.norm(self.k, axis=1).max(),
        )
        most = self.norms.max() / layer["scale"]
        total = most * dk + dq * self.reach + dq * dk
        total += gamma(size + 4) * (most + dq) * (self.reach + dk)
        self.run = layer["scale"] * total * (1 + 1e-6)
        off = 2.0**-52 * (x.shape[1] + size + 99) * (fq * self.reach + most * fk)
        off += 2e-14 * (window + 9) * most * self.reach  # rotation, at most a radian a step
        need(layer["base"] >= 1 and layer["scale"] * off < EXACT, "weights or angles too large")
        self.own = (self.q * self.k.conj()).real.sum(1)

    @staticmethod
    def pairs(rows, layer):
        """A frequency's two coordinates as one complex number."""
        half = rows.shape[1] // 2
        if layer["adjacent"]:
            return rows[:, ::2] + 1j * rows[:, 1::2]
        return rows[:, :half] + 1j * rows[:, half:]

    @staticmethod
    def side(x, layer, name, at, window):
        """Queries or keys, the largest error of one in a float32 run, the largest sum of absolute
        values. Of the run: each rounding is relative, at most u; a sum of k terms is off by
        gamma(k); a reciprocal root by 4u, a cosine or sine by 2u, an inverse frequency by 8u."""
        weight, bias = layer[name][at].astype(float), layer[name + "_bias"]
        bias = np.zeros(len(weight)) if bias is None else bias[at].astype(float)
        size, width = weight.shape
        rows = x @ weight.T + bias
        sums = np.linalg.norm(np.abs(x) @ np.abs(weight).T + np.abs(bias), axis=1)
        lengths = np.linalg.norm(rows, axis=1)
        factor = gamma(width + 3) / 2 + 4 * UNIT  # of a whole token: its norm
        off = factor * (lengths + np.linalg.norm(bias)) + gamma(width + 6) * sums
        norm = layer[name + "_norm"]
        if norm is not None:
            rows = rows / np.sqrt((rows * rows).mean(1, keepdims=True) + layer["eps"]) * norm
            stretch = np.abs(norm).max() * size**0.5
            off = stretch * off / np.maximum(lengths - off, 1e-30)
            off = off + (gamma(size + 3) / 2 + 7 * UNIT) * stretch
            sums, lengths = stretch * sums / lengths, np.linalg.norm(rows, axis=1)
        off = off + (9 * (window - 1) + 8) * UNIT * (lengths + off)  # the rotation
        return rows, off.max(), sums.max()

    def directions(self, at):
        """(queries, window - 1, D) what keys at distances 1, 2, ... are multiplied with."""
        steps = np.exp(1j * np.outer(np.arange(1, self.window), self.angles))
        return real(self.q[at][:, None] * steps)

    def table(self, a, keys=slice(None)):
        """(tokens, window - 1) M[a], or of some keys."""
        return (self.directions([a])[0] @ self.keys[keys].T).T


def real(z):
    """Complex rows as real ones."""
    return np.concatenate([z.real, z.imag], -1)


def gamma(terms):
    """The relative error of a float32 sum of so many terms."""
    return terms * UNIT / (1 - terms * UNIT)


# --- 1 and 2: extremes over all keys -------------------------------------------------------------


def metric(x, keys):
    """P and J: nearly inverse, and such that the mean of |P x| |J (k - c)| is small."""

    def power(m, e):
        values, vectors = np.linalg.eigh((m + m.T) / 2)
        return (vectors * np.maximum(values, values[-1] * 1e-13) ** e) @ vectors.T

    def ridged(m):
        return m + (1e-6 * np.trace(m) / len(m) + 1e-300) * np.eye(len(m))

    second, spread = ridged(x.T @ x / len(x)), ridged(np.cov(keys.T))
    root, inner = power(second, 0.5), power(second, -0.5)
    p = power(inner @ power(root @ spread @ root, 0.5) @ inner, 0.5)
    return p, np.linalg.inv(p)


def gaps(p, j):
    """|1 - P J|."""
    return np.linalg.norm(np.eye(len(p)) - p @ j) + 1e-13 * np.linalg.norm(p) * np.linalg.norm(j)


class Balls:
    """Leaders, and the other keys in balls, with radii under the metrics of 1 and 2."""

    def __init__(self, head, leaders, pivots):
        self.leaders, self.groups, self.gap = head.keys.astype(np.float32), [], 0.0
        if not len(pivots):
            return
        keys, some = head.keys, np.argsort(-head.norms)[:: max(1, len(head.q) // 128)]
        x = head.directions(some)
        metrics = [x, x - x.mean(1, keepdims=True)]
        metrics = [metric(one.reshape(-1, x.shape[2]), keys) for one in metrics]
        rest = np.setdiff1d(np.arange(len(keys)), leaders)
        self.leaders, self.ids = self.leaders[leaders], leaders
        self.metrics = [p for p, _ in metrics]
        mapped = keys @ metrics[0][1].T
        seeds = mapped[pivots]
        half = (seeds * seeds).sum(1) / 2
        parts = np.array_split(rest, len(rest) // 4096 + 1) if len(rest) else []
        label = np.concatenate([(mapped[p] @ seeds.T - half).argmax(1) for p in parts] or [[]])
        self.groups = [rest[label == j] for j in np.unique(label)]
        means = [keys[g].mean(0) for g in self.groups]
        self.radii = [
            [np.linalg.norm((keys[g] - c) @ j.T, axis=1).max() * (1 + 1e-9) for _, j in metrics]
            for g, c in zip(self.groups, means, strict=True)
        ]
        self.means = np.array(means).reshape(-1, keys.shape[1])
        self.centres = self.means.astype(np.float32)
        self.members = [keys[g].astype(np.float32) for g in self.groups]
        self.gap = 4 * max(gaps(p, j) for p, j in metrics) * head.reach

    def ends(self, head, a):
        """In doubles: bounds of each ball's logits of query a at every distance, and its range."""
        x = head.directions([a])[0]
        rows, error = self.means @ x.T, self.gap * head.norms[a] + EXACT
        slack, turning = (
            np.linalg.norm(one @ p.T, axis=1) * np.array(self.radii)[:, [i]] + error
            for i, (one, p) in enumerate(zip((x, x - x.mean(0)), self.metrics, strict=True))
        )
        widest = (rows + turning).max(1) - (rows - turning).min(1)
        return rows - slack, rows + slack, widest

    def within_reach(self, head, a):
        """The keys that decide the extremes of query a: leaders, and balls that reach further."""
        if not self.groups or not len(self.ids):
            return slice(None)
        first, (least, most, widest) = head.table(a, self.ids), self.ends(head, a)
        near = ((most <= first.max(0)) & (least >= first.min(0))).all(1)
        balls = np.flatnonzero(~(near & (widest <= np.ptp(first, axis=1).max())))
        return np.concatenate([self.ids, *(self.groups[j] for j in balls)])


def extremes(head, balls, told):
    """(tokens, window - 1) bounds of M from below and above, (tokens,) of its range over t."""
    count, steps = len(head.q), head.window - 1
    below, above = (np.zeros((count, steps), np.float32) for _ in range(2))
    beyond = np.zeros(count, np.float32)
    size = BLOCK if balls.groups else QUERIES
    parts = [np.arange(start, min(start + size, count)) for start in range(0, count, size)]
    for at, found in zip(parts, each(block, head, balls, parts), strict=True):
        below[at], above[at], beyond[at] = found
        told(at[-1] + 1)
    error = ((head.keys.shape[1] + 24) * UNIT * head.reach * 1.001 + balls.gap) * head.norms
    error += EXACT
    wide = error[:, None]
    return below.astype(float) - wide, above.astype(float) + wide, beyond + 2 * error


def each(work, head, balls, parts):
    """work(head, balls, part) of each part, in order, by JOBS processes."""
    if JOBS == 1:
        yield from (work(head, balls, part) for part in parts)
        return
    SHARED.update(work=work, head=head, balls=balls)
    with multiprocessing.get_context("fork").Pool(JOBS) as pool:
        yield from pool.imap(shared, parts)


def shared(part):
    """What a process does with one part."""
    return SHARED["work"](SHARED["head"], SHARED["balls"], part)


def block(head, balls, at):
    """The same for some queries, but for the roundings."""
    exact = head.directions(at).swapaxes(0, 1)
    shape, d = exact.shape[:2], exact.shape[2]
    x = exact.astype(np.float32, order="C").reshape(-1, d)
    high, low, span = looked(balls.leaders if len(balls.leaders) else balls.centres[:1], x, shape)
    if not balls.groups:
        return low.reshape(shape).T, high.reshape(shape).T, span
    above, below, beyond = high.copy(), low.copy(), span.copy()
    both = (exact, exact - exact.mean(0))
    sizes = [
        np.linalg.norm(rows.reshape(-1, d) @ p.T, axis=1)
        for rows, p in zip(both, balls.metrics, strict=True)
    ]
    sizes = [(one * (1 + 1e-5)).astype(np.float32) for one in sizes]
    for j, row in enumerate(balls.centres @ x.T):
        slack, turning = (s * np.float32(r) for s, r in zip(sizes, balls.radii[j], strict=True))
        most, least = row + slack, row - slack
        rows = np.flatnonzero((most > high + TOLERANCE) | (least < low - TOLERANCE))
        if len(rows):
            near = balls.members[j] @ x[rows].T
            most[rows], least[rows] = near.max(0), near.min(0)
            high[rows], low[rows] = (
                np.maximum(high[rows], most[rows]),
                np.minimum(low[rows], least[rows]),
            )
        np.maximum(above, most, out=above)
        np.minimum(below, least, out=below)
        widest = (row + turning).reshape(shape).max(0) - (row - turning).reshape(shape).min(0)
        rows = np.flatnonzero(widest > span + TOLERANCE)
        if len(rows):
            near = x.reshape(*shape, d)[:, rows].reshape(-1, d) @ balls.members[j].T
            widest[rows] = np.ptp(near.reshape(shape[0], len(rows), -1), axis=0).max(1)
            span[rows] = np.maximum(span[rows], widest[rows])
        np.maximum(beyond, widest, out=beyond)
    return below.reshape(shape).T, above.reshape(shape).T, beyond


def looked(keys, x, shape):
    """The largest and least logit of these keys for each direction, and for each query the largest
    range over the distances. Shape: distances, queries."""
    high, low, span = np.full(len(x), -np.inf), np.full(len(x), np.inf), np.zeros(shape[1])
    high, low, span = (one.astype(np.float32) for one in (high, low, span))
    for start in range(0, len(keys), KEYS):
        near = x @ keys[start : start + KEYS].T
        high, low = np.maximum(high, near.max(1)), np.minimum(low, near.min(1))
        near = near.reshape(*shape, -1)
        span = np.maximum(span, np.ptp(near, axis=0).max(1))
    return high, low, span


# --- 3: attention --------------------------------------------------------------------------------


def shares(kind, low, high):
    """(queries, window - 1) a share at the last of 2, 3, ... tokens: the most, if the key itself
    has ``high`` and the others ``low``; the least, with these exchanged (not for ``any``). Both
    are (queries, window); the first column is the query's own key."""
    low, high = np.exp(low), np.exp(high)
    total = low[:, :1] + low[:, 1:].cumsum(1)
    own = high[:, :1] / (total - low[:, :1] + high[:, :1])
    if kind == "query":
        return own
    if kind == "previous":
        return high[:, 1:2] / (total - low[:, 1:2] + high[:, 1:2])
    if kind == "first":
        return high[:, 1:] / (total - low[:, 1:] + high[:, 1:])
    for t in range(1, low.shape[1]):
        one = high[:, [t]] / (total[:, t - 1 :] - low[:, [t]] + high[:, [t]])
        own[:, t - 1 :] = np.maximum(own[:, t - 1 :], one)
    return own


def least_entropy(low, high):
    """The entropy H obeys H >= ln S(c) + 1 - c, S(c) = sum of the least (c - y) e^y, y = L or U,
    for every c with S(c) > 0: with Z = sum e^y, Z H = Z ln Z - sum y e^y, and Z ln Z is at least
    (1 + ln z) Z - z for every z > 0; put c = 1 + ln z - h and h = ln S(c) + 1 - c. In between L
    and U (c - y) e^y first grows, then falls, so it is least at an end."""
    under, over = np.exp(low), np.exp(high)

    def bound(c):
        total = np.minimum((c[:, None] - low) * under, (c[:, None] - high) * over).sum(1)
        return np.where(total > 0, np.log(np.where(total > 0, total, 1)) + 1 - c, -np.inf)

    left, right = low.min(1), high.max(1) + 1.5
    for _ in range(30):  # the bound is concave in c, and -inf to the left
        one, other = (2 * left + right) / 3, (left + 2 * right) / 3
        rising = bound(one) <= bound(other)
        left, right = np.where(rising, one, left), np.where(rising, right, other)
    return np.maximum(bound(right), 0)


def most_entropy(low, high):
    """H <= ln(sum e^v) - c, v = c clipped to [L, U], for every c with N(c) <= 0, N(c) = sum over
    U < c of e^U (c - U) - sum over L > c of e^L (L - c): H is at most the cross entropy to
    softmax(v), ln(sum e^v) - c + (mean of c - v), and e^y (c - v) is at most that term of N."""
    under, over = np.exp(low), np.exp(high)
    left, right = low.min(1), high.max(1)
    for _ in range(40):
        c = ((left + right) / 2)[:, None]
        gain = (np.maximum(c - high, 0) * over - np.maximum(low - c, 0) * under).sum(1)
        left, right = np.where(gain <= 0, c[:, 0], left), np.where(gain <= 0, right, c[:, 0])
    return np.log(np.exp(np.clip(left[:, None], low, high)).sum(1)) - left


def bounds(entry):
    """What is stated of all queries: name, a function of (low, high), and its largest value.
    That a share or an entropy is at least 0, and a share at most 1, needs no proof."""
    last, window = entry["window"] - 2, entry["window"]
    yield "content", lambda x, y: (y - x)[:, 1:].max(1), number(entry["content"]["most"])
    for kind in KINDS:
        told = entry["shares"][kind]
        other = "quantiles" if kind == "any" else "least"
        need(set(told) == {"most", other}, f"shares of {kind}")
        most, least = number(told["most"]), number(told.get("least", "0.000000"))
        if most < 1:
            yield f"most {kind}", lambda x, y, k=kind: shares(k, x, y)[:, last], most
        if least > 0:
            yield f"least {kind}", lambda x, y, k=kind: -shares(k, y, x)[:, last], -least
        start = entry["half"][kind][1]
        need(type(start) is int and 2 <= start <= window + 1, f"half of {kind}")
        if start <= window:
            at = slice(start - 2, None)
            yield f"half {kind}", lambda x, y, k=kind, s=at: shares(k, x, y)[:, s].max(1), 0.5
    least, most = map(number, entry["entropy"])
    if least > 0:
        yield "least entropy", lambda x, y: -least_entropy(x, y), -least
    yield "most entropy", most_entropy, most


# --- 4: the statement ----------------------------------------------------------------------------


class Proof:
    """Bounds of every query, made exact where a statement asks for it."""

    def __init__(self, head, balls, below, above, beyond):
        self.head, self.balls, self.beyond = head, balls, beyond
        self.low = np.column_stack([head.own - EXACT, below])
        self.high = np.column_stack([head.own + EXACT, above])
        self.exact = set()

    def look(self, queries):
        """Look at all keys of these queries."""
        for a in set(map(int, queries)) - self.exact:
            need(len(self.exact) < MOST_EXACT, f"more than {MOST_EXACT} queries to look at exactly")
            self.exact.add(a)
            table = self.head.table(a, self.balls.within_reach(self.head, a))
            self.low[a, 1:], self.high[a, 1:] = table.min(0) - EXACT, table.max(0) + EXACT
            self.beyond[a] = np.ptp(table, axis=1).max() + 2 * EXACT

    def hold(self, name, measure, limit):
        """Every query's value is at most the limit (what is no number is not)."""
        values = measure(self.low, self.high)
        over = np.flatnonzero(~(values <= limit - SPARE))
        for part in np.array_split(over[np.argsort(-values[over])], len(over) // 8 + 1):
            if len(part):
                self.look(part)
                worst = measure(self.low[part], self.high[part]).max()
                need(
                    worst <= limit - SPARE,
                    f"{name}: {worst:.6f} is beyond what is stated, {limit:.6f}",
                )

    def quantile(self, name, share, limit):
        """So many queries have at most the limit; bounds are read again once some are exact."""
        wanted = ceil(float(share) * len(self.low))
        while True:
            if name == "any":
                now = shares(name, self.low, self.high)[:, -1]
            else:
                now = (self.high - self.low)[:, 1:].max(1) if name == "content" else self.beyond
            found = int((now <= limit - SPARE).sum())
            if found >= wanted or (name == "any" and limit >= 1):
                return
            over = [a for a in np.argsort(now)[found:] if int(a) not in self.exact]
            need(over, f"{name}, {share}: {found} query tokens, {wanted} are needed")
            self.look(over[: wanted - found + 8])


def prove(entry, head, told):
    """Hold all that is stated against the weights."""
    count = len(head.q)
    for name in ("leaders", "pivots"):
        ids = entry[name]
        fine = isinstance(ids, list) and all(type(i) is int and 0 <= i < count for i in ids)
        need(fine and len(set(ids)) == len(ids), name)
    need(head.run + SPARE <= number(entry["run"]), f"run: an error of {head.run:.6f} is possible")
    witnesses(entry, head)
    balls = Balls(head, entry["leaders"], entry["pivots"])
    proof = Proof(head, balls, *extremes(head, balls, told))
    for name, measure, limit in bounds(entry):
        proof.hold(name, measure, limit)
    position = entry["position"]
    most = number(position["most"])
    proof.look(np.flatnonzero(~(proof.beyond <= most - SPARE)))
    need(proof.beyond.max() <= most - SPARE, f"position: {proof.beyond.max():.6f} is beyond {most}")
    for name, one in (*((x, entry[x]) for x in RANGES), ("any", entry["shares"]["any"])):
        told_of = one["quantiles"]
        need(list(told_of) == list(QUANTILES), f"quantiles of {name}")
        for share, limit in told_of.items():
            proof.quantile(name, share, number(limit))


def witnesses(entry, head):
    """What is said to be attained is, by keys and inputs that are named."""
    n, count = entry["window"], len(head.q)
    for name in RANGES:
        a, *rest = entry[name]["witness"]
        b, c, t, s = rest[1], rest[2], rest[0], rest[0]
        if name == "position":
            b, c, t, s = rest[0], rest[0], rest[1], rest[2]
        need(all(0 <= one < count for one in (a, b, c)) and 1 <= min(t, s) <= max(t, s) < n, name)
        table = head.directions([a])[0] @ head.keys[[b, c]].T
        found = table[t - 1, 0] - table[s - 1, 1]
        said, most = number(entry[name]["attained"]), number(entry[name]["most"])
        need(said - 1e-6 <= found <= most, f"{name}: {found:.6f} is attained")
    attained = dict.fromkeys(KINDS, 1)
    for one in entry["inputs"]:
        tokens = one["tokens"]
        need(
            all(type(i) is int and 0 <= i < count for i in tokens) and 2 <= len(tokens) <= n,
            "input",
        )
        steps = np.exp(1j * np.outer(np.arange(len(tokens) - 1, -1, -1), head.angles))
        logits = (head.q[tokens[-1]] * steps * head.k[tokens].conj()).real.sum(1)
        weights = np.exp(logits - logits.max())
        weights /= weights.sum()
        places = {
            "any": weights.max(),
            "previous": weights[-2],
            "query": weights[-1],
            "first": weights[0],
        }
        places["entropy"] = -(weights * np.log(weights)).sum()
        found = places[one["of"]]
        need(abs(found - number(one["value"])) < 2e-6, f"input: {one['of']} is {found:.6f}")
        if one["of"] in KINDS and found >= 0.5 + SPARE:
            attained[one["of"]] = max(attained[one["of"]], len(tokens))
    for kind in KINDS:
        need(
            entry["half"][kind][0] == attained[kind],
            f"half of {kind}: attained at {attained[kind]}",
        )


def sentence(entry):
    """What the certificate says, in words."""
    n, told = entry["window"], entry["shares"]
    names = ("any one position", "the previous position", "the query itself", "the first position")
    files = ", ".join(f"{name} (SHA-256 {digest})" for name, digest in entry["files"].items())
    content, position, most = (
        "at most {} for half of the query tokens, {} for 90 % and {} for 99 %".format(
            *(one["quantiles"][part] for part in QUANTILES)
        )
        for one in (entry["content"], entry["position"], told["any"])
    )
    between = [f"{told[kind]['least']} to {told[kind]['most']}" for kind in KINDS[1:]]
    halves = []
    for kind, name in zip(KINDS, names, strict=True):
        can, less = entry["half"][kind]
        halves += [f"{name} can get half at the last of {can} tokens"] if can > 1 else []
        halves += [f"{name} gets less at the last of {less} to {n} tokens"] if less <= n else []
    half = f"Half of the attention: {'; '.join(halves)}." if halves else "Nothing more is known."
    return (
        f"Head {entry['head']} of the first layer of {files}, over the reals, tokens 0 to"
        f" {entry['tokens'] - 1}. Content range: the logits of two keys at one distance of 1 to"
        f" {n - 1} differ by at most {entry['content']['most']}, by {content}. Position range: the"
        f" logits of one key at two such distances differ by at most {entry['position']['most']},"
        f" by {position}. At the last of {n} tokens one position gets at most"
        f" {told['any']['most']} of the attention, {most}; the previous position {between[0]}, the"
        f" query itself {between[1]}, the first position {between[2]}. The entropy is"
        f" {entry['entropy'][0]} to {entry['entropy'][1]} nats. {half} A logit of a float32 run"
        f" that obeys the checker's error model differs by at most {entry['run']}."
    )


# --- The model's file ----------------------------------------------------------------------------

FORMS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
TYPES = {0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 8: (32, 34), 30: (1, 2)}
"""GGUF's tensor types that are read: numbers and bytes of a block. F32, F16, Q4_0, Q4_1, Q5_0,
Q8_0, BF16."""


class Bytes:
    """A file's header, taken value by value."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def one(self, form):
        value = np.frombuffer(self.data, "<" + NUMPY[form], 1, self.at)[0]
        self.at += value.nbytes
        return value.item()

    def text(self):
        size = self.one("Q")
        self.at += size
        return bytes(self.data[self.at - size : self.at]).decode()

    def value(self, kind):
        if kind == 8:
            return self.text()
        if kind != 9:
            return self.one(FORMS[kind])
        kind, count = self.one("I"), self.one("Q")
        if kind != 8:
            self.at += count * np.dtype(NUMPY[FORMS[kind]]).itemsize
            return None
        for _ in range(count):
            self.at += 8 + np.frombuffer(self.data, "<u8", 1, self.at)[0].item()
        return None


NUMPY = dict(
    zip(
        "BbHhIif?Qqd",
        ("u1", "i1", "u2", "i2", "u4", "i4", "f4", "u1", "u8", "i8", "f8"),
        strict=True,
    )
)


def dequantised(raw, kind, shape):
    """A tensor's numbers, rounded to float32 where a block's scale and offset are added."""
    numbers, size = TYPES[kind]
    if kind in (0, 1):
        return raw.view("<f4" if kind == 0 else "<f2").astype(np.float32).reshape(shape)
    if kind == 30:
        return (raw.view("<u2").astype(np.uint32) << 16).view(np.float32).reshape(shape)
    rows = raw.reshape(-1, size)
    d = rows[:, :2].copy().view("<f2").astype(np.float32)
    if kind == 8:
        return (rows[:, 2:].view(np.int8) * d).reshape(shape)
    start = {2: 2, 3: 4, 6: 6}[kind]
    nibbles = np.concatenate([rows[:, start:] & 15, rows[:, start:] >> 4], 1).astype(np.float32)
    if kind == 3:
        return (d * nibbles + rows[:, 2:4].copy().view("<f2").astype(np.float32)).reshape(shape)
    if kind == 6:
        bits = np.unpackbits(rows[:, 2:6], axis=1, bitorder="little")
        return (d * (nibbles + 16 * bits.astype(np.float32) - 16)).reshape(shape)
    return (d * (nibbles - 8)).reshape(shape)


def gguf(file):
    """The settings and the tensors (by name, read when asked for) of a GGUF file."""
    data = np.memmap(file, np.uint8, "r")
    head = Bytes(data)
    need(bytes(data[:4]) == b"GGUF", "no GGUF file")
    head.at = 8
    tensors, settings = head.one("Q"), head.one("Q")
    said = {}
    for _ in range(settings):
        name = head.text()
        said[name] = head.value(head.one("I"))
    placed = {}
    for _ in range(tensors):
        name = head.text()
        shape = [head.one("Q") for _ in range(head.one("I"))]
        placed[name] = (shape[::-1], head.one("I"), head.one("Q"))
    step = said.get("general.alignment", 32)
    start = -(-head.at // step) * step

    def tensor(name):
        if name not in placed:
            return None
        shape, kind, offset = placed[name]
        need(kind in TYPES, f"{name}: tensor type {kind} is not read")
        numbers, size = TYPES[kind]
        count = int(np.prod(shape)) // numbers * size
        return dequantised(np.array(data[start + offset :][:count]), kind, shape)

    need("rope_freqs.weight" not in placed, "scaled frequencies")
    return said, tensor


def safetensors(files):
    """A function from a tensor's name to its numbers."""
    placed = {}
    for file in files:
        data = np.memmap(file, np.uint8, "r")
        size = int(data[:8].view("<u8")[0])
        for name, one in json.loads(bytes(data[8 : 8 + size])).items():
            if name != "__metadata__":
                placed[name] = (data, 8 + size, one)

    def tensor(name):
        if name not in placed:
            return None
        data, start, one = placed[name]
        first, last = one["data_offsets"]
        kind = {"F32": 0, "F16": 1, "BF16": 30}[one["dtype"]]
        return dequantised(np.array(data[start + first : start + last]), kind, one["shape"])

    return tensor


def layer_of(model):
    """The first layer's weights and settings."""
    if model.is_dir():
        config = json.loads((model / "config.json").read_text())
        return hugging(config, safetensors(sorted(model.glob("*.safetensors"))))
    said, tensor = gguf(model)
    family = said["general.architecture"]
    need(family in ("llama", "qwen2", "qwen3", "gemma3"), f"architecture {family}")
    own = {k.partition(".")[2]: v for k, v in said.items() if k.startswith(family + ".")}
    heads, width = own["attention.head_count"], own["embedding_length"]
    size = own.get("attention.key_length", width // heads)
    need(own.get("rope.dimension_count", size) == size, "rotated in part")
    need(own.get("rope.scaling.type", "none") == "none", "scaled frequencies")
    gemma = family == "gemma3"
    layer = {
        "eps": own["attention.layer_norm_rms_epsilon"],
        "base": 10000.0 if gemma else own.get("rope.freq_base", 10000.0),
        "scale": size**-0.5,
        "stretch": float(np.float32(width**0.5)) if gemma else 1.0,
        "adjacent": family == "llama",
        "sees": own.get("attention.sliding_window"),
    }
    names = {"embedding": "token_embd.weight", "norm": "blk.0.attn_norm.weight"}
    for one in "qk":
        names |= {one: f"blk.0.attn_{one}.weight", f"{one}_bias": f"blk.0.attn_{one}.bias"}
        names[f"{one}_norm"] = f"blk.0.attn_{one}_norm.weight"
    layer |= {k: tensor(v) for k, v in names.items()}
    for name in ("norm", "q_norm", "k_norm") if gemma else ():
        # The file holds a norm's weights plus 1. A run may take 1 away and add it again.
        whole = layer[name] - np.float32(1) + np.float32(1) == layer[name]
        need(whole.all(), f"{name}: a run that adds the 1 itself has other weights")
    return shaped(layer, size)


def hugging(config, tensor):
    """The same of a folder in Hugging Face format."""
    family = config["model_type"]
    need(family in ("llama", "mistral", "qwen2", "qwen3", "gemma3_text"), f"architecture {family}")
    gemma = family == "gemma3_text"
    heads, width = config["num_attention_heads"], config["hidden_size"]
    size = config.get("head_dim") or width // heads
    rope = config.get("rope_parameters") or {}
    rope = rope.get("sliding_attention", rope)
    scaled = config.get("rope_scaling") or rope
    need(scaled.get("rope_type", scaled.get("type", "default")) == "default", "scaled frequencies")
    need(rope.get("partial_rotary_factor", 1) == 1, "rotated in part")
    base = config.get("rope_local_base_freq" if gemma else "rope_theta", 10000.0)
    layer = {
        "eps": config["rms_norm_eps"],
        "base": float(rope.get("rope_theta", base)),
        "scale": (config["query_pre_attn_scalar"] if gemma else size) ** -0.5,
        "stretch": float(np.float32(width**0.5)) if gemma else 1.0,
        "adjacent": False,
        "sees": config.get("sliding_window") if config.get("use_sliding_window", True) else None,
    }
    start = "model.layers.0."
    layer |= {"embedding": tensor("model.embed_tokens.weight")}
    layer |= {"norm": tensor(start + "input_layernorm.weight")}
    for one in "qk":
        layer |= {one: tensor(f"{start}self_attn.{one}_proj.weight")}
        layer |= {one + "_bias": tensor(f"{start}self_attn.{one}_proj.bias")}
        layer |= {one + "_norm": tensor(f"{start}self_attn.{one}_norm.weight")}
    for name in ("norm", "q_norm", "k_norm") if gemma else ():
        layer[name] = layer[name].astype(float) + 1
    return shaped(layer, size)


def shaped(layer, size):
    """Projections by heads."""
    for one in ("q", "k", "q_bias", "k_bias"):
        if layer[one] is not None:
            layer[one] = layer[one].reshape(-1, size, *layer[one].shape[1:])
    return layer


# --- Checking ------------------------------------------------------------------------------------


def check(entry, model, told=lambda done: None):
    """The sentence of a certificate (its fields) that holds of a model's file or folder."""
    need(isinstance(entry, dict) and set(entry) == FIELDS, "the fields are others")
    need(entry["format"] == FORMAT, f"format: {entry['format']}")
    files = (
        [model]
        if model.is_file()
        else [model / "config.json", *sorted(model.glob("*.safetensors"))]
    )
    digests = {file.name: sha256(file.read_bytes()).hexdigest() for file in files}
    need(entry["files"] == digests, "another model: the SHA-256 differs")
    sizes = [entry[name] for name in ("head", "tokens", "window")]
    need(
        all(type(one) is int for one in sizes) and 3 <= entry["window"] <= 1024,
        "head, tokens, window",
    )
    need(entry["claim"] == sentence(entry), "claim: the words say something else than the numbers")
    layer = layer_of(model)
    need(entry["window"] <= (layer["sees"] or 1024), "the layer sees fewer positions")
    prove(entry, Head(layer, *sizes), told)
    return entry["claim"]


def main(arguments):
    """Check one certificate."""
    global JOBS
    if arguments[2:3] == ["--jobs"] and arguments[3:] and arguments[3].isdigit():
        JOBS, arguments = max(1, int(arguments[3])), arguments[:2]
    if len(arguments) != 2 or not all(Path(one).exists() for one in arguments):
        print(f"usage: {Path(__file__).name} CERTIFICATE MODEL [--jobs N]", file=sys.stderr)
        return 2

    def told(done):
        print(f"\r{done} query tokens", end="", file=sys.stderr, flush=True)

    try:
        entry = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
        print(check(entry, Path(arguments[1]), told))
    except Rejected as error:
        print(f"rejected: {error}")
        return 1
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        print(f"rejected: the file is not as it should be ({type(error).__name__}: {error})")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
