// Search and filters of the front page, and the buttons that re-check witnesses. Works from file://.
"use strict";
(function () {
  const find = (id) => document.getElementById(id);
  // Lets the browser draw before the next piece of work.
  const drawn = () => new Promise((done) => setTimeout(done, 0));

  // Runs a check in pieces, so that the page can be used meanwhile; tells `part` what is done.
  async function finished(steps, part) {
    let [spent, start] = [0, performance.now()];
    for (;;) {
      const { value, done } = steps.next();
      const now = performance.now();
      if (done) return { verified: value[0], said: value[1], seconds: ((spent + now - start) / 1000).toFixed(3) };
      if (now - start < 50) continue;
      part(value);
      spent += now - start;
      await drawn();
      start = performance.now();
    }
  }

  // What is rejected is the witness or the certificate; the claim keeps its verdict.
  function tell(place, found, name, what) {
    place.className = `result ${found.verified ? "good" : "bad"}`;
    const verdict = found.verified ? "✓ Verified" : `✗ ${what} rejected`;
    place.textContent = `${name}${verdict} in ${found.seconds} s. ${found.said}`;
  }

  // A form whose button checks what `steps` makes of it.
  function rechecks(form, what, steps) {
    const place = form.querySelector(".result");
    const bar = form.querySelector("progress");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      place.className = "result";
      place.textContent = "Checking …";
      bar.removeAttribute("value");
      await drawn();
      const found = await finished(steps(), (part) => { bar.value = part; });
      tell(place, found, "", what);
      bar.value = 1;
    });
    form.addEventListener("reset", () => {
      place.textContent = "";
      bar.value = 0;
    });
  }

  // A text of JSON: each of its texts and numbers by what `change(token, number)` says instead.
  const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|-?[0-9][0-9.eE+-]*|true|false|null/g;
  function leaves(text, change) {
    let number = 0;
    return text.replace(TOKENS, (token, quoted, colon) => (colon ? token : change(token, number++)));
  }
  const isText = (token) => token.startsWith('"');

  // The fields of a witness and its JSON say the same; a JSON of other parts turns the fields off.
  function couple(form) {
    const box = form.querySelector("textarea");
    const fields = [...form.querySelectorAll("[data-leaf]")];
    const written = (token, value) => (!isText(token) && /^-?(0|[1-9][0-9]*)$/.test(value) ? value : JSON.stringify(value));
    const write = () => {
      box.value = leaves(box.defaultValue, (token, k) => {
        const { value, defaultValue } = fields[k];
        return value === defaultValue ? token : written(token, value);
      });
    };
    const readBack = () => {
      const found = [];
      leaves(box.value, (token) => { found.push(token); return token; });
      for (const [k, field] of fields.entries()) {
        field.disabled = found.length !== fields.length;
        if (field.disabled) continue;
        try {
          field.value = isText(found[k]) ? JSON.parse(found[k]) : found[k];
        } catch {
          field.value = found[k];
        }
      }
    };
    for (const field of fields) field.addEventListener("input", write);
    box.addEventListener("input", readBack);
    form.addEventListener("reset", () => { for (const field of fields) field.disabled = false; });
  }

  function recheckWitness(form) {
    couple(form);
    rechecks(form, "Witness", () => ropeClaims.stepwise(form.dataset.claim, form.querySelector("textarea").value));
  }

  function recheckCertificate(form) {
    const text = globalThis.ropeCertificates[form.dataset.certificate];
    const [place, value, anew] = ["place", "value", "anew"].map(find);
    const show = () => { find("there").textContent = place.value && ropeClaims.standing(text, place.value); };
    place.addEventListener("input", show);
    rechecks(form, "Certificate", () => ropeClaims.changed(text, place.value, value.value, anew.checked));
    form.addEventListener("reset", () => { find("there").textContent = ""; });
  }

  // Checks each [id, text, where to say so], and says how many hold.
  async function recheckAll(entries, { list, bar, result, name, id = "certificate" }) {
    bar.max = entries.length;
    let [verified, seconds] = [0, 0];
    for (const [done, [own, text]] of entries.entries()) {
      result.textContent = `Checking ${own} …`;
      await drawn();
      const steps = ropeClaims.stepwise(id === "certificate" ? id : own, text);
      const found = await finished(steps, (part) => { bar.value = done + part; });
      tell(list(own), found, name(own), id === "certificate" ? "Certificate" : "Witness");
      verified += found.verified ? 1 : 0;
      seconds += Number(found.seconds);
      bar.value = done + 1;
    }
    const all = entries.length > 0 && verified === entries.length;
    result.className = all ? "good" : "bad";
    const what = id === "certificate" ? "certificates" : "witnesses";
    result.textContent = `${all ? "✓" : "✗"} ${verified} of ${entries.length} ${what} verified in ${seconds.toFixed(2)} s.`;
  }

  function recheckWitnesses() {
    const list = find("all-list");
    list.replaceChildren();
    recheckAll(Object.entries(globalThis.ropeWitnesses), {
      list: () => list.appendChild(document.createElement("li")), bar: find("progress"),
      result: find("all-result"), name: (id) => `${id}: `, id: "witness",
    });
  }

  function recheckCertificates() {
    recheckAll(Object.entries(globalThis.ropeCertificates), {
      list: (name) => document.querySelector(`[data-result="${name}"]`), bar: find("certificates-progress"),
      result: find("certificates-result"), name: () => "",
    });
  }

  function filters(list) {
    const entries = [...list.querySelectorAll("li[data-id]")];
    const choices = [...document.querySelectorAll("[data-filter]")];
    for (const choice of choices) {
      const name = choice.dataset.filter;
      const split = (value) => (name === "evidence" ? value.split(" ") : [value]);
      const values = new Set(entries.flatMap((one) => split(one.dataset[name])));
      for (const value of [...values].sort()) choice.add(new Option(value, value));
    }
    const fits = (one, words) =>
      words.every((word) => one.textContent.toLowerCase().includes(word)) &&
      choices.every(({ value, dataset }) => {
        const own = one.dataset[dataset.filter];
        return value === "" || own === value || (dataset.filter === "evidence" && own.split(" ").includes(value));
      });
    const update = () => {
      const words = find("search").value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const one of entries) one.hidden = !fits(one, words);
      for (const part of list.children) part.hidden = !part.querySelector("li[data-id]:not([hidden])");
      const count = entries.filter((one) => !one.hidden).length;
      find("shown").textContent = `${count} of ${entries.length} claims`;
    };
    find("filters").addEventListener("input", update);
    find("filters").addEventListener("submit", (event) => event.preventDefault());
    update();
  }

  document.querySelectorAll("form.recheck").forEach(recheckWitness);
  document.querySelectorAll("form.certificate").forEach(recheckCertificate);
  find("check-all")?.addEventListener("click", recheckWitnesses);
  find("check-certificates")?.addEventListener("click", recheckCertificates);
  if (find("list")) filters(find("list"));
})();
