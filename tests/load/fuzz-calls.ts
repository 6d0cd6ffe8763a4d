// Sends calls generated from the API document, some hostile, and checks each response against the document (T22).

import fc from "fast-check";
import * as v from "valibot";
import { MINUTE } from "#contract/time.ts";
import { buildOpenApi, errorBody, type Operation } from "#platform/http/openapi.ts";
import { openPayments } from "#shop/payments/server/providers.ts";
import { routes } from "../../server/features.ts";
import { type Api, openApi, type TestResponse } from "../support/api.ts";
import { type Customer, signInCustomer } from "../support/customer.ts";
import { createTestContext, type TestContext } from "../support/database.ts";
import { stockProducts } from "../support/products.ts";

/** The number of calls after which new customers replace the previous ones, to stay below their rate limits. */
const CALLS_OF_CUSTOMERS = 60;
const MAX_IDS = 40;

export interface Fuzzed {
  cases: number;
  statuses: Record<string, number>;
  /** The error with the smallest case that causes it; null if all responses were right. */
  failure: string | null;
}

export async function fuzzCalls(seed: number, cases: number): Promise<Fuzzed> {
  const shop = await openFuzzedShop();
  try {
    const property = fc.asyncProperty(anyCase, async (one) => {
      const wrong = await shop.send(one);
      if (wrong !== null) throw new Error(wrong);
    });
    const outcome = await fc.check(property, { seed, numRuns: cases });
    const failure = outcome.failed
      ? `${(outcome.errorInstance as Error).message}\n${JSON.stringify(outcome.counterexample)}`
      : null;
    return { cases: outcome.numRuns, statuses: shop.statuses, failure };
  } finally {
    await shop.close();
  }
}

/** Opens a server with all API calls, a new database, two products, two customers, and a clock that advances. */
export async function openFuzzedShop() {
  const context = await createTestContext();
  await stockProducts(context, [{ id: "bowl" }, { id: "tray", onHand: 1_000 }]);
  openPayments(context, { port: 9 });
  const api = await openApi(context, routes);
  const statuses: Record<string, number> = {};
  const ids = ["bowl", "tray"];
  let sent = 0;
  let customers = await createTwoCustomers(context);

  return {
    statuses,
    async send(one: Case): Promise<string | null> {
      if (++sent % CALLS_OF_CUSTOMERS === 0) {
        context.clock.advance(20 * MINUTE);
        customers = await createTwoCustomers(context);
      }
      const answered = await api.inject(buildRequest(one, ids, customers));
      statuses[answered.status] = (statuses[answered.status] ?? 0) + 1;
      rememberIds(answered.body, ids);
      const operation = document.paths[one.path]?.[one.method.toLowerCase()];
      return operation ? findWrong(answered, operation) : "no such call in the document";
    },
    async close() {
      await api.close();
      await context.close();
    },
  };
}

async function createTwoCustomers(context: TestContext) {
  return { guest: null, one: await signInCustomer(context), two: await signInCustomer(context) };
}

function rememberIds(value: unknown, ids: string[]): void {
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value)) {
    const isId = typeof inner === "string" && /id$|token$/i.test(name) && name !== "requestId";
    if (isId && !ids.includes(inner)) {
      ids.push(inner);
      // Removes the oldest id, except for the first two, which are the ids of the products.
      if (ids.length > MAX_IDS) ids.splice(2, 1);
    } else rememberIds(inner, ids);
  }
}

function buildRequest(
  { method, path, who, params, query, body, headers: given }: Case,
  ids: readonly string[],
  customers: Record<Case["who"], Customer | null>,
): Parameters<Api["inject"]>[0] {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toAddressPart(params[name], ids));
  const search = query.map(([name, value]) => `${name}=${toAddressPart(value, ids)}`).join("&");
  const as = customers[who];
  return {
    method,
    url: search ? `${url}?${search}` : url,
    headers: given,
    ...(body !== undefined && { body: replaceKnown(body, ids) }),
    ...(as && { as }),
  };
}

const pickId = ({ number }: KnownId, ids: readonly string[]): string => ids[number % ids.length] ?? "";

/** Escapes a value for a URL. Values of only `%`, `.` and word characters are kept, so that some URLs are invalid. */
function toAddressPart(value: unknown, ids: readonly string[]): string {
  const text = value instanceof KnownId ? pickId(value, ids) : String(value);
  return /^[\w%.]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

function replaceKnown(value: unknown, ids: readonly string[]): unknown {
  if (value instanceof KnownId) return pickId(value, ids);
  if (Array.isArray(value)) return value.map((item) => replaceKnown(item, ids));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceKnown(inner, ids)]));
}

function findWrong({ status, body, headers: sent }: TestResponse, { responses }: Operation): string | null {
  const declared = responses[status];
  if (status >= 500 && (status !== 503 || !declared || "$ref" in declared)) return `answered ${status}`;
  if (!declared) return `answered ${status}, which the document does not list`;
  if (status < 400) return null;
  const header = status === 429 || status === 503 ? "retry-after" : status === 405 ? "allow" : null;
  if (header !== null && !sent[header]) return `answered ${status} without ${header}`;
  const { issues } = v.safeParse(errorBody, body);
  if (issues) return `answered ${status}, and ${v.summarize(issues)}`;
  const { message, error } = body;
  if (message !== error || !message) return `answered ${status} without a message`;
  return /Expected|received|undefined|\[object/.test(message)
    ? `answered with a technical message: ${message}`
    : null;
}

const document = buildOpenApi(routes, "http://shop.example");

export interface Case {
  method: Parameters<Api["inject"]>[0]["method"];
  path: string;
  who: "guest" | "one" | "two";
  params: Record<string, unknown>;
  query: [name: string, value: unknown][];
  body?: unknown;
  headers: Record<string, string>;
}

/** A placeholder for the n-th id that the shop has returned. The id replaces it just before the call is sent. */
class KnownId {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

const returnedIds = fc.nat(40).map((number) => new KnownId(number));

const ordinaryTexts = [
  "teak and mango",
  ..."bowl 1 Meera asha@example.com 9876543210 Gujarat Surat India 395002 Bowl test credential".split(" "),
];

const hostileTexts = [
  "",
  " ",
  "\0",
  "\ud800",
  "\u202e",
  "-1",
  "1e9",
  "%00",
  "../..",
  "__proto__",
  "constructor",
  "'; drop table account;--",
  "${1}",
  "$&",
  "<script>alert(1)</script>",
  "a\r\nb: c",
  "00000000-0000-0000-0000-000000000000",
  "x".repeat(5_000),
  "😀".repeat(200),
];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ordinaryTexts) },
  { weight: 4, arbitrary: returnedIds },
  { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
);

const number = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1e308, 1.5, 2 ** 53, 2 ** 31, 999, 1_000, -0) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, [], [null], {}, { toString: 1 }, { _id: 1 }, Array(60).fill(1)),
  text,
  number,
  fc.jsonValue({ maxDepth: 3 }),
);

const maze = "[".repeat(20_000) + "]".repeat(20_000);

/** Bodies that are not JSON, or that no schema accepts. */
const tornBodies = fc.constantFrom(
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
  `{"a":"${"x".repeat(70 * 1024)}"}`,
);

/** A path segment or a query value, some already escaped. */
const addressText = fc.oneof(
  { weight: 6, arbitrary: returnedIds },
  { weight: 2, arbitrary: fc.constantFrom("bowl", "tray", "1", "2", "test", "24", "Bowl", "latest", "500") },
  { weight: 1, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "%00",
      "%ed%9f%bf",
      "..%2f..",
      "%E0%A4%A",
      "%zz",
      "a".repeat(190),
      "a".repeat(300),
    ),
  },
);

type Schema = Operation["parameters"][number]["schema"];

interface JsonSchema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  required?: string[];
}

function generateValue(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: generateProper(schema) }, { weight: 1, arbitrary: junk });
}

function generateProper(schema: Schema): fc.Arbitrary<unknown> {
  const { type, properties, items, anyOf, enum: choices, required } = schema as JsonSchema;
  if ("const" in schema) return fc.constant(schema["const"]);
  if (choices) return fc.constantFrom(...choices);
  if (anyOf?.length) return fc.oneof(...anyOf.map(generateProper));
  if (type === "array") return fc.array(items ? generateValue(items) : junk, { maxLength: 3 });
  if (type === "boolean") return fc.boolean();
  if (type === "number" || type === "integer") return number;
  if (type !== "object") return text;
  const fields = Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, inner]) => [name, generateValue(inner)]),
  );
  const whole = fc.record(fields, { requiredKeys: required ?? [] });
  const added = fc.dictionary(
    fc.constantFrom("role", "paymentStatus", "userId", "isAdmin", "price", "\0", "__proto__"),
    junk,
    { maxKeys: 2 },
  );
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.tuple(whole, added).map(([one, other]) => ({ ...one, ...other })) },
  );
}

const evilHeaders = fc.oneof(
  fc.record({ "idempotency-key": fc.constantFrom("k".repeat(20), "é".repeat(20), "short") }),
  fc.record({ "content-type": fc.constantFrom("text/plain", "application/json; charset=x", "") }),
  fc.record({ origin: fc.constantFrom("https://evil.example", "null", "") }),
  fc.record({ cookie: fc.constantFrom("session=x", "__Host-session=%zz", ";;=") }),
);

const anyCase: fc.Arbitrary<Case> = fc.oneof(
  ...Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      generateCase(method.toUpperCase() as Case["method"], path, operation),
    ),
  ),
);

function generateCase(method: Case["method"], path: string, operation: Operation): fc.Arbitrary<Case> {
  const schema = operation.requestBody?.content["application/json"].schema;
  const body = schema
    ? fc.oneof({ weight: 9, arbitrary: generateValue(schema) }, { weight: 1, arbitrary: tornBodies })
    : fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: tornBodies });
  const listNames = (place: string) =>
    operation.parameters.filter((each) => each.in === place).map(({ name }) => name);
  const inQuery = [...listNames("query"), "page", "__proto__"];
  return fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    who: fc.constantFrom("guest", "one", "one", "two"),
    params: fc.record(Object.fromEntries(listNames("path").map((name) => [name, addressText]))),
    query: fc.array(fc.tuple(fc.constantFrom(...inQuery), addressText), { maxLength: 3 }),
    headers: fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, { weight: 4, arbitrary: evilHeaders }),
    ...(method !== "GET" && { body }),
  });
}
