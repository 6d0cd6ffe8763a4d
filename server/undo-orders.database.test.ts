import { rmSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { HOUR, MINUTE } from "#contract/time.ts";
import { findNewestMail, getOutboxFolder } from "#platform/mail/saved-mails.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import { deliverOrder } from "#shop/orders/server/index.ts";
import { recordCancellationRequest } from "../shop/orders/server/cancellations.ts";
import { dispatchParcel } from "../shop/parcels/server/dispatch-order.ts";
import { buy, payWith, provider, setUpShop, testShop } from "../tests/support/test-shop.ts";
import { commands } from "./commands.ts";

setUpShop({ mails: "without invoices" });

let bought: Awaited<ReturnType<typeof buy>>;
let orderId: string;
beforeEach(async () => {
  bought = await buy(testShop, "acacia-bowl");
  await payWith(testShop, provider.url, bought);
  await testShop.context.settle();
  ({ orderId } = bought.order);
  rmSync(getOutboxFolder(testShop.context.config.dataDir), { recursive: true, force: true });
});

async function type(noun: string, verb: string, args: Record<string, string>, options = {}): Promise<string> {
  const typed = { noun, verb, args, options, folder: "/", osUser: "owner", confirmed: true };
  const reply = await runCommand(testShop.context, commands, typed, () => {});
  return reply.outcome === "done" ? (reply.result.message ?? "") : "message" in reply ? reply.message : "";
}

const requestCancellation = () =>
  recordCancellationRequest(testShop.context, bought.customer.accountId, orderId, {
    reasons: ["Other"],
    comments: "",
  });

const undo = (number = "1") => type("undo", "", { number });
const dispatch = () =>
  type("orders", "dispatch", { orderId }, { courier: "Delhivery", number: "1234567890" });

const readOrder = async () =>
  (
    await testShop.context.database.pool.query<Record<string, unknown>>(
      "select status, tracking, dispatched_at as left_at, cancellation_status as cancellation from orders",
    )
  ).rows[0];

const findSubject = async () => (await findNewestMail(testShop.context.config))?.subject;

test("a dispatch can be undone within an hour, and a customer who got the dispatch mail gets a correction", async () => {
  await dispatch();
  await testShop.context.settle();
  expect(await findSubject()).toBe(`Order ${orderId} is on its way`);
  testShop.context.clock.advance(59 * MINUTE);
  expect(await undo()).toContain(`${orderId} is back in the list of orders to pack`);
  expect(await readOrder()).toMatchObject({ status: "Processing", tracking: null, left_at: null });
  expect(await type("orders", "pack", {})).toContain(orderId);
  await testShop.context.settle();
  expect(await findSubject()).toBe(`Order ${orderId} has not been sent yet`);
  const { rows } = await testShop.context.database.pool.query("select things from operator_change");
  expect(JSON.stringify(rows)).not.toContain("1234567890");
});

test("`undo --order` lists a dispatch only while it can be undone", async () => {
  const list = () => type("undo", "", {}, { order: orderId });
  await dispatch();
  expect(await list()).toBe("To undo a change, enter its number.");
  expect(await type("undo", "", { number: "1,9" })).toContain(
    "1 of 2 changes were undone. There is no change with the number 9.",
  );
  expect(await list()).toBe("There is nothing to undo.");
  await dispatch();
  await deliverOrder(testShop.context, orderId);
  expect(await list()).toBe("There is nothing to undo.");
});

test("the dispatches of several orders can be undone together", async () => {
  const other = await buy(testShop, "acacia-bowl");
  await payWith(testShop, provider.url, other);
  await testShop.context.settle();
  await dispatch();
  await type("orders", "dispatch", { orderId: other.order.orderId }, { courier: "Delhivery", number: "2" });
  const undone = await undo("1,2");
  expect(undone).toMatch(/^2 changes were undone\./);
  for (const each of [orderId, other.order.orderId]) {
    expect(undone).toContain(`${each} is back in the list of orders to pack`);
    expect(await type("orders", "pack", {})).toContain(each);
  }
});

test("undoing a dispatch sends no mail if the dispatch mail was not sent yet", async () => {
  await dispatch();
  await undo();
  await testShop.context.settle();
  expect(await findSubject()).toBeUndefined();
});

test("a dispatch cannot be undone after an hour, after delivery, or after its tracking number was corrected", async () => {
  await dispatch();
  testShop.context.clock.advance(HOUR);
  expect(await undo()).toContain("could only be undone until");
  testShop.context.clock.advance(-MINUTE);
  await dispatchParcel(testShop.context, orderId, { courier: "Delhivery", number: "99" });
  expect(await undo()).toContain("was corrected later");
  await deliverOrder(testShop.context, orderId);
  expect(await undo()).toContain("has already been delivered");
});

test("a dispatch can be undone if a part of the order was cancelled before it, but not if a refund was made after it", async () => {
  bought = await buy(testShop, "acacia-bowl", { quantity: 2 });
  await payWith(testShop, provider.url, bought);
  ({ orderId } = bought.order);
  await testShop.context.settle();
  await type("orders", "cancel", { orderId }, { line: "acacia-bowl:1", reason: "it cracked" });
  await testShop.context.settle();
  testShop.context.clock.advance(MINUTE);
  await dispatch();
  expect(await undo()).toContain(`${orderId} is back in the list of orders to pack`);
  await dispatch();
  await type("orders", "refund", { orderId }, { amount: "1", reason: "a scratch" });
  expect(await undo("2")).toContain(`${orderId} was refunded in the meantime`);
});

test("undoing the decline of a cancellation request reopens the request and sends the customer a mail", async () => {
  await requestCancellation();
  await type("orders", "cancel", { orderId }, { decline: "on", words: "It was packed." });
  await testShop.context.settle();
  testShop.context.clock.advance(MINUTE);
  expect(await readOrder()).toMatchObject({ cancellation: "Rejected" });
  expect(await undo()).toContain("is waiting for your decision again");
  expect(await readOrder()).toMatchObject({ cancellation: "Pending" });
  await testShop.context.settle();
  expect(await findSubject()).toBe(`We're reviewing your request to cancel order ${orderId}`);
  expect(await type("orders", "cancel", { orderId }, { approve: "on" })).toContain("was cancelled");
});

test("a declined cancellation cannot be reopened after the order was cancelled", async () => {
  await requestCancellation();
  await type("orders", "cancel", { orderId }, { decline: "on", words: "It was packed." });
  await type("orders", "cancel", { orderId }, { reason: "the bowl cracked" });
  expect(await undo()).toContain(`${orderId} is cancelled, so its cancellation cannot be decided again.`);
  expect(await readOrder()).toMatchObject({ status: "Cancelled", cancellation: "Rejected" });
});

test("a declined cancellation cannot be reopened after the parcel was dispatched", async () => {
  await requestCancellation();
  await type("orders", "cancel", { orderId }, { decline: "on", words: "It was packed." });
  await dispatch();
  expect(await undo("1")).toContain("has been dispatched");
});
