import { and, asc, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { formatDate } from "#contract/dates.ts";
import { formatRupeesGrouped, type Paise } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { DAY } from "#contract/time.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { isOpen } from "../payment.ts";
import { changePayment } from "./payments.ts";
import { payment, type PaymentRow } from "./tables.ts";

/* Payments in cash, which the courier collects without a payment provider. `orderId` is the number customers see. */

const CASH = "cash";

/** Records cash on delivery, so the payment does not expire. Returns false if the payment is no longer open. */
export async function agreeToCash(context: Context, tx: Tx, orderId: string): Promise<boolean> {
  const row = await lockCash(tx, orderId);
  if (!isOpen(row.status)) return false;
  await changePayment(context, tx, row, { agreedAt: row.agreedAt ?? context.now() });
  return true;
}

/** Records that the courier collected the cash. @throws Error if the order has no open cash payment */
export async function collectCash(context: Context, tx: Tx, orderId: string): Promise<void> {
  const row = await lockCash(tx, orderId);
  if (!isOpen(row.status))
    throw new Error(`There is no cash to collect for ${orderId}, because its payment is ${row.status}.`);
  const now = context.now();
  await changePayment(context, tx, row, {
    status: "Completed",
    method: CASH,
    provider: CASH,
    capturedAt: now,
  });
}

export async function cancelCash(context: Context, tx: Tx, orderId: string): Promise<void> {
  const row = await lockCash(tx, orderId);
  if (isOpen(row.status)) await changePayment(context, tx, row, { status: "Expired" });
}

/** Records that the courier handed over the cash, or replaces that record. @throws Error if no cash was collected */
export async function settleCash(
  context: Context,
  tx: Tx,
  orderId: string,
  { amountPaise, reference }: { amountPaise: Paise; reference: string },
): Promise<void> {
  const row = await lockCash(tx, orderId);
  if (row.capturedAt === null)
    throw new Error(`The courier has collected no cash for ${orderId}, so there is no payment to record.`);
  await changePayment(context, tx, row, {
    settledAt: context.now(),
    settledAmount: amountPaise,
    settledAs: reference,
  });
}

/** After this time, `checkUnsettled` reports cash that the courier keeps. Couriers usually pay within two weeks. */
const SETTLEMENT_TIME_MS = 14 * DAY;

/** Lists the collected cash that the courier has not handed over yet, oldest first. */
export const listUnsettled = ({ db }: Pick<Context, "db">, before?: Date) =>
  db
    .select({ orderId: payment.orderId, amount: payment.amount, capturedAt: payment.capturedAt })
    .from(payment)
    .where(
      and(
        eq(payment.inCash, true),
        isNull(payment.settledAt),
        before ? lt(payment.capturedAt, before) : isNotNull(payment.capturedAt),
      ),
    )
    .orderBy(asc(payment.capturedAt), asc(payment.orderId));

export async function checkUnsettled({ db, now }: Pick<Context, "db" | "now">): Promise<Finding[]> {
  const rows = await listUnsettled({ db }, new Date(now().getTime() - SETTLEMENT_TIME_MS));
  const [oldest] = rows;
  if (!oldest?.capturedAt) return [];
  const sum = rows.reduce((previous, { amount }) => previous + amount, 0);
  return [
    {
      about: oldest.orderId,
      what: `the courier collected ${formatRupeesGrouped(oldest.amount)} on ${formatDate(oldest.capturedAt)} and has not paid it to you${rows.length > 1 ? `. With ${formatCount(rows.length - 1, "later order")} it owes you ${formatRupeesGrouped(sum)}` : ""}`,
      remedy:
        "If the courier has paid you, record the payment with its reference, or import the courier's list of payments. Otherwise ask the courier",
    },
  ];
}

async function lockCash(tx: Tx, orderId: string): Promise<PaymentRow> {
  const [row] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.orderId, orderId), eq(payment.inCash, true)))
    .for("update");
  if (!row) throw new Error(`${orderId} is not a cash-on-delivery order.`);
  return row;
}
