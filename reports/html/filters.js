// The conformance report: filters by outcome, endpoint, section and words.
"use strict";
(() => {
  const form = document.getElementById("filters");
  const clauses = [...document.querySelectorAll(".clause")];
  const sections = [...document.querySelectorAll(".section")];
  const wasOpen = sections.filter(({ open }) => open);

  const apply = () => {
    const { outcome, endpoint, section, text } = Object.fromEntries(new FormData(form));
    const words = text.toLowerCase().split(/\s+/);
    for (const clause of clauses) {
      const said = clause.querySelector(".statement").textContent.toLowerCase();
      clause.hidden =
        (outcome && !clause.classList.contains(outcome)) ||
        (endpoint && clause.dataset.endpoint !== endpoint) ||
        (section && clause.closest(".section").id !== section) ||
        !words.every((word) => said.includes(word));
    }
    const shown = clauses.filter(({ hidden }) => !hidden).length;
    const isAll = shown === clauses.length;
    for (const part of sections) {
      part.hidden = !part.querySelector(".clause:not([hidden])");
      part.open = isAll ? wasOpen.includes(part) : !part.hidden;
    }
    const count = `${shown.toLocaleString("en")} of ${clauses.length.toLocaleString("en")} clauses`;
    document.getElementById("shown").textContent = count;
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("unfold").addEventListener("click", () => {
    for (const details of document.querySelectorAll("#clauses details")) details.open = true;
  });
  apply();
})();
