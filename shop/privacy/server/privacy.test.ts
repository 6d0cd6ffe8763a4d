import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, openApi, type RequestMethods } from "../../../tests/support/api.ts";
import { type Customer, signInCustomer } from "../../../tests/support/customer.ts";
import { createTestContext, type TestContext, testEngine } from "../../../tests/support/database.ts";
import { stockProducts } from "../../../tests/support/products.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { routes } from "../../../server/features.ts";
import { contactMessage, newsletterSubscriber } from "../../contact/server/tables.ts";
import { orders } from "../../orders/server/tables.ts";
import { savedProduct } from "../../wishlist/server/tables.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import { privacyCommands } from "./commands.ts";

let context: TestContext;
let api: Api;
let asha: Customer;
beforeAll(async () => {
  context = await createTestContext();
  api = await openApi(context, routes);
});
beforeEach(async () => {
  await context.wipe();
  await stockProducts(context, [{ id: "bowl" }]);
  asha = await signInCustomer(context, { firstName: "Ashalata", lastName: "Quintal" });
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const HOME = {
  street: "77 Peacock Lane",
  city: "Pune",
  state: "Maharashtra",
  zipCode: "411001",
  country: "India",
};

async function leaveTraces(): Promise<void> {
  await api.as(null).post("/api/auth/login", asha);
  const her = api.as(asha);
  expect((await her.post(`/addresses/${asha.accountId}`, HOME)).status).toBe(200);
  expect((await her.post("/api/testimonials", { rating: 5, message: "A bowl for life" })).status).toBe(200);
  expect((await api.as(null).post("/api/newsletter", { email: asha.email.toUpperCase() })).status).toBe(200);
  const message = { name: "Ashalata", email: asha.email.toUpperCase(), message: "From Peacock Lane" };
  expect((await api.as(null).post("/api/contact", message)).status).toBe(200);
  const order = {
    items: [{ productId: "bowl", quantity: 1 }],
    shippingAddress: { ...HOME, phoneNumber: asha.phoneNumber },
    contact: { firstName: asha.firstName, lastName: asha.lastName, email: asha.email },
    notes: "ring at Peacock Lane",
  };
  expect((await her.post("/api/orders", order)).status).toBe(200);
  expect((await her.post("/api/cart/add", { productId: "bowl", quantity: 2 })).status).toBe(200);
  expect((await her.post("/api/wishlist/add", { productIds: ["bowl"] })).status).toBe(200);
}

test("a customer's data download contains all their data, and no data about others", async () => {
  await leaveTraces();
  const stranger = await signInCustomer(context);
  const { status, body } = await api.as(asha).get("/api/account/data");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    profile: { firstName: "Ashalata", email: asha.email },
    addresses: [HOME],
    orders: [{ items: [{ quantity: 1 }] }],
    bag: [{ productId: "bowl", quantity: 2 }],
    saved: [{ productId: "bowl", savedAt: context.now().toISOString() }],
    testimonials: [{ message: "A bowl for life" }],
    newsletter: { email: asha.email.toUpperCase(), consentedAt: context.now().toISOString() },
    messages: [{ name: "Ashalata", message: "From Peacock Lane" }],
    sessions: [{}, {}],
    activity: [{ kind: "logged_in" }],
  });
  expect(JSON.stringify(body)).not.toMatch(/argon2|Hash/);
  expect(JSON.stringify((await api.as(stranger).get("/api/account/data")).body)).not.toContain("Ashalata");
  expect((await api.as(null).get("/api/account/data")).status).toBe(401);
});

test("an account with an unproven mailbox does not see its newsletter subscription, and deletion ends it", async () => {
  const unproven = await signInCustomer(context, {}, { hasProvenMailbox: false });
  for (const email of [unproven.email, "ravi@example.com"])
    expect((await api.as(null).post("/api/newsletter", { email })).status).toBe(200);
  expect((await api.as(unproven).get("/api/account/data")).body).toMatchObject({ newsletter: null });
  const left = await api.as(unproven).delete("/api/account", { password: unproven.password });
  expect(left.status).toBe(200);
  expect(await context.db.select().from(newsletterSubscriber)).toMatchObject([{ email: "ravi@example.com" }]);
});

test("an account with an unproven mailbox cannot read or delete messages from that address", async () => {
  const thief = await signInCustomer(context, {}, { hasProvenMailbox: false });
  const message = { name: "Ravi", email: thief.email, message: "Is the bowl oiled?" };
  expect((await api.as(null).post("/api/contact", message)).status).toBe(200);
  expect((await api.as(thief).get("/api/account/data")).body).toMatchObject({ messages: [] });
  expect((await api.as(thief).delete("/api/account", { password: thief.password })).status).toBe(200);
  expect(await context.db.select().from(contactMessage)).toMatchObject([{ message: "Is the bowl oiled?" }]);
});

test("a deleted account leaves its orders without personal data, and nothing else", async () => {
  await leaveTraces();
  const leave = (password: string) => api.as(asha).delete("/api/account", { password });
  expect(await leave("not it")).toMatchObject({ status: 400, body: { code: "wrong_password" } });
  expect(await leave(asha.password)).toMatchObject({ status: 409, body: { code: "order_under_way" } });
  expect((await api.as(asha).get("/api/account/sessions")).status).toBe(200);

  await context.db.update(orders).set({ status: "Delivered", paymentStatus: "Completed" });
  expect((await leave(asha.password)).body).toMatchObject({
    success: true,
    message: "Your account has been deleted.",
  });
  expect((await api.as(asha).get("/api/account/sessions")).status).toBe(401);
  expect((await api.as(null).post("/api/auth/login", asha)).status).toBe(401);

  const { rows } = await context.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  for (const { name } of rows) {
    const stored = JSON.stringify((await context.database.pool.query(`select * from "${name}"`)).rows);
    expect(stored, name).not.toMatch(
      new RegExp(`Ashalata|Quintal|Peacock|${asha.email}|${asha.phoneNumber}`, "i"),
    );
  }
  expect(await context.db.select().from(orders)).toMatchObject([{ shippingAddress: { city: "Pune" } }]);
  expect(await context.db.select().from(savedProduct)).toEqual([]);
});

const expectAccepted = async (answer: ReturnType<RequestMethods["post"]>) => {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(body.message);
};
const leave = () => expectAccepted(api.as(asha).delete("/api/account", { password: asha.password }));

describe.runIf(testEngine === "server")("an order concurrent with the deletion of its account", () => {
  const order = {
    items: [{ productId: "bowl", quantity: 1 }],
    shippingAddress: { ...HOME, phoneNumber: "9876543210" },
  };
  const place = () => expectAccepted(api.as(asha).post("/api/orders", order));

  test("an order that is placed first blocks the deletion of the account", async () => {
    expect(await raceBefore(context, /^insert into order_line/, place, leave)).toEqual({
      first: "done",
      second: "refused",
    });
    expect((await api.as(asha).get("/api/account/data")).body).toMatchObject({ orders: [{ items: [{}] }] });
  });

  test("a deletion that is first makes the order fail", async () => {
    expect(await raceBefore(context, /^delete from "address_book"/, leave, place)).toEqual({
      first: "done",
      second: "refused",
    });
    expect(await context.db.select().from(orders)).toEqual([]);
  });
});

describe.runIf(testEngine === "server")("requests concurrent with the deletion of the account", () => {
  let book: string;
  let saved: string;
  beforeEach(async () => {
    book = `/addresses/${asha.accountId}`;
    saved = ((await api.as(asha).post(book, HOME)).body["address"] as { _id: string })._id;
  });
  const left = async () =>
    (
      await context.database.pool.query(
        "select account_id from address union all select account_id from address_book union all select account_id from cart_line union all select null from newsletter_subscriber",
      )
    ).rows;

  const writings: [what: string, point: RegExp, write: () => ReturnType<RequestMethods["post"]>][] = [
    ["saves an address", /^insert into "address" /, () => api.as(asha).post(book, HOME)],
    ["changes an address", /^update "address" /, () => api.as(asha).put(`${book}/${saved}`, HOME)],
    [
      "fills the bag",
      /^\s*insert into cart_line/,
      () => api.as(asha).post("/api/cart/add", { productId: "bowl", quantity: 1 }),
    ],
    [
      "subscribes to the newsletter",
      /^insert into "newsletter_subscriber"/,
      () => api.as(asha).put("/api/account/newsletter", { subscribed: true }),
    ],
  ];

  test.each(writings)(
    "a customer who %s and then deletes the account leaves no data",
    async (_, point, write) => {
      const both = await raceBefore(context, point, () => expectAccepted(write()), leave);
      expect(both).toEqual({ first: "done", second: "done" });
      expect(await left()).toEqual([]);
    },
  );

  test.each(writings)(
    "a customer who %s during the deletion of the account is refused",
    async (_, __, write) => {
      const both = await raceBefore(context, /^delete from cart_line/, leave, () => expectAccepted(write()));
      expect(both).toEqual({ first: "done", second: "refused" });
      expect(await left()).toEqual([]);
    },
  );
});

describe("the commands `customers data` and `customers delete`", () => {
  const type = (line: string, confirmed = true) => {
    const [noun = "", verb = "", email = "", file] = line.split(" ");
    const args = { email, ...(file && { file }) };
    const typed = {
      noun,
      verb,
      args,
      options: {},
      folder: context.config.dataDir,
      osUser: "owner",
      confirmed,
    };
    return runCommand(context, privacyCommands, { ...typed, dryRun: false }, () => {});
  };
  const countRows = async () => ({
    addresses: (await api.as(asha).get(`/addresses/${asha.accountId}`)).status,
    subscribers: await context.db.$count(newsletterSubscriber),
    orders: await context.db.$count(orders),
  });

  test("the owner can export all data of a customer into a file", async () => {
    await leaveTraces();
    expect(await type(`customers data ${asha.email} asha.json`)).toMatchObject({ outcome: "done" });
    const file = path.join(context.config.dataDir, "asha.json");
    const written = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
    expect(written).toMatchObject({
      profile: { email: asha.email },
      addresses: [{ city: "Pune" }],
      orders: [{}],
    });
    expect(JSON.stringify(written)).not.toMatch(/passwordHash|argon/);
    expect(await type(`customers data ${asha.email} asha.json`)).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining("exists already"),
    });
    await rm(file);
    expect(await type("customers data no@example.com")).toMatchObject({ outcome: "refused" });
  });

  test("the owner can delete an account after a confirmation, but not during an open order", async () => {
    await leaveTraces();
    expect(await type(`customers delete ${asha.email}`)).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining("has an open order"),
    });
    await context.db.update(orders).set({ status: "Cancelled", paymentStatus: "Expired" });
    expect(await type(`customers delete ${asha.email}`, false)).toMatchObject({
      outcome: "confirm",
      question: expect.stringContaining("Ashalata Quintal"),
    });
    expect(await countRows()).toEqual({ addresses: 200, subscribers: 1, orders: 1 });
    expect(await type(`customers delete ${asha.email}`)).toMatchObject({ outcome: "done" });
    expect(await countRows()).toEqual({ addresses: 401, subscribers: 0, orders: 1 });
    const { rows } = await context.database.pool.query("select arguments, words from operator_audit");
    const last = (rows as { arguments: object }[]).map(({ arguments: typed }) => typed);
    expect(last).toContainEqual({ email: "(given)" });
    expect(JSON.stringify(rows.at(-1))).not.toContain(asha.email);
  });
});
