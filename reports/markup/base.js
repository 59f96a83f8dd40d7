// What pages do beyond being read; without it everything can still be read. Elements with `data-script` are shown only
// where scripts run. `.copy` gets a button that copies its `pre`; the element that the address names is opened with all
// around it, and `revealed` is fired on it first.
"use strict";
(() => {
  const say = (button, word) => {
    button.textContent = word;
    document.getElementById("live").textContent = word;
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1600);
  };
  const copy = async (button, source) => {
    try {
      await navigator.clipboard.writeText(source.textContent);
      say(button, "Copied");
    } catch {
      getSelection().selectAllChildren(source);
      say(button, "Selected: copy it with the keyboard");
    }
  };
  for (const figure of document.querySelectorAll(".copy")) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button", textContent: "Copy" });
    button.addEventListener("click", () => copy(button, figure.querySelector("pre")));
    figure.querySelector("figcaption").append(button);
  }

  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    target.dispatchEvent(new CustomEvent("revealed", { bubbles: true }));
    const inside = target.querySelector(":scope > details");
    for (let at = inside ?? target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  // A second click on the same link changes no address.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    if (link?.getAttribute("href") !== location.hash || !link) return;
    event.preventDefault();
    reveal();
  });
  // Whatever the script of the page does itself is done by then.
  addEventListener("DOMContentLoaded", reveal);
})();
