// Witnesses about placement matrices M[a, p] (the logit of content a at position p). They hold
// E = exp M, positive rationals, so that attention is rational; or M itself ("logits"); or M in
// units of log 2 ("exponents"). Places count from 0.
"use strict";
(function (lib) {
  const { Q, q, ZERO, ONE, need, sum, equal, listed, fields, number, list, numbers, positive } = lib;
  const { permutation, pairs } = lib;

  function square(data, entry) {
    const rows = list(data, "the matrix").map((row) => list(row, "a row").map(entry));
    need(rows.every((row) => row.length === rows.length), "no square matrix");
    return rows;
  }

  const constant = (row) => row.every((entry) => entry.is(row[0]));
  const column = (E, p) => E.map((row) => row[p]);
  const isPositional = (E) => E.every((_, p) => constant(column(E, p)));
  const isSymbolic = (E) => E.every(constant);
  const dot = (v, w) => sum(v.map((entry, k) => entry.times(w[k])));

  // softmax at the query: the diagonal of E and the query's own weight, divided by their sum.
  function attention(E, own, written) {
    const kept = [...E.map((row, j) => row[j]), own];
    const row = kept.map((weight) => weight.over(sum(kept)));
    need(equal(numbers(written, "attention"), row), `attention is ${listed(row)}`);
    return row;
  }

  // cos²(v', v) and cos²(v', v∘π) over the places that π moves: content π(j) now stands at j.
  function squaredCosines(E, move) {
    const moved = move.map((_, j) => j).filter((j) => move[j] !== j);
    const now = moved.map((j) => E[move[j]][j]);
    const before = moved.map((j) => E[j][j]);
    const followed = moved.map((j) => E[move[j]][move[j]]);
    return [before, followed].map((v) => {
      const product = dot(now, v);
      return product.times(product).over(dot(now, now).times(dot(v, v)));
    });
  }

  // Both cosines of every swap are 1: v' is proportional to v and to v flipped (cross products 0).
  function everySwapIsOne(E) {
    need(E.length > 1, "one place: there is no swap, so no score");
    for (const [i, j] of pairs(E.length)) {
      const parallel = (x, y) => E[j][i].times(y).is(E[i][j].times(x));
      const both = parallel(E[i][i], E[j][j]) && parallel(E[j][j], E[i][i]);
      need(both, `a cosine of the swap of places ${i} and ${j} is below 1`);
    }
    return pairs(E.length).length;
  }

  function recorded(written, found) {
    need(equal(numbers(written, "squared_cosines"), found), `squared cosines are ${listed(found)}`);
  }

  function bothButNotUniform(data) {
    const [rows, own, written] = fields(data, "weights", "own", "attention");
    const E = square(rows, positive);
    const row = attention(E, positive(own), written);
    need(isPositional(E), "not positional: a column is not constant");
    need(isSymbolic(E), "not symbolic: a row is not constant");
    need(!constant(row), "attention is uniform");
    return `Rows and columns of the placement matrix are constant; softmax gives ${listed(row)}, which is not uniform.`;
  }

  function swapsSeeNothing(data) {
    const [rows, moved, written] = fields(data, "weights", "permutation", "squared_cosines");
    const E = square(rows, positive);
    const count = everySwapIsOne(E);
    const move = permutation(moved, E.length);
    need(move.some((k, j) => k !== j), "the identity moves no place, so it has no cosine");
    const found = squaredCosines(E, move);
    recorded(written, found);
    need(found.every((c) => c.isBelow(ONE)), "a cosine of the permutation is 1");
    return `Both cosines of each of the ${count} swaps are 1; those of the permutation (${move}) are √${found[0]} and √${found[1]}.`;
  }

  function blocksSeeNothing(data) {
    const [given, rows, moved] = fields(data, "block", "logits", "permutation");
    const M = square(rows, number);
    const size = M.length;
    const block = lib.whole(given, 1, size, "block");
    need(size % block === 0 && size > block, "the places are not two or more equal blocks");
    for (let j = 0; j < size; j += 1) {
      for (let k = j % block; k < size; k += block) {
        need(M[k][j].is(M[j][j]) && M[j][k].is(M[j][j]), `a swap of blocks changes place ${j}`);
      }
    }
    const move = permutation(moved, size);
    need(move.some((k, j) => !M[k][j].is(M[j][j])), "δ_pos of the permutation is 0");
    need(move.some((k, j) => !M[j][k].is(M[j][j])), "δ_sym of the permutation is 0");
    return `No swap of the ${size / block} blocks changes a logit; the permutation (${move}) has δ_pos and δ_sym that are not 0.`;
  }

  function scoreAlone(data) {
    const [characterises, uniform, high] = fields(data, "characterises", "uniform", "high");
    const first = square(fields(characterises, "weights")[0], positive);
    everySwapIsOne(first);
    need(!isPositional(first), "characterises: the head is positional");
    need(!isSymbolic(first), "characterises: the head is symbolic");
    const [rows, own, written] = fields(uniform, "weights", "own", "attention");
    const second = square(rows, positive);
    everySwapIsOne(second);
    const row = attention(second, positive(own), written);
    need(!constant(row), "uniform: attention is uniform");
    return `Scores 1 without either behaviour; scores 1 with attention ${listed(row)}; ${highScores(high)}`;
  }

  function highScores(data) {
    const names = ["weights", "own", "attention", "level", "squared_cosines"];
    const [rows, own, written, level, squares] = fields(data, ...names);
    const E = square(rows, positive);
    const row = attention(E, positive(own), written);
    need(E.length === 2, "high: one swap is needed, so that it is the score");
    const found = squaredCosines(E, [1, 0]);
    recorded(squares, found);
    need(number(level).is(q(9, 10)), "high: the level is 9/10");
    need(found.every((c) => !c.isBelow(q(81, 100))), "high: a score is below the level");
    need(!row[0].is(row[1]), "high: the keys before the query have uniform attention");
    return `scores √${found[0]} and √${found[1]}, both at least 9/10, with attention ${listed(row)}.`;
  }

  // P + S of S-fast, the right side of A-thm1 without its sum over permutations.
  function bound(M) {
    const gap = (x, y) => x.minus(y).times(x.minus(y));
    const places = M.map((_, j) => j);
    const terms = places.flatMap((a) =>
      places.map((p) => gap(M[a][p], M[p][p]).plus(gap(M[a][p], M[a][a]))),
    );
    return sum(terms).over(q(terms.length));
  }

  function pureButNotHalf(data) {
    const names = ["exponents", "level", "squared_cosines", "variance", "half_bound"];
    const [rows, given, squares, variance, half] = fields(data, ...names);
    const M = square(rows, number);
    need(M.length === 2, "one swap is needed, so that it is the score");
    const power = (k) => {
      need(k.below === 1n && k.above <= 999n && k.above >= -999n, "an exponent is no integer to 999");
      return k.above < 0n ? new Q(1n, 2n ** -k.above) : new Q(2n ** k.above);
    };
    const found = squaredCosines(M.map((row) => row.map(power)), [1, 0]);
    recorded(squares, found);
    const level = number(given);
    need(level.is(q(1, 10)) || level.is(q(1, 20)), "the level is neither 1/10 nor 1/20");
    const reaches = ONE.minus(level);
    need(found.some((c) => !c.isBelow(reaches.times(reaches))), "no score is high");
    need(found.some((c) => !c.isAbove(level.times(level))), "no score is low");
    // The variance of two numbers is the square of half their difference.
    const apart = M[0][0].minus(M[1][1]).over(q(2));
    const spread = apart.times(apart);
    const middle = bound(M).over(q(2));
    need(number(variance).is(spread), `the variance is ${spread}`);
    need(number(half).is(middle), `half the bound is ${middle}`);
    need(!spread.is(middle), "the variance is half the bound");
    return `One score is √${found[0]}, the other √${found[1]}; the variance ${spread} is not half the bound, ${middle} (in log² 2).`;
  }

  lib.groups ??= {};
  lib.groups.placement = {
    "A-def-both": bothButNotUniform,
    "A-swaps-score": swapsSeeNothing,
    "A-swaps-block": blocksSeeNothing,
    "A-score": scoreAlone,
    "S-two-sided-pure": pureButNotHalf,
  };
})((globalThis.ropeClaims ??= {}));
