import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take minutes: one that begins last keeps a single core busy while the others have nothing left. */
const LONGEST_TEST_FILES = [
  "run/variants",
  "hostile/attacks",
  "package/packed",
  "faults/balances",
  "faults/tokens",
  "faults/others",
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

/** A variable of the environment; set and empty it is a slip, most often of a CI job. */
function environmentValue(name: string): string | undefined {
  const value = process.env[name];
  if (value?.trim() === "") {
    throw new Error(`${name} is set and empty: give it a value, or leave it away`);
  }
  return value;
}

const presentMembers = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** What specs/conformance.spec.ts checks, and how. It is read here, since Vite gives `BASE_URL` a value of its own. */
function conformanceProject() {
  const file = environmentValue("CONFORMANCE_TARGET");
  const urls = presentMembers({
    statusUrl: environmentValue("STATUS_URL"),
    baseUrl: environmentValue("BASE_URL"),
    verifyUrl: environmentValue("VERIFY_URL"),
  });
  const hasUrls = Object.keys(urls).length > 0;
  if (file !== undefined && hasUrls) {
    throw new Error("CONFORMANCE_TARGET has the URLs: leave STATUS_URL, BASE_URL and VERIFY_URL away");
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
  // Vite takes an optional peer of this package for one that is not installed.
  resolve: {
    alias: { "allure-vitest/reporter": fileURLToPath(import.meta.resolve("allure-vitest/reporter")) },
  },
  test: {
    // Many tests wait for processes and clocks, so that more of them than cores fit in; each worker loads the whole house.
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
          include: ["tests/**/*.test.ts", "examples/**/*.test.ts"],
          globalSetup: ["tests/setup/browser.ts", "tests/setup/programs.ts"],
          setupFiles: ["tests/setup/validated-results.ts"],
          pool: "threads",
          // Files of one thread share what they import: to load it anew for each costs more than most of the tests.
          isolate: false,
          // `--mode` is not handed on to projects: `npm run pins` is told in a variable.
          env: { PINS: mode === "pins" ? "write" : "" },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
}));
