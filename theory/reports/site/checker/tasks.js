// Witnesses about the hop tasks. A token is "A" (a letter), "4" (an integer of at most 9 digits),
// "A1" or "AB" (a pair); positions count from 1.
"use strict";
(function (lib) {
  const { need, fields, list, whole } = lib;

  function sequence(data, form) {
    need(list(data, "tokens").length > 0, "no tokens");
    for (const token of data) {
      const fits = lib.isText(token) && form.test(token);
      need(fits, `${lib.isText(token) ? JSON.stringify(token) : "an entry"} is no token of this task`);
    }
    return data;
  }

  const numberTokens = (data) => sequence(data, /^(?:[A-Z]|[1-9][0-9]{0,8})$/);
  const pairTokens = (data) => sequence(data, /^[A-Z](?:[A-Z]|[1-9][0-9]*)$/);
  const isNumber = (token) => /^[0-9]/.test(token);
  const isLookup = (token) => /^[A-Z][A-Z]$/.test(token);
  const same = (given, found) =>
    Array.isArray(given) && given.length === found.length && given.every((x, k) => x === found[k]);

  // The number of tokens of the first kind; all of them stand before those of the last kind.
  function firstPart(tokens, isLast) {
    const start = tokens.findIndex(isLast);
    need(start >= 0 && tokens.slice(start).every(isLast), "not the form of the task");
    return start;
  }

  // Stepping back from the last token until a letter comes; "" when the steps leave the sequence.
  function follow(tokens) {
    let [place, hops] = [BigInt(tokens.length), 0];
    while (place >= 1n && isNumber(tokens[Number(place) - 1])) {
      place -= BigInt(tokens[Number(place) - 1]);
      hops += 1;
    }
    return [place >= 1n ? tokens[Number(place) - 1] : "", hops];
  }

  // B.1 as printed: k_1 = n2, k_(i+1) = k_i - j_(k_i); wherever (2), 1 ≤ n1 - j_(k_H) + 1 ≤ n1, holds
  // at k_H the sequence may end, and the answer is s at n2 - j_(k_H) + 1. Gives [H, that index].
  function printed(tokens, n1) {
    const j = tokens.slice(n1).map(BigInt);
    const n2 = BigInt(j.length);
    const found = [];
    let k = n2;
    for (let H = 1n; k >= 1n; H += 1n) {
      const jump = j[Number(k) - 1];
      if (jump <= BigInt(n1)) found.push([H, n2 - jump + 1n]);
      k -= jump;
    }
    return found;
  }

  const letterAt = (tokens, n1, index) => (index >= 1n && index <= BigInt(n1) ? tokens[Number(index) - 1] : "");

  const SHOWN = {
    worked: (to, hops, ends, answers) =>
      to !== "" && ends.length > 0 && ends.every(([H]) => H !== BigInt(hops)) && answers.every((a) => a === ""),
    wrong: (to, hops, ends, answers) => to !== "" && ends.length === 1 && answers[0] !== "" && answers[0] !== to,
    two: (to, hops, ends, answers) => to !== "" && new Set(answers.filter((a) => a !== "")).size === 2,
    "shut out": (to, hops, ends) => to !== "" && ends.length === 0,
    "let in": (to, hops, ends) => to === "" && ends.length > 0,
  };

  function numberTask(name, data) {
    const [given, letter, count, written] = fields(data, "tokens", "follow", "hops", "printed");
    const tokens = numberTokens(given);
    const n1 = firstPart(tokens, isNumber);
    need(new Set(tokens.slice(0, n1)).size === n1, `${name}: a letter stands there twice`);
    const [to, hops] = follow(tokens);
    need(letter === to && count === BigInt(hops), `${name}: ${hops} steps lead to ${to || "no token"}`);
    const ends = printed(tokens, n1);
    const agreed = list(written, "printed").length === ends.length && written.every((end, k) => same(end, ends[k]));
    need(agreed, `${name}: (1)–(3) give ${JSON.stringify(ends.map((end) => end.map(Number)))}`);
    const answers = ends.map(([, index]) => letterAt(tokens, n1, index));
    need(SHOWN[name](to, hops, ends, answers), `${name}: this does not show it`);
    return `${tokens.join(" ")}: the steps lead to ${to || "no letter"}, the formulas to ${answers.map((a) => a || "no letter").join(", ") || "nothing"}`;
  }

  function numberDefinition(data) {
    const names = Object.keys(SHOWN);
    return `${fields(data, ...names).map((part, k) => numberTask(names[k], part)).join("; ")}.`;
  }

  // B.1's (1) as printed: k_1 is any place whose number equals the last one.
  function startsByValue(data) {
    const [given, starts, answers] = fields(data, "tokens", "starts", "answers");
    const tokens = numberTokens(given);
    const n1 = firstPart(tokens, isNumber);
    const numbers = tokens.slice(n1).map(BigInt);
    const found = numbers.map((_, k) => k + 1).filter((k) => numbers[k - 1] === numbers.at(-1));
    need(same(starts, found.map(BigInt)), `that number stands at ${found}`);
    const ends = found.map((k) => {
      const [letter, hops] = follow(tokens.slice(0, n1 + k));
      need(letter !== "" && hops === 1, `from k_1 = ${k} one step leads to no letter`);
      return letter;
    });
    need(same(answers, ends), `the answers are ${ends.join(", ")}`);
    need(new Set(ends).size === 2, "not two answers");
    return `In ${tokens.join(" ")} the last number stands at ${found.join(" and ")} of the numbers; one step from there leads to ${ends.join(" and ")}.`;
  }

  // n > m, no number above m, and the number at the position points before the first token.
  function pointsNowhere(name, m, tokens, position) {
    need(lib.isWhole(m) && BigInt(tokens.length) > m, `${name}: n is not above m`);
    need(tokens.every((token) => !isNumber(token) || BigInt(token) <= m), `${name}: a number above m`);
    const place = whole(position, 1, tokens.length, `${name}: position`);
    const token = tokens[place - 1];
    need(isNumber(token), `${name}: there is a letter`);
    need(BigInt(token) >= BigInt(place), `${name}: the token it points to is there`);
  }

  function indexDefinition(data) {
    const [alone, applied] = fields(data, "alone", "applied");
    const [m, first, position] = fields(alone, "m", "tokens", "position");
    pointsNowhere("alone", m, numberTokens(first), position);
    const [most, second, place, letter] = fields(applied, "m", "tokens", "position", "follow");
    const tokens = numberTokens(second);
    pointsNowhere("applied", most, tokens, place);
    firstPart(tokens, isNumber);
    const [to] = follow(tokens);
    need(to !== "" && letter === to, "applied: no input of the number task");
    return `In ${first.join(" ")} position ${position} points before the first token; so does position ${place} of ${tokens.join(" ")}, whose steps end at ${to}.`;
  }

  // The different tokens among the first `last` whose left half is the right half of `token`.
  function fits(tokens, token, last) {
    return [...new Set(tokens.slice(0, last).filter((one) => one[0] === token.slice(1)))].sort();
  }

  const lookups = (tokens, k) => fits(tokens, tokens[k], k + 1);

  // Every (s, w) that ends a sequence of pairs, each before the one that names it (B.2): what is
  // reached at or after k is no longer looked at.
  function letterAnswers(tokens) {
    firstPart(tokens, isLookup);
    const reached = tokens.map(() => false);
    reached[tokens.length - 1] = true;
    const ends = new Set();
    for (let k = tokens.length - 1; k >= 0; k -= 1) {
      if (!reached[k]) continue;
      if (!isLookup(tokens[k])) ends.add(tokens[k]);
      else tokens.forEach((one, i) => (reached[i] ||= one[0] === tokens[k][1]));
    }
    return [...ends].sort();
  }

  function answered(name, given, answers, many) {
    const tokens = pairTokens(given);
    const found = letterAnswers(tokens);
    need(same(answers, found), `${name}: the answers are ${found.join(", ") || "none"}`);
    need(many ? found.length >= 2 : found.length === 1, `${name}: ${found.length} answers`);
    return tokens;
  }

  function needImproper(name, tokens, position, written) {
    const place = whole(position, 1, tokens.length, `${name}: position`);
    need(isLookup(tokens[place - 1]), `${name}: no letter–letter token there`);
    const found = lookups(tokens, place - 1);
    need(same(written, found), `${name}: the tokens that fit are ${found.join(", ") || "none"}`);
    need(found.length !== 1, `${name}: one token fits`);
    return place;
  }

  function letterDefinition(data) {
    const [two, query, before] = fields(data, "two", "improper", "improper elsewhere");
    const [given, answers] = fields(two, "tokens", "answers");
    const first = answered("two", given, answers, true);
    const rows = [["improper", query], ["improper elsewhere", before]].map(([name, part]) => {
      const [tokens, found, position, written] = fields(part, "tokens", "answers", "position", "fits");
      const row = answered(name, tokens, found, false);
      needImproper(name, row, position, written);
      return row;
    });
    need(lookups(rows[1], rows[1].length - 1).length === 1, "improper elsewhere: improper at the query too");
    return `${first.join(" ")} has the answers ${answers.join(", ")}; ${rows.map((row) => row.join(" ")).join(" and ")} have one answer and are not proper.`;
  }

  // Two different tokens fit the query; with a small angle the nearer one has the larger logit.
  function nearerToken(data) {
    const names = ["tokens", "answers", "position", "fits", "nearest"];
    const [given, answers, position, written, nearest] = fields(data, ...names);
    const tokens = answered("valid", given, answers, false);
    const place = needImproper("valid", tokens, position, written);
    need(place === tokens.length, "valid: not at the query");
    const found = tokens.findLast((token) => token[0] === tokens.at(-1)[1]);
    need(nearest === found, `the nearest token that fits is ${found ?? "none"}`);
    need(!answers.includes(found), "the nearest token that fits is the answer");
    return `On ${tokens.join(" ")} the answer is ${answers[0]}, but ${found}, which fits as well, is nearer to the query.`;
  }

  // Retrieval once at every position; where it is not defined, the token is kept.
  function retrieval(tokens) {
    return tokens.map((token, k) => {
      const found = isLookup(token) ? lookups(tokens, k) : [token];
      return found.length === 1 ? found[0] : token;
    });
  }

  function letterComposition(data) {
    const [undefinedAt, kept] = fields(data, "undefined", "kept");
    const [given, answers, position, written] = fields(undefinedAt, "tokens", "answers", "position", "fits");
    const first = answered("undefined", given, answers, false);
    const place = needImproper("undefined", first, position, written);
    need(place === first.length, "undefined: not at the query");
    const [tokens, wanted, at, fit, last] = fields(kept, "tokens", "answers", "position", "fits", "last");
    let row = answered("kept", tokens, wanted, false);
    needImproper("kept", row, at, fit);
    need(lookups(row, row.length - 1).length === 1, "kept: undefined at the query");
    const seen = [row.at(-1)];
    for (let after = retrieval(row); ; after = retrieval(row)) {
      seen.push(after.at(-1));
      if (same(after, row)) break;
      row = after;
    }
    need(same(last, seen), `kept: the last token goes through ${seen.join(" ")}`);
    need(!seen.includes(wanted[0]), "kept: the answer is reached");
    return `Retrieval is undefined at the query of ${first.join(" ")}; on ${tokens.join(" ")} the query goes through ${seen.join(" ")} and never reaches ${wanted[0]}.`;
  }

  function letterIterate(data) {
    const [given, written, position, fit] = fields(data, "tokens", "after", "position", "fits");
    const tokens = pairTokens(given);
    const proper = tokens.every((token, k) => !isLookup(token) || lookups(tokens, k).length === 1);
    need(proper, "not proper before");
    const after = retrieval(tokens);
    need(same(written, after), `Retrieval gives ${after.join(" ")}`);
    needImproper("after", after, position, fit);
    return `${tokens.join(" ")} is proper, and Retrieval turns it into ${after.join(" ")}, which is not.`;
  }

  function printedAnswer(data) {
    const [given, count, letter, other] = fields(data, "tokens", "hops", "printed", "applied");
    const tokens = numberTokens(given);
    const n1 = firstPart(tokens, isNumber);
    const ends = printed(tokens, n1);
    need(ends.length === 1 && ends[0][0] === count, "(1)–(3) do not hold for these hops alone");
    need(tokens.every((token, k) => !isNumber(token) || BigInt(token) <= BigInt(k)), "a number points before the first token");
    const answer = letterAt(tokens, n1, ends[0][1]);
    need(answer !== "" && letter === answer, `the printed answer is ${answer || "no letter"}`);
    const [to, hops] = follow(tokens);
    need(other === to && count === BigInt(hops), `Index, applied ${hops} times, gives ${to}`);
    need(answer !== to, "both give the same letter");
    return `On ${tokens.join(" ")} the printed formulas give ${answer}; Index, applied once a hop, gives ${to}.`;
  }

  lib.groups ??= {};
  lib.groups.tasks = {
    "B-num-def": numberDefinition,
    "B-num-def-value": startsByValue,
    "B-num-comp-printed": printedAnswer,
    "B-let-def": letterDefinition,
    "B-index-def": indexDefinition,
    "B-let-comp": letterComposition,
    "B-thm31-retr-valid": nearerToken,
    "B-let-iter": letterIterate,
  };
})((globalThis.ropeClaims ??= {}));
