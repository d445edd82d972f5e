// The calculator's page: reads the form, computes length by length, draws. Works from file://.
"use strict";
(function () {
  const lib = globalThis.ropeCapacity;
  const find = (id) => document.getElementById(id);
  const wait = () => new Promise((done) => setTimeout(done, 0));
  const grouped = (x) => Math.round(x).toLocaleString("en-US");
  const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [600, 300, 44, 40, 12];
  const KEPT = "the settings kept";
  const FIELDS = ["base", "head", "share", "scaling", "factor", "original"];
  const UNTURNED = "this model rotates nothing, so no head tells positions apart by rotation";
  let run = 0;
  let shown = null; // The rotations of the configuration that was read, until a field is edited.
  let kept = null;

  function typed() {
    const value = (id) => Number(find(id).value);
    const [head, share] = [value("head"), value("share")];
    const config = { head_dim: head, rope_theta: value("base"), partial_rotary_factor: share / 100, max_position_embeddings: value("original") };
    const type = find("scaling").value;
    if (type !== "none") config.rope_scaling = { rope_type: type, factor: value("factor"), original_max_position_embeddings: value("original") };
    return config;
  }

  function chosen(name, layers) {
    const published = () => lib.read(globalThis.ropePublished[name].config);
    const rotations = name === "" ? shown ?? lib.read(typed()) : name === KEPT ? kept : published();
    if (rotations.length === 0) throw new Error(`${name}: ${UNTURNED}`);
    return rotations.find((one) => one.layers === layers) ?? rotations[0];
  }

  // 64, 256, 1,024 and so on, as far as a third of the length, and the length itself.
  function lengths(n) {
    const found = [];
    for (let k = 64; 3 * k < n; k *= 4) found.push(k);
    return [...found, n];
  }

  function mark(name, attributes, text = "") {
    const made = document.createElementNS(find("curve").namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  }

  function frame(svg, top, across) {
    svg.replaceChildren();
    for (let k = 0; k <= 4; k += 1) {
      const y = HEIGHT - BOTTOM - (k / 4) * (HEIGHT - BOTTOM - TOP);
      svg.append(mark("line", { class: "grid", x1: LEFT, x2: WIDTH, y1: y, y2: y }));
      svg.append(mark("text", { class: "end", x: LEFT - 6, y: y + 4 }, String(Number(((k / 4) * top).toPrecision(2)))));
    }
    svg.append(mark("text", { x: (LEFT + WIDTH) / 2, y: HEIGHT - 4 }, across));
  }

  function drawCurves(curves, n) {
    const all = curves.flat().map((one) => one.beta).filter(Number.isFinite);
    const top = 4 * Math.ceil(Math.max(1, ...all) / 4); // Four lines at whole numbers.
    const svg = find("curve");
    frame(svg, top, "positions");
    const x = (length) => LEFT + 10 + ((Math.log(length) - Math.log(64)) / Math.max(1e-9, Math.log(n) - Math.log(64))) * (WIDTH - LEFT - 40);
    const y = (beta) => HEIGHT - BOTTOM - (beta / top) * (HEIGHT - BOTTOM - TOP);
    for (const length of lengths(n)) svg.append(mark("text", { x: x(length), y: HEIGHT - BOTTOM + 15 }, grouped(length)));
    curves.forEach((curve, k) => {
      const points = curve.filter((one) => Number.isFinite(one.beta)).map((one) => `${x(one.n).toFixed(1)},${y(one.beta).toFixed(1)}`);
      svg.append(mark("polyline", { class: k ? "curve published" : "curve", points: points.join(" ") }));
      for (const point of points) svg.append(mark("circle", { class: k ? "dot other" : "dot", r: 3, cx: point.split(",")[0], cy: point.split(",")[1] }));
    });
  }

  function drawShares({ shares }, theta) {
    const svg = find("shares");
    const top = Math.max(...shares);
    frame(svg, 100 * top, "frequency, fastest first; height: share of β* in per cent");
    const wide = (WIDTH - LEFT - 10) / shares.length;
    shares.forEach((share, p) => {
      const high = (share / top) * (HEIGHT - BOTTOM - TOP);
      const bar = mark("rect", { class: "bar", x: LEFT + 5 + p * wide, y: HEIGHT - BOTTOM - high, width: Math.max(1, wide - 1), height: high });
      bar.append(mark("title", {}, `period ${grouped((2 * Math.PI) / theta[p])}: ${(100 * share).toFixed(1)} %`));
      svg.append(bar);
    });
  }

  function fill(id, rows) {
    const heads = [...find(id).closest("table").querySelectorAll("th")];
    find(id).replaceChildren(...rows.map((cells) => {
      const row = document.createElement("tr");
      for (const [k, cell] of cells.entries()) {
        const made = document.createElement("td");
        made.dataset.label = heads[k].textContent;
        made.append(cell);
        row.append(made);
      }
      return row;
    }));
  }

  function linked(id) {
    const link = document.createElement("a");
    [link.href, link.textContent] = [`claims/${id}.html`, id];
    return link;
  }

  function tell(own, given, theta, n) {
    const { shares, many } = lib.carriers(own);
    drawShares({ shares }, theta);
    const heaviest = [...shares.keys()].sort((p, q) => shares[q] - shares[p]).slice(0, 5);
    find("carriers").textContent = `${many} of ${theta.length} frequencies have at least 1 % of β*. The heaviest have the periods ` +
      `${heaviest.map((p) => `${grouped((2 * Math.PI) / theta[p])} (${(100 * shares[p]).toFixed(0)} %)`).join(", ")} positions.`;
    fill("tables", lib.tables(n).map((one) => [one.name, grouped(one.apart), grouped(one.merges), one.state]));
    fill("rules", lib.rules(theta, given.base, n).map((one) => [one.rule, one.says, one.verdict, linked(one.id)]));
  }

  // The call of rope_claims that certifies these settings.
  function command({ base, size, scaling }, n) {
    const python = (value) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value));
    const fields = Object.entries(lib.fieldsOf(scaling).every).map(([name, value]) => `"${name}": ${python(value)}`);
    const said = scaling.type === "none" ? "" : `, scaling={${fields.join(", ")}}`;
    return `from rope_claims import capacity\nprint(capacity(base=${base}, head_size=${size}, tokens=${n}${said}))`;
  }

  // The length that is asked for comes first. Then the shorter ones, each from the one before.
  async function curve(given, n, mine, step) {
    const found = [];
    for (const length of lengths(n).reverse()) {
      await wait();
      if (mine !== run) return null;
      found.unshift(lib.budget(lib.angles(given, length), length, found[0]));
      step(found);
    }
    return found;
  }

  async function compute() {
    const mine = (run += 1);
    const status = find("status");
    status.className = "";
    try {
      const n = Number(find("length").value);
      if (!Number.isInteger(n) || n < 3 || n > 131_072) throw new Error("length: a whole number from 3 to 131,072 is needed");
      const given = chosen("", find("layers").value);
      const other = find("other").value && chosen(find("other").value, find("layers").value);
      status.textContent = "Computing …";
      find("command").textContent = command(given, n);
      find("certificate").textContent = `rope-claims capacity --model config.json --tokens ${n} --out capacity`;
      const said = (found) => `β* at ${grouped(n)} positions: ${found.at(-1).beta.toFixed(2)}.`;
      const own = await curve(given, n, mine, (found) => {
        drawCurves([found], n);
        if (found.length > 1) return;
        tell(found[0], given, lib.angles(given, n), n);
        status.textContent = `${said(found)} Computing shorter lengths …`;
      });
      if (own === null) return;
      const against = other ? await curve(other, n, mine, (found) => drawCurves([own, found], n)) : [];
      if (against === null) return;
      const second = other ? ` ${find("other").value}: ${against.at(-1).beta.toFixed(2)}.` : "";
      status.textContent = `${said(own)}${second} Computed here, not certified.`;
      fill("values", own.map((one, k) => [grouped(one.n), one.beta.toFixed(2), against[k] ? against[k].beta.toFixed(2) : "–"]));
    } catch (error) {
      status.className = "bad";
      status.textContent = error.message;
    }
  }

  // What the fields cannot hold of a rotation, in words.
  function beyond({ scaling }) {
    const unusual = Object.entries(lib.fieldsOf(scaling).unusual);
    return unusual.map(([name, value]) => (Array.isArray(value) ? name : `${name} ${value}`));
  }

  // Writes the rotation of the layers that are picked into the fields.
  function write() {
    const one = chosen("", find("layers").value);
    const { type, factor, original } = one.scaling;
    const values = { base: one.base, head: one.size, share: 100, scaling: type, factor, original };
    for (const [id, value] of Object.entries(values)) find(id).value = value;
    const more = beyond(one).join(", ");
    find("source").textContent = more && `Read, and used until a field above is edited: ${more}.`;
  }

  // Takes a configuration as it is, and writes into the fields what they hold of it.
  function show(config, trained) {
    const given = lib.read(config);
    if (given.length === 0) throw new Error(UNTURNED);
    shown = given;
    find("layers").replaceChildren(...given.map((one) => new Option(one.layers || "all", one.layers)));
    if (trained) find("length").value = Math.min(trained, 131_072);
    write();
    compute();
  }

  // From now on the fields alone say the configuration.
  function forget() {
    if (shown === null) return;
    const lost = beyond(chosen("", find("layers").value));
    if (shown.length > 1) lost.push("the other layers");
    shown = null;
    find("layers").replaceChildren(new Option("all", ""));
    find("source").textContent = lost.length ? `A field was edited. No longer used of what was read: ${lost.join(", ")}.` : "";
  }

  function guarded(action) {
    try {
      action();
    } catch (error) {
      find("status").className = "bad";
      find("status").textContent = error.message;
    }
  }

  for (const id of ["published", "other"]) {
    for (const name of Object.keys(globalThis.ropePublished)) find(id).add(new Option(name, name));
  }
  find("published").addEventListener("change", () => guarded(() => {
    const { config, trained } = globalThis.ropePublished[find("published").value] ?? {};
    if (config) show(config, trained);
  }));
  find("keep").addEventListener("click", () => guarded(() => {
    const now = chosen("", find("layers").value);
    if (kept === null) find("other").add(new Option(KEPT, KEPT));
    kept = [now];
    find("other").value = KEPT;
    compute();
  }));
  find("read").addEventListener("click", () => guarded(() => show(JSON.parse(find("config").value))));
  find("calculator").addEventListener("submit", (event) => { event.preventDefault(); compute(); });
  find("calculator").addEventListener("change", ({ target }) => {
    if (["published", "config"].includes(target.id)) return;
    if (FIELDS.includes(target.id)) forget();
    if (target.id === "layers" && shown) write();
    compute();
  });
  compute();
})();
