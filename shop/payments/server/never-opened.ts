import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { formatDateTime } from "#contract/dates.ts";
import { formatRupees } from "#contract/money.ts";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { payment, type PaymentRow } from "./tables.ts";

/** The page opens the window by itself right after the order: by now it would have. */
const OPENED_BY_NOW_MS = 10 * MINUTE;

/**
 * Open payments whose window was never opened, so that no provider knows of them. Who was mailed a link has half of the time
 * to open it before the owner hears of it.
 */
export const listNeverOpened = ({ db, now }: Pick<Context, "db" | "now">): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payment)
    .where(
      and(
        sql`${payment.status} in ('Pending', 'Failed')`,
        isNull(payment.sessionId),
        isNull(payment.suspendedAt),
        or(
          and(
            eq(payment.linkMailed, false),
            lt(payment.createdAt, new Date(now().getTime() - OPENED_BY_NOW_MS)),
          ),
          and(
            eq(payment.linkMailed, true),
            sql`${payment.createdAt} + (${payment.expiresAt} - ${payment.createdAt}) / 2 < ${now()}`,
          ),
        ),
      ),
    )
    .orderBy(payment.createdAt);

export const describeUnopened = ({ amount, expiresAt, linkMailed }: PaymentRow): string =>
  linkMailed
    ? `its customer has not opened the mailed link to pay ${formatRupees(amount)}; it expires ${formatDateTime(expiresAt)}`
    : `its customer was never asked for the ${formatRupees(amount)}: the payment window was not opened; it expires ${formatDateTime(expiresAt)}`;

export const describeUnopenedRemedy = ({ orderId, linkMailed }: PaymentRow): string =>
  linkMailed
    ? `orders show ${orderId} has the link; send it again, or call the customer`
    : `orders show ${orderId}, and write to its customer; if there are several, see in the log whether the window can be opened at all`;
