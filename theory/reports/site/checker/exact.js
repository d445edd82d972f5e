// Exact arithmetic and strict reading, for check.js. Numbers are fractions of BigInts; nothing here
// rounds. What is read is refused unless it has exactly the form that is promised.
"use strict";
(function (lib) {
  class Refused extends Error {}
  class Unreadable extends Error {}

  // A JSON value that is not exact: 1.5, 1e3, true, false or null.
  class Inexact {
    constructor(text) {
      this.text = text;
    }
  }

  function need(condition, reason) {
    if (!condition) throw new Refused(reason);
  }

  function gcd(a, b) {
    a = a < 0n ? -a : a;
    while (b !== 0n) [a, b] = [b, a % b];
    return a;
  }

  // A rational number in lowest terms, its denominator positive.
  class Q {
    constructor(above, below = 1n) {
      if (below === 0n) throw new Refused("a denominator is 0");
      if (below < 0n) [above, below] = [-above, -below];
      const shared = below === 1n ? 1n : gcd(below, above < 0n ? -above : above);
      this.above = above / shared;
      this.below = below / shared;
    }
    plus(other) {
      return new Q(this.above * other.below + other.above * this.below, this.below * other.below);
    }
    minus(other) {
      return new Q(this.above * other.below - other.above * this.below, this.below * other.below);
    }
    times(other) {
      return new Q(this.above * other.above, this.below * other.below);
    }
    over(other) {
      return new Q(this.above * other.below, this.below * other.above);
    }
    // -1, 0 or 1, as this is below, equal to or above the other.
    against(other) {
      const difference = this.above * other.below - other.above * this.below;
      return difference > 0n ? 1 : difference < 0n ? -1 : 0;
    }
    is(other) {
      return this.above === other.above && this.below === other.below;
    }
    isBelow(other) {
      return this.against(other) < 0;
    }
    isAbove(other) {
      return this.against(other) > 0;
    }
    toString() {
      return this.below === 1n ? `${this.above}` : `${this.above}/${this.below}`;
    }
  }

  const q = (above, below = 1) => new Q(BigInt(above), BigInt(below));
  const ZERO = q(0);
  const ONE = q(1);
  const sum = (row) => row.reduce((total, entry) => total.plus(entry), ZERO);
  const largest = (row) => row.reduce((top, entry) => (entry.isAbove(top) ? entry : top));
  const least = (row) => row.reduce((low, entry) => (entry.isBelow(low) ? entry : low));
  const equal = (row, other) => row.length === other.length && row.every((x, k) => x.is(other[k]));
  const listed = (row) => row.join(", ");

  // What stands in a text of JSON: objects as Maps, whole numbers as BigInts, texts, arrays; what
  // is not exact as Inexact. Throws Unreadable, for two entries with one key too: the last of them
  // would win unseen.
  function read(text) {
    let at = 0;
    const fail = (what) => {
      throw new Unreadable(`${what} at character ${at + 1}`);
    };
    const blank = () => {
      while (at < text.length && " \t\n\r".includes(text[at])) at += 1;
    };
    const take = (pattern) => {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found) at = pattern.lastIndex;
      return found && found[0];
    };
    const string = () => {
      const found = take(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy);
      return found === null ? fail("no text in quotes") : JSON.parse(found);
    };
    const list = (depth) => {
      const found = [];
      at += 1;
      blank();
      if (text[at] !== "]") {
        for (;;) {
          found.push(value(depth + 1));
          if (text[at] !== ",") break;
          at += 1;
        }
      }
      if (text[at] !== "]") fail("a list does not end");
      at += 1;
      return found;
    };
    const object = (depth) => {
      const found = new Map();
      at += 1;
      blank();
      if (text[at] !== "}") {
        for (;;) {
          blank();
          const key = string();
          if (found.has(key)) fail(`the key ${JSON.stringify(key)} stands there twice`);
          blank();
          if (text[at] !== ":") fail("a key without a value");
          at += 1;
          found.set(key, value(depth + 1));
          if (text[at] !== ",") break;
          at += 1;
        }
      }
      if (text[at] !== "}") fail("an object does not end");
      at += 1;
      return found;
    };
    const plain = () => {
      const word = take(/true|false|null/y);
      if (word !== null) return new Inexact(word);
      const figure = take(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y);
      if (figure === null) return fail("no JSON");
      if (!/^-?[0-9]+$/.test(figure)) return new Inexact(figure);
      return figure.length > 4300 ? fail("a number of more than 4300 digits") : BigInt(figure);
    };
    const value = (depth) => {
      if (depth > 200) fail("nested too deeply");
      blank();
      const first = text[at];
      const found =
        first === "{" ? object(depth) : first === "[" ? list(depth) : first === '"' ? string() : plain();
      blank();
      return found;
    };
    const found = value(0);
    if (at < text.length) fail("more than one value");
    return found;
  }

  // Refuses data with a float, true, false or null anywhere.
  function exact(data) {
    if (data instanceof Inexact) throw new Refused(`${data.text} is not exact`);
    if (Array.isArray(data)) data.forEach(exact);
    if (data instanceof Map) data.forEach(exact);
  }

  const isText = (data) => typeof data === "string";
  const isWhole = (data) => typeof data === "bigint";

  // The named fields of an object that has these and no others.
  function fields(data, ...names) {
    need(data instanceof Map, `no object with the fields ${names.join(", ")}`);
    for (const name of names) need(data.has(name), `the field ${name} is missing`);
    for (const name of data.keys()) need(names.includes(name), `an extra field: ${name}`);
    return names.map((name) => data.get(name));
  }

  // Reads a number written as a text, -3 or 3/5, of so many digits at most above and below.
  const numberOf = (digits) => (text) => {
    need(isText(text), "a number that is not written as a text, such as \"3/5\"");
    const parts = /^(-?[0-9]+)(?:\/([1-9][0-9]*))?$/.exec(text);
    need(parts !== null, `${JSON.stringify(text)} is no exact number`);
    const isLong = (part) => part !== undefined && part.replace("-", "").length > digits;
    need(!parts.slice(1).some(isLong), `a number of more than ${digits} digits`);
    return new Q(BigInt(parts[1]), BigInt(parts[2] ?? 1));
  };

  // Other readers than BigInts have limits too. The short ones are compared with what is known to
  // some hundred bits: no two that differ are that near to each other.
  const number = numberOf(1000);
  const shortNumber = numberOf(12);

  function list(data, what) {
    need(Array.isArray(data), `${what}: no list`);
    return data;
  }

  function numbers(data, what) {
    return list(data, what).map(number);
  }

  function positive(text) {
    const found = number(text);
    need(found.isAbove(ZERO), `${text} is not positive`);
    return found;
  }

  // A whole number from low to high.
  function whole(data, low, high, what) {
    need(isWhole(data), `${what} is no whole number`);
    need(BigInt(low) <= data && data <= BigInt(high), `${what} = ${data} is not in ${low}..${high}`);
    return Number(data);
  }

  // A permutation of 0 … size-1.
  function permutation(data, size) {
    const seen = new Set(list(data, "permutation").map((k) => whole(k, 0, size - 1, "a place")));
    need(seen.size === size && data.length === size, "not a permutation of the places");
    return data.map(Number);
  }

  // Every row of `length` entries out of `choices`.
  function* words(choices, length) {
    if (length === 0) {
      yield [];
      return;
    }
    for (const start of words(choices, length - 1)) {
      for (const last of choices) yield [...start, last];
    }
  }

  // Every pair of places below `size`, the first below the second.
  function pairs(size) {
    const found = [];
    for (let i = 0; i < size; i += 1) for (let j = i + 1; j < size; j += 1) found.push([i, j]);
    return found;
  }

  // cos 0, cos θ, … cos(most·θ) for a rational cos θ: cos((t+1)θ) = 2 cos θ cos tθ - cos((t-1)θ).
  function cosines(cosine, most) {
    const row = [ONE, cosine];
    while (row.length <= most) {
      const [before, now] = row.slice(-2);
      row.push(q(2).times(cosine).times(now).minus(before));
    }
    return row;
  }

  Object.assign(lib, {
    Refused, Unreadable, Inexact, Q, q, ZERO, ONE, need, sum, largest, least, equal, listed, read,
    exact, isText, isWhole, fields, number, shortNumber, list, numbers, positive, whole, permutation, words,
    pairs, cosines,
  });
})((globalThis.ropeClaims ??= {}));
