import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { payment } from "./tables.ts";

/** Opens no payment window of this order any more: its customer asks to cancel it. Money that comes all the same counts. */
export const suspendPayment = ({ now }: Context, tx: Tx, orderId: string): Promise<void> =>
  setSuspended(tx, orderId, now());

/** The request was declined: the order can be paid again, as long as its time is not over. */
export const resumePayment = (tx: Tx, orderId: string): Promise<void> => setSuspended(tx, orderId, null);

async function setSuspended(tx: Tx, orderId: string, suspendedAt: Date | null): Promise<void> {
  await tx.update(payment).set({ suspendedAt }).where(eq(payment.orderId, orderId));
}
