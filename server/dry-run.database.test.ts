import type { PgTable } from "drizzle-orm/pg-core";
import { beforeEach, expect, test } from "vitest";
import { runCommand } from "#platform/operator/run-command.ts";
import { outbox } from "#platform/database/tables.ts";
import { contactMessage, newsletterSubscriber } from "#shop/contact/server/tables.ts";
import { mailSubscribers } from "#shop/notifications/server/mails.ts";
import { setStatus } from "#shop/orders/server/set-status.ts";
import { orders } from "#shop/orders/server/tables.ts";
import { payment, refund } from "#shop/payments/server/tables.ts";
import { saveReview } from "#shop/reviews/server/reviews.ts";
import { review } from "#shop/reviews/server/tables.ts";
import { testimonial } from "#shop/testimonials/server/tables.ts";
import { phoneOrder } from "../tests/support/bought-order.ts";
import { signInCustomer } from "../tests/support/customer.ts";
import { hashRows } from "../tests/support/database.ts";
import { deliver } from "../tests/support/past-orders.ts";
import { payWith } from "../tests/support/paying.ts";
import { provider, setUpPayingShop, testShop } from "../tests/support/paying-shop.ts";
import { buy } from "../tests/support/test-shop.ts";
import { commands } from "./commands.ts";

setUpPayingShop();

let order: string;
beforeEach(async () => {
  const bought = await buy(testShop, "acacia-bowl");
  await payWith(testShop, provider.url, bought);
  await testShop.context.settle();
  order = bought.order.orderId;
});

type Typed = readonly [line: string, options?: Record<string, string>];

async function type([line, options = {}]: Typed, dryRun: boolean) {
  const [noun = "", verb = "", ...values] = line.split(" ");
  const command = commands.find((each) => each.noun === noun && each.verb === verb);
  const args = Object.fromEntries(
    (command?.args ?? []).map(({ name }, at) => [name, values[at] ?? ""]).filter(([, value]) => value),
  ) as Record<string, string>;
  const typed = { noun, verb, args, options, folder: "/", osUser: "owner", confirmed: !dryRun, dryRun };
  const reply = await runCommand(testShop.context, commands, typed, () => {});
  return reply.outcome === "done" ? reply.result : reply;
}

/** Everything but the record of commands, which says that someone has asked. */
async function hashEverything(): Promise<string> {
  const { rows } = await testShop.context.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'operator_audit' order by 1",
  );
  return hashRows(testShop.context, ...rows.map(({ name }) => name));
}

/** What customers have said and asked for, for the owner to decide on: each as its row, with an id of its own. */
async function askForReturn(order: string, status: "Requested" | "Accepted" | "Received"): Promise<void> {
  const { db, now } = testShop.context;
  await setStatus(testShop.context, order, "Delivered");
  const at = now().toISOString();
  const pieces = [{ productId: "acacia-bowl", quantity: 1 }];
  const returnRequest = { status, reasons: ["Other"], comments: "", pieces, requestedAt: at, changedAt: at };
  await db.update(orders).set({ returnRequest });
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

test.each<[title: string, of: (order: string) => Typed | Promise<Typed>]>([
  [
    "returns accept",
    async (order) => {
      await askForReturn(order, "Requested");
      return [`returns accept ${order}`];
    },
  ],
  [
    "returns refuse",
    async (order) => {
      await askForReturn(order, "Requested");
      return [`returns refuse ${order}`, { words: "The grain is as in the pictures." }];
    },
  ],
  [
    "returns received",
    async (order) => {
      await askForReturn(order, "Accepted");
      return [`returns received ${order}`];
    },
  ],
  [
    "returns refund",
    async (order) => {
      await askForReturn(order, "Received");
      return [`returns refund ${order}`, { restock: "on" }];
    },
  ],
  ["reviews approve", async () => [`reviews approve ${await writeReview()}`]],
  ["reviews decline", async () => [`reviews decline ${await writeReview()}`]],
  ["reviews reply", async () => [`reviews reply ${await writeReview()} Thanks`]],
  [
    "testimonials hide",
    async () => {
      const words = { name: "Asha", message: "Lovely", rating: 5, hidden: false };
      await insertRow(testimonial, { id, ...words, createdAt: testShop.context.now() });
      return [`testimonials hide ${id}`];
    },
  ],
  [
    "messages answered",
    async () => {
      await insertRow(contactMessage, { id, ...asha, receivedAt: testShop.context.now() });
      return [`messages answered ${id}`];
    },
  ],
  [
    "messages answer",
    async () => {
      await insertRow(contactMessage, { id, ...asha, receivedAt: testShop.context.now() });
      return [`messages answer ${id} Yes`];
    },
  ],
  [
    "newsletter remove",
    async () => {
      const { email } = asha;
      await insertRow(newsletterSubscriber, { email, emailKey: email, consentedAt: testShop.context.now() });
      return [`newsletter remove ${email}`];
    },
  ],
  [
    "customers end-sessions",
    async () => [`customers end-sessions ${(await signInCustomer(testShop.context)).email}`],
  ],
  ["customers delete", async () => [`customers delete ${(await signInCustomer(testShop.context)).email}`]],
  [
    "mail retry",
    async () => {
      const at = testShop.context.now();
      const waits = {
        topic: "test",
        payload: {},
        attempts: 3,
        lastError: "421 later",
        createdAt: at,
        runAt: at,
      };
      await insertRow(outbox, { id, subscriber: mailSubscribers[0]?.name ?? "", ...waits });
      return ["mail retry"];
    },
  ],
  [
    "payments seen",
    async (order) => {
      await testShop.context.db.update(payment).set({ flag: "another amount" });
      return [`payments seen ${order}`];
    },
  ],
  [
    "payments retry-refund",
    async (order) => {
      const refunds = { id, orderId: order, reason: "return", amount: 100, attempt: 1 } as const;
      const at = testShop.context.now();
      await insertRow(refund, { ...refunds, status: "Failed", createdAt: at, updatedAt: at });
      return [`payments retry-refund ${order}`];
    },
  ],
  ["orders cancel", (id) => [`orders cancel ${id}`, { reason: "cracked" }]],
  ["orders note", (id) => [`orders note ${id} fragile`]],
  ["orders correct", (id) => [`orders correct ${id}`, { phone: "9876543211" }]],
  ["orders dispatch", (id) => [`orders dispatch ${id}`, { courier: "Delhivery", number: "1234567890" }]],
  ["orders set-status", (id) => [`orders set-status ${id} Delivered`]],
  ["products hide", () => ["products hide acacia-bowl"]],
  ["products set-price", () => ["products set-price acacia-bowl 1999.50", { was: "2499" }]],
])("--dry-run of %s says what the command then does, and changes nothing", async (_title, of) => {
  const line = await of(order);
  const before = await hashEverything();
  const said = await type(line, true);
  expect(await hashEverything()).toBe(before);
  const done = await type(line, false);
  expect(await hashEverything()).not.toBe(before);
  const { data: _said, title, ...rest } = said as Record<string, unknown>;
  const { data: _done, ...does } = done as Record<string, unknown>;
  expect(rest).toEqual(does);
  expect(title).toBe("Nothing was changed. Without --dry-run it would say:");
});

test("--dry-run of an order by phone says what would be ordered, and neither takes nor holds it", async () => {
  const before = await hashEverything();
  const said = await type(["orders take", { ...phoneOrder, line: "acacia-bowl:2" }], true);
  expect(said).toMatchObject({
    message: expect.stringMatching(/^For Asha Devi Patel .*\n2 × [^]*987654\d+$/),
  });
  expect(await hashEverything()).toBe(before);
  expect(await type(["orders take", { ...phoneOrder, line: "no-such-bowl:2" }], true)).toMatchObject({
    outcome: "refused",
  });
});

test("--dry-run refuses what the command refuses, and leaves it on record as what it was", async () => {
  await type([`orders cancel ${order}`, { reason: "cracked" }], false);
  expect(await type([`orders dispatch ${order}`, { courier: "A", number: "1" }], true)).toMatchObject({
    outcome: "refused",
  });
  expect(await type(["orders list"], true)).toEqual({
    outcome: "usage",
    message: "'orders list' changes nothing: it needs no --dry-run.",
  });
  const { rows } = await testShop.context.database.pool.query(
    "select arguments->>'dry-run' as dry from operator_audit where command = 'orders dispatch'",
  );
  expect(rows).toEqual([{ dry: "on" }]);
});

test("a value that cannot be of its kind is refused before anything is asked or done", async () => {
  const refund = (amount: string) => type([`orders refund ${order}`, { amount, reason: "late" }], true);
  expect(await refund("1o0")).toEqual({
    outcome: "usage",
    message: "--amount 1o0 is no amount. Write rupees like 1499.50.",
  });
  expect(await type(["products set-price acacia-bowl 10", { was: "nine" }], true)).toEqual({
    outcome: "usage",
    message: "--was nine is no amount. Write rupees like 1499.50. Or: none.",
  });
});
