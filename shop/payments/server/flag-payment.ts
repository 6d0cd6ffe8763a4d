import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { paymentNeedsOwner } from "../events.ts";
import { payment, type PaymentRow } from "./tables.ts";

/** Leaves a locked payment to its owner, who is notified: the shop acts on nothing that does not add up. */
export async function flagPayment(
  context: Context,
  tx: Tx,
  { id, orderId }: PaymentRow,
  flag: string,
): Promise<void> {
  await tx.update(payment).set({ flag, updatedAt: context.now() }).where(eq(payment.id, id));
  context.log.error({ orderId, flag }, "payment flagged");
  await context.outbox.publish(tx, paymentNeedsOwner, {
    orderId,
    kind: "trouble",
    what: flag,
    remedy: describeFlagRemedy(orderId),
  });
}

/** What to do about a payment that is flagged. */
export const describeFlagRemedy = (orderId: string): string =>
  `payments events ${orderId}, then payments seen ${orderId}`;
