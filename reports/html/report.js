// What the report does beyond being read; without it everything can still be read.
"use strict";
(() => {
  for (const figure of document.querySelectorAll(".copy")) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: "Copy", ariaLive: "polite" });
    button.addEventListener("click", async () => {
      const text = figure.querySelector("pre");
      getSelection().selectAllChildren(text);
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
    });
    figure.querySelector("figcaption").append(button);
  }

  const form = document.getElementById("filters");
  const clauses = [...document.querySelectorAll(".clause")];
  const sections = [...document.querySelectorAll(".section")];
  const wasOpen = sections.filter(({ open }) => open);
  const filter = () => {
    const { outcome, text } = Object.fromEntries(new FormData(form));
    const words = text.toLowerCase().split(/\s+/);
    for (const clause of clauses) {
      const said = clause.dataset.words.toLowerCase();
      clause.hidden =
        (outcome && !clause.classList.contains(outcome)) || !words.every((word) => said.includes(word));
    }
    const shown = clauses.filter(({ hidden }) => !hidden).length;
    for (const part of sections) {
      part.hidden = !part.querySelector(".clause:not([hidden])");
      part.open = shown === clauses.length ? wasOpen.includes(part) : !part.hidden;
    }
    document.getElementById("shown").textContent = `${shown} of ${clauses.length} clauses`;
  };
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();

  // What the address names is opened with all around it; a filter may have hidden it.
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    if (target.closest("[hidden]")) {
      form.reset();
      filter();
    }
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  // A second click on the same link changes no address.
  document.addEventListener("click", ({ target }) => {
    if (target.closest("a")?.hash === location.hash) reveal();
  });
  reveal();
})();
