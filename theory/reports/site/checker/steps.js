// Witnesses against single steps of paper B's printed proofs, its Listing 1 and its Figure 5A.
"use strict";
(function (lib) {
  const { Q, q, ZERO, ONE, need, largest, fields, number, numbers, list, whole, cosines } = lib;

  const same = (given, found) =>
    Array.isArray(given) && given.length === found.length && given.every((x, k) => x === found[k]);
  const isLookup = (token) => /^[A-Z][A-Z]$/.test(token);
  const isNumber = (token) => /^[1-9][0-9]*$/.test(token);

  function words(data, form) {
    need(list(data, "tokens").length > 0, "no tokens");
    need(data.every((token) => lib.isText(token) && form.test(token)), "a token of another form");
    return data;
  }

  // [answer, hops] of every chain of earlier pairs that begins at a place.
  function chains(tokens, place) {
    if (!isLookup(tokens[place])) return [[tokens[place], 0]];
    const onward = tokens.map((_, k) => k).filter((k) => k < place && tokens[k][0] === tokens[place][1]);
    return onward.flatMap((k) => chains(tokens, k).map(([end, hops]) => [end, hops + 1]));
  }

  // Listing 1's retrieval: the first token before whose left half is a letter–letter one's right.
  const listedOnce = (tokens) =>
    tokens.map((token, n) => tokens.find((one, i) => i < n && isLookup(token) && one[0] === token[1]) ?? token);

  function listing(data) {
    const [letter, index] = fields(data, "letter", "index");
    const [given, answer, count, written] = fields(letter, "tokens", "answer", "hops", "listing");
    let tokens = words(given, /^[A-Z](?:[A-Z]|[1-9][0-9]*)$/);
    const start = tokens.findIndex(isLookup);
    need(start >= 0 && tokens.slice(start).every(isLookup), "letter: not the form of the task");
    const found = chains(tokens, tokens.length - 1);
    need(found.length === 1 && found[0][0] === answer && BigInt(found[0][1]) === count, "letter: not one chain to that answer");
    const seen = [];
    for (let k = 0; k <= found[0][1]; k += 1) {
      tokens = listedOnce(tokens);
      seen.push(tokens.at(-1));
    }
    need(same(written, seen.slice(0, -1)), `letter: Listing 1 gives ${seen.slice(0, -1).join(" ")}`);
    need(!seen.includes(answer) && seen.at(-1) === seen.at(-2), "letter: the answer is reached");
    return `${countedFromTheEnd(index)} On ${given.join(" ")} its retrieval gives ${seen.join(" ")}, never ${answer}.`;
  }

  // Listing 1's index: a place before the first is counted from the end, as Python does.
  function countedFromTheEnd(data) {
    const [given, m, at, written] = fields(data, "tokens", "m", "position", "listing");
    const tokens = words(given, /^(?:[A-Z]|[1-9][0-9]*)$/);
    const values = tokens.filter(isNumber).map(BigInt);
    need(lib.isWhole(m) && BigInt(tokens.length) > m && values.length > 0, "index: not n > m");
    need(values.every((value) => value <= m), "index: a number above m");
    const place = whole(at, 1, tokens.length, "index: position");
    const token = tokens[place - 1];
    need(isNumber(token) && Number(token) >= place, "index: F.1 has a target");
    const found = tokens.at(place - 1 - Number(token));
    need(!isNumber(found) && written === found, "index: nothing else is copied");
    return `In ${tokens.join(" ")} Listing 1's index copies ${found} from the end.`;
  }

  // The largest logit less the next different one; 0 if all are equal.
  function gap(row) {
    const rest = row.filter((x) => !x.is(largest(row)));
    return rest.length === 0 ? ZERO : largest(row).minus(largest(rest));
  }

  function lemma(data) {
    const [display, rate] = fields(data, "display", "rate");
    const [given, factor] = fields(display, "logits", "beta");
    const row = numbers(given, "logits");
    const beta = number(factor);
    need(row.length >= 2 && row.every((x) => x.is(row[0])), "display: the logits are not all equal");
    // k e^μ ≤ Σ e^(β L) = k e^(βμ) fails iff μ > βμ.
    need(!beta.isBelow(ONE) && row[0].isAbove(beta.times(row[0])), "display: k e^μ is no larger");
    const [rows, bound] = fields(rate, "logits", "bound");
    const inputs = list(rows, "logits").map((one) => numbers(one, "logits"));
    need(inputs.length > 0 && inputs.every((one, k) => one.length === k + 2), "rate: not lengths 2, 3, …");
    const gaps = inputs.map(gap);
    need(gaps.some((x) => x.is(ZERO)) && gaps.at(-1).isAbove(ZERO), "rate: λ is positive, or no logits differ");
    const n = inputs.at(-1).length;
    need(number(bound).is(q(1, n)), `rate: with λ = 0 the bound is 1/${n}`);
    return `${row.length}·e^(${row[0]}) is above ${row.length}·e^(${beta.times(row[0])}); and λ = 0, so that the bound on a weight of the maximum is 1/${n}.`;
  }

  const floor = (x) => (x.above - (((x.above % x.below) + x.below) % x.below)) / x.below;

  function indexSteps(data) {
    const [arcs, first, tie] = fields(data, "pigeonhole", "case 1", "irrational");
    const [length, turns, multiple] = fields(arcs, "n", "turns", "t");
    const n = whole(length, 2, 64, "pigeonhole: n");
    const u = number(turns);
    const arc = (i) => floor(q(n).times(u.times(q(i)).minus(new Q(floor(u.times(q(i)))))));
    const shared = new Set();
    for (const [a, b] of lib.pairs(n + 1)) if (arc(a) === arc(b)) shared.add(b - a);
    need(shared.size === 1 && shared.has(n) && multiple === BigInt(n), `pigeonhole: the multiples found are ${[...shared]}`);
    need(u.times(q(n)).below === 1n, "pigeonhole: the multiple is no full turn");
    for (let d = 1; d < n; d += 1) need(u.times(q(d)).below !== 1n, "pigeonhole: the discrepancy is 0");
    const [tokens, output] = fields(first, "tokens", "output");
    need(same(tokens, ["a"]), "case 1: no letter query");
    // x = (1, 1); attention to itself; W_V doubles the letter and drops the bias: y = (1 + 2, 1 + 0).
    const [letter, bias] = fields(output, "a", "bias").map(number);
    need(letter.is(q(3)) && bias.is(ONE), "case 1: the output is (3, 1)");
    const [ratio, most] = fields(tie, "theta_over_pi", "n");
    const turn = number(ratio);
    need(!turn.is(ZERO), "irrational: θ = 0");
    const longest = whole(most, 2, 64, "irrational: n");
    const tied = Array.from({ length: longest - 1 }, (_, k) => k + 1).find((d) => turn.times(q(d, 2)).below === 1n);
    need(tied !== undefined, "irrational: no tie");
    return `At ${u} of a turn only the multiple t = n = ${n} is found; the output's bias is 1, not 3; θ = ${ratio}·π ties at offset ${tied}.`;
  }

  // Two letters, n0 = 2: 0 < θ < ω/(2·n0) = π/4 iff cos θ < 1 and cos 2θ > 0.
  function smallAngle(text, what) {
    const row = cosines(number(text), 2);
    need(row[1].isAbove(ZERO) && row[1].isBelow(ONE) && row[2].isAbove(ZERO), `${what}: θ is not in (0, π/4)`);
    return row;
  }

  function retrievalSteps(data) {
    const [equal, printed] = fields(data, "equal left halves", "printed");
    const [c, given, logits] = fields(equal, "cos", "tokens", "logits");
    const cos = smallAngle(c, "equal left halves");
    const tokens = words(given, /^[ab][1-9]$/);
    need(tokens.length === 2 && tokens[0][0] === tokens[1][0] && tokens[0] !== tokens[1], "equal left halves: not two such tokens");
    need(lib.equal(numbers(logits, "logits"), cos.slice(0, 2)), "equal left halves: other logits");
    const names = ["letters", "asked", "n", "cos", "discrepancy", "bound"];
    const [letters, asked, n, d, delta, bound] = fields(printed, ...names);
    need(letters === 2n && n === 2n, "printed: not two letters and n = n0 = 2");
    need(asked === "b", "printed: a letter is left to compare with");
    const row = smallAngle(d, "printed");
    // With k = 2 after all: the largest of cos(ω + tθ) = -cos tθ over t = 0, 1.
    const found = ONE.plus(lib.least(row.slice(0, 2)));
    need(number(delta).is(found), `printed: Δ is ${found}`);
    need(number(bound).is(ONE.plus(row[2])), `printed: the bound is ${ONE.plus(row[2])}`);
    need(found.isAbove(ONE.plus(row[2])), "printed: the bound holds");
    return `${tokens.join(" ")} have one left half and the logits 1, ${cos[1]}; the printed maximum is over no letter, and with one Δ = ${found} is above ${ONE.plus(row[2])}.`;
  }

  // --- Figure 5A: intervals of multiples of 2^-160, every rounding outwards -----------------------

  const BITS = 160n;
  const UNIT = 1n << BITS;
  const down = (x) => floor(x.times(new Q(UNIT)));
  const up = (x) => down(x) + 1n;

  // Ends of 1 - cos x for 0 ≤ x ≤ 4 by its series x²/2! - x⁴/4! + …. A term errs by less than 2
  // units and by the error of the one before times x²/((2k-1)·2k), at most 8 and then 4/3 and less
  // than 1: all terms together by less than 2^12 units, and what is left out is below the last.
  function fallen(x) {
    let [total, term] = [0n, UNIT];
    for (let k = 1n; term > 0n; k += 1n) {
      term = (((term * x) >> BITS) * x >> BITS) / ((2n * k - 1n) * 2n * k);
      total += k % 2n === 1n ? term : -term;
    }
    return [total - 4096n, total + 4096n];
  }

  function figure(data) {
    const [first, second, count, length, order] = fields(data, "index", "retrieval", "letters", "n", "order");
    const [theta, phi] = [number(first), number(second)];
    need(theta.is(q(8, 10)) && phi.is(q(27, 10000)) && count === 8n, "not the figure's angles and letters");
    const n = BigInt(whole(length, 2, 100, "n"));
    const [low, high] = lib.around(40).map((x, side) => (side === 0 ? down(x) : up(x)));
    const [bound] = fallen((2n * low) / count - up(phi.times(new Q(n))));
    const other = ((2n * high * high) >> BITS) / (n * n) + 1n;
    need(other < bound, "the drawn bounds are the other way round");
    const [, nearest] = fallen(up(phi));
    for (let d = 1n; d < n; d += 1n) {
      const x = theta.times(new Q(d));
      const turns = (down(x) + low) / (2n * low);
      const away = [down(x) - 2n * turns * high, up(x) - 2n * turns * low];
      const least = away[0] > 0n ? away[0] : away[1] < 0n ? -away[1] : 0n;
      need(fallen(least < low ? least : low)[0] > nearest, "the discrepancies are in the bounds' order");
    }
    need(same(order, ["Retrieval", "Index"]), "another order");
    return `At n = ${n} Retrieval's drawn bound is above Index's, and its least discrepancy below Index's at each of the ${n - 1n} offsets.`;
  }

  Object.assign(lib, { UNIT, fallen });
  lib.groups ??= {};
  lib.groups.steps = {
    "B-listing": listing,
    "B-lemF1-proof": lemma,
    "B-F21-steps": indexSteps,
    "B-F22-steps": retrievalSteps,
    "B-fig5A": figure,
  };
})((globalThis.ropeClaims ??= {}));
