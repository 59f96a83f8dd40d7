// Filters the rows of a comparison.
"use strict";
(() => {
  const form = document.getElementById("filters");
  const rows = [...document.querySelectorAll("tbody[data-outcomes]")];
  const alike = document.getElementById("alike");
  const filter = () => {
    const { outcome, text } = Object.fromEntries(new FormData(form));
    const words = text.toLowerCase().split(/\s+/);
    for (const row of rows) {
      const said = row.dataset.words.toLowerCase();
      const has = !outcome || row.dataset.outcomes.split(" ").includes(outcome);
      row.hidden = !has || !words.every((word) => said.includes(word));
    }
    const shown = rows.filter(({ hidden }) => !hidden).length;
    if (alike) alike.hidden = !rows.some((row) => !row.hidden && alike.compareDocumentPosition(row) === 4);
    document.getElementById("shown").textContent = `${shown} of ${rows.length} clauses`;
  };
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
})();
