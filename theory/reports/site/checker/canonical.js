// Witnesses about paper A's canonical tasks. An angle θ between 0 and π is given by its cosine, a
// rational, so every cos tθ is rational.
"use strict";
(function (lib) {
  const { q, ONE, need, largest, fields, number, list, whole, words, cosines } = lib;
  const MOST = 6;

  function cosine(text) {
    const found = number(text);
    need(found.isBelow(ONE) && found.isAbove(q(-1)), "cos θ is not between -1 and 1");
    return found;
  }

  function steps(written, found, what) {
    const given = list(written, `${what}: rises`);
    const same = given.length === found.length && given.every((s, k) => s === BigInt(found[k]));
    need(same, `${what}: the curve rises as ${found}`);
  }

  // Some step of the first sign stands before some step of the second.
  const before = (row, first, second) =>
    row.some((s, k) => s === first && row.slice(k).includes(second));

  // Index head, keys 1..N, target j: w_max(j) = e^B / Z_j, Z_j = Σ_k e^(B cos((k-j)θ)). The sums
  // Z_j and Z_(j+1) share all terms but one each: Z_j - Z_(j+1) = e^(B cos((N-j)θ)) - e^(B cos jθ),
  // so for every B > 0 the curve rises from j to j+1 iff cos((N-j)θ) > cos jθ.
  function indexCurve(data) {
    const [c, size, rises] = fields(data, "cos", "keys", "rises");
    const keys = whole(size, 3, MOST, "keys");
    const cos = cosines(cosine(c), keys);
    need(cos.slice(1, keys).every((x) => x.isBelow(ONE)), "index: the target is not the only maximum");
    const found = [];
    for (let j = 1; j < keys; j += 1) found.push(cos[keys - j].against(cos[j]));
    steps(rises, found, "index");
    need(before(found, 1, -1), "index: the curve is a U");
    return found;
  }

  // Retrieval head: the match at j has logit B cos((j-c)θ), the others B·floor: the weight of the
  // match rises where its cosine does.
  function retrievalCurve(data) {
    const [c, size, given, low, rises] = fields(data, "cos", "keys", "phase", "floor", "rises");
    const keys = whole(size, 3, MOST, "keys");
    const phase = whole(given, 0, MOST, "phase");
    const cos = cosines(cosine(c), MOST);
    const logits = [];
    for (let j = 1; j <= keys; j += 1) logits.push(cos[Math.abs(j - phase)]);
    const floor = number(low);
    need(logits.every((x) => x.isAbove(floor)), "retrieval: a match is not the largest");
    const found = logits.slice(1).map((x, k) => x.against(logits[k]));
    steps(rises, found, "retrieval");
    const bends = found.includes(1) && found.includes(-1) && !before(found, -1, 1);
    need(!bends, "retrieval: the curve is an inverse U");
    return found;
  }

  function curves(data) {
    const [index, retrieval] = fields(data, "index", "retrieval");
    const [first, second] = [indexCurve(index), retrievalCurve(retrieval)];
    return `From key to key the Index head's largest weight goes ${first} (1 up, -1 down), the Retrieval head's ${second}, for every B > 0.`;
  }

  // Hard attention over `keys` pairs with two opposite symbols: the logit of the pair at distance t
  // is cos tθ if it holds the symbol asked for, else -cos tθ. The attribute that most of the largest
  // logits hold must be that of the symbol's last pair.
  function answersAll(cos, keys) {
    let count = 0;
    for (const symbols of words([0, 1], keys)) {
      for (const query of [0, 1]) {
        if (!symbols.includes(query)) continue;
        const sign = (s, k) => (s === query ? cos[keys - k] : q(0).minus(cos[keys - k]));
        const logits = symbols.map(sign);
        const top = largest(logits);
        for (const attributes of words([0, 1], keys)) {
          const votes = [0, 0];
          attributes.forEach((a, k) => (votes[a] += logits[k].is(top) ? 1 : 0));
          const wanted = attributes[symbols.lastIndexOf(query)];
          need(votes[wanted] > votes[1 - wanted], `wrong on symbols ${symbols}, attributes ${attributes}, query ${query}`);
          count += 1;
        }
      }
    }
    return count;
  }

  function oneAngle(data) {
    const [c, size, written] = fields(data, "cos", "keys", "inputs");
    const keys = whole(size, 2, MOST, "keys");
    const cos = cosines(cosine(c), keys);
    const counts = [];
    for (let n = 1; n <= keys; n += 1) counts.push(answersAll(cos, n));
    const given = list(written, "inputs");
    const same = given.length === keys && given.every((x, k) => x === BigInt(counts[k]));
    need(same, `there are ${counts} inputs`);
    return `One angle with cosine ${c} answers all ${counts.join(" + ")} inputs of 1 to ${keys} pairs.`;
  }

  // A place counted from the start lies at another distance when the length is another: at each
  // length one distance must win over the other, and the two demands clash.
  function twoLengths(data) {
    const [given, at, written] = fields(data, "lengths", "target", "distances");
    const lengths = list(given, "lengths").map((n) => whole(n, 2, MOST, "a length"));
    const target = whole(at, 1, MOST, "target");
    need(lengths.length === 2 && lengths[0] !== lengths[1], "not two lengths");
    const distances = lengths.map((n) => n - target);
    need(distances.every((d) => d >= 1), "the target is not before the query");
    const same = list(written, "distances").length === 2 && written.every((d, k) => d === BigInt(distances[k]));
    need(same, `the distances are ${distances}`);
    need(Math.max(...distances) < Math.min(...lengths), "a distance does not fit into both lengths");
    return `At length ${lengths[0]} the logit at distance ${distances[0]} must exceed that at ${distances[1]}; at length ${lengths[1]} the reverse.`;
  }

  lib.groups ??= {};
  lib.groups.canonical = { "A-thm3-lengths": twoLengths, "A-thm7": curves, "A-one-angle": oneAngle };
})((globalThis.ropeClaims ??= {}));
