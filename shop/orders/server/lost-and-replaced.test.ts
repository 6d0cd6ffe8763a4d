import { expect, test } from "vitest";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { buildChallan } from "#shop/invoices/server/papers/challan.ts";
import { orderReplaced, parcelLost } from "#shop/orders/events.ts";
import { buildTimeline, describeNextStep } from "#shop/orders/progress.ts";
import { anonymiseOrders, findDeletionRefusal } from "#shop/orders/server/anonymise-orders.ts";
import { findIssued } from "#shop/documents/server/invoices.ts";
import { challan } from "#shop/documents/server/tables.ts";
import { parcel } from "#shop/orders/server/tables.ts";
import { countGrownRings } from "#shop/orders/tree-ring.ts";
import {
  accountId,
  customer,
  findSold,
  orderId,
  publishedEvents,
  readSoldRow,
  say,
  sell,
  send,
  setUpSold,
} from "../../../tests/support/bought-order.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { readStock } from "../../../tests/support/ledger.ts";
import { setSeller } from "../../../tests/support/products.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { sampleSeller } from "../../../tests/support/samples.ts";
import { api, context } from "../../../tests/support/test-shop.ts";
import { loseParcel, replacePieces } from "./lost-and-replaced.ts";
import { listParcelsToPack } from "#shop/parcels/server/parcels-to-pack.ts";

setUpSold({
  trays: 2,
  subscribers: [
    defineSubscriber(orderReplaced, "test.replaced", async () => void publishedEvents.push("replaced")),
    defineSubscriber(parcelLost, "test.lost", async (_context, { amountPaise, again }) => {
      publishedEvents.push(`lost ${amountPaise} ${again ?? ""}`.trim());
    }),
  ],
});

const read = async () => {
  const order = await findSold();
  if (!order) throw new Error("no order");
  return order;
};
async function deliverAll() {
  await send("1");
  await say("orders deliver");
}
async function readChallan() {
  const { challan: value } = await findIssued(context.db, "DC26-27/000001");
  if (!value) throw new Error("no challan");
  return buildChallan(value, await readSoldRow());
}
const tray = [{ productId: "tray", quantity: 1 }];
const replaceTray = () => replacePieces(context, orderId, { pieces: tray, reason: "cracked" });

test("a replacement is a free parcel that takes stock and gets a delivery challan, but no invoice", async () => {
  await expect(say("orders replace", { line: "tray:1", reason: "x" })).rejects.toThrow("that is 0 of tray");
  await deliverAll();
  await expect(say("orders replace", { line: "tray:1", reason: "it cracked" }, false)).rejects.toThrow(
    /^Send 1 × Teak Tray of TRV-\w+ to Asha Patel <.*> again, free of charge\? The pieces are taken out of the stock \(then 0 of tray is left\) and are sent with delivery challan DC26-27\/000001, without an invoice\. The customer gets an e-mail\. An order can be replaced only once\.$/,
  );
  expect(await readStock(context, "tray")).toEqual({ onHand: 1, reserved: 0 });
  expect((await say("orders replace", { line: "tray:1", reason: "it cracked" })).message).toContain(
    `1 × Teak Tray is ready to be packed as parcel 2 of ${orderId}, with delivery challan DC26-27/000001.`,
  );
  expect(await readStock(context, "tray")).toEqual({ onHand: 0, reserved: 0 });
  expect((await say("orders pack")).message).toContain("1 × Teak Tray\n  Replacement free of charge");
  expect((await say("report gstr1", { month: "2026-11", csv: "docs" })).message).toContain(
    "(excluding at S no. 9 to 11),DC26-27/000001,DC26-27/000001,1,0",
  );
  const waiting = await read();
  expect(waiting).toMatchObject({
    orderStatus: "Delivered",
    paymentStatus: "Completed",
    parcels: [{ status: "Delivered" }, { position: 2, status: "Waiting", replaces: true, pieces: tray }],
  });
  expect(waiting).not.toHaveProperty("refundAmount");
  expect(describeNextStep(waiting)).toContain("We'll send you 1 × Teak Tray again, free of charge.");
  expect(await context.transact((tx) => findDeletionRefusal(tx, accountId))).toBe("order_under_way");

  await expect(say("orders deliver")).rejects.toThrow("Parcel 2");
  await send("2");
  expect(describeNextStep(await read())).toContain(
    "is on its way to you again, free of charge, with Delhivery, number 2.",
  );
  await say("orders deliver");
  expect((await read()).parcels).toMatchObject([{}, { status: "Delivered", tracking: { number: "2" } }]);
  expect(publishedEvents).toEqual(["replaced"]);
  expect(await context.transact((tx) => findDeletionRefusal(tx, accountId))).toBe(null);
  const { rows } = await context.database.pool.query("select kind from invoice");
  expect(rows).toEqual([{ kind: "invoice" }]);
});

test("until a replacement is sent, the owner can correct its address but not the company, and its delivery challan is reissued", async () => {
  await deliverAll();
  await expect(say("orders correct", { pin: "411002" })).rejects.toThrow("has been delivered");
  await replaceTray();
  expect((await say("orders correct", { street: "9 Hill Road", pin: "411002" })).message).toContain(
    "Print the papers of the replacement again. Its delivery challan is now DC26-27/000002.",
  );
  expect((await read()).shippingAddress).toMatchObject({ street: "9 Hill Road", zipCode: "411002" });
  expect((await readChallan()).notes[0]).toMatch(/^Cancelled on/);
  const { challan: reissued } = await findIssued(context.db, "DC26-27/000002");
  expect(reissued).toMatchObject({
    cancelledAt: null,
    lines: [{ title: "Teak Tray", quantity: 1 }],
    recipient: { shippingAddress: { street: "9 Hill Road" } },
  });
  await expect(
    say("orders correct", {
      company: "Lake Café LLP",
      "company-address": "2 MG Road",
      gstin: "27AAPFU0939F1ZV",
    }),
  ).rejects.toThrow("the company on its invoice can no longer be changed");
  await send("2");
  await expect(say("orders correct", { pin: "411003" })).rejects.toThrow("has been delivered");
});

test("the owner can correct the address for the rest of a partly sent order", async () => {
  await send("1", "bowl:2");
  await say("orders correct", { street: "9 Hill Road" });
  await send("2");
  await expect(say("orders correct", { street: "10 Hill Road" })).rejects.toThrow("is on its way");
});

test("a replacement is sent once for each order, only for dispatched pieces, and only if the pieces are in stock", async () => {
  await send("1", "bowl:2");
  await expect(say("orders replace", { line: "tray:1", reason: "x" })).rejects.toThrow(
    "You can enter: bowl:2.",
  );
  await expect(say("orders replace", { line: "bowl:3", reason: "x" })).rejects.toThrow("that is 2 of bowl");
  await say("orders refund", { line: "bowl:1", reason: "x" });
  await expect(say("orders replace", { line: "bowl:2", reason: "x" })).rejects.toThrow("that is 1 of bowl");
  await send("2");
  await context.database.pool.query(
    "update stock set on_hand = 0, base = base - on_hand where product_id = 'tray'",
  );
  await expect(say("orders replace", { line: "tray:1", reason: "x" })).rejects.toThrow(
    "but none is in stock",
  );
  await say("orders replace", { line: "bowl:1", reason: "x" });
  await expect(say("orders replace", { line: "tray:1", reason: "x" })).rejects.toThrow(
    `Pieces of ${orderId} were already sent again (parcel 3, Waiting), and each order can be replaced only once. Refund the pieces instead.`,
  );
  expect(await context.db.select().from(challan)).toHaveLength(1);
});

const giveBackTray = { line: "tray:1", reason: "x" };

test("pieces with an open replacement cannot be refunded until the replacement has arrived (T54)", async () => {
  await deliverAll();
  await say("orders replace", { line: "tray:1", reason: "cracked" });
  await expect(say("orders refund", giveBackTray)).rejects.toThrow(
    `1 of tray in ${orderId} is sent again free of charge: parcel 2 is to be packed. To refund the pieces instead, cancel the replacement first.`,
  );
  await expect(say("orders refund", { reason: "x" })).rejects.toThrow("is sent again free of charge");
  await expect(say("orders refund", { amount: "2080.23", reason: "x" })).rejects.toThrow(
    `1 × Teak Tray of ${orderId} has not reached the customer yet, so its price cannot be refunded now. You can refund at most ₹2,080.22.`,
  );
  expect((await say("orders show")).data).toMatchObject({ refundable: 208_022 });
  await say("orders refund", { line: "bowl:1", reason: "x" });
  await send("2");
  await expect(say("orders refund", giveBackTray)).rejects.toThrow("parcel 2 is on its way");
  await say("orders deliver");
  await say("orders refund", giveBackTray);
  expect(await read()).toMatchObject({ refundAmount: 3931.35 });
});

test("a replacement that was not sent can be cancelled, which releases its stock and cancels its delivery challan (T54)", async () => {
  await deliverAll();
  await expect(say("orders replace", { reason: "x" })).rejects.toThrow("or choose to cancel the replacement");
  await expect(say("orders replace", { "call-off": "on", reason: "x" })).rejects.toThrow(
    "has no replacement parcel",
  );
  await replaceTray();
  await expect(say("orders replace", { "call-off": "on", reason: "x" }, false)).rejects.toThrow(
    `Cancel parcel 2 of ${orderId}, the replacement with 1 × Teak Tray?`,
  );
  expect((await say("orders replace", { "call-off": "on", reason: "it broke here" })).message).toBe(
    `Parcel 2 of ${orderId} is not sent, and 1 × Teak Tray is back in stock. Now refund the pieces or send them again.`,
  );
  expect(await readStock(context, "tray")).toEqual({ onHand: 1, reserved: 0 });
  expect(await listParcelsToPack(context.db)).toEqual([]);
  expect((await say("report gstr1", { month: "2026-11", csv: "docs" })).message).toContain(
    "DC26-27/000001,DC26-27/000001,1,1",
  );
  expect((await readChallan()).notes[0]).toBe("Cancelled on 20 Nov 2026. The goods were not sent.");
  await say("orders refund", giveBackTray);
  await expect(replaceTray()).rejects.toThrow("that is 0 of tray");
  await say("orders replace", { line: "bowl:1", reason: "cracked" });
  expect((await read()).parcels).toMatchObject([{}, { position: 2, status: "Waiting" }]);
  const waiting = { orderId, sendAgainSince: context.now() };
  expect((await say("orders show")).data).toMatchObject(waiting);
  expect((await say("orders list")).data).toMatchObject([waiting]);
  for (const group of [{ group: "to-pack" }, { group: "to-pack", search: "tray" }])
    expect((await say("orders list", group)).data).toMatchObject([waiting]);
  expect(await context.db.select().from(challan)).toHaveLength(2);
});

test("pieces that the customer is returning, and pieces of a fully refunded order, cannot be replaced (T54)", async () => {
  await deliverAll();
  const { body } = await api
    .as(customer)
    .put(`/api/orders/${orderId}/return`, { reasons: ["Arrived damaged"], pieces: tray });
  expect(body).toMatchObject({ success: true });
  await expect(replaceTray()).rejects.toThrow(" is in an open return. Refund or refuse this return first.");
  await say("returns --refuse", { words: "It is the grain." });
  await say("orders refund", { amount: "4971.46", reason: "gone" });
  await expect(replaceTray()).rejects.toThrow(`₹4,971.46 of the ₹4,971.46 of ${orderId} is already refunded`);
});

test("pieces of a lost parcel are not refunded if they were replaced before (T54)", async () => {
  await send("1", "tray:1");
  await replaceTray();
  expect((await say("orders refund", { parcel: "1", lost: "on", reason: "nowhere" })).message).toContain(
    "or are sent again",
  );
  expect(await read()).not.toHaveProperty("refundAmount");
});

test("pieces of a lost parcel are not refunded if their replacement has arrived (T54)", async () => {
  await send("1", "tray:1");
  await replaceTray();
  await say("orders dispatch", { courier: "Delhivery", number: "2", parcel: "2" });
  await say("orders deliver", { parcel: "2" });
  expect((await say("orders refund", { parcel: "1", lost: "on", reason: "nowhere" })).message).toContain(
    "or are sent again",
  );
  expect(await read()).not.toHaveProperty("refundAmount");
});

test("a lost replacement is refunded even if the customer is returning its piece, and then the return is closed with ₹0 (T54)", async () => {
  await deliverAll();
  await replaceTray();
  await say("orders dispatch", { courier: "Delhivery", number: "2", parcel: "2" });
  await api.as(customer).put(`/api/orders/${orderId}/return`, { reasons: ["Arrived damaged"], pieces: tray });
  await say("returns --accept");
  expect((await say("orders refund", { lost: "on", reason: "nowhere" })).message).toContain("is refunded");
  expect((await say("returns --refund")).message).toContain("No more money is refunded");
});

test("pieces that the customer returns cannot be replaced, even if the product is entered twice (T54)", async () => {
  await deliverAll();
  await api.as(customer).put(`/api/orders/${orderId}/return`, {
    reasons: ["Arrived damaged"],
    pieces: [{ productId: "bowl", quantity: 1 }],
  });
  await expect(say("orders replace", { line: "bowl:1\nbowl:1", reason: "x" })).rejects.toThrow(
    " is in an open return. Refund or refuse this return first.",
  );
});

const refundTray = () => say("orders refund", giveBackTray);

type Attempt = () => Promise<unknown>;

test.runIf(testEngine === "server").each<[string, RegExp, Attempt, Attempt]>([
  ["a refund during the replacement is refused", /^insert into "parcel"/, replaceTray, refundTray],
  ["a replacement during the refund is refused", /^insert into "order_refund"/, refundTray, replaceTray],
])("the same pieces are never both refunded and replaced: %s (T54)", async (_, point, first, second) => {
  await deliverAll();
  expect(await raceBefore(context, point, first, second)).toEqual({ first: "done", second: "refused" });
});

test("20 concurrent commands to replace pieces of one order create one replacement and one delivery challan (T16)", async () => {
  await send("1");
  const ends = await Promise.allSettled(Array.from({ length: 20 }, replaceTray));
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readStock(context, "tray")).toEqual({ onHand: 0, reserved: 0 });
  expect(await context.db.select().from(challan)).toHaveLength(1);
});

test("a replacement's delivery challan shows the data that GST rule 55 requires, and is anonymised with the account", async () => {
  await send("1");
  await replaceTray();
  const content = await readChallan();
  expect(content).toMatchObject({
    title: "Delivery Challan",
    serial: "DC26-27/000001",
    copies: ["Original for consignee", "Duplicate for transporter", "Triplicate for consigner"],
    items: [{ product: "Teak Tray", hsn: "HSN 4419", figures: ["1", "PCS", "₹2,499.00", "₹2,499.00"] }],
    reason: "Free replacement",
  });
  const labels = content.facts.map(({ label, value }) => `${label} ${value}`).join();
  for (const fact of ["Date 20 Nov 2026", "Sold with invoice 26-27/000001", "Place of supply Maharashtra"])
    expect(labels).toContain(fact);
  expect(content.seller.lines.join()).toContain(sampleSeller.gstin);
  expect(content.consignee.join()).toMatch(/Asha Patel.*14 Lake View Road/);
  await context.transact((tx) => anonymiseOrders(tx, accountId));
  expect(JSON.stringify(await context.db.select().from(challan))).not.toMatch(/Asha|Lake View/);
});

test("a company's delivery challan keeps the place of supply of its sale after the owner changed the rule `companyPlaceOfSupply`", async () => {
  const choose = (companyPlaceOfSupply: string) => setSeller(context, sampleSeller, { companyPlaceOfSupply });
  await choose("registered-state");
  await sell();
  const company = { name: "Lake", address: "Pune", taxCode: "29ABCDE1234F1ZW", email: "a@b.example" };
  await context.database.pool.query("update orders set company_invoice = $1 where order_id = $2", [
    JSON.stringify(company),
    orderId,
  ]);
  await choose("ship-to");
  await send("1");
  await say("orders replace", { line: "bowl:1", reason: "x" });
  const place = { label: "Place of supply", value: "Karnataka (29)" };
  expect((await readChallan()).facts).toContainEqual(place);
  await context.transact((tx) => anonymiseOrders(tx, accountId));
  expect((await readChallan()).facts).toContainEqual(place);
});

test("an order whose parcel is lost is refunded, not restocked, and never counts as delivered", async () => {
  await expect(say("orders refund", { lost: "on", reason: "x" })).rejects.toThrow(
    "has not been dispatched yet",
  );
  await send("1");
  await expect(say("orders refund", { lost: "on", line: "bowl:1", reason: "x" })).rejects.toThrow(
    "A lost parcel is refunded or sent again as a whole.",
  );
  await expect(say("orders refund", { lost: "on", reason: "nowhere" }, false)).rejects.toThrow(
    /^Mark parcel 1 of TRV-\w+ \(2 × Acacia Bowl, 1 × Teak Tray\) as lost\? ₹4,971.46 of ₹4,971.46 is refunded to Asha Patel <.*>, with a credit note\. The pieces are not put back in stock\. The order is then closed\. The customer gets an e-mail\. You cannot undo this\.$/,
  );
  expect((await say("orders refund", { lost: "on", reason: "nowhere" })).message).toBe(
    `Parcel 1 of ${orderId} was lost on the way. ₹4,971.46 is refunded to the customer. The order is closed.`,
  );
  const lost = await read();
  expect(lost).toMatchObject({
    orderStatus: "Processing",
    paymentStatus: "Refunded",
    refundAmount: 4971.46,
    lostAt: "2026-11-20T09:00:00.000Z",
    creditNotes: [{}],
  });
  expect(buildTimeline(lost).at(-1)).toEqual({ name: "Lost on the way", done: true, date: "20 Nov 2026" });
  expect(describeNextStep(lost)).toBe(
    "Your parcel was lost on the way. We are sorry. ₹4,971.46 was refunded the way you paid.",
  );
  expect(countGrownRings(lost)).toBeNull();
  expect(await readStock(context, "bowl")).toEqual({ onHand: 3, reserved: 0 });
  expect(publishedEvents).toEqual(["lost 497146"]);
  for (const [line, options] of [
    ["orders deliver", {}],
    ["orders refund", { lost: "on", reason: "x" }],
    ["orders dispatch", { courier: "D", number: "9" }],
    ["orders cancel", { reason: "x" }],
    ["orders refund", { amount: "1", reason: "x" }],
  ] as const)
    await expect(say(line, options), line).rejects.toThrow(/lost on the way|on its way|refunded/);
  expect(await listParcelsToPack(context.db)).toEqual([]);
  expect(await context.transact((tx) => findDeletionRefusal(tx, accountId))).toBe(null);
});

test("an order whose lost parcel is replaced counts as delivered when the replacement is delivered", async () => {
  await send("1", "tray:1");
  await send("2");
  await say("orders deliver", { parcel: "2" });
  expect((await say("orders replace", { lost: "on", reason: "nowhere" })).message).toContain(
    "1 × Teak Tray is ready to be packed as parcel 3",
  );
  expect(await read()).toMatchObject({ orderStatus: "Processing", paymentStatus: "Completed" });
  expect(await read()).not.toHaveProperty("lostAt");
  await send("3");
  await say("orders deliver");
  expect(await read()).toMatchObject({ orderStatus: "Delivered" });
  expect(publishedEvents).toEqual(["lost 0 3"]);
});

test("if one of several parcels is lost, its pieces are refunded, and the order counts as delivered when the other parcels are delivered", async () => {
  await send("1", "tray:1");
  await send("2");
  await say("orders refund", { parcel: "1", lost: "on", reason: "nowhere" });
  expect(await read()).toMatchObject({ orderStatus: "Processing", refundAmount: 2891.24 });
  await say("orders deliver");
  expect(await read()).toMatchObject({ orderStatus: "Delivered", refundAmount: 2891.24 });
  expect(await read()).not.toHaveProperty("lostAt");
});

test("a lost replacement is refunded, because an order can be replaced only once", async () => {
  await deliverAll();
  await say("orders replace", { line: "tray:1", reason: "cracked" });
  await send("2");
  await expect(say("orders replace", { lost: "on", reason: "x" })).rejects.toThrow(
    "can be replaced only once",
  );
  await say("orders refund", { lost: "on", reason: "x" });
  expect(await read()).toMatchObject({ orderStatus: "Delivered", refundAmount: 2891.24 });
  const parcels = await context.db.select().from(parcel).orderBy(parcel.position);
  expect(parcels).toMatchObject([{ status: "Delivered" }, { status: "Lost" }]);
});

test("if an order was handed over in person and its replacement parcel is lost, only the pieces of the replacement are refunded", async () => {
  await say("orders deliver", { "in-person": "on" });
  await say("orders replace", { line: "tray:1", reason: "cracked" });
  await send("1");
  await say("orders refund", { lost: "on", reason: "nowhere" });
  expect(await read()).toMatchObject({ orderStatus: "Delivered", refundAmount: 2891.24 });
});

test("an order that a coupon paid for is closed when its parcel is lost, so its customer can delete the account", async () => {
  await setSeller(context, { ...sampleSeller, coupon: { name: "FREE", amount: 20_000 } });
  await sell([{ productId: "bowl", quantity: 1 }]);
  await send("1");
  expect((await say("orders refund", { lost: "on", reason: "nowhere" })).message).toBe(
    `Parcel 1 of ${orderId} was lost on the way. The coupon paid for the pieces of this parcel, so no money is refunded. The order is closed.`,
  );
  expect(await context.transact((tx) => findDeletionRefusal(tx, accountId))).toBe(null);
});

const lose = (isReplaced: boolean) => () =>
  loseParcel(context, orderId, { position: null, isReplaced, reason: "nowhere" });

test.runIf(testEngine === "server")(
  "if a parcel is marked as lost and as delivered at the same time, the second command is refused",
  async () => {
    await send("1");
    const deliver = () => say("orders deliver");
    const race = await raceBefore(context, /^update "parcel"/, lose(false), deliver);
    expect(race).toEqual({ first: "done", second: "refused" });
  },
);
