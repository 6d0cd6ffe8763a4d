import { beforeEach } from "vitest";
import { type Customer, signInCustomer } from "./customer.ts";
import { hashRows } from "./database.ts";
import { shippingAddress } from "./samples.ts";
import { setUpSellingShop, testShop } from "./selling-shop.ts";

export let asha: Customer;

/** Opens a shop with three products, and lets Asha in before each test. */
export function setUpOrdering(): void {
  setUpSellingShop([
    { id: "acacia-bowl", title: "Acacia Bowl", price: 249_900 },
    { id: "teak-tray", title: "Teak Tray", price: 149_900, onHand: 10 },
    { id: "coaster", title: "Coaster", price: 5_000 },
  ]);
  beforeEach(async () => {
    asha = await signInCustomer(testShop.context);
  });
}

export const createBag = (...items: [productId: string, quantity: number, price?: number][]) => ({
  items: items.map(([productId, quantity, price]) => ({
    productId,
    quantity,
    ...(price !== undefined && { price }),
  })),
  shippingAddress,
});

export const postOrder = (body: unknown, headers: Record<string, string> = {}, as: Customer = asha) =>
  testShop.api.as(as).post("/api/orders", body, headers);

export const readRows = async (table: string): Promise<Record<string, unknown>[]> =>
  (await testShop.context.database.pool.query(`select * from ${table}`)).rows;

const ORDER_TABLES = ["orders", "order_line", "payment", "product", "stock", "stock_movement", "outbox"];

export const hashOrderTables = () => hashRows(testShop.context, ...ORDER_TABLES);
