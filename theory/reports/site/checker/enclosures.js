// Interval arithmetic with directed rounding on BigInt, for certificates: π, ln 2, cosines and
// exponentials enclosed, and numbers of any magnitude whose sums are rounded down.
//
// A fixed-point number x stands for x/2^128. An interval is [low, high], both fixed-point; every
// operation rounds its low end down and its high end up.
"use strict";
(function (lib) {
  const BITS = 128n;
  const WHOLE = 1n << BITS;
  const MORE = 64n; // Further bits of angles: 2^32 turns may be taken off.

  const up = (x, bits) => -(-x >> bits);
  const under = (x, y) => (x - (((x % y) + y) % y)) / y; // floor(x/y) for y > 0
  const over = (x, y) => -under(-x, y);

  // arctan(1/n) for a whole n > 1, in units of 2^-bits: an alternating series of falling terms.
  function arctanOfInverse(n, bits) {
    let [low, high, power] = [0n, 0n, n];
    for (let k = 1n; ; k += 2n) {
      const term = (1n << bits) / (power * k);
      if ((k & 3n) === 1n) [low, high] = [low + term, high + term + 1n];
      else [low, high] = [low - term - 1n, high - term];
      if (term === 0n) return [low - 1n, high + 1n];
      power *= n * n;
    }
  }

  // Machin: π/4 = 4 arctan(1/5) - arctan(1/239).
  function quarterPi(bits) {
    const [a, b] = [arctanOfInverse(5n, bits), arctanOfInverse(239n, bits)];
    return [4n * a[0] - b[1], 4n * a[1] - b[0]];
  }

  // ln 2 = Σ 1/(k 2^k); the terms after the last are less than it.
  function logOfTwo(bits) {
    let [low, high] = [0n, 0n];
    for (let k = 1n; k <= bits; k += 1n) {
      const term = (1n << (bits - k)) / k;
      low += term;
      high += term + 1n;
    }
    return [low, high + 1n];
  }

  const FINE = BITS + MORE;
  const [QUARTER_LOW, QUARTER_HIGH] = quarterPi(FINE);
  const [LOG_LOW, LOG_HIGH] = logOfTwo(BITS);

  const opposite = ([low, high]) => [-high, -low];

  // The product of an interval and a fixed-point number.
  function times([low, high], x) {
    const [a, b] = x < 0n ? [high * x, low * x] : [low * x, high * x];
    return [a >> BITS, up(b, BITS)];
  }

  // The alternating series Σ (-1)^k x^(first + 2k)/(first + 2k)! of an interval with 0 <= x < 1;
  // what is left of it is below its first term left out.
  function alternating([a, b], first) {
    const square = [(a * a) >> BITS, up(b * b, BITS)];
    let [low, high] = first === 0n ? [WHOLE, WHOLE] : [a, b];
    const sum = [low, high];
    for (let k = first + 2n, sign = -1; high > 2n; k += 2n, sign = -sign) {
      const factorial = k * (k - 1n);
      low = ((low * square[0]) >> BITS) / factorial;
      high = ((high * square[1]) >> BITS) / factorial + 1n;
      sum[0] += sign > 0 ? low : -high;
      sum[1] += sign > 0 ? high : -low;
    }
    return [sum[0] - 2n, sum[1] + 2n];
  }

  // [cos x, sin x] as intervals, x = angle·2^-192 exactly.
  function cosineAndSine(angle) {
    const turns = under(angle + QUARTER_LOW, 2n * QUARTER_LOW);
    // angle - turns·π/2, from both ends of π; between -1 and 1, so that the series fall at once.
    const ends = [angle - 2n * turns * QUARTER_LOW, angle - 2n * turns * QUARTER_HIGH];
    const [a, b] = ends[0] < ends[1] ? ends : [ends[1], ends[0]];
    const negative = a + b < 0n;
    const [c, d] = negative ? [-b, -a] : [a, b];
    // Across 0 the series are those of [0, d], and the sine's low end is -d or more.
    const x = [c < 0n ? 0n : c >> MORE, up(d, MORE)];
    const cos = alternating(x, 0n);
    const size = alternating(x, 1n);
    if (c < 0n) size[0] = -x[1] - 2n;
    const sin = negative ? opposite(size) : size;
    const quadrant = Number(((turns % 4n) + 4n) % 4n);
    return [
      [cos, sin], [opposite(sin), cos], [opposite(cos), opposite(sin)], [sin, opposite(cos)],
    ][quadrant];
  }

  // e^r for 0 <= r < 1, rounded down or up.
  function series(r, upwards) {
    let [total, term] = [WHOLE, WHOLE];
    const more = upwards ? 1n : 0n;
    for (let k = 1n; ; k += 1n) {
      term = ((term * r) >> BITS) / k + more;
      total += term;
      // Downwards the rest may be left out; upwards it is below the last term, which is one unit.
      if (term <= 1n) return total + more;
    }
  }

  // e^(k/2^shift), k < 256, at both ends.
  function powers(shift) {
    const step = [series(WHOLE >> shift, false), series(WHOLE >> shift, true)];
    const found = [[WHOLE, WHOLE]];
    for (let k = 1; k < 256; k += 1) {
      const [low, high] = found[k - 1];
      found.push([(low * step[0]) >> BITS, up(high * step[1], BITS)]);
    }
    return found;
  }
  const COARSE = powers(8n);
  const SMALL = powers(16n);

  // A number of any magnitude: m·2^(256 e), m a BigInt of either sign.
  class Scaled {
    constructor(m, e) {
      this.m = m;
      this.e = e;
    }
  }
  const NOTHING = new Scaled(0n, 0);

  // e^x for a fixed-point x, rounded down or up.
  function exponential(x, upwards) {
    let halvings = under(x, LOG_HIGH);
    const rest = () => {
      const [least, most] = halvings < 0n ? [LOG_HIGH, LOG_LOW] : [LOG_LOW, LOG_HIGH];
      return x - halvings * (upwards ? least : most);
    };
    while (rest() < 0n) halvings -= 1n;
    while (rest() > LOG_HIGH) halvings += 1n;
    const r = rest() < 0n ? 0n : rest();
    lib.need(upwards || rest() >= 0n, "an exponent is too large to be enclosed");
    const [a, b] = [Number(r >> (BITS - 8n)), Number((r >> (BITS - 16n)) & 255n)];
    const end = upwards ? 1 : 0;
    const round = upwards ? up : (x, bits) => x >> bits;
    let m = series(r & ((1n << (BITS - 16n)) - 1n), upwards);
    m = round(m * COARSE[a][end], BITS);
    m = round(m * SMALL[b][end], BITS);
    const exponent = halvings - BITS;
    return new Scaled(m << (exponent & 255n), Number(exponent >> 8n));
  }

  const FAR = 3;
  // m·2^(256 e) in units of 2^(256 to), rounded down.
  function shifted(m, e, to) {
    if (e >= to) return m << BigInt(256 * (e - to));
    return to - e > 40 ? (m < 0n ? -1n : 0n) : m >> BigInt(256 * (to - e));
  }

  // The sum, or less: far below the larger of the two, or below 2^-1024 of it, it is rounded down.
  function added(one, other) {
    if (one.m === 0n) return other;
    if (other.m === 0n) return one;
    if (one.e === other.e) return trimmed(one.m + other.m, one.e);
    const [least, most] = one.e < other.e ? [one.e, other.e] : [other.e, one.e];
    const to = most - least > FAR ? most : least;
    return trimmed(shifted(one.m, one.e, to) + shifted(other.m, other.e, to), to);
  }

  const WIDE = 1n << 2048n;
  const trimmed = (m, e) => (m < WIDE && m > -WIDE ? new Scaled(m, e) : new Scaled(m >> 1024n, e + 4));

  function isLess(one, other) {
    if (one.e === other.e) return one.m < other.m;
    const [larger, smaller] = one.e > other.e ? [one, other] : [other, one];
    // A mantissa has less than 1,600 bits, so seven steps of 256 settle which is larger.
    if (larger.e - smaller.e > 7 && larger.m !== 0n) return larger === one ? one.m < 0n : other.m > 0n;
    if (larger.m === 0n) return one.m === 0n ? other.m > 0n : one.m < 0n;
    return shifted(one.m, one.e, smaller.e) < shifted(other.m, other.e, smaller.e);
  }

  Object.assign(lib, {
    enclosures: {
      BITS, WHOLE, FINE, NOTHING, Scaled, up, under, over, times, cosineAndSine, exponential,
      added, isLess, quarter: [QUARTER_LOW, QUARTER_HIGH],
    },
  });
})(globalThis.ropeClaims);
