// Witnesses against what paper B says of its constructions: standard angles, aligned keys, ties.
"use strict";
(function (lib) {
  const { q, ZERO, ONE, need, sum, largest, fields, number, numbers, list, whole } = lib;

  function tokens(data, form) {
    need(list(data, "tokens").length > 0, "no tokens");
    need(data.every((token) => lib.isText(token) && form.test(token)), "a token of another form");
    return data;
  }

  const asksLetter = (token) => /[ab]/.test(token[1]);

  // Pairs over the letters a, b; what a right half names is one token so far.
  function properPairs(data) {
    const row = tokens(data, /^[ab][ab1-9]$/);
    const fits = (k) => new Set(row.slice(0, k + 1).filter((one) => one[0] === row[k][1])).size;
    need(row.every((token, k) => !asksLetter(token) || fits(k) === 1), "not proper");
    return row;
  }

  // Two letters (ω = π) and θ = 1: logits cos t for the letter asked for, -cos t for the other.
  function standardAngle(data) {
    const [letters, theta, given, at, against] = fields(data, "letters", "theta", "tokens", "target", "rival");
    need(letters === 2n && number(theta).is(ONE), "not two letters, or another angle than 1");
    const row = properPairs(given);
    const asked = row.at(-1)[1];
    need(asksLetter(row.at(-1)), "no letter is looked for");
    const back = [...row].reverse();
    const matches = back.map((_, t) => t).filter((t) => back[t][0] === asked);
    const target = whole(at, 0, 4, "target");
    need(matches.length === 1 && matches[0] === target, `the matches are at ${matches}`);
    const rival = whole(against, 0, Math.min(row.length, 5) - 1, "rival");
    need(rival !== target, "the rival is the match");
    // cos target < -cos rival iff (1 - cos target) + (1 - cos rival) > 2.
    const fall = [target, rival].map((t) => lib.fallen(BigInt(t) * lib.UNIT)[0]);
    need(fall[0] + fall[1] > 2n * lib.UNIT, "the rival's logit is not larger");
    return `On ${row.join(" ")} the match has the logit cos ${target}, below the rival's, -cos ${rival}.`;
  }

  // Two planes, each turned by θ a place: two keys that are not parallel have one row of logits.
  function wideKeys(data) {
    const [c, s, given, asked, written] = fields(data, "cos", "sin", "keys", "query", "row");
    const [cos, sin] = [number(c), number(s)];
    need(cos.times(cos).plus(sin.times(sin)).is(ONE) && !sin.is(ZERO), "no angle with sin θ ≠ 0");
    need(given instanceof Map && given.size === 2, "not two keys");
    const keys = [...given.values()].map((key) => numbers(key, "a key"));
    const query = numbers(asked, "query");
    need([...keys, query].every((v) => v.length === 4), "not two planes");
    need(query.some((x) => !x.is(ZERO)), "the query is 0");
    const turned = ([a, b, d, e]) => [
      cos.times(a).minus(sin.times(b)), sin.times(a).plus(cos.times(b)),
      cos.times(d).minus(sin.times(e)), sin.times(d).plus(cos.times(e)),
    ];
    const queries = [turned(turned(query)), turned(query)];
    for (const key of keys) {
      const found = queries.map((v) => sum(v.map((x, k) => x.times(key[k]))));
      need(lib.equal(numbers(written, "row"), found), `a row is ${found.join(", ")}`);
    }
    const minor = ([i, j]) => keys[0][i].times(keys[1][j]).minus(keys[0][j].times(keys[1][i]));
    need(lib.pairs(4).some((pair) => !minor(pair).is(ZERO)), "the keys are parallel");
    return `Both keys have the logits ${written.join(", ")} at two places, and they are not parallel.`;
  }

  // The query's own key exchanged with the one before it.
  function exchangedKeys(data) {
    const [given, order, written] = fields(data, "weights", "keys", "attention");
    const keys = list(order, "keys");
    need(keys.length === 2 && keys.every(lib.isText) && keys[0] !== keys[1], "not two keys");
    need(given instanceof Map && given.size === 2 && keys.every((key) => given.has(key)), "other keys");
    const weights = new Map([...given].map(([key, row]) => [key, list(row, "weights").map(lib.positive)]));
    need([...weights.values()].every((row) => row.length === 2), "not two places");
    const found = [keys, [keys[1], keys[0]]].map(([one, two]) => {
      const pair = [weights.get(one)[0], weights.get(two)[1]];
      return pair.map((x) => x.over(sum(pair)));
    });
    const rows = list(written, "attention").map((row) => numbers(row, "attention"));
    need(rows.length === 2 && rows.every((row, k) => lib.equal(row, found[k])), `attention is ${found.join("; ")}`);
    const other = [found[1], [found[1][1], found[1][0]]];
    need(!other.some((row) => lib.equal(row, found[0])), "the same distribution, or exchanged");
    return `Attention is (${found[0].join(", ")}), and (${found[1].join(", ")}) with the keys exchanged.`;
  }

  // How far the answer leads every other token and 0; `shares` holds what each token gets.
  function lead(shares, answer) {
    const rivals = [...shares].filter(([token]) => token !== answer).map(([, share]) => share);
    return shares.get(answer).minus(largest([ZERO, ...rivals]));
  }

  function share(row, size, each) {
    const found = new Map();
    for (const token of row) found.set(token, (found.get(token) ?? ZERO).plus(q(each, size)));
    return found;
  }

  // Discrepancy 0, and yet the right answer leads, as every tied key holds it or most do.
  function harmlessTie(data) {
    const [retrieval, index] = fields(data, "retrieval", "index");
    const [letters, given, gap] = fields(retrieval, "letters", "tokens", "gap");
    need(letters === 2n, "retrieval: not two letters");
    const row = properPairs(given);
    const query = row.at(-1);
    const asked = asksLetter(query) ? query[1] : query[0];
    const best = row.filter((token) => token[0] === asked);
    need(best.length > 1, "retrieval: the discrepancy is not 0");
    const first = lead(share(best, best.length, 1), asksLetter(query) ? best[0] : query);
    need(number(gap).is(first) && first.isAbove(ZERO), `retrieval: the gap is ${first}`);
    const [ratio, letterTokens, second] = fields(index, "theta_over_pi", "tokens", "gap");
    const turn = number(ratio);
    const back = [...tokens(letterTokens, /^[a-z]$/)].reverse();
    const tied = back.filter((_, t) => turn.times(q(t, 2)).below === 1n);
    need(!turn.is(ZERO) && tied.length > 1, "index: the discrepancy is not 0, or θ is");
    const shares = share(tied, tied.length, 2);
    shares.set(back[0], shares.get(back[0]).plus(ONE));
    const found = lead(shares, back[0]);
    need(number(second).is(found) && found.isAbove(ZERO), `index: the gap is ${found}`);
    return `With ties at the top the right answer still leads: by ${first} on ${row.join(" ")}, by ${found} on ${letterTokens.join(" ")}.`;
  }

  Object.assign(lib.groups.steps, {
    "B-standard": standardAngle,
    "B-keys-wide": wideKeys,
    "B-informal-gloss": exchangedKeys,
    "B-zero": harmlessTie,
  });
})((globalThis.ropeClaims ??= {}));
