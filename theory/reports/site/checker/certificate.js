// Margin certificates (lab/constructions.md, "The format"): a head, a task, and how far the right
// answer leads every other output on every input, over the reals and in a run.
"use strict";
(function (lib) {
  const { need, fields, list, isText, isWhole, Inexact } = lib;
  const { GRAIN } = lib.weights;
  const FORMAT = "rope-claims margin certificate 3";
  const WIDTH = 3n;
  const LONGEST = 1 << 16;
  const MODEL = "rotations, attention weights and outputs are rounded to the format (unit u), all else to its"
    + " accumulator (unit v), in any order; |fl(x op y) - x op y| <= unit |x op y|, but in a rotation"
    + " products with 0 or powers of two and sums with 0 are exact; the table of cos and sin is"
    + " within u/2; exp within 4 v; results below 2^-126 may become 0";

  // A decimal of nine places, in units of 10^-9.
  function decimal(data, what) {
    const found = isText(data) ? /^(-?)(0|[1-9][0-9]{0,30})\.([0-9]{9})$/.exec(data) : null;
    need(found !== null, `${what}: no decimal of nine places`);
    const value = BigInt(found[2] + found[3]);
    need(value !== 0n || found[1] === "", `${what}: a zero with a sign`);
    return found[1] === "-" ? -value : value;
  }

  // A double as its shortest decimal, written as Python writes it.
  function shortest(x) {
    const [digits, power] = x.toExponential().split("e");
    const [figures, exponent] = [digits.replace(/[.-]/g, ""), Number(power)];
    if (exponent < -4 || exponent >= 16) {
      const size = `${Math.abs(exponent)}`.padStart(2, "0");
      return `${digits}e${exponent < 0 ? "-" : "+"}${size}`;
    }
    if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${figures}`;
    const padded = figures.padEnd(exponent + 2, "0");
    return `${padded.slice(0, exponent + 1)}.${padded.slice(exponent + 1)}`;
  }

  // A multiple of 2^-178 that is a double.
  function double(value) {
    let [x, exponent] = [value, -Number(GRAIN)];
    while (x !== 0n && (x & 1n) === 0n) [x, exponent] = [x >> 1n, exponent + 1];
    return Number(x) * 2 ** exponent;
  }

  // The input that comes closest: runs of one token, no two of the same in a row.
  function readWorst(data, head, task, exact) {
    const [runs, answer, other, valid, below] = fields(data, "input", "answer", "other", "valid", "below");
    need(decimal(below, "worst: below") === exact + WIDTH, "worst: below is not 3e-9 above the bound");
    need(valid instanceof Inexact && /^(true|false)$/.test(valid.text), "worst: valid: true or false is needed");
    let [tokens, before] = [[], -1];
    for (const run of list(runs, "worst: input")) {
      need(list(run, "worst: input").length === 2, "worst: input: no token and number");
      const token = head.tokens.indexOf(run[0]);
      need(token >= 0 && token !== before, "worst: input: no token, or one that the run before has");
      need(isWhole(run[1]) && run[1] >= 1n && run[1] <= BigInt(LONGEST), "worst: input: no number of tokens");
      tokens = tokens.concat(Array(Number(run[1])).fill(token));
      need(tokens.length <= task.lengths[1], "worst: its length is no input's");
      before = token;
    }
    need(tokens.length >= task.lengths[0] && tokens.length > 0, "worst: its length is no input's");
    const [o, r] = [head.outputs.indexOf(answer), head.outputs.indexOf(other)];
    need(o >= 0 && r >= 0 && o !== r, "worst: answer or other: not two outputs");
    need(task.answer(tokens) === o, "worst: answer is not its answer");
    need(task.valid(tokens) === (valid.text === "true"), "worst: valid is not what it says");
    const said = `${runs.map(([token, count]) => `${token}×${count}`).join(" ")}, ${valid.text === "true" ? "an input" : "no proper input"},`;
    return { tokens, o, r, words: `${said} has ${answer} lead ${other} by less than ${below}.` };
  }

  const verdict = (exact, run) =>
    exact <= 0n ? "not certified" : run !== null && run > 0n ? "certified" : "certified over the reals";

  const NAMES = ["format", "claim", "construction", "n0", "exact", "run", "worst", "rule", "rule_sha256", "weights_sha256", "head"];

  // What a certificate is about, and the sentence that its fields make.
  function described(data) {
    const [format, , construction, length, exactText, runText, worst, rule, ruleHash, weightsHash, listed] = fields(data, ...NAMES);
    need(format === FORMAT, "format: unknown");
    const n0 = lib.whole(length, 2, LONGEST, "n0");
    const head = lib.weights.readHead(listed);
    need(weightsHash === lib.digest(listed), "weights_sha256: not that of the head");
    const made = lib.readConstruction(construction, head);
    const task = lib.withSets(lib.readRule(rule, head, n0, construction.get("name")));
    need(ruleHash === lib.digest(rule), "rule_sha256: not that of the rule");
    const exact = decimal(exactText, "exact");
    const run = runText instanceof Inexact && runText.text === "null" ? null : decimal(runText, "run");
    const closest = readWorst(worst, head, task, exact);
    const words = `About the listed weights ${weightsHash}: “${head.name}”, β ${shortest(double(head.beta))}, ${head.format}.`
      + ` Construction: ${made}. Task: ${task.name}, rule ${ruleHash}. Inputs: ${task.words} Nothing is said of other sequences.`
      + ` On every input the answer leads each other output: over the reals by ${exactText} or more; in a run (${MODEL})`
      + ` ${run === null ? "with no lead proved" : `by ${runText} or more`}. Verdict: ${verdict(exact, run)}. Closest: ${closest.words}`;
    return { head, n0, task, exact, run, closest, words };
  }

  // Yields how much is done, from 0 to 1; returns the claim, every sentence of it checked, or throws
  // Refused.
  function* steps(data) {
    const { head, n0, task, exact, run, closest, words } = described(data);
    need(data.get("claim") === words, "claim: not what the fields say");
    yield 0.05;
    yield* bounds(head, n0, task, { exact, run, closest });
    return words;
  }

  // Makes `below`, the hashes and the sentence anew, so that only weights, task and bounds can be wrong.
  function remake(data) {
    fields(data, ...NAMES);
    const above = decimal(data.get("exact"), "exact") + WIDTH;
    const size = above < 0n ? -above : above;
    const [whole, rest] = [size / 10n ** 9n, `${size % 10n ** 9n}`.padStart(9, "0")];
    need(data.get("worst") instanceof Map, "worst: no object");
    data.get("worst").set("below", `${above < 0n ? "-" : ""}${whole}.${rest}`);
    data.set("weights_sha256", lib.digest(data.get("head")));
    data.set("rule_sha256", lib.digest(data.get("rule")));
    data.set("claim", described(data).words);
  }

  function* bounds(head, n0, task, { exact, run, closest }) {
    const reals = new lib.Margins(new lib.Reading(head, n0, false), task);
    const close = reals.fallsShort(closest.tokens, closest.o, closest.r, exact + WIDTH);
    need(close, "worst: the other output does not come that close");
    yield 0.2;
    need(yield* part(reals.proves(exact), 0.2, 0.5), "exact: not proved");
    const reading = new lib.Reading(head, n0, true);
    need((run === null) === (reading.isHopeless === true), "run: a bound is given if no logit is off by more than 16");
    if (run === null) return;
    need(yield* part(new lib.Margins(reading, task).proves(run), 0.5, 1), "run: not proved");
  }

  function* part(work, from, to) {
    for (;;) {
      const { value, done } = work.next();
      if (done) return value;
      yield from + (to - from) * value;
    }
  }

  const isCertificate = (data) => data instanceof Map && data.has("format");

  Object.assign(lib, { certificateSteps: steps, isCertificate, remake });
})(globalThis.ropeClaims);
