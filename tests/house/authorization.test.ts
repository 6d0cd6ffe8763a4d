import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { MINUTE } from "#contract/time.ts";
import { openPayments } from "#server/payments";
import { routes } from "../../server/rooms.ts";
import { type Answered, type Api, openApi } from "../support/api.ts";
import { type Customer, signedInCustomer } from "../support/customer.ts";
import { testContext, type TestContext } from "../support/database.ts";
import { stockShelves } from "../support/goods.ts";
import { hashRows } from "../support/row-hash.ts";
import { shippingAddress } from "../support/trading.ts";

// T11 and T12 for every call there is: the list comes from the routes, so a new call without a row here is red.

let context: TestContext;
let api: Api;
let asha: Customer;
let ravi: Customer;
/** What belongs to Asha, by the names that paths and bodies use. */
let hers: Record<string, string>;

beforeAll(async () => {
  context = await testContext();
  api = await openApi(context, routes);
  openPayments(context, { port: 9 });
});
afterAll(async () => {
  await api.close();
  await context.close();
});

beforeEach(setUp);

async function setUp(): Promise<void> {
  await context.wipe();
  context.clock.set(new Date("2026-11-20T09:00:00.000Z"));
  await stockShelves(context, [{ id: "bowl" }, { id: "tray" }]);
  asha = await signedInCustomer(context);
  ravi = await signedInCustomer(context, { firstName: "Ravi" });
  const as = api.as(asha);
  const saved = await as.post(`/addresses/${asha.accountId}`, address);
  await as.post("/api/cart/add", { productId: "tray", quantity: 1 });
  const placed = await as.post("/api/orders", {
    items: [{ productId: "bowl", quantity: 1 }],
    shippingAddress,
  });
  await as.post("/api/cart/add", { productId: "tray", quantity: 2 });
  const sessions = await as.get("/api/account/sessions");
  hers = {
    userId: asha.accountId,
    addressId: idIn(saved.body["address"]),
    orderId: (placed.body["order"] as { orderId: string }).orderId,
    sessionId: idIn((sessions.body["sessions"] as unknown[])[0]),
  };
}

const idIn = (thing: unknown): string => (thing as { _id: string })._id;

const address = {
  street: "12 Ring Road",
  city: "Surat",
  state: "Gujarat",
  zipCode: "395002",
  country: "India",
};

/** A body that its owner may send, by call; `null` where there is none. */
const bodies: Record<string, () => Record<string, unknown> | null> = {
  "GET /api/account": () => null,
  "PATCH /api/account": () => ({ firstName: "Usha", lastName: "Rao", phoneNumber: "9123456780" }),
  "POST /api/account/password": () => ({ currentPassword: asha.password, newPassword: "sheesham 7 rings" }),
  "GET /api/account/sessions": () => null,
  "DELETE /api/account/sessions/:sessionId": () => null,
  "DELETE /api/account/sessions": () => null,
  "GET /api/account/activity": () => null,
  "GET /api/account/data": () => null,
  "DELETE /api/account": () => ({ password: asha.password }),
  "GET /addresses/:userId": () => null,
  "POST /addresses/:userId": () => address,
  "PUT /addresses/:userId/:addressId": () => ({ ...address, street: "14 Ring Road" }),
  "DELETE /addresses/:userId/:addressId": () => null,
  "PATCH /addresses/:userId/:addressId/default": () => null,
  "GET /api/cart": () => null,
  "POST /api/cart/add": () => ({ productId: "bowl", quantity: 1 }),
  "PATCH /api/cart/update": () => ({ productId: "tray", quantity: 3 }),
  "DELETE /api/cart/remove": () => ({ productId: "tray" }),
  "DELETE /api/cart/clear": () => null,
  "POST /api/orders": () => ({
    items: [{ productId: "bowl", quantity: 1 }],
    shippingAddress,
    userId: hers["userId"],
  }),
  "GET /api/orders/user/:userId": () => null,
  "GET /api/orders/:orderId": () => null,
  "PUT /api/orders/:orderId/cancel": () => ({ reasons: ["Other"], comments: "" }),
  "POST /api/payments/window": () => ({ orderId: hers["orderId"] }),
  "POST /api/payments/return": () => ({ orderId: hers["orderId"] }),
  "POST /api/testimonials": () => ({ message: "It sings.", rating: 5 }),
};

/** Calls that ask a provider, which is away in this test: then it is their owner's only answer. */
const NEEDS_PROVIDER = /^POST \/api\/payments\/window$/;
/** Who has an unpaid order cannot leave. */
const REFUSED_TO_HER = /^DELETE \/api\/account$/;

const usual = (name: string) => (NEEDS_PROVIDER.test(name) ? 503 : REFUSED_TO_HER.test(name) ? 409 : 200);

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const customers = routes.map(({ endpoint }) => endpoint).filter(({ policy }) => policy === "customer");
/** Those that name somebody or something in their address or body. */
const naming = customers.filter((endpoint) => /:|payments|POST \/api\/orders$/.test(nameOf(endpoint)));

const send = (
  endpoint: Endpoint,
  as: Customer | null,
  token?: string,
  more: object = {},
): Promise<Answered> => {
  const body = bodies[nameOf(endpoint)]?.() ?? null;
  return api.inject({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => hers[name] ?? "nobody"),
    ...((body || Object.keys(more).length > 0) && { body: { ...body, ...more } }),
    ...(as && { as: token === undefined ? as : { ...as, accessToken: token } }),
  });
};

/** Everything but limits, and the outbox that only tells what the others hold. */
const TABLES =
  "account session access_token refresh_token known_device address cart_line orders order_line payment stock_movement testimonial";
const everything = () => hashRows(context, ...TABLES.split(" "));

test("each call of a customer has a row in this matrix", () => {
  expect(customers.map(nameOf).toSorted()).toEqual(Object.keys(bodies).toSorted());
});

describe.each(customers.map((endpoint) => [nameOf(endpoint), endpoint] as const))("%s", (name, endpoint) => {
  test("answers its customer, and no guest, no made-up and no expired token (T11)", async () => {
    const before = await everything();
    for (const token of [null, "x".repeat(43), asha.refreshToken]) {
      const answer = await send(endpoint, token === null ? null : asha, token ?? undefined);
      expect(answer).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    }
    context.clock.advance(16 * MINUTE);
    expect((await send(endpoint, asha)).status).toBe(401);
    expect(await everything()).toBe(before);
    context.clock.advance(-16 * MINUTE);
    expect((await send(endpoint, asha)).status).toBe(usual(name));
  });
});

test.each(naming.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s of another is not there, and stays as it is (T11)",
  async (_, endpoint) => {
    const before = await everything();
    expect((await send(endpoint, ravi)).status).toBe(404);
    for (const unknown of ["00000000-0000-7000-8000-000000000000", "nobody's", "1"]) {
      hers = Object.fromEntries(Object.keys(hers).map((key) => [key, unknown]));
      expect((await send(endpoint, ravi)).status).toBe(404);
    }
    expect(await everything()).toBe(before);
  },
);

const MARK = "zz-mark-zz";
const MARKED_NUMBER = 913_577_531;
const names =
  "role isAdmin is_admin admin account accountId account_id passwordHash password_hash emailKey emailProvedAt status orderStatus paymentStatus payment_status payable total subtotal cgst sgst coupon discount grandTotal refundAmount refund_amount cancelledBecause tracking dispatchedAt deliveredAt invoiceNumber createdAt updatedAt expiresAt hidden approved".split(
    " ",
  );
const extras = Object.fromEntries(names.map((name, at) => [name, at % 2 ? MARK : MARKED_NUMBER]));

/** What a guest may send to the calls that are open to everybody. */
const guestBodies: Record<string, () => Record<string, unknown>> = {
  "POST /api/auth/register": () => ({
    firstName: "Usha",
    lastName: "Rao",
    email: "usha@example.com",
    phoneNumber: "9123456780",
    address,
    password: "sheesham 7 rings",
    confirmPassword: "sheesham 7 rings",
  }),
  "POST /api/auth/login": () => ({ email: asha.email, password: asha.password }),
  "POST /api/auth/verify-email": () => ({ email: asha.email }),
  "POST /api/users/refresh-token": () => ({ refreshToken: asha.refreshToken }),
  "POST /api/auth/logout": () => ({ refreshToken: asha.refreshToken }),
  "POST /api/contact": () => ({ name: "Usha", email: "usha@example.com", message: "Hello" }),
  "POST /api/newsletter": () => ({ email: "usha@example.com", consent: true }),
};

const writable = routes
  .map(({ endpoint }) => endpoint)
  .filter(
    (endpoint) =>
      endpoint.method !== "GET" && (endpoint.policy === "customer" || nameOf(endpoint) in guestBodies),
  );

const tableNames = async () => {
  const { rows } = await context.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
};

/** The columns of each table whose values, as a heap, are not what they were. */
async function changedColumns(work: () => Promise<unknown>): Promise<string[]> {
  const heaps = async () => {
    const all = new Map<string, string>();
    for (const table of await tableNames()) {
      const { rows } = await context.database.pool.query<{ key: string; heap: string }>(
        `select field.key, string_agg(field.value::text, ',' order by field.value::text) as heap
           from ${table} t, jsonb_each(to_jsonb(t)) field group by field.key`,
      );
      for (const { key, heap } of rows) all.set(`${table}.${key}`, heap);
    }
    return all;
  };
  const before = await heaps();
  await work();
  const after = await heaps();
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((column) => before.get(column) !== after.get(column))
    .toSorted();
}

test.each(writable.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s writes none of 30 fields that are nobody's to set (T12)",
  async (name, endpoint) => {
    expect(names.length).toBeGreaterThan(30);
    const guest = guestBodies[name];
    const call = (more: object) =>
      guest
        ? api.inject({ method: endpoint.method, url: endpoint.path, body: { ...guest(), ...more } })
        : send(endpoint, asha, undefined, more);
    const allowed = await changedColumns(async () => expect((await call({})).status).toBe(usual(name)));
    await setUp();
    const body = bodies[name]?.() ?? {};
    const items = Array.isArray(body["items"]) ? { items: [{ ...body["items"][0], ...extras }] } : {};
    const changed = await changedColumns(async () =>
      expect((await call({ ...extras, ...items })).status).toBe(usual(name)),
    );
    expect(changed.filter((column) => !allowed.includes(column))).toEqual([]);
    for (const table of await tableNames()) {
      const marked = await context.database.pool.query(
        `select * from ${table} t where to_jsonb(t)::text ~ '${MARK}|${MARKED_NUMBER}'`,
      );
      expect(marked.rows, table).toEqual([]);
    }
  },
);

test.each(routes.flatMap(({ endpoint }) => (endpoint.cached ? [[nameOf(endpoint), endpoint] as const] : [])))(
  "%s says the same to everybody and sets nothing (T20)",
  async (_, { path }) => {
    const url = path.replaceAll(/:(\w+)/g, (_all, name: string) => (name === "tile" ? "1" : "bowl"));
    const answers: Answered[] = [];
    for (const as of [null, asha, ravi]) {
      answers.push(
        await api.inject({
          method: "GET",
          url,
          ...(as && { as }),
          headers: { cookie: `session=${as?.firstName}` },
        }),
      );
    }
    const [guest] = answers;
    for (const { status, body, headers } of answers) {
      expect({ status, data: body["data"] ?? body["code"] ?? body }).toEqual({
        status: guest?.status,
        data: guest?.body["data"] ?? guest?.body["code"] ?? guest?.body,
      });
      expect(headers["set-cookie"]).toBeUndefined();
      expect(JSON.stringify(body)).not.toMatch(/Asha|Ravi/);
    }
  },
);
