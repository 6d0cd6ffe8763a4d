import type { Db } from "#platform/database/database.ts";
import { generateCode, generateUuid } from "#platform/ids.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";
import { orderLine, orders } from "../../shop/orders/server/tables.ts";
import type { Customer } from "./customer.ts";
import type { TestContext } from "./database.ts";
import { shippingAddress } from "./samples.ts";
import type { Shop } from "./journey-shop.ts";

// This module inserts orders directly into the tables, without a checkout.

export interface PastOrder {
  orderId: string;
  createdAt: Date;
  status?: "Pending" | "Processing" | "Delivered" | "Cancelled";
  paymentStatus?: "Pending" | "Completed" | "Expired";
  lines?: { title: string; unitPrice: number; quantity: number; productId?: string }[];
  more?: Partial<typeof orders.$inferInsert>;
}

export const writeHistory = (shop: Shop, accountId: string, history: readonly PastOrder[]): Promise<void> =>
  shop.withDatabase(async (db) => {
    for (const past of history) await insertOrder(db, accountId, past);
  });

async function insertOrder(
  db: Db,
  accountId: string,
  {
    orderId,
    createdAt,
    status = "Processing",
    paymentStatus = "Completed",
    lines = [{ title: "Roz Acacia Everyday Bowl", unitPrice: 89_900, quantity: 1 }],
    more,
  }: PastOrder,
): Promise<void> {
  const id = generateUuid(createdAt.getTime());
  const head = { orderId, createdAt, updatedAt: createdAt, status, paymentStatus };
  await db.insert(orders).values({ ...ordinary, id, accountId, ...head, ...calculateTotals(lines), ...more });
  await db.insert(orderLine).values(
    lines.map((line, at) => ({
      productId: `piece-${at}`,
      ...line,
      orderId: id,
      line: at + 1,
      imageUrl: null,
    })),
  );
}

export const ordinary = {
  paymentMethod: "card",
  cgstRate: 9,
  sgstRate: 9,
  shippingAddress,
  contact: { firstName: "Meera", lastName: "Shah", email: "meera@example.com" },
};

/** Inserts an order of one bowl or of the given products, by default as just delivered. Returns its number. */
export async function deliver(
  context: TestContext,
  to: Customer,
  {
    status = "Delivered",
    products = ["bowl"],
  }: { status?: "Delivered" | "Processing"; products?: string[] } = {},
): Promise<string> {
  const createdAt = context.now();
  const orderId = `TRV-${generateCode(8)}`;
  const lines = products.map((productId) => ({ productId, title: "Bowl", unitPrice: 89_900, quantity: 1 }));
  const more = status === "Delivered" && { more: { deliveredAt: createdAt } };
  await insertOrder(context.db, to.accountId, { orderId, createdAt, status, lines, ...more });
  return orderId;
}
