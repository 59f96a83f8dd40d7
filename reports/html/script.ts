/**
 * What pages do beyond being read; without it everything can still be read. Elements with `data-script` are shown only
 * where scripts run. It serves:
 *
 * - `button[data-copy]` in a `.code`: copies its `pre`, and says so
 * - `button[data-theme-switch]`: light or dark
 * - `time[data-local]`: the time in the reader's zone, in front of UTC
 * - a fragment: the element that it names is opened, with all around it; `revealed` is fired on it first
 *
 * Plain JavaScript of a few years ago, as a text: its hash stands in the policy of the page.
 */
export const SCRIPT = `
"use strict";
(() => {
  const root = document.documentElement;

  const say = (button, word) => {
    const before = button.dataset.label || (button.dataset.label = button.textContent);
    button.textContent = word;
    setTimeout(() => { button.textContent = before; }, 1600);
    const live = document.getElementById("live");
    if (live) live.textContent = word;
  };
  const select = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  };
  const copy = async (button) => {
    const source = button.closest(".code").querySelector("pre");
    try {
      await navigator.clipboard.writeText(source.textContent);
      say(button, "Copied");
    } catch {
      select(source);
      say(button, "Selected: copy it with the keyboard");
    }
  };
  const switchTheme = () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme || (dark ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
  };
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button && "copy" in button.dataset) copy(button);
    if (button && "themeSwitch" in button.dataset) switchTheme();
  });

  for (const time of document.querySelectorAll("time[data-local]")) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const local = new Date(time.dateTime).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "medium" });
    const own = document.createElement("span");
    own.textContent = local + (zone ? " (" + zone + ")" : "");
    time.prepend(own, document.createElement("br"));
  }

  const reveal = () => {
    const id = location.hash.slice(1);
    const target = id === "" ? null : document.getElementById(id);
    if (!target) return;
    target.dispatchEvent(new CustomEvent("revealed", { bubbles: true }));
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    const inside = target.querySelector(":scope > details");
    if (inside) inside.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
})();
`;

/** Stands in the head: whoever has scripts sees what needs them from the start. */
export const HEAD_SCRIPT = `document.documentElement.classList.add("js");`;

/** The script of the conformance report: filters, folding, and everything unfolded for the printer. */
export const REPORT_SCRIPT = `
"use strict";
(() => {
  const form = document.getElementById("filters");
  if (!form) return;
  const shown = document.getElementById("shown");
  const clauses = Array.from(document.querySelectorAll(".clause"), (element) => ({
    element,
    outcome: element.dataset.outcome,
    group: element.dataset.group,
    text: element.querySelector(".statement").textContent.toLowerCase(),
  }));
  const blocks = Array.from(document.querySelectorAll(".section, .part"));
  const number = (value) => value.toLocaleString("en");
  const apply = () => {
    const data = new FormData(form);
    const [outcome, group] = [data.get("outcome"), data.get("group")];
    const words = String(data.get("text")).toLowerCase().split(/\\s+/).filter(Boolean);
    let count = 0;
    for (const clause of clauses) {
      const fits = (!outcome || clause.outcome === outcome) && (!group || clause.group === group) &&
        words.every((word) => clause.text.includes(word));
      clause.element.hidden = !fits;
      count += fits ? 1 : 0;
    }
    const all = count === clauses.length;
    for (const block of blocks) block.hidden = !all && !block.querySelector(".clause:not([hidden])");
    shown.textContent = all ? "All " + number(count) + " clauses" : number(count) + " of " + number(clauses.length) + " clauses";
  };
  const clear = () => { form.reset(); apply(); };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("clear").addEventListener("click", clear);
  document.addEventListener("revealed", (event) => { if (event.target.closest("[hidden]")) clear(); });

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
    folded = Array.from(document.querySelectorAll(".section:not([open]), .clause.fail details:not([open])"));
    for (const details of folded) details.open = true;
  });
  addEventListener("afterprint", () => { for (const details of folded) details.open = false; });
  apply();
})();
`;
