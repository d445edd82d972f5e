// The least total amplitude β* = Σ a_p with which logits Σ a_p cos(θ_p t) give their target at least
// half of the attention, wherever it stands among n positions. In floating point; nothing is certified.
//
// With f(t) = exp(-Σ a_p (1 - cos θ_p t)) and S(s) = Σ_{1≤t≤s} f(t) + Σ_{1≤t≤n-1-s} f(t), the amplitudes
// must keep S(s) ≤ 1 at every position s. Newton's method minimises the barrier
// τ Σ a_p - Σ_s ln(-ln S(s)) - Σ ln a_p over a few positions s and a sample of the distances t. At the end
// the amplitudes are scaled by the least factor that serves all n positions.
"use strict";
(function (lib) {
  const COARSE = 800; // Distances of the first sample, on which every frequency takes part.
  const FINE = (n) => (n > 20_000 ? 3200 : 1600); // Of the second, for frequencies that carry the budget.
  const GAPS = { coarse: 0.03, fine: 0.005 }; // The barrier's own share of β* at the end.
  const EXCESS = 0.005; // By how much a sum of the sample may be above 1 in the end.
  const MARGIN = 1e-7; // What the sums stay below 1.
  const STEPS = 40; // Newton steps for one τ, at most.
  const FEW = 16; // So few frequencies all take part in the second solution.
  const MANY = 64; // Of more frequencies the rough solution knows every second one.
  const DRAWS = 4; // Samples at most, each drawn with the amplitudes of the one before.
  const NEAR = 1.007; // The amplitudes of a sample are taken if such a factor makes them serve.
  const SMALL = 3e-3; // A frequency with a smaller share of the first solution takes no part in the second.
  const LARGEST = 2 ** 20; // A larger β* is called infinite.

  // Numbers in [0, 1), the same at every call.
  function drawn(state) {
    return () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
  }

  // Σ a_p (1 - cos θ_p t) at t = 0 ... n-1.
  function exponents(theta, a, n) {
    const found = new Float64Array(n);
    theta.forEach((angle, p) => {
      if (a[p] === 0) return;
      const [turnCos, turnSin] = [Math.cos(angle), Math.sin(angle)];
      for (let start = 0; start < n; start += 512) {
        const end = Math.min(start + 512, n);
        let [c, s] = [Math.cos(start * angle), Math.sin(start * angle)];
        for (let t = start; t < end; t += 1) {
          found[t] += a[p] * (1 - c);
          [c, s] = [c * turnCos - s * turnSin, s * turnCos + c * turnSin];
        }
      }
    });
    return found;
  }

  // The largest S(s) with `factor` times the amplitudes.
  function worst(exponent, factor) {
    const n = exponent.length;
    const prefix = new Float64Array(n);
    for (let t = 1; t < n; t += 1) prefix[t] = prefix[t - 1] + Math.exp(-factor * exponent[t]);
    let most = 0;
    for (let s = 0; 2 * s <= n - 1; s += 1) most = Math.max(most, prefix[s] + prefix[n - 1 - s]);
    return most;
  }

  // The least factor with S(s) ≤ 1 at every position, or Infinity.
  function leastFactor(exponent) {
    let [low, high] = [0, 1];
    while (!(worst(exponent, high) <= 1 - MARGIN)) {
      [low, high] = [high, 1.25 * high];
      if (high > LARGEST) return Infinity;
    }
    if (low === 0) low = 0.5;
    while (high - low > 1e-5 * high) {
      const middle = (low + high) / 2;
      if (worst(exponent, middle) <= 1 - MARGIN) high = middle;
      else low = middle;
    }
    return high;
  }

  // Distances with what each counts for, and 1 - cos θ_p t, a row a frequency.
  function sampled(theta, n, t, count) {
    const d = theta.map((angle) => t.map((one) => 1 - Math.cos(angle * one)));
    return { n, t, count, d };
  }

  // All distances, or an even sample of them.
  function even(theta, n, most) {
    if (n - 1 <= most) {
      return sampled(theta, n, Float64Array.from({ length: n - 1 }, (_, k) => k + 1), new Float64Array(n - 1).fill(1));
    }
    const [random, near] = [drawn(1), most >> 1];
    const t = Array.from({ length: near }, (_, k) => k + 1);
    const count = t.map(() => 1);
    // Stretches that grow in proportion to the distance: near distances weigh most.
    const ratio = ((n - 1) / near) ** (1 / near);
    for (let k = 0, end = near; k < near && end < n - 1; k += 1) {
      const next = k === near - 1 ? n - 1 : Math.min(n - 1, Math.max(end + 1, Math.round(near * ratio ** (k + 1))));
      t.push(end + 1 + Math.floor(random() * (next - end)));
      count.push(next - end);
      end = next;
    }
    return sampled(theta, n, Float64Array.from(t), Float64Array.from(count));
  }

  // The distances that weigh most with amplitudes a, and of the others one for each equal share.
  function weighed(theta, a, n, most) {
    const exponent = exponents(theta, a, n);
    const f = exponent.map((x) => Math.exp(-x));
    f[0] = 0;
    const bar = Float64Array.from(f).sort()[n - (most >> 1)];
    let rest = 0;
    for (const x of f) if (x < bar) rest += x;
    const share = rest / (most >> 1);
    const [t, count] = [[], []];
    for (let k = 1, held = drawn(2)() * share; k < n; k += 1) {
      if (f[k] >= bar) {
        t.push(k);
        count.push(1);
        continue;
      }
      held += f[k];
      const often = Math.floor(held / share);
      if (!(often > 0)) continue; // Also where the share is 0.
      held -= often * share;
      t.push(k);
      count.push((often * share) / f[k]);
    }
    return sampled(theta, n, Float64Array.from(t), Float64Array.from(count));
  }

  // How often each distance occurs at position s.
  function shareOf({ n, t, count }, s) {
    return count.map((x, i) => x * ((t[i] <= s) + (t[i] <= n - 1 - s)));
  }

  function weightsOf({ t, d }, a) {
    const e = new Float64Array(t.length);
    d.forEach((row, p) => {
      const x = a[p];
      for (let i = 0; i < e.length; i += 1) e[i] -= x * row[i];
    });
    for (let i = 0; i < e.length; i += 1) e[i] = Math.exp(e[i]);
    return e;
  }

  function dot(x, y) {
    let [a, b, c, d, i] = [0, 0, 0, 0, 0]; // Four sums at once do not wait for each other.
    for (; i + 3 < x.length; i += 4) {
      a += x[i] * y[i];
      b += x[i + 1] * y[i + 1];
      c += x[i + 2] * y[i + 2];
      d += x[i + 3] * y[i + 3];
    }
    for (; i < x.length; i += 1) a += x[i] * y[i];
    return a + b + c + d;
  }

  // Adds to four sums from q on the products of x with four rows, reading x once.
  function addFour(sums, q, x, rows) {
    const [r0, r1, r2, r3] = [rows[q], rows[q + 1], rows[q + 2], rows[q + 3]];
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < x.length; i += 1) {
      const one = x[i];
      a += one * r0[i];
      b += one * r1[i];
      c += one * r2[i];
      d += one * r3[i];
    }
    sums[q] += a;
    sums[q + 1] += b;
    sums[q + 2] += c;
    sums[q + 3] += d;
  }

  // x with `matrix` x = right, by Cholesky; the matrix is symmetric and positive.
  function solved(matrix, right) {
    const size = right.length;
    for (let j = 0; j < size; j += 1) {
      for (let i = j; i < size; i += 1) {
        let x = matrix[i][j];
        for (let k = 0; k < j; k += 1) x -= matrix[i][k] * matrix[j][k];
        matrix[i][j] = i === j ? Math.sqrt(Math.max(x, 1e-300)) : x / matrix[j][j];
      }
    }
    const x = Float64Array.from(right);
    for (let i = 0; i < size; i += 1) {
      for (let k = 0; k < i; k += 1) x[i] -= matrix[i][k] * x[k];
      x[i] /= matrix[i][i];
    }
    for (let i = size - 1; i >= 0; i -= 1) {
      for (let k = i + 1; k < size; k += 1) x[i] -= matrix[k][i] * x[k];
      x[i] /= matrix[i][i];
    }
    return x;
  }

  function barrier(at, shares, a, tau) {
    const f = weightsOf(at, a);
    let value = 0;
    for (const share of shares) {
      const total = dot(share, f);
      if (total >= 1) return Infinity;
      value -= Math.log(-Math.log(total));
    }
    for (const x of a) value += tau * x - Math.log(x);
    return value;
  }

  // found[i] = x[i] y[i].
  function multiplied(found, x, y) {
    for (let i = 0; i < found.length; i += 1) found[i] = x[i] * y[i];
  }

  // The barrier's slope and curvature.
  function derivatives(at, shares, a, tau) {
    const [f, size] = [weightsOf(at, a), a.length];
    const slope = Float64Array.from(a, (x) => tau - 1 / x);
    const curve = Array.from(a, (x, p) => { const row = new Float64Array(size); row[p] = 1 / (x * x); return row; });
    const [mixed, product, means] = [new Float64Array(f.length), new Float64Array(f.length), new Float64Array(size)];
    for (const share of shares) {
      const total = dot(share, f);
      const pull = -1 / Math.log(total);
      multiplied(product, share, f);
      for (let i = 0; i < mixed.length; i += 1) mixed[i] += (pull / total) * product[i];
      for (let p = 0; p < size; p += 1) means[p] = dot(at.d[p], product) / total;
      for (let p = 0; p < size; p += 1) {
        const [row, x] = [curve[p], (pull * pull - pull) * means[p]];
        slope[p] -= pull * means[p];
        for (let q = 0; q <= p; q += 1) row[q] += x * means[q];
      }
    }
    for (let p = 0; p < size; p += 1) {
      multiplied(product, at.d[p], mixed);
      let q = 0;
      for (; q + 3 <= p; q += 4) addFour(curve[p], q, product, at.d);
      for (; q <= p; q += 1) curve[p][q] += dot(product, at.d[q]);
    }
    return { slope, curve };
  }

  // The barrier's minimum at τ from amplitudes that serve.
  function newton(at, shares, start, tau) {
    let a = start;
    for (let round = 0; round < STEPS; round += 1) {
      const { slope, curve } = derivatives(at, shares, a, tau);
      const step = solved(curve, slope.map((x) => -x));
      const gain = -dot(slope, step);
      let length = 1;
      step.forEach((x, p) => { if (x < 0) length = Math.min(length, (-0.98 * a[p]) / x); });
      const [before, from] = [barrier(at, shares, a, tau), a];
      const moved = () => from.map((x, p) => x + length * step[p]);
      while (length > 1e-9 && !(barrier(at, shares, moved(), tau) <= before - 1e-3 * length * gain)) length /= 2;
      if (length <= 1e-9) return a;
      a = moved();
      if (gain < 0.05 * shares.length) return a;
    }
    return a;
  }

  // The amplitudes, enlarged until every sum is below 1 by 3 %.
  function inside(at, shares, start) {
    let a = start;
    const full = (f) => shares.some((share) => dot(share, f) >= 0.97);
    while (full(weightsOf(at, a))) a = a.map((x) => x * 1.02);
    return a;
  }

  // The position with the largest sum on the sample, and that sum.
  function fullest({ n, t, count }, f) {
    const prefix = new Float64Array(t.length + 1);
    for (let i = 0; i < t.length; i += 1) prefix[i + 1] = prefix[i] + count[i] * f[i];
    let [place, most] = [0, prefix[t.length]];
    for (let i = 0, j = t.length; i < t.length && 2 * t[i] <= n - 1; i += 1) {
      while (j > 0 && t[j - 1] > n - 1 - t[i]) j -= 1;
      const total = prefix[i + 1] + prefix[j];
      if (total > most) [place, most] = [t[i], total];
    }
    return [place, most];
  }

  // Minimises Σ a on a sample; from a solution of a similar sample only the last stretch.
  function minimised(at, gap, start) {
    const size = at.d.length;
    const middle = (at.n - 1) >> 1;
    const places = [...new Set(start ? start.places.map((s) => Math.min(s, middle)) : [middle])];
    let shares = places.map((s) => shareOf(at, s));
    let a = inside(at, shares, start ? start.a : new Float64Array(size).fill(0.05));
    let tau = start ? size / (16 * gap * a.reduce((x, y) => x + y, 0)) : 1;
    for (;;) {
      a = newton(at, shares, a, tau);
      const last = (size + places.length) / tau < gap * a.reduce((x, y) => x + y, 0);
      const [place, most] = fullest(at, weightsOf(at, a));
      if (most > 1 + (last ? EXCESS : 0.1) && !places.includes(place) && places.length < 12) {
        places.push(place);
        shares = [...shares, shareOf(at, place)];
        a = inside(at, shares, a.map((x) => x + 1e-3));
        tau = Math.max(1, tau / 16);
      } else if (last) return { a, places };
      else tau *= 4;
    }
  }

  // Where the rough solution begins: the other window's amplitudes, of which none is 0.
  function begun(other, some, every) {
    if (!other || !Number.isFinite(other.beta)) return null;
    const { beta, amplitudes, places } = other;
    const least = beta / (100 * amplitudes.length);
    const sum = (p) => amplitudes.slice(p, p + every).reduce((x, y) => x + y, least);
    return { a: Float64Array.from(some, sum), places };
  }

  // Amplitudes of some frequencies, times the least factor that serves all n positions.
  function serving(theta, some, { a, places }, n) {
    const factor = leastFactor(exponents(some.map((p) => theta[p]), a, n));
    const amplitudes = theta.map(() => 0);
    some.forEach((p, k) => { amplitudes[p] = a[k] * factor; });
    return { n, beta: amplitudes.reduce((x, y) => x + y, 0), amplitudes, places, factor };
  }

  // The same from amplitudes of these frequencies, minimised on one sample after another.
  function refined(theta, kept, start, n) {
    const angles = kept.map((p) => theta[p]);
    let [few, best] = [start, null];
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const whole = n - 1 <= FINE(n);
      const at = whole ? even(angles, n, FINE(n)) : weighed(angles, few.a, n, FINE(n));
      few = minimised(at, GAPS.fine, few);
      const found = serving(theta, kept, few, n);
      few.a = Float64Array.from(kept, (p) => found.amplitudes[p]); // The next draw is made with amplitudes that serve.
      if (best === null || found.beta < best.beta) best = found;
      if (whole || found.factor < NEAR || found.factor === Infinity) break;
    }
    return best;
  }

  // β* and its amplitudes in a window of n positions: first roughly (with every second of many
  // frequencies; from another window's budget, if there is one), then with those that carry it.
  function budget(theta, n, other = null) {
    if (theta.length === 0) return { n, beta: Infinity, amplitudes: [] };
    const every = theta.length > MANY ? 2 : 1;
    const some = [...theta.keys()].filter((p) => p % every === 0);
    const first = minimised(even(some.map((p) => theta[p]), n, COARSE), GAPS.coarse, begun(other, some, every));
    const guess = new Float64Array(theta.length);
    some.forEach((p, k) => { guess[p] = first.a[k]; if (every === 2 && p + 1 < theta.length) guess[p + 1] = first.a[k] / 2; });
    const least = (every === 2 ? SMALL : SMALL / 10) * first.a.reduce((x, y) => x + y, 0);
    const kept = [...theta.keys()].filter((p) => theta.length <= FEW || guess[p] > least);
    const found = refined(theta, kept, { a: Float64Array.from(kept, (p) => guess[p]), places: first.places }, n);
    const rough = serving(theta, some, first, n);
    if (found.beta <= rough.beta) return found;
    const all = refined(theta, some, first, n); // Bases near 1: those left out were needed.
    return all.beta < rough.beta ? all : rough;
  }

  Object.assign(lib, { budget, exponents, leastFactor });
})((globalThis.ropeCapacity ??= {}));
