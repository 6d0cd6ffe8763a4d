import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "#platform/observe/log.ts";
import { HOUR } from "#contract/time.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import type { ErrorReport } from "../report.ts";
import { countReport } from "./count-report.ts";

let context: TestContext;
let logged: string[] = [];
beforeAll(async () => {
  const log = createLog("info", { write: (line) => void logged.push(line) });
  context = await createTestContext({ log, config: { limitLoopback: true } });
});
beforeEach(() => {
  logged = [];
  context.clock.advance(2 * HOUR);
});
afterAll(() => context.close());

const createReport = (more: Partial<ErrorReport> = {}): ErrorReport => ({
  kind: "error",
  message: "TypeError",
  stack: "at draw (https://shop.example/assets/index-B2x.js:1:234)",
  page: "product",
  ...more,
});

const readMessages = () =>
  logged.map((line) => (JSON.parse(line) as { browserError: ErrorReport }).browserError.message);

test("a browser error is logged once, with its place in the code and the name of the page", async () => {
  for (let times = 0; times < 5; times++) await countReport(context, createReport(), "203.0.113.7");
  expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: "warn",
      msg: "an error in a browser",
      browserError: { kind: "error", message: "TypeError", stack: "index-B2x.js:1:234", page: "product" },
    },
  ]);
});

test("10,000 different error reports from 500 IP addresses write at most 30 log lines, and none contains personal data (T42)", async () => {
  for (let number = 0; number < 10_000; number++) {
    const message = `asha@example.com at +91 98765 43210\n{"level":"fatal"} "Asha" ${"ab".repeat(number % 7)}x${number}`;
    const address = `198.51.${number % 2}.${(number >> 1) % 250}`;
    const page = `/orders/TRV-${number}`;
    const stack = `at draw (https://shop.example/assets/cart-DGf9Ih3n.js:${number}:1)`;
    await countReport(context, createReport({ message, page, stack }), address);
  }
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.length).toBeLessThanOrEqual(30);
  expect(logged.every((line) => line.endsWith("\n") && line.indexOf("\n") === line.length - 1)).toBe(true);
  expect(logged.join("")).not.toMatch(/asha|98765|TRV-|"level":"fatal"/i);
});

test("an error report beyond the limit of its IP address is accepted but ignored (T42)", async () => {
  const report = createReport();
  let timesRead = 0;
  for (const name of ["message", "stack"] as const)
    Object.defineProperty(report, name, { get: () => `broken ${++timesRead}` });
  for (let number = 0; number < 10; number++) await countReport(context, report, "203.0.113.9");
  const previous = timesRead;
  expect(previous).toBeGreaterThan(0);
  for (let number = 0; number < 10; number++)
    expect(await countReport(context, report, "203.0.113.9")).toEqual({ success: true });
  expect(timesRead).toBe(previous);
});

test.each([
  ["TypeError: Cannot read properties of undefined (reading 'Asha')", "TypeError"],
  ["Uncaught Asha Patel of 12 Ring Road, Surat", "Error"],
  ["AshaError", "Error"],
  ["ReferenceError", "ReferenceError"],
  ["Minified React error #418", "Minified React error #418"],
  [
    "Error: Minified React error #418; visit https://react.dev/errors/418?args[]=Asha",
    "Minified React error #418",
  ],
])(
  "the log reduces the message %j to the error class or React's error number (T42)",
  async (message, left) => {
    await countReport(context, createReport({ message }), "203.0.113.7");
    expect(readMessages()).toEqual([left]);
  },
);

test.each([
  ["policy", "script-src-elem inline", "script-src-elem inline"],
  ["policy", "script-src https://asha-patel.ring-road.example/x", "script-src …"],
  ["policy", "asha-src patel", "… …"],
  ["file", "cart-DGf9Ih3n.js", "cart-DGf9Ih3n.js"],
  ["file", "https://checkout.example/v1/checkout.js?key=asha", "…"],
  ["file", "https://x.example/Asha Patel, 12 Ring Road.js", "…"],
] as const)(
  "an error report (%s) with the message %j is logged with '…' in place of unknown words (T42)",
  async (kind, message, left) => {
    await countReport(context, createReport({ kind, message, stack: "" }), "203.0.113.7");
    expect(readMessages()).toEqual([left]);
  },
);

test("text in an invented stack trace is not logged (T42)", async () => {
  const stack =
    "Asha.Patel.js:1:2 at Ring Road (12 Ring Road.js:1:2) at https://shop.example/assets/cart-DGf9Ih3n.js:3:4";
  await countReport(context, createReport({ stack }), "203.0.113.7");
  expect(logged.join("")).not.toMatch(/Asha|Patel|Ring/);
  expect(logged.join("")).toContain("cart-DGf9Ih3n.js:3:4");
});

test("100 error reports from one IP address do not prevent the reports of other visitors from being logged (T42)", async () => {
  for (let number = 0; number < 100; number++)
    await countReport(context, createReport({ stack: `cart-DGf9Ih3n.js:${number}:1` }), "203.0.113.7");
  const previous = logged.length;
  expect(previous).toBeLessThanOrEqual(10);
  await countReport(context, createReport({ message: "RangeError" }), "203.0.113.8");
  expect(logged.length).toBe(previous + 1);
});
