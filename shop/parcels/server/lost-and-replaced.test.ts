// @engine: locks, races or SQL that the two engines could do differently.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { listSeriesErrors } from "#shop/invoices/server/invoice-commands.ts";
import { buildChallan } from "#shop/invoices/server/papers/challan.ts";
import { drawPaper } from "#shop/invoices/server/papers/draw-paper.ts";
import { orderReplaced, parcelLost } from "#shop/orders/events.ts";
import { buildTimeline, describeNextStep } from "#shop/orders/progress.ts";
import { anonymiseOrders, hasOrderUnderWay } from "#shop/orders/server/anonymise-orders.ts";
import { lockOrder } from "#shop/orders/server/change-status.ts";
import { findChallan } from "#shop/orders/server/issue-challan.ts";
import { challan, parcel } from "#shop/orders/server/tables.ts";
import { countGrownRings } from "#shop/orders/tree-ring.ts";
import { accountId, findSold, orderId, say, sell } from "../../../tests/support/bought-order.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { expectConsistentLedger, readStock } from "../../../tests/support/ledger.ts";
import { setUpPayingShop, testShop } from "../../../tests/support/paying-shop.ts";
import { setSeller } from "../../../tests/support/products.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { readPdfTexts } from "../../../tests/support/read-pdf.ts";
import { sampleSeller, shippingAddress } from "../../../tests/support/samples.ts";
import { loseParcel, replacePieces } from "./lost-and-replaced.ts";
import { listParcelsToPack } from "./parcels-to-pack.ts";

let heard: string[] = [];
setUpPayingShop({
  goods: [
    { id: "bowl", title: "Acacia Bowl", price: 89_900, onHand: 5 },
    { id: "tray", title: "Teak Tray", price: 249_900, onHand: 2 },
  ],
  subscribers: [
    defineSubscriber(orderReplaced, "test.replaced", async () => void heard.push("replaced")),
    defineSubscriber(parcelLost, "test.lost", async (_context, { amountPaise, again }) => {
      heard.push(`lost ${amountPaise} ${again ?? ""}`.trim());
    }),
  ],
});

beforeEach(async () => {
  await setSeller(testShop.context, sampleSeller);
  await sell();
  heard = [];
});
afterEach(async () => {
  await testShop.context.settle();
  await expectConsistentLedger(testShop.context);
  expect(await listSeriesErrors(testShop.context.db)).toEqual([]);
});

const read = async () => {
  const order = await findSold();
  if (!order) throw new Error("no order");
  return order;
};
const send = (number: string, line?: string) =>
  say("orders dispatch", { courier: "Delhivery", number, ...(line && { line }) });
const tray = [{ productId: "tray", quantity: 1 }];
const replaceTray = () => replacePieces(testShop.context, orderId, { pieces: tray, reason: "cracked" });

describe("a replacement", () => {
  test("is sent at no charge: a parcel, its stock, a challan, and no money or invoice", async () => {
    const { context } = testShop;
    await expect(say("orders replace", { line: "tray:1", reason: "x" })).rejects.toThrow("nothing has left");
    await send("1");
    await say("orders deliver");
    await expect(say("orders replace", { line: "tray:1", reason: "it cracked" }, false)).rejects.toThrow(
      /^Send 1 × Teak Tray of TRV-\w+ to Asha Patel <.*> again, at no charge\? It is taken out of the stock \(then tray: 0\) and travels with delivery challan DC26-27\/000001, without an invoice\. Its customer gets a mail\. An order is replaced once\.$/,
    );
    expect(await readStock(context, "tray")).toEqual({ onHand: 1, reserved: 0 });
    expect((await say("orders replace", { line: "tray:1", reason: "it cracked" })).message).toContain(
      `1 × Teak Tray waits to be packed as parcel 2 of ${orderId}, with delivery challan DC26-27/000001.`,
    );
    expect(await readStock(context, "tray")).toEqual({ onHand: 0, reserved: 0 });
    expect((await say("orders pack")).message).toContain("again at no charge, 1 × Teak Tray");
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
    expect(describeNextStep(waiting)).toContain("We send you 1 × Teak Tray again, at no charge.");
    expect(await context.transact((tx) => hasOrderUnderWay(tx, accountId))).toBe(true);

    await expect(say("orders deliver")).rejects.toThrow("Parcel 2");
    await send("2");
    expect(describeNextStep(await read())).toContain(
      "is on its way to you again, at no charge, with Delhivery, number 2.",
    );
    await say("orders deliver");
    expect((await read()).parcels).toMatchObject([{}, { status: "Delivered", tracking: { number: "2" } }]);
    expect(heard).toEqual(["replaced"]);
    expect(await context.transact((tx) => hasOrderUnderWay(tx, accountId))).toBe(false);
    const { rows } = await context.database.pool.query("select kind from invoice");
    expect(rows).toEqual([{ kind: "invoice" }]);
  });

  test("is sent once for each order, only of what has left, and only while there is stock", async () => {
    await send("1", "bowl:2");
    await expect(say("orders replace", { line: "tray:1", reason: "x" })).rejects.toThrow(
      "It can be: bowl:2.",
    );
    await expect(say("orders replace", { line: "bowl:3", reason: "x" })).rejects.toThrow("only 2 has left");
    await say("orders refund", { line: "bowl:1", reason: "x" });
    await expect(say("orders replace", { line: "bowl:2", reason: "x" })).rejects.toThrow("only 1 has left");
    await send("2");
    await testShop.context.database.pool.query(
      "update stock set on_hand = 0, base = base - on_hand where product_id = 'tray'",
    );
    await expect(say("orders replace", { line: "tray:1", reason: "x" })).rejects.toThrow("none is left");
    await say("orders replace", { line: "bowl:1", reason: "x" });
    await expect(say("orders replace", { line: "tray:1", reason: "x" })).rejects.toThrow(
      `An order is replaced once, and ${orderId} was: parcel 3 (Waiting). Give the money back instead: orders refund ${orderId} --line …`,
    );
    expect(await testShop.context.db.select().from(challan)).toHaveLength(1);
  });

  test("fifty at once are one, and the numbers of challans have no gap (T16)", async () => {
    await send("1");
    const ends = await Promise.allSettled(Array.from({ length: 50 }, replaceTray));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readStock(testShop.context, "tray")).toEqual({ onHand: 0, reserved: 0 });
  });

  test("has a challan with all that rule 55 asks, in three copies; the person leaves it with the account", async () => {
    const { context } = testShop;
    await send("1");
    await replaceTray();
    const order = await context.transact((tx) => lockOrder(tx, orderId));
    const given = await findChallan(context.db, "DC26-27/000001");
    if (!order || !given) throw new Error("no challan");
    const content = buildChallan(given, order);
    const pages = await readPdfTexts(await drawPaper({ kind: "challan", content, date: given.issuedAt }));
    expect(pages).toHaveLength(3);
    for (const [at, copy] of [
      "Original for consignee",
      "Duplicate for transporter",
      "Triplicate for consigner",
    ].entries())
      for (const fact of [
        copy,
        "Delivery Challan",
        "DC26-27/000001",
        "20 Nov 2026",
        sampleSeller.gstin ?? "",
        "Asha Patel",
        shippingAddress.street,
        "Teak Tray",
        "HSN 4419",
        "PCS",
        "2,499.00",
        "Replacement at no charge",
        "26-27/000001",
        "Place of supply",
        "Authorised signatory",
      ])
        expect(pages[at]?.replaceAll(/\s+/g, " "), fact).toContain(fact);
    await context.transact((tx) => anonymiseOrders(tx, accountId));
    expect(JSON.stringify(await context.db.select().from(challan))).not.toMatch(/Asha|Lake View/);
  });

  test("for a company has the place of supply of its sale, whatever the owner chooses later", async () => {
    const { context } = testShop;
    const choose = (companyPlaceOfSupply: string) =>
      setSeller(context, sampleSeller, { companyPlaceOfSupply });
    await choose("registered-state");
    await sell();
    const company = {
      name: "Lake Café LLP",
      address: "Pune",
      taxCode: "29ABCDE1234F1ZW",
      email: "a@b.example",
    };
    await context.database.pool.query("update orders set company_invoice = $1 where order_id = $2", [
      JSON.stringify(company),
      orderId,
    ]);
    await choose("ship-to");
    await send("1");
    await say("orders replace", { line: "bowl:1", reason: "x" });
    const order = await context.transact((tx) => lockOrder(tx, orderId));
    const given = await findChallan(context.db, "DC26-27/000001");
    if (!order || !given) throw new Error("no challan");
    const place = { label: "Place of supply", value: "Karnataka (29)" };
    expect(buildChallan(given, order).facts).toContainEqual(place);
    await context.transact((tx) => anonymiseOrders(tx, accountId));
    const later = (await findChallan(context.db, given.number)) ?? given;
    expect(buildChallan(later, order).facts).toContainEqual(place);
  });
});

describe("a parcel that is lost on the way", () => {
  test("ends the order: its money goes back, nothing comes back into the stock, and it was never delivered", async () => {
    const { context } = testShop;
    await expect(say("orders lost", { refund: "on", reason: "x" })).rejects.toThrow(
      "has not left the workshop",
    );
    await send("1");
    await expect(say("orders lost", { reason: "x" })).rejects.toThrow("--refund, or --replace");
    await expect(say("orders lost", { refund: "on", reason: "nowhere" }, false)).rejects.toThrow(
      /^Mark parcel 1 of TRV-\w+ \(2 × Acacia Bowl, 1 × Teak Tray\) as lost\? ₹4971.46 of ₹4971.46 goes back to Asha Patel <.*>, with a credit note\. Nothing comes back into the stock\. With that the order is over\. Its customer gets a mail\. That is final\.$/,
    );
    expect((await say("orders lost", { refund: "on", reason: "nowhere" })).message).toBe(
      `Parcel 1 of ${orderId} was lost on the way. ₹4971.46 goes back to its customer. The order is over.`,
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
      "Your parcel was lost on the way. We are sorry. ₹4971.46 goes back the way you paid.",
    );
    expect(countGrownRings(lost)).toBeNull();
    expect(await readStock(context, "bowl")).toEqual({ onHand: 3, reserved: 0 });
    expect(heard).toEqual(["lost 497146"]);
    for (const [line, options] of [
      ["orders deliver", {}],
      ["orders lost", { refund: "on", reason: "x" }],
      ["orders dispatch", { courier: "D", number: "9" }],
      ["orders cancel", { reason: "x" }],
      ["orders refund", { amount: "1", reason: "x" }],
    ] as const)
      await expect(say(line, options), line).rejects.toThrow(/lost on the way|on its way|goes back/);
    expect(await listParcelsToPack(context.db)).toEqual([]);
    expect(await context.transact((tx) => hasOrderUnderWay(tx, accountId))).toBe(false);
  });

  test("is sent again: the order goes on, and is delivered with the replacement", async () => {
    await send("1", "tray:1");
    await send("2");
    await say("orders deliver", { parcel: "2" });
    expect((await say("orders lost", { replace: "on", reason: "nowhere" })).message).toContain(
      "1 × Teak Tray waits to be packed as parcel 3",
    );
    expect(await read()).toMatchObject({ orderStatus: "Processing", paymentStatus: "Completed" });
    expect(await read()).not.toHaveProperty("lostAt");
    await send("3");
    await say("orders deliver");
    expect(await read()).toMatchObject({ orderStatus: "Delivered" });
    expect(heard).toEqual(["lost 0 3"]);
  });

  test("among others: its share goes back, and the order is delivered with the rest", async () => {
    await send("1", "tray:1");
    await send("2");
    await say("orders lost", { parcel: "1", refund: "on", reason: "nowhere" });
    expect(await read()).toMatchObject({ orderStatus: "Processing", refundAmount: 2891.24 });
    await say("orders deliver");
    expect(await read()).toMatchObject({ orderStatus: "Delivered", refundAmount: 2891.24 });
    expect(await read()).not.toHaveProperty("lostAt");
  });

  test("the replacement, too: then what was paid goes back, since an order is replaced once", async () => {
    await send("1");
    await say("orders deliver");
    await say("orders replace", { line: "tray:1", reason: "cracked" });
    await send("2");
    await expect(say("orders lost", { replace: "on", reason: "x" })).rejects.toThrow("is replaced once");
    await say("orders lost", { refund: "on", reason: "x" });
    expect(await read()).toMatchObject({ orderStatus: "Delivered", refundAmount: 2891.24 });
    expect(await testShop.context.db.select().from(parcel)).toMatchObject([
      { status: "Delivered" },
      { status: "Lost" },
    ]);
  });
});

describe.runIf(testEngine === "server")("rivals", () => {
  const lose = (isReplaced: boolean) => () =>
    loseParcel(testShop.context, orderId, { position: null, isReplaced, reason: "nowhere" });

  test("lost and delivered: one of both", async () => {
    await send("1");
    const deliver = () => say("orders deliver");
    const race = await raceBefore(testShop.context, /^update "parcel"/, lose(false), deliver);
    expect(race).toEqual({ first: "done", second: "refused" });
  });

  test("lost with money and lost with a replacement: one of both", async () => {
    await send("1");
    const race = await raceBefore(testShop.context, /^update "parcel"/, lose(true), lose(false));
    expect(race).toEqual({ first: "done", second: "refused" });
    await testShop.context.settle();
    expect(await read()).not.toHaveProperty("refundAmount");
  });

  test("two operators who replace the same piece: one replacement", async () => {
    await send("1");
    const race = await raceBefore(testShop.context, /challan_series/, replaceTray, replaceTray);
    expect(race).toEqual({ first: "done", second: "refused" });
    expect(await testShop.context.db.select().from(challan)).toHaveLength(1);
  });
});
