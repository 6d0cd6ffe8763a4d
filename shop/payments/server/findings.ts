import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { formatDateTime } from "#contract/dates.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { paymentNeedsOwner } from "../events.ts";
import { isByHand } from "../payment.ts";
import { AccountRefused, type Dispute, type ProviderRefused, type ProviderState } from "./provider.ts";
import {
  type FindingKind,
  payment,
  paymentFinding,
  type PaymentFindingRow,
  type PaymentRow,
} from "./tables.ts";

/**
 * Records a second payment, which the owner must refund. False if the payment is the first one or is already recorded.
 */
export async function recordSecondCapture(
  context: Context,
  tx: Tx,
  row: PaymentRow,
  { paymentId, amountPaise }: ProviderState,
): Promise<boolean> {
  if (paymentId === undefined || paymentId === row.capturedAs) return false;
  const isDirect = isByHand(row.method);
  if (row.capturedAs === null && !isDirect) {
    await tx.update(payment).set({ capturedAs: paymentId }).where(eq(payment.id, row.id));
    return false;
  }
  return recordFinding(context, tx, row, {
    kind: "second-capture",
    reference: paymentId,
    what: `the customer paid twice: first ${isDirect ? `by ${row.method}` : `with the payment ${row.capturedAs}`}, then ${formatRupeesGrouped(amountPaise)} with ${paymentId}`,
  });
}

/** Records a dispute. The bank takes the money back unless the owner responds in time. */
export async function recordDispute(
  context: Context,
  tx: Tx,
  row: PaymentRow,
  { disputeId, amountPaise, status, respondBy }: Dispute,
): Promise<void> {
  const dispute = `${formatRupeesGrouped(amountPaise)} (${disputeId})`;
  const deadline = respondBy === null ? "in time" : `by ${formatDateTime(new Date(respondBy))}`;
  const what = {
    open: `the customer's bank disputes ${dispute} and takes the money back unless you answer ${deadline}`,
    under_review: `the dispute about ${dispute} is answered. The bank will decide`,
    won: `the dispute about ${dispute} is won. You keep the money`,
    closed: `the dispute about ${dispute} is closed`,
    lost: `the dispute about ${dispute} is lost. The provider takes the money back`,
  }[status];
  const stage = { open: 0, under_review: 1, won: 2, closed: 2, lost: 2 }[status];
  const isSettled = status === "won" || status === "closed";
  await recordFinding(context, tx, row, { kind: "dispute", reference: disputeId, stage, what, isSettled });
}

interface NewFinding extends Pick<PaymentFindingRow, "kind" | "reference" | "what"> {
  stage?: number;
  isSettled?: boolean;
}

/**
 * Records a finding, at most once for each `kind` and `reference`. A report with a higher `stage` replaces it. Returns
 * false if nothing was stored.
 */
export async function recordFinding(
  context: Context,
  tx: Tx,
  { orderId }: Pick<PaymentRow, "orderId">,
  { kind, reference, what, stage = 0, isSettled = false }: NewFinding,
): Promise<boolean> {
  const foundAt = context.now();
  const seenAt = isSettled ? foundAt : null;
  const recorded = await tx
    .insert(paymentFinding)
    .values({ id: generateUuid(foundAt.getTime()), orderId, kind, reference, stage, what, foundAt, seenAt })
    .onConflictDoUpdate({
      target: [paymentFinding.kind, paymentFinding.reference],
      set: { stage, what, foundAt, seenAt },
      setWhere: lt(paymentFinding.stage, sql`excluded.stage`),
    })
    .returning({ id: paymentFinding.id });
  if (recorded.length === 0) return false;
  context.log.error({ orderId, finding: what }, "a payment needs the owner's attention");
  // The owner need not act on a late payment, because the shop restores the order or refunds the money.
  if (!isSettled && kind !== "late-money")
    await context.outbox.publish(tx, paymentNeedsOwner, {
      orderId,
      kind: kind === "dispute" ? "dispute" : "trouble",
      what,
      remedy: describeRemedy({ kind, reference }),
    });
  return true;
}

export const recordProviderRefusal = (context: Context, row: PaymentRow, cause: ProviderRefused) =>
  cause instanceof AccountRefused
    ? recordAccountRefusal(context, row, cause)
    : context.transact((tx) =>
        recordFinding(context, tx, row, {
          kind: "payment-refused",
          reference: row.id,
          what: `the customer cannot pay ${formatRupeesGrouped(row.amount)} online: ${cause.message}`,
        }),
      );

/** Records that the provider refuses the shop's account. Keeps one open finding, because it affects all payments. */
export const recordAccountRefusal = (
  context: Context,
  row: Pick<PaymentRow, "orderId">,
  { message }: AccountRefused,
): Promise<void> =>
  context.transact(async (tx) => {
    const [open] = await tx
      .select({ id: paymentFinding.id })
      .from(paymentFinding)
      .where(isOpenAccountRefusal)
      .limit(1);
    if (open) return;
    await recordFinding(context, tx, row, {
      kind: "account-refused",
      reference: context.now().toISOString(),
      what: `customers cannot pay online: ${message}`,
    });
  });

const isOpenAccountRefusal = and(eq(paymentFinding.kind, "account-refused"), isNull(paymentFinding.seenAt));

/** Marks the refusal of the shop's account as seen. Call this when the provider has created a session again. */
export async function settleAccountRefusal({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  await db.update(paymentFinding).set({ seenAt: now() }).where(isOpenAccountRefusal);
}

export async function settleFindings(
  { now }: Context,
  tx: Tx,
  orderId: string,
  kinds: readonly FindingKind[],
  reference?: string,
): Promise<void> {
  await tx
    .update(paymentFinding)
    .set({ seenAt: sql`coalesce(${paymentFinding.seenAt}, ${now().toISOString()}::timestamptz)` })
    .where(
      and(
        eq(paymentFinding.orderId, orderId),
        inArray(paymentFinding.kind, kinds),
        reference === undefined ? undefined : eq(paymentFinding.reference, reference),
      ),
    );
}

export async function hasFindingAbout(tx: Tx, orderId: string, reference: string): Promise<boolean> {
  const about = and(
    eq(paymentFinding.orderId, orderId),
    inArray(paymentFinding.kind, UNRELATED_PAYMENT_KINDS),
    eq(paymentFinding.reference, reference),
  );
  return (await tx.$count(paymentFinding, about)) > 0;
}

export const UNRELATED_PAYMENT_KINDS: readonly FindingKind[] = ["second-capture", "mismatch"];

export const listFindings = (db: Db, orderId?: string): Promise<PaymentFindingRow[]> =>
  db
    .select()
    .from(paymentFinding)
    .where(
      and(
        isNull(paymentFinding.seenAt),
        orderId === undefined ? undefined : eq(paymentFinding.orderId, orderId),
      ),
    )
    .orderBy(paymentFinding.foundAt, paymentFinding.id);

export async function checkUnseen({ db }: Pick<Context, "db">): Promise<Finding[]> {
  const rows = await listFindings(db);
  return rows.map((row) => ({
    about: row.orderId,
    what: row.what,
    remedy: describeRemedy(row),
    ...(row.kind !== "account-refused" && {
      screen: deskLinks.form("payments", { orderId: row.orderId, seen: "on" }),
    }),
  }));
}

export const markFindingsSeen = ({ db, now }: Context, orderId: string): Promise<PaymentFindingRow[]> =>
  db
    .update(paymentFinding)
    .set({ seenAt: now() })
    .where(and(eq(paymentFinding.orderId, orderId), isNull(paymentFinding.seenAt)))
    .returning();

export const REFUSED_ACCOUNT_REMEDY =
  "Compare RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET with Razorpay's dashboard, and see there whether the account is active. Restart the shop after a change";

function describeRemedy({ kind, reference }: Pick<PaymentFindingRow, "kind" | "reference">): string {
  if (kind === "second-capture")
    return `Refund ${reference} in the provider's dashboard, and this entry disappears. If you refund it in another way, mark the entry as seen`;
  if (kind === "dispute")
    return `Answer ${reference} in the provider's dashboard, with the invoice and the tracking number of the order as proof of the sale. Then mark the entry as seen`;
  if (kind === "account-refused")
    return `${REFUSED_ACCOUNT_REMEDY}. This entry disappears with the next payment`;
  if (kind === "payment-refused")
    return "Contact the customer and agree on another way to pay. Record the payment when you have it, then mark the entry as seen";
  return kind === "dashboard-refund"
    ? "If you do not want to send the order, cancel it. Otherwise mark the entry as seen"
    : "Look at the payment, then mark the entry as seen";
}

export const describeDifference = (
  actual: { amountPaise: number; currency: string },
  expected: { amount: number; currency: string },
): string =>
  `${formatMoney(actual.amountPaise, actual.currency)} instead of ${formatMoney(expected.amount, expected.currency)}`;

const formatMoney = (paise: number, currency: string): string =>
  currency === "INR" ? formatRupeesGrouped(paise) : `${(paise / 100).toFixed(2)} ${currency}`;
