// A comparison: the implementation that a phone shows.
"use strict";
(() => {
  const choice = document.getElementById("choice");
  const choose = () => {
    const chosen = choice.querySelector(":checked").value;
    for (const part of document.querySelectorAll("[data-column]"))
      part.classList.toggle("other", part.dataset.column !== chosen);
  };
  choice?.addEventListener("input", choose);
  if (choice) choose();
})();
