/**
 * What pages do beyond being read; without it everything can still be read. Elements with `data-script` are shown only
 * where scripts run. It serves:
 *
 * - `.copy`: gets a button that copies its `pre`, and says so
 * - a fragment: the element that it names is opened, with all around it; `revealed` is fired on it first
 *
 * Plain JavaScript of a few years ago, as a text: its hash stands in the policy of the page.
 */
export const SCRIPT = `
"use strict";
(() => {
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
  for (const caption of document.querySelectorAll(".copy > figcaption")) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button", textContent: "Copy" });
    button.dataset.copy = "";
    caption.append(button);
  }
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button && "copy" in button.dataset) copy(button);
  });

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
  // A second click on the same link changes no address.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    if (link && link.getAttribute("href") === location.hash) { event.preventDefault(); reveal(); }
  });
  reveal();
})();
`;

/** Stands in the head: whoever has scripts sees what needs them from the start. */
export const HEAD_SCRIPT = `document.documentElement.classList.add("js");`;
