import { expect, test } from "vitest";
import { listOrders, buildOrderViewQuery, readOrderView } from "./order-list.ts";

const order = (
  orderId: string,
  createdAt: string,
  totalAmount: number,
  orderStatus: string,
  title: string,
) => ({
  orderId,
  createdAt,
  totalAmount,
  orderStatus,
  items: [{ productId: { title } }],
});

const orders = [
  order("TRV-AAA111", "2026-11-18T10:00:00.000Z", 900, "Delivered", "Teak Chai Tray"),
  order("TRV-BBB222", "2026-11-20T10:00:00.000Z", 500, "Pending", "Acacia Everyday Bowl"),
  order("TRV-CCC333", "2026-11-19T10:00:00.000Z", 700, "cancle", "Mango Wood Platter"),
];

const listIds = (...question: Parameters<typeof listOrders>) =>
  listOrders(...question).map(({ orderId }) => orderId.slice(4, 7));

test("newest first unless asked otherwise; by amount too (§2.14, D70, D72, D85)", () => {
  expect(listIds(orders, {})).toEqual(["BBB", "CCC", "AAA"]);
  expect(listIds(orders, { sort: "date-ascending" })).toEqual(["AAA", "CCC", "BBB"]);
  expect(listIds(orders, { sort: "amount-descending" })).toEqual(["AAA", "CCC", "BBB"]);
  expect(listIds(orders, { sort: "amount-ascending" })).toEqual(["BBB", "CCC", "AAA"]);
});

test("the search finds an order id or a product title, whatever the case", () => {
  expect(listIds(orders, { search: "bbb2" })).toEqual(["BBB"]);
  expect(listIds(orders, { search: " CHAI " })).toEqual(["AAA"]);
  expect(listIds(orders, { search: "walnut" })).toEqual([]);
});

test("the status filter sees what the screen shows", () => {
  expect(listIds(orders, { status: "Cancelled" })).toEqual(["CCC"]);
  expect(listIds(orders, { status: "Pending", search: "chai" })).toEqual([]);
});

test("what is shown has an address, and the address shows it again (§2.14, D70, D72, D85)", () => {
  const first = { search: "", status: null, sort: "date-descending", size: 20, page: 1 } as const;
  expect(readOrderView("")).toEqual(first);
  expect(buildOrderViewQuery(first)).toBe("");
  for (const view of [
    { ...first, search: "teak & mango = 100%", page: 3 },
    { ...first, status: "Cancelled", sort: "amount-ascending", size: null },
    { ...first, size: 50 },
  ] as const) {
    expect(readOrderView(buildOrderViewQuery(view))).toEqual(view);
  }
  expect(readOrderView("?status=Lost&sort=up&size=7&page=-1")).toEqual(first);
});
