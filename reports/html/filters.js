// The conformance report: filters by outcome, endpoint, section and words, kept in the address.
"use strict";
(() => {
  const form = document.getElementById("filters");
  const clauses = Array.from(document.querySelectorAll(".clause"), (element) => ({
    element,
    text: element.querySelector(".statement").textContent.toLowerCase(),
  }));
  for (const { element } of clauses) {
    const link = document.createElement("a");
    Object.assign(link, { className: "permalink", href: "#" + element.id, textContent: "#" });
    link.setAttribute("aria-label", "Link to " + element.id);
    element.append(link);
  }
  const sections = Array.from(document.querySelectorAll(".section"), (element) => ({
    element,
    isOpen: element.open,
  }));
  const count = (value) => value.toLocaleString("en");

  const fits = ({ element, text }, { outcome, endpoint, section, words }) =>
    (!outcome || element.classList.contains(outcome)) &&
    (!endpoint || element.dataset.endpoint === endpoint) &&
    (!section || element.closest(".section").id === section) &&
    words.every((word) => text.includes(word));

  const apply = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
    for (const clause of clauses) clause.element.hidden = !fits(clause, { ...wanted, words });
    const shown = clauses.filter(({ element }) => !element.hidden).length;
    const isAll = shown === clauses.length;
    for (const { element, isOpen } of sections) {
      const some = element.querySelector(".clause:not([hidden])") !== null;
      element.hidden = !some;
      element.open = isAll ? isOpen : some;
    }
    document.getElementById("shown").textContent =
      (isAll ? "All " : count(shown) + " of ") + count(clauses.length) + " clauses";
    return isAll;
  };
  form.addEventListener("input", () => {
    const isAll = apply();
    const given = [...new FormData(form)].filter(([, value]) => value !== "");
    history.replaceState(null, "", "#" + (isAll ? "clauses" : "?" + new URLSearchParams(given)));
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("revealed", (event) => {
    if (!event.target.closest("[hidden]")) return;
    form.reset();
    apply();
  });
  document.getElementById("unfold").addEventListener("click", ({ currentTarget }) => {
    const open = currentTarget.getAttribute("aria-pressed") !== "true";
    for (const details of document.querySelectorAll("#clauses details:not([hidden])")) details.open = open;
    currentTarget.setAttribute("aria-pressed", String(open));
  });

  const given = location.hash.startsWith("#?") ? new URLSearchParams(location.hash.slice(2)) : [];
  for (const [name, value] of given) if (form.elements[name]) form.elements[name].value = value;
  apply();
  if (location.hash.startsWith("#?")) document.getElementById("clauses").scrollIntoView();
})();
