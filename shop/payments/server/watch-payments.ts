import { and, eq, gt, inArray, isNotNull, lte, or, asc, isNull, type SQL, sql } from "drizzle-orm";
import { DAY, MINUTE, SECOND } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { queryProvider, closePayment } from "./update-payment.ts";
import { recordAccountRefusal } from "./findings.ts";
import { AccountRefused, ProviderUnavailable } from "./provider.ts";
import { listLateProviders } from "./providers.ts";
import { sendRefund } from "./refunds.ts";
import { payment, type PaymentRow, refund } from "./tables.ts";

export const WATCH_EVERY_MS = 5 * SECOND;
/** A payment or refund is queried again after this time in ms, even if the process that queried it has crashed. */
const ASK_AGAIN_AFTER_MS = 25 * SECOND;

/** Queries open payments in case a webhook was lost, and closes expired payments. */
export async function watchPayments(context: Context): Promise<Round> {
  const rows = await claimPayments(
    context,
    ASK_AGAIN_AFTER_MS,
    and(
      inArray(payment.status, ["Pending", "Failed"]),
      isNull(payment.agreedAt),
      or(isNotNull(payment.sessionId), lte(payment.expiresAt, context.now())),
    ),
  );
  return queryAll(context, rows, async (row) => {
    if (row.expiresAt > context.now()) await queryProvider(context, row);
    else if ((await closePayment(context, row.orderId)) === "unavailable")
      throw new ProviderUnavailable("The payment could not be closed.");
  });
}

interface Round {
  /** The number of queried payments or refunds, except payments whose window never opened. */
  checked: number;
  unanswered: string[];
  reasons: string[];
}

async function queryAll<Row extends { orderId: string; sessionId?: string | null }>(
  context: Context,
  rows: readonly Row[],
  query: (row: Row) => Promise<unknown>,
): Promise<Round> {
  const round: Round = { checked: 0, unanswered: [], reasons: [] };
  for (const row of rows) {
    const { orderId, sessionId } = row;
    if (sessionId !== null) round.checked += 1;
    try {
      await query(row);
    } catch (cause) {
      if (!(cause instanceof ProviderUnavailable)) throw cause;
      round.unanswered.push(orderId);
      round.reasons.push(cause.message);
      context.log.warn({ err: cause, orderId }, "the provider did not respond; the shop tries again later");
      if (cause instanceof AccountRefused) await recordAccountRefusal(context, row, cause);
    }
  }
  return round;
}

/** The time in ms in which a late payment may arrive. Razorpay queries a bank for up to five days. */
const LATE_MONEY_MS = 6 * DAY;
const LATE_AGAIN_AFTER_MS = 30 * MINUTE;

/** Queries expired payments of providers that cannot close a session, because the money may still arrive. */
export async function watchLateMoney(context: Context): Promise<Round> {
  const start = new Date(context.now().getTime() - LATE_MONEY_MS);
  const providers = listLateProviders(context);
  const rows = await claimPayments(
    context,
    LATE_AGAIN_AFTER_MS,
    and(eq(payment.status, "Expired"), gt(payment.expiresAt, start), inArray(payment.provider, providers)),
  );
  return queryAll(context, rows, (row) => queryProvider(context, row));
}

const AT_ONCE = 50;

/**
 * Returns the SQL condition for the rows to query at the provider now. It selects those that were not queried for
 * the longest time and that no other process has locked.
 */
function whereDue(
  { db, now }: Context,
  table: typeof payment | typeof refund,
  againAfterMs: number,
  condition: SQL | undefined,
): SQL {
  const checkedBefore = new Date(now().getTime() - againAfterMs);
  const due = db
    .select({ id: table.id })
    .from(table)
    .where(and(condition, or(isNull(table.lastCheckedAt), lte(table.lastCheckedAt, checkedBefore))))
    .orderBy(sql`${table.lastCheckedAt} nulls first`, asc(table.id))
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  return sql`${table.id} = any(array(${due}))`;
}

/** Saves the time of the query, so that no other process queries the same payments. */
const claimPayments = (context: Context, againAfterMs: number, condition?: SQL): Promise<PaymentRow[]> =>
  context.db
    .update(payment)
    .set({ lastCheckedAt: context.now() })
    .where(whereDue(context, payment, againAfterMs, condition))
    .returning();

export async function watchRefunds(context: Context): Promise<Round> {
  const rows = await context.db
    .update(refund)
    .set({ lastCheckedAt: context.now() })
    .where(whereDue(context, refund, ASK_AGAIN_AFTER_MS, eq(refund.status, "Pending")))
    .returning({ id: refund.id, orderId: refund.orderId });
  return queryAll(context, rows, ({ id }) => sendRefund(context, id));
}
