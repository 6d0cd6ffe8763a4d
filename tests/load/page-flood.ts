import { setTimeout as pause } from "node:timers/promises";
import { findFreePort, prepareShop } from "../support/shop.ts";
import { type Responsiveness, watchResponsiveness } from "./responsiveness.ts";
import { waitForMemory, readResidentMegabytes } from "./resident-memory.ts";
import { listAddresses, type Answer, ask, askAll } from "./flood-calls.ts";

/** The size of the flood; the short form is a part of the long one. */
interface FloodSize {
  atOnce: number;
  spread: number;
  overMs: number;
}

const FULL: FloodSize = { atOnce: 250, spread: 2_000, overMs: 30_000 };

const MOST_MS = 50;

const MOST_MEMORY = 1.2;

/**
 * T36: many distinct page addresses at once and over half a minute. Prints its figures; what it returns are those
 * that were missed, none when all is well. Opens a shop of its own on the embedded engine and ends it.
 */
export async function floodPages(print: (line: string) => void, size = FULL): Promise<string[]> {
  const metricsPort = await findFreePort();
  const { shop, close } = await prepareShop("embedded", { METRICS_PORT: String(metricsPort) });
  const memory = () => readResidentMegabytes(metricsPort);
  const missed: string[] = [];
  try {
    await shop.open();
    // As a shop that has been open for a while.
    for (let turn = 0; turn < 150; turn++) await ask(`${shop.url}/products?maxPrice=${9_000 + turn}`);
    const before = await memory();
    for (const [name, flood] of [
      [`${size.atOnce} addresses at once`, () => askAll(listAddresses(shop.url, size.atOnce, "once"), 0)],
      [
        `${size.spread} addresses in ${size.overMs / 1000} s`,
        () => askAll(listAddresses(shop.url, size.spread, "spread"), size.overMs),
      ],
    ] as const) {
      const watched = watchResponsiveness([`${shop.url}/`, `${shop.url}/healthz`]);
      await pause(1_000);
      const outcome = await flood();
      const figures = await watched();
      print(`${name}: ${formatCountsByStatus(outcome)}`);
      for (const each of figures) print(`  ${formatResponsiveness(each)}`);
      missed.push(...listMissed(name, outcome, figures));
    }
    const peak = await memory();
    const after = await waitForMemory(memory, before * MOST_MEMORY);
    print(`memory: ${before} MB before, ${peak} MB at the end of the flood, ${after} MB afterwards`);
    if (after > before * MOST_MEMORY) missed.push(`memory stays at ${after} MB of ${before} MB before`);
  } finally {
    await close();
  }
  return missed;
}

function listMissed(name: string, answers: readonly Answer[], figures: readonly Responsiveness[]): string[] {
  const strange = answers.filter(
    ({ status, retryAfter }) => status !== 200 && !([429, 503].includes(status) && retryAfter),
  );
  const slow = figures.filter(({ p99, failed }) => p99 >= MOST_MS || failed > 0);
  return [
    ...(strange.length > 0
      ? [`${name}: ${formatCountsByStatus(strange)} were neither served nor refused in form`]
      : []),
    ...slow.map((each) => `${name}: ${formatResponsiveness(each)}`),
  ];
}

const formatCountsByStatus = (answers: readonly Answer[]): string =>
  Object.entries(Object.groupBy(answers, ({ status }) => status))
    .map(([status, some]) => `${some?.length} × ${status}`)
    .join(", ");

const formatResponsiveness = ({ address, requested, failed, p50, p99, most }: Responsiveness): string =>
  `${new URL(address).pathname} asked ${requested} times, ${failed} failed, p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`;

if (import.meta.main) {
  const missed = await floodPages((line) => process.stdout.write(`${line}\n`));
  for (const line of missed) process.stdout.write(`MISSED ${line}\n`);
  process.exitCode = missed.length > 0 ? 1 : 0;
}
