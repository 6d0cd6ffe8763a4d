import { findOwnOrder } from "../../shop/orders/server/index.ts";
import { findOrderCommand } from "./bought-order.ts";
import { type Customer, signInCustomer } from "./customer.ts";
import { payWith } from "./paying.ts";
import { provider, testShop } from "./paying-shop.ts";
import { shippingAddress } from "./shipping-address.ts";
import type { PlacedOrder } from "./test-shop.ts";

/** What was sold last. */
export let [orderId, accountId] = ["", ""];
export let customer: Customer;

/** Sells to a new customer, and has it paid: two bowls and a tray, ₹4971.46 with tax and coupon. */
export async function sell(
  items = [
    { productId: "bowl", quantity: 2 },
    { productId: "tray", quantity: 1 },
  ],
): Promise<void> {
  const { context, api } = testShop;
  customer = await signInCustomer(context);
  const { body } = await api.as(customer).post("/api/orders", { items, shippingAddress });
  const order = body["order"] as PlacedOrder;
  await payWith(testShop, provider.url, { customer, order });
  await context.settle();
  ({ orderId } = order);
  ({ accountId } = customer);
}

/** Runs a command on it, as the owner types it. */
export async function say(line: string, options: Record<string, string> = {}, confirmed = true) {
  const command = findOrderCommand(line);
  const result = await command.run(testShop.context, { args: { orderId }, options, folder: "/", confirmed });
  await testShop.context.settle();
  return result;
}

export const findSold = () => findOwnOrder(testShop.context, accountId, orderId);
