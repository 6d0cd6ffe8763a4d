import { ProviderUnavailable, type SessionRequest } from "../provider.ts";
import type { RazorpayClient } from "./client.ts";
import type { OrderEntity } from "./entities.ts";

/** The order that an earlier try made, though its answer was lost. The oldest, so that everyone finds the same. */
export async function findOrder(
  client: RazorpayClient,
  request: SessionRequest,
): Promise<OrderEntity | undefined> {
  const { reference: receipt } = request;
  const orders = await client.listOrders(receipt);
  const [oldest] = orders
    .filter((order) => order.receipt === receipt)
    .toSorted((one, other) => one.created_at - other.created_at || (one.id < other.id ? -1 : 1));
  if (oldest) assertSameMoney(oldest, request);
  return oldest;
}

export async function createOrder(client: RazorpayClient, request: SessionRequest): Promise<OrderEntity> {
  const { reference: receipt, amountPaise: amount, currency, description } = request;
  const order = await client.createOrder({
    amount,
    currency,
    receipt,
    notes: { order: description },
    // Whatever the dashboard says: no one's money waits for someone to press a button.
    payment: {
      capture: "automatic",
      capture_options: {
        automatic_expiry_period: 1_440,
        manual_expiry_period: 7_200,
        refund_speed: "normal",
      },
    },
  });
  assertSameMoney(order, request);
  if (order.receipt !== receipt) throw new ProviderUnavailable("Razorpay answered with another order.");
  return order;
}

function assertSameMoney(order: OrderEntity, { amountPaise, currency }: SessionRequest): void {
  if (order.amount !== amountPaise || order.currency !== currency)
    throw new ProviderUnavailable("Razorpay's order asks for other money than the shop's.");
}
