import { expect, test } from "vitest";
import { counted, defineCount, defineTimer } from "./counts.ts";

const cups = defineCount({ name: "test_cups_total", help: "Cups." });
const breaks = defineCount({ name: "test_breaks_total", help: "Breaks." }, { how: ["fell", "was hit"] });
const brewing = defineTimer({ name: "test_brewing_seconds", help: "Tea." }, ["end"], [1]);

const readLines = async (): Promise<string[]> =>
  (await counted.metrics()).split("\n").filter((line) => line.startsWith("test_"));

test("reports every value from 0, and adds no series for an undeclared value", async () => {
  expect(await readLines()).toEqual(
    expect.arrayContaining(["test_cups_total 0", 'test_breaks_total{how="fell"} 0']),
  );
  cups.add();
  breaks.add("fell");
  breaks.add("asha@example.com" as "fell");
  const lines = await readLines();
  expect(lines).toContain("test_cups_total 1");
  expect(lines).toContain('test_breaks_total{how="fell"} 1');
  expect(lines).toContain('test_breaks_total{how="other"} 1');
  expect(lines.join()).not.toContain("asha");
});

test("work is timed however it ends, and ends as it would without the clock", async () => {
  const getEnd = (cause: unknown) => ({ end: cause === undefined ? "well" : "badly" });
  expect(await brewing.time(async () => "tea", getEnd)).toBe("tea");
  await expect(brewing.time(() => Promise.reject(new Error("spilt")), getEnd)).rejects.toThrow("spilt");
  const lines = await readLines();
  expect(lines).toContain('test_brewing_seconds_count{end="well"} 1');
  expect(lines).toContain('test_brewing_seconds_bucket{le="1",end="badly"} 1');
  expect(lines).toContain('test_brewing_seconds_bucket{le="+Inf",end="badly"} 1');
  expect(lines).toContain('test_brewing_seconds_count{end="badly"} 1');
});
