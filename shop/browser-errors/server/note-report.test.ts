import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "#platform/log.ts";
import { HOUR } from "#contract/time.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import type { ErrorReport } from "../report.ts";
import { noteReport } from "./note-report.ts";

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
  message: "TypeError: x is not a function",
  stack: "at draw (https://shop.example/assets/index-B2x.js:1:234)",
  page: "product",
  ...more,
});

test("an error is in the log once, with the place in the code and the name of the page", async () => {
  for (let times = 0; times < 5; times++) await noteReport(context, createReport(), "203.0.113.7");
  expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: "warn",
      msg: "an error in a browser",
      browserError: {
        kind: "error",
        message: "TypeError: x is not a function",
        stack: "index-B2x.js:1:234",
        page: "product",
      },
    },
  ]);
});

test("T42: 10,000 reports of 500 addresses, each of them new, write few lines, of one line each and of no person", async () => {
  for (let number = 0; number < 10_000; number++) {
    const message = `asha@example.com at +91 98765 43210\n{"level":"fatal"} "Asha" ${"ab".repeat(number % 7)}x${number}`;
    const address = `198.51.${number % 2}.${(number >> 1) % 250}`;
    const page = `/orders/TRV-${number}`;
    expect(await noteReport(context, createReport({ message, page }), address)).toEqual({ success: true });
  }
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.length).toBeLessThanOrEqual(31);
  expect(logged.every((line) => line.endsWith("\n") && line.indexOf("\n") === line.length - 1)).toBe(true);
  expect(logged.join("")).not.toMatch(/asha|98765|TRV-|"level":"fatal"/i);
});

test("T42: a report beyond the limit of its address is counted and not read any further", async () => {
  const report = createReport();
  let timesRead = 0;
  for (const name of ["message", "stack"] as const)
    Object.defineProperty(report, name, { get: () => `broken ${++timesRead}` });
  for (let number = 0; number < 10; number++) await noteReport(context, report, "203.0.113.9");
  const before = timesRead;
  expect(before).toBeGreaterThan(0);
  for (let number = 0; number < 10; number++)
    expect(await noteReport(context, report, "203.0.113.9")).toEqual({ success: true });
  expect(timesRead).toBe(before);
});

test("T42: one address that sends without an end leaves room for the others", async () => {
  for (let number = 0; number < 1_000; number++)
    await noteReport(context, createReport({ message: `broken ${number}` }), "203.0.113.7");
  const before = logged.length;
  expect(before).toBeLessThanOrEqual(10);
  await noteReport(context, createReport({ message: "something else" }), "203.0.113.8");
  expect(logged.length).toBe(before + 1);
});
