// A comparison: the implementation that a phone shows, and a row that an address names though it does not differ.
"use strict";
(() => {
  const choice = document.getElementById("choice");
  const choose = () => {
    const chosen = choice?.querySelector(":checked").value;
    for (const part of document.querySelectorAll("[data-column]"))
      part.classList.toggle("other", part.dataset.column !== (chosen ?? part.dataset.column));
  };
  choice?.addEventListener("input", choose);
  choose();
  document.addEventListener("revealed", ({ target }) => {
    if (target.checkVisibility()) return;
    document.getElementById("differing").checked = false;
  });
})();
