import { beforeEach, describe, expect, test } from "vitest";
import { SECOND } from "#contract/time.ts";
import { generateUuid } from "#platform/ids.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { orderPaid } from "#shop/orders/events.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { expectConsistentLedger, listAllowedMoves, readStock } from "../../../tests/support/ledger.ts";
import { isLongForm, pickSize } from "../../../tests/support/long-form.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { buy, context, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { paymentTransitions, paymentStatuses } from "../payment.ts";
import { applyFact, closePayment } from "./update-payment.ts";
import { applyRefund } from "./refunds.ts";

let paid: string[] = [];

setUpShop({
  goods: [{ id: "acacia-bowl", price: 249_900, onHand: 1_000 }],
  subscribers: [
    defineSubscriber(orderPaid, "test.paid", async (_context, { orderId }) => void paid.push(orderId)),
  ],
});
beforeEach(() => (paid = []));

const money = { amountPaise: 284_982, currency: "INR", method: "card", paymentId: "pay_1" };

const createFact = (name: "failed" | "processing" | "captured" | "expired") => (sessionId: string) =>
  context.transact((tx) => applyFact(context, tx, "test", { ...money, sessionId, fact: name }));

const applyUnknownRefund = (sessionId: string) =>
  context.transact((tx) =>
    applyRefund(context, tx, "test", {
      ...money,
      sessionId,
      paymentId: "pay_2",
      refundId: "refund_1",
      reference: `${generateUuid()}.1`,
      fact: "processed",
    }),
  );

const events = [
  createFact("failed"),
  createFact("processing"),
  createFact("captured"),
  createFact("captured"),
  createFact("expired"),
  applyUnknownRefund,
];

async function placeOrders(count: number): Promise<string[]> {
  const { order } = await buy(testShop, "acacia-bowl");
  const { pool } = context.database;
  await pool.query("update payment set provider = 'test', session_id = 'session-1'");
  const columns = async (table: string) => {
    const { rows } = await pool.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped",
      [table],
    );
    return rows.map(({ name }) => name);
  };
  const copy = async (table: string, changed: Record<string, string>) => {
    const values = (await columns(table)).map((name) => changed[name] ?? `t.${name}`);
    await pool.query(
      `insert into ${table} select ${values.join(", ")} from ${table} t, generate_series(2, $1::int) n where t.order_id::text = $2`,
      [count, table === "orders" || table === "payment" ? order.orderId : order._id],
    );
  };
  const key = "('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid";
  await copy("orders", { id: key, order_id: "'TRV-' || n" });
  await copy("order_line", { order_id: key });
  await copy("payment", { id: key, order_id: "'TRV-' || n", session_id: "'session-' || n" });
  await copy("stock_movement", { order_id: key });
  await pool.query("update stock set reserved = $1", [count]);
  return Array.from({ length: count }, (_, index) => `session-${index + 1}`);
}

function listOrderings<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((one, at) => listOrderings(list.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}

/** The long run tests all 720 orderings. The short run tests 30, one for each choice of the first two events. */
const histories = listOrderings(events).filter((_, at) => isLongForm || at % 24 === Math.trunc(at / 24) % 24);

test("six events about a payment lead to the same state in any order (T16)", async () => {
  const { context } = testShop;
  expect(histories).toHaveLength(pickSize(30, 720));
  const sessions = await placeOrders(histories.length);
  for (let step = 0; step < events.length; step++) {
    for (let from = 0; from < sessions.length; from += 24) {
      const some = sessions.slice(from, from + 24);
      await Promise.all(some.map(async (session, index) => histories[from + index]?.[step]?.(session)));
    }
    await context.settle();
  }
  const { rows } = await context.database.pool.query(
    `select o.status, o.payment_status, p.status as payment, count(*)::int from orders o
       join payment p on p.order_id = o.order_id group by 1, 2, 3`,
  );
  expect(rows).toEqual([
    { status: "Processing", payment_status: "Completed", payment: "Completed", count: histories.length },
  ]);
  expect(await readStock(context, "acacia-bowl")).toEqual({
    onHand: 1_000 - histories.length,
    reserved: 0,
  });
  expect(new Set(paid).size).toBe(histories.length);
  expect(paid).toHaveLength(histories.length);
  await expectConsistentLedger(context);
});

/** Each test pauses one event just before it updates the payment, applies the other event, and continues. */
describe.runIf(testEngine === "server")("concurrent payment events", () => {
  const race = async (
    first: (session: string) => Promise<unknown>,
    second: (session: string) => Promise<unknown>,
  ) => {
    const [session = ""] = await placeOrders(1);
    await raceBefore(
      context,
      /^update "payment"/,
      () => first(session),
      () => second(session),
    );
    await context.settle();
    expect(paid).toHaveLength(1);
    const { rows } = await context.database.pool.query(
      "select status, (select count(*)::int from outbox where topic = 'payment.captured') as events from payment",
    );
    expect(rows).toEqual([{ status: "Completed", events: 1 }]);
    expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 999, reserved: 0 });
    await expectConsistentLedger(context);
  };

  test.each([
    ["the webhook and the customer's return from the payment window", "captured", "captured"],
    ["the expiry of the order and the payment", "expired", "captured"],
    ["the payment and the expiry of the order", "captured", "expired"],
  ] as const)("a payment is recorded once if these events are concurrent: %s", async (_, first, second) => {
    await race(createFact(first), createFact(second));
  });
});

test("the database refuses every status change of a payment that the code does not allow", async () => {
  await placeOrders(1);
  const { pool } = context.database;
  const allowed = await listAllowedMoves(paymentStatuses, /^payment_move$/, (status, isChange) =>
    pool.query(`update payment set status_before = ${isChange ? "status" : "null"}, status = $1`, [status]),
  );
  const byFacts = Object.entries(paymentTransitions).flatMap(([from, transitions]) =>
    Object.values(transitions).map((to) => `${from} → ${to}`),
  );
  const byRefunds = ["Completed → Refunding", "Refunding → Refunded", "Refunded → Refunding"];
  expect(allowed).toEqual([...byFacts, ...byRefunds].toSorted());
});

test("three concurrent requests to close a payment release the reserved piece once", async () => {
  const { order } = await buy(testShop, "acacia-bowl");
  const close = () => closePayment(context, order.orderId);
  expect(await Promise.all([close(), close(), close()])).toEqual(["closed", "closed", "closed"]);
  context.clock.advance(SECOND);
  await context.settle();
  expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 1_000, reserved: 0 });
});
