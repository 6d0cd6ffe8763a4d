import { expect, test } from "vitest";
import { IdleProcess, JobTimeout } from "./idle-process.ts";

const open = () =>
  new IdleProcess("test process", new URL("../../tests/support/spent-process.ts", import.meta.url));

test("no job is lost when its worker process is replaced, which happens after every few jobs", async () => {
  const process = open();
  const jobs = Array.from({ length: 40 }, (_, number) => number);
  for (let round = 0; round < 2; round++)
    expect(await Promise.all(jobs.map((job) => process.ask(job)))).toEqual(jobs);
});

test("a job that crashes its process is retried once and then fails, and the next job still runs", async () => {
  const process = open();
  await expect(process.ask("crash")).rejects.toThrow("The test process has ended.");
  expect(await process.ask("next")).toBe("next");
});

test("a job that takes too long fails and its process is killed, and the next job still runs", async () => {
  const process = open();
  await expect(process.ask("hang", 200)).rejects.toThrow(
    new JobTimeout("The test process took longer than 0.2 seconds."),
  );
  expect(await process.ask("next")).toBe("next");
});
