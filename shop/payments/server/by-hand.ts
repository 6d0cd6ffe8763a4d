import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { parseRequiredText } from "#platform/operator/command-values.ts";
import { byHandMethods, type HandPayment, type HandPaymentMethod, wasPaid, isOpen } from "../payment.ts";
import { settleFindings } from "./findings.ts";
import { queryProvider } from "./update-payment.ts";
import { changePayment, findPayment } from "./payments.ts";
import { ProviderUnavailable } from "./provider.ts";
import { getProviderOfPayment, hasSession } from "./providers.ts";
import { toComparable } from "./refunds.ts";
import { payment } from "./tables.ts";

/* Payments made directly to the shop, without its provider. `orderId` is the order number that customers see. */

const MAX_REFERENCE_LENGTH = 100;

/** Parses how the customer paid. A reference is required unless the customer paid in cash. @throws UsageError */
export const parsePaidByHand = (by: HandPaymentMethod, reference: string | undefined): HandPayment => ({
  by,
  reference:
    by === "cash" && reference === undefined
      ? ""
      : parseRequiredText("reference", reference, MAX_REFERENCE_LENGTH),
});

/**
 * Queries the provider about an open payment. Does nothing for other payments. Call it outside a transaction.
 * @throws CommandRefused if the customer has just paid online, or may be doing so now
 */
export async function refuseIfPaidOnline(context: Context, orderId: string): Promise<void> {
  const row = await findPayment(context.db, orderId);
  // A dry run must not call the provider. A payment without a session is unknown to the provider.
  if (!row || !hasSession(context, row) || !isOpen(row.status) || context.isRehearsal) return;
  try {
    const providerResult = await queryProvider(context, row);
    if (providerResult === "processing")
      throw new CommandRefused(
        `The customer is paying for ${orderId} online right now. Try again in a few minutes.`,
      );
    if (wasPaid((await findPayment(context.db, orderId))?.status ?? row.status))
      throw new CommandRefused(`${orderId} has just been paid online. Check the order.`);
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    throw new CommandRefused(
      `The payment provider is not responding, so the customer may be paying for ${orderId} online right now. Try again in a few minutes.`,
    );
  }
}

/** Records a payment made directly to the shop. @throws CommandRefused if the order can no longer be paid */
export async function payByHand(
  context: Context,
  tx: Tx,
  orderId: string,
  { by, reference }: HandPayment,
): Promise<void> {
  const [row] = await tx.select().from(payment).where(eq(payment.orderId, orderId)).for("update");
  if (!row || !isOpen(row.status))
    throw new CommandRefused(`${orderId} can no longer be paid. Check the order.`);
  await changePayment(context, tx, row, {
    status: "Completed",
    method: byHandMethods[by],
    provider: row.provider ?? BY_HAND,
    capturedAt: context.now(),
    capturedAs: reference || null,
    failure: null,
  });
  await settleFindings(context, tx, orderId, ["payment-refused"]);
}

/**
 * Returns a warning if another order was paid by UPI or bank transfer with the same reference, else null. Ignores case,
 * spaces and punctuation. Always null for cash.
 */
export async function describeSameReference(
  db: Db | Tx,
  { by, reference }: HandPayment,
  exceptOrderId: string,
): Promise<string | null> {
  const comparable = toComparable(reference);
  if (by === "cash" || comparable === "") return null;
  const [other] = await db
    .select({ orderId: payment.orderId })
    .from(payment)
    .where(
      and(
        inArray(payment.method, [byHandMethods.upi, byHandMethods.bank]),
        sql`lower(regexp_replace(${payment.capturedAs}, '[^[:alnum:]]', '', 'g')) = ${comparable}`,
        ne(payment.orderId, exceptOrderId),
      ),
    )
    .limit(1);
  return other
    ? `This reference is already used for ${other.orderId}. Check that both orders were paid.`
    : null;
}

/** The `provider` of a payment made directly to the shop, if the payment window was never opened. */
const BY_HAND = "by hand";

/**
 * Closes the payment session at the provider, if there is one. If the provider is unavailable, only logs that. If a
 * payment still arrives, the owner is notified of a second payment.
 */
export async function closeWindow(context: Context, orderId: string): Promise<void> {
  const row = await findPayment(context.db, orderId);
  if (!row || !hasSession(context, row)) return;
  try {
    const { sessionId, amount: amountPaise, currency } = row;
    await getProviderOfPayment(context, row).closeSession({ sessionId, amountPaise, currency });
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    context.log.warn(
      { err: cause, orderId },
      "the payment window of an order that was paid directly could not be closed",
    );
  }
}
