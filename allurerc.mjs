/** How `npm run allure` makes its report of the conformance tests. */
export default {
  name: "Conformance of a ledger service",
  output: "allure-report",
  hideLabels: ["framework", "language", "host", "thread", "package", "parentSuite"],
  plugins: {
    awesome: { options: { reportLanguage: "en", groupBy: ["epic", "feature", "story"], singleFile: true } },
  },
};
