// The weights that a construction says (paper B, F.2), held against those that a certificate lists:
// each must be the number of the format that is nearest to the exact one.
"use strict";
(function (lib) {
  const { need, fields, list, isText } = lib;
  const { BITS, FINE, under, over, cosineAndSine, quarter } = lib.enclosures;
  const { GRAIN, FORMATS, NUMBER, size, bitsOf } = lib.weights;

  const gcd = (a, b) => (b === 0n ? a : gcd(b, a % b));

  // A number of turns as [above, below], in lowest terms.
  function turnsOf(text) {
    const found = isText(text) ? /^(0|-?[1-9][0-9]{0,40})(?:\/([1-9][0-9]{0,40}))?$/.exec(text) : null;
    need(found !== null, "construction: theta: no fraction");
    const [above, below] = [BigInt(found[1]), BigInt(found[2] ?? 1)];
    need(found[2] === undefined || below > 1n, "construction: theta: not in lowest terms");
    need(gcd(size(above), below) === 1n, "construction: theta: not in lowest terms");
    return [above, below];
  }

  // Is `written` the number of the format that is nearest to what lies between low and high, both
  // in units of 2^-bits? Zero is only nearest to itself.
  function isNearest(written, [low, high], bits, format) {
    if (written === 0n) return low === 0n && high === 0n;
    const magnitude = bitsOf(size(written));
    const unit = 1n << (magnitude - FORMATS[format][0]);
    // Below a power of two numbers lie twice as near.
    const power = size(written) === 1n << (magnitude - 1n);
    const [inner, outer] = [power ? unit : 2n * unit, 2n * unit];
    const [a, b] = written > 0n ? [inner, outer] : [outer, inner];
    const scale = (x) => x << (GRAIN + 2n);
    const least = (4n * written - a) << bits;
    const most = (4n * written + b) << bits;
    return scale(low) > least && scale(high) < most;
  }

  // (0, 1) turned by `above/below` turns and times `length` halves: two exact or enclosed numbers.
  function arrow(above, below, halves = 2n) {
    const rest = ((above % below) + below) % below;
    const [c, s] = turned(rest, below);
    const half = ([low, high]) => [(low * halves) / 2n, (high * halves) / 2n];
    return [half([-s[1], -s[0]]), half(c)];
  }

  // cos and sin of a number of turns from 0 to 1.
  function turned(above, below) {
    const whole = 1n << BITS;
    if ((4n * above) % below === 0n) {
      const exact = (x) => [x * whole, x * whole];
      return [[1n, 0n], [0n, 1n], [-1n, 0n], [0n, -1n]][Number((4n * above) / below)].map(exact);
    }
    // The angle's two ends lie 2^-180 apart; cosines move no further than that.
    const angle = under(8n * quarter[0] * above, below);
    return cosineAndSine(angle).map(([low, high]) => [low - 1n, high + 1n]);
  }

  function angleOf([above, below]) {
    const ends = [under(8n * quarter[0] * above, below), over(8n * quarter[1] * above, below)];
    return ends[0] <= ends[1] ? ends : [under(8n * quarter[1] * above, below), over(8n * quarter[0] * above, below)];
  }

  const ascending = (most) => Array.from({ length: most }, (_, k) => `${k + 1}`);

  // What each token asks, offers, says and keeps, as exact turns and whole numbers.
  function index(head, letters, integers, [above, below]) {
    const numbers = ascending(integers);
    const said = new Map();
    for (const x of letters) said.set(x, { asks: arrow(0n, 1n), says: 2n });
    for (const [k, x] of numbers.entries()) said.set(x, { asks: arrow(-BigInt(k + 1) * above, below), says: 0n });
    const own = (what) => (token, output) => (token === output ? what(said.get(token)) : 0n);
    return {
      tokens: [...letters, ...numbers],
      asks: (token) => said.get(token).asks, offers: () => arrow(0n, 1n),
      says: own((one) => one.says), keeps: own(() => 1n),
    };
  }

  function pairsOf(letters, integers) {
    const numbers = ascending(integers);
    const each = (rights) => letters.flatMap((x) => rights.map((y) => `${x}${y}`));
    return [...each(numbers), ...each(letters)];
  }

  // Letter number k at the phase -k/|ALPH| turns; a pair asks for its right half, or for itself.
  function retrieval(head, letters, integers) {
    const phase = new Map(letters.map((x, k) => [x, arrow(-BigInt(k + 1), BigInt(letters.length))]));
    const asked = (token) => (phase.has(token.slice(1)) ? token.slice(1) : token[0]);
    return {
      tokens: pairsOf(letters, integers),
      asks: (token) => phase.get(asked(token)), offers: (token) => phase.get(token[0]),
      says: (token, output) => (token === output ? 1n : 0n), keeps: () => 0n,
    };
  }

  // A plane a left half and one an integer: a token asks for its right half, and at half the length
  // for its own left one; it says how many halves an output shares with it.
  function symbolic(head, letters, integers) {
    const planes = [...letters.map((x) => `left ${x}`), ...ascending(integers).map((x) => `right ${x}`)];
    const still = [0n, 0n];
    const row = (given) => planes.flatMap((plane) => (given.has(plane) ? arrow(0n, 1n, given.get(plane)) : [still, still]));
    const isNumber = (token) => NUMBER.test(token.slice(1));
    const wanted = (token) => (isNumber(token) ? `right ${token.slice(1)}` : `left ${token.slice(1)}`);
    const asks = (token) => {
      const given = new Map([[`left ${token[0]}`, 1n]]);
      given.set(wanted(token), (given.get(wanted(token)) ?? 0n) + 2n);
      return row(given);
    };
    const offers = (token) => {
      const given = new Map([[`left ${token[0]}`, 2n]]);
      if (isNumber(token)) given.set(wanted(token), 2n);
      return row(given);
    };
    const shared = (x, y) => (x[0] === y[0] ? 1n : 0n) + (x.slice(1) === y.slice(1) ? 1n : 0n);
    return {
      tokens: pairsOf(letters, integers), planes: planes.length,
      asks, offers, says: shared, keeps: () => 0n,
    };
  }

  const CONSTRUCTIONS = { index, retrieval, "retrieval-symbolic": symbolic };

  function alphabet(name, data) {
    const letters = list(data, "letters");
    const form = name === "index" ? /^[A-Za-z]+$/ : /^[A-Za-z]$/;
    need(letters.length > 0 && letters.every((x) => isText(x) && form.test(x)), "construction: letters: of another form");
    need(new Set(letters).size === letters.length, "construction: letters: two alike");
    return letters;
  }

  // Holds every weight against the construction; says it in words.
  function readConstruction(data, head) {
    need(data instanceof Map && isText(data.get("name")), "construction: no name");
    const name = data.get("name");
    if (name === "any") {
      fields(data, "name");
      return "name any";
    }
    need(Object.hasOwn(CONSTRUCTIONS, name), "construction: unknown");
    const placed = name !== "retrieval-symbolic";
    const [, given, most, theta] = fields(data, "name", "letters", "integers", ...(placed ? ["theta"] : []));
    const letters = alphabet(name, given);
    const integers = lib.whole(most, 1, 4096, "construction: integers");
    const turn = placed ? turnsOf(theta) : [0n, 1n];
    const made = CONSTRUCTIONS[name](head, letters, integers, turn);
    for (const what of ["tokens", "outputs"]) {
      need(head[what].join() === made.tokens.join(), `construction: ${what}: not ${name}'s`);
    }
    holdWeights(head, made, name, turn);
    return [...data].map(([key, value]) => `${key} ${key === "letters" ? letters.length : value}`).join(", ");
  }

  function holdWeights(head, made, name, turn) {
    const planes = made.planes ?? 1;
    need(head.angles.length === planes, "construction: another number of planes");
    const exact = turn[0] % turn[1] === 0n && turn[0] === 0n ? [0n, 0n] : angleOf(turn);
    need(head.angles.every((x) => isNearest(x, exact, FINE, head.format)), "construction: weight angles");
    for (const [k, token] of head.tokens.entries()) {
      for (const [what, row] of [["queries", made.asks(token)], ["keys", made.offers(token)]]) {
        const right = row.every((x, j) => isNearest(head[what][k][j], x, BITS, head.format));
        need(right, `construction: weight ${what}[${k}] is not what ${name} says`);
      }
      for (const [what, said] of [["values", made.says], ["skip", made.keeps]]) {
        const right = head.outputs.every((o, j) => head[what][k][j] === said(token, o) << GRAIN);
        need(right, `construction: weight ${what}[${k}] is not what ${name} says`);
      }
    }
  }

  Object.assign(lib, { readConstruction });
})(globalThis.ropeClaims);
