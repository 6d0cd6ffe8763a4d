import { availableParallelism } from "node:os";

import { defineConfig, devices } from "@playwright/test";

import { isLongForm } from "./tests/support/long-form.ts";
import type { JourneyOptions } from "./tests/support/journey-shop.ts";

const isRoot = process.getuid?.() === 0;
const chromium = {
  ...(process.env["CHROMIUM_PATH"] && { executablePath: process.env["CHROMIUM_PATH"] }),
  args: [
    ...(isRoot ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
/**
 * The tags of journeys that load pictures in `npm test`. The others do not, because pictures take a fifth of a
 * journey's processor time. `npm test -- all` loads them in all journeys, and so does a run without a PostgreSQL
 * server. `@long` journeys run only if an argument names them.
 */
const PICTURES = /@pictures|@long/;
const withoutPictures = {
  launchOptions: { ...chromium, args: [...chromium.args, "--blink-settings=imagesEnabled=false"] },
};

/** Journeys with this tag start, stop or count processes. The cluster project skips them. */
const ONE_PROCESS = /@one-process/;
const isCluster = process.env["JOURNEYS_ON"] === "cluster";
const hasServer = Boolean(process.env["TEST_POSTGRES_URL"]);

/**
 * If a PostgreSQL server is available, only journeys with this tag use the embedded engine, because database tests
 * with `// @engine` compare the engines.
 */
const EMBEDDED = /@embedded/;

/** Journeys with pictures run first, because they include the longest ones. */
function listServerProjects() {
  const engine = "server" as const;
  if (!hasServer) return [];
  if (isLongForm) return [{ name: "server", use: { engine } }];
  return [
    // One worker is enough for three journeys. A second worker would also start a browser and a shop.
    { name: "server with pictures", use: { engine }, grep: PICTURES, grepInvert: EMBEDDED, workers: 1 },
    {
      name: "server",
      use: { engine, ...withoutPictures },
      grepInvert: new RegExp(`${PICTURES.source}|${EMBEDDED.source}`),
    },
  ];
}

export default defineConfig<object, JourneyOptions>({
  testDir: "tests/journeys",
  testMatch: "*.journey.ts",
  // Only `npm test -- all` installs WebKit and Firefox.
  testIgnore: isLongForm ? [] : "**/other-browsers.journey.ts",
  outputDir: "test-results",
  // Each worker runs a shop and a browser, which mostly wait for each other, so two processors can run two workers.
  workers: availableParallelism() >= 2 ? Math.min(3, Math.max(2, availableParallelism() - 1)) : 1,
  // These timeouts are long, because a busy machine is slow. They only end journeys that hang.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: process.env["CI"] === "true",
  reporter: [
    ["list"],
    ...(process.env["JOURNEY_REPORT"] === "on" ? [["./scripts/playwright-report.mjs"] as const] : []),
  ],
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: chromium,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // Animations double the time that a journey spends on a page. Some journeys turn them on again.
    contextOptions: { reducedMotion: "reduce" },
    // A trace makes every test a fifth slower. `TRACE=on npm test -- orders` keeps the traces of failed tests.
    trace: process.env["TRACE"] === "on" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
  },
  projects: [
    ...listServerProjects(),
    {
      name: "embedded",
      use: { engine: "embedded" },
      ...(hasServer ? { grep: EMBEDDED } : { grepInvert: /@server/ }),
    },
    ...(isCluster
      ? [
          {
            name: "cluster",
            use: { engine: "cluster" as const },
            grepInvert: new RegExp(`@front|${ONE_PROCESS.source}`),
          },
        ]
      : []),
  ],
});
