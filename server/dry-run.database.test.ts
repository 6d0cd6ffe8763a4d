import { eq } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { runCommand } from "#platform/operator/run-command.ts";
import { outbox } from "#platform/database/tables.ts";
import { contactMessage, newsletterSubscriber } from "#shop/contact/server/tables.ts";
import { mailSubscribers } from "#shop/notifications/server/mail-list.ts";
import { orders } from "#shop/orders/server/tables.ts";
import { generateUuid } from "#platform/ids.ts";
import { paymentFinding, refund } from "#shop/payments/server/tables.ts";
import { saveReview } from "#shop/reviews/server/reviews.ts";
import { review } from "#shop/reviews/server/tables.ts";
import { testimonial } from "#shop/testimonials/server/tables.ts";
import { signInCustomer } from "../tests/support/customer.ts";
import { hashTables } from "../tests/support/database.ts";
import { deliver } from "../tests/support/past-orders.ts";
import { buyPaid, setUpShop, testShop } from "../tests/support/test-shop.ts";
import { commands } from "./commands.ts";
import { readTypedLine } from "../tests/support/typed-line.ts";

setUpShop();

const orderBowl = async () => (await buyPaid("acacia-bowl")).order.orderId;

type CommandLine = readonly [line: string, options?: Record<string, string>];

async function type([line, options = {}]: CommandLine, dryRun: boolean) {
  const { command: _command, ...read } = readTypedLine(commands, line, options);
  const typed = { ...read, folder: "/", osUser: "owner", confirmed: !dryRun, dryRun };
  const reply = await runCommand(testShop.context, commands, typed, () => {});
  return reply.outcome === "done" ? reply.result : reply;
}

/** Hashes all tables except the audit log, because it also records dry runs. */
const hashEverything = () => hashTables(testShop.context.database.pool, ["operator_audit"]);

async function askForReturn(): Promise<void> {
  const { db, now } = testShop.context;
  const at = now().toISOString();
  const pieces = [{ productId: "acacia-bowl", quantity: 1 }];
  const returnRequest = {
    status: "Requested" as const,
    reasons: ["Other"],
    comments: "",
    pieces,
    requestedAt: at,
    changedAt: at,
  };
  await db.update(orders).set({ returnRequest }).where(eq(orders.status, "Delivered"));
}

async function writeReview(): Promise<string> {
  const customer = await signInCustomer(testShop.context);
  await deliver(testShop.context, customer, { products: ["acacia-bowl"] });
  const words = { productId: "acacia-bowl", rating: 5, message: "Lovely" } as const;
  await saveReview(testShop.context, customer.accountId, words, "127.0.0.1");
  const [{ id } = { id: "" }] = await testShop.context.db.select().from(review);
  return id;
}

async function insertRow<Table extends PgTable>(table: Table, row: Table["$inferInsert"]): Promise<void> {
  await testShop.context.db.insert(table).values(row);
}

const id = "0197a1f0-7c3e-7aaa-8f00-0123456789ab";
const asha = { name: "Asha", email: "asha@example.com", message: "Do you engrave?" };

/** Checks that a command with --dry-run predicts the real result and changes no data. */
async function expectHarmless(...line: CommandLine): Promise<void> {
  const previous = await hashEverything();
  const dry = (await type(line, true)) as Record<string, unknown>;
  expect(await hashEverything(), line[0]).toEqual(previous);
  const done = await type(line, false);
  expect(await hashEverything(), line[0]).not.toEqual(previous);
  const title = "Preview: nothing was changed. The result would be:";
  const { title: _title, data: _data, ...does } = done as Record<string, unknown>;
  expect({ ...dry, data: undefined }, line[0]).toEqual({ ...does, title });
}

test("--dry-run of an order command predicts the result and changes nothing", async () => {
  const { db } = testShop.context;
  const [order, other] = [await orderBowl(), await orderBowl()];
  await expectHarmless(`orders note ${order} fragile`);
  await expectHarmless(`orders correct ${order}`, { phone: "9876543211" });
  const finding = { kind: "mismatch", reference: "pay_1", stage: 0, what: "another amount" } as const;
  await db
    .insert(paymentFinding)
    .values({ ...finding, id: generateUuid(), orderId: order, foundAt: testShop.context.now() });
  await expectHarmless(`payments ${order}`, { seen: "on" });
  await expectHarmless(`orders dispatch ${order}`, { courier: "Delhivery", number: "1234567890" });
  await expectHarmless(`orders deliver ${order}`, { "in-person": "on" });
  await askForReturn();
  await expectHarmless(`returns ${order} --refuse`, { words: "The grain looks as in the pictures." });
  await askForReturn();
  await expectHarmless(`returns ${order} --accept`);
  await expectHarmless(`returns ${order} --received`);
  await expectHarmless(`returns ${order} --refund`, { restock: "on" });
  const refunds = { id, orderId: other, reason: "return", amount: 100, attempt: 1 } as const;
  const at = testShop.context.now();
  await insertRow(refund, { ...refunds, status: "Failed", createdAt: at, updatedAt: at });
  await expectHarmless(`payments ${other}`, { retry: "on" });
  await db.delete(refund);
  await expectHarmless(`orders cancel ${other}`, { reason: "cracked" });
});

test("--dry-run of commands on products, reviews, people and mails predicts the result and changes nothing", async () => {
  const at = testShop.context.now();
  await expectHarmless("products set acacia-bowl", { hidden: "yes" });
  await expectHarmless("products set acacia-bowl", { price: "1999.50", was: "2499" });
  const written = await writeReview();
  await expectHarmless(`reviews ${written} --approve`);
  await expectHarmless(`reviews ${written}`, { reply: "Thanks" });
  await expectHarmless(`reviews ${written} --decline`);
  await insertRow(testimonial, {
    id,
    name: "Asha",
    message: "Lovely",
    rating: 5,
    hidden: false,
    createdAt: at,
  });
  await expectHarmless(`reviews ${id} --decline`);
  await insertRow(contactMessage, { id, ...asha, receivedAt: at });
  await expectHarmless(`messages ${id} Yes`);
  await testShop.context.db.delete(contactMessage);
  await insertRow(contactMessage, { id, ...asha, receivedAt: at });
  await expectHarmless(`messages ${id}`, { elsewhere: "on" });
  const { email } = asha;
  await insertRow(newsletterSubscriber, { email, emailKey: email, consentedAt: at });
  await expectHarmless(`newsletter ${email}`, { remove: "on" });
  await expectHarmless(`customers end-sessions ${(await signInCustomer(testShop.context)).email}`);
  await expectHarmless(`customers delete ${(await signInCustomer(testShop.context)).email}`);
  const waits = { topic: "test", payload: {}, attempts: 3, lastError: "421 later", createdAt: at, runAt: at };
  await insertRow(outbox, { id, subscriber: mailSubscribers[0]?.name ?? "", ...waits });
  await expectHarmless("mail", { retry: "all" });
});

test("a dry run is refused if its command would be refused, and is recorded as a dry run", async () => {
  const order = await orderBowl();
  await type([`orders cancel ${order}`, { reason: "cracked" }], false);
  expect(await type([`orders dispatch ${order}`, { courier: "A", number: "1" }], true)).toMatchObject({
    outcome: "refused",
  });
  expect(await type(["orders list"], true)).toEqual({
    outcome: "usage",
    message: "This changes nothing, so it needs no preview.",
  });
  const { rows } = await testShop.context.database.pool.query(
    "select arguments->>'dry-run' as dry from operator_audit where command = 'orders dispatch'",
  );
  expect(rows).toEqual([{ dry: "on" }]);
});
