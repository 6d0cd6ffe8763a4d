import { expect, test } from "vitest";
import { type Case, fuzzCalls, openFuzzedShop } from "../load/fuzz-calls.ts";

// `npm run fuzz` sends more calls, to both PostgreSQL and PGlite.

const CASES = 400;

test("generated requests are answered as the API document describes, and never with a server error (T22)", async () => {
  const { cases, statuses, failure } = await fuzzCalls(22, CASES);
  expect(failure).toBeNull();
  expect(cases).toBe(CASES);
  // A rejected call does not reach its handler, so at least a tenth of the calls must be accepted.
  expect(statuses["200"]).toBeGreaterThan(CASES / 10);
});

const ordinary = { who: "one", params: {}, query: [], headers: {} } as const satisfies Partial<Case>;

const fixedCases: (Pick<Case, "method" | "path"> & Partial<Case>)[] = [
  { method: "GET", path: "/api/products/list/{id}", params: { id: "%E0%A4%A" } },
  { method: "GET", path: "/api/products/list/{id}", params: { id: "a".repeat(300) } },
  {
    method: "GET",
    path: "/api/products/search",
    query: [
      ["q", "\ud800"],
      ["q", "b"],
    ],
  },
  {
    method: "GET",
    path: "/api/products/listByCategory",
    query: [
      ["page", "1"],
      ["page", "2"],
    ],
  },
  { method: "PUT", path: "/api/orders/{orderId}/cancel", params: { orderId: "%00" }, body: "" },
  { method: "POST", path: "/api/orders", headers: { "idempotency-key": "é".repeat(20) }, body: {} },
  { method: "POST", path: "/api/contact", body: `{"message":"${"x".repeat(70 * 1024)}"}` },
  { method: "POST", path: "/api/auth/login", body: "[".repeat(20_000) + "]".repeat(20_000) },
  { method: "POST", path: "/api/auth/login", body: '{"__proto__":{"a":1}}', headers: { origin: "null" } },
];

test("requests that failed in earlier versions are answered as the API document describes (T22)", async () => {
  const shop = await openFuzzedShop();
  try {
    for (const one of fixedCases) {
      expect(await shop.send({ ...ordinary, ...one }), JSON.stringify(one).slice(0, 300)).toBeNull();
    }
  } finally {
    await shop.close();
  }
});
