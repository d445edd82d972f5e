# ruff: noqa: E501
"""Edits of the checker in JavaScript that make it accept what is false: (name, file, old text, new).

Written by hand from what each line is for; of each, ``test_unsound_edits.py`` sees that a forgery or a
tampered witness is accepted by the edited checker and refused by the checker.
"""

CERTIFICATES = [
    # Directed rounding, sums.
    (
        "exponentials rounded the other way",
        "enclosures.js",
        "const end = upwards ? 1 : 0;",
        "const end = upwards ? 0 : 1;\n    halvings += upwards ? -1n : 1n;",
    ),
    (
        "the lower weight for negative terms too",
        "margins.js",
        "const end = shift >= 0n ? 0 : 1;",
        "const end = 0;",
    ),
    (
        "the upper weight for positive terms",
        "margins.js",
        "const end = shift >= 0n ? 0 : 1;",
        "const end = shift >= 0n ? 1 : 0;",
    ),
    (
        "the largest term",
        "margins.js",
        "isLess(own[t], x) ? own[t] : x",
        "isLess(own[t], x) ? x : own[t]",
    ),
    (
        "the last row of weights alone",
        "margins.js",
        "found = found === null ? own : found.map((x, t) => (isLess(own[t], x) ? own[t] : x));",
        "found = own;",
    ),
    ("small terms dropped without a unit", "enclosures.js", "(m < 0n ? -1n : 0n)", "1n << 300n"),
    (
        "cosines of half the angle",
        "enclosures.js",
        "const quadrant = Number(((turns % 4n) + 4n) % 4n);",
        "const quadrant = 0;",
    ),
    # The error model.
    (
        "a run read as the reals",
        "certificate.js",
        "new room.Reading(head, n0, true)",
        "new room.Reading(head, n0, false)",
    ),
    ("no drift", "margins.js", "const slack = drift + v(", "const slack = v("),
    ("an exact exponential", "margins.js", "v(8n * WHOLE + high - least)", "v(high - least)"),
    (
        "an exact difference before it",
        "margins.js",
        "v(8n * WHOLE + high - least)",
        "v(8n * WHOLE)",
    ),
    ("an exact table of cosines", "margins.js", "ONE.plus(ROOT.times(u).over(new Q(2n)))", "ONE"),
    ("rotations rounded never", "margins.js", "return !row.every(isPower) ||", "return false &&"),
    (
        "dot products summed exactly",
        "margins.js",
        "ONE.plus(compounded(2 * head.angles.length + 1, v));",
        "ONE;",
    ),
    ("half of the outputs' sums", "margins.js", "compounded(2 * n0 + 2, v)", "compounded(n0, v)"),
    ("one rounding to the format", "margins.js", "compounded(3, u)", "compounded(1, u)"),
    ("bf16 of a bit more", "weights.js", "bf16: [8n, 24n]", "bf16: [9n, 24n]"),
    (
        "an accumulator as fine as float64",
        "weights.js",
        "float32: [24n, 24n]",
        "float32: [24n, 53n]",
    ),
    (
        "rounding in the answer's favour",
        "margins.js",
        "exact - up(both * this.reading.model.mixing, GRAIN) - this.flushed",
        "exact + up(both * this.reading.model.mixing, GRAIN)",
    ),
    ("nothing flushed", "margins.js", "over((1n + largest) << GAINS, 10n ** 24n)", "0n"),
    # Inputs left out.
    ("short inputs ignored", "margins.js", "const mayEnd = n >= n1 &&", "const mayEnd = false &&"),
    (
        "the query's own term left out",
        "margins.js",
        "let total = added(own[0], beyond[k + 1]);",
        "let total = beyond[k + 1];",
    ),
    (
        "the pin's term left out",
        "margins.js",
        "added(total, added(inner, pin[k]))",
        "added(total, inner)",
    ),
    (
        "what is nearer left out",
        "margins.js",
        "added(total, added(inner, pin[k]))",
        "added(total, pin[k])",
    ),
    (
        "what is beyond left out",
        "margins.js",
        "let total = added(own[0], beyond[k + 1]);",
        "let total = own[0];",
    ),
    (
        "the farthest pin left out",
        "margins.js",
        "k <= Math.min(k1, n2 - 1); k += 1",
        "k < Math.max(1, Math.min(k1, n2 - 1)); k += 1",
    ),
    (
        "the first job alone",
        "margins.js",
        "const jobs = this.everyJob();",
        "const jobs = this.everyJob().slice(0, 1);",
    ),
    (
        "other outputs that the query says left out",
        "margins.js",
        "const rivals = members.filter(isSpecial);",
        "const rivals = [];",
    ),
    (
        "the skip left out",
        "margins.js",
        "const kept = this.gain(skip[o], skip[r]);\n              const own",
        "const kept = 0n;\n              const own",
    ),
    (
        "greatest gains of a kind",
        "margins.js",
        "if (least === undefined || gain < least) least = gain;\n        }\n        return [kind, least];",
        "if (least === undefined || gain > least) least = gain;\n        }\n        return [kind, least];",
    ),
    (
        "tokens that say r left out",
        "margins.js",
        "if (members.length === 0) return plain;",
        "return plain;",
    ),
    # The tasks.
    (
        "Index: numbers at the pin left out",
        "inputs.js",
        "...(numbers.length ? [[numbers, q]] : [])",
        "...[]",
    ),
    (
        "Index: letters left out",
        "inputs.js",
        "if (number && !numberedBelow(name, n0)) continue;",
        "if (!number || !numberedBelow(name, n0)) continue;",
    ),
    (
        "Retrieval: the pin stands once",
        "inputs.js",
        "const near = [...others, t]",
        "const near = [...others]",
    ),
    (
        "Retrieval: no pin at the query",
        "inputs.js",
        "offsets: [t === q ? 0 : 1, n0 - 1]",
        "offsets: [1, n0 - 1]",
    ),
    (
        "bound: the symbol once",
        "inputs.js",
        "const far = last ? context : [...others, ...pin]",
        "const far = last ? others : [...others]",
    ),
    (
        "position: no shorter inputs",
        "inputs.js",
        "offsets: [back, back], lengths: [n1, n2] };\n    });\n    const back",
        "offsets: [back, back], lengths: [n2, n2] };\n    });\n    const back",
    ),
    # What is stated.
    (
        "any weights of a construction",
        "constructions.js",
        "need(right, `construction: weight ${what}[${k}] is not what ${name} says`);\n      }\n      for",
        "}\n      for",
    ),
    (
        "any values of a construction",
        "constructions.js",
        "need(right, `construction: weight ${what}[${k}] is not what ${name} says`);\n      }\n    }\n  }",
        "}\n    }\n  }",
    ),
    (
        "any angle of a construction",
        "constructions.js",
        'need(head.angles.every((x) => isNearest(x, exact, FINE, head.format)), "construction: weight angles");',
        "",
    ),
    (
        "weights of no format",
        "weights.js",
        "need(bitsOf(trimmed) <= FORMATS[format][0],",
        "need(true,",
    ),
    (
        "any hash of the weights",
        "certificate.js",
        "need(weightsHash === room.digest(listed),",
        "need(true,",
    ),
    (
        "any hash of the rule",
        "certificate.js",
        "need(ruleHash === room.digest(rule),",
        "need(true,",
    ),
    ("any sentence", "certificate.js", "need(claim === words,", "need(true,"),
    ("any closest input", "certificate.js", 'need(close, "worst', 'need(true, "worst'),
    (
        "any answer of the closest input",
        "certificate.js",
        "need(task.answer(tokens) === o,",
        "need(true,",
    ),
    (
        "an improper input called proper",
        "certificate.js",
        'need(task.valid(tokens) === (valid.text === "true"),',
        "need(true,",
    ),
    (
        "any distance of below",
        "certificate.js",
        'need(decimal(below, "worst: below") === exact + WIDTH,',
        "need(true,",
    ),
    (
        "no bound where there is one",
        "certificate.js",
        "need((run === null) === (reading.isHopeless === true),",
        "need(true,",
    ),
    ("names with signs", "weights.js", "const SIGNS = /^[A-Za-z0-9]+$/;", "const SIGNS = /^.+$/;"),
    (
        "another task of a construction",
        "inputs.js",
        "need((RULE_OF[construction] ?? name) === name,",
        "need(true,",
    ),
]
