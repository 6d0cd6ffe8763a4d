import type { TestResponse } from "./api.ts";
import type { Customer } from "./customer.ts";
import { hashRows } from "./database.ts";
import { shippingAddress } from "./samples.ts";
import { asha, setUpSignedIn, testShop } from "./test-shop.ts";

export const setUpOrdering = () =>
  setUpSignedIn({
    goods: [
      { id: "acacia-bowl", title: "Acacia Bowl", price: 249_900 },
      { id: "teak-tray", title: "Teak Tray", price: 149_900, onHand: 10 },
      { id: "coaster", title: "Coaster", price: 5_000, originalPrice: 6_000 },
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

/** Sends a request again while the shop is too busy (503), at most 100 times. */
export async function sendUntilAnswered(
  send: () => Promise<TestResponse>,
  triesLeft = 100,
): Promise<TestResponse> {
  const answer = await send();
  return answer.status === 503 && triesLeft > 1 ? sendUntilAnswered(send, triesLeft - 1) : answer;
}

export const postOrderUntilAnswered = (body: unknown, key: string, as?: Customer): Promise<TestResponse> =>
  sendUntilAnswered(() => postOrder(body, { "idempotency-key": key }, as));

const ORDER_TABLES = ["orders", "order_line", "payment", "product", "stock", "stock_movement", "outbox"];

export const hashOrderTables = () => hashRows(testShop.context, ...ORDER_TABLES);
