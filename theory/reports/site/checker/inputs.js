// The task that a certificate is about: which sequences are inputs, what the answer is, in words
// and as cases. A case fixes the query and the token that answers it, the *pin*, so many places
// back; nearer than the pin only near tokens stand, beyond it only far ones.
"use strict";
(function (lib) {
  const { need, fields, list, isText, isWhole } = lib;
  const { NUMBER, SIGNS } = lib.weights;

  const listed = (words) => `${words.length}: ${words.join(", ")}`;
  const everything = (head) => head.tokens.map((_, b) => b);
  const numberedBelow = (name, n0) => NUMBER.test(name) && BigInt(name) < BigInt(n0);

  function answersWithTokens(head) {
    need(head.tokens.join() === head.outputs.join(), "head: outputs: the task answers with tokens");
  }

  // Index (F.1): a number s asks for the token s back, if that is a letter.
  function index(rule, head, n0) {
    fields(rule, "name");
    answersWithTokens(head);
    const all = everything(head);
    const numbers = all.filter((b) => NUMBER.test(head.tokens[b]));
    const letters = all.filter((b) => !numbers.includes(b));
    const cases = [];
    for (const q of all) {
      const name = head.tokens[q];
      const number = numbers.includes(q);
      if (number && !numberedBelow(name, n0)) continue;
      const back = number ? Number(name) : 0;
      const found = letters.map((c) => [[c], c]);
      // At the query itself there is nothing to choose.
      const pins = back === 0 ? [[[q], q]] : [...found, ...(numbers.length ? [[numbers, q]] : [])];
      cases.push({ query: q, near: all, far: all, pins, offsets: [back, back], lengths: [1, n0] });
    }
    const answer = (tokens) => {
      const q = tokens.at(-1);
      if (!numbers.includes(q)) return q;
      if (!numberedBelow(head.tokens[q], tokens.length)) return null;
      const back = Number(head.tokens[q]);
      const there = tokens[tokens.length - 1 - back];
      return back > 0 && letters.includes(there) ? there : q;
    };
    const words = `each any of the ${all.length} tokens, unless it ends with a number s and has no more than s tokens.`
      + " Answer: after a number s above 0 the token s back, if that is no number; otherwise the last token.";
    return { cases, answer, words, lengths: [1, n0], valid: () => true };
  }

  // Retrieval (F.2): a pair ending with a letter asks for the token that begins with it.
  function retrieval(rule, head, n0) {
    fields(rule, "name");
    answersWithTokens(head);
    const pairs = head.tokens.map((name) => [name[0], name.slice(1)]);
    need(pairs.every(([x, y]) => /[A-Za-z]/.test(x) && /^([A-Za-z]|[0-9]+)$/.test(y)), "rule: a token that is no pair of Retrieval");
    const all = everything(head);
    const isNumber = ([, right]) => NUMBER.test(right);
    const cases = [];
    for (const q of all) {
      if (isNumber(pairs[q])) {
        cases.push({ query: q, near: [], far: all, pins: [[[q], q]], offsets: [0, 0], lengths: [1, n0] });
        continue;
      }
      const [left, asked] = pairs[q];
      const fits = all.filter((b) => pairs[b][0] === asked);
      const others = all.filter((b) => pairs[b][0] !== asked);
      const far = others.filter((b) => pairs[b][1] !== asked);
      for (const t of left === asked ? [q] : fits) {
        const near = [...others, t].sort((x, y) => x - y);
        cases.push({ query: q, near, far, pins: [[[t], t]], offsets: [t === q ? 0 : 1, n0 - 1], lengths: [1, n0] });
      }
    }
    const answer = (tokens) => {
      const q = tokens.at(-1);
      if (isNumber(pairs[q])) return q;
      const asked = pairs[q][1];
      const fitting = tokens.filter((b) => pairs[b][0] === asked);
      if (new Set(fitting).size !== 1) return null;
      const early = tokens.slice(0, tokens.indexOf(fitting[0]));
      return early.some((b) => pairs[b][1] === asked) ? null : fitting[0];
    };
    // Proper: what a right half names is one token by then, at every place.
    const valid = (tokens) => {
      const seen = new Map();
      return tokens.every((b) => {
        const [left, right] = pairs[b];
        seen.set(left, (seen.get(left) ?? new Set()).add(b));
        return isNumber(pairs[b]) || seen.get(right)?.size === 1;
      });
    };
    const words = `each any of the ${all.length} tokens, that ends with a number, or with a letter x such`
      + " that the tokens beginning with x are at least one and all the same, and no token before the first"
      + " of them ends with x. Answer: the last token if it ends with a number; otherwise the token that begins with x.";
    return { cases, answer, words, lengths: [1, n0], valid };
  }

  // Paper A's Index: symbols, then a token that names a place, so many back from itself.
  function position(rule, head, n0) {
    const [, offsets, lengths] = fields(rule, "name", "offsets", "lengths");
    need(list(lengths, "lengths").length === 2 && lengths.every(isWhole), "rule: lengths: not two whole numbers");
    const [n1, n2] = lengths.map(Number);
    need(1 <= n1 && n1 <= n2 && n2 === n0, "rule: a length that no input has");
    need(offsets instanceof Map && offsets.size > 0, "rule: offsets: no object");
    const symbols = everything(head).filter((b) => !offsets.has(head.tokens[b]));
    const outputs = new Map(symbols.map((b) => [b, head.outputs.indexOf(head.tokens[b])]));
    need(symbols.length > 0 && [...outputs.values()].every((o) => o >= 0), "rule: a symbol that is no output");
    const cases = [...offsets].map(([name, given]) => {
      const query = head.tokens.indexOf(name);
      need(query >= 0, "rule: offsets: no token");
      const back = lib.whole(given, 1, n2 - 1, "rule: an offset");
      const pins = symbols.map((b) => [[b], outputs.get(b)]);
      return { query, near: symbols, far: symbols, pins, offsets: [back, back], lengths: [n1, n2] };
    });
    const back = new Map(cases.map((one) => [one.query, one.offsets[0]]));
    const answer = (tokens) => {
      const [q, before] = [tokens.at(-1), tokens.slice(0, -1)];
      const fits = back.has(q) && tokens.length >= n1 && tokens.length <= n2;
      if (!fits || back.get(q) >= tokens.length || before.some((b) => !outputs.has(b))) return null;
      return outputs.get(tokens.at(-1 - back.get(q)));
    };
    const named = cases.map((one) => `${head.tokens[one.query]} (${one.offsets[0]} back)`);
    const words = `the last one of ${listed(named)}; each before it one of ${listed(symbols.map((b) => head.tokens[b]))};`
      + " unless it is too short to reach so far back. Answer: the token so many back.";
    return { cases, answer, words, lengths: [n1, n2], valid: () => true };
  }

  // Paper A's Information Retrieval, and with `last` Partial Induction: tokens that bind a symbol to
  // an output, then a symbol; the last token of that symbol answers.
  function bound(rule, head, n0, last) {
    const [, given] = fields(rule, "name", "attributes");
    need(given instanceof Map && given.size > 0, "rule: attributes: no object");
    const pairs = new Map();
    for (const [name, pair] of given) {
      const token = head.tokens.indexOf(name);
      need(token >= 0, "rule: attributes: no token");
      need(Array.isArray(pair) && pair.length === 2 && pair.every(isText), "rule: attributes: no pair");
      need(SIGNS.test(pair[0]) && head.outputs.includes(pair[1]), "rule: attributes: no symbol, or no output");
      pairs.set(token, [pair[0], head.outputs.indexOf(pair[1])]);
    }
    const context = [...pairs.keys()].sort((x, y) => x - y);
    const symbolOf = (b) => pairs.get(b)[0];
    const isAsking = (b) => !pairs.has(b) && context.some((c) => symbolOf(c) === head.tokens[b]);
    const asking = everything(head).filter(isAsking);
    need(asking.length > 0 && n0 > 1, "rule: no input");
    const cases = asking.flatMap((query) => {
      const mine = context.filter((b) => symbolOf(b) === head.tokens[query]);
      const others = context.filter((b) => !mine.includes(b));
      return [...new Set(mine.map((b) => pairs.get(b)[1]))].map((o) => {
        const pin = mine.filter((b) => pairs.get(b)[1] === o);
        const far = last ? context : [...others, ...pin].sort((x, y) => x - y);
        return { query, near: others, far, pins: [[pin, o]], offsets: [1, n0 - 1], lengths: [2, n0] };
      });
    });
    const answer = (tokens) => {
      const [q, before] = [tokens.at(-1), tokens.slice(0, -1)];
      if (!asking.includes(q) || before.some((b) => !pairs.has(b))) return null;
      const found = before.filter((b) => symbolOf(b) === head.tokens[q]).map((b) => pairs.get(b)[1]);
      if (found.length === 0 || (!last && new Set(found).size > 1)) return null;
      return found.at(-1);
    };
    const absent = everything(head).filter((b) => !pairs.has(b) && !asking.includes(b)).map((b) => head.tokens[b]);
    const said = [...given].map(([name, [symbol, output]]) => `${name} (${symbol}: ${output})`);
    const words = `the last one of ${listed(asking.map((b) => head.tokens[b]))}; each before it one of ${listed(said)};`
      + ` at least one of these is of the symbol that the last token names${last ? "" : " and all that are say the same"}.`
      + ` Answer: ${last ? "what the last of them says" : "what they say"}.`
      + ` In no input: ${[`${absent.length} of the ${head.tokens.length} tokens`, ...absent].join(", ")}.`;
    return { cases, answer, words, lengths: [2, n0], valid: () => true };
  }

  const RULES = {
    index, retrieval, position,
    lookup: (rule, head, n0) => bound(rule, head, n0, false),
    induction: (rule, head, n0) => bound(rule, head, n0, true),
  };
  const RULE_OF = { index: "index", retrieval: "retrieval", "retrieval-symbolic": "retrieval" };

  // The task's cases, its answer on a sequence (or null: no input), and its words.
  function readRule(data, head, n0, construction) {
    need(data instanceof Map && isText(data.get("name")), "rule: no name");
    const name = data.get("name");
    need(Object.hasOwn(RULES, name), "rule: unknown");
    need((RULE_OF[construction] ?? name) === name, "rule: not the construction's task");
    const task = RULES[name](data, head, n0);
    need(task.cases.length > 0, "rule: no input");
    const [first, last] = task.lengths;
    const count = first === last ? `${last}` : `${first} to ${last}`;
    return { ...task, name, words: `every sequence of ${count} tokens, ${task.words}` };
  }

  Object.assign(lib, { readRule });
})(globalThis.ropeClaims);
