import { availableParallelism } from "node:os";

import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { listEngineTests, testFiles } from "./scripts/test-files.ts";
import { isLongForm } from "./tests/support/long-form.ts";

const TIMEOUT_MS = 60_000;

const hasServer = Boolean(process.env["TEST_POSTGRES_URL"]);

/**
 * A worker serves the files of one project only. Mixed, each file would start another worker, so the projects run one after
 * another.
 */
const inOrder = (projects: readonly NonNullable<TestProjectInlineConfiguration["test"]>[]) =>
  projects.map((test, groupOrder) => ({
    extends: true as const,
    test: { ...test, sequence: { groupOrder } },
  }));

export default defineConfig({
  test: {
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    restoreMocks: true,
    // Long, because a busy machine is slow: a test asserts what the answer is, not when it comes.
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: 30_000 } },
    slowTestThreshold: 2_000,
    // The files of a worker load the code once and reuse its databases (tests/support/database.ts).
    isolate: false,
    projects: inOrder([
      ...(hasServer
        ? [{ name: "features-server", include: [...testFiles.features], env: { TEST_ENGINE: "server" } }]
        : []),
      // If a server exists, the embedded engine runs only the files marked `// @engine`, and all files in the long form.
      {
        name: "features-embedded",
        include: hasServer && !isLongForm ? listEngineTests() : [...testFiles.features],
        env: { TEST_ENGINE: "embedded" },
      },
      // A server answers in a third of the processor time of the embedded engine, and these tests are about neither.
      {
        name: "architecture",
        include: [...testFiles.architecture],
        env: { TEST_ENGINE: hasServer ? "server" : "embedded" },
      },
      {
        name: "dom",
        environment: "jsdom",
        // Each file gets a fresh context, because modules keep the first document, timers and state that they use.
        pool: "vmThreads",
        include: [...testFiles.dom],
        setupFiles: ["tests/support/dom.ts"],
      },
      { name: "unit", include: [...testFiles.unit], exclude: [...testFiles.features] },
    ]),
  },
});
