import { availableParallelism } from "node:os";

import { defineConfig, devices } from "@playwright/test";

import { isLongForm } from "./tests/support/long-form.ts";
import type { JourneyOptions } from "./tests/support/shop.ts";

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
 * In the short form only journeys with this tag see pictures: making and decoding them takes a fifth of the processor time
 * of a journey. A run without a PostgreSQL server and the long form show them to all.
 */
const PICTURES = /@pictures/;
const withoutPictures = {
  launchOptions: { ...chromium, args: [...chromium.args, "--blink-settings=imagesEnabled=false"] },
};

/** Journeys that open, close or count processes, so that a cluster of several adds nothing. */
const ONE_PROCESS = /@one-process/;
const isCluster = process.env["JOURNEYS_ON"] === "cluster";
const hasServer = Boolean(process.env["TEST_POSTGRES_URL"]);

/**
 * Journeys run once, on the server where there is one, and those with `@embedded` on the embedded engine instead. The
 * long form runs all journeys on both engines, except those about the browser alone (`@front`) and those that begin with
 * orders written into the database (`@history`). Journeys about a PostgreSQL server (`@server`) run only there.
 */
const EMBEDDED = /@embedded/;
const ONCE = /@front|@history|@server/;

const chooseEmbedded = () => {
  if (!hasServer) return { grepInvert: /@server/ };
  return isLongForm ? { grepInvert: ONCE } : { grep: EMBEDDED };
};

/** The journeys with pictures come first: they include the longest. */
function listServerProjects() {
  const engine = "server" as const;
  if (!hasServer) return [];
  if (isLongForm) return [{ name: "server", use: { engine } }];
  return [
    { name: "server with pictures", use: { engine }, grep: PICTURES, grepInvert: EMBEDDED },
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
  // WebKit and Firefox are installed for the long form only.
  testIgnore: isLongForm ? [] : "**/other-browsers.journey.ts",
  outputDir: "test-results",
  // A shop and a browser for each worker: while one waits for the other of its two, the other worker goes on.
  workers: availableParallelism() >= 2 ? Math.min(3, Math.max(2, availableParallelism() - 1)) : 1,
  // Long, because a busy machine is slow: they only end what hangs.
  timeout: 120_000,
  expect: { timeout: 30_000 },
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
    // Films, slides and transitions take half of a page's time, so they are off. Some journeys turn them on.
    contextOptions: { reducedMotion: "reduce" },
    // A trace costs every test a fifth of its time: `TRACE=on npm test -- orders` records it.
    trace: process.env["TRACE"] === "on" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
  },
  projects: [
    ...listServerProjects(),
    {
      name: "embedded",
      use: { engine: "embedded" },
      ...chooseEmbedded(),
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
