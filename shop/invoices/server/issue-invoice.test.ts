// @engine: invoice numbers of a series are issued one after another, under a lock.
import { expect, test } from "vitest";
import { pickSize } from "../../../tests/support/long-form.ts";
import { stockProducts } from "../../../tests/support/products.ts";
import { buy, context, type PlacedOrder, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { changePaymentStatus, changeStatus } from "#shop/orders/server/change-status.ts";
import { requireOrder } from "#shop/orders/server/list-orders.ts";
import { issueInvoice } from "#shop/documents/server/invoices.ts";

setUpShop({ goods: [{ id: "acacia-bowl", price: 249_900 }] });

const pay = ({ orderId }: PlacedOrder, { thenFail = false } = {}) =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, orderId);
    const paid = await changePaymentStatus(context, tx, order, "Completed", "card");
    if (paid) await changeStatus(context, tx, paid, "Processing");
    if (thenFail) throw new Error("the light went out");
  });

const listNumbers = async () =>
  (
    await context.database.pool.query<{ number: string }>("select number from invoice order by number")
  ).rows.map(({ number }) => number);

const createNumbers = (count: number, series = "26-27") =>
  Array.from({ length: count }, (_, index) => `${series}/${String(index + 1).padStart(6, "0")}`);

test("invoice numbers have no gap and no duplicate after many concurrent payments with rollbacks", async () => {
  const count = pickSize(15, 50);
  // Each order has a different product, because payments of the same product wait for its row in `stock`.
  const goods = Array.from({ length: count }, (_, index) => ({ id: `bowl-${index}` }));
  await stockProducts(context, goods);
  const bought = await Promise.all(goods.map(({ id }) => buy(testShop, id)));
  const outcomes = await Promise.allSettled(
    bought.flatMap(({ order }, index) => [
      pay(order, { thenFail: index % 3 === 0 }),
      pay(order, { thenFail: index % 3 === 0 }),
    ]),
  );
  const undone = bought.filter((_, index) => index % 3 === 0);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(undone.length * 2);
  expect(await listNumbers()).toEqual(createNumbers(count - undone.length));
  for (const { order } of undone) await pay(order);
  expect(await listNumbers()).toEqual(createNumbers(count));
});

test("invoice numbers and credit note numbers restart at 1 on the first of April", async () => {
  context.clock.set(new Date("2027-03-31T18:29:59.000Z"));
  const [last, first] = [await buy(testShop, "acacia-bowl"), await buy(testShop, "acacia-bowl")];
  await pay(last.order);
  context.clock.advance(1_000);
  await pay(first.order);
  await context.transact(async (tx) => {
    const order = await requireOrder(tx, first.order.orderId);
    const note = () => issueInvoice(context, tx, order, "credit-note", { amount: 100_000 });
    expect([await note(), await note()]).toEqual(["CN27-28/000001", "CN27-28/000001"]);
  });
  expect(await listNumbers()).toEqual(["26-27/000001", "27-28/000001", "CN27-28/000001"]);
});
