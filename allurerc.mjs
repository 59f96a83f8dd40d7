/** The configuration of the Allure report that `npm run allure` generates. */
export default {
  name: "Conformance of a ledger service",
  output: "allure-report",
  hideLabels: ["framework", "language", "host", "thread", "package", "parentSuite"],
  plugins: {
    awesome: { options: { reportLanguage: "en", groupBy: ["epic", "feature", "story"], singleFile: true } },
  },
};
