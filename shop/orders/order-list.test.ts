import { expect, test } from "vitest";
import { listShownOrders, buildOrderViewQuery, type OrderView, readOrderView } from "./order-list.ts";

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

const listIds = (view: Partial<OrderView>) =>
  listShownOrders(orders, { ...readOrderView(""), ...view }).map(({ orderId }) => orderId.slice(4, 7));

test.each([
  [{}, ["BBB", "CCC", "AAA"]],
  [{ sort: "date-ascending" }, ["AAA", "CCC", "BBB"]],
  [{ sort: "amount-descending" }, ["AAA", "CCC", "BBB"]],
  [{ sort: "amount-ascending" }, ["BBB", "CCC", "AAA"]],
  [{ search: "bbb2" }, ["BBB"]],
  [{ search: "trv aaa ill" }, ["AAA"]],
  [{ search: "#BBB-2" }, ["BBB"]],
  [{ search: " CHAI " }, ["AAA"]],
  [{ search: "walnut" }, []],
  [{ status: "Cancelled" }, ["CCC"]],
  [{ status: "Pending", search: "chai" }, []],
] as const)("the order history with the view %j lists the orders %j (§2.14, D70, D72, D85)", (view, ids) => {
  expect(listIds(view)).toEqual(ids);
});

test("search, filter, sorting and page of the order history are written into the URL and read back (§2.14, D70, D72, D85)", () => {
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
