// What number formats and rules of thumb say about a configuration, next to the verdicts on them.
"use strict";
(function (lib) {
  // Positions and phases rounded to p bits: the first `apart` positions all have rows of their own at
  // every base, and positions 2^p and 2^p + 1 share one (claim PM-precision-fix).
  const FORMATS = [
    { name: "float32", bits: 24, apart: 10_838_702 },
    { name: "float16", bits: 11, apart: 710 },
    { name: "bfloat16", bits: 8, apart: 44 },
  ];
  const LONGEST = 1 << 19;

  // The least distance at which Σ cos(m θ_p) is negative, or null up to 2^19.
  function negativeFrom(theta) {
    if (theta.length === 0) return null;
    for (let m = 1; m < LONGEST; m += 1) {
      let total = 0;
      for (const angle of theta) total += Math.cos(m * angle);
      if (total < 0) return m;
    }
    return null;
  }

  // How the tables fare in windows of n positions.
  function tables(n) {
    return FORMATS.map(({ name, bits, apart }) => {
      const merges = 2 ** bits + 1;
      const state = n <= apart ? "every position has its own row" : n <= merges ? "not decided" : "positions merge";
      return { name, apart, merges, state };
    });
  }

  // The rules: {id, rule, says, verdict}. `says` is what the rule says of this configuration and length.
  function rules(theta, base, n) {
    const grouped = (x) => Math.floor(x).toLocaleString("en-US");
    const negative = negativeFrom(theta);
    const limit = 2 * Math.PI * base;
    const answer = (holds) => (holds ? "allows it" : "forbids it");
    return [
      { id: "BC-bound", rule: "the sum of cosines must not be negative inside the window", says: `${negative === null ? "never negative up to 524,288" : `negative from ${grouped(negative)}`}: ${answer(negative === null || n <= negative)}`, verdict: "REFUTED (reading)" },
      { id: "PM-alias", rule: "positions alias beyond 2π · base", says: `limit ${grouped(limit)}: ${answer(n < limit)}`, verdict: "REFUTED (reading), as reconstructed" },
      { id: "PM-precision", rule: "the base must be below 2^24 in float32", says: `base ${grouped(base)}: ${answer(base < 2 ** 24)}`, verdict: "REFUTED (reading), as reconstructed" },
      { id: "RR-rope", rule: "a rotated head can attend to the previous position", says: theta.length ? "it can" : "nothing is rotated", verdict: "PROVED, as reconstructed" },
    ];
  }

  // The share of the budget that each frequency carries, and how many have a hundredth of it.
  function carriers({ beta, amplitudes }) {
    const shares = amplitudes.map((x) => x / beta);
    return { shares, many: shares.filter((x) => x >= 0.01).length };
  }

  Object.assign(lib, { negativeFrom, tables, rules, carriers });
})((globalThis.ropeCapacity ??= {}));
