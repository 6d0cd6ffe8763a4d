import { availableParallelism } from "node:os";

import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { listEngineTests, testFiles } from "./scripts/test-files.ts";

const TIMEOUT_MS = 600_000;

const hasServer = Boolean(process.env["TEST_POSTGRES_URL"]);

/**
 * Runs the projects one after another. A worker runs files of only one project, so parallel projects would need more
 * workers.
 */
const inOrder = (projects: readonly NonNullable<TestProjectInlineConfiguration["test"]>[]) =>
  projects.map((test, groupOrder) => ({
    extends: true as const,
    test: { ...test, sequence: { groupOrder } },
  }));

export default defineConfig({
  test: {
    // Tests often wait for the database, so one more worker than processors keeps all processors busy.
    maxWorkers: Math.min(5, availableParallelism() + 1),
    restoreMocks: true,
    globalSetup: ["tests/support/drop-databases.ts"],
    unstubGlobals: true,
    // A slow machine must not fail a test, so the timeouts only end tests that hang.
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: 60_000 } },
    slowTestThreshold: 2_000,
    // All test files of a worker share the loaded modules and the databases (tests/support/database.ts).
    isolate: false,
    projects: inOrder([
      ...(hasServer
        ? [{ name: "features-server", include: [...testFiles.features], env: { TEST_ENGINE: "server" } }]
        : []),
      // If a PostgreSQL server is available, only files marked `// @engine` also run on the embedded engine.
      {
        name: "features-embedded",
        include: hasServer ? listEngineTests() : [...testFiles.features],
        env: { TEST_ENGINE: "embedded" },
      },
      // These tests do not depend on the engine. PGlite takes three times as much processor time as PostgreSQL.
      {
        name: "architecture",
        include: [...testFiles.architecture],
        env: { TEST_ENGINE: hasServer ? "server" : "embedded" },
      },
      {
        name: "dom",
        environment: "jsdom",
        // Each file gets a new context, because modules keep timers, state and a reference to the first document.
        pool: "vmThreads",
        include: [...testFiles.dom],
        setupFiles: ["tests/support/dom.ts"],
      },
      { name: "unit", include: [...testFiles.unit], exclude: [...testFiles.features] },
    ]),
  },
});
