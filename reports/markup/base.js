// What pages do beyond being read; without it everything can still be read. Elements with `data-script` are shown only
// where scripts run. `.copy` gets a button that copies its `pre`; the element that the address names is opened with all
// around it.
"use strict";
(() => {
  const copy = async (button, source) => {
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(source);
      button.textContent = "Selected: copy it with the keyboard";
    }
    setTimeout(() => (button.textContent = "Copy"), 1600);
  };
  for (const figure of document.querySelectorAll(".copy")) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: "Copy", ariaLive: "polite" });
    button.addEventListener("click", () => copy(button, figure.querySelector("pre")));
    figure.querySelector("figcaption").append(button);
  }

  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    // A filter may have hidden what is asked for.
    const filter = target.closest("[hidden]") && document.querySelector("form");
    filter?.reset();
    filter?.dispatchEvent(new Event("input"));
    const inside = target.querySelector(":scope > details");
    for (let at = inside ?? target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  // A second click on the same link changes no address.
  document.addEventListener("click", ({ target }) => {
    if (target.closest("a")?.hash === location.hash) reveal();
  });
  reveal();
})();
