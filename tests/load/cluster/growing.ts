import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { explainNoCluster } from "../../support/cluster.ts";
import { limitGroup, readMachine, readProcessorTime } from "../bench/processes.ts";
import { openLeanConnection } from "../lean-connection.ts";
import type { Figure, Scenario } from "../scenario.ts";
import { type CrowdedCluster, getPort, runInCluster } from "./crowded-cluster.ts";

const SIZES = [1, 2, 3];
const CUSTOMERS = 48;
const START_UP_MS = 3_000;
const MEASURED_MS = 10_000;
/**
 * The share of a core that each process may use. Three processes, the database, nginx and this program together fit on
 * two cores.
 */
const SHARE = 0.2;
const LEAST_OF_ONE = 0.8;
/** Maximum load of all cores (0 to 1). Above it, the figures are not compared with their limits. */
const FULL = 0.95;

export const growing: Scenario = {
  name: "growing",
  summary: "uncached responses per second of one, two and three processes with a fifth of a core each",
  engines: ["server"],
  inShortForm: false,
  async run() {
    const figures: Figure[] = [];
    let one = 0;
    for (const size of SIZES) {
      const groups: ReturnType<typeof limitGroup>[] = [];
      let busy = 0;
      const outcome = await runInCluster({ size, customers: CUSTOMERS }, async (cluster) => {
        for (const [index, each] of cluster.processes.entries()) {
          const group = limitGroup(`process-${index}`, { shareOfCore: SHARE });
          group?.add(each.pid());
          groups.push(group);
        }
        const measured = await measure(cluster);
        ({ busy } = measured);
        one ||= measured.aSecond;
        const share = measured.aSecond / size / one;
        return [
          { what: `${size}: uncached responses a second`, value: Math.round(measured.aSecond) },
          { what: `${size}: busy cores of ${cpus().length}`, value: round(busy * cpus().length) },
          { what: `${size}: ms of processor time per response`, value: round(measured.shopMs) },
          {
            what: `${size}: responses per process, relative to one process`,
            value: round(share),
            atLeast: LEAST_OF_ONE,
          },
          { what: `${size}: calls that failed`, value: measured.failed, atMost: 0 },
        ];
      });
      for (const group of groups) group?.remove();
      if ("skipped" in outcome) return outcome;
      if (groups.includes(null)) return { skipped: "the system gives out no shares of a core here." };
      if (busy >= FULL)
        return { skipped: `with ${size} of the processes no core was idle, so nothing can be judged here.` };
      figures.push(...outcome);
    }
    return figures;
  },
};

const round = (value: number) => Math.round(value * 100) / 100;

async function measure({ processes, nginx, customers }: CrowdedCluster) {
  const over = new AbortController();
  let [answered, failed, number] = [0, 0, 0];
  const visits = customers.map(async ({ token }) => {
    const { ask } = openLeanConnection(getPort(nginx));
    while (!over.signal.aborted) {
      const path = number++ % 2 === 0 ? "/api/cart" : `/api/products/search?q=bowl${number}`;
      const { status } = await ask({ method: "GET", path, from: "127.0.0.1", token });
      answered++;
      if (status !== 200) failed++;
    }
  });
  const read = () => ({
    answered,
    shop: processes.reduce((sum, each) => sum + readProcessorTime(each.pid()), 0),
    machine: readMachine(),
    at: performance.now(),
  });
  await sleep(START_UP_MS);
  const startTimes = read();
  await sleep(MEASURED_MS);
  const endTimes = read();
  over.abort();
  await Promise.all(visits);
  const done = endTimes.answered - startTimes.answered;
  return {
    aSecond: (1_000 * done) / (endTimes.at - startTimes.at),
    shopMs: (endTimes.shop - startTimes.shop) / done,
    busy: (endTimes.machine.busy - startTimes.machine.busy) / (endTimes.machine.all - startTimes.machine.all),
    failed,
  };
}

export const journeys: Scenario = {
  name: "journeys",
  summary: "the browser journeys with three processes behind nginx",
  engines: ["server"],
  inShortForm: false,
  async run({ postgres }) {
    const reason = explainNoCluster();
    if (reason !== null) return { skipped: reason };
    const playwright = "node_modules/@playwright/test/cli.js";
    const child = spawn(process.execPath, [playwright, "test", "--project", "cluster"], {
      cwd: path.resolve(import.meta.dirname, "../../.."),
      env: { ...process.env, NODE_ENV: "test", JOURNEYS_ON: "cluster", TEST_POSTGRES_URL: postgres?.url },
      stdio: "inherit",
    });
    const endChild = () => child.kill("SIGTERM");
    process.once("exit", endChild);
    const [code] = (await once(child, "close")) as [number];
    process.off("exit", endChild);
    return [{ what: "runs of the journeys that failed", value: code === 0 ? 0 : 1, atMost: 0 }];
  },
};
