import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { MINUTE } from "#contract/time.ts";
import { openPayments } from "#server/payments";
import { readResetProof } from "../../shop/accounts/server/reset-codes.ts";
import { readTestKeys, SIGNATURE_HEADER } from "../../shop/payments/server/test-provider/keys.ts";
import { routes } from "../../server/features.ts";
import { type Answered, type Api, openApi } from "../support/api.ts";
import { type Customer, signedInCustomer } from "../support/customer.ts";
import { testContext, type TestContext } from "../support/database.ts";
import { stockProducts } from "../support/goods.ts";
import { CLIENT_ID, type Issuer, openIssuer } from "../support/issuer.ts";
import { isLongForm, sized } from "../support/long-form.ts";
import { saveTestKeys } from "../support/paying.ts";
import { openRazorpayServer, type RazorpayServer } from "../support/razorpay-server.ts";
import { hashRows } from "../support/row-hash.ts";
import { shippingAddress } from "../support/trading.ts";

// T11 and T12 for every call there is: the list comes from the routes, so a new call without a row here is red.

let context: TestContext;
let api: Api;
let issuer: Issuer;
let razorpay: RazorpayServer;
let asha: Customer;
let ravi: Customer;
/** What belongs to Asha, by the names that paths and bodies use. */
let hers: Record<string, string>;

beforeAll(async () => {
  issuer = await openIssuer();
  razorpay = await openRazorpayServer();
  await razorpay.close();
  context = await testContext({ config: { signIn: issuer.settings, razorpay: razorpay.account } });
  api = await openApi(context, routes);
  openPayments(context, { port: 9 });
});
afterAll(async () => {
  await api.close();
  await context.close();
  issuer.close();
});

beforeEach(setUp);

async function setUp(): Promise<void> {
  await saveTestKeys(context);
  context.clock.set(new Date("2026-11-20T09:00:00.000Z"));
  await stockProducts(context, [{ id: "bowl" }, { id: "tray" }]);
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
/** Those that name someone or something in their address or body. */
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

interface Sent {
  body: object;
  headers?: Record<string, string>;
}

const plain = (body: object) => async () => ({ body });
const NONCE = "nonce-of-this-very-page";
const seconds = () => Math.floor(context.now().getTime() / 1000);

/** What may be sent without a customer's token, by call: `sign` makes the headers that go with the final body. */
const openCalls: Record<
  string,
  () => Promise<Sent & { sign?: (body: string) => Promise<Record<string, string>> }>
> = {
  "POST /api/auth/register": plain({
    firstName: "Usha",
    lastName: "Rao",
    email: "usha@example.com",
    phoneNumber: "9123456780",
    address,
    password: "sheesham 7 rings",
    confirmPassword: "sheesham 7 rings",
  }),
  "POST /api/auth/login": async () => ({ body: { email: asha.email, password: asha.password } }),
  "POST /api/auth/verify-email": async () => ({ body: { email: asha.email } }),
  "POST /api/auth/reset-password": async () => {
    await api.as(null).post("/api/auth/verify-email", { email: asha.email });
    const { rows } = await context.database.pool.query<{ id: string }>("select id from password_reset");
    const proof = await readResetProof(context, rows[0]?.id ?? "");
    return { body: { email: asha.email, newPassword: "sheesham 7 rings", code: proof?.code } };
  },
  "POST /api/auth/google": async () => {
    const person = { sub: "usha-at-forest", email: "usha@example.com", email_verified: true };
    const times = { iat: seconds(), exp: seconds() + 300 };
    const credential = { iss: issuer.url, aud: CLIENT_ID, nonce: NONCE, ...person, ...times };
    return { body: { credential: await issuer.sign(credential), nonce: NONCE } };
  },
  "POST /api/auth/refresh-token": async () => ({ body: { token: asha.refreshToken } }),
  "POST /api/auth/refresh": async () => {
    const headers = { origin: context.config.publicUrl };
    const login = { email: asha.email, password: asha.password };
    const answer = await api.as(null).post("/api/auth/login", login, headers);
    const [cookie = ""] = String(answer.headers["set-cookie"]).split(";");
    return { body: {}, headers: { ...headers, cookie } };
  },
  "POST /api/users/refresh-token": async () => ({ body: { refreshToken: asha.refreshToken } }),
  "POST /api/auth/logout": async () => ({ body: { refreshToken: asha.refreshToken } }),
  "POST /api/contact": plain({ name: "Usha", email: "usha@example.com", message: "Hello" }),
  "POST /api/newsletter": plain({ email: "usha@example.com", consent: true }),
  "POST /api/payments/webhook/test": async () => {
    const { webhookSecret } = await readTestKeys(context);
    const money = { amountPaise: 100, currency: "INR", method: "card" };
    return {
      body: { sessionId: "session-1", eventId: "event-0001", fact: "captured", ...money },
      sign: async (body) => ({
        [SIGNATURE_HEADER]: createHmac("sha256", webhookSecret).update(body).digest("hex"),
      }),
    };
  },
  "POST /api/payments/webhook/razorpay": async () => {
    const { body } = razorpay.message("payment.captured", { payment: razorpay.pay("order_00000000000000") });
    const [secret = ""] = razorpay.account.webhookSecrets;
    return {
      body: JSON.parse(body) as object,
      sign: async (signed) => ({
        "x-razorpay-event-id": "event-0001",
        "x-razorpay-signature": createHmac("sha256", secret).update(signed).digest("hex"),
      }),
    };
  },
};

const writable = routes.map(({ endpoint }) => endpoint).filter(({ method }) => method !== "GET");

test("each call that writes and needs no customer has a row too", () => {
  const open = writable.filter(({ policy }) => policy !== "customer");
  expect(open.map(nameOf).toSorted()).toEqual(Object.keys(openCalls).toSorted());
});

/** The call as its sender would make it, ready to be sent with `change` made to its body. */
async function ready(endpoint: Endpoint): Promise<(change: (body: object) => object) => Promise<Answered>> {
  const open = await openCalls[nameOf(endpoint)]?.();
  if (!open) return (change) => send(endpoint, asha, undefined, change(bodies[nameOf(endpoint)]?.() ?? {}));
  return async (change) => {
    const body = JSON.stringify(change(open.body));
    const headers = { "content-type": "application/json", ...open.headers, ...(await open.sign?.(body)) };
    return api.inject({ method: endpoint.method, url: endpoint.path, body, headers });
  };
}

/** The body with more fields in it and in every object inside it; what belongs there stays. */
function withMore(value: unknown, more: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => withMore(each, more));
  if (typeof value !== "object" || value === null) return value;
  const own = Object.entries(value).map(([name, inner]) => [name, withMore(inner, more)]);
  return { ...more, ...Object.fromEntries(own) };
}

/** Rows of any table in which a mark has come to stand. */
async function markedRows(): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const table of await tableNames()) {
    const { rows } = await context.database.pool.query(
      `select '${table}' as table, t.* from ${table} t where to_jsonb(t)::text ~ '${MARK}|${MARKED_NUMBER}'`,
    );
    found.push(...rows);
  }
  return found;
}

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

/** All at once; in full also each by itself, so that none can hide behind another. */
const variants: Record<string, unknown>[] = [
  extras,
  ...(isLongForm ? Object.entries(extras).map((entry) => Object.fromEntries([entry])) : []),
];

test.each(writable.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s writes none of 30 fields that are nobody's to set (T12)",
  { timeout: sized(60_000, 600_000) },
  async (name, endpoint) => {
    expect(names.length).toBeGreaterThan(30);
    const usually = await ready(endpoint);
    const allowed = await changedColumns(async () =>
      expect((await usually((body) => body)).status).toBe(usual(name)),
    );
    for (const more of variants) {
      await setUp();
      const call = await ready(endpoint);
      const changed = await changedColumns(async () =>
        expect((await call((body) => withMore(body, more) as object)).status).toBe(usual(name)),
      );
      expect(changed.filter((column) => !allowed.includes(column))).toEqual([]);
      expect(await markedRows()).toEqual([]);
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
