import { afterEach, expect, test } from "vitest";
import {
  addStock,
  listStockErrors,
  readAvailableStock,
  readStockLevels,
} from "#shop/inventory/server/index.ts";
import { shippingAddress } from "../../../tests/support/samples.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { orderId, runTyped, say, sell } from "../../../tests/support/bought-order.ts";
import { api, buy, context, setUpShop, testShop } from "../../../tests/support/test-shop.ts";

/* When the owner counts the stock, paid but unshipped pieces are on the shelf. Customers cannot order them. */

setUpShop({
  goods: [
    { id: "bowl", title: "Acacia Bowl", price: 89_900, onHand: 9 },
    { id: "tray", title: "Teak Tray", price: 249_900, onHand: 5 },
  ],
});
afterEach(async () => {
  expect(await listStockErrors(context.db)).toEqual([]);
});

const count = (pieces: number, id = "bowl") => runTyped("products set", { id }, { stock: String(pieces) });
const undoLast = async () => {
  const [latest] = (await runTyped("undo", {})).rows ?? [];
  await runTyped("undo", { number: String(latest?.[0]) });
};
const sellBowls = (quantity: number) => sell([{ productId: "bowl", quantity }]);
const send = (options: Record<string, string> = {}) =>
  say("orders dispatch", { courier: "Delhivery", number: "77", ...options });

async function read(id = "bowl"): Promise<string> {
  const level = (await readStockLevels(context.db, [id])).get(id);
  const available = (await readAvailableStock(context.db, [id])).get(id);
  return `${level?.onHand} here, ${level?.reserved} promised, ${available} to order`;
}

test("of 3 counted pieces only 1 can be ordered if 1 is in an unpaid order and 1 in a paid, unshipped order", async () => {
  await sellBowls(1);
  await buy(testShop, "bowl");
  expect(await read()).toBe("9 here, 2 promised, 7 to order");
  expect(await count(3)).toMatchObject({
    facts: { left: 1 },
    message:
      "The change is in the shop now.\n1 piece can be ordered now. 2 pieces are reserved for open orders.",
  });
  expect(await read()).toBe("3 here, 2 promised, 1 to order");
  expect((await runTyped("products details", { id: "bowl" })).facts).toMatchObject({
    pieces: 3,
    "in open orders": 2,
  });
  const late = await signInCustomer(context);
  const order = (quantity: number) =>
    api.as(late).post("/api/orders", { items: [{ productId: "bowl", quantity }], shippingAddress });
  expect((await order(2)).status).toBe(409);
  expect((await order(1)).status).toBe(200);
});

test("repeating a stock count changes nothing, and pieces that are shipped later are subtracted from the stock", async () => {
  await sellBowls(3);
  for (const _ of [1, 2]) await count(5);
  expect(await read()).toBe("5 here, 3 promised, 2 to order");
  await send({ line: "bowl:2" });
  expect(await read()).toBe("3 here, 1 promised, 2 to order");
  await count(3);
  expect(await read()).toBe("3 here, 1 promised, 2 to order");
  await send({ number: "78" });
  expect(await read()).toBe("2 here, 0 promised, 2 to order");
});

test("cancelling an order makes its pieces available again and does not change the stock count", async () => {
  await sellBowls(3);
  await count(4);
  await say("orders cancel", { line: "bowl:1", reason: "a crack" });
  expect(await read()).toBe("4 here, 2 promised, 2 to order");
  await say("orders cancel", { reason: "no more" });
  expect(await read()).toBe("4 here, 0 promised, 4 to order");
});

test("if fewer pieces are counted than were sold, the product is sold out until enough orders are cancelled", async () => {
  await sellBowls(2);
  const first = orderId;
  await sellBowls(2);
  await count(1);
  expect(await read()).toBe("1 here, 4 promised, 0 to order");
  await say("orders cancel", { reason: "none left" });
  expect(await read()).toBe("1 here, 2 promised, 0 to order");
  await runTyped("orders cancel", { orderId: first }, { reason: "none left" });
  expect(await read()).toBe("1 here, 0 promised, 1 to order");
});

test("shipping more pieces than were counted does not make the stock negative, and returned pieces can be ordered", async () => {
  await sellBowls(3);
  await count(2);
  await send();
  expect(await read()).toBe("0 here, 0 promised, 0 to order");
  await say("orders refund", { line: "bowl:2", restock: "on", reason: "not the right size" });
  expect(await read()).toBe("1 here, 0 promised, 1 to order");
  await count(2);
  expect(await read()).toBe("2 here, 0 promised, 2 to order");
});

test("the stock includes the pieces of a replacement until they are shipped", async () => {
  await sell([{ productId: "tray", quantity: 1 }]);
  await send();
  await say("orders replace", { line: "tray:1", reason: "it cracked" });
  expect(await read("tray")).toBe("4 here, 1 promised, 3 to order");
  await count(3, "tray");
  expect(await read("tray")).toBe("3 here, 1 promised, 2 to order");
  await send({ parcel: "2", number: "78" });
  expect(await read("tray")).toBe("2 here, 0 promised, 2 to order");
});

test("undoing a dispatch or a stock count restores the previous stock", async () => {
  await sellBowls(2);
  await send();
  await undoLast();
  expect(await read()).toBe("9 here, 2 promised, 7 to order");
  await count(3);
  await undoLast();
  expect(await read()).toBe("9 here, 2 promised, 7 to order");
});

test("when a hidden product is shown again with a stock count, the count includes sold pieces that were not shipped", async () => {
  await sellBowls(2);
  await buy(testShop, "bowl");
  const line = { productId: "bowl", onHand: 6, withdrawn: false, backorder: false };
  await context.transact((tx) => addStock(tx, [line]));
  expect(await read()).toBe("6 here, 3 promised, 3 to order");
});
