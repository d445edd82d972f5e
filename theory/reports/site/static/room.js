// Search and filters of the front page, and the buttons that re-check witnesses. Works from file://.
"use strict";
(function () {
  const find = (id) => document.getElementById(id);
  // Lets the browser draw before the next piece of work.
  const drawn = () => new Promise((done) => setTimeout(done, 0));

  function checked(id, text) {
    const start = performance.now();
    const [verified, said] = ropeClaims.check(id, text);
    return { verified, said, seconds: ((performance.now() - start) / 1000).toFixed(3) };
  }

  function tell(place, found, name) {
    place.className = `result ${found.verified ? "good" : "bad"}`;
    const verdict = found.verified ? "✓ Verified" : "✗ Refuted";
    place.textContent = `${name}${verdict} in ${found.seconds} s. ${found.said}`;
  }

  function recheckOne(form) {
    const place = form.querySelector(".result");
    const bar = form.querySelector("progress");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      place.textContent = "Checking …";
      bar.removeAttribute("value");
      await drawn();
      tell(place, checked(form.dataset.claim, form.querySelector("textarea").value), "");
      bar.value = 1;
    });
    form.addEventListener("reset", () => {
      place.textContent = "";
      bar.value = 0;
    });
  }

  async function recheckAll() {
    const entries = Object.entries(globalThis.ropeWitnesses);
    const [list, bar] = [find("all-list"), find("progress")];
    list.replaceChildren();
    bar.max = entries.length;
    let [verified, seconds] = [0, 0];
    for (const [done, [id, text]] of entries.entries()) {
      find("all-result").textContent = `Checking ${id} …`;
      await drawn();
      const found = checked(id, text);
      const item = list.appendChild(document.createElement("li"));
      tell(item, found, `${id}: `);
      verified += found.verified ? 1 : 0;
      seconds += Number(found.seconds);
      bar.value = done + 1;
    }
    const all = entries.length > 0 && verified === entries.length;
    find("all-result").className = all ? "good" : "bad";
    find("all-result").textContent = `${all ? "✓" : "✗"} ${verified} of ${entries.length} witnesses verified in ${seconds.toFixed(2)} s.`;
  }

  function filters(table) {
    const rows = [...table.tBodies[0].rows];
    const choices = [...document.querySelectorAll("[data-filter]")];
    for (const choice of choices) {
      const name = choice.dataset.filter;
      const split = (value) => (name === "evidence" ? value.split(" ") : [value]);
      const values = new Set(rows.flatMap((row) => split(row.dataset[name])));
      for (const value of [...values].sort()) choice.add(new Option(value, value));
    }
    const fits = (row, words) =>
      words.every((word) => row.textContent.toLowerCase().includes(word)) &&
      choices.every(({ value, dataset }) => {
        const own = row.dataset[dataset.filter];
        return value === "" || own === value || (dataset.filter === "evidence" && own.split(" ").includes(value));
      });
    const update = () => {
      const words = find("search").value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of rows) row.hidden = !fits(row, words);
      const count = rows.filter((row) => !row.hidden).length;
      find("shown").textContent = `${count} of ${rows.length} claims`;
    };
    find("filters").addEventListener("input", update);
    find("filters").addEventListener("submit", (event) => event.preventDefault());
    update();
  }

  document.querySelectorAll("form.recheck").forEach(recheckOne);
  find("check-all")?.addEventListener("click", recheckAll);
  if (find("table")) filters(find("table"));
})();
