import { beforeEach, describe, expect, test } from "vitest";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { orderChanged } from "../events.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { payWith } from "../../../tests/support/paying.ts";
import { provider, setUpPayingShop, testShop } from "../../../tests/support/paying-shop.ts";
import { buy, type PlacedOrder } from "../../../tests/support/test-shop.ts";
import { orderCommands } from "./commands.ts";

let bought: Awaited<ReturnType<typeof buy>>;
let order: PlacedOrder;
let heard: string[] = [];

const listening = defineSubscriber(
  orderChanged,
  "test.order-changed",
  async (_context, { orderId, status }) => {
    heard.push(`${orderId} ${status}`);
  },
);

setUpPayingShop({
  subscribers: [listening],
  goods: [{ id: "acacia-bowl", title: "Acacia Bowl", price: 249_900, onHand: 3 }],
});
beforeEach(async () => {
  bought = await buy(testShop, "acacia-bowl");
  ({ order } = bought);
  await testShop.context.settle();
  heard = [];
});

const run = async (verb: string, args: Record<string, string> = {}, options: Record<string, string> = {}) => {
  const command = orderCommands.find((each) => each.verb === verb);
  if (!command) throw new Error(`no orders ${verb}`);
  const result = await command.run(testShop.context, { args, options, folder: "/", confirmed: true });
  await testShop.context.settle();
  return result;
};

const setStatus = (status: string) => run("set-status", { orderId: order.orderId, status });

const readBowlStock = async () =>
  (await testShop.context.database.pool.query("select on_hand, reserved from stock")).rows[0] as unknown;

const pay = () => payWith(testShop, provider.url, bought);

describe("orders set-status", () => {
  test("moves a paid order on and notifies the customer's pages", async () => {
    await pay();
    await testShop.context.settle();
    heard = [];
    expect(await setStatus("Delivered")).toMatchObject({ message: `${order.orderId} is Delivered.` });
    expect(heard).toEqual([`${order.orderId} Delivered`]);
  });

  test.each([
    ["Delivered", "is Pending and cannot become Delivered. It can become Cancelled (orders cancel TRV-"],
    [
      "Processing",
      "is not paid (payment: Pending) and cannot become Processing. It can become Cancelled (orders cancel TRV-",
    ],
    ["Pending", "is Pending already. It can become Cancelled (orders cancel TRV-"],
  ])("refuses %s for an unpaid order and says what is possible", async (status, words) => {
    await expect(setStatus(status)).rejects.toThrow(`${order.orderId} ${words}`);
    expect(heard).toEqual([]);
  });

  test("cancels an unpaid order: its payment is closed and its piece is free", async () => {
    expect(await setStatus("Cancelled")).toMatchObject({ message: `${order.orderId} is Cancelled.` });
    expect(await readBowlStock()).toEqual({ on_hand: 3, reserved: 0 });
    expect(heard).toEqual([`${order.orderId} Cancelled`]);
    await expect(setStatus("Processing")).rejects.toThrow("Its status is final.");
  });

  test("cancels a paid order: the piece is back in stock, and the money is spoken of", async () => {
    await pay();
    expect(await readBowlStock()).toEqual({ on_hand: 2, reserved: 0 });
    expect(await setStatus("Cancelled")).toMatchObject({
      message: expect.stringContaining("₹2849.82 goes back to its customer"),
    });
    expect(await readBowlStock()).toEqual({ on_hand: 3, reserved: 0 });
  });

  test("refuses an order that is not there", async () => {
    await expect(run("set-status", { orderId: "TRV-NOPE00", status: "Delivered" })).rejects.toThrow(
      "There is no order TRV-NOPE00.",
    );
  });
});

describe("orders list", () => {
  test("shows the newest first and filters by status, day and customer", async () => {
    const { context } = testShop;
    context.clock.set(new Date("2026-11-21T09:00:00.000Z"));
    const ravi = await signInCustomer(context, {
      firstName: "Ravi",
      lastName: "100%",
      email: "ravi@example.com",
    });
    const newer = await buy(testShop, "acacia-bowl", { by: ravi });
    const ids = async (options: Record<string, string>) =>
      (await run("list", {}, options)).rows?.map(([orderId]) => orderId);
    expect(await ids({})).toEqual([newer.order.orderId, order.orderId]);
    expect(await ids({ limit: "1" })).toEqual([newer.order.orderId]);
    expect(await ids({ since: "2026-11-21" })).toEqual([newer.order.orderId]);
    expect(await ids({ customer: "asha pat" })).toEqual([order.orderId]);
    expect(await ids({ customer: "RAVI@" })).toEqual([newer.order.orderId]);
    expect(await ids({ customer: "%" })).toEqual([newer.order.orderId]);
    expect(await ids({ status: "Delivered" })).toEqual([]);
    for (const since of ["yesterday", "2026-02-30", "2026-13-01"])
      await expect(ids({ since })).rejects.toThrow(`--since ${since} is no day.`);
    await expect(ids({ limit: "0" })).rejects.toThrow("--limit 0 is not a number");
  });
});

test("orders show has everything about one order, and not the client's key", async () => {
  const shown = await run("show", { orderId: order.orderId.toLowerCase() });
  expect(shown).toMatchObject({
    title: `Order ${order.orderId}`,
    facts: {
      Status: "Pending",
      Payment: "Pending",
      Subtotal: "₹2499.00",
      "CGST 9%": "₹224.91",
      Coupon: "−₹99.00",
      "To pay": "₹2849.82",
    },
    rows: [["acacia-bowl", "Acacia Bowl", 1, "₹2499.00", "₹2499.00"]],
  });
  expect(shown.data).not.toHaveProperty("idempotencyKey");
});
