import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take minutes start first: one that starts last would keep a single core busy after all others ended. */
const LONGEST_TEST_FILES = [
  "run/variants",
  "hostile/attacks",
  "package/packed",
  "docs/commands",
  "faults/balances",
  "faults/tokens",
  "faults/others",
  "profiles/mirror-node",
  "run/targets",
  "run/one-value",
  "specs/families",
  "run/over-time",
  "vitest/verdicts",
  "cli/output",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      LONGEST_TEST_FILES.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
    // oxlint-disable-next-line unicorn/no-array-sort -- this is the method of the class above, and gives another list
    const sorted = await super.sort(files);
    const first = sorted.filter((file) => rank(file) >= 0).toSorted((a, b) => rank(a) - rank(b));
    return [...first, ...sorted.filter((file) => rank(file) < 0)];
  }
}

/** The value of an environment variable. Throws if the variable is set but empty, which is usually a mistake in a CI job. */
function environmentValue(name: string): string | undefined {
  const value = process.env[name];
  if (value?.trim() === "") throw new Error(`${name} is set but empty: give it a value, or unset it`);
  return value;
}

const presentMembers = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** The target and the options of specs/conformance.spec.ts. They are read here, because Vite overwrites `BASE_URL` later. */
function conformanceProject() {
  const file = environmentValue("CONFORMANCE_TARGET");
  const urls = presentMembers({
    statusUrl: environmentValue("STATUS_URL"),
    baseUrl: environmentValue("BASE_URL"),
    verifyUrl: environmentValue("VERIFY_URL"),
  });
  const hasUrls = Object.keys(urls).length > 0;
  if (file !== undefined && hasUrls) {
    throw new Error("CONFORMANCE_TARGET contains the URLs: unset STATUS_URL, BASE_URL and VERIFY_URL");
  }
  const seed = environmentValue("CONFORMANCE_SEED");
  const options = presentMembers({
    level: environmentValue("CONFORMANCE_LEVEL"),
    seed: seed === undefined ? undefined : Number(seed),
    known: environmentValue("CONFORMANCE_KNOWN"),
    profile: environmentValue("CONFORMANCE_PROFILE")?.split(","),
    out: environmentValue("CONFORMANCE_OUT"),
  });
  const target = file ?? (hasUrls ? urls : undefined);
  return { ...(target && { target }), options };
}

export default defineConfig(({ mode }) => ({
  // Vite does not resolve an optional peer of this package, although it is installed.
  resolve: {
    alias: { "allure-vitest/reporter": fileURLToPath(import.meta.resolve("allure-vitest/reporter")) },
  },
  test: {
    // Many tests wait for processes and timers, so there are more workers than cores; each worker loads the whole suite.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "conformance",
          include: ["specs/**/*.spec.ts"],
          provide: { conformance: conformanceProject() },
        },
      },
      {
        test: {
          name: "suite",
          include: ["tests/**/*.test.ts"],
          globalSetup: ["tests/setup/browser.ts"],
          setupFiles: ["tests/setup/validated-results.ts"],
          pool: "threads",
          // Files of one thread share their imports: loading them again for each file takes longer than most tests.
          isolate: false,
          // `--mode` is not passed on to projects, so these variables do what `npm run pins`, `docs` and `picture` need.
          env: { PINS: mode === "pins" ? "write" : "", DOCS: mode === "docs" ? "write" : "" },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}));
