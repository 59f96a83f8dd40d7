// Playwright would otherwise compile every imported file of the suite, which takes a minute.
process.env.PW_DISABLE_TS_ESM = "1";

export default { timeout: 120_000, reporter: "list" };
