// @engine: full-text search.
import { beforeEach, expect, test } from "vitest";
import { type Customer, signInAgain, signInCustomer } from "../../../tests/support/customer.ts";
import { isSecondEngine } from "../../../tests/support/database.ts";
import { buy, buyPaid, context, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { countStatements } from "../../../tests/support/statements.ts";
import { runLine } from "../../../tests/support/typed-line.ts";
import { dispatchParcel } from "#shop/parcels/server/dispatch-order.ts";
import { countOrdersCommand, listOrdersCommand, showOrderCommand } from "./list-and-show-commands.ts";
import { toSearchWords } from "./list-orders.ts";
import { recordCancellationRequest } from "./cancellations.ts";

setUpShop({
  goods: [
    { id: "acacia-bowl", title: "Acacia Everyday Bowl", price: 249_900, onHand: 30 },
    { id: "teak-tray", title: "Rasoi Teak Tray", price: 50_000, onHand: 30 },
  ],
});

let asha: Customer;
let ravi: Customer;
let ashas: string;
let ravis: string;
let unpaid: string;

beforeEach(async () => {
  asha = await signInCustomer(context, { email: "asha.p@example.com" });
  ravi = await signInCustomer(context, {
    email: "ravi@kitchen.example",
    firstName: "Ravi",
    lastName: "D'Souza",
  });
  const first = await buyPaid("acacia-bowl", { by: asha });
  context.clock.advance(1_000);
  const second = await buyPaid("teak-tray", { by: ravi, quantity: 2 });
  context.clock.advance(1_000);
  const third = await buy(testShop, "teak-tray", { by: asha });
  await context.settle();
  [ashas, ravis, unpaid] = [first.order.orderId, second.order.orderId, third.order.orderId];
});

const run = (options: Record<string, string>) =>
  listOrdersCommand.run(context, { args: {}, options, folder: "/" });
const find = async (options: Record<string, string>) =>
  (await run(options)).rows?.map(([orderId]) => orderId);

test("the order search matches the beginnings of words in number, contact, city, PIN code and product, and a packer cannot find a gift by its buyer or the buyer's number (D120, T53)", async () => {
  expect(await find({ search: ravis })).toEqual([ravis]);
  expect(await find({ search: ravis.slice(0, 8).toLowerCase() })).toContain(ravis);
  for (const [search, ids] of [
    ["rav", [ravis]],
    ["d'sou", [ravis]],
    ["ravi@kitchen.ex", [ravis]],
    ["98765", [unpaid, ravis, ashas]],
    ["pun 4110", [unpaid, ravis, ashas]],
    ["tray", [unpaid, ravis]],
    ["asha tea", [unpaid]],
    ["everyday asha", [ashas]],
    ["asha chair", []],
  ] as const)
    expect(await find({ search }), search).toEqual(ids);
  expect(toSearchWords(context, "trv-O2ILDM oak-stool2")).toEqual(["trv", "0211dm", "oak", "stool2"]);
  // Special characters in a query are plain text, not search operators.
  for (const search of ["'", "a' & !b:*", "\\", "%", "()", "<->", "&", "!", "अ", "x".repeat(5_000)])
    expect(await find({ search }), search).toBeInstanceOf(Array);

  // A packer finds a gift only by its recipient.
  await context.database.pool.query(
    `update orders set contact = contact || '{"buyer":{"firstName":"Meera","lastName":"Nair","phoneNumber":"9825012345"}}' where order_id = $1`,
    [ravis],
  );
  for (const search of ["mee", "meera nair", "ravi", "ravi meera tray", "98250", "meera 9825012345"])
    expect(await find({ search }), search).toEqual([ravis]);
  const pack = (search: string) =>
    listOrdersCommand.run(context, { args: {}, options: { search }, folder: "/", role: "packer" });
  expect((await pack("ravi")).rows).toHaveLength(1);
  for (const search of ["meera", "98250"]) expect((await pack(search)).rows, search).toEqual([]);
});

test.skipIf(isSecondEngine)(
  "`orders list` filters by status, days, payment and task, limits the list with --limit, and refuses invalid values",
  async () => {
    context.clock.set(new Date("2026-11-21T09:00:00.000Z"));
    const { order } = await buy(testShop, "teak-tray", { by: await signInAgain(testShop, ravi) });
    expect(await find({})).toEqual([order.orderId, unpaid, ravis, ashas]);
    expect(await find({ since: "2026-11-21" })).toEqual([order.orderId]);
    expect(await find({ until: "2026-11-20" })).toEqual([unpaid, ravis, ashas]);
    expect(await find({ since: "2026-11-20", until: "2026-11-21" })).toHaveLength(4);
    expect(await find({ payment: "paid" })).toEqual([ravis, ashas]);
    expect(await find({ payment: "cash-on-delivery" })).toEqual([]);
    expect(await find({ payment: "refunded" })).toEqual([]);
    expect(await find({ status: "Delivered" })).toEqual([]);
    for (const since of ["yesterday", "2026-02-30", "2026-13-01"])
      expect(await runLine(context, "orders list", { since })).toMatchObject({
        fields: { since: "Choose a day, for example 2026-11-20." },
      });
    await expect(find({ limit: "0" })).rejects.toThrow("Enter a number from 1 to");

    expect(await find({ group: "to-pack" })).toEqual([ravis, ashas]);
    expect(await find({ group: "unpaid" })).toEqual([order.orderId, unpaid]);
    await recordCancellationRequest(context, asha.accountId, ashas, {
      reasons: [],
      comments: "",
    });
    expect(await find({ group: "to-pack" })).toEqual([ravis]);
    expect(await find({ group: "to-answer" })).toEqual([ashas]);
    expect((await countOrdersCommand.run(context, { args: {}, options: {}, folder: "/" })).data).toEqual({
      "to-pack": 1,
      "on-their-way": 0,
      "to-answer": 1,
      unpaid: 2,
    });
    expect(await find({ limit: "1" })).toEqual([order.orderId]);
    expect(await find({ orders: `${ashas.toLowerCase()}\n${unpaid}\nTRV-NOPE00` })).toEqual([unpaid, ashas]);
  },
);

test.skipIf(isSecondEngine)(
  "`orders list --action` lists the orders for which a command is possible now, requests to cancel first",
  async () => {
    expect(await find({ action: "orders cancel" })).toEqual([ravis, ashas, unpaid]);
    await recordCancellationRequest(context, asha.accountId, ashas, { reasons: [], comments: "" });
    expect(await find({ action: "orders cancel" })).toEqual([ashas, ravis, unpaid]);
    expect(await find({ action: "orders cancel", limit: "1" })).toEqual([ashas]);
    expect(await find({ action: "orders cancel", group: "unpaid" })).toEqual([unpaid]);
    expect(await find({ action: "orders cancel", search: "ravi" })).toEqual([ravis]);
    expect(await find({ action: "orders dispatch" })).toEqual([ravis]);
    expect(await find({ action: "orders refund" })).toEqual([]);
    const counted = countStatements(context.database.pool);
    await find({ action: "orders cancel" });
    const ofPayments = counted.stop().texts.filter((text) => text.includes('from "payment"'));
    expect(ofPayments, "one query for the payments of all orders").toHaveLength(1);
  },
);

test.skipIf(isSecondEngine)(
  "`orders show` names the courier that took the last parcel, also to a packer, whatever the age of its order",
  async () => {
    const readCourier = async () => {
      const input = { args: { orderId: unpaid }, options: {}, folder: "/" };
      const result = await showOrderCommand.run(context, input);
      const { lastCourier } = result.data as { lastCourier: string };
      expect(showOrderCommand.forPacker?.(result).data).toMatchObject({ lastCourier });
      return lastCourier;
    };
    expect(await readCourier()).toBe("");
    await dispatchParcel(context, ravis, { courier: "DTDC", number: "1" });
    context.clock.advance(1_000);
    await dispatchParcel(context, ashas, { courier: "Delhivery", number: "2" });
    expect(await readCourier()).toBe("Delhivery");
  },
);

test.skipIf(isSecondEngine)(
  "a packer sees the address and the pieces of an order, but no e-mail address, prices or payment (T47)",
  async () => {
    for (const { command, args } of [
      { command: listOrdersCommand, args: {} },
      { command: showOrderCommand, args: { orderId: ravis } },
    ]) {
      const result = await command.run(context, { args, options: {}, folder: "/" });
      const seen = JSON.stringify(command.forPacker?.(result));
      for (const words of ["Ravi", "Pune", "9876543210", "Rasoi Teak Tray", `"productId":"teak-tray"`])
        expect(seen).toContain(words);
      for (const words of ["ravi@", "payable", "subtotal", "unitPrice", "accountId", "payment", "50000"])
        expect(seen).not.toContain(words);
    }
  },
);
