// The customers of a benchmark. Each customer makes the calls of a visit one after another.

import { get } from "node:http";
import { withLongStatements } from "#platform/database/lock-briefly.ts";
import { addToCart, readCart, updateCart } from "#shop/cart/endpoints.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { listOrdersOfUser } from "#shop/orders/endpoints.ts";
import { shippingAddress } from "../../support/samples.ts";
import type { Shop } from "../../support/shop.ts";
import { calculatePercentile } from "../calls.ts";
import { type Member, seed } from "../crowded-shop.ts";
import type { LeanRequest } from "../lean-connection.ts";
import type { ScenarioRun } from "../scenario.ts";
import { runThread } from "../thread.ts";
import { readProcessorTime } from "./processes.ts";

/** Settings that make the shop trust the IP addresses which a benchmark reports for its visitors. */
export const BENCH_SETTINGS = { TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "warn" };

const LINES = 3;
/** The number of products that are ordered. They are the newest ones, even in a large catalogue. */
const SOLD = 36;

export interface BenchLoad {
  port: number;
  /** Number of connections. */
  atOnce: number;
  visits: readonly (readonly LeanRequest[])[];
  /** Number of repetitions of each visit. */
  times: number;
}

export interface BenchResult {
  /** The duration of each visit. */
  ms: number[];
  /** The statuses and bodies of responses other than 200. */
  refused: string[];
  tookMs: number;
}

type BuildVisit = (customer: Member, index: number, productIds: readonly string[]) => LeanRequest[];

/** Makes all visits in a worker thread. */
const send = (crowd: BenchLoad): Promise<BenchResult> =>
  runThread(new URL("crowd-thread.ts", import.meta.url), crowd);

/** Requests a page `times` times. @throws if a response is not 200 */
export async function requestPage(
  url: string,
  path: string,
  { times, atOnce }: { times: number; atOnce: number },
): Promise<BenchResult> {
  const request = { method: "GET", path, from: "127.0.0.1", headers: "accept-encoding: br\r\n" };
  const served = await send({ port: Number(new URL(url).port), atOnce, visits: [[request]], times });
  if (served.refused.length > 0)
    throw new Error(`${served.refused.length} responses of ${path} were not 200`);
  return served;
}

/** Makes one visit for each of these customers. */
export async function sendVisits(
  shop: Shop,
  members: readonly Member[],
  { atOnce, buildVisit }: { atOnce: number; buildVisit: BuildVisit },
): Promise<BenchResult> {
  const productIds = await listMadeToOrder(shop);
  const visits = members.map((member, index) => buildVisit(member, index, productIds));
  return send({ port: Number(new URL(shop.url).port), atOnce, visits, times: 1 });
}

async function listMadeToOrder(shop: Shop): Promise<string[]> {
  const response = await fetch(`${shop.url}${listProducts.path}?page=1&limit=${SOLD}`);
  const { data } = (await response.json()) as { data: { _id: string; stock?: number | null }[] };
  return data.filter(({ stock }) => stock === undefined || stock === null).map(({ _id }) => _id);
}

/** Makes visits for `count` new customers. The times are per visit, in ms. */
export async function measureVisits(
  { engine, postgres, say }: ScenarioRun,
  shop: Shop,
  { atOnce, count, buildVisit }: { atOnce: number; count: number; buildVisit: BuildVisit },
) {
  const members = await shop.withDatabase((db) => withLongStatements(() => seed(db, count)));
  const pids = [shop.pid(), engine === "server" ? postgres?.pid() : undefined];
  const readTimes = () => pids.map((pid) => (pid ? readProcessorTime(pid) : 0));
  const startTimes = readTimes();
  const { ms, refused, tookMs } = await sendVisits(shop, members, { atOnce, buildVisit });
  const [shopMs = 0, databaseMs = 0] = readTimes().map(
    (time, index) => (time - (startTimes[index] ?? 0)) / count,
  );
  const [perSecond, p99] = [(1_000 * ms.length) / tookMs, calculatePercentile(ms, 0.99)];
  say(
    `${atOnce} at once: ${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(0)} ms; processor time of each: ` +
      `${shopMs.toFixed(2)} ms of the shop, ${databaseMs.toFixed(2)} ms of PostgreSQL`,
  );
  return { perSecond, p99, shopMs, databaseMs, refused };
}

/** An order of three products. The products differ between customers. */
export const buildOrderVisit: BuildVisit = ({ token }, index, productIds) => [
  buildOrder(token, index, pickProducts(index, productIds)),
];

/** A purchase of six calls: the list of products, three calls of the cart, the order, and the list of orders. */
export const buildShoppingVisit: BuildVisit = ({ accountId, token }, index, productIds) => {
  const [productId = ""] = pickProducts(index, productIds);
  const call = ({ method, path }: { method: string; path: string }, quantity?: number): LeanRequest => ({
    method,
    path: path.replace(":userId", accountId),
    from: toAddress(index),
    token,
    ...(quantity && { body: JSON.stringify({ productId, quantity }) }),
  });
  return [
    { method: listProducts.method, path: listProducts.path, from: toAddress(index) },
    call(addToCart, 1),
    call(updateCart, 2),
    call(readCart),
    buildOrder(token, index, [productId]),
    call(listOrdersOfUser),
  ];
};

const pickProducts = (index: number, productIds: readonly string[]): string[] =>
  Array.from({ length: LINES }, (_, line) => productIds[(index + line * 7) % productIds.length] ?? "");

const toAddress = (index: number): string => `10.1.${index % 250}.1`;

const buildOrder = (token: string, index: number, productIds: readonly string[]): LeanRequest => ({
  method: placeOrder.method,
  path: placeOrder.path,
  from: toAddress(index),
  token,
  body: JSON.stringify({
    items: productIds.map((productId) => ({ productId, quantity: 1 })),
    shippingAddress,
  }),
  headers: `idempotency-key: bench-${String(index).padStart(12, "0")}-${token.slice(0, 8)}\r\n`,
});

/**
 * Requests a compressed response like a browser does. Returns the headers that the shop sets, and the compressed body.
 */
export function fetchRaw(url: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br" } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const { date: _date, connection: _connection, "keep-alive": _alive, ...headers } = response.headers;
        resolve({ headers: headers as Record<string, string>, body: Buffer.concat(parts) });
      });
    }).on("error", reject);
  });
}
