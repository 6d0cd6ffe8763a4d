import { afterAll, beforeAll, expect, test } from "vitest";
import { openPayments } from "#server/payments";
import { type OpenApi, openApiOf, type Operation } from "#platform/api-docs/openapi.ts";
import { routes } from "../../server/rooms.ts";
import { type Answered, type Api, openApi } from "../support/api.ts";
import { signedInCustomer } from "../support/customer.ts";
import { testContext, type TestContext } from "../support/database.ts";
import { stockShelves } from "../support/goods.ts";

// T22: whatever is sent to any call, nothing breaks, and every "no" is the envelope in words for people.

const CASES_PER_CALL = 60;

let context: TestContext;
let api: Api;

beforeAll(async () => {
  context = await testContext();
  await stockShelves(context, [{ id: "bowl" }]);
  openPayments(context, { port: 9 });
  api = await openApi(context, routes);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const document = openApiOf(
  routes.map(({ endpoint }) => endpoint),
  "http://shop.example",
);

test.each(callsOf(document))("%s %s answers hostile input politely", async (method, path, operation) => {
  const random = seeded(22);
  for (let turn = 0; turn < CASES_PER_CALL; turn++) {
    const schema = operation.requestBody?.content["application/json"].schema;
    const body = schema ? hostileBody(schema, random) : method === "GET" ? undefined : pick(torn, random);
    const url = hostileAddress(path, random);
    const headers: Record<string, string> = random() < 0.2 ? { "idempotency-key": "é".repeat(20) } : {};
    // Anew each time: the call before may have been a good logout.
    const as = random() < 0.9 ? await signedInCustomer(context) : undefined;
    const answered = await api.inject({ method, url, body, headers, ...(as && { as }) });
    expect(faultOf(answered), `${method} ${url} ${String(body).slice(0, 300)}`).toBeNull();
  }
});

function faultOf({ status, body, headers }: Answered): string | null {
  if (status < 400) return null;
  if (status >= 500 && status !== 503) return `answered ${status}`;
  if ((status === 429 || status === 503) && !headers["retry-after"]) return "no Retry-After";
  const { success, code, message, error, requestId } = body;
  if (success !== false || !code || !message || error !== message || !requestId) return "no envelope";
  return /Expected|received|undefined|\[object/.test(message) ? `machine's words: ${message}` : null;
}

function callsOf({ paths }: OpenApi): [Method, string, Operation][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [Method, string, Operation] => [
      method.toUpperCase() as Method,
      path,
      operation,
    ]),
  );
}

type Method = Parameters<Api["inject"]>[0]["method"];
type Random = () => number;
type Schema = Operation["parameters"][number]["schema"];

/** The same numbers for the same seed, so that a failure can be met again. */
function seeded(seed: number): Random {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

const maze = "[".repeat(20_000) + "]".repeat(20_000);
const torn = [
  "",
  "{",
  "null",
  "1",
  '"x"',
  "[]",
  "{}{}",
  '{"__proto__":{"a":1}}',
  '{"a":NaN}',
  `{"a":${maze}}`,
  maze,
];

const hostileBody = (schema: Schema, random: Random): string =>
  random() < 0.2 ? pick(torn, random) : JSON.stringify(spoilt(proper(schema), random));

const oddNames = [
  "x",
  "%00",
  "%ed%9f%bf",
  "..%2f..",
  "a".repeat(90),
  "__proto__",
  "-1",
  "1e9",
  "%F0%9F%98%80",
  "a%0d%0ab",
  "%20",
];
const oddQueries = [
  "",
  "",
  "?page=1&page=2",
  "?limit=%00",
  "?minPrice=NaN&maxPrice=-1",
  "?userId[]=x",
  "?category=%F0%9F%98%80",
  "?__proto__=1",
];

const hostileAddress = (path: string, random: Random): string =>
  path.replaceAll(/\{\w+\}/g, () => pick(oddNames, random)) + pick(oddQueries, random);

/** What the schema asks for, more or less. */
function proper(schema: Schema): unknown {
  const {
    type,
    properties,
    items,
    anyOf,
    const: only,
    enum: some,
  } = schema as {
    type?: string;
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
    const?: unknown;
    enum?: unknown[];
  };
  if (only !== undefined) return only;
  if (some) return some[0];
  if (anyOf?.[0]) return proper(anyOf[0]);
  if (type === "object") {
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, inner]) => [name, proper(inner)]));
  }
  if (type === "array") return items ? [proper(items)] : [];
  if (type === "boolean") return true;
  return type === "number" ? 1 : "bowl";
}

const junk = [
  null,
  true,
  0,
  -1,
  1e308,
  1.5,
  2 ** 53,
  "",
  " ",
  "1",
  "-1",
  "\0",
  "\ud800",
  "x".repeat(5_000),
  "😀".repeat(200),
  "\u202e",
  "'; drop table account;--",
  "${1}",
  "$&",
  [],
  [null],
  {},
  { toString: 1 },
  { _id: 1 },
  Array.from({ length: 60 }, () => 1),
  "00000000-0000-0000-0000-000000000000",
  "a@b.co",
  "9876543210",
] as const;

/** Here and there something is left out, replaced by junk, or added. */
function spoilt(value: unknown, random: Random): unknown {
  if (random() < 0.15) return pick(junk, random);
  if (Array.isArray(value)) return value.map((item) => spoilt(item, random));
  if (value === null || typeof value !== "object") return random() < 0.3 ? pick(junk, random) : value;
  const kept = Object.entries(value).filter(() => random() > 0.15);
  const added = random() < 0.2 ? [[pick(["role", "paymentStatus", "\0"], random), pick(junk, random)]] : [];
  return Object.fromEntries([...kept.map(([name, inner]) => [name, spoilt(inner, random)]), ...added]);
}
