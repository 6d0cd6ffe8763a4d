// npm run fuzz: sends 10,000 generated calls for each of three seeds, on both engines (T22). `npm run fuzz -- 7 8` uses
// these seeds and does not record the run. Exits with 1 if a response differs from the API document.

import type { Fuzzed } from "./fuzz-calls.ts";
import { play } from "./play.ts";
import { type Scenario, type ScenarioRun, toNoneFigure } from "./scenario.ts";
import { runThread } from "./thread.ts";

const CASES = 10_000;
const CASES_IN_SHORT = 1_000;

const givenSeeds = process.argv.slice(2).filter((word) => /^\d+$/.test(word));

const toScenario = (seed: string, place: number): Scenario => ({
  name: seed,
  summary: `calls generated from the API document and the seed ${seed}`,
  threat: "T22",
  engines: ["embedded", "server"],
  inShortForm: place === 0,
  run: (run) => fuzz(Number(seed), run),
});

/** Sends the calls in a worker thread, because each thread can use only one database engine. */
async function fuzz(seed: number, { engine, isShort, say }: ScenarioRun) {
  const wanted = isShort ? CASES_IN_SHORT : CASES;
  const env = { ...process.env, NODE_ENV: "test", TEST_ENGINE: engine };
  const { cases, statuses, failure } = await runThread<Fuzzed>(
    new URL("fuzz-thread.ts", import.meta.url),
    { seed, cases: wanted },
    env,
  );
  say(
    Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(", "),
  );
  return [
    { what: "calls", value: cases, atLeast: wanted },
    toNoneFigure("responses that differ from the API document", failure === null ? [] : [failure]),
  ];
}

await play(
  givenSeeds.length > 0 ? null : "fuzz",
  (givenSeeds.length > 0 ? givenSeeds : ["1", "2", "3"]).map(toScenario),
);
