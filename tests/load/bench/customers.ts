import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { withLongStatements } from "#platform/database/lock-briefly.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import type { Shop } from "../../support/shop.ts";
import { calculatePercentile } from "../attack/calls.ts";
import type { LeanRequest } from "../attack/lean-connection.ts";
import type { Member } from "../chaos/crowd.ts";
import { seed } from "../chaos/seed-crowd.ts";
import type { ScenarioRun } from "../scenario.ts";
import { readProcessorTime } from "./processor-time.ts";

/** Customers, so many at once, each of whom makes the calls of one visit one after the other. */
export interface Customers {
  port: number;
  atOnce: number;
  visits: readonly (readonly LeanRequest[])[];
}

export interface Served {
  /** The time of each visit. */
  ms: number[];
  /** Answers other than 200. */
  refused: string[];
  tookMs: number;
}

interface Measured {
  perSecond: number;
  p99: number;
  /** Processor time of a visit, in ms. */
  shopMs: number;
  databaseMs: number;
  refused: string[];
}

export type BuildVisit = (customer: Member, index: number, productIds: readonly string[]) => LeanRequest[];

/** Lets new customers come, `count` of them. */
export async function measureVisits(
  { engine, postgres, say }: ScenarioRun,
  shop: Shop,
  { atOnce, count, buildVisit }: { atOnce: number; count: number; buildVisit: BuildVisit },
): Promise<Measured> {
  const members = await shop.withDatabase((db) => withLongStatements(() => seed(db, count)));
  const pids = [shop.pid(), engine === "server" ? postgres?.pid() : undefined];
  const readTimes = () => pids.map((pid) => (pid ? readProcessorTime(pid) : 0));
  const before = readTimes();
  const { ms, refused, tookMs } = await sendVisits(shop, members, { atOnce, buildVisit });
  const [shopMs = 0, databaseMs = 0] = readTimes().map(
    (time, index) => (time - (before[index] ?? 0)) / count,
  );
  const [perSecond, p99] = [(1_000 * ms.length) / tookMs, calculatePercentile(ms, 0.99)];
  say(
    `${atOnce} at once: ${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(0)} ms; processor time of each: ` +
      `${shopMs.toFixed(2)} ms of the shop, ${databaseMs.toFixed(2)} ms of PostgreSQL`,
  );
  return { perSecond, p99, shopMs, databaseMs, refused };
}

/** Lets these customers come, each once. */
export async function sendVisits(
  shop: Shop,
  members: readonly Member[],
  { atOnce, buildVisit }: { atOnce: number; buildVisit: BuildVisit },
): Promise<Served> {
  const productIds = await listMadeToOrder(shop);
  const visits = members.map((member, index) => buildVisit(member, index, productIds));
  return send({ port: Number(new URL(shop.url).port), atOnce, visits });
}

/** Sends from a thread of its own, so that reading the answers does not delay sending. */
async function send(customers: Customers): Promise<Served> {
  const worker = new Worker(new URL("customer-thread.ts", import.meta.url), { workerData: customers });
  const [served] = (await once(worker, "message")) as [Served];
  await worker.terminate();
  return served;
}

/** The newest products: in a large shop too, orders are of some of them. */
const SOLD = 36;

async function listMadeToOrder(shop: Shop): Promise<string[]> {
  const answer = await fetch(`${shop.url}${listProducts.path}?page=1&limit=${SOLD}`);
  const { data } = (await answer.json()) as { data: { _id: string; stock?: number | null }[] };
  return data.filter(({ stock }) => stock === undefined || stock === null).map(({ _id }) => _id);
}
