import type { Customer } from "./customer.ts";
import { hashRows } from "./database.ts";
import { shippingAddress } from "./samples.ts";
import { asha, setUpSignedIn, testShop } from "./test-shop.ts";

export const setUpOrdering = () =>
  setUpSignedIn({
    goods: [
      { id: "acacia-bowl", title: "Acacia Bowl", price: 249_900 },
      { id: "teak-tray", title: "Teak Tray", price: 149_900, onHand: 10 },
      { id: "coaster", title: "Coaster", price: 5_000 },
    ],
  });

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

/** Sends an order, and sends it again while the shop is too busy (503). */
export async function postOrderUntilAnswered(
  body: unknown,
  key: string,
  as: Customer = asha,
): ReturnType<typeof postOrder> {
  const answer = await postOrder(body, { "idempotency-key": key }, as);
  return answer.status === 503 ? postOrderUntilAnswered(body, key, as) : answer;
}

const ORDER_TABLES = ["orders", "order_line", "payment", "product", "stock", "stock_movement", "outbox"];

export const hashOrderTables = () => hashRows(testShop.context, ...ORDER_TABLES);
