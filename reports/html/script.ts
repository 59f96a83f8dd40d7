/** The script of the conformance report: filters, folding, and everything unfolded for the printer. */
export const REPORT_SCRIPT = `
"use strict";
(() => {
  const form = document.getElementById("filters");
  if (!form) return;
  const shown = document.getElementById("shown");
  const clauses = Array.from(document.querySelectorAll(".clause"), (element) => ({
    element,
    outcome: element.classList[1],
    text: element.querySelector(".statement").textContent.toLowerCase(),
  }));
  for (const { element } of clauses) {
    const link = document.createElement("a");
    Object.assign(link, { className: "permalink", href: "#" + element.id, textContent: "#" });
    link.setAttribute("aria-label", "Link to " + element.id);
    element.append(link);
  }
  const blocks = Array.from(document.querySelectorAll(".section"));
  const number = (value) => value.toLocaleString("en");
  const apply = () => {
    const data = new FormData(form);
    const outcome = data.get("outcome");
    const words = String(data.get("text")).toLowerCase().split(/\\s+/).filter(Boolean);
    let count = 0;
    for (const clause of clauses) {
      const fits = (!outcome || clause.outcome === outcome) && words.every((word) => clause.text.includes(word));
      clause.element.hidden = !fits;
      count += fits ? 1 : 0;
    }
    const all = count === clauses.length;
    for (const block of blocks) block.hidden = !all && !block.querySelector(".clause:not([hidden])");
    shown.textContent = all ? "All " + number(count) + " clauses" : number(count) + " of " + number(clauses.length) + " clauses";
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("revealed", (event) => {
    if (!event.target.closest("[hidden]")) return;
    form.reset();
    apply();
  });

  const fold = document.getElementById("fold");
  fold.addEventListener("click", () => {
    const open = fold.getAttribute("aria-pressed") !== "true";
    for (const { element } of clauses) {
      const details = element.hidden ? null : element.querySelector(":scope > details");
      if (details) details.open = open;
    }
    fold.setAttribute("aria-pressed", String(open));
  });

  let folded = [];
  addEventListener("beforeprint", () => {
    const printed = "header details, #broken details, .section:has(.cause), .cause > details";
    folded = Array.from(document.querySelectorAll(printed)).filter((details) => !details.open);
    for (const details of folded) details.open = true;
  });
  addEventListener("afterprint", () => { for (const details of folded) details.open = false; });
  apply();
})();
`;
