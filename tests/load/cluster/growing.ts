import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { openLeanConnection } from "../lean-connection.ts";
import { readProcessorTime } from "../bench/processor-time.ts";
import type { Figure, Outcome, Scenario, ScenarioRun } from "../scenario.ts";
import { getPort } from "./killed.ts";
import { type CrowdedCluster, runInCluster } from "./run-in-cluster.ts";
import { limitProcessor, type SmallProcessor } from "./small-processor.ts";

const SIZES = [1, 2, 3];
const CUSTOMERS = 48;
const BEFORE_MS = 3_000;
const MEASURED_MS = 10_000;
/**
 * The share of a core for each process: so much that three of them, the database, the proxy and this program find room
 * on two.
 */
const SHARE = 0.2;
const LEAST_OF_POSSIBLE = 0.8;
/** The load above which nothing can be judged: no core was idle, others had work, or there are too few. */
const FULL = 0.95;

export const growing: Scenario = {
  name: "growing",
  summary: "uncached answers a second of one, two and three processes, of a fifth of a core each",
  engines: ["server"],
  inShortForm: false,
  async run(run) {
    const measured: Measured[] = [];
    for (const size of SIZES) {
      const small: (SmallProcessor | null)[] = [];
      const outcome = await runInCluster({ size, customers: CUSTOMERS }, async (cluster) => {
        small.push(...cluster.processes.map((each) => limitProcessor(each.pid(), SHARE)));
        measured.push(await measure(run, cluster));
        return [];
      });
      for (const each of small) each?.remove();
      if ("skipped" in outcome) return outcome;
      if (small.includes(null)) return { skipped: "the system gives out no shares of a core here." };
    }
    return compare(measured);
  },
};

interface Measured {
  aSecond: number;
  /** Processor time of the shop for one answer, in ms. */
  shopMs: number;
  /** The load of all cores, 0 to 1: shop, database, proxy and the customers of this program. */
  busy: number;
  failed: number;
}

async function measure(run: ScenarioRun, { processes, nginx, customers }: CrowdedCluster): Promise<Measured> {
  const connections = customers.map(({ token }) => ({ token, ...openLeanConnection(getPort(nginx)) }));
  const over = new AbortController();
  let [answered, failed, number] = [0, 0, 0];
  const visits = connections.map(async ({ token, ask }) => {
    while (!over.signal.aborted) {
      const path = number++ % 2 === 0 ? "/api/cart" : `/api/products/search?q=bowl${number}`;
      const { status } = await ask({ method: "GET", path, from: "127.0.0.1", token });
      answered++;
      if (status !== 200) failed++;
    }
  });
  await sleep(BEFORE_MS);
  const before = { answered, shop: readShop(processes), machine: readMachine(), at: performance.now() };
  await sleep(MEASURED_MS);
  const seconds = (performance.now() - before.at) / 1_000;
  const machine = readMachine();
  const done = answered - before.answered;
  const result = {
    aSecond: done / seconds,
    shopMs: (readShop(processes) - before.shop) / done,
    busy: (machine.busy - before.machine.busy) / (machine.all - before.machine.all),
    failed,
  };
  over.abort();
  await Promise.all(visits);
  run.say(
    `${processes.length}: ${Math.round(result.aSecond)} a second, ${result.shopMs.toFixed(2)} ms of the shop's processor each, ` +
      `${Math.round(result.busy * 100)} % of ${cpus().length} cores busy`,
  );
  return result;
}

function compare(measured: readonly Measured[]): Outcome {
  const [one] = measured;
  if (!one) return [];
  const full = measured.findIndex(({ busy }) => busy >= FULL);
  if (full >= 0)
    return { skipped: `with ${full + 1} of the processes no core was idle, so nothing can be judged here.` };
  const figures: Figure[] = [];
  for (const [index, each] of measured.entries()) {
    const size = index + 1;
    figures.push(
      { what: `${size}: uncached answers a second`, value: Math.round(each.aSecond) },
      { what: `${size}: cores busy, of ${cpus().length}`, value: round(each.busy * cpus().length) },
      { what: `${size}: ms of the shop's processor for an answer`, value: round(each.shopMs) },
      {
        what: `${size}: answers of each process, against one alone`,
        value: round(each.aSecond / size / one.aSecond),
        atLeast: LEAST_OF_POSSIBLE,
      },
      { what: `${size}: calls that failed`, value: each.failed, atMost: 0 },
    );
  }
  return figures;
}

const round = (value: number) => Math.round(value * 100) / 100;

const readShop = (processes: CrowdedCluster["processes"]) =>
  processes.reduce((sum, each) => sum + readProcessorTime(each.pid()), 0);

function readMachine(): { busy: number; all: number } {
  const times = cpus().map((each) => each.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}
