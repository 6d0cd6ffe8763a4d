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
const report = process.env["JOURNEY_REPORT"];
/** Opens, closes or counts processes of its own, so that several say nothing more. */
const ONE_PROCESS = /@one-process/;
const isCluster = process.env["JOURNEYS_ON"] === "cluster";
const hasServer = Boolean(process.env["TEST_POSTGRES_URL"]);

/** Touches nothing that the two engines could do differently: once is enough. */
const FRONT = /@front/;
/**
 * Shows what someone bought long ago, and all that matters of it in a browser: once as well, and on the server, where
 * there is one. The embedded shop has to close and open again to have a history written.
 */
const HISTORY = /@history/;

export default defineConfig<object, JourneyOptions>({
  testDir: "tests/journeys",
  testMatch: "*.journey.ts",
  // They want browsers that `npm test` does not: `TEST_LONG=on npm test -- other-browsers`.
  testIgnore: isLongForm ? [] : "**/other-browsers.journey.ts",
  outputDir: "test-results",
  // A shop and a browser for each worker: while one waits for the other of its two, the other worker goes on.
  workers: availableParallelism() >= 2 ? Math.min(3, Math.max(2, availableParallelism() - 1)) : 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env["CI"] === "true",
  reporter: [["list"], ...(report ? ([["json", { outputFile: report }]] as const) : [])],
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: chromium,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // A trace costs every test a fifth of its time: `TRACE=on npm test -- orders` records it.
    trace: process.env["TRACE"] === "on" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "embedded", use: { engine: "embedded" }, ...(hasServer && { grepInvert: HISTORY }) },
    ...(isCluster
      ? [
          {
            name: "cluster",
            use: { engine: "cluster" as const },
            grepInvert: new RegExp(`${FRONT.source}|${ONE_PROCESS.source}`),
          },
        ]
      : []),
    ...(hasServer ? [{ name: "server", use: { engine: "server" as const }, grepInvert: FRONT }] : []),
  ],
});
