import { beforeEach, describe, expect, test, vi } from "vitest";
import { anonymiseOrders } from "#shop/orders/server/index.ts";
import { findOwnOrder } from "#shop/orders/server/serialize-order.ts";
import { runTypedIn } from "../../../tests/support/bought-order.ts";
import { readStock } from "../../../tests/support/ledger.ts";
import {
  api,
  buy,
  context,
  payWith,
  provider,
  setUpShop,
  testShop,
} from "../../../tests/support/test-shop.ts";
import { listFindings } from "./findings.ts";
import { applyFact, closePayment } from "./update-payment.ts";
import { findPayment } from "./payments.ts";
import { ProviderUnavailable } from "./provider.ts";
import { getProvider } from "./providers.ts";
import { applyRefund, requestRefund, listRefunds, sendRefund } from "./refunds.ts";
import { watchRefunds } from "./watch-payments.ts";

let bought: Awaited<ReturnType<typeof buy>>;

setUpShop({ goods: [{ id: "acacia-bowl", price: 249_900, onHand: 1 }] });
beforeEach(async () => {
  bought = await buy(testShop, "acacia-bowl");
});

const readOrderStates = async ({ customer, order } = bought) => {
  const now = await findOwnOrder(context, customer.accountId, order.orderId);
  return `${now?.orderStatus}/${now?.paymentStatus}`;
};

const run = (act: "reconcile" | "show", options: Record<string, string> = {}) =>
  act === "reconcile"
    ? runTypedIn(context, "payments", {}, { reconcile: "on" })
    : runTypedIn(context, "payments", { orderId: bought.order.orderId }, options);

/** Reports a payment after its order has expired, as a slow bank would. */
async function payLate(meanwhile: () => Promise<unknown> = async () => {}) {
  const { customer, order } = bought;
  await api.as(customer).post("/api/payments/window", { orderId: order.orderId });
  await closePayment(context, order.orderId);
  await context.settle();
  expect(await readOrderStates()).toBe("Cancelled/Expired");
  await meanwhile();
  const paid = await findPayment(context.db, order.orderId);
  if (!paid?.sessionId) throw new Error("no session");
  await context.database.pool.query("update test_payment_session set state = 'captured' where id = $1", [
    paid.sessionId,
  ]);
  const money = { fact: "captured", amountPaise: 284_982, currency: "INR", method: "card" } as const;
  const { sessionId } = paid;
  await context.transact((tx) => applyFact(context, tx, "test", { ...money, sessionId }));
  await context.transact((tx) => applyFact(context, tx, "test", { ...money, sessionId }));
  await context.settle();
}

test("a late payment restores an expired order if its goods are in stock", async () => {
  await payLate();
  expect(await readOrderStates()).toBe("Processing/Completed");
  expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 0, reserved: 0 });
  const { customer, order } = bought;
  expect(await findOwnOrder(context, customer.accountId, order.orderId)).toMatchObject({
    invoiceNumber: "26-27/000001",
  });
  expect((await run("reconcile")).rows).toMatchObject([
    { 5: "the payment arrived after the order had expired" },
  ]);
  await run("show", { seen: "on" });
  expect((await run("reconcile")).rows).toEqual([]);
  await expect(run("show", { seen: "on" })).rejects.toThrow("There is no problem with the payment");
});

test("a late payment is refunded automatically, without an invoice, if the products are sold out", async () => {
  const second = { value: bought };
  await payLate(async () => {
    second.value = await buy(testShop, "acacia-bowl");
  });
  expect(await readOrderStates()).toBe("Cancelled/Refunded");
  const { customer, order } = bought;
  const seen = await findOwnOrder(context, customer.accountId, order.orderId);
  expect(seen).toMatchObject({ refundAmount: 2849.82 });
  expect(seen).not.toHaveProperty("invoiceNumber");
  expect(await listRefunds(context.db, order.orderId)).toMatchObject([
    { reason: "late-money", status: "Processed", amount: 284_982 },
  ]);
  const { rows } = await context.database.pool.query("select * from invoice");
  expect(rows).toEqual([]);
  expect(await readOrderStates(second.value)).toBe("Pending/Pending");
  expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 1, reserved: 1 });
});

test("a late payment is refunded if the customer has deleted the account, because the order has no address", async () => {
  await payLate(() => context.transact((tx) => anonymiseOrders(tx, bought.customer.accountId)));
  expect(await readOrderStates()).toBe("Cancelled/Refunded");
});

describe("refunds", () => {
  /** Only the payment matters in these tests, so the order is not cancelled. */
  async function payAndRequestRefund(number = "4111 1111 1111 1111", amountPaise = 100_000): Promise<string> {
    const { orderId } = bought.order;
    await payWith(testShop, provider.url, bought, number);
    await context.transact((tx) =>
      requestRefund(context, tx, { orderId, reason: "cancellation", amountPaise }),
    );
    const [requested] = await listRefunds(context.db, orderId);
    if (!requested) throw new Error("no refund");
    return requested.id;
  }

  const state = async () => {
    const [row] = await listRefunds(context.db, bought.order.orderId);
    const paid = await findPayment(context.db, bought.order.orderId);
    return { refund: row?.status, payment: paid?.status };
  };

  const value = async () =>
    (await context.database.pool.query("select amount, failure from test_payment_refund")).rows as unknown;

  test("a refund requested many times at once is sent once, even while the payment watcher queries the provider", async () => {
    const { orderId } = bought.order;
    const id = await payAndRequestRefund();
    await Promise.all([
      ...Array.from({ length: 10 }, () =>
        context.transact((tx) =>
          requestRefund(context, tx, { orderId, reason: "cancellation", amountPaise: 100_000 }),
        ),
      ),
      ...Array.from({ length: 8 }, () => sendRefund(context, id)),
      ...Array.from({ length: 3 }, () => watchRefunds(context)),
    ]);
    await context.settle();
    expect(await value()).toEqual([{ amount: "100000", failure: null }]);
    expect(await state()).toEqual({ refund: "Processed", payment: "Refunded" });
  });

  test("the payment watcher completes a refund whose webhook is lost, even if the provider fails at first", async () => {
    const id = await payAndRequestRefund();
    const down = vi.spyOn(getProvider(context), "refund").mockRejectedValue(new ProviderUnavailable("down"));
    await context.settle();
    expect((await watchRefunds(context)).checked).toBe(1);
    expect(await state()).toMatchObject({ refund: "Pending", payment: "Refunding" });
    down.mockRestore();
    expect((await watchRefunds(context)).checked).toBe(0);
    context.clock.advance(30_000);
    expect((await watchRefunds(context)).checked).toBe(1);
    expect(await state()).toMatchObject({ refund: "Processed", payment: "Refunded" });
    expect(await sendRefund(context, id)).toBe("unchanged");
  });

  test("a refund that the bank refuses is reported to the owner, who can retry it", async () => {
    await payAndRequestRefund("4000 0000 0000 5126");
    await context.settle();
    expect(await state()).toEqual({
      refund: "Failed",
      payment: "Refunding",
    });
    expect((await watchRefunds(context)).checked).toBe(0);
    expect((await run("reconcile")).rows).toMatchObject([
      { 3: "Failed", 5: "the refund of ₹1,000.00 failed: The customer's bank refused the refund." },
    ]);
    await run("show", { retry: "on" });
    await context.settle();
    expect(await state()).toEqual({ refund: "Processed", payment: "Refunded" });
    expect((await run("show")).rows?.map((row) => `${row[1]} ${row[2]} ${row[4]}`).toSorted()).toEqual([
      "payment captured Completed",
      "refund failed unchanged",
      "refund processed unchanged",
    ]);
    expect((await run("reconcile")).rows).toEqual([]);
    await expect(run("show", { retry: "on" })).rejects.toThrow("has no failed refund");
  });

  test("if the owner transfers the money of a failed refund and the provider later sends it too, the double refund is reported", async () => {
    const id = await payAndRequestRefund("4000 0000 0000 5126");
    await context.settle();
    await run("show", { "by-hand": "UPI 99" });
    const paid = await findPayment(context.db, bought.order.orderId);
    const late = {
      refundId: "refund_1",
      sessionId: paid?.sessionId ?? "",
      reference: `${id}.1`,
      fact: "processed" as const,
      amountPaise: 100_000,
      currency: "INR",
    };
    for (const _ of [1, 2])
      expect(await context.transact((tx) => applyRefund(context, tx, "test", late))).toBe("mismatch");
    expect(await listFindings(context.db)).toMatchObject([
      { what: "₹1,000.00 was refunded twice: first as UPI 99, then by the provider as refund_1" },
    ]);
  });

  test("a refund of more than was paid, or of an unpaid order, is rejected", async () => {
    const { orderId } = bought.order;
    const ask = (reason: "cancellation" | "late-money", amountPaise: number) =>
      context.transact((tx) => requestRefund(context, tx, { orderId, reason, amountPaise }));
    await expect(ask("cancellation", 1)).rejects.toThrow("was never paid");
    await payAndRequestRefund();
    await expect(ask("late-money", 184_983)).rejects.toThrow("can still be refunded");
    await ask("late-money", 184_982);
  });

  test("a refund event of an unknown payment or with a wrong amount changes nothing, and a wrong amount is reported", async () => {
    const id = await payAndRequestRefund();
    const paid = await findPayment(context.db, bought.order.orderId);
    const reported = {
      refundId: "refund_1",
      sessionId: paid?.sessionId ?? "",
      reference: `${id}.1`,
      fact: "processed" as "processed" | "failed",
      amountPaise: 100_000,
      currency: "INR",
    };
    const applyState = (more: Partial<typeof reported>) =>
      context.transact((tx) => applyRefund(context, tx, "test", { ...reported, ...more }));
    expect(await applyState({ reference: `${id}.2`, fact: "failed" })).toBe("unchanged");
    expect(await applyState({ sessionId: "elsewhere" })).toBe("unknown-session");
    expect(await applyState({ amountPaise: 1 })).toBe("mismatch");
    expect(await state()).toMatchObject({ refund: "Pending" });
    expect(await listFindings(context.db)).toMatchObject([
      { kind: "refund-mismatch", what: "the provider refunded ₹0.01 instead of ₹1,000.00" },
    ]);
    expect(await applyState({})).toBe("Processed");
    expect(await applyState({})).toBe("unchanged");
  });
});
