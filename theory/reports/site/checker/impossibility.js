// Witnesses against impossibility claims: heads given by e^L, positive rationals, so that attention
// is rational; every input up to the stated length is run.
"use strict";
(function (lib) {
  const { q, ZERO, ONE, need, sum, fields, number, list, positive, whole, permutation } = lib;
  const { words, pairs } = lib;
  const LOW = q(1, 20);

  // Different one-character names, written as one text.
  function names(text, form, what) {
    need(lib.isText(text) && text !== "", `${what}: no names`);
    const found = [...text];
    need(new Set(found).size === found.length, `${what}: a name stands there twice`);
    need(found.every((name) => form.test(name)), `${what}: a name of another kind`);
    return found;
  }

  const NAME = /^[A-Za-z0-9]$/;
  const LETTER = /^[A-Za-z]$/;
  const DIGIT = /^[1-9]$/;

  function objectOf(data, keys, what) {
    need(data instanceof Map && data.size === keys.length && keys.every((key) => data.has(key)), `${what}: other names`);
    return data;
  }

  // e^L of each token at places 1, 2, … `width`.
  function table(data, tokens, width) {
    const found = new Map();
    for (const [token, row] of objectOf(data, tokens, "weights")) {
      need(list(row, "weights").length === width, "weights: a row of another length");
      found.set(token, row.map(positive));
    }
    return found;
  }

  // Purely positional: before the query the content has no say, and every swap has
  // cos(v', flip v) = 2xy/(x² + y²) ≤ 1/20, as v' = v = (x, y).
  function needPositional(weights, contents) {
    const row = weights.get(contents[0]);
    need(contents.every((token) => lib.equal(weights.get(token), row)), "not positional");
    for (const [i, j] of pairs(row.length - 1)) {
      const [x, y] = [row[i], row[j]];
      const cosine = q(2).times(x).times(y).over(x.times(x).plus(y.times(y)));
      need(!cosine.isAbove(LOW), "a swap's symbolic cosine is above 1/20");
    }
  }

  // Attention with one-hot values: how much of it each token gets.
  function attended(tokens, weights) {
    const total = sum(weights);
    const found = new Map();
    tokens.forEach((token, k) => {
      found.set(token, (found.get(token) ?? ZERO).plus(weights[k].over(total)));
    });
    return found;
  }

  function needLargest(scores, wanted, word) {
    const top = scores.get(wanted);
    const rivals = [...scores].filter(([name]) => name !== wanted);
    need(rivals.every(([, score]) => score.isBelow(top)), `wrong on ${word.join(" ")}`);
  }

  const sameAttention = (a, b) =>
    a.size === b.size && [...a].every(([token, share]) => b.get(token)?.is(share));

  function permutedInput(data) {
    const [input, moved, rows, own, written] = fields(data, "input", "permutation", "weights", "own", "outputs");
    need(list(input, "input").length > 0 && input.every(lib.isText), "no input");
    const move = permutation(moved, input.length);
    need(own instanceof Map && input.every((token) => own.has(token)), "own: a token is missing");
    const tokens = [...own.keys()];
    const self = new Map([...own].map(([token, weight]) => [token, positive(weight)]));
    const weights = new Map();
    for (const [query, row] of objectOf(rows, tokens, "weights")) {
      const entries = [...objectOf(row, tokens, "weights")];
      weights.set(query, new Map(entries.map(([key, weight]) => [key, positive(weight)])));
    }
    const output = (word) => {
      const query = word.at(-1);
      const before = word.slice(0, -1).map((token) => weights.get(query).get(token));
      return attended(word, [...before, self.get(query)]);
    };
    const found = [output(input), output(move.map((k) => input[k]))];
    const shown = found.map((y) => [...y].map(([token, share]) => `${token} ${share}`).join(", "));
    need(list(written, "outputs").length === 2, "not two outputs");
    written.forEach((y, k) => {
      need(y instanceof Map, "an output is no object");
      const given = new Map([...y].map(([token, share]) => [token, number(share)]));
      need(sameAttention(given, found[k]), `the outputs are ${shown.join("; ")}`);
    });
    need(!sameAttention(found[0], found[1]), "the output does not change");
    return `A symbolic head outputs ${shown[0]} on ${input.join(" ")} and ${shown[1]} on the permuted input.`;
  }

  function partialInduction(data) {
    const [s, t, most, inputs, rows, choice] = fields(data, "symbols", "attributes", "longest", "inputs", "weights", "select");
    const symbols = names(s, NAME, "symbols");
    const attributes = names(t, NAME, "attributes");
    need(symbols.length >= 2 && attributes.length >= 2, "fewer than two symbols or attributes");
    const longest = whole(most, 3, 6, "longest");
    const contents = symbols.flatMap((symbol) => attributes.map((attribute) => symbol + attribute));
    const weights = table(rows, [...contents, ...symbols], longest);
    needPositional(weights, contents);
    for (const [, read] of objectOf(choice, symbols, "select")) {
      const tokens = [...objectOf(read, attributes, "select").values()];
      need(tokens.every((token) => contents.includes(token)), "select: no context token");
    }
    let count = 0;
    for (let size = 1; size < longest; size += 1) {
      for (const context of words(contents, size)) {
        for (const query of symbols) {
          const last = context.findLast((token) => [...token][0] === query);
          if (last === undefined) continue;
          const word = [...context, query];
          const a = attended(word, word.map((token, k) => weights.get(token)[k]));
          const read = choice.get(query);
          const scores = new Map(attributes.map((x) => [x, a.get(read.get(x)) ?? ZERO]));
          needLargest(scores, [...last][1], word);
          count += 1;
        }
      }
    }
    need(inputs === BigInt(count), `there are ${count} inputs`);
    return `The head is purely positional and answers all ${count} inputs of at most ${longest} tokens.`;
  }

  // The tokens so far that a letter–letter token's right half names, each once.
  const holders = (word, k) => new Set(word.slice(0, k + 1).filter((token) => token[0] === word[k][1]));
  const looksUp = (token) => LETTER.test(token[1]);
  const isProper = (word) => word.every((token, k) => !looksUp(token) || holders(word, k).size === 1);

  function retrieval(data) {
    const [first, second, most, inputs, rows, added] = fields(data, "letters", "integers", "longest", "inputs", "weights", "bias");
    const letters = names(first, LETTER, "letters");
    const integers = names(second, DIGIT, "integers");
    need(letters.length >= 2, "fewer than two letters");
    const longest = whole(most, 3, 6, "longest");
    const tokens = letters.flatMap((left) => [...letters, ...integers].map((right) => left + right));
    const weights = table(rows, tokens, longest);
    needPositional(weights, tokens);
    const bias = new Map();
    for (const [query, row] of objectOf(added, tokens, "bias")) {
      need(row instanceof Map && [...row.keys()].every((token) => tokens.includes(token)), "bias: other names");
      bias.set(query, new Map([...row].map(([token, share]) => [token, number(share)])));
    }
    let count = 0;
    for (let size = 1; size <= longest; size += 1) {
      for (const word of words(tokens, size)) {
        if (!isProper(word)) continue;
        const query = word.at(-1);
        const a = attended(word, word.map((token, k) => weights.get(token)[k]));
        const score = (token) => (a.get(token) ?? ZERO).plus(bias.get(query).get(token) ?? ZERO);
        const wanted = looksUp(query) ? [...holders(word, size - 1)][0] : query;
        needLargest(new Map(tokens.map((token) => [token, score(token)])), wanted, word);
        count += 1;
      }
    }
    need(inputs === BigInt(count), `there are ${count} proper inputs`);
    return `The head is purely positional and computes Retrieval on all ${count} proper inputs of at most ${longest} tokens.`;
  }

  // Index (F.1), a number that points before the first token being kept.
  function indexAnswer(word, letters) {
    const query = word.at(-1);
    if (letters.includes(query)) return query;
    const found = word[word.length - 1 - Number(query)];
    return letters.includes(found) ? found : query;
  }

  // e^L = contents[x]·offsets[n - p]. After a swap of the contents s, t at places with factors f, g:
  // v = (s·f, t·g), v' = (t·f, s·g); if every cos(v', v) ≤ 1/20, s_POS is at most 1/20, and
  // cos(v', flip v) is then at least √(1 - 1/400), so s_SYM is high.
  function needSymbolicScore(size, factor) {
    for (const [s, t] of [...size].flatMap(([a, x]) => [...size].filter(([b]) => b !== a).map(([, y]) => [x, y]))) {
      for (const [i, j] of pairs(factor.length).filter(([one]) => one > 0)) {
        const [f, g] = [factor[i], factor[j]];
        const before = [s.times(f), t.times(g)];
        const after = [t.times(f), s.times(g)];
        const dot = (v, w) => v[0].times(w[0]).plus(v[1].times(w[1]));
        const squared = dot(after, before).times(dot(after, before)).over(dot(after, after).times(dot(before, before)));
        need(!squared.isAbove(LOW.times(LOW)), "a positional cosine is above 1/20");
      }
    }
  }

  function index(data) {
    const [first, second, inputs, given, factors] = fields(data, "letters", "integers", "inputs", "contents", "offsets");
    const letters = names(first, LETTER, "letters");
    const integers = names(second, DIGIT, "integers");
    const tokens = [...letters, ...integers];
    const longest = list(factors, "offsets").length;
    need(longest >= 4 && longest <= 6 && tokens.length >= 3, "fewer than three contents, or not four to six offsets");
    need(integers.every((digit) => Number(digit) < longest), "a number as large as the longest input");
    const size = new Map([...objectOf(given, tokens, "contents")].map(([token, x]) => [token, positive(x)]));
    const factor = factors.map(positive);
    needSymbolicScore(size, factor);
    const answers = new Map();
    let count = 0;
    for (let n = 1; n <= longest; n += 1) {
      for (const word of words(tokens, n)) {
        const a = attended(word, word.map((token, k) => size.get(token).times(factor[n - 1 - k])));
        // F sees the query and what it attends to, and nothing else.
        const seen = `${word.at(-1)}: ${tokens.map((token) => a.get(token) ?? ZERO)}`;
        const answer = indexAnswer(word, letters);
        need((answers.get(seen) ?? answer) === answer, `${word.join(" ")} looks like an input with another answer`);
        answers.set(seen, answer);
        count += 1;
      }
    }
    need(inputs === BigInt(count), `there are ${count} inputs`);
    return `Every swap's positional cosine is at most 1/20, and what is attended to tells Index's answer on all ${count} inputs of at most ${longest} tokens.`;
  }

  function both(data) {
    const [first, second] = fields(data, "index", "retrieval");
    return `${index(first)} ${retrieval(second)}`;
  }

  // Lemma 1 fails where the query moves; and a swap of two letters that changes no answer of Index.
  function swappedLetters(data) {
    const [moved, swap] = fields(data, "moved", "swap");
    const first = permutedInput(moved);
    const [input, given, answers] = fields(swap, "input", "places", "answers");
    const isToken = (token) => lib.isText(token) && (LETTER.test(token) || /^[1-9][0-9]*$/.test(token));
    need(list(input, "input").length >= 3 && input.every(isToken), "swap: no letters and numbers");
    need(list(given, "places").length === 2, "swap: not two places");
    const [i, j] = given.map((k) => whole(k, 0, input.length - 2, "swap: a place"));
    need(i < j && LETTER.test(input[i]) && LETTER.test(input[j]) && input[i] !== input[j], "swap: not two letters");
    const back = Number(input.at(-1));
    need(back < input.length, "swap: no number that points inside");
    const other = input.map((token, k) => (k === i ? input[j] : k === j ? input[i] : token));
    const found = [input, other].map((word) => word.at(-1 - back));
    need(found.every((token) => LETTER.test(token)), "swap: no letter is named");
    need(list(answers, "answers").length === 2 && answers.every((x, k) => x === found[k]), `swap: the answers are ${found.join(", ")}`);
    need(found[0] === found[1], "swap: the answer changes");
    return `${first} Index answers ${found[0]} on ${input.join(" ")} and on ${other.join(" ")}.`;
  }

  // The printed Retrieval head on two letters, so ω = π, at n0 = 3: M[a, p] = ± cos((3 - p)θ).
  function notSymbolic(data) {
    const [first, c, s, input, written] = fields(data, "letters", "cos", "sin", "input", "placement");
    const letters = names(first, LETTER, "letters");
    const [cos, sin] = [number(c), number(s)];
    need(letters.length === 2, "ω is π for two letters alone");
    need(cos.times(cos).plus(sin.times(sin)).is(ONE) && cos.isAbove(ZERO) && sin.isAbove(ZERO), "no angle between 0 and a quarter turn");
    need(list(input, "input").length === 3 && input.every((x) => lib.isText(x) && x.length === 2), "not three pairs");
    const isPair = ([left, right]) => letters.includes(left) && (letters.includes(right) || DIGIT.test(right));
    need(input.every(isPair) && isProper(input), "not a proper sequence");
    // θ < ω/(2·n0) = π/6 iff cos² θ > 3/4.
    need(cos.times(cos).isAbove(q(3, 4)), "θ is not below π/6");
    const asked = looksUp(input[2]) ? input[2][1] : input[2][0];
    const turns = [cos.times(cos).minus(sin.times(sin)), cos];
    const M = input.slice(0, 2).map(([left]) => turns.map((x) => (left === asked ? x : ZERO.minus(x))));
    const rows = list(written, "placement").map((row) => lib.numbers(row, "a row"));
    need(rows.length === 2 && rows.every((row, k) => lib.equal(row, M[k])), `the placement matrix is ${M.join("; ")}`);
    need(M.some((row) => !row[0].is(row[1])), "every row is constant");
    return `The placement matrix before ${input[2]} has the rows (${M[0]}) and (${M[1]}), which are not constant.`;
  }

  lib.groups ??= {};
  lib.groups.impossibility = {
    "A-lem1": permutedInput,
    "A-cor1": partialInduction,
    "B-rem31-pure": notSymbolic,
    "B-rem31-index-score": index,
    "B-rem31-retr": retrieval,
    "B-must": both,
    "B-F23-retr": retrieval,
    "B-F23-index": swappedLetters,
  };
})((globalThis.ropeClaims ??= {}));
