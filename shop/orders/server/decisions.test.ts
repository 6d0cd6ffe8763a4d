import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findOwnOrder } from "./index.ts";
import { subscriber } from "#platform/subscriber.ts";
import { sellFrom, stockProducts } from "../../../tests/support/goods.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { saveTestKeys, payWith } from "../../../tests/support/paying.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { expectSoundBooks, stockOf } from "../../../tests/support/stock-ledger.ts";
import { buy, openProvider, openTrading, type Trading } from "../../../tests/support/trading.ts";
import { cancellationDecided, orderDispatched } from "../events.ts";
import { orderTransitions } from "../order-transitions.ts";
import { orderPaymentTransitions, orderPaymentStatuses, orderStatuses } from "../status.ts";
import { askToCancel } from "./cancel-order.ts";
import { orderCommands } from "./commands.ts";
import { approveCancellation, declineCancellation } from "./decide-cancellation.ts";
import { dispatchOrder } from "./dispatch-order.ts";
import { expireOrder } from "./expire-order.ts";
import { payOrder } from "./pay-order.ts";
import { refundOrder } from "./refund-order.ts";
import { setStatus } from "./set-status.ts";

let trading: Trading;
let provider: Awaited<ReturnType<typeof openProvider>>;
let bought: Awaited<ReturnType<typeof buy>>;
let heard: string[] = [];

beforeAll(async () => {
  trading = await openTrading([
    subscriber(
      cancellationDecided,
      "test.decided",
      async (_context, { decision }) => void heard.push(decision),
    ),
    subscriber(orderDispatched, "test.dispatched", async () => void heard.push("dispatched")),
  ]);
  provider = await openProvider(trading.context);
});
afterAll(async () => {
  await provider.close();
  await trading.close();
});

beforeEach(async () => {
  await saveTestKeys(trading.context);
  trading.context.clock.set(new Date("2026-11-20T09:00:00.000Z"));
  await stockProducts(trading.context, [{ id: "acacia-bowl", price: 249_900, onHand: 3 }]);
  bought = await buy(trading, "acacia-bowl");
  heard = [];
});

afterEach(async () => {
  await trading.context.settle();
  await expectSoundBooks(trading.context);
});

const pay = () => payWith(trading, provider.url, bought);
const ask = async () => {
  const { customer, order } = bought;
  const refused = await askToCancel(trading.context, customer.accountId, order.orderId, {
    reasons: ["Other"],
    comments: "",
  });
  if (refused) throw new Error(refused.code);
};
const seen = () => findOwnOrder(trading.context, bought.customer.accountId, bought.order.orderId);
const shown = async () => {
  const order = await seen();
  return `${order?.orderStatus}/${order?.paymentStatus}`;
};
const run = async (line: string, options: Record<string, string> = {}, more: Record<string, string> = {}) => {
  const [noun, verb] = line.split(" ");
  const command = orderCommands.find((each) => each.noun === noun && each.verb === verb);
  if (!command) throw new Error(`no ${line}`);
  const args = { orderId: bought.order.orderId, ...more };
  const result = await command.run(trading.context, { args, options, folder: "/" });
  await trading.context.settle();
  return result;
};
const given = async () =>
  (
    await trading.context.database.pool.query<{ amount: string }>("select amount from test_payment_refund")
  ).rows.map(({ amount }) => Number(amount));

describe("a wish to cancel", () => {
  test("approved: cancelled, all the money back, the piece on the shelf, a credit note", async () => {
    await pay();
    await ask();
    expect(await run("cancellations list")).toMatchObject({
      rows: [[bought.order.orderId, expect.any(String), "Processing", "Completed", "₹2849.82", "Other", ""]],
    });
    expect(await run("cancellations approve")).toMatchObject({
      message: `${bought.order.orderId} is cancelled. ₹2849.82 goes back to its customer.`,
    });
    expect(await seen()).toMatchObject({
      orderStatus: "Cancelled",
      paymentStatus: "Refunded",
      refundAmount: 2849.82,
      invoiceNumber: "26-27/000001",
      cancellation: { status: "Approved" },
    });
    expect(await stockOf(trading.context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
    expect(await given()).toEqual([284_982]);
    expect((await run("invoices list", { kind: "credit-note" })).rows).toMatchObject([
      { 0: "CN26-27/000001", 5: "−₹2849.82" },
    ]);
    expect(heard).toEqual(["Approved"]);
  });

  test("and its money are in the month's report, the part given back as a minus", async () => {
    await pay();
    await ask();
    await run("cancellations approve", { amount: "1424.91" });
    const { message: words } = await run("report sales", { month: "2026-11", csv: "on" });
    const { orderId } = bought.order;
    expect(words?.split("\n")).toEqual([
      "Number,Date,Order,Made out to,GSTIN,Place of supply,Goods,IGST,CGST,SGST,Coupon,Paid",
      `26-27/000001,20/11/2026,${orderId},Asha Patel,,Maharashtra,2499.00,0.00,224.91,224.91,-99.00,2849.82`,
      `CN26-27/000001,20/11/2026,${orderId},Asha Patel,,Maharashtra,-1249.49,0.00,-112.46,-112.46,49.50,-1424.91`,
    ]);
    expect((await run("report sales", { month: "2026-11" })).rows?.at(-1)?.at(-1)).toBe("₹1424.91");
    expect((await run("report sales", { month: "2026-12" })).message).toBe("Nothing was sold in 2026-12.");
    await expect(run("report sales", { month: "13" })).rejects.toThrow("is no month");
  });

  test("and its tax stays what its invoice said, though the seller has moved since", async () => {
    await sellFrom(trading.context, { state: "Gujarat" });
    await pay();
    await ask();
    await sellFrom(trading.context, { state: "Maharashtra" });
    await run("cancellations approve");
    const { message: words } = await run("report sales", { month: "2026-11", csv: "on" });
    expect(words?.split("\n").slice(1)).toEqual([
      expect.stringContaining("Maharashtra,2499.00,449.82,0.00,0.00"),
      expect.stringContaining("Maharashtra,-2499.00,-449.82,0.00,0.00"),
    ]);
    expect(await seen()).toMatchObject({ soldBy: { state: "Gujarat", gstin: "24ABCDE1234F1Z5" } });
    expect((await seen())?.soldBy).not.toHaveProperty("taxRates");
  });

  test("and its tax is one when the goods went to another state than the seller's", async () => {
    await pay();
    await ask();
    await run("cancellations approve", { amount: "1424.91" });
    await sellFrom(trading.context, { state: "Gujarat" });
    const { message: words } = await run("report sales", { month: "2026-11", csv: "on" });
    expect(words?.split("\n").slice(1)).toEqual([
      expect.stringContaining("Maharashtra,2499.00,449.82,0.00,0.00,-99.00,2849.82"),
      expect.stringContaining("Maharashtra,-1249.49,-224.92,0.00,0.00,49.50,-1424.91"),
    ]);
    await sellFrom(trading.context, { state: " maharashtra" });
    expect((await run("report sales", { month: "2026-11", csv: "on" })).message).toContain(
      ",0.00,224.91,224.91,",
    );
  });

  test("approved for a part gives back that part, never more than was paid", async () => {
    await pay();
    await ask();
    await expect(run("cancellations approve", { amount: "2849.83" })).rejects.toThrow("can go back");
    await expect(run("cancellations approve", { amount: "0" })).rejects.toThrow("can go back");
    await expect(run("cancellations approve", { amount: "a lot" })).rejects.toThrow("is no amount");
    await run("cancellations approve", { amount: "1499.50" });
    expect(await seen()).toMatchObject({ paymentStatus: "Refunded", refundAmount: 1499.5 });
    expect(await given()).toEqual([149_950]);
  });

  test("approved before it was paid closes the payment; nothing goes back", async () => {
    await ask();
    expect(await run("cancellations approve")).toMatchObject({
      message: expect.stringContaining("Nothing was paid."),
    });
    expect(await shown()).toBe("Cancelled/Expired");
    expect(await stockOf(trading.context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
  });

  test("declined shows the owner's words and nothing else changes", async () => {
    await pay();
    await ask();
    await expect(run("cancellations decline")).rejects.toThrow("--words");
    await run("cancellations decline", { words: "It was packed this morning." });
    expect(await seen()).toMatchObject({
      orderStatus: "Processing",
      paymentStatus: "Completed",
      cancellation: { status: "Rejected", words: "It was packed this morning." },
    });
    await expect(run("cancellations approve")).rejects.toThrow("is Rejected already");
    expect(heard).toEqual(["Rejected"]);
  });

  test("nobody had cannot be decided", async () => {
    await expect(run("cancellations approve")).rejects.toThrow("Nobody asked to cancel");
  });

  test("approved 50 times at once is refunded once (T16)", async () => {
    await pay();
    await ask();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => approveCancellation(trading.context, bought.order.orderId)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await trading.context.settle();
    expect(await given()).toEqual([284_982]);
    expect(await stockOf(trading.context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
  });
});

describe("the parcel", () => {
  const parcel = { courier: "Delhivery", number: "1234567890" };

  test("goes out with courier and number, and arrives", async () => {
    await expect(run("orders dispatch", parcel)).rejects.toThrow("It can become Cancelled.");
    await pay();
    await expect(run("orders dispatch", { courier: "Delhivery" })).rejects.toThrow("--number");
    await expect(run("orders dispatch", { ...parcel, link: "javascript:alert(1)" })).rejects.toThrow(
      "no web address",
    );
    await run("orders dispatch", { ...parcel, link: "https://www.delhivery.com/track/1234567890" });
    await run("orders dispatch", parcel);
    expect(await seen()).toMatchObject({ orderStatus: "Processing", tracking: parcel });
    expect(heard).toEqual(["dispatched"]);
    await expect(ask()).rejects.toThrow("dispatched");
    await expect(run("orders cancel", { reason: "lost" })).rejects.toThrow("is on its way");
    await run("orders deliver");
    expect(await shown()).toBe("Delivered/Completed");
    await expect(run("orders dispatch", parcel)).rejects.toThrow("is Delivered already");
  });

  test("that was lost or came broken: money goes back once, with a credit note; the order stays", async () => {
    const refund = (options: Record<string, string>) =>
      run("orders refund", { reason: "cracked", ...options });
    await expect(refund({})).rejects.toThrow("Nothing was paid");
    await pay();
    await expect(refund({})).rejects.toThrow("orders cancel");
    await run("orders dispatch", parcel);
    await expect(refund({ reason: " " })).rejects.toThrow("--reason");
    await expect(refund({ amount: "2849.83" })).rejects.toThrow("can go back");
    expect((await refund({ amount: "1000" })).message).toMatch("₹1000.00 goes back to its customer.");
    await run("orders deliver");
    expect(await shown()).toBe("Delivered/Refunded");
    expect(await given()).toEqual([100_000]);
    await expect(refund({})).rejects.toThrow("goes back already");
    expect((await run("orders show")).message).toContain("Money back: cracked");
    expect(await stockOf(trading.context, "acacia-bowl")).toEqual({ onHand: 2, reserved: 0 });
    expect((await run("invoices list", { kind: "credit-note" })).rows).toMatchObject([{ 5: "−₹1000.00" }]);
  });

  test("stays while its customer waits for an answer", async () => {
    await pay();
    await ask();
    await expect(run("orders dispatch", parcel)).rejects.toThrow("asks to cancel it");
    await expect(run("orders deliver")).rejects.toThrow("asks to cancel it");
    await run("cancellations decline", { words: "It is packed." });
    await run("orders dispatch", parcel);
  });

  test("never goes out when the shop cancels: the money goes back, the reason is noted", async () => {
    await pay();
    await run("orders note", {}, { words: "Wants it before Diwali" });
    trading.context.clock.advance(1_000);
    await run("orders cancel", { reason: "the last piece cracked" });
    expect(await shown()).toBe("Cancelled/Refunded");
    const { message: words } = await run("orders show");
    expect(words).toMatch(/Wants it before Diwali\n.*Cancelled: the last piece cracked$/);
  });
});

describe("the database itself", () => {
  /** Every step between two statuses that it lets a row take. */
  async function timelineOf(column: string, statuses: readonly string[], row: string): Promise<string[]> {
    const { pool } = trading.context.database;
    const taken: string[] = [];
    for (const from of statuses) {
      for (const to of statuses.filter((status) => status !== from)) {
        await pool.query(`update orders set ${row}, ${column}_before = null, ${column} = $1`, [from]);
        const { rowCount } = await pool
          .query(`update orders set ${column}_before = ${column}, ${column} = $1`, [to])
          .catch((refused: { constraint?: string }) => {
            expect(refused.constraint).toMatch(/^orders_(payment_)?move$/);
            return { rowCount: 0 };
          });
        if (rowCount) taken.push(`${from} → ${to}`);
      }
    }
    return taken.toSorted();
  }

  const stepsIn = (moves: Record<string, readonly string[] | object>): string[] =>
    Object.entries(moves)
      .flatMap(([from, to]) => (Array.isArray(to) ? to : Object.keys(to)).map((one) => `${from} → ${one}`))
      .toSorted();

  /** As it was, for the books. */
  const putBack = () =>
    trading.context.database.pool.query(
      `update orders set status = 'Pending', status_before = null, refund_amount = null,
         payment_status = 'Pending', payment_status_before = null`,
    );

  test("refuses every step of an order that the table in code does not have", async () => {
    const paid = "payment_status = 'Completed'";
    expect(await timelineOf("status", orderStatuses, paid)).toEqual(stepsIn(orderTransitions));
    const cancelled = "status = 'Cancelled', refund_amount = 0";
    expect(await timelineOf("payment_status", orderPaymentStatuses, cancelled)).toEqual(
      stepsIn(orderPaymentTransitions),
    );
    await putBack();
  });

  test("keeps what has arrived, also from who does not say what it came from", async () => {
    await pay();
    await run("orders dispatch", { courier: "Delhivery", number: "1" });
    await run("orders deliver");
    for (const status of ["Pending", "Processing", "Cancelled"]) {
      await expect(
        trading.context.database.pool.query("update orders set status = $1", [status]),
      ).rejects.toThrow("violates check constraint");
    }
  });
});

/** One of them is held at its first change of the order while the other runs. */
describe.runIf(testEngine === "server")("rivals", () => {
  const change = /^update "orders"/;
  const orderId = () => bought.order.orderId;
  const dispatch = () => dispatchOrder(trading.context, orderId(), { courier: "Delhivery", number: "1" });
  const approve = () => approveCancellation(trading.context, orderId());
  const capture = () => trading.context.transact((tx) => payOrder(trading.context, tx, orderId(), "card"));
  const decline = () => declineCancellation(trading.context, orderId(), "It is packed.");
  const cancelByShop = () => setStatus(trading.context, orderId(), "Cancelled");
  const expire = () => trading.context.transact((tx) => expireOrder(trading.context, tx, orderId()));
  const race = (first: () => Promise<unknown>, rival: () => Promise<unknown>) =>
    raceBefore(trading.context, change, first, rival);

  test("a wish to cancel and the dispatch: whoever came first", async () => {
    await pay();
    expect(await race(ask, dispatch)).toEqual({ first: "done", rival: "refused" });
    expect(await seen()).not.toHaveProperty("tracking");
  });

  test("the dispatch and a wish to cancel: whoever came first", async () => {
    await pay();
    expect(await race(dispatch, ask)).toEqual({ first: "done", rival: "refused" });
    expect(await seen()).not.toHaveProperty("cancellation");
  });

  test("approve and approve: one refund", async () => {
    await pay();
    await ask();
    expect(await race(approve, approve)).toEqual({ first: "done", rival: "refused" });
    await trading.context.settle();
    expect(await given()).toEqual([284_982]);
    expect(await stockOf(trading.context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
  });

  test.each([
    [
      "the shop's own cancelling and the dispatch",
      () => [cancelByShop, dispatch] as const,
      "Cancelled/Refunded",
    ],
    [
      "the dispatch and the shop's own cancelling",
      () => [dispatch, cancelByShop] as const,
      "Processing/Completed",
    ],
  ])("%s: whoever came first, and no parcel of a cancelled order", async (_, rivals, end) => {
    await pay();
    const [first, rival] = rivals();
    expect(await race(first, rival)).toEqual({ first: "done", rival: "refused" });
    await trading.context.settle();
    expect(await shown()).toBe(end);
    expect("tracking" in ((await seen()) ?? {})).toBe(end !== "Cancelled/Refunded");
  });

  test.each([
    ["yes and no", () => [approve, decline] as const, ["Approved"], [284_982]],
    ["no and yes", () => [decline, approve] as const, ["Rejected"], []],
  ])("%s to one wish: the first word counts", async (_, rivals, decisions, refunds) => {
    await pay();
    await ask();
    const [first, rival] = rivals();
    expect(await race(first, rival)).toEqual({ first: "done", rival: "refused" });
    await trading.context.settle();
    expect(heard).toEqual(decisions);
    expect(await given()).toEqual(refunds);
  });

  test("two refunds of a parcel that came broken: one goes", async () => {
    await pay();
    await dispatch();
    const refund = () => refundOrder(trading.context, orderId(), 100_000, "cracked");
    expect(await race(refund, refund)).toEqual({ first: "done", rival: "refused" });
    await trading.context.settle();
    expect(await given()).toEqual([100_000]);
  });

  test.each([
    ["expiry and money", () => [expire, capture] as const],
    ["money and expiry", () => [capture, expire] as const],
    ["the same money twice", () => [capture, capture] as const],
  ])("%s: the money wins, once", async (_, rivals) => {
    const [first, rival] = rivals();
    await race(first, rival);
    expect(await shown()).toBe("Processing/Completed");
    expect(await stockOf(trading.context, "acacia-bowl")).toEqual({ onHand: 2, reserved: 0 });
  });
});
