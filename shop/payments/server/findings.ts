import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { formatDateTime } from "#contract/dates.ts";
import { formatRupees } from "#contract/money.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { paymentNeedsOwner } from "../events.ts";
import type { Dispute, ProviderState } from "./provider.ts";
import { payment, paymentFinding, type PaymentFindingRow, type PaymentRow } from "./tables.ts";

/** Money that came though the order was paid already: the shop keeps none of it, and only its owner can send it back. */
export async function noteSecondCapture(
  context: Context,
  tx: Tx,
  row: PaymentRow,
  { paymentId, amountPaise }: ProviderState,
): Promise<boolean> {
  if (paymentId === undefined || paymentId === row.capturedAs) return false;
  if (row.capturedAs === null) {
    await tx.update(payment).set({ capturedAs: paymentId }).where(eq(payment.id, row.id));
    return false;
  }
  const what = `it was paid a second time: ${formatRupees(amountPaise)} as ${paymentId}, after ${row.capturedAs}`;
  return note(context, tx, {
    orderId: row.orderId,
    kind: "second-capture",
    reference: paymentId,
    stage: 0,
    what,
  });
}

/** A bank takes back what its customer paid, unless the owner answers in time. */
export async function noteDispute(
  context: Context,
  tx: Tx,
  { orderId }: PaymentRow,
  { disputeId, amountPaise, status, respondBy }: Dispute,
): Promise<boolean> {
  const about = `${formatRupees(amountPaise)} (${disputeId})`;
  const until = respondBy === null ? "in time" : `until ${formatDateTime(new Date(respondBy))}`;
  const what = {
    open: `the customer's bank disputes ${about}: it takes the money back unless you answer ${until}`,
    under_review: `the dispute about ${about} is answered; the bank decides`,
    won: `the dispute about ${about} is won: the money stays`,
    closed: `the dispute about ${about} is closed`,
    lost: `the dispute about ${about} is lost: the provider takes the money back`,
  }[status];
  const stage = { open: 0, under_review: 1, won: 2, closed: 2, lost: 2 }[status];
  const isOver = status === "won" || status === "closed";
  return note(context, tx, { orderId, kind: "dispute", reference: disputeId, stage, what }, isOver);
}

type NewFinding = Pick<PaymentFindingRow, "orderId" | "kind" | "reference" | "stage" | "what">;

/** Once for each thing it is about, and again when that has gone on. Returns whether it is news. */
async function note(context: Context, tx: Tx, finding: NewFinding, isSettled = false): Promise<boolean> {
  const foundAt = context.now();
  const { stage, what } = finding;
  const seenAt = isSettled ? foundAt : null;
  const noted = await tx
    .insert(paymentFinding)
    .values({ ...finding, id: generateUuid(foundAt.getTime()), foundAt, seenAt })
    .onConflictDoUpdate({
      target: [paymentFinding.kind, paymentFinding.reference],
      set: { stage, what, foundAt, seenAt },
      setWhere: lt(paymentFinding.stage, sql`excluded.stage`),
    })
    .returning({ id: paymentFinding.id });
  if (noted.length === 0) return false;
  context.log.error({ orderId: finding.orderId, finding: what }, "payment needs its owner");
  if (!isSettled)
    await context.outbox.publish(tx, paymentNeedsOwner, {
      orderId: finding.orderId,
      kind: finding.kind === "dispute" ? "dispute" : "trouble",
      what,
      remedy: describeRemedy(finding),
    });
  return true;
}

/** Findings that the owner has not seen to, the oldest first. */
export async function checkUnseen({ db }: Pick<Context, "db">): Promise<Finding[]> {
  const rows = await db
    .select()
    .from(paymentFinding)
    .where(isNull(paymentFinding.seenAt))
    .orderBy(paymentFinding.foundAt, paymentFinding.id);
  return rows.map((row) => ({ about: row.orderId, what: row.what, remedy: describeRemedy(row) }));
}

/** The owner has seen to all findings about an order; returns how many those were. */
export async function markFindingsSeen({ db, now }: Context, orderId: string): Promise<number> {
  const seen = await db
    .update(paymentFinding)
    .set({ seenAt: now() })
    .where(and(eq(paymentFinding.orderId, orderId), isNull(paymentFinding.seenAt)))
    .returning({ id: paymentFinding.id });
  return seen.length;
}

/** Remedy of a finding; `payments seen` then takes it off the list. */
const describeRemedy = ({
  kind,
  orderId,
  reference,
}: Pick<PaymentFindingRow, "kind" | "orderId" | "reference">): string =>
  kind === "second-capture"
    ? `give ${reference} back in the provider's dashboard, then payments seen ${orderId}`
    : `answer ${reference} in the provider's dashboard (orders show ${orderId} has what proves the sale), then payments seen ${orderId}`;
