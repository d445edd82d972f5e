# ruff: noqa: E501
"""Edits of ``check_public_heads.py`` that make it accept what is false: (name, old text, new)."""

EDITS = [
    # The head.
    (
        "no eps in the norm",
        '(x * x).mean(1, keepdims=True) + layer["eps"]) * layer["norm"]',
        '(x * x).mean(1, keepdims=True) + 0.1) * layer["norm"]',
    ),
    ("the norm's weights left out", ' * layer["norm"]\n', "\n"),
    ("another group of keys", "group = head // (heads // groups)", "group = head % groups"),
    ("the scale forgotten", 'self.pairs(q * layer["scale"], layer)', "self.pairs(q, layer)"),
    (
        "angles of another base",
        'layer["base"] ** (-np.arange(size // 2) / (size // 2))',
        "10000.0 ** (-np.arange(size // 2) / (size // 2))",
    ),
    ("biases left out", "rows = x @ weight.T + bias", "rows = x @ weight.T"),
    (
        "norms of heads left out",
        'rows = rows / np.sqrt((rows * rows).mean(1, keepdims=True) + layer["eps"]) * norm',
        "rows = rows * norm",
    ),
    ("pairs of neighbours", 'if layer["adjacent"]:', "if True:"),
    (
        "the last distance left out",
        "np.exp(1j * np.outer(np.arange(1, self.window), self.angles))",
        "np.exp(1j * np.outer(np.minimum(np.arange(1, self.window), self.window - 2), self.angles))",
    ),
    (
        "the first distance left out",
        "np.exp(1j * np.outer(np.arange(1, self.window), self.angles))",
        "np.exp(1j * np.outer(np.maximum(np.arange(1, self.window), 2), self.angles))",
    ),
    (
        "distances from 0",
        "np.outer(np.arange(1, self.window), self.angles)",
        "np.outer(np.arange(0, self.window - 1), self.angles)",
    ),
    (
        "rotated the other way",
        "steps = np.exp(1j * np.outer(np.arange(1,",
        "steps = np.exp(-1j * np.outer(np.arange(1,",
    ),
    ("gemma's norms without 1", "layer[name].astype(float) + 1", "layer[name].astype(float)"),
    # The error of a run.
    (
        "run: no error of keys",
        "total = most * dk + dq * self.reach + dq * dk",
        "total = dq * self.reach + dq * dk",
    ),
    (
        "run: no error of queries",
        "total = most * dk + dq * self.reach + dq * dk",
        "total = most * dk",
    ),
    ("run: no inner product", "total += gamma(size + 4) * (most + dq) * (self.reach + dk)", "pass"),
    ("run: no rotation", "off = off + (9 * (window - 1) + 8) * UNIT * (lengths + off)", "pass"),
    ("run: a rotation of one step", "(9 * (window - 1) + 8) * UNIT", "(9 + 8) * UNIT"),
    ("run: no norm of the stream", "factor = gamma(width + 3) / 2 + 4 * UNIT", "factor = 0.0"),
    ("run: no projection", "gamma(width + 6) * sums", "0 * sums"),
    ("run: sums that cancel", "np.abs(x) @ np.abs(weight).T + np.abs(bias)", "x @ weight.T + bias"),
    (
        "run: the scale forgotten",
        'self.run = layer["scale"] * total',
        'self.run = layer["scale"] ** 2 * total',
    ),
    (
        "run: not asked",
        'need(head.run + SPARE <= number(entry["run"])',
        'need(True or number(entry["run"])',
    ),
    (
        "run: errors by the mean token",
        "return rows, off.max(), sums.max()",
        "return rows, off.mean(), sums.max()",
    ),
    # Balls.
    (
        "radii of the mean key",
        "np.linalg.norm((keys[g] - c) @ j.T, axis=1).max()",
        "np.linalg.norm((keys[g] - c) @ j.T, axis=1).mean()",
    ),
    (
        "a key outside its ball",
        "np.linalg.norm((keys[g] - c) @ j.T, axis=1).max()",
        "np.sort(np.linalg.norm((keys[g] - c) @ j.T, axis=1))[-2:].min()",
    ),
    ("radii of 0", "axis=1).max() * (1 + 1e-9) for _, j", "axis=1).max() * 0 for _, j"),
    ("radii under the metric of directions", "(keys[g] - c) @ j.T", "(keys[g] - c) @ p.T"),
    (
        "radii of the first metric for both",
        "for _, j in metrics]\n            for g",
        "for _, j in metrics[:1] * 2]\n            for g",
    ),
    (
        "a ball left out",
        "self.groups = [rest[label == j] for j in np.unique(label)]",
        "self.groups = [rest[label == j] for j in np.unique(label)[:-1]] or [rest]",
    ),
    (
        "a key left out",
        "rest = np.setdiff1d(np.arange(len(keys)), leaders)",
        "rest = np.setdiff1d(np.arange(len(keys) - 1), leaders)",
    ),
    (
        "leaders that are not looked at",
        "self.leaders = keys[leaders].astype(np.float32)",
        "self.leaders = keys[leaders[:1]].astype(np.float32)",
    ),
    (
        "centres of other keys",
        "means = [keys[g].mean(0) for g in self.groups]",
        "means = [keys[g].mean(0) * 0.9 for g in self.groups]\n        self.groups = self.groups",
    ),
    (
        "members of one key",
        "self.members = [keys[g].astype(np.float32) for g in self.groups]",
        "self.members = [keys[g[:1]].astype(np.float32) for g in self.groups]",
    ),
    # Extremes.
    (
        "no error of inner products",
        "error = ((head.keys.shape[1] + 24) * UNIT * head.reach * 1.001 + balls.gap) * head.norms",
        "error = 0 * head.norms",
    ),
    ("an error on one side", "below.astype(float) - wide", "below.astype(float) + wide"),
    ("an error that narrows", "above.astype(float) + wide", "above.astype(float) - wide"),
    ("no error of the range", "beyond + 2 * error", "beyond - 2 * error"),
    (
        "the last query left out",
        "np.arange(start, min(start + BLOCK, count))",
        "np.arange(start, min(start + BLOCK, count - 1))",
    ),
    (
        "sizes of other directions",
        "both = (exact, exact - exact.mean(1, keepdims=True))",
        "both = (exact - exact.mean(1, keepdims=True),) * 2",
    ),
    (
        "sizes without their metric",
        "np.linalg.norm(rows.reshape(-1, d) @ p.T, axis=1)",
        "np.linalg.norm(rows.reshape(-1, d), axis=1) * 0.1",
    ),
    (
        "upper bounds of centres",
        "most, least = row + slack, row - slack",
        "most, least = row, row - slack",
    ),
    (
        "lower bounds of centres",
        "most, least = row + slack, row - slack",
        "most, least = row + slack, row",
    ),
    ("skipped balls forgotten above", "np.maximum(above, most, out=above)", "above = high"),
    ("skipped balls forgotten below", "np.minimum(below, least, out=below)", "below = low"),
    (
        "skipped balls forgotten in the range",
        "np.maximum(beyond, widest, out=beyond)",
        "beyond = span",
    ),
    (
        "leaders forgotten",
        "above, below, beyond = high.copy(), low.copy(), span.copy()",
        "above, below, beyond = high * 0, low * 0, span * 0",
    ),
    (
        "ranges of centres",
        "widest = (row + turning).reshape(shape).max(1) - (row - turning).reshape(shape).min(1)",
        "widest = np.ptp(row.reshape(shape), axis=1)",
    ),
    (
        "ranges with slack once",
        "(row - turning).reshape(shape).min(1)",
        "row.reshape(shape).min(1)",
    ),
    # Attention.
    ("the query's own key left out", "total = own + low.cumsum(1)", "total = low.cumsum(1)"),
    (
        "others at their most",
        "return high[:, :1] / (total - low[:, :1] + high[:, :1])",
        "return high[:, :1] / (total - low[:, :1] + high[:, :1] + 0.01)",
    ),
    (
        "the first position one off",
        '    if kind == "first":\n        return high / (total - low + high)',
        '    if kind == "first":\n        return np.roll(high / (total - low + high), 1, 1)',
    ),
    ("any but the last", "for t in range(low.shape[1]):", "for t in range(low.shape[1] - 1):"),
    ("any but the query", "best = own / total\n", "best = own / total * 0\n"),
    (
        "shares at a shorter input",
        'last, window = entry["window"] - 2, entry["window"]',
        'last, window = entry["window"] - 3, entry["window"]',
    ),
    ("least shares by the most", "-shares(k, o, y, x)[:, last]", "-shares(k, o, x, y)[:, last]"),
    (
        "halves from the last length on",
        "at = slice(start - 2, None)",
        "at = slice(window - 2, None)",
    ),
    (
        "halves of another kind",
        "x, y, k=kind, s=at: shares(k, o, x, y)",
        "x, y, k=kind, s=at: shares('query', o, x, y)",
    ),
    (
        "halves at any height",
        "shares(k, o, x, y)[:, s].max(1)",
        "shares(k, o, x, y)[:, s].max(1) - 1",
    ),
    (
        "least entropy too high",
        "np.log(np.where(total > 0, total, 1)) + 1 - c, -np.inf)",
        "np.log(np.where(total > 0, total, 1)) + 1.5 - c, -np.inf)",
    ),
    (
        "the least at the upper ends",
        "np.minimum((c[:, None] - low) * under, (c[:, None] - high) * over).sum(1)",
        "((c[:, None] - high) * over).sum(1)",
    ),
    (
        "the least at the lower ends",
        "np.minimum((c[:, None] - low) * under, (c[:, None] - high) * over).sum(1)",
        "((c[:, None] - low) * under).sum(1)",
    ),
    (
        "most entropy of the lower ends",
        "return np.log(np.exp(np.clip(left[:, None], low, high)).sum(1)) - left",
        "return np.log(np.exp(low).sum(1)) - left",
    ),
    (
        "most entropy with too large a c",
        "left, right = np.where(gain <= 0, c[:, 0], left), np.where(gain <= 0, right, c[:, 0])",
        "left, right = np.where(gain <= 1, c[:, 0], left), np.where(gain <= 1, right, c[:, 0])",
    ),
    # The statement.
    (
        "exact rows of the upper half",
        "self.low[a], self.high[a] = table.min(0) - EXACT, table.max(0) + EXACT",
        "self.low[a], self.high[a] = table.mean(0), table.max(0) + EXACT",
    ),
    ("exact rows of another query", "table = self.head.table(a)", "table = self.head.table(0)"),
    (
        "exact ranges of one key",
        "self.beyond[a] = np.ptp(table, axis=1).max() + 2 * EXACT",
        "self.beyond[a] = np.ptp(table, axis=1).mean()",
    ),
    (
        "exact rows that are not held",
        "worst <= limit - SPARE,",
        "True,",
    ),
    (
        "some of the queries over the limit",
        "over = np.flatnonzero(values > limit - SPARE)",
        "over = np.flatnonzero(values > limit - SPARE)[1:]",
    ),
    (
        "positions not held",
        "need(proof.beyond.max() <= most - SPARE",
        "need(proof.beyond.min() <= most - SPARE",
    ),
    (
        "quantiles of fewer queries",
        "wanted = ceil(float(share) * len(self.low))",
        "wanted = ceil(float(share) * len(self.low)) - 1",
    ),
    ("quantiles not held", "            if found >= wanted:", "            if found >= 1:"),
    (
        "content for the position range",
        'ranges = {"content": lambda: (proof.high - proof.low).max(1), "position": lambda: proof.beyond}',
        'ranges = {"content": lambda: (proof.high - proof.low).mean(1), "position": lambda: proof.beyond}',
    ),
    (
        "differences of content not held",
        'yield "content", lambda o, x, y: (y - x).max(1),',
        'yield "content", lambda o, x, y: (y - x).mean(1),',
    ),
    # Witnesses and form.
    (
        "ranges that nothing attains",
        'need(found >= number(entry[name]["attained"]) - 1e-6',
        'need(True or number(entry[name]["attained"])',
    ),
    (
        "inputs that attain something else",
        'need(abs(found - number(one["value"])) < 2e-6',
        'need(True or number(one["value"])',
    ),
    ("halves that nothing attains", 'entry["half"][kind][0] == attained[kind],', "True,"),
    ("another model", 'need(entry["files"] == digests', "need(True or digests"),
    ("other words", 'need(entry["claim"] == sentence(entry)', "need(True or sentence(entry)"),
    ("any further field", "set(entry) == FIELDS", "set(entry) >= FIELDS"),
    ("another format", 'need(entry["format"] == FORMAT', "need(True or FORMAT"),
    ("a leader twice", "need(fine and len(set(ids)) == len(ids), name)", "need(fine, name)"),
    (
        "tokens from the end",
        "type(i) is int and 0 <= i < count for i in ids",
        "type(i) is int and -count <= i < count for i in ids",
    ),
]
