import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { byHandMethods, type ByHandWay, hasMoney, isOpen } from "../payment.ts";
import { settleFindings } from "./findings.ts";
import { queryProvider } from "./payment-events.ts";
import { findPayment } from "./payments.ts";
import { ProviderUnavailable } from "./provider.ts";
import { getHoldingProvider } from "./providers.ts";
import { payment } from "./tables.ts";

/* Money that a customer paid to the shop without its provider. `orderId` is the readable one. */

/**
 * Queries the provider of an open window first, to prevent a double payment. Runs outside a transaction. @throws
 * CommandRefused
 */
export async function refuseIfPaidOnline(context: Context, orderId: string): Promise<void> {
  const row = await findPayment(context.db, orderId);
  // A dry run does not call the provider.
  if (!row || row.sessionId === null || !isOpen(row.status) || context.isRehearsal) return;
  try {
    const providerResult = await queryProvider(context, row);
    if (providerResult === "processing")
      throw new CommandRefused(
        `The customer is paying for ${orderId} online right now. Try again in a few minutes.`,
      );
    if (hasMoney((await findPayment(context.db, orderId))?.status ?? row.status))
      throw new CommandRefused(`${orderId} has just been paid online. Check the order.`);
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    throw new CommandRefused(
      `The payment provider does not answer, so the customer may be paying for ${orderId} online right now. Try again in a few minutes.`,
    );
  }
}

/**
 * Records that the order was paid by hand; no payment window opens any more. @throws CommandRefused if the order cannot
 * be paid any more
 */
export async function payByHand(
  context: Context,
  tx: Tx,
  orderId: string,
  { by, reference }: { by: ByHandWay; reference: string },
): Promise<void> {
  const [row] = await tx.select().from(payment).where(eq(payment.orderId, orderId)).for("update");
  if (!row || !isOpen(row.status))
    throw new CommandRefused(`${orderId} can no longer be paid. Check the order.`);
  const now = context.now();
  await tx
    .update(payment)
    .set({
      status: "Completed",
      statusBefore: row.status,
      method: byHandMethods[by],
      provider: row.provider ?? BY_HAND,
      capturedAt: now,
      capturedAs: reference || null,
      failure: null,
      updatedAt: now,
    })
    .where(eq(payment.id, row.id));
  await settleFindings(context, tx, orderId, ["payment-refused"]);
}

/** The provider's name of payments made directly to the shop. */
const BY_HAND = "by hand";

/** Closes the window that may still be open. A second payment in it would be reported as a finding. */
export async function closeWindow(context: Context, orderId: string): Promise<void> {
  const row = await findPayment(context.db, orderId);
  if (!row || row.sessionId === null) return;
  try {
    const { sessionId, amount: amountPaise, currency } = row;
    await getHoldingProvider(context, row).closeSession({ sessionId, amountPaise, currency });
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    context.log.warn(
      { err: cause, orderId },
      "the payment window of an order that was paid directly could not be closed",
    );
  }
}
