// npm run fuzz: the long form of T22, on the engine of TEST_ENGINE. `npm run fuzz -- 7 8` uses these seeds.

import { testEngine } from "../support/database.ts";
import { fuzzCalls } from "./fuzz-calls.ts";

const CASES = 10_000;
const given = process.argv.slice(2).map(Number).filter(Number.isSafeInteger);
const seeds = given.length > 0 ? given : [1, 2, 3];

for (const seed of seeds) {
  const from = performance.now();
  const { cases, statuses, failure } = await fuzzCalls(seed, CASES);
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  process.stdout.write(`${testEngine}, seed ${seed}: ${cases} cases in ${seconds} s: ${counts.join(", ")}\n`);
  if (failure === null) continue;
  process.stdout.write(`MISSED ${failure}\n`);
  process.exitCode = 1;
}

// The databases of tests stay open for the next test, so this process does not end by itself.
process.exit();
