import { and, isNull, lt, sql } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import { formatDateTime } from "#contract/dates.ts";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { payment, type PaymentRow } from "./tables.ts";

/** The page opens the window by itself right after the order: by now it would have. */
const OPENED_BY_NOW_MS = 10 * MINUTE;

/** Open payments whose window was never opened: no one was asked for the money, and no provider knows of them. */
export const listNeverOpened = ({ db, now }: Pick<Context, "db" | "now">): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payment)
    .where(
      and(
        sql`${payment.status} in ('Pending', 'Failed')`,
        isNull(payment.sessionId),
        isNull(payment.suspendedAt),
        lt(payment.createdAt, new Date(now().getTime() - OPENED_BY_NOW_MS)),
      ),
    )
    .orderBy(payment.createdAt);

export const describeUnopened = ({ amount, expiresAt }: PaymentRow): string =>
  `its customer was never asked for the ${formatRupees(amount)}: the payment window was not opened; it lapses ${formatDateTime(expiresAt)}`;

export const describeUnopenedRemedy = ({ orderId }: PaymentRow): string =>
  `orders show ${orderId}, and write to its customer; if there are several, see in the log whether the window can be opened at all`;
