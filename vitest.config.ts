import { availableParallelism } from "node:os";

import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const FEATURE_TESTS = ["shop/*/server/**/*.test.ts", "platform/**/*.database.test.ts"];
const DATABASE_PATIENCE_MS = 60_000;

/** The same database tests on one of the two engines, after everything quick is through. */
const features = (engine: "embedded" | "server", groupOrder: number): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name: `features-${engine}`,
    include: FEATURE_TESTS,
    env: { TEST_ENGINE: engine },
    testTimeout: DATABASE_PATIENCE_MS,
    hookTimeout: DATABASE_PATIENCE_MS,
    sequence: { groupOrder },
  },
});

export default defineConfig({
  test: {
    maxWorkers: Math.min(4, Math.max(2, availableParallelism() - 1)),
    restoreMocks: true,
    // Files that share a process load the code once, and hand on their databases (tests/support/database.ts).
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "contract/**/*.test.ts",
            "shop/*/*.test.ts",
            "platform/**/*.test.ts",
            "server/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          exclude: ["platform/**/*.database.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "dom",
          environment: "jsdom",
          isolate: true,
          include: ["{client,ui,web}/**/*.test.{ts,tsx}", "shop/*/web/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/dom.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "architecture",
          include: ["tests/architecture/**/*.test.ts"],
          env: { TEST_ENGINE: "embedded" },
          testTimeout: DATABASE_PATIENCE_MS,
          hookTimeout: DATABASE_PATIENCE_MS,
        },
      },
      features("embedded", 1),
      ...(process.env["TEST_POSTGRES_URL"] ? [features("server", 2)] : []),
    ],
  },
});
