import { eq } from "drizzle-orm";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { getOutboxFolder } from "#platform/mail/saved-mails.ts";
import { runTyped } from "../../../tests/support/bought-order.ts";
import { signInAgain } from "../../../tests/support/customer.ts";
import { expectConsistentLedger, readStock } from "../../../tests/support/ledger.ts";
import { api, buyPaid, context, setUpPage, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { mailSubscribers } from "#shop/notifications/server/mail-list.ts";
import { dispatchParcel } from "#shop/parcels/server/dispatch-order.ts";
import { readOrderState } from "#shop/orders/server/order-state.ts";
import { changeOrder } from "#shop/orders/server/list-orders.ts";
import { refundLocked, refundOrder } from "#shop/orders/server/refunds.ts";
import { orders } from "#shop/orders/server/tables.ts";
import { countPieces, listReturnRequests } from "#shop/orders/returned-pieces.ts";
import { returnChanged } from "../events.ts";
import { deleteReturnPictures, serveReturnPictures } from "./return-pictures.ts";
import { findRequestRefusal, findReturnRefusals } from "./returns.ts";
import { returnPicture } from "./tables.ts";
import { deliverOrder } from "#shop/orders/server/order-parcels.ts";

// E-mails with documents take seconds to render, so send only e-mails about returns.
const returnMails = mailSubscribers.filter(({ topic }) => topic === returnChanged.name);

setUpShop({ subscribers: returnMails });
afterEach(() => expectConsistentLedger(context));
const open = setUpPage(serveReturnPictures);
beforeEach(() => {
  const { config } = context;
  rmSync(getOutboxFolder(config.dataDir), { recursive: true, force: true });
  Object.assign(config, { smtpUrl: undefined, mailTo: "owner@taruva.test", ownerMails: "urgent" });
});

async function deliver() {
  const bought = await buyPaid("acacia-bowl", { quantity: 2 });
  const { orderId } = bought.order;
  const ask = async (
    quantity: number,
    more: { reasons?: string[]; known?: number; pictures?: string[] } = {},
  ) => {
    const customer = await signInAgain(testShop, bought.customer);
    const pieces = [{ productId: "acacia-bowl", quantity }];
    const body = { reasons: ["Other"], comments: "It has a crack.", pieces, ...more };
    const answer = await api.as(customer).put(`/api/orders/${orderId}/return`, body);
    await context.settle();
    return answer;
  };
  expect((await ask(1)).body["message"]).toBe("You can return an order only after it has arrived.");
  await dispatchParcel(context, orderId, { courier: "Delhivery", number: "1" });
  await deliverOrder(context, orderId);
  await context.settle();
  const say = (verb: string, options: Record<string, string> = {}) =>
    runTyped(`returns --${verb}`, { orderId }, options);
  return { orderId, customer: bought.customer, ask, say };
}

const list = (options?: Record<string, string>) => runTyped("returns", {}, options);

const readOrder = async (orderId: string) =>
  (await context.db.select().from(orders).where(eq(orders.orderId, orderId)))[0];

const listMails = () => {
  const folder = getOutboxFolder(context.config.dataDir);
  return readdirSync(folder)
    .map((name) => /^Subject: (.*)$/m.exec(readFileSync(path.join(folder, name), "utf8"))?.[1] ?? "")
    .map((subject) => subject.replace(/TRV-\w+/, "TRV"))
    .toSorted();
};

test("a return is requested, accepted, received and refunded, and each step happens once (§9)", async () => {
  const { ask, say } = await deliver();
  await expect(say("accept")).rejects.toThrow("The customer has not requested a return");
  expect((await ask(3)).status).toBe(400);
  context.clock.advance(7 * DAY);
  expect(await ask(1)).toMatchObject({
    status: 200,
    body: {
      message: "Return request submitted.",
      order: { returnRequest: { status: "Requested", comments: "It has a crack." } },
    },
  });
  expect((await ask(1)).body["message"]).toBe("A return of this order has already been requested.");
  expect((await list()).rows).toMatchObject([{ 2: "Requested", 5: expect.stringMatching(/^1 × /) }]);
  for (const step of ["received", "refund"])
    await expect(say(step)).rejects.toThrow("is requested. First accept or refuse the return.");
  await say("accept", { words: "Our courier collects it on Friday." });
  await say("received");
  expect((await say("refund", { restock: "on" })).message).toBe(
    "₹2,899.32 is refunded to the customer. The pieces are put back in stock.",
  );
  await expect(say("refund")).rejects.toThrow("is refunded already");
  expect((await list()).rows).toEqual([]);
  expect((await list({ status: "Refunded" })).rows).toHaveLength(1);
  expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 2, reserved: 0 });
  expect(listMails()).toEqual([
    "A customer wants to return pieces of TRV",
    "Order TRV: Please send your pieces back",
    "Order TRV: We've received your pieces",
    "Order TRV: We've received your return request",
  ]);
});

test("an accepted return can be refunded in one step, and then the customer gets no separate mail that the pieces have arrived (§9)", async () => {
  const { orderId, ask, say } = await deliver();
  await ask(1);
  await say("accept");
  expect((await say("refund")).message).toBe(
    "₹2,899.32 is refunded to the customer. The pieces are not put back in stock.",
  );
  expect((await readOrder(orderId))?.returnRequest?.status).toBe("Refunded");
  await context.settle();
  expect(listMails()).not.toContain("Order TRV: We've received your pieces");
  await expect(say("received")).rejects.toThrow("is refunded already");
});

test("photos of a return are re-encoded, shown only to the owner, included in the customer's data download, and deleted with the account (T51)", async () => {
  const { ask, customer, orderId } = await deliver();
  const bytes = await sharp({ create: { width: 1800, height: 900, channels: 3, background: "#a52" } })
    .withExif({ IFD0: { Artist: "Asha Patel" } })
    .jpeg()
    .toBuffer();
  const photo = `data:image/jpeg;base64,${bytes.toString("base64")}`;
  const broken = `data:image/jpeg;base64,${Buffer.from("no picture").toString("base64")}`;
  // If a return is not allowed, the shop refuses it before it decodes the photograph.
  expect((await ask(3, { pictures: [broken] })).body).toMatchObject({ code: "no_such_pieces" });
  expect((await ask(1, { pictures: [broken] })).body).toMatchObject({ code: "bad_picture" });
  expect((await ask(1, { pictures: Array.from({ length: 4 }, () => photo) })).status).toBe(400);
  expect((await ask(1, { pictures: [photo, photo] })).status).toBe(200);

  const [{ pictures: [href = ""] } = { pictures: [] }] = ((await list()).data ?? []) as {
    pictures: string[];
  }[];
  const { pathname, search } = new URL(href);
  const seen = await open(pathname + search);
  expect((await sharp(seen.bytes).metadata()).width).toBe(1280);
  expect(seen.bytes.includes("Asha")).toBe(false);
  // Links from before 29 November 2026 have no size.
  expect((await open(pathname.replace(".large", "") + search)).bytes).toEqual(seen.bytes);
  expect((await open(pathname)).status).toBe(404);
  const asha = await signInAgain(testShop, customer);
  expect((await api.as(asha).get("/api/account/data")).body["returnPhotos"]).toMatchObject([
    { orderId, returnNumber: 1, href },
    { orderId, returnNumber: 1 },
  ]);
  const [stored] = await context.db.select().from(returnPicture);
  await context.transact((tx) => deleteReturnPictures(tx, stored?.accountId ?? ""));
  expect((await open(pathname + search)).status).toBe(404);
});

test("after a return, the other pieces of an order can be returned with a second request (§9)", async () => {
  const { orderId, ask, say } = await deliver();
  await ask(1);
  expect((await ask(1)).body["message"]).toBe("A return of this order has already been requested.");
  expect((await ask(2, { known: 1 })).status).toBe(400);
  expect((await ask(1, { known: 1, reasons: ["Arrived damaged"] })).body["order"]).toMatchObject({
    returnRequest: { status: "Requested", reasons: ["Other"] },
    laterReturns: [{ status: "Requested", reasons: ["Arrived damaged"] }],
  });
  expect((await ask(1, { known: 2 })).body["message"]).toContain("already been requested");

  await expect(say("accept")).rejects.toThrow(
    `${orderId} has several returns. Enter the number of the return: 1 or 2.`,
  );
  await expect(say("accept", { return: "3" })).rejects.toThrow(
    `${orderId} has no return number 3. It has 2 returns.`,
  );
  await say("accept", { return: "2" });
  await say("accept", { "way-back": "customer" });
  const [first, second] = listReturnRequests((await readOrder(orderId)) ?? {});
  expect([first?.payer, second?.payer]).toEqual(["customer", "shop"]);
  await expect(say("received")).rejects.toThrow("Enter the number of the return: 1 or 2");
  await say("received", { return: "1" });
  await say("received");
  expect((await list()).rows?.map((row) => [row[1], row[2]])).toEqual([
    [1, "Received"],
    [2, "Received"],
  ]);
  for (const which of [{ return: "1" }, {}])
    expect((await say("refund", { ...which, restock: "on" })).message).toContain("₹2,899.32 is refunded");
  await expect(say("refund")).rejects.toThrow(`Return 2 of ${orderId} is refunded already.`);
  expect(await readOrder(orderId)).toMatchObject({ refundAmount: 579_864, payable: 579_864 });
  expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
});

test("after a refused return the other pieces can be returned, but not the refused ones", async () => {
  const { ask, say } = await deliver();
  await ask(1);
  await say("refuse", { words: "The line is the grain." });
  expect((await ask(2, { known: 1 })).status).toBe(400);
  expect((await ask(1, { known: 1 })).status).toBe(200);
  await say("accept");
  expect((await list({ status: "Accepted" })).rows).toMatchObject([{ 1: 2 }]);
});

test("while an order can be returned, the owner can record a return that the customer requested by phone, and accept it (§9)", async () => {
  const { orderId, ask, say } = await deliver();
  const findRefusal = async () => findRequestRefusal(context, await readOrderState(context, orderId));
  const record = (line: string) => say("request", { line, reason: "Wrong piece", comments: "Too small." });
  expect(await findRefusal()).toBeNull();
  await expect(say("request")).rejects.toMatchObject({ fields: { line: "Please fill this in." } });
  await expect(record("acacia-bowl:3")).rejects.toThrow("These pieces are not in the order");
  expect(await record("acacia-bowl:1")).toMatchObject({
    message: `The return of ${orderId} is recorded. The customer gets an e-mail.`,
    data: { returnRequest: { status: "Requested", reasons: ["Wrong piece"] } },
  });
  await context.settle();
  expect((await list()).rows).toMatchObject([
    { 5: expect.stringContaining("1 × "), 6: "Wrong piece", 7: "Too small." },
  ]);
  expect(listMails()).toContain("Order TRV: We've received your return request");
  await ask(1, { known: 1 });
  expect(await findRefusal()).toContain("has already been requested");
  await expect(record("acacia-bowl:1")).rejects.toThrow("has already been requested");
  await say("accept", { return: "1" });
  expect((await list({ status: "Accepted" })).rows).toMatchObject([{ 1: 1 }]);
  await context.database.pool.query("update orders set account_id = gen_random_uuid()");
  const deleted = "The customer's account is deleted";
  await expect(record("acacia-bowl:1")).rejects.toThrow(deleted);
  expect(await findRefusal()).toContain(deleted);
});

test("a late return request is refused, and the owner can refuse a request only with a reason", async () => {
  const { ask, say } = await deliver();
  context.clock.advance(7 * DAY + 1);
  expect((await ask(1)).body["message"]).toContain("The return period of 7 days from delivery is over");
  context.clock.advance(-DAY);
  await ask(2);
  await expect(say("refuse")).rejects.toMatchObject({ fields: { words: "Please fill this in." } });
  await say("refuse", { words: "The line is the grain." });
  await expect(say("accept")).rejects.toThrow("is refused already");
  expect(listMails()).toContain("Order TRV: Your return could not be accepted");
});

async function receiveTwo(refundedBefore: number) {
  const { orderId, ask, say } = await deliver();
  await ask(2);
  await say("accept");
  await say("received");
  const pieces = [{ productId: "acacia-bowl", quantity: refundedBefore }];
  const refund = { pieces, amountPaise: 100_000, isRestocked: true, reason: "they broke" };
  // Earlier versions of the shop refunded single pieces of an open return. Today, only lost pieces are refunded like
  // this.
  await changeOrder(context, orderId, null, (tx, order) =>
    refundLocked(context, tx, order, { ...refund, mayBeReturning: true }),
  );
  await context.settle();
  const state = await readOrderState(context, orderId);
  expect(findReturnRefusals(state, 1)["returns --refund"]).toBeNull();
  return { orderId, say };
}

const readRefund = async (orderId: string) => {
  const { order, refunded } = await readOrderState(context, orderId);
  return { amount: order.refundAmount, pieces: countPieces(refunded, "acacia-bowl") };
};

test("a return whose pieces were all refunded before is closed with ₹0, even if more of the payment is left (§9)", async () => {
  const { orderId, say } = await receiveTwo(2);
  await expect(say("refund", { restock: "on" })).rejects.toThrow("already back in stock");
  expect((await say("refund")).message).toContain("No more money is refunded to the customer.");
  expect((await list()).rows).toEqual([]);
  expect(await readRefund(orderId)).toEqual({ amount: 100_000, pieces: 2 });
});

test("if one piece of a return was refunded earlier, the return refunds and restocks only the other piece (§9)", async () => {
  const { orderId, say } = await receiveTwo(1);
  expect((await say("refund", { restock: "on" })).message).toContain("₹2,899.32 is refunded");
  expect((await list()).rows).toEqual([]);
  expect(await readRefund(orderId)).toEqual({ amount: 389_932, pieces: 2 });
  expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
});

test("the pieces of an open return are refunded only with their return, but other pieces can be refunded (§9)", async () => {
  const { orderId, ask, say } = await deliver();
  await ask(1);
  const refund = (options: Record<string, string>) =>
    runTyped("orders refund", { orderId }, { reason: "cracked", ...options });
  const findRefundRefusal = async () => (await readOrderState(context, orderId)).refusals["orders refund"];
  const refusal = `acacia-bowl of ${orderId} is in an open return. Refund or refuse this return first.`;
  await expect(refund({})).rejects.toThrow(refusal);
  await expect(refund({ line: "acacia-bowl:2" })).rejects.toThrow(refusal);
  expect(await findRefundRefusal()).toBeNull();
  await refund({ line: "acacia-bowl:1" });
  expect(await findRefundRefusal()).toBe(refusal);
  await say("refuse", { words: "The line is the grain." });
  expect(await findRefundRefusal()).toBeNull();
});

test("if the whole payment was already refunded as amounts without pieces, a return records its pieces with ₹0 (§9)", async () => {
  const { orderId, ask, say } = await deliver();
  await ask(1);
  await say("accept");
  await say("received");
  for (const amountPaise of [500_000, 79_864])
    await refundOrder(context, orderId, { amountPaise, reason: "as a courtesy" });
  await context.settle();
  await say("refund", { restock: "on" });
  expect(await readRefund(orderId)).toEqual({ amount: 579_864, pieces: 1 });
  expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 2, reserved: 0 });
});

test("a fully refunded order cannot be returned, and its open return is closed with ₹0 (§9)", async () => {
  const { orderId, ask, say } = await deliver();
  await ask(1);
  await say("accept");
  await say("received");
  await refundOrder(context, orderId, { amountPaise: 579_864, reason: "as a courtesy" });
  await context.settle();
  await expect(say("refund", { amount: "1" })).rejects.toThrow("is already fully refunded");
  expect((await say("refund", { restock: "on" })).message).toBe(
    "No more money is refunded to the customer. The pieces are put back in stock.",
  );
  expect((await list()).rows).toEqual([]);
  expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 2, reserved: 0 });

  const other = await deliver();
  await refundOrder(context, other.orderId, { amountPaise: null, isRestocked: true, reason: "lost" });
  expect(await other.ask(1)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("This order was already refunded") },
  });
  await expect(other.say("request", { line: "acacia-bowl:1" })).rejects.toThrow(
    `${other.orderId} is already refunded, so no piece is left to return.`,
  );
});
