// Witnesses about paper B's constructed heads. Angles are multiples of π, or given by a rational
// cosine. Positions of tokens count from 1; offsets count back from the query, which has offset 0.
"use strict";
(function (lib) {
  const { Q, q, ZERO, ONE, need, sum, largest, least, equal, listed, fields, number, list } = lib;
  const { numbers, whole, words, cosines } = lib;
  const MOST = 64;
  const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

  // How far x is from the nearest integer; cos 2πx falls as it grows.
  function distance(x) {
    const rest = ((x.above % x.below) + x.below) % x.below;
    return new Q(rest * 2n > x.below ? x.below - rest : rest, x.below);
  }

  // Two rationals with π between them: 16 atan(1/5) - 4 atan(1/239), each series cut after `terms`.
  function around(terms) {
    const atan = (below, count) => {
      let total = ZERO;
      for (let k = 0; k < count; k += 1) {
        const term = new Q(1n, BigInt(2 * k + 1) * BigInt(below) ** BigInt(2 * k + 1));
        total = k % 2 === 0 ? total.plus(term) : total.minus(term);
      }
      return total;
    };
    // An alternating series is too small after an even number of terms, too large after an odd one.
    const side = (a, b) => q(16).times(atan(5, a)).minus(q(4).times(atan(239, b)));
    return [side(2 * terms, 2 * terms + 1), side(2 * terms + 1, 2 * terms)];
  }

  // Whether x > 2π²/n². π² is irrational, so narrower and narrower bounds decide.
  function aboveCircleBound(x, n) {
    for (let terms = 2; ; terms += 2) {
      const [low, high] = around(terms).map((pi) => q(2).times(pi).times(pi).over(q(n * n)));
      if (x.isAbove(high)) return true;
      if (x.isBelow(low)) return false;
    }
  }

  // The largest entry less the second largest (0 if two are equal).
  function lead(row) {
    const ordered = [...row].sort((x, y) => y.against(x));
    return ordered[0].minus(ordered[1]);
  }

  function irrationalTie(data) {
    const [ratio, length, first, second] = fields(data, "theta_over_pi", "n", "target", "other");
    const turn = number(ratio);
    need(!turn.is(ZERO), "θ = 0 is rational");
    const n = whole(length, 2, MOST, "n");
    const target = whole(first, 0, n - 1, "target");
    const other = whole(second, 0, n - 1, "other");
    need(target !== other, "the two offsets are one");
    // cos((other - target)θ) = 1 iff (other - target)·ratio·π is a multiple of 2π.
    const turns = q(other - target).times(turn).over(q(2));
    need(turns.below === 1n, "the logit at the other offset is below 1");
    return `θ = ${ratio}·π is irrational; the offsets ${target} and ${other} differ by ${turns} whole turns, so both logits are 1.`;
  }

  // The value of a number token, 0 for a letter.
  function value(token, m) {
    need(lib.isText(token) && /^[a-z1-9]$/.test(token), "a token is no letter or digit");
    const found = /[1-9]/.test(token) ? Number(token) : 0;
    need(found <= m, "a number above m");
    return found;
  }

  // Letters, then numbers; stepping back from the last token ends at a letter.
  function needNumberTask(values) {
    const letters = values.findIndex((v) => v > 0);
    need(letters >= 0 && values.slice(letters).every((v) => v > 0), "not letters and then numbers");
    let place = values.length;
    while (place > letters) place -= values[place - 1];
    need(place >= 1, "the steps lead to no letter");
  }

  // At a position whose number points before the first token, Index keeps the token; its own logit
  // is cos(own·θ), that of a letter before it cos(other·θ).
  function pointsOutside(entry, m) {
    const [tokens, at, rivalAt] = fields(entry, "tokens", "place", "rival");
    const values = list(tokens, "tokens").map((token) => value(token, m));
    const n = values.length;
    need(n > m, "n is not above m");
    needNumberTask(values);
    const place = whole(at, 2, Math.min(n, MOST), "place");
    const rival = whole(rivalAt, 1, place - 1, "rival");
    const own = values[place - 1];
    need(own >= place, "the number does not point outside");
    need(tokens.slice(0, place - 1).every((token) => token === "a"), "the tokens before are not all the letter a");
    return [own, own - (place - rival)];
  }

  // cos 2πau and cos 2πbu are equal exactly where (a-b)u or (a+b)u is an integer. Between two such
  // points the order does not change, and where the own key wins is open: midpoints decide.
  function everyAngle(data) {
    const [most, inputs] = fields(data, "m", "inputs");
    const m = whole(most, 1, MOST, "m");
    const cases = list(inputs, "inputs").map((entry) => pointsOutside(entry, m));
    need(cases.length > 0, "no inputs");
    const points = new Map();
    for (const below of cases.flatMap(([own, other]) => [own - other, own + other])) {
      for (let k = 0; k <= below; k += 1) points.set(q(k, below).toString(), q(k, below));
    }
    const ordered = [...points.values()].sort((x, y) => x.against(y));
    for (let k = 0; k + 1 < ordered.length; k += 1) {
      const u = ordered[k].plus(ordered[k + 1]).over(q(2));
      const wins = ([own, other]) => distance(q(own).times(u)).isBelow(distance(q(other).times(u)));
      need(!cases.every(wins), `at θ = ${u}·2π the own key wins in every input`);
    }
    return `On each of ${ordered.length - 1} arcs, which cover the circle, the letter ties or wins against the token itself in some input.`;
  }

  function softmaxTie(data) {
    const [rows, columns, key] = fields(data, "logits", "outputs", "picked");
    const logits = numbers(rows, "logits");
    const outputs = list(columns, "outputs").map((row) => numbers(row, "an output"));
    const n = logits.length;
    need(n > 1 && logits.every((x) => x.is(logits[0])), "not two or more equal logits");
    need(outputs.length === n, "not one output a key");
    need(outputs.every((row) => row.length > 0 && row.length === outputs[0].length), "outputs of different lengths");
    const chosen = outputs[whole(key, 0, n - 1, "picked")];
    need(chosen.length === 1 || lead(chosen).isAbove(ZERO), "the picked key's own decoding is a tie");
    const symbol = chosen.findIndex((x) => x.is(largest(chosen)));
    const mean = chosen.map((_, s) => sum(outputs.map((row) => row[s])).over(q(n)));
    need(mean[symbol].isBelow(largest(mean)), "softmax decodes the same");
    return `The key picked decodes from (${listed(chosen)}); softmax, at every β, from the mean (${listed(mean)}), to another symbol.`;
  }

  function indexBound(data) {
    const [c, length, at, written, delta] = fields(data, "cos", "n", "target", "logits", "discrepancy");
    const cos = number(c);
    need(cos.isBelow(ONE) && cos.isAbove(q(-1)), "cos θ is not between -1 and 1");
    const n = whole(length, 2, MOST, "n");
    const target = whole(at, 0, n - 1, "target");
    const row = cosines(cos, n);
    const logits = Array.from({ length: n }, (_, t) => row[Math.abs(t - target)]);
    need(equal(numbers(written, "logits"), logits), `the logits are ${listed(logits)}`);
    const found = lead(logits);
    need(number(delta).is(found), `the discrepancy is ${found}`);
    const above = found.isAbove(ONE.minus(cos)) || aboveCircleBound(found, n);
    need(above, "the printed bound holds");
    return `The logits at offsets 0 … ${n - 1} are ${listed(logits)}; the discrepancy ${found} is above min{1 - cos θ, 2π²/${n * n}}.`;
  }

  // Tokens (left, right), proper: each right half that is a letter is the left half of one token so
  // far, itself included, and of no other token.
  function properPairs(data, letters) {
    const tokens = list(data, "tokens").map((token) => {
      need(list(token, "a token").length === 2 && token.every((x) => lib.isText(x) && x.length === 1), "a token is no pair");
      const [left, right] = token;
      need(letters.includes(left), `${left} is no letter of the alphabet`);
      need(letters.includes(right) || /[1-9]/.test(right), `${right} is no letter or number`);
      return left + right;
    });
    need(tokens.length > 0, "no tokens");
    need(isProper(tokens, letters), "the sequence is not proper");
    return tokens;
  }

  function isProper(tokens, letters) {
    const holders = new Map();
    return tokens.every((token) => {
      const [left, right] = token;
      if (!holders.has(left)) holders.set(left, new Set());
      holders.get(left).add(token);
      return !letters.includes(right) || holders.get(right)?.size === 1;
    });
  }

  const wanted = (token, letters) => (letters.includes(token[1]) ? token[1] : token[0]);

  // The printed Retrieval head on two letters (ω = π): ± cos tθ at offset t.
  function retrievalLogits(tokens, cos) {
    const asked = wanted(tokens.at(-1), "ab");
    const n = tokens.length;
    return tokens.map((token, k) => (token[0] === asked ? cos[n - 1 - k] : ZERO.minus(cos[n - 1 - k])));
  }

  // θ in (0, π/(2·n0)), so that n0·θ is below a quarter turn: cos θ < 1 and no cos tθ ≤ 0 up to n0.
  function smallAngle(c, n0, n) {
    const row = cosines(number(c), Math.max(n0, n));
    need(row[1].isBelow(ONE), "θ is 0");
    need(row.slice(1, n0 + 1).every((x) => x.isAbove(ZERO)), "θ is not below ω/(2·n0)");
    return row;
  }

  function retrievalBound(data) {
    const names = ["letters", "n0", "cos", "tokens", "logits", "discrepancy", "bound"];
    const [letters, limit, c, given, written, delta, bound] = fields(data, ...names);
    need(letters === 2n, "not two letters");
    const tokens = properPairs(given, "ab");
    const n = tokens.length;
    const n0 = whole(limit, 2, MOST, "n0");
    need(2 <= n && n <= n0, "the length is not from 2 to n0");
    const cos = smallAngle(c, n0, n);
    // The file lists the logits by offset: the query's own first.
    const logits = retrievalLogits(tokens, cos).reverse();
    need(equal(numbers(written, "logits"), logits), `the logits are ${listed(logits)}`);
    const found = lead(logits);
    need(number(delta).is(found), `the discrepancy is ${found}`);
    const printed = ONE.plus(cos[n]);
    need(number(bound).is(printed), `the bound is ${printed}`);
    need(found.isAbove(printed), "the printed bound holds");
    return `On ${tokens.join(" ")} the discrepancy is ${found}, above 1 - cos(ω - ${n}θ) = ${printed}.`;
  }

  function retrievalLeast(data) {
    const names = ["letters", "n0", "n", "cos", "inputs", "least", "bound"];
    const [letters, limit, length, c, inputs, smallest, bound] = fields(data, ...names);
    need(letters === 2n, "not two letters");
    const n0 = whole(limit, 2, MOST, "n0");
    const n = whole(length, 2, 5, "n");
    const cos = smallAngle(c, n0, n);
    const proper = [...words(["aa", "ab", "a1", "ba", "bb", "b1"], n)].filter((w) => isProper(w, "ab"));
    need(inputs === BigInt(proper.length), `there are ${proper.length} proper inputs`);
    const found = least(proper.map((tokens) => lead(retrievalLogits(tokens, cos))));
    need(number(smallest).is(found), `the least discrepancy is ${found}`);
    const printed = ONE.plus(cos[n]);
    need(number(bound).is(printed), `the bound is ${printed}`);
    need(found.isAbove(printed), "the printed bound holds");
    return `Over all ${proper.length} proper inputs of length ${n} the least discrepancy is ${found}, above 1 - cos(ω - ${n}θ) = ${printed}.`;
  }

  // θ = 0: the logit is cos((φ(left) - φ(wanted))·2π/letters).
  function withoutPositions(data) {
    const [top, low] = fields(data, "max", "min");
    const [one, length] = fields(top, "letters", "n");
    need(one === 1n, "max: more than one letter");
    const n = whole(length, 2, MOST, "max: n");
    const [count, given] = fields(low, "letters", "tokens");
    const letters = ALPHABET.slice(0, whole(count, 2, ALPHABET.length, "min: letters"));
    const tokens = properPairs(given, letters);
    const asked = letters.indexOf(wanted(tokens.at(-1), letters));
    const away = (token) => distance(q(letters.indexOf(token[0]) - asked, letters.length));
    const nearest = least(tokens.map(away));
    const tied = new Set(tokens.filter((token) => away(token).is(nearest)));
    need(tied.size > 1, "min: one token alone has the largest logit");
    return `With one letter all ${n} logits are cos 0 = 1; with ${letters.length} letters ${[...tied].join(" and ")} tie at the top.`;
  }

  lib.around = around;
  lib.groups ??= {};
  lib.groups.heads = {
    "B-thm31-index-head": everyAngle,
    "B-irr": irrationalTie,
    "B-lemF1-tie": softmaxTie,
    "B-thm32-index": indexBound,
    "B-thm32-retr": retrievalBound,
    "B-thm32-retr-min": retrievalLeast,
    "B-rem32-readings": withoutPositions,
  };
})((globalThis.ropeClaims ??= {}));
