// Enhancements of the report. Without this script everything can still be read.
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

  // The filter applies to causes, clauses, the map, and the list of clauses that were not tested.
  const form = document.getElementById("filters");
  const search = form.querySelector("[type=search]");
  const clauses = [...document.querySelectorAll("[data-words]")];
  const parts = [...document.querySelectorAll(".section, .others, #causes")];
  const untested = document.getElementById("not-tested");
  const wasOpen = new Set(parts.filter(({ open }) => open));
  const cells = new Map([...document.querySelectorAll(".cells a")].map((cell) => [cell.hash.slice(1), cell]));
  const filter = () => {
    const { outcome, text } = Object.fromEntries(new FormData(form));
    const words = text.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const clause of clauses) {
      const said = clause.dataset.words.toLowerCase();
      clause.hidden =
        (outcome && !clause.classList.contains(outcome)) || !words.every((word) => said.includes(word));
      if (!clause.id) continue;
      cells.get(clause.id)?.classList.toggle("faded", clause.hidden);
      if (!clause.hidden) shown += 1;
    }
    const isWhole = shown === cells.size;
    for (const part of parts) {
      part.hidden = !part.querySelector("[data-words]:not([hidden])");
      part.open = isWhole ? wasOpen.has(part) : !part.hidden;
    }
    for (const item of untested?.querySelectorAll("section > ul > li") ?? []) {
      const ids = [...item.querySelectorAll("a")].map(({ hash }) => hash.slice(1));
      item.hidden = ids.length > 0 && ids.every((id) => document.getElementById(id)?.hidden);
    }
    if (untested) untested.hidden = !untested.querySelector("li:not([hidden])");
    document.getElementById("shown").textContent = `${shown} of ${cells.size} clauses`;
    document.getElementById("nothing").hidden = shown > 0;
  };
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();

  // Opens the element of the fragment and its ancestors. If a filter hides it, the filter is reset.
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
  // A second click on the same link causes no `hashchange` event.
  document.addEventListener("click", ({ target }) => {
    if (target.closest("a")?.hash === location.hash) reveal();
  });
  reveal();

  // `/` focuses the filter, and Escape clears it; `j` and `k` go to the next and the previous failure.
  let current;
  const step = (by) => {
    const failures = clauses.filter((one) => one.id && one.matches(".failed:not([hidden])"));
    const next = failures[Math.max(0, failures.indexOf(current) + by)];
    if (!next) return;
    current = next;
    for (let at = next; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    next.querySelector("summary, a").focus({ preventScroll: true });
    next.scrollIntoView();
  };
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target === search && key === "Escape") {
      form.reset();
      filter();
      search.blur();
    } else if (!target.matches("input:not([type=radio])")) {
      const action = { "/": () => search.focus(), j: () => step(1), k: () => step(-1) }[key];
      if (action) event.preventDefault();
      action?.();
    }
  });
})();
