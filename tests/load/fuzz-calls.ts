import fc from "fast-check";
import { openPayments } from "#server/payments";
import { MINUTE } from "#contract/time.ts";
import { type OpenApi, openApiOf, type Operation } from "#platform/api-docs/openapi.ts";
import { routes } from "../../server/features.ts";
import { type Answered, type Api, openApi } from "../support/api.ts";
import { type Customer, signedInCustomer } from "../support/customer.ts";
import { testContext, type TestContext } from "../support/database.ts";
import { stockProducts } from "../support/goods.ts";
import { addressText, Known, mismatch, tornBodies, valueOf } from "./schema-cases.ts";

/** One call as someone might send it. */
export interface Case {
  method: Parameters<Api["inject"]>[0]["method"];
  path: string;
  who: "guest" | "one" | "two";
  params: Record<string, unknown>;
  query: [name: string, value: unknown][];
  body?: unknown;
  headers: Record<string, string>;
}

export interface Fuzzed {
  cases: number;
  /** How often each status was answered. */
  statuses: Record<string, number>;
  /** What was wrong with which case, shrunk to the least of it; null when nothing was. */
  failure: string | null;
}

const document: OpenApi = openApiOf(
  routes.map(({ endpoint }) => endpoint),
  "http://shop.example",
);
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase() as Case["method"],
    path,
    operation,
  })),
);

/** T22: sends `cases` calls made from the document, and holds every answer against it. */
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

const headers = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record({ "idempotency-key": fc.constantFrom("k".repeat(20), "é".repeat(20), "short") }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      "content-type": fc.constantFrom("text/plain", "application/json; charset=x", ""),
    }),
  },
  { weight: 1, arbitrary: fc.record({ origin: fc.constantFrom("https://evil.example", "null", "") }) },
  { weight: 1, arbitrary: fc.record({ cookie: fc.constantFrom("session=x", "__Host-session=%zz", ";;=") }) },
);

const anyCase: fc.Arbitrary<Case> = fc.oneof(
  ...calls.map(({ method, path, operation }) => {
    const names = operation.parameters;
    const schema = operation.requestBody?.content["application/json"].schema;
    const body = schema
      ? fc.oneof({ weight: 9, arbitrary: valueOf(schema) }, { weight: 1, arbitrary: tornBodies })
      : fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: tornBodies });
    const inPath = names.filter((one) => one.in === "path").map(({ name }) => name);
    const inQuery = [
      ...names.filter((one) => one.in === "query").map(({ name }) => name),
      "page",
      "__proto__",
    ];
    return fc.record({
      method: fc.constant(method),
      path: fc.constant(path),
      who: fc.constantFrom("guest", "one", "one", "two"),
      params: fc.record(Object.fromEntries(inPath.map((name) => [name, addressText]))),
      query: fc.array(fc.tuple(fc.constantFrom(...inQuery), addressText), { maxLength: 3 }),
      headers,
      ...(method !== "GET" && { body }),
    });
  }),
);

/** So many calls by the same two customers; then others take their place, so that no limit ends the play early. */
const CALLS_OF_CUSTOMERS = 60;

interface FuzzedShop {
  statuses: Record<string, number>;
  /** What was wrong with the answer; null when nothing was. */
  send(one: Case): Promise<string | null>;
  close(): Promise<void>;
}

/** Every call of the shop over a fresh database with a few goods, two customers, and a clock that moves along. */
export async function openFuzzedShop(): Promise<FuzzedShop> {
  const context = await testContext();
  await stockProducts(context, [{ id: "bowl" }, { id: "tray", onHand: 1_000 }]);
  openPayments(context, { port: 9 });
  const api = await openApi(context, routes);
  const statuses: Record<string, number> = {};
  const names = ["bowl", "tray"];
  let sent = 0;
  let customers = await twoCustomers(context);

  return {
    statuses,
    async send(one) {
      if (++sent % CALLS_OF_CUSTOMERS === 0) {
        context.clock.advance(20 * MINUTE);
        customers = await twoCustomers(context);
      }
      const answered = await api.inject(request(one, names, customers));
      statuses[answered.status] = (statuses[answered.status] ?? 0) + 1;
      remember(answered.body, names);
      const operation = document.paths[one.path]?.[one.method.toLowerCase()];
      return operation ? wrongWith(answered, operation) : "no such call in the document";
    },
    async close() {
      await api.close();
      await context.close();
    },
  };
}

async function twoCustomers(context: TestContext) {
  return { guest: null, one: await signedInCustomer(context), two: await signedInCustomer(context) };
}

function request(
  { method, path, who, params, query, body, headers: given }: Case,
  names: readonly string[],
  customers: Record<Case["who"], Customer | null>,
): Parameters<Api["inject"]>[0] {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inAddress(params[name], names));
  const search = query.map(([name, value]) => `${name}=${inAddress(value, names)}`).join("&");
  const as = customers[who];
  return {
    method,
    url: search ? `${url}?${search}` : url,
    headers: given,
    ...(body !== undefined && { body: named(body, names) }),
    ...(as && { as }),
  };
}

const nameOf = ({ number }: Known, names: readonly string[]): string => names[number % names.length] ?? "";

/** What is already written for an address stays; a single `%` may break it. */
function inAddress(value: unknown, names: readonly string[]): string {
  const text = value instanceof Known ? nameOf(value, names) : String(value);
  return /^[\w%.]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

function named(value: unknown, names: readonly string[]): unknown {
  if (value instanceof Known) return nameOf(value, names);
  if (Array.isArray(value)) return value.map((item) => named(item, names));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, named(inner, names)]));
}

const MOST_NAMES = 40;

/** What the shop gives a name to is asked for later, by its owner and by others. */
function remember(value: unknown, names: string[]): void {
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value)) {
    if (
      typeof inner === "string" &&
      /id$|token$/i.test(name) &&
      name !== "requestId" &&
      !names.includes(inner)
    ) {
      names.push(inner);
      // The goods stay, the rest moves on.
      if (names.length > MOST_NAMES) names.splice(2, 1);
    } else remember(inner, names);
  }
}

function wrongWith({ status, body, headers: sent }: Answered, { responses }: Operation): string | null {
  const declared = responses[status];
  if (status >= 500 && (status !== 503 || !declared || "$ref" in declared)) return `answered ${status}`;
  if (!declared) return `answered ${status}, which the document does not list`;
  if (status < 400) return null;
  const header = status === 429 || status === 503 ? "retry-after" : status === 405 ? "allow" : null;
  if (header !== null && !sent[header]) return `answered ${status} without ${header}`;
  const different = mismatch(body, document.components.schemas.Error);
  if (different !== null) return `answered ${status}, and ${different}`;
  const { message, error } = body;
  if (message !== error || !message) return `answered ${status} without a message`;
  return /Expected|received|undefined|\[object/.test(message)
    ? `answered in a machine's words: ${message}`
    : null;
}
