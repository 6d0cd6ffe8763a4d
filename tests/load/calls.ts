// Functions that send requests like an attacker, and that create the customer whom the attacker targets.

import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Worker } from "node:worker_threads";
import { generateCode } from "#platform/ids.ts";
import { logIn, register } from "#shop/accounts/endpoints.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { readMailFiles } from "../support/mails.ts";
import { registrationForm } from "../support/samples.ts";
import type { Shop } from "../support/journey-shop.ts";
import { waitUntil } from "./watch.ts";

const RESPONSE_WITHIN_MS = 30_000;

interface Attack {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** The body: a string is sent unchanged, any other value as JSON. */
  body?: unknown;
  /** The IP address that a proxy would report for the visitor. */
  from?: string;
  token?: string;
  isNew?: boolean;
  /** The IP address of this machine from which a new connection is made. */
  localAddress?: string;
  timeoutMs?: number;
}

export interface CallResult {
  status: number;
  ms: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request over HTTP, or over HTTPS without checking the certificate. The status is 0 without a response. */
export function sendHit(
  shopUrl: string,
  { method, path, headers, body, from, token, isNew = false, localAddress, timeoutMs }: Attack,
): Promise<CallResult> {
  const { protocol, hostname, port } = new URL(shopUrl);
  const isTls = protocol === "https:";
  const payload = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const began = performance.now();
  return new Promise((resolve) => {
    const finish = (status: number, received: IncomingHttpHeaders = {}, parts: readonly Buffer[] = []) => {
      const bytes = Buffer.concat(parts);
      resolve({ status, ms: performance.now() - began, headers: received, bytes, text: bytes.toString() });
    };
    const requested = (isTls ? requestHttps : requestHttp)({
      agent: isTls || isNew || localAddress !== undefined ? false : agent,
      rejectUnauthorized: false,
      host: hostname,
      port,
      path,
      localAddress,
      method: method ?? (body === undefined ? "GET" : "POST"),
      signal: AbortSignal.timeout(timeoutMs ?? RESPONSE_WITHIN_MS),
      headers: {
        ...(payload !== undefined && {
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(payload)),
        }),
        ...(from !== undefined && { "x-forwarded-for": from }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    requested.once("error", () => finish(0));
    requested.once("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.once("error", () => finish(0));
      response.once("end", () => finish(response.statusCode ?? 0, response.headers, parts));
    });
    requested.end(payload);
  });
}

/** Requests a compressed response like a browser does. @throws if the status is not 200 */
export async function fetchRaw(url: string): Promise<CallResult> {
  const { origin, pathname, search } = new URL(url);
  const hit = await sendHit(origin, { path: pathname + search, headers: { "accept-encoding": "br" } });
  if (hit.status !== 200) throw new Error(`${url}: ${hit.status}`);
  return hit;
}

/** Runs a file as a worker thread. Returns the one message that it posts. */
export async function runThread<Result>(
  file: URL,
  data: unknown,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result> {
  const worker = new Worker(file, { workerData: data, env });
  const [result] = (await once(worker, "message")) as [Result];
  await worker.terminate();
  return result;
}

export async function sendVolley<Item, Outcome>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, place: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [place, item] of waiting) outcomes[place] = await work(item, place);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return outcomes;
}

export const repeatTimes = <Item>(count: number, make: (place: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Returns an IP address for each number. The first 250 are in 203.0.113.0/24, which is reserved for documentation. */
export const createStrangerAddress = (place: number): string =>
  `203.0.${113 + Math.floor(place / 250)}.${1 + (place % 250)}`;

/** Formats the number of responses by status, such as `12 × 200, 988 × 429`. */
export const formatCounts = (hits: readonly { status: number }[]): string =>
  Object.entries(Object.groupBy(hits, ({ status }) => status))
    .map(([status, some]) => `${some?.length} × ${status === "0" ? "no answer" : status}`)
    .join(", ");

export interface Victim {
  accountId: string;
  email: string;
  password: string;
  /** The access token of the customer's session. An attacker can use it to act as the customer, without any cookie. */
  accessToken: string;
  refreshToken: string;
}

/** Registers a customer and logs in. `form` replaces fields of the registration form. */
export async function createVictim(
  shop: Shop,
  { address, ...form }: { address?: object; firstName?: string; lastName?: string } = {},
): Promise<Victim> {
  const email = `asha.${generateCode(10)}@example.com`.toLowerCase();
  const { password, address: home } = registrationForm;
  await expectDone(shop, register.path, {
    ...registrationForm,
    ...form,
    email,
    address: { ...home, ...address },
  });
  const begun = await expectDone(shop, logIn.path, { email, password });
  const { user, accessToken, refreshToken } = begun as unknown as Victim & { user: { _id: string } };
  return { accountId: user._id, email, password, accessToken, refreshToken };
}

export async function expectDone(
  shop: Shop,
  path: string,
  body?: unknown,
  how: { token?: string; method?: string; from?: string } = {},
): Promise<Record<string, unknown>> {
  const { status, text } = await sendHit(shop.url, { path, ...(body !== undefined && { body }), ...how });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

export async function findFirstProduct(shop: Shop): Promise<string> {
  const { data } = (await expectDone(shop, listProducts.path)) as { data: { _id: string }[] };
  return data[0]?._id ?? "";
}

/** Waits for a mail whose subject matches. Returns the newest such mail. */
export async function waitForMail(shop: Shop, email: string, about: RegExp): Promise<string> {
  const find = () =>
    listMails(shop).find(
      (each) => each.includes(`\nTo: ${email}\n`) && about.test(/^Subject: (.*)$/m.exec(each)?.[1] ?? ""),
    );
  await waitUntil(`a mail to ${email} about ${about.source}`, () => find() !== undefined, 100);
  return find() ?? "";
}

export const listMails = (shop: Shop): string[] => readMailFiles({ config: shop }).toReversed();
