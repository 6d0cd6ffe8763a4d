import { generateUuid } from "#platform/ids.ts";
import { orderLine, orders } from "../../shop/orders/server/tables.ts";
import { calculateTotals } from "../../shop/pricing/totals.ts";
import type { Customer } from "./customer.ts";
import type { TestContext } from "./database.ts";
import { ordinary } from "./past-orders.ts";

/** Sells a customer one bowl (or other products) as if it had been delivered just now. Gives the order's number. */
export async function deliver(
  context: TestContext,
  to: Customer,
  {
    status = "Delivered",
    products = ["bowl"],
  }: { status?: "Delivered" | "Processing"; products?: string[] } = {},
): Promise<string> {
  const now = context.now();
  const id = generateUuid(now.getTime());
  const orderId = `TRV-${id.slice(-8).toUpperCase()}`;
  const lines = products.map((productId) => ({ productId, title: "Bowl", unitPrice: 89_900, quantity: 1 }));
  await context.db.insert(orders).values({
    ...ordinary,
    ...calculateTotals(lines),
    id,
    accountId: to.accountId,
    orderId,
    status,
    paymentStatus: "Completed",
    createdAt: now,
    updatedAt: now,
    ...(status === "Delivered" && { deliveredAt: now }),
  });
  await context.db
    .insert(orderLine)
    .values(lines.map((line, at) => ({ ...line, orderId: id, line: at + 1, imageUrl: null })));
  return orderId;
}
