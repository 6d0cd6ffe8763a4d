import { afterAll, beforeAll, expect, test } from "vitest";
import { SECOND } from "#contract/time.ts";
import { createLog } from "#platform/observe/log.ts";
import { findNewestMail } from "#platform/mail/saved-mails.ts";
import { openPayments } from "#shop/payments/server/providers.ts";
import { routes, subscribers } from "../../server/features.ts";
import { type Api, openApi } from "../support/api.ts";
import { createTestContext, type TestContext } from "../support/database.ts";
import { stockProducts } from "../support/products.ts";
import { openProvider } from "../support/test-shop.ts";

// Checks that neither customers' input nor credentials ever appear in the log, even after errors (T24).

let context: TestContext;
let api: Api;
let logged = "";

beforeAll(async () => {
  const log = createLog("trace", { write: (line) => void (logged += line) });
  context = await createTestContext({ subscribers, log, config: { mailTo: "canary-owner@taruva.test" } });
  await stockProducts(context, [{ id: "bowl", onHand: 5 }]);
  openPayments(context, { port: 9 });
  api = await openApi(context, routes);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const person = {
  firstName: "Canaryfirst",
  lastName: "Canarylast",
  email: "canary.mail@example.com",
  phoneNumber: "9137700421",
};
const address = {
  street: "7 Canary Street",
  zipCode: "395137",
  country: "India",
  state: "Gujarat",
  city: "Surat",
};
const password = "canary-password-1";
const newPassword = "canary-password-2";

const CARD = "4111 1111 1111 1111";

type Send = (method: "POST" | "GET", url: string, body?: unknown) => ReturnType<Api["inject"]>;

async function payByCard(send: Send, shippingAddress: object): Promise<string> {
  const provider = await openProvider(context);
  const placed = await send("POST", "/api/orders", {
    items: [{ productId: "bowl", quantity: 1 }],
    shippingAddress,
    notes: "canary-notes",
  });
  const { orderId } = placed.body["order"] as { orderId: string };
  const opened = await send("POST", "/api/payments/window", { orderId });
  await fetch(`${provider.url}${String(opened.body["window"])}/card`, {
    method: "POST",
    body: new URLSearchParams({ number: CARD, expiry: "12/30", cvv: "911", name: "Canary Cardholder" }),
  });
  await context.settle();
  const shown = await send("GET", `/api/orders/${orderId}`);
  expect(shown.body["order"]).toMatchObject({ paymentStatus: "Completed", orderStatus: "Processing" });
  await provider.close();
  return orderId;
}

test("the log of a whole order with many failures contains no secret or personal data (T24)", async () => {
  const secrets: string[] = [];
  const guest = api.as(null);
  const form = { ...person, address, password, confirmPassword: password };
  expect((await guest.post("/api/auth/register", form)).status).toBe(200);
  await guest.post("/api/auth/register", form);
  await guest.post("/api/auth/login", { email: person.email, password: "canary-guess" });
  const session = await guest.post("/api/auth/login", { email: person.email, password });
  expect(session.status).toBe(200);
  secrets.push(String(session.body["accessToken"]), String(session.body["refreshToken"]));
  const headers = { authorization: `Bearer ${secrets[0]}`, cookie: "session=canary-cookie" };
  const send = (method: "POST" | "PATCH" | "PUT" | "GET", url: string, body?: unknown) =>
    api.inject({ method, url, headers, ...(body !== undefined && { body }) });

  const accountId = (session.body["user"] as { _id: string })._id;
  await send("PATCH", "/api/account", person);
  await send("POST", `/addresses/${accountId}`, address);
  const shippingAddress = { ...address, phoneNumber: person.phoneNumber };
  const placed = await send("POST", "/api/orders", {
    items: [{ productId: "bowl", quantity: 1 }],
    shippingAddress,
    notes: "canary-notes",
    contact: { firstName: person.firstName, lastName: person.lastName, email: person.email },
    companyInvoice: {
      address: "canary-office",
      name: "Canary LLP",
      taxCode: "24CANRY1234X1ZH",
      email: person.email,
    },
  });
  expect(placed.status).toBe(200);
  const { orderId } = placed.body["order"] as { orderId: string };
  expect((await send("POST", "/api/payments/window", { orderId })).status).toBe(503);
  await send("PUT", `/api/orders/${orderId}/cancel`, { reasons: ["Other"], comments: "canary-comment" });
  const paid = await payByCard(send, shippingAddress);
  await send("PUT", `/api/orders/${paid}/cancel`, { reasons: ["Other"], comments: "canary-comment" });
  await send("POST", "/api/testimonials", { message: "canary-praise", rating: 5 });
  await send("POST", "/api/contact", { name: "Canaryname", email: person.email, message: "canary-message" });
  await send("POST", "/api/account/password", { currentPassword: password, newPassword });
  context.clock.advance(SECOND);
  await guest.post("/api/auth/verify-email", { email: person.email });
  await context.settle();
  const mail = await findNewestMail(context.config, person.email);
  const [, ...halves] = /\b(\d{3}) (\d{3})\b/.exec(mail?.text ?? "") ?? [];
  secrets.push(halves.join(""), halves.join(" "));
  await guest.post("/api/auth/reset-password", { email: person.email, newPassword, code: "000000" });
  for (const torn of ['{"password":"canary-torn', '{"email":"canary-torn\\ud800"}'])
    await guest.post("/api/auth/login", torn);

  // Make every mail fail, and every query fail with an error that contains its parameters.
  context.config.smtpUrl = "smtp://canary-user:canary-smtp@127.0.0.1:1";
  await guest.post("/api/contact", { name: "Canaryname", email: person.email, message: "canary-message" });
  await context.settle();
  for (const table of ["address", "orders", "contact_message", "rate_limit"])
    await context.database.pool.query(`alter table ${table} rename to ${table}_gone`);
  expect((await send("POST", `/addresses/${accountId}`, address)).status).toBe(500);
  await send("POST", "/api/orders", { items: [{ productId: "bowl", quantity: 1 }], shippingAddress });
  await guest.post("/api/contact", { name: "Canaryname", email: person.email, message: "canary-message" });
  await guest.post("/api/auth/login", { email: person.email, password: newPassword });

  expect(logged).toContain("Failed query");
  expect(logged).toContain("ECONNREFUSED");
  expect(logged.match(/canary[\w.@-]*/gi) ?? []).toEqual([]);
  for (const hidden of [...secrets, person.phoneNumber, address.zipCode, CARD, CARD.replaceAll(" ", "")])
    expect(logged).not.toContain(hidden);
  expect(secrets.map(({ length }) => length)).toEqual([43, 43, 6, 7]);
});
