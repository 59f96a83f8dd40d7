import { join } from "node:path";
import { AllureReport, createHistory, type FullConfig } from "@allurereport/core";
import AwesomePlugin from "@allurereport/plugin-awesome";
import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/model/escape.ts";
import { factsOf, titleOf, verdictText } from "../words/run.ts";
import { makeFolder, writeWhole } from "../files/writing.ts";
import { addRun, forgetRun, type HistoryPoint } from "./history.ts";
import { packed } from "./packed.ts";
import { WAY_BACK_SCRIPT } from "./way-back.ts";
import { ALLURE_HISTORY, ALLURE_REPORT, ALLURE_RESULTS, allureUuid } from "./ids.ts";

type Plugin = NonNullable<FullConfig["plugins"]>[number]["plugin"];
type Context = Parameters<NonNullable<Plugin["done"]>>[0];

/** The generator always adds it, and no option leaves it out. */
const ANALYTICS =
  /<script async src="https:\/\/www\.googletagmanager\.com\/[^"]*"><\/script>\s*<script>[\s\S]*?<\/script>/g;
const OUTSIDE = /<(?:script|link|img|iframe)[^>]+(?:src|href)="(?:https?:)?\/\//i;
/** What the page may load: nothing but what is in it. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob:; style-src 'unsafe-inline' data: blob:; " +
  "img-src data: blob:; media-src data: blob:; font-src data:; connect-src data: blob:; frame-src data: blob:; " +
  "worker-src data: blob:; form-action 'none'";

/** The ring of this page counts tests, so that it is nearly full where a service does not conform: it is no verdict. */
function verdictLine(result: RunResult): string {
  return (
    '<p style="margin:0;padding:6px 16px;font:14px system-ui,sans-serif;background:#fff3cd;color:#1a1e23">' +
    `Verdict: <b>${verdictText(result)}</b>. It stands in the <a href="../index.html" style="color:#2a4bb8">conformance ` +
    "report</a> beside this page, whose ring counts clauses and is no verdict.</p>"
  );
}

/**
 * Writes the Allure report of a result folder, one file that needs no other: from Allure's results, which say what
 * the result of the run says, with what earlier runs into the folder found. Throws where it cannot be made.
 */
export async function writeAllureReport(outDir: string, result: RunResult): Promise<void> {
  const resultsDir = join(outDir, ALLURE_RESULTS);
  const historyPath = join(outDir, ALLURE_HISTORY);
  const run = allureUuid(`run ${result.startedAt} ${result.seed}`);
  forgetRun(historyPath, run);
  const { html, point } = await generate(resultsDir, historyPath, result);
  makeFolder(join(outDir, ALLURE_REPORT));
  writeWhole(join(outDir, ALLURE_REPORT, "index.html"), packed(selfContained(html, verdictLine(result))));
  await addRun(historyPath, { ...point, uuid: run, timestamp: Date.parse(result.startedAt) });
}

/** The page with its way back; nothing in it is loaded from elsewhere, and the browser is told so. */
export function selfContained(html: string, line: string): string {
  const page = html
    .replace(ANALYTICS, "")
    .replace("</head>", `${WAY_BACK_SCRIPT}\n</head>`)
    .replace(/<body[^>]*>/, (body) => body + line)
    .replace("<head>", `<head>\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
  if (OUTSIDE.test(page) || page.includes("googletagmanager.com")) {
    throw new Error("the generator put something into the page that is loaded from elsewhere");
  }
  return page;
}

async function generate(resultsDir: string, historyPath: string, result: RunResult) {
  const name = titleOf(result);
  const files = new Map<string, Buffer>();
  const made = awesome(name);
  const report = new AllureReport({
    name,
    open: false,
    port: undefined,
    // Nothing is written but what is kept.
    output: join(resultsDir, "none"),
    reportFiles: {
      addFile: async (path, data) => {
        files.set(path, data);
        return await Promise.resolve(path);
      },
    },
    plugins: [{ id: "awesome", enabled: true, options: {}, plugin: made.plugin }],
    historyPath,
    appendHistory: false,
    variables: variablesOf(result),
    resolutions: { rules: acceptedOf(result) },
  });
  await report.start();
  await report.readDirectory(resultsDir);
  await report.done();
  const html = files.get(join("awesome", "index.html"));
  const point = made.outcome();
  if (html === undefined || point === undefined) {
    throw new Error("the generator wrote no page");
  }
  return { html: html.toString("utf8"), point };
}

/** Allure's page, without what it finds out about this machine; a failure of its generator is not swallowed. */
function awesome(reportName: string) {
  const groupBy = ["epic", "feature", "story"];
  const page = new AwesomePlugin({ singleFile: true, reportLanguage: "en", groupBy });
  const own = ({ ci: _ci, ...context }: Context): Context => ({ ...context, reportName });
  let outcome: HistoryPoint | undefined;
  let failure: unknown;
  const plugin: Plugin = {
    start: async (context) => await page.start(own(context)),
    done: async (context, store) => {
      try {
        await page.done(own(context), store);
        const [cases, results] = [await store.allTestCases(), await store.allTestResults()];
        outcome = createHistory(context.reportUuid, reportName, cases, results);
      } catch (error) {
        failure = error;
      }
    },
  };
  return {
    plugin,
    outcome: () => {
      if (failure !== undefined) {
        throw failure;
      }
      return outcome;
    },
  };
}

function variablesOf(result: RunResult): Record<string, string> {
  const { startedAt, command } = result;
  const again = command === undefined ? [] : [["Again", oneLine(command, 2_000)] as const];
  return Object.fromEntries([...factsOf(result), ["Started", startedAt] as const, ...again]);
}

const acceptedOf = ({ clauses }: RunResult): NonNullable<FullConfig["resolutions"]>["rules"] =>
  clauses
    .filter(({ outcome }) => outcome === "known")
    .map(({ id, reason = "known deviation" }) => ({
      resolution: "accepted",
      testCaseId: [id],
      comment: oneLine(reason, 2_000),
    }));
