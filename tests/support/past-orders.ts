import { generateUuid } from "#platform/ids.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";
import { orderLine, orders } from "../../shop/orders/server/tables.ts";
import type { Customer } from "./customer.ts";
import type { TestContext } from "./database.ts";
import { shippingAddress } from "./samples.ts";
import type { Shop } from "./shop.ts";

/** The properties of a past order that a journey needs. The others have defaults. */
export interface PastOrder {
  orderId: string;
  createdAt: Date;
  status?: "Pending" | "Processing" | "Delivered" | "Cancelled";
  paymentStatus?: "Pending" | "Completed" | "Expired";
  lines?: { title: string; unitPrice: number; quantity: number; productId?: string }[];
  more?: Partial<typeof orders.$inferInsert>;
}

/** Inserts past orders of a customer into the database. */
export const writeHistory = (shop: Shop, accountId: string, history: readonly PastOrder[]): Promise<void> =>
  shop.withDatabase(async (db) => {
    for (const past of history) {
      const { lines = [{ title: "Roz Acacia Everyday Bowl", unitPrice: 89_900, quantity: 1 }] } = past;
      const id = generateUuid(past.createdAt.getTime());
      await db.insert(orders).values({
        ...ordinary,
        id,
        accountId,
        ...buildOrderHead(past),
        ...calculateTotals(lines),
        ...past.more,
      });
      await db.insert(orderLine).values(
        lines.map((line, index) => ({
          productId: `piece-${index}`,
          ...line,
          orderId: id,
          line: index + 1,
          imageUrl: null,
        })),
      );
    }
  });

const buildOrderHead = ({
  orderId,
  createdAt,
  status = "Processing",
  paymentStatus = "Completed",
}: PastOrder) => ({
  orderId,
  createdAt,
  updatedAt: createdAt,
  status,
  paymentStatus,
});

export const ordinary = {
  paymentMethod: "card",
  cgstRate: 9,
  sgstRate: 9,
  shippingAddress,
  contact: { firstName: "Meera", lastName: "Shah", email: "meera@example.com" },
};

/** Inserts an order that was just delivered, of one bowl or of the given products. Returns its number. */
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
