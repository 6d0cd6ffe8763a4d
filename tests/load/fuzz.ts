// npm run fuzz: sends 10,000 generated calls for each of three seeds, to PostgreSQL and to PGlite (T22). `npm run fuzz
// -- 7 8` uses these seeds and does not save the results. Exits with 1 if a response differs from the API document.

import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { runThread } from "./calls.ts";
import type { Fuzzed } from "./fuzz-calls.ts";
import { play } from "./play.ts";
import { type Scenario, type ScenarioRun, toNoneFigure } from "./scenario.ts";

const CASES = 10_000;
const CASES_IN_SHORT = 1_000;

const toScenario = (seed: string, place: number): Scenario => ({
  name: seed,
  summary: `calls generated from the API document and the seed ${seed}`,
  threat: "T22",
  engines: ["embedded", "server"],
  inShortForm: place === 0,
  run: (run) => fuzz(Number(seed), run),
});

/** Sends the calls from a new worker thread, because a thread can use only one engine and this program tests both. */
async function fuzz(seed: number, { engine, isShort, say }: ScenarioRun) {
  const wanted = isShort ? CASES_IN_SHORT : CASES;
  const env = { ...process.env, NODE_ENV: "test", TEST_ENGINE: engine };
  const data = { seed, cases: wanted };
  const { cases, statuses, failure } = await runThread<Fuzzed>(new URL(import.meta.url), data, env);
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  say(counts.join(", "));
  return [
    { what: "calls", value: cases, atLeast: wanted },
    toNoneFigure("responses that differ from the API document", failure === null ? [] : [failure]),
  ];
}

if (isMainThread) {
  const givenSeeds = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
  const seeds = givenSeeds.length > 0 ? givenSeeds : ["1", "2", "3"];
  await play(givenSeeds.length > 0 ? null : "fuzz", seeds.map(toScenario));
} else {
  const { fuzzCalls } = await import("./fuzz-calls.ts");
  const { seed, cases } = workerData as { seed: number; cases: number };
  parentPort?.postMessage(await fuzzCalls(seed, cases));
}
