// The head that a certificate lists: its form, its numbers, and what a construction says of them.
"use strict";
(function (lib) {
  const { need, fields, list, isText } = lib;

  // Weights are whole multiples of 2^-178: 53 bits from 2^-126 on.
  const GRAIN = 178n;
  const ONE = 1n << GRAIN;
  // Significant bits of a format and of the sums inside its dot products and softmax.
  const FORMATS = { bf16: [8n, 24n], float32: [24n, 24n], float64: [53n, 53n] };
  const SIZES = { beta: 56n, queries: 56n, keys: 56n, values: 56n, skip: 56n, angles: 16n };
  const SIGNS = /^[A-Za-z0-9]+$/;
  const NUMBER = /^[0-9]+$/;

  const size = (x) => (x < 0n ? -x : x);
  const bitsOf = (x) => BigInt(x.toString(2).length);

  // A number as C's %a writes a double, whole multiples of 2^-178.
  function hexadecimal(text, what) {
    need(isText(text), `head: ${what}: no number in hexadecimal`);
    if (text === "0x0.0p+0" || text === "-0x0.0p+0") return 0n;
    const found = /^(-?)0x1\.([0-9a-f]{13})p([+-])(0|[1-9][0-9]{0,3})$/.exec(text);
    need(found !== null, `head: ${what}: ${JSON.stringify(text)} is no number in hexadecimal`);
    const exponent = BigInt(`${found[3] === "-" ? "-" : ""}${found[4]}`);
    need(exponent >= -126n && exponent <= 56n, `head: ${what}: a number too small or too large`);
    const value = BigInt(`0x1${found[2]}`) << (exponent + GRAIN - 52n);
    return found[1] === "-" ? -value : value;
  }

  // The same, if it is a number of the format and of a size that is allowed.
  function numberOf(text, what, format) {
    const value = hexadecimal(text, what);
    if (value === 0n) return value;
    const trimmed = size(value) / (size(value) & -size(value));
    need(bitsOf(trimmed) <= FORMATS[format][0], `head: ${what}: ${text} is no ${format} number`);
    need(size(value) <= ONE << SIZES[what], `head: ${what}: ${text} is too large`);
    return value;
  }

  function names(data, what) {
    const found = list(data, what);
    need(found.length > 0 && found.every((x) => isText(x) && SIGNS.test(x)), `head: ${what}: names are of letters and digits`);
    need(new Set(found).size === found.length, `head: ${what}: two of one name`);
    return found;
  }

  // Rows of numbers, one a token.
  function table(data, what, rows, columns, format) {
    need(list(data, what).length === rows, `head: ${what}: not a row a token`);
    return data.map((row) => {
      need(list(row, what).length === columns, `head: ${what}: a row of another length`);
      return row.map((x) => numberOf(x, what, format));
    });
  }

  // Rows by output, zeros left out.
  function sparse(data, what, rows, outputs, format) {
    need(list(data, what).length === rows, `head: ${what}: not a row a token`);
    return data.map((row) => {
      need(row instanceof Map, `head: ${what}: a row that is no object`);
      const found = Array(outputs.length).fill(0n);
      for (const [name, text] of row) {
        const place = outputs.indexOf(name);
        need(place >= 0, `head: ${what}: ${name} is no output`);
        found[place] = numberOf(text, what, format);
        need(found[place] !== 0n, `head: ${what}: a zero is written`);
      }
      return found;
    });
  }

  // The head, its numbers as multiples of 2^-178.
  function readHead(data) {
    const [name, tokenNames, outputNames, queries, keys, values, skip, angles, beta, format] = fields(
      data, "name", "tokens", "outputs", "queries", "keys", "values", "skip", "angles", "beta", "number_format",
    );
    need(isText(name) && SIGNS.test(name.replace(/[, ]/g, "")), "head: name: letters, digits, commas and spaces");
    need(isText(format) && Object.hasOwn(FORMATS, format), "head: number_format: unknown");
    const tokens = names(tokenNames, "tokens");
    const outputs = names(outputNames, "outputs");
    const turns = list(angles, "angles").map((x) => numberOf(x, "angles", format));
    const wide = 2 * turns.length;
    const head = {
      name, tokens, outputs, format, angles: turns, beta: numberOf(beta, "beta", format),
      queries: table(queries, "queries", tokens.length, wide, format),
      keys: table(keys, "keys", tokens.length, wide, format),
      values: sparse(values, "values", tokens.length, outputs, format),
      skip: sparse(skip, "skip", tokens.length, outputs, format),
    };
    need(head.beta > 0n, "head: beta: not positive");
    const longest = (rows) => rows.map(square).reduce((x, y) => (y > x ? y : x), 0n);
    const reach = head.beta * (longest(head.queries) + longest(head.keys));
    need(reach >> (3n * GRAIN + 1n) < 1n << 60n, "head: beta: logits of 2^60 or more");
    return head;
  }

  const square = (row) => row.reduce((total, x) => total + x * x, 0n);

  Object.assign(lib, { weights: { GRAIN, ONE, FORMATS, SIGNS, NUMBER, square, size, bitsOf, readHead } });
})(globalThis.ropeClaims);
