import { availableParallelism } from "node:os";

import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { listEngineTests, testFiles } from "./scripts/test-files.ts";

const TIMEOUT_MS = 60_000;

const hasServer = Boolean(process.env["TEST_POSTGRES_URL"]);

/** Database tests on one of the two engines, after everything quick is through. */
const features = (
  engine: "embedded" | "server",
  groupOrder: number,
  include: string[],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name: `features-${engine}`,
    include,
    env: { TEST_ENGINE: engine },
    sequence: { groupOrder },
  },
});

export default defineConfig({
  test: {
    maxWorkers: Math.min(4, Math.max(2, availableParallelism() - 1)),
    restoreMocks: true,
    // Long, because a busy machine answers late: whoever waits for an answer asserts what it is, not when it comes.
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: 10_000 } },
    // Files that share a process load the code once, and hand on their databases (tests/support/database.ts).
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [...testFiles.unit],
          exclude: [...testFiles.features],
        },
      },
      {
        extends: true,
        test: {
          name: "dom",
          environment: "jsdom",
          isolate: true,
          include: [...testFiles.dom],
          setupFiles: ["tests/support/dom.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "architecture",
          include: [...testFiles.architecture],
          env: { TEST_ENGINE: "embedded" },
        },
      },
      // Where there is a server, that is what production runs on: the embedded engine has what may differ on it.
      features("embedded", 1, hasServer ? listEngineTests() : [...testFiles.features]),
      ...(hasServer ? [features("server", 2, [...testFiles.features])] : []),
    ],
  },
});
