import { expect, test } from "vitest";
import { IdleProcess } from "./idle-process.ts";

const open = () =>
  new IdleProcess("test process", new URL("../../tests/support/spent-process.ts", import.meta.url));

test("many jobs at once are all done, though their process is spent after a few of them", async () => {
  const process = open();
  const jobs = Array.from({ length: 40 }, (_, number) => number);
  for (let round = 0; round < 2; round++)
    expect(await Promise.all(jobs.map((job) => process.ask(job)))).toEqual(jobs);
});

test("a job that ends its process is tried once more, then given up; the next is done", async () => {
  const process = open();
  await expect(process.ask("crash")).rejects.toThrow("The test process has ended.");
  expect(await process.ask("next")).toBe("next");
});

test("a job that takes too long ends its process and is given up; the next is done", async () => {
  const process = open();
  await expect(process.ask("hang", 200)).rejects.toThrow("It took the test process longer than 0.2 seconds.");
  expect(await process.ask("next")).toBe("next");
});
