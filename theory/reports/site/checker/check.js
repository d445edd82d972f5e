// Checks witnesses and certificates in a second language: written from the definitions, sharing
// nothing with the Python that found them or with the Python that checks them.
//
//     node check.js FILE.json …     witnesses or certificates: 0 all verified, 1 one rejected, 2 usage
//                                   or unreadable
//     node check.js --batch         a line of JSON in, ["ID", witness] or ["certificate", its
//                                   fields]; a line out, [true or false, what was computed or why
//                                   it is refused]
//
// In a browser: ropeClaims.check("B-irr", text); ropeClaims.stepwise("certificate", text) yields
// how much is done.
"use strict";
if (typeof require === "function" && !globalThis.ropeClaims) {
  const witnesses = ["exact", "placement", "canonical", "heads", "impossibility", "tasks", "steps", "designs"];
  const certificates = ["enclosures", "sha256", "weights", "constructions", "inputs", "margins", "certificate"];
  for (const part of [...witnesses, ...certificates, "rules"]) require(`./${part}.js`);
}
(function (lib) {
  const isRefusal = (error) => error instanceof lib.Refused || error instanceof lib.Unreadable;
  const groupOf = (id) => Object.values(lib.groups).find((group) => Object.hasOwn(group, id));

  // Yields the part that is done; returns [whether it is verified, a sentence of what was computed
  // or of why not].
  function* work(id, data) {
    try {
      if (id === "certificate") return [true, yield* lib.certificateSteps(data)];
      const group = groupOf(id);
      lib.need(group !== undefined, `no check is known for ${id}`);
      lib.exact(data);
      return [true, group[id](data)];
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return [false, error.message];
    }
  }

  // The same of a text of JSON.
  function* stepwise(id, text) {
    let data;
    try {
      data = lib.read(text);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return [false, `cannot be read: ${error.message}`];
    }
    return yield* work(id, data);
  }

  // A certificate with something else at a place such as head.queries.0.1, a whole number or a text;
  // `anew`: with hashes and sentence to match.
  function* changed(text, place, value, anew) {
    const data = lib.read(text);
    try {
      if (place !== "") put(data, place.split("."), value);
      if (anew) lib.remake(data);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return [false, error.message];
    }
    return yield* work("certificate", data);
  }

  const inside = (data, key) => (data instanceof Map ? data.get(key) : Array.isArray(data) ? data[Number(key)] : undefined);
  const at = (data, keys) => keys.reduce(inside, data);

  function put(data, keys, value) {
    const holder = at(data, keys.slice(0, -1));
    const old = at(data, keys);
    lib.need(old !== undefined, `nothing stands at ${keys.join(".")}`);
    const whole = typeof old === "bigint" && /^-?(0|[1-9][0-9]*)$/.test(value);
    const now = whole ? BigInt(value) : value;
    if (holder instanceof Map) holder.set(keys.at(-1), now);
    else holder[Number(keys.at(-1))] = now;
  }

  // What stands at a place, in a few words; '' for nothing.
  function standing(text, place) {
    const found = at(lib.read(text), place.split("."));
    if (found instanceof Map || Array.isArray(found)) return `${found.size ?? found.length} entries`;
    return found === undefined ? "" : `${found?.text ?? found}`;
  }

  // At once.
  function finished(steps) {
    for (;;) {
      const { value, done } = steps.next();
      if (done) return value;
    }
  }
  const verdict = (id, data) => finished(work(id, data));
  const check = (id, text) => finished(stepwise(id, text));

  // The one plain way to write a certificate: no spaces, and nothing escaped that need not be.
  function plain(data) {
    if (Array.isArray(data)) return `[${data.map(plain).join(",")}]`;
    if (data instanceof Map) return `{${[...data].map((pair) => pair.map(plain).join(":")).join(",")}}`;
    return typeof data === "string" ? JSON.stringify(data) : `${data?.text ?? data}`;
  }

  function certificateOf(file, text) {
    const found = verdict("certificate", file);
    const written = text.endsWith("\n") ? text.slice(0, -1) : text;
    return found[0] && written !== plain(file) ? [false, "not written plainly"] : found;
  }

  // A file holds a certificate, or the witnesses of one group or more; none of a group may be missing.
  function checkFile(text) {
    const file = lib.read(text);
    if (lib.isCertificate(file)) return [["certificate", ...certificateOf(file, text)]];
    if (!(file instanceof Map)) throw new lib.Unreadable("no object of witnesses");
    const expected = [...file.keys()].flatMap((id) => Object.keys(groupOf(id) ?? {}));
    const missing = (id) => [false, `no witness of ${id}`];
    const ids = [...new Set([...file.keys(), ...expected])].sort();
    return ids.map((id) => [id, ...(file.has(id) ? verdict(id, file.get(id)) : missing(id))]);
  }

  // Of a stranger's file nothing is shown that a terminal would obey.
  const shown = (line) => line.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?");

  function main(files) {
    const fs = require("node:fs");
    if (files.length === 0 || files.some((name) => name.startsWith("-"))) {
      console.error("usage: node check.js FILE.json …");
      return 2;
    }
    const results = [];
    for (const name of files) {
      try {
        const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
        results.push(...checkFile(strict.decode(fs.readFileSync(name))));
      } catch (error) {
        console.error(shown(`${name}: ${error.message}`));
        return 2;
      }
    }
    for (const [id, verified, said] of results) {
      const rejected = id === "certificate" ? "rejected" : "witness rejected";
      console.log(shown(`${id}: ${verified ? "verified" : rejected}; ${said}`));
    }
    return results.length > 0 && results.every(([, verified]) => verified) ? 0 : 1;
  }

  function batch() {
    const lines = require("node:readline").createInterface({ input: process.stdin });
    lines.on("line", (line) => {
      let found;
      try {
        found = verdict(...lib.read(line));
      } catch (error) {
        found = [false, `${isRefusal(error) ? "" : "BROKEN "}${error.message}`];
      }
      console.log(JSON.stringify(found));
    });
  }

  Object.assign(lib, { check, checkFile, stepwise, changed, standing });
  if (typeof require === "function" && typeof module === "object" && require.main === module) {
    const given = process.argv.slice(2);
    if (given.length === 1 && given[0] === "--batch") batch();
    else process.exitCode = main(given);
  }
})(globalThis.ropeClaims);
