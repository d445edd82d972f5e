// Witnesses against rules of thumb about a base and a length: sums of cosines over the planes of a
// head, enclosed at every distance. Angles are base^(-i/planes), i = first ... planes - 1.
"use strict";
(function (lib) {
  const { Q, q, ZERO, ONE, need, sum, fields, shortNumber, list, whole } = lib;
  const { BITS, WHOLE, FINE, up, cosineAndSine, exponential } = lib.enclosures;
  const UNIT = 1n << FINE; // Of angles; cosines stand in units of 2^-128.
  const BLOCK = 128;

  // The largest x with x^planes base <= 1 is base^(-1/planes), rounded down; its powers follow. An
  // angle that is given as x lies in x ... x + 2.
  function angles(given, planesGiven, firstGiven) {
    const base = BigInt(whole(given, 2, 10 ** 12, "base"));
    const planes = whole(planesGiven, 1, 256, "planes");
    const first = whole(firstGiven, 0, planes - 1, "first");
    need(Number.isInteger(Math.log2(planes)), "planes: no power of 2");
    const guard = 64n;
    const all = BigInt(planes) * (FINE + guard);
    let root = 0n;
    for (let bit = FINE + guard; bit >= 0n; bit -= 1n) {
      const more = root + (1n << bit);
      if (more ** BigInt(planes) * base <= 1n << all) root = more;
    }
    const found = [];
    // In 2^-64 of a unit each product is low by two more than the one before, or by less.
    for (let i = 0, power = UNIT << guard; i < planes; i += 1, power = (power * root) >> (FINE + guard)) {
      found.push(power >> guard);
    }
    return found.slice(first);
  }

  // [cos, sin] of k angles, each off by OFF at most: half of an enclosure's width, its floor, and k
  // times what the angle is off, which for k <= 10^6 is less than one.
  const WIDEST = 64n;
  const OFF = WIDEST / 2n + 2n;
  function point(angle, k, over = 1n) {
    return cosineAndSine((BigInt(k) * angle) / over).map(([low, high]) => {
      need(high - low <= WIDEST, "a cosine is not known well enough");
      return (low + high) >> 1n;
    });
  }

  // Yields the ends of sum cos(m angle) over the planes, m = 0 ... length, in units of 2^-256:
  // cos(s + h) = cos s cos h - sin s sin h, each factor off by OFF at most.
  function* cosineSums(theta, length) {
    const within = theta.map((angle) => Array.from({ length: BLOCK }, (_, h) => point(angle, h)));
    const slack = BigInt(theta.length) * 4n * OFF * (WHOLE + OFF);
    for (let start = 0; start <= length; start += BLOCK) {
      const starts = theta.map((angle) => point(angle, start));
      for (let h = 0; h < BLOCK && start + h <= length; h += 1) {
        let total = 0n;
        for (let p = 0; p < theta.length; p += 1) {
          const [c, s] = starts[p];
          const [cosine, sine] = within[p][h];
          total += c * cosine - s * sine;
        }
        yield [total - slack, total + slack];
      }
    }
  }

  // The ends of the sum at one distance, parted or whole, in units of 2^-128.
  function cosineSum(theta, m, over = 1n) {
    const total = theta.map((angle) => point(angle, m, over)[0]).reduce((x, y) => x + y, 0n);
    const slack = OFF * BigInt(theta.length);
    return [total - slack, total + slack];
  }

  // e^-x, x >= 0 in units of 2^-128, in the same units: an end rounded down or up.
  function decayed(x, upwards) {
    const { m, e } = exponential(-x, upwards);
    const bits = -256n * BigInt(e) - BITS;
    if (bits <= 0n) return m << -bits;
    return upwards ? up(m, bits) : m >> bits;
  }

  function root(x) {
    let now = 1n << (BigInt(x.toString(2).length + 1) / 2n);
    for (let next = (now + x / now) >> 1n; next < now; next = (now + x / now) >> 1n) now = next;
    return now;
  }

  // sum over j of |S_j|, S_j = sum over i < j of e^{i m angle_i}: its ends.
  function sumOfSizes(theta, m) {
    let [real, imaginary, size] = [0n, 0n, 0n];
    theta.forEach((angle) => {
      const [cosine, sine] = point(angle, m);
      [real, imaginary] = [real + cosine, imaginary + sine];
      size += root(real * real + imaginary * imaginary);
    });
    // |S_j| is off by what its j points are, each by less than 2 OFF, and by the root's floor.
    const slack = BigInt(theta.length) * (2n * OFF * BigInt(theta.length) + 1n);
    return [size - slack, size + slack];
  }

  // What is summed is larger at `far` than `times` what it is at `near`.
  function rises(measure, data) {
    const names = ["base", "planes", "first", "near", "far", "times"];
    const [base, planes, first, nearGiven, farGiven, given] = fields(data, ...names);
    const theta = angles(base, planes, first);
    const near = whole(nearGiven, 1, 10 ** 6, "near");
    const far = whole(farGiven, 1, 10 ** 6, "far");
    need(near < far, "far is no further than near");
    const times = whole(given, 1, 100, "times");
    const [least, most] = [measure(theta, far)[0], measure(theta, near)[1]];
    need(most > 0n, `nothing at ${near} that it could be ${times} times of`);
    need(least > BigInt(times) * most, `at ${far} it is no more than ${times} times that at ${near}`);
    return `It is more than ${times} times as large at distance ${far} as at ${near}, at base ${base} on ${theta.length} planes.`;
  }

  // At most: the weights of the keys beside the target's own, exp(-amplitude (1 - cos)) at 0 < t <
  // positions.
  function others(angle, amplitude, positions) {
    let total = 0n;
    for (let t = 1; t < positions; t += 1) {
      const distance = WHOLE - cosineSum([angle], t)[1];
      total += decayed(distance > 0n ? amplitude * distance : 0n, true);
    }
    return total;
  }

  // c, rounded up, such that for every angle p between query and key cos p - cos(t angle - p) is c at
  // most for some 0 < t < positions. That gap is cos p (1 - cos) - sin p sin; of two with sines x < 0
  // < y the mean weighted by y and -x has no sin p. Any two will do, the largest cosines do best.
  function leastGap(angle, positions) {
    const nearest = [null, null];
    for (let t = 1; t < positions; t += 1) {
      const [cosine, sine] = point(angle, t);
      const size = sine < 0n ? -sine : sine;
      const side = sine < 0n ? 0 : 1;
      const isNearer = nearest[side] === null || cosine > nearest[side].cosine;
      if (size > OFF && isNearer) nearest[side] = { cosine, size };
    }
    const [before, behind] = nearest;
    need(before !== null && behind !== null, "no two keys lie on both sides of the target");
    const share = (one, other) => (one.size + OFF) * (WHOLE - other.cosine + OFF);
    const weights = before.size + behind.size - 2n * OFF;
    return (share(before, behind) + share(behind, before)) / weights + 1n;
  }

  function anotherServes(data) {
    const names = ["base", "planes", "plane", "positions", "amplitude", "most", "share"];
    const [base, planes, planeGiven, count, height, greatest, given] = fields(data, ...names);
    const theta = angles(base, planes, 0n);
    const positions = whole(count, 2, 10 ** 4, "positions");
    const most = BigInt(whole(greatest, 0, 10 ** 5, "most"));
    const amplitude = BigInt(whole(height, 0, greatest, "amplitude"));
    const share = shortNumber(given);
    need(share.isAbove(ZERO) && share.isBelow(ONE), "the share is not between 0 and 1");
    const limit = ONE.over(share).minus(ONE).times(new Q(WHOLE));
    const first = new Q(decayed(most * leastGap(theta[0], positions), false));
    need(first.isAbove(limit), "the plane that turns fastest may serve too");
    const plane = whole(planeGiven, 1, theta.length - 1, "plane");
    const other = new Q(others(theta[plane], amplitude, positions));
    need(other.isBelow(limit), "the other plane does not serve");
    return `In ${positions} positions plane ${plane} with ${amplitude} gives every target more than ${share} of the weight, plane 0 with up to ${most} does not, whatever the angle between query and key.`;
  }

  // Cosines and sines of 0 ... many - 1 times k angles in whole multiples of 2^-SHORT. Each turn adds
  // less than 2 OFF to what they are off in units of 2^-128, and a floor here less than 1.
  const SHORT = 22n;
  function turns(angle, k, many) {
    const [cosine, sine] = point(angle, k);
    const found = [new Float64Array(many), new Float64Array(many)];
    for (let m = 0, c = WHOLE, s = 0n; m < many; m += 1) {
      found[0][m] = Number(c >> (BITS - SHORT));
      found[1][m] = Number(s >> (BITS - SHORT));
      [c, s] = [(c * cosine - s * sine) >> BITS, (c * sine + s * cosine) >> BITS];
    }
    return found;
  }

  // Whether sums are above 0 at 0 ... length. With factors off by 1.001 units of 2^-22, cos s cos h -
  // sin s sin h is off by less than 3 2^-22; of 256 planes, in units of 2^-44, all numbers are below
  // 2^53, so that no addition rounds. What this leaves open is enclosed by itself.
  const LONG_BLOCK = 1024;
  function positive(theta, length) {
    const within = theta.map((angle) => turns(angle, 1, LONG_BLOCK));
    const starts = theta.map((angle) => turns(angle, LONG_BLOCK, Math.floor(length / LONG_BLOCK) + 1));
    const doubt = 3 * theta.length * 2 ** Number(SHORT);
    const sums = new Float64Array(LONG_BLOCK);
    for (let start = 0, block = 0; start <= length; start += LONG_BLOCK, block += 1) {
      sums.fill(0);
      within.forEach(([cosines, sines], p) => {
        const [c, s] = starts[p].map((row) => row[block]);
        for (let h = 0; h < LONG_BLOCK; h += 1) sums[h] += c * cosines[h] - s * sines[h];
      });
      for (let h = 0; h < LONG_BLOCK && start + h <= length; h += 1) {
        if (sums[h] > doubt) continue;
        need(cosineSum(theta, start + h)[0] > 0n, `the sum at ${start + h} is not positive`);
      }
    }
  }

  const LONGEST = 32768;
  const MILLION = 2 ** 20;
  function belowTheTable(data) {
    const [given, planes, first, direction] = fields(data, "rows", "planes", "first", "sign");
    const rows = list(given, "rows").map((row) => {
      need(list(row, "a row").length === 3, "a row is not [L, printed, base]");
      return row.map((x) => whole(x, 1, 10 ** 12, "an entry"));
    });
    need(rows.length > 0, "there is no row");
    whole(direction, 1, 1, "sign");
    for (const [length, printed, base] of rows) {
      need(base < printed, `${base} is not below ${printed}`);
      positive(angles(BigInt(base), planes, first), whole(BigInt(length), 1, MILLION, "a length"));
    }
    return rows.map(([length, printed, base]) => `${base}, below ${printed}, serves ${length}`).join("; ");
  }

  function belowTheLine(data) {
    const names = ["length", "base", "factor", "coefficient", "exponent", "planes", "first", "sign"];
    const [length, base, within, height, slope, planes, first, direction] = fields(data, ...names);
    const n = whole(length, 2, MILLION, "length");
    const theta = angles(base, planes, first);
    const [coefficient, exponent] = [shortNumber(height), shortNumber(slope)];
    need(coefficient.isAbove(ZERO) && exponent.isAbove(ZERO), "no line that rises");
    const { above, below } = exponent;
    need(above < 10n ** 4n && below < 10n ** 4n, "no line");
    const factor = BigInt(whole(within, 1, 100, "factor"));
    // factor base < coefficient n^(above / below), both sides to the power below.
    const left = (factor * base * coefficient.below) ** below;
    need(left < coefficient.above ** below * BigInt(n) ** above, `${base} is not below the line`);
    whole(direction, 1, 1, "sign");
    positive(theta, n);
    return `${base} is below ${coefficient} ${n}^(${exponent}) / ${factor} and serves ${n}.`;
  }

  function forbiddenButServed(data) {
    const names = ["base", "planes", "length", "at", "plane", "alone"];
    const [base, planes, length, at, given, only] = fields(data, ...names);
    const theta = angles(base, planes, 0n);
    const most = whole(length, 1, LONGEST, "length");
    const place = whole(at, 0, most, "at");
    need(cosineSum(theta, place)[1] < 0n, `the sum at ${place} is not negative`);
    const plane = whole(given, 0, theta.length - 1, "plane");
    const alone = whole(only, 0, 1, "alone") === 1;
    positive(alone ? [theta[plane]] : theta, most);
    return `The sum at ${place} is negative, on plane ${plane} it is positive up to ${most}.`;
  }

  // a(s) = sum cos(angle (s + phase spacing/2)), midway between 0 and spacing: by twice E at least
  // above its line, where the bound is 2 planes (spacing/2)^2 / (eighths ln base) = x E / ln base.
  function bendsMore(data) {
    const names = ["base", "planes", "first", "spacing", "eighths", "phase"];
    const [base, planes, first, spacing, eighths, phase] = fields(data, ...names);
    const theta = angles(base, planes, first);
    const gap = whole(spacing, 1, 1000, "spacing");
    const start = whole(phase, -4, 4, "phase");
    const [left, middle, right] = [0, 1, 2].map((k) => cosineSum(theta, Math.abs(start + k) * gap, 2n));
    const twice = 2n * middle[0] - left[1] - right[1];
    need(twice > 0n, "the middle is not above the line");
    const share = BigInt(whole(eighths, 1, 100, "eighths")) * twice;
    const x = (planes * BigInt(gap) ** 2n * WHOLE * WHOLE) / share + 1n;
    need(x < WHOLE << 20n && decayed(x, false) * base > WHOLE, "the bound holds");
    return `Midway it is more than 2·${planes}·(${gap}/2)²/(${eighths} ln ${base}) above its line.`;
  }

  function fallsShort(data) {
    const names = ["base", "planes", "at", "length", "times", "sign"];
    const [base, planes, at, length, given, direction] = fields(data, ...names);
    const theta = angles(base, planes, 0n);
    const place = whole(at, 1, whole(length, 2, 10 ** 6, "length") - 1, "at");
    const times = BigInt(whole(given, 1, 100, "times"));
    const bound = times * planes * WHOLE;
    whole(direction, 1, 1, "sign");
    need(sumOfSizes(theta, place)[1] < bound, `it is not so at ${place}`);
    return `At distance ${place} the sums' sizes add up to less than ${times * planes}.`;
  }

  function furtherApart(data) {
    const names = ["base", "planes", "first", "at", "scale", "sign"];
    const [base, planes, first, at, given, direction] = fields(data, ...names);
    const theta = angles(base, planes, first);
    const place = whole(at, 1, 10 ** 6, "at");
    const scale = whole(given, 2, 1000, "scale");
    whole(direction, 1, 1, "sign");
    const [before, after] = [1, scale].map((over) => cosineSum(theta, place, BigInt(over)));
    need(after[1] < before[0], `it is not so at ${place}`);
    return `At distance ${place} the sum is smaller once angles are divided by ${scale}.`;
  }

  const PI = 4n * lib.enclosures.quarter[1]; // Rounded up, in units of angles.
  const isTooLong = (n, quarters, base) => 2n * BigInt(n) * UNIT > BigInt(quarters) * PI * base;

  // A head with one amplitude on every plane, where the rule lets none be: at length n or, in a
  // format of so many bits, at this base. Its target has half of the weight at each place.
  const beyond = (quarters, formatBits) => (data) => {
    const names = ["base", "planes", "length", "amplitude", "quarters", "format_bits", "fastest", "falling"];
    const [base, planes, length, height, given, bits, fastest, falling] = fields(data, ...names);
    const theta = angles(base, planes, fastest);
    const n = whole(length, 3, LONGEST, "length");
    const amplitude = fallingBy(height, falling);
    whole(given, quarters, quarters, "quarters");
    whole(bits, formatBits, formatBits, "format_bits");
    const isBeyond = formatBits ? base > 1n << BigInt(formatBits) : isTooLong(n, quarters, base);
    need(isBeyond, "the rule allows this base and length");
    const error = formatBits ? amplitude.times(drift(theta, n, 1n << BigInt(formatBits))) : ZERO;
    const share = decayed((error.above * WHOLE) / error.below + 1n, false);
    halfEverywhere(theta, n, amplitude, share);
    return `The target has half of the weight at each of ${n} places, with ${amplitude} on each of ${theta.length} planes.`;
  };

  // The amplitude of a head whose logits fall off beside the target.
  function fallingBy(height, falling) {
    need(whole(falling, -1, 1, "falling") === 1, "no key weighs less than the target");
    const amplitude = shortNumber(height);
    need(!amplitude.isBelow(ZERO) && !amplitude.isAbove(q(100)), "the amplitude is not in 0..100");
    return amplitude;
  }

  // Beside a target's share the others' weights add up to no more, at each of n places.
  function halfEverywhere(theta, n, amplitude, share) {
    const weights = prefixes(theta, n, amplitude);
    for (let place = 0; place < n; place += 1) {
      const enough = weights[place] + weights[n - 1 - place] <= share;
      need(enough, `the target at place ${place} has less than half of the weight`);
    }
  }

  // 2π base^(k/planes) is below the length, k the planes of the old base that turn once in what was
  // trained on; the head has half of the weight at every place.
  function beyondExtra(data) {
    const names = ["base", "old", "planes", "trained", "length", "amplitude", "fastest", "falling"];
    const [base, old, planes, trained, window, height, fastest, falling] = fields(data, ...names);
    const theta = angles(base, planes, 0n);
    const n = whole(window, 3, LONGEST, "length");
    const seen = BigInt(whole(trained, 1, 10 ** 6, "trained"));
    const below = 2n * PI - 64n; // PI is rounded up, by less than 16.
    const fast = angles(old, planes, 0n).filter((angle) => seen * (angle + 2n) >= below).length;
    need(base > old, "the base is not raised");
    const isPast = fast < theta.length && BigInt(n) * theta[fast] > 2n * PI;
    need(isPast, "the rule allows this length");
    const amplitude = fallingBy(height, falling);
    const used = theta.slice(whole(fastest, 0, theta.length - 1, "fastest"));
    halfEverywhere(used, n, amplitude, WHOLE);
    return `Beyond 2π·${base}^(${fast}/${theta.length}) the target has half of the weight at each of ${n} places.`;
  }

  // By how much logits of amplitude 1 may be off: a phase by 4u of itself, cosine and sine by 2u
  // each; so a point by e = 4u (n angle + 1), a product of two by 2e + e² in each part, all doubled.
  function drift(theta, n, units) {
    const parts = theta.map((angle) => {
      const e = new Q(4n * (BigInt(n) * (angle + 2n) + UNIT), UNIT * units);
      return q(2).times(q(2).times(e).plus(e.times(e)));
    });
    return sum(parts);
  }

  // 0, f(1), f(1) + f(2), ...: at most, f(t) = exp(-amplitude sum (1 - cos)).
  function prefixes(theta, n, amplitude) {
    const found = [];
    let total = 0n;
    for (const [, high] of cosineSums(theta, n - 1)) {
      if (found.length > 0) {
        const distance = (BigInt(theta.length) << (2n * BITS)) - high;
        const x = distance > 0n ? (amplitude.above * distance) / (amplitude.below << BITS) : 0n;
        total += decayed(x, true);
      }
      found.push(total);
    }
    return found;
  }

  // No sum at 0 <= m < length is below 0, and their number is not what is printed.
  function noneBelow(data) {
    const names = ["base", "planes", "sign", "length", "printed"];
    const [base, planes, direction, length, given] = fields(data, ...names);
    const many = whole(length, 2, LONGEST, "length");
    whole(direction, 1, 1, "sign");
    need(whole(given, 0, 10 ** 6, "printed") !== many, `${many} is what is printed`);
    positive(angles(base, planes, 0n), many - 1);
    return `${many} sums are above 0.`;
  }

  // The sum at a distance is below 0, and factor (at - 1) is below what was measured.
  function farFromMeasured(data) {
    const names = ["base", "planes", "at", "measured", "factor", "sign"];
    const [base, planes, at, length, given, direction] = fields(data, ...names);
    const theta = angles(base, planes, 0n);
    const m = whole(at, 2, 10 ** 6, "at");
    const seen = whole(length, 1, 10 ** 6, "measured");
    whole(direction, 1, 1, "sign");
    need(cosineSum(theta, m)[1] < 0n, `the sum at ${m} is not below 0`);
    const factor = whole(given, 1, 100, "ratio");
    need(factor * (m - 1) < seen, "it is within the factor");
    return `The sum at ${m} is below 0, and ${seen} positions were measured.`;
  }

  const windowOf = (given) => whole(given, 3, LONGEST, "positions");

  // Of so many pairs of a near and a far position the far one scores more, for certain.
  function inverted(theta, n) {
    const sums = [...cosineSums(theta, n - 1)];
    const half = Math.floor(n / 2);
    const near = sums.slice(0, half).map(([, high]) => high).sort((x, y) => (x < y ? -1 : 1));
    const below = (value) => {
      let [start, end] = [0, half];
      while (start < end) {
        const middle = (start + end) >> 1;
        if (near[middle] < value) start = middle + 1;
        else end = middle;
      }
      return start;
    };
    return sums.slice(half).reduce((total, [low]) => total + below(low), 0);
  }

  function pointsAnywhere(data) {
    const names = ["base", "planes", "length", "amplitude", "share", "fastest", "falling"];
    const [base, planes, length, height, given, fastest, falling] = fields(data, ...names);
    const theta = angles(base, planes, fastest);
    const n = windowOf(length);
    const amplitude = fallingBy(height, falling);
    const share = shortNumber(given);
    need(share.isAbove(ZERO), "the share is not above 0");
    const half = Math.floor(n / 2);
    const enough = !q(inverted(theta, n)).isBelow(share.times(q(half * (n - half))));
    need(enough, "fewer pairs are inverted");
    halfEverywhere(theta, n, amplitude, WHOLE);
    return `${share} of the pairs are inverted, half of the weight at each of ${n} places.`;
  }

  // One plane is above 0 at every distance; half of the weight with all planes and without it.
  function bothKept(data) {
    const names = ["base", "planes", "length", "amplitude", "plane", "falling"];
    const [base, planes, length, height, given, falling] = fields(data, ...names);
    const theta = angles(base, planes, 0n);
    const n = windowOf(length);
    const amplitude = fallingBy(height, falling);
    const plane = whole(given, 0, theta.length - 1, "plane");
    positive([theta[plane]], n - 1);
    halfEverywhere(theta, n, amplitude, WHOLE);
    halfEverywhere(theta.filter((_, p) => p !== plane), n, amplitude, WHOLE);
    return `Order and places are kept in ${n} positions.`;
  }

  // What a claim says besides, of the table's rows the first two numbers.
  const HEADS = { planes: 64n };
  const TABLE = [
    [2048n, 16000n], [16384n, 310000n], [32768n, 640000n], [131072n, 7800000n],
    [262144n, 36000000n], [524288n, 64000000n], [1048576n, 510000000n],
  ];
  const PRINTED = {
    "BC-count": { base: 5000000n, length: 30720n, printed: 0n },
    "BC-fit": { first: 0n, length: 1048576n, factor: 2n, coefficient: "53/1250", exponent: "407/250" },
    "BC-real": { base: 100n, measured: 500n, factor: 2n },
    "BC-table": { first: 0n, rows: TABLE },
    "DU-points": { share: "1/2" },
    "DU-trade": { length: 4096n },
    "PI-bound": { first: 0n, eighths: 8n },
    "PI-sum": { base: 10000n, length: 8192n, times: 2n },
    "RF-decay": { first: 0n, base: 10000n },
    "RF-decay-bound": { first: 0n, base: 10000n },
    "SL-extra": { old: 10000n, trained: 4096n },
    "YN-closer": { first: 0n },
  };

  // Refuses other numbers than the claim's: a witness against these would be one against less.
  function asPrinted(id, data) {
    for (const [name, value] of Object.entries({ ...HEADS, ...PRINTED[id] })) {
      const given = name === "rows" ? data.get(name).map((row) => row.slice(0, 2)) : data.get(name);
      need(`${given}` === `${value}`, `${name}: not as printed`);
    }
  }

  const CHECKS = {
    "BC-bound": forbiddenButServed,
    "BC-count": noneBelow,
    "BC-fit": belowTheLine,
    "BC-real": farFromMeasured,
    "BC-table": belowTheTable,
    "DU-points": pointsAnywhere,
    "DU-trade": bothKept,
    "PI-bound": bendsMore,
    "PI-sum": fallsShort,
    "PM-alias": beyond(4, 0),
    "PM-dc": beyond(1, 0),
    "PM-precision": beyond(4, 24),
    "RF-decay": (data) => rises(cosineSum, data),
    "RF-decay-bound": (data) => rises(sumOfSizes, data),
    "RR-rope-highest": anotherServes,
    "SL-extra": beyondExtra,
    "YN-closer": furtherApart,
  };
  const bound = ([id, check]) => [id, (data) => {
    const said = check(data);
    asPrinted(id, data);
    return said;
  }];
  lib.groups ??= {};
  lib.groups.rules = Object.fromEntries(Object.entries(CHECKS).map(bound));
})(globalThis.ropeClaims);
