/** What the link of a test says, behind the id of its clause. */
export const WAY_BACK = "in the conformance report";

/**
 * A script for the Allure report: its own makes no link of an address that is not absolute, and shows its name
 * alone. This one puts a link in the place of the name, whenever the page shows another test.
 */
export const WAY_BACK_SCRIPT = `<script>
(() => {
  const update = () => {
    for (const item of document.querySelectorAll('[data-testid="test-result-meta-link"]')) {
      const name = item.querySelector("span");
      const [, id] = /^(\\S+) ${WAY_BACK}$/.exec(name?.textContent ?? "") ?? [];
      if (id === undefined) {
        continue;
      }
      let link = item.querySelector("a.way-back");
      if (link === null) {
        link = document.createElement("a");
        link.className = name.className + " way-back";
        link.style.color = "inherit";
        name.style.display = "none";
        item.append(link);
      }
      const href = "../index.html#" + encodeURIComponent(id);
      if (link.getAttribute("href") !== href) {
        link.setAttribute("href", href);
        link.textContent = name.textContent;
      }
    }
  };
  new MutationObserver(update).observe(document.documentElement, {
    childList: true,
    subtree: true,
    characterData: true,
  });
})();
</script>`;
