// The least margin of a head over every input of a task, held against a bound.
//
// For a query a, an answer o and another output r, with W the weights e^logit,
//     Z (y_o - y_r - m) = Σ_t W(a, b_t, t) (V[b_t, o] - V[b_t, r] + skip[a, o] - skip[a, r] - m):
// one term a position, so the least sum is the sum of the least terms. No token stands for another
// here: every token, answer and other output is looked at, and equal sums are added up once.
"use strict";
(function (lib) {
  const { need, Q } = lib;
  const { BITS, WHOLE, FINE, NOTHING, Scaled, up, over, times, cosineAndSine, exponential, added, isLess } = lib.enclosures;
  const { GRAIN, FORMATS, square } = lib.weights;

  const CUBE = 3n * GRAIN; // Products of three weights are multiples of 2^-534.
  const GAINS = 200n; // Gains are held in units of 2^-200.
  const NANO = 10n ** 9n;
  const ROOT = new Q(17n, 12n); // Above √2: two coordinates, each off by 1 at most.
  const HOPELESS = 16n * WHOLE;
  const ONE = new Q(1n);

  // --- the error model of a run ---

  // Above k·unit/(1 - k·unit): how far k factors 1 + δ, |δ| ≤ unit, lie from 1 (Higham's γ).
  function compounded(k, unit) {
    const all = new Q(BigInt(k)).times(unit);
    need(all.isBelow(ONE), "so many roundings say nothing");
    return all.over(ONE.minus(all));
  }
  const upper = (x, bits) => over(x.above << bits, x.below);

  function modelOf(head, n0) {
    const [u, v] = FORMATS[head.format].map((bits) => new Q(1n, 1n << bits));
    // The table of cos and sin; then two products and a sum a coordinate, if they are rounded.
    const entry = ONE.plus(ROOT.times(u).over(new Q(2n)));
    const turned = entry.times(ONE.plus(ROOT.times(u))).times(ONE.plus(u));
    const sums = ONE.plus(compounded(2 * head.angles.length + 1, v));
    const roughness = (x, y) => upper(x.times(y).times(sums).minus(ONE), BITS);
    const rough = [[roughness(entry, entry), roughness(entry, turned)], [roughness(turned, entry), roughness(turned, turned)]];
    // What is rounded of each summand of an output: sums, products, division; three in the format.
    const mixed = ONE.plus(compounded(2 * n0 + 2, v)).times(ONE.plus(compounded(3, u))).minus(ONE);
    return { v, rough, mixing: upper(mixed, GAINS) };
  }

  // Is a rotation of this vector exact but for its table: one power of two a plane at most?
  function isRounded(row) {
    const isPower = (x) => x === 0n || ((x < 0n ? -x : x) & ((x < 0n ? -x : x) - 1n)) === 0n;
    return !row.every(isPower) || row.some((x, k) => k % 2 === 0 && x !== 0n && row[k + 1] !== 0n);
  }

  function distinct(rows) {
    const known = new Map();
    const number = rows.map((row) => {
      const key = row.join();
      if (!known.has(key)) known.set(key, { row, number: known.size });
      return known.get(key).number;
    });
    return { number, rows: [...known.values()].map((one) => one.row) };
  }

  // β·keyᵀ R_t query = Σ even cos tθ + odd sin tθ, by distinct angle, in units of 2^-534.
  function turning(head, query, key) {
    const found = new Map();
    for (const [k, angle] of head.angles.entries()) {
      const [q0, q1, k0, k1] = [query[2 * k], query[2 * k + 1], key[2 * k], key[2 * k + 1]];
      const [even, odd] = found.get(angle) ?? [0n, 0n];
      const sine = angle === 0n ? 0n : head.beta * (k1 * q0 - k0 * q1);
      found.set(angle, [even + head.beta * (k0 * q0 + k1 * q1), odd + sine]);
    }
    return [...found].filter(([, [even, odd]]) => even !== 0n || odd !== 0n);
  }

  // Every weight of a head at offsets 0 … n0 - 1, over the reals or as a run may have it.
  class Reading {
    constructor(head, n0, run) {
      [this.head, this.n0, this.run] = [head, n0, run];
      this.asks = distinct(head.queries);
      this.kinds = distinct(head.keys);
      this.model = run ? modelOf(head, n0) : null;
      this.tables = new Map();
      this.rows = new Map();
      this.rowOf = this.asks.rows.map((query) => this.rowsOf(query));
      this.bounds = [];
    }

    // How far a run's logit may lie from the true one, and the largest logit there may be.
    uncertainty(query) {
      const { head, kinds, model } = this;
      const doubled = kinds.rows.map((key) => head.beta * (square(query) + square(key)));
      const reach = doubled.map((x) => up(x, CUBE + 1n - BITS));
      const rough = (key) => model.rough[Number(isRounded(query))][Number(isRounded(key))];
      const drifts = kinds.rows.map((key, k) => up(doubled[k] * rough(key), CUBE + 1n));
      const largest = (row) => row.reduce((x, y) => (y > x ? y : x));
      return { drifts, high: largest(reach) + 2n * largest(drifts) };
    }

    // The row of weights of a query and each kind of key; rows that are the same are one.
    rowsOf(query) {
      const { drifts, high } = this.run ? this.uncertainty(query) : { drifts: [], high: 0n };
      if (drifts.some((x) => x > HOPELESS)) this.isHopeless = true;
      return this.kinds.rows.map((key, k) => {
        const turns = turning(this.head, query, key);
        const name = `${turns.join(";")}|${drifts[k]}|${high}`;
        if (!this.rows.has(name)) this.rows.set(name, { number: this.rows.size, turns, drift: drifts[k], high });
        return this.rows.get(name).number;
      });
    }

    table(angle) {
      if (!this.tables.has(angle)) {
        const each = Array.from({ length: this.n0 }, (_, t) => cosineAndSine((BigInt(t) * angle) << (FINE - GRAIN)));
        this.tables.set(angle, each);
      }
      return this.tables.get(angle);
    }

    // [low, high] of each logit of a row, fixed-point.
    logits({ turns }) {
      const row = Array.from({ length: this.n0 }, () => [0n, 0n]);
      for (const [angle, [even, odd]] of turns) {
        const table = angle === 0n ? null : this.table(angle);
        const shift = CUBE - BITS;
        const [low, high] = [even >> shift, up(even, shift)];
        const [less, more] = [odd >> shift, up(odd, shift)];
        for (let t = 0; t < this.n0; t += 1) {
          const at = row[t];
          if (table === null) {
            row[t] = [at[0] + low, at[1] + high];
            continue;
          }
          // |cos|, |sin| < 1 + 2^-100: a factor that is off by a unit is off by two in the product.
          const c = times(table[t][0], low);
          const s = times(table[t][1], less);
          const off = (low === high ? 0n : 2n) + (less === more ? 0n : 2n);
          row[t] = [at[0] + c[0] + s[0] - off, at[1] + c[1] + s[1] + off];
        }
      }
      return row;
    }

    // [low, high] of each weight of a row.
    row(number) {
      if (this.bounds.length === 0) this.bounds = [...this.rows.values()].map((row) => ({ row, ends: null }));
      const found = this.bounds[number];
      found.ends ??= this.logits(found.row).map((ends) => this.weight(found.row, ends));
      return found.ends;
    }

    weight({ drift, high }, [least, most]) {
      if (!this.run) return [exponential(least, false), exponential(most, true)];
      // The drift; 8 v: the exponential and what is flushed; v a unit of what is taken off before.
      const v = (x) => over(x * this.model.v.above, this.model.v.below);
      const slack = drift + v(8n * WHOLE + high - least);
      return [exponential(least - slack, false), exponential(most + slack, true)];
    }
  }

  // --- sums ---

  class Margins {
    constructor(reading, task) {
      [this.reading, this.task, this.head] = [reading, task, reading.head];
      const { head } = this;
      const every = [...head.values, ...head.skip].flat().map((x) => (x < 0n ? -x : x));
      const largest = up(every.reduce((x, y) => (y > x ? y : x)), GRAIN);
      // Weights below 2^-126 may be flushed to 0: together less than 10^-24 of the largest value.
      this.flushed = reading.run ? over((1n + largest) << GAINS, 10n ** 24n) : 0n;
      for (const store of ["sorted", "members", "gains", "shapes", "kindShapes", "rowShapes", "rowStore", "grouped", "terms"]) {
        this[store] = new Map();
      }
      const tokens = head.tokens.map((_, b) => b);
      this.saying = head.outputs.map((_, r) => new Set(tokens.filter((b) => head.values[b][r] !== 0n)));
      this.shapeList = [];
      this.jobs = null;
    }

    // row[o] - row[r]; in a run less what rounding takes.
    gain(x, y) {
      const exact = (x - y) << (GAINS - GRAIN);
      if (!this.reading.run) return exact;
      const both = (x < 0n ? -x : x) + (y < 0n ? -y : y);
      return exact - up(both * this.reading.model.mixing, GRAIN) - this.flushed;
    }

    // The same of two outputs of a token's value.
    valueGain(token, o, r) {
      return this.gain(this.head.values[token][o], this.head.values[token][r]);
    }

    interned(store, key, value) {
      let found = store.get(key);
      if (found === undefined) {
        found = { number: store.size, value };
        store.set(key, found);
      }
      return found.number;
    }

    // Of some tokens, by kind of key: what each gains where r is not said, the least first.
    unopposed(set, o) {
      const key = set * this.head.outputs.length + o;
      if (!this.sorted.has(key)) {
        const kinds = new Map();
        for (const b of this.task.sets[set]) {
          const kind = this.reading.kinds.number[b];
          if (!kinds.has(kind)) kinds.set(kind, []);
          kinds.get(kind).push([this.gain(this.head.values[b][o], 0n), b]);
        }
        for (const row of kinds.values()) row.sort(([x], [y]) => (x < y ? -1 : x > y ? 1 : 0));
        const rows = [...kinds].sort(([x], [y]) => x - y);
        this.sorted.set(key, { rows, plain: this.shapeNumber(rows.map(([kind, row]) => [kind, row[0][0]])) });
      }
      return this.sorted.get(key);
    }

    shapeNumber(shape) {
      return this.interned(this.shapes, shape.map(([kind, gain]) => `${kind},${this.gainNumber(gain)}`).join(";"), shape);
    }

    gainNumber(gain) {
      if (!this.gains.has(gain)) this.gains.set(gain, this.gains.size);
      return this.gains.get(gain);
    }

    // The least gain by kind of key among some tokens: equal keys weigh the same.
    kindShape(set, o, r) {
      const key = set * this.head.outputs.length + o;
      if (!this.kindShapes.has(key)) this.kindShapes.set(key, []);
      const known = this.kindShapes.get(key);
      known[r] ??= this.newKindShape(set, o, r);
      return known[r];
    }

    newKindShape(set, o, r) {
      const { rows, plain } = this.unopposed(set, o);
      const saying = this.saying[r];
      const members = this.task.sets[set].length > 1 ? this.opposed(set, r) : this.task.sets[set];
      if (members.length === 0) return plain;
      const shape = rows.map(([kind, row]) => {
        let least = row.find(([, b]) => !saying.has(b))?.[0];
        for (const b of members) {
          if (this.reading.kinds.number[b] !== kind) continue;
          const gain = this.valueGain(b, o, r);
          if (least === undefined || gain < least) least = gain;
        }
        return [kind, least];
      });
      return this.shapeNumber(shape);
    }

    // Those of some tokens that say an output.
    opposed(set, r) {
      const key = set * this.head.outputs.length + r;
      if (!this.members.has(key)) this.members.set(key, this.task.sets[set].filter((b) => this.saying[r].has(b)));
      return this.members.get(key);
    }

    // The same by row of weights, for one query.
    rowShape(ask, kindShape) {
      if (!this.rowShapes.has(ask)) this.rowShapes.set(ask, []);
      const known = this.rowShapes.get(ask);
      known[kindShape] ??= this.newRowShape(ask, kindShape);
      return known[kindShape];
    }

    newRowShape(ask, kindShape) {
      if (this.shapeList.length < this.shapes.size) this.shapeList = [...this.shapes.values()].map((one) => one.value);
      const least = new Map();
      for (const [kind, gain] of this.shapeList[kindShape]) {
        const row = this.reading.rowOf[ask][kind];
        const old = least.get(row);
        if (old === undefined || gain < old) least.set(row, gain);
      }
      const shape = [...least].sort(([x], [y]) => x - y);
      const name = shape.join(";");
      if (!this.rowStore.has(name)) this.rowStore.set(name, { number: this.rowStore.size, shape });
      return this.rowStore.get(name);
    }

    // Other outputs in groups whose values make the same sums; each group a list.
    groups(near, pin, far, o) {
      const key = `${near}|${pin}|${far}|${o}`;
      if (!this.grouped.has(key)) {
        const found = new Map();
        for (let r = 0; r < this.head.outputs.length; r += 1) {
          if (r === o) continue;
          const shapes = [near, pin, far].map((set) => this.kindShape(set, o, r));
          const name = shapes.join();
          if (!found.has(name)) found.set(name, { shapes, members: [] });
          found.get(name).members.push(r);
        }
        this.grouped.set(key, [...found.values()]);
      }
      return this.grouped.get(key);
    }

    // Every sum that must not be negative, once.
    everyJob() {
      if (this.jobs !== null) return this.jobs;
      const found = new Map();
      for (const one of this.task.cases) {
        const { query, offsets, lengths } = one;
        const ask = this.reading.asks.number[query];
        const [value, skip] = [this.head.values[query], this.head.skip[query]];
        const isSpecial = (r) => value[r] !== 0n || skip[r] !== 0n;
        for (const { set: pin, answer: o } of one.pinSets) {
          for (const { shapes, members } of this.groups(one.nearSet, pin, one.farSet, o)) {
            // The query says and keeps nothing of most outputs: of these one is as good as another.
            const plain = members.find((r) => !isSpecial(r));
            const rivals = members.filter(isSpecial);
            for (const r of plain === undefined ? rivals : [plain, ...rivals]) {
              const kept = this.gain(skip[o], skip[r]);
              const own = this.rowShape(ask, this.shapeNumber([[this.reading.kinds.number[query], this.valueGain(query, o, r)]]));
              const [near, pinned, far] = shapes.map((shape) => this.rowShape(ask, shape));
              const key = [kept, own.number, near.number, pinned.number, far.number, offsets, lengths].join("|");
              if (!found.has(key)) found.set(key, { kept, own, near, pin: pinned, far, offsets, lengths });
            }
          }
        }
      }
      this.jobs = [...found.values()];
      return this.jobs;
    }

    // The least term at each offset; null where no token may stand.
    termsOf({ number, shape }, kept, nanos) {
      if (shape.length === 0) return null;
      const key = `${kept}|${number}`;
      if (this.terms.has(key)) return this.terms.get(key);
      let found = null;
      for (const [row, gain] of shape) {
        const shift = (gain + kept) * NANO - (nanos << GAINS);
        // A positive term is least with the low weight, a negative one with the high weight.
        const end = shift >= 0n ? 0 : 1;
        const own = this.reading.row(row).map((ends) => new Scaled(ends[end].m * shift, ends[end].e));
        found = found === null ? own : found.map((x, t) => (isLess(own[t], x) ? own[t] : x));
      }
      this.terms.set(key, found);
      return found;
    }

    // Is the margin so many 10^-9 at least, on every input?
    *proves(nanos) {
      this.terms.clear();
      const jobs = this.everyJob();
      for (const [done, job] of jobs.entries()) {
        if (!this.isNeverNegative(job, nanos)) return false;
        if (done % 16 === 0) yield done / jobs.length;
      }
      return true;
    }

    isNeverNegative(job, nanos) {
      const [own, near, pin, far] = [job.own, job.near, job.pin, job.far].map((one) => this.termsOf(one, job.kept, nanos));
      const [[k0, k1], [n1, n2]] = [job.offsets, job.lengths];
      // beyond[n]: the least sum from offset n on, where inputs end from n1 on; null: there is none.
      const beyond = Array(n2 + 1).fill(NOTHING);
      for (let n = n2 - 1; n > 0; n -= 1) {
        const further = far === null || beyond[n + 1] === null ? null : added(far[n], beyond[n + 1]);
        const mayEnd = n >= n1 && (further === null || further.m > 0n);
        beyond[n] = mayEnd ? NOTHING : further;
      }
      let inner = NOTHING; // What lies between the query and the pin.
      for (let k = 0; k <= Math.min(k1, n2 - 1); k += 1) {
        if (k > 1) inner = near === null ? null : added(inner, near[k - 1]);
        if (inner === null) break;
        if (k < k0 || beyond[k + 1] === null) continue;
        let total = added(own[0], beyond[k + 1]);
        if (k > 0) total = added(total, added(inner, pin[k]));
        if (total.m < 0n) return false;
      }
      return true;
    }

    // Does output o lead r by less than so many 10^-9 on this input (tokens, the query last)?
    fallsShort(tokens, o, r, nanos) {
      const { head, reading } = this;
      const back = [...tokens].reverse();
      const kept = this.gain(head.skip[back[0]][o], head.skip[back[0]][r]);
      const rows = reading.rowOf[reading.asks.number[back[0]]];
      let total = NOTHING;
      for (const [t, b] of back.entries()) {
        const shift = (nanos << GAINS) - (this.valueGain(b, o, r) + kept) * NANO;
        const ends = reading.row(rows[reading.kinds.number[b]])[t];
        const weight = shift >= 0n ? ends[0] : ends[1];
        total = added(total, new Scaled(weight.m * shift, weight.e));
      }
      return total.m > 0n;
    }
  }

  // Sets of tokens by number, so that equal ones are looked at once.
  function withSets(task) {
    const known = new Map();
    const sets = [];
    const numbered = (set) => {
      const key = set.join();
      if (!known.has(key)) {
        known.set(key, sets.length);
        sets.push(set);
      }
      return known.get(key);
    };
    const cases = task.cases.map((one) => ({
      ...one, nearSet: numbered(one.near), farSet: numbered(one.far),
      pinSets: one.pins.map(([set, answer]) => ({ set: numbered(set), answer })),
    }));
    return { ...task, cases, sets };
  }

  Object.assign(lib, { Reading, Margins, withSets });
})(globalThis.ropeClaims);
