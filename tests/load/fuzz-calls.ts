// Sends generated calls to a shop and checks every response against the API document (T22).

import fc from "fast-check";
import * as v from "valibot";
import { MINUTE } from "#contract/time.ts";
import { errorBody, type Operation } from "#platform/http/openapi.ts";
import { openPayments } from "#shop/payments/server/index.ts";
import { routes } from "../../server/features.ts";
import { type TestResponse, type Api, openApi } from "../support/api.ts";
import { type Customer, signInCustomer } from "../support/customer.ts";
import { createTestContext, type TestContext } from "../support/database.ts";
import { stockProducts } from "../support/products.ts";
import { anyCase, type Case, document, KnownId } from "./fuzz-cases.ts";

/**
 * The number of calls after which two new customers replace the previous two. Otherwise a rate limit would end the run
 * early.
 */
const CALLS_OF_CUSTOMERS = 60;
const MAX_IDS = 40;

export interface Fuzzed {
  cases: number;
  statuses: Record<string, number>;
  /** The error with the smallest case that causes it, or null if all responses were right. */
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

interface FuzzedShop {
  statuses: Record<string, number>;
  send(one: Case): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * Opens a server with every call of the shop, a new database, two products, two customers, and a clock that advances.
 */
export async function openFuzzedShop(): Promise<FuzzedShop> {
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
    async send(one) {
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
      // Removes an old id. Keeps the first two, because they are the ids of the products.
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

/**
 * Returns a value as part of a URL. Values that are already escaped are not changed. A single `%` is not escaped
 * either, so that some URLs are invalid.
 */
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
    ? `answered in a machine's words: ${message}`
    : null;
}
