// SHA-256 (FIPS 180-4) of an ASCII text, and of JSON as certificates hash it.
"use strict";
(function (lib) {
  // The first 32 bits of the fractional parts of a root of the first primes.
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p !== 0)) primes.push(n);

  // floor(2^32 n^(1/root)) mod 2^32, exactly.
  function fraction(n, root) {
    const wanted = BigInt(n) << BigInt(32 * root);
    let [low, high] = [0n, BigInt(n) << 32n];
    while (low < high) {
      const middle = (low + high + 1n) >> 1n;
      if (middle ** BigInt(root) <= wanted) low = middle;
      else high = middle - 1n;
    }
    return Number(low & 0xffffffffn);
  }
  const START = primes.slice(0, 8).map((n) => fraction(n, 2));
  const ROUND = primes.map((n) => fraction(n, 3));
  const turned = (x, n) => (x >>> n) | (x << (32 - n));

  function block(state, bytes, at) {
    const w = new Int32Array(64);
    for (let k = 0; k < 16; k += 1) {
      w[k] = (bytes[at + 4 * k] << 24) | (bytes[at + 4 * k + 1] << 16) | (bytes[at + 4 * k + 2] << 8) | bytes[at + 4 * k + 3];
    }
    for (let k = 16; k < 64; k += 1) {
      const [x, y] = [w[k - 15], w[k - 2]];
      w[k] = (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10)) + w[k - 7] + w[k - 16];
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let k = 0; k < 64; k += 1) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[k] + w[k]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    return [a, b, c, d, e, f, g, h].map((x, k) => (x + state[k]) | 0);
  }

  function sha256(text) {
    const size = Math.ceil((text.length + 9) / 64) * 64;
    const bytes = new Uint8Array(size);
    for (let k = 0; k < text.length; k += 1) bytes[k] = text.charCodeAt(k);
    bytes[text.length] = 0x80;
    new DataView(bytes.buffer).setBigUint64(size - 8, BigInt(text.length) * 8n);
    let state = START;
    for (let at = 0; at < size; at += 64) state = block(state, bytes, at);
    return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
  }

  // Keys sorted, ", " and ": " between, ASCII alone.
  function canonical(data) {
    if (Array.isArray(data)) return `[${data.map(canonical).join(", ")}]`;
    if (data instanceof Map) {
      const names = [...data.keys()].sort();
      return `{${names.map((name) => `${canonical(name)}: ${canonical(data.get(name))}`).join(", ")}}`;
    }
    if (typeof data === "string") {
      lib.need(/^[\x20-\x7e]*$/.test(data), "a text of other signs than ASCII");
      return JSON.stringify(data);
    }
    return data instanceof lib.Inexact ? data.text : `${data}`;
  }

  Object.assign(lib, { sha256, digest: (data) => sha256(canonical(data)) });
})(globalThis.ropeClaims);
