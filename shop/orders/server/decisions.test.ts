// @engine: locks, races or SQL that the two engines could do differently.
import { describe, expect, test } from "vitest";
import { bought, findBoughtOrder, findOrderCommand, heard, payBoughtOrder, readRefunds, readStatus, requestCancellation, runOrderCommand, setUpBoughtOrder } from "../../../tests/support/bought-order.ts";
import { readStock } from "../../../tests/support/ledger.ts";
import { testShop } from "../../../tests/support/paying-shop.ts";
import { setSeller } from "../../../tests/support/products.ts";
import { approveCancellation } from "./cancellations.ts";

setUpBoughtOrder();

describe("a request to cancel", () => {
  test("approved: cancelled, all the money back, the piece back in stock, a credit note", async () => {
    await payBoughtOrder();
    await requestCancellation();
    expect(await runOrderCommand("cancellations list")).toMatchObject({
      rows: [[bought.order.orderId, expect.any(String), "Processing", "Completed", "₹2849.82", "Other", ""]],
    });
    expect(await runOrderCommand("cancellations approve")).toMatchObject({
      message: `${bought.order.orderId} is cancelled. ₹2849.82 goes back to its customer.`,
    });
    expect(await findBoughtOrder()).toMatchObject({
      orderStatus: "Cancelled",
      paymentStatus: "Refunded",
      refundAmount: 2849.82,
      invoiceNumber: "26-27/000001",
      cancellation: { status: "Approved" },
    });
    expect(await readStock(testShop.context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
    expect(await readRefunds()).toEqual([284_982]);
    expect((await runOrderCommand("invoices list", { kind: "credit-note" })).rows).toMatchObject([
      { 0: "CN26-27/000001", 5: "−₹2849.82" },
    ]);
    expect(heard).toEqual(["Approved"]);
  });

  test("and its money are in the month's report, the part given back as a minus", async () => {
    await payBoughtOrder();
    await requestCancellation();
    await runOrderCommand("cancellations approve", { amount: "1424.91" });
    const { message: words } = await runOrderCommand("report sales", { month: "2026-11", csv: "on" });
    const { orderId } = bought.order;
    expect(words?.split("\n")).toEqual([
      "\uFEFFNumber,Date,Order,Made out to,GSTIN,Place of supply,Goods,IGST,CGST,SGST,Coupon,Round-off,Paid,HSN,Rate,Corrects",
      `26-27/000001,20 Nov 2026,${orderId},Asha Patel,,Maharashtra (27),2499.00,0.00,224.91,224.91,-99.00,0.00,2849.82,4419,18%,`,
      `CN26-27/000001,20 Nov 2026,${orderId},Asha Patel,,Maharashtra (27),-1249.50,0.00,-112.46,-112.46,49.50,0.01,-1424.91,4419,18%,26-27/000001`,
    ]);
    expect((await runOrderCommand("report sales", { month: "2026-11" })).rows?.at(-1)?.[12]).toBe("₹1424.91");
    expect((await runOrderCommand("report sales", { month: "2026-12" })).message).toBe(
      "Nothing was sold in 2026-12.",
    );
    await expect(runOrderCommand("report sales", { month: "13" })).rejects.toThrow("is no month");
  });

  test("and its tax stays what its invoice said, though the seller has moved since (D8, D92)", async () => {
    await setSeller(testShop.context, { state: "Gujarat" });
    await payBoughtOrder();
    await requestCancellation();
    await setSeller(testShop.context, { state: "Maharashtra" });
    await testShop.context.database.pool.query(
      `update orders set shipping_address = shipping_address || '{"state": "Gujarat"}'`,
    );
    await runOrderCommand("cancellations approve");
    const { message: words } = await runOrderCommand("report sales", { month: "2026-11", csv: "on" });
    expect(words?.split("\n").slice(1)).toEqual([
      expect.stringContaining("Maharashtra (27),2499.00,449.82,0.00,0.00"),
      expect.stringContaining("Maharashtra (27),-2499.00,-449.82,0.00,0.00"),
    ]);
    expect(await findBoughtOrder()).toMatchObject({ soldBy: { state: "Gujarat", gstin: "24ABCDE1234F1Z6" } });
    expect((await findBoughtOrder())?.soldBy).not.toHaveProperty("taxRates");
  });

  test("and its tax is one when the goods went to another state than the seller's (D8)", async () => {
    await payBoughtOrder();
    await requestCancellation();
    await runOrderCommand("cancellations approve", { amount: "1424.91" });
    await setSeller(testShop.context, { state: "Gujarat" });
    const { message: words } = await runOrderCommand("report sales", { month: "2026-11", csv: "on" });
    expect(words?.split("\n").slice(1)).toEqual([
      expect.stringContaining("Maharashtra (27),2499.00,449.82,0.00,0.00,-99.00,0.00,2849.82"),
      expect.stringContaining("Maharashtra (27),-1249.50,-224.91,0.00,0.00,49.50,0.00,-1424.91"),
    ]);
    await setSeller(testShop.context, { state: " maharashtra" });
    expect((await runOrderCommand("report sales", { month: "2026-11", csv: "on" })).message).toContain(
      ",0.00,224.91,224.91,",
    );
  });

  test("approved for a part gives back that part, never more than was paid", async () => {
    await payBoughtOrder();
    await requestCancellation();
    await expect(runOrderCommand("cancellations approve", { amount: "2849.83" })).rejects.toThrow(
      "can go back",
    );
    await expect(runOrderCommand("cancellations approve", { amount: "0" })).rejects.toThrow("can go back");
    await expect(runOrderCommand("cancellations approve", { amount: "a lot" })).rejects.toThrow(
      "is no amount",
    );
    await runOrderCommand("cancellations approve", { amount: "1499.50" });
    expect(await findBoughtOrder()).toMatchObject({ paymentStatus: "Refunded", refundAmount: 1499.5 });
    expect(await readRefunds()).toEqual([149_950]);
  });

  test("approved before it was paid closes the payment; nothing goes back", async () => {
    await requestCancellation();
    expect(await runOrderCommand("cancellations approve")).toMatchObject({
      message: expect.stringContaining("Nothing was paid."),
    });
    expect(await readStatus()).toBe("Cancelled/Expired");
    expect(await readStock(testShop.context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
  });

  test("declined shows the owner's words and nothing else changes", async () => {
    await payBoughtOrder();
    await requestCancellation();
    await expect(runOrderCommand("cancellations decline")).rejects.toThrow("--words");
    await runOrderCommand("cancellations decline", { words: "It was packed this morning." });
    expect(await findBoughtOrder()).toMatchObject({
      orderStatus: "Processing",
      paymentStatus: "Completed",
      cancellation: { status: "Rejected", words: "It was packed this morning." },
    });
    await expect(runOrderCommand("cancellations approve")).rejects.toThrow("is Rejected already");
    expect(heard).toEqual(["Rejected"]);
  });

  test("that no one made cannot be decided", async () => {
    await expect(runOrderCommand("cancellations approve")).rejects.toThrow("Nobody asked to cancel");
  });

  test("approved 50 times at once is refunded once (T16)", async () => {
    await payBoughtOrder();
    await requestCancellation();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => approveCancellation(testShop.context, bought.order.orderId)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await testShop.context.settle();
    expect(await readRefunds()).toEqual([284_982]);
    expect(await readStock(testShop.context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
  });
});

test.each(["orders deliver", "cancellations decline", "returns refuse"])(
  "%s asks before it is done, and says that its customer gets a mail",
  (line) => {
    const question = findOrderCommand(line).confirm?.({
      args: { orderId: "TRV-1" },
      options: {},
      folder: "/",
    });
    expect(question).toMatch(/TRV-1.*(its customer gets a mail|mail its customer why)/);
  },
);

describe("the parcel", () => {
  const parcel = { courier: "Delhivery", number: "1234567890" };

  test("goes out with courier and number, and arrives", async () => {
    await expect(runOrderCommand("orders dispatch", parcel)).rejects.toThrow("is not paid yet");
    await payBoughtOrder();
    await expect(runOrderCommand("orders dispatch", { courier: "Delhivery" })).rejects.toThrow("--number");
    await expect(
      runOrderCommand("orders dispatch", { ...parcel, link: "javascript:alert(1)" }),
    ).rejects.toThrow("begins with https://");
    await expect(runOrderCommand("orders deliver")).rejects.toThrow("has not left the workshop");
    await expect(runOrderCommand("orders dispatch", parcel, {}, false)).rejects.toThrow(
      "as dispatched with Delhivery, number 1234567890? Its customer gets a mail and can no longer cancel.",
    );
    await runOrderCommand("orders dispatch", {
      ...parcel,
      link: "https://www.delhivery.com/track/1234567890",
    });
    await runOrderCommand("orders dispatch", parcel);
    const link = "https://www.delhivery.com/track-v2/package/1234567890";
    expect(await findBoughtOrder()).toMatchObject({
      orderStatus: "Processing",
      tracking: { ...parcel, link },
    });
    expect(heard).toEqual(["dispatched"]);
    await expect(requestCancellation()).rejects.toThrow("dispatched");
    await expect(runOrderCommand("orders cancel", { reason: "lost" })).rejects.toThrow("is on its way");
    await runOrderCommand("orders deliver");
    expect(await readStatus()).toBe("Delivered/Completed");
    await expect(runOrderCommand("orders dispatch", parcel)).rejects.toThrow("has arrived already");
    const { facts } = await runOrderCommand("orders show");
    expect(facts).toMatchObject({
      Invoice: expect.stringContaining("26-27/000001"),
      Dispatched: expect.stringMatching(/2026 at .*Delhivery, 1234567890, https:/),
      Delivered: expect.stringContaining("2026 at"),
      Paid: "₹2849.82",
      "To pay": "₹0.00",
    });
  });

  test("that was lost or came broken: money goes back, with a credit note; the order stays", async () => {
    const refund = (options: Record<string, string>) =>
      runOrderCommand("orders refund", { reason: "cracked", ...options });
    await expect(refund({})).rejects.toThrow("Nothing was paid");
    await payBoughtOrder();
    await expect(refund({})).rejects.toThrow("orders cancel");
    await runOrderCommand("orders dispatch", parcel);
    await expect(refund({ reason: " " })).rejects.toThrow("--reason");
    await expect(refund({ amount: "2849.83" })).rejects.toThrow("can go back");
    expect((await refund({ amount: "1000" })).message).toMatch("₹1000.00 goes back to its customer.");
    await runOrderCommand("orders deliver");
    expect(await readStatus()).toBe("Delivered/Refunded");
    const { facts } = await runOrderCommand("orders show");
    expect(facts).toMatchObject({
      Payment: expect.stringContaining("Partly refunded"),
      "Went back": "₹1000.00",
    });
    expect(facts).toHaveProperty("Credit note");
    expect(await readRefunds()).toEqual([100_000]);
    expect((await runOrderCommand("orders show")).message).toContain("Money back: cracked");
    expect(await readStock(testShop.context, "acacia-bowl")).toEqual({ onHand: 2, reserved: 0 });
    expect((await runOrderCommand("invoices list", { kind: "credit-note" })).rows).toMatchObject([
      { 5: "−₹1000.00" },
    ]);
  });

  test("stays while its customer waits for an answer", async () => {
    await payBoughtOrder();
    await requestCancellation();
    await expect(runOrderCommand("orders dispatch", parcel)).rejects.toThrow("asks to cancel it");
    await expect(runOrderCommand("orders deliver")).rejects.toThrow("asks to cancel it");
    await runOrderCommand("cancellations decline", { words: "It is packed." });
    await runOrderCommand("orders dispatch", parcel);
  });

  test("never goes out when the shop cancels: the money goes back, the reason is noted", async () => {
    await payBoughtOrder();
    await runOrderCommand("orders note", {}, { words: "Wants it before Diwali" });
    testShop.context.clock.advance(1_000);
    await runOrderCommand("orders cancel", { reason: "the last piece cracked" });
    expect(await readStatus()).toBe("Cancelled/Refunded");
    const { message: words } = await runOrderCommand("orders show");
    expect(words).toMatch(/Wants it before Diwali\n.*Cancelled: the last piece cracked$/);
  });

  test("stays as it is when the reason of the cancellation cannot be written: both or neither", async () => {
    await payBoughtOrder();
    const { pool } = testShop.context.database;
    await pool.query("alter table order_note rename to order_note_away");
    try {
      await expect(runOrderCommand("orders cancel", { reason: "cracked" })).rejects.toThrow();
    } finally {
      await pool.query("alter table order_note_away rename to order_note");
    }
    expect(await readStatus()).toBe("Processing/Completed");
    expect(await readRefunds()).toEqual([]);
  });
});
