import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import type { RequestMethods } from "../../../tests/support/api.ts";
import { type Customer, signInCustomer } from "../../../tests/support/customer.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { makeFolder } from "../../../tests/support/folder.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { createBag } from "../../../tests/support/ordering.ts";
import { api, context, readRows, setUpShop } from "../../../tests/support/test-shop.ts";
import { orders } from "../../orders/server/tables.ts";
import type { ReturnRequest } from "../../orders/returned-pieces.ts";
import { privacyMessages } from "../privacy.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import { privacyCommands } from "./commands.ts";

let asha: Customer;
setUpShop({ goods: [{ id: "bowl" }] });
beforeEach(async () => {
  asha = await signInCustomer(context, { firstName: "Ashalata", lastName: "Quintal" });
});

const HOME = {
  street: "77 Peacock Lane",
  city: "Pune",
  state: "Maharashtra",
  zipCode: "411001",
  country: "India",
};

const expectAccepted = async (answer: ReturnType<RequestMethods["post"]>) => {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(body.message);
};
const readData = async (of: Customer) => (await api.as(of).get("/api/account/data")).body;
const remove = (account: Customer) =>
  expectAccepted(api.as(account).delete("/api/account", { password: account.password }));

async function createCustomerData(): Promise<void> {
  const { post } = api.as(asha);
  const email = asha.email.toUpperCase();
  const { firstName, lastName, phoneNumber } = asha;
  const order = {
    ...createBag(["bowl", 1]),
    shippingAddress: { ...HOME, phoneNumber },
    contact: { firstName, lastName, email: asha.email },
    notes: "ring at Peacock Lane",
  };
  for (const asking of [
    () => api.as(null).post("/api/auth/login", asha),
    () => post(`/addresses/${asha.accountId}`, HOME),
    () => post("/api/testimonials", { rating: 5, message: "A bowl for life" }),
    () => api.as(null).post("/api/newsletter", { email }),
    () => api.as(null).post("/api/contact", { name: firstName, email, message: "From Peacock Lane" }),
    () => post("/api/orders", order),
    () => post("/api/cart/add", { productId: "bowl", quantity: 2 }),
    () => post("/api/wishlist/add", { productIds: ["bowl"] }),
  ])
    await expectAccepted(asking());
}

test("a customer's data download contains their data without the password hash, and another customer's download has none of it", async () => {
  await createCustomerData();
  const now = context.now().toISOString();
  const data = await readData(asha);
  expect(data).toMatchObject({
    profile: { firstName: "Ashalata", email: asha.email },
    addresses: [HOME],
    orders: [{ items: [{ quantity: 1 }] }],
    bag: [{ productId: "bowl", quantity: 2 }],
    saved: [{ productId: "bowl", savedAt: now }],
    testimonials: [{ message: "A bowl for life" }],
    newsletter: { email: asha.email.toUpperCase(), consentedAt: now },
    messages: [{ name: "Ashalata", message: "From Peacock Lane" }],
    sessions: [{}, {}],
    activity: [{ kind: "logged_in" }],
  });
  expect(JSON.stringify(data)).not.toMatch(/argon2|Hash/);
  expect(JSON.stringify(await readData(await signInCustomer(context)))).not.toContain("Ashalata");
});

test("with an unverified e-mail address, the data download omits contact messages, and deleting the account keeps these messages but ends the newsletter subscription", async () => {
  const unverified = await signInCustomer(context, {}, { hasVerifiedMailbox: false });
  const { post } = api.as(null);
  for (const email of [unverified.email, "ravi@example.com"])
    await expectAccepted(post("/api/newsletter", { email }));
  await expectAccepted(
    post("/api/contact", { name: "Ravi", email: unverified.email, message: "Is it oiled?" }),
  );
  expect(await readData(unverified)).toMatchObject({ newsletter: null, messages: [] });
  await remove(unverified);
  expect(await readRows("newsletter_subscriber")).toMatchObject([{ email: "ravi@example.com" }]);
  expect(await readRows("contact_message")).toMatchObject([{ message: "Is it oiled?" }]);
});

test("after an account is deleted, its orders remain, and no table contains personal data of the customer", async () => {
  await createCustomerData();
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
  const personal = new RegExp(`Ashalata|Quintal|Peacock|${asha.email}|${asha.phoneNumber}`, "i");
  for (const { name } of rows)
    expect(JSON.stringify(await readRows(`"${name}"`)), name).not.toMatch(personal);
  expect(await readRows("orders")).toMatchObject([{ shipping_address: { city: "Pune" } }]);
});

test("an account cannot be deleted while a refund is pending, because the owner may have to send the refund", async () => {
  await createCustomerData();
  const leave = () => api.as(asha).delete("/api/account", { password: asha.password });
  for (const status of ["Cancelled", "Delivered"] as const) {
    const refunding = {
      paymentStatus: "Refunding",
      paymentStatusBefore: "Completed",
      refundAmount: 1,
    } as const;
    await context.db.update(orders).set({ status, ...refunding });
    expect(await leave(), status).toMatchObject({ status: 409, body: { code: "refund_open" } });
  }
  await context.db.update(orders).set({ paymentStatus: "Refunded", paymentStatusBefore: "Refunding" });
  expect(await leave()).toMatchObject({ status: 200 });
});

test("an account cannot be deleted while a return is open, because the shop needs the address and the photos", async () => {
  await createCustomerData();
  const at = context.now().toISOString();
  const returned: ReturnRequest = {
    status: "Refused",
    reasons: ["Other"],
    comments: "It has a crack near Peacock Lane.",
    pieces: [{ productId: "bowl", quantity: 1 }],
    requestedAt: at,
    changedAt: at,
  };
  const change = (returnRequest: ReturnRequest, laterReturns: ReturnRequest[] = []) =>
    context.db
      .update(orders)
      .set({ status: "Delivered", paymentStatus: "Completed", returnRequest, laterReturns });
  const refused = { status: 409, body: { code: "return_open", message: privacyMessages.returnOpen } };
  for (const status of ["Requested", "Accepted", "Received"] as const) {
    await change({ ...returned, status });
    expect(await api.as(asha).delete("/api/account", asha), status).toMatchObject(refused);
    await change(returned, [{ ...returned, status }]);
    expect(await api.as(asha).delete("/api/account", asha), status).toMatchObject(refused);
  }
  await change(returned, [{ ...returned, status: "Refunded" }]);
  await remove(asha);
  expect(await readRows("orders")).toMatchObject([
    { return_request: { comments: "" }, later_returns: [{ status: "Refunded", comments: "" }] },
  ]);
});

const leave = () => remove(asha);

describe.runIf(testEngine === "server")("an order during the deletion of its account", () => {
  const place = () => expectAccepted(api.as(asha).post("/api/orders", createBag(["bowl", 1])));

  test.each([
    ["the order", "the deletion", /^insert into order_line/, place, leave, 1],
    ["the deletion", "the order", /^delete from "address_book"/, leave, place, 0],
  ])(
    "if an account is deleted while its customer places an order and %s is first, %s is refused",
    async (_, __, point, first, second, placed) => {
      expect(await raceBefore(context, point, first, second)).toEqual({ first: "done", second: "refused" });
      expect(await readRows("orders")).toHaveLength(placed);
    },
  );
});

describe.runIf(testEngine === "server")("requests concurrent with the deletion of the account", () => {
  let book: string;
  let saved: string;
  let orderId: string;
  const requestReturn = () =>
    api.as(asha).put(`/api/orders/${orderId}/return`, {
      reasons: ["Other"],
      comments: "My number is 98765 43210.",
      pieces: [{ productId: "bowl", quantity: 1 }],
    });
  beforeEach(async () => {
    const { body } = await api.as(asha).post("/api/orders", createBag(["bowl", 1]));
    ({ orderId } = body["order"] as { orderId: string });
    await context.db
      .update(orders)
      .set({ status: "Delivered", paymentStatus: "Completed", deliveredAt: context.now() });
    book = `/addresses/${asha.accountId}`;
    saved = ((await api.as(asha).post(book, HOME)).body["address"] as { _id: string })._id;
  });
  const left = async () =>
    (
      await context.database.pool.query(
        "select account_id from address union all select account_id from address_book union all select account_id from cart_line union all select null from newsletter_subscriber union all select account_id from orders where return_request ->> 'comments' <> ''",
      )
    ).rows;

  const writings: [what: string, point: RegExp, write: () => ReturnType<RequestMethods["post"]>][] = [
    [
      "saves an address",
      /^insert into "address" /,
      () => api.as(asha).post(book, { ...HOME, city: "Nagpur" }),
    ],
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
  const returning: (typeof writings)[number] = ["requests a return", /^update "orders"/, requestReturn];

  test("a return that is requested just before the account is deleted blocks the deletion", async () => {
    const both = await raceBefore(context, returning[1], () => expectAccepted(requestReturn()), leave);
    expect(both).toEqual({ first: "done", second: "refused" });
  });

  test("a refund that the owner starts just before the account is deleted blocks the deletion", async () => {
    const startRefund = () =>
      context.transact(async (tx) => {
        await tx.select().from(orders).for("update");
        await tx
          .update(orders)
          .set({ paymentStatus: "Refunding", paymentStatusBefore: "Completed", refundAmount: 1 });
      });
    const both = await raceBefore(context, /^update "orders"/, startRefund, leave);
    expect(both).toEqual({ first: "done", second: "refused" });
  });

  test.each(writings)(
    "a customer who %s and then deletes the account leaves no data",
    async (_, point, write) => {
      const both = await raceBefore(context, point, () => expectAccepted(write()), leave);
      expect(both).toEqual({ first: "done", second: "done" });
      expect(await left()).toEqual([]);
    },
  );

  test.each([...writings, returning])(
    "a customer who %s during the deletion of the account is refused",
    async (_, __, write) => {
      const both = await raceBefore(context, /^delete from cart_line/, leave, () => expectAccepted(write()));
      expect(both).toEqual({ first: "done", second: "refused" });
      expect(await left()).toEqual([]);
    },
  );
});

describe("the commands `customers data` and `customers delete`", () => {
  const run = (verb: string, args: Record<string, string>, confirmed = true, folder = "/") => {
    const typed = { noun: "customers", verb, args, options: {}, folder, osUser: "owner", confirmed };
    return runCommand(context, privacyCommands, { ...typed, dryRun: false }, () => {});
  };
  const countRows = async () => ({
    addresses: (await readRows("address")).length,
    subscribers: (await readRows("newsletter_subscriber")).length,
    orders: (await readRows("orders")).length,
  });

  test("the owner can export a customer's data into a file", async () => {
    await createCustomerData();
    const folder = await makeFolder();
    const save = (email: string) => run("data", { email, file: "asha.json" }, true, folder);
    expect(await save(asha.email)).toMatchObject({ outcome: "done" });
    const written = readFileSync(`${folder}/asha.json`, "utf8");
    expect(JSON.parse(written)).toMatchObject({ profile: { email: asha.email }, orders: [{}] });
    expect(written).not.toMatch(/passwordHash|argon/);
    expect(await save(asha.email)).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining("exists already"),
    });
    expect(await save("no@example.com")).toMatchObject({ outcome: "refused" });
  });

  test("the owner can delete an account after a confirmation, but not during an open order or return", async () => {
    await createCustomerData();
    expect(await run("delete", { email: asha.email })).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining("has an open order"),
    });
    const day = "2026-11-27T09:00:00.000Z";
    const returnRequest: ReturnRequest = {
      status: "Received",
      reasons: [],
      comments: "",
      pieces: [],
      requestedAt: day,
      changedAt: day,
    };
    await context.db.update(orders).set({ status: "Delivered", paymentStatus: "Completed", returnRequest });
    expect(await run("delete", { email: asha.email })).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining("has an open return"),
    });
    const refunding = { paymentStatus: "Refunding", paymentStatusBefore: "Completed" } as const;
    await context.db.update(orders).set({ returnRequest: null, refundAmount: 1, ...refunding });
    expect(await run("delete", { email: asha.email })).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining("It has to be sent first. If it failed, open the payment"),
    });
    await context.db.update(orders).set({ paymentStatus: "Refunded", paymentStatusBefore: "Refunding" });
    expect(await run("delete", { email: asha.email }, false)).toMatchObject({
      outcome: "confirm",
      question: expect.stringContaining("Ashalata Quintal"),
    });
    expect(await countRows()).toEqual({ addresses: 1, subscribers: 1, orders: 1 });
    expect(await run("delete", { email: asha.email })).toMatchObject({ outcome: "done" });
    expect(await countRows()).toEqual({ addresses: 0, subscribers: 0, orders: 1 });
    const audit = await readRows("operator_audit");
    expect(audit.map((row) => row["arguments"])).toContainEqual({ email: "(given)" });
    expect(JSON.stringify(audit)).not.toContain(asha.email);
  });
});
