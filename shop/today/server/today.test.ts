import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { product } from "#shop/catalogue/server/tables.ts";
import { DAY, SECOND } from "#contract/time.ts";
import { runTyped } from "../../../tests/support/bought-order.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { buy, buyPaid, context, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { contactMessage } from "../../contact/server/tables.ts";
import { recordCancellationRequest } from "#shop/orders/server/cancellations.ts";
import { outbox } from "#platform/database/tables.ts";
import { sampleSeller } from "../../../tests/support/samples.ts";
import { setSeller } from "../../../tests/support/products.ts";
import { todayData } from "../command-results.ts";
import { listFirstSteps } from "./today-command.ts";

setUpShop({
  goods: [
    { id: "bowl", title: "Acacia Bowl", price: 249_900, onHand: 4 },
    { id: "spoon", title: "Spoon", price: 50_000, onHand: 90 },
  ],
});

test("a shop without orders and messages has no tasks for the owner", async () => {
  expect(await runTyped("today")).toMatchObject({
    facts: { "To pack": "0 orders", "Sold yesterday": "₹0.00, 0 orders" },
    message: "There is nothing to do.",
  });
});

test("a new shop's steps `name`, `seller` and `order` are done after the seller's details are entered and an order is placed", async () => {
  const listLeft = async () =>
    (await listFirstSteps(context)).filter(({ isDone }) => !isDone).map(({ name }) => name);
  await setSeller(context, { gstin: "SAMPLE GSTIN" });
  expect(await listLeft()).toEqual(["name", "seller", "products", "order", "payments", "mail", "backup"]);
  await setSeller(context, { ...sampleSeller, socialLinks: [] });
  await buy(testShop, "spoon");
  expect(await listLeft()).toEqual(["products", "payments", "mail", "backup"]);
});

test("the sample products are not counted as products of the owner, and must be hidden before the shop opens", async () => {
  const describeStep = async () =>
    (await listFirstSteps(context)).find(({ name }) => name === "products")?.what;
  expect(await describeStep()).toBe("Add at least five products of your own. 3 are still missing.");
  const samples = v.parse(
    v.array(v.object({ slug: v.string(), title: v.string() })),
    JSON.parse(readFileSync("catalogue/products.json", "utf8")),
  );
  const [own] = await context.db.select().from(product).limit(1);
  if (!own) throw new Error("The shop has no product.");
  const add = (id: string, title: string) => context.db.insert(product).values({ ...own, id, title });
  await add(samples[0]?.slug ?? "", samples[0]?.title ?? "");
  await add(samples[1]?.slug ?? "", "Neem Tray");
  expect(await describeStep()).toBe(
    "Add at least five products of your own. 2 are still missing, because the samples do not count.",
  );
  for (const id of ["fork", "ladle"]) await add(id, id);
  expect(await describeStep()).toBe("Hide the sample, because customers can order what the shop shows.");
  await context.db
    .update(product)
    .set({ hiddenByHand: true })
    .where(eq(product.id, samples[0]?.slug ?? ""));
  expect(await describeStep()).toBe("The shop has at least five products of your own.");
});

test("the task list shows waiting orders, requests and messages, marks overdue tasks, and has yesterday's sales", async () => {
  const by = await signInCustomer(context, { email: "asha@example.com" });
  const paid = [];
  for (const id of ["bowl", "bowl", "spoon"]) {
    paid.push(await buyPaid(id, { by }));
    context.clock.advance(SECOND);
  }
  const [first, second, third] = paid.map(({ order }) => order.orderId);
  await recordCancellationRequest(context, by.accountId, second ?? "", { reasons: [], comments: "" });
  await context.db.insert(contactMessage).values({
    id: "01a1fe99-882e-7cb1-a048-1dfbdfcbabe5",
    name: "Ravi",
    email: "ravi@example.com",
    message: "Is the bowl safe\nfor hot soup?",
    receivedAt: context.now(),
  });
  await context.settle();
  context.clock.advance(DAY);
  expect((await runTyped("today")).facts).toMatchObject({
    "To pack": "2 orders",
    "To answer": "2 customers",
    Overdue: "0",
    "Low in stock": "1 product",
    "Sold yesterday": "₹6,190.64, 3 orders",
  });
  const readAnswers = async () => v.parse(todayData.data, (await runTyped("today")).data).toAnswer;
  expect(await readAnswers()).toMatchObject([
    {
      about: second,
      what: expect.stringMatching(/^Asha .+, ₹2,849\.82: asks to cancel the order$/),
      remedy: expect.stringMatching(/^Approve or decline the request by /),
      isOverdue: false,
    },
    {
      about: "Ravi",
      what: "“Is the bowl safe for hot soup?”",
      remedy: expect.stringMatching(/^Answer the message from ravi@example\.com of /),
    },
  ]);
  context.clock.advance(4 * DAY);
  expect(await readAnswers(), "the shop promises a reply within 3 business days").toMatchObject([
    { about: second, isOverdue: true },
    { about: "Ravi", isOverdue: false },
  ]);
  context.clock.advance(3 * DAY);
  expect((await runTyped("today")).rows?.map(([kind, about]) => [kind, about])).toEqual([
    ["answer, overdue", second],
    ["answer, overdue", "Ravi"],
    ["pack, overdue", first],
    ["pack, overdue", third],
    ["low", "Acacia Bowl"],
  ]);
  expect((await runTyped("report sales", {}, { by: "product" })).rows).toEqual([
    ["bowl", "Acacia Bowl", 2, 2, "₹4,998.00"],
    ["spoon", "Spoon", 1, 1, "₹500.00"],
  ]);
  expect((await runTyped("report stock")).rows).toEqual([
    ["bowl", "Acacia Bowl", 2, 2, 30, 0],
    ["spoon", "Spoon", 89, 1, 2670, 0],
  ]);
  expect((await runTyped("report stock", {}, { csv: "on" })).message).toBe(
    "\uFEFFProduct,Title,Left,Sold in 30 days,Days left,People waiting\nbowl,Acacia Bowl,2,2,30,0\nspoon,Spoon,89,1,2670,0",
  );
  const shown = await runTyped("customers show", { email: "ASHA@example.com" });
  expect(shown).toMatchObject({ facts: { Orders: 3, Paid: "₹6,190.64" } });
  expect(shown.rows).toHaveLength(3);
  expect((await runTyped("customers list")).rows).toMatchObject([
    { 0: "asha@example.com", 3: 3, 4: "₹6,190.64", 5: expect.stringContaining("20 Nov 2026") },
  ]);
  for (const sort of ["name", "paid", "last-order"])
    for (const search of [{}, { search: "asha" }])
      expect((await runTyped("customers list", {}, { sort, ...search })).rows, sort).toHaveLength(1);
  await expect(runTyped("customers show", { email: "no@example.com" })).rejects.toThrow(
    "Search for the customer by name",
  );
});

test("an order to pack is listed with the amount that remains after a refund", async () => {
  const { orderId } = (await buyPaid("spoon", { quantity: 2 })).order;
  await runTyped("orders cancel", { orderId }, { line: "spoon:1", reason: "cracked" });
  expect((await runTyped("today")).data).toMatchObject({
    toPack: [{ about: orderId, what: expect.stringContaining("₹540.50") }],
  });
});

test("the task list shows a mail that could not be delivered as a problem", async () => {
  await context.db.insert(outbox).values({
    id: "01a1fe99-882e-7cb1-a048-1dfbdfcbabe6",
    topic: "order.paid",
    subscriber: "notifications.order-paid",
    payload: {},
    createdAt: context.now(),
    runAt: context.now(),
    deadAt: context.now(),
    attempts: 20,
    lastError: "550 no such mailbox",
  });
  const { rows = [] } = await runTyped("today");
  expect(rows).toEqual([
    [
      "problem",
      "E-mail: order paid",
      "1 e-mail could not be sent: 550 no such mailbox",
      expect.stringContaining("from the list of waiting e-mails"),
    ],
  ]);
});
