import { eq, isNotNull } from "drizzle-orm";
import { rupees } from "#contract/money.ts";
import type { Finding } from "#platform/finding.ts";
import type { Context } from "#platform/context.ts";
import { findingRemedy, unseenFindings } from "./findings.ts";
import { neverOpened, unopenedRemedy, unopenedText } from "./never-opened.ts";
import { payment, refund } from "./tables.ts";

/** Money that waits for the owner: refunds that failed, payments that do not add up. */
export async function paymentFindings(context: Context): Promise<Finding[]> {
  const { db } = context;
  const failed = await db.select().from(refund).where(eq(refund.status, "Failed")).orderBy(refund.createdAt);
  const flagged = await db.select().from(payment).where(isNotNull(payment.flag)).orderBy(payment.createdAt);
  const found = await unseenFindings(context);
  const unopened = await neverOpened(context);
  return [
    ...found.map((finding) => ({
      about: finding.orderId,
      what: finding.what,
      remedy: findingRemedy(finding),
    })),
    ...unopened.map((row) => ({ about: row.orderId, what: unopenedText(row), remedy: unopenedRemedy(row) })),
    ...failed.map(({ orderId, amount, failure }) => ({
      about: orderId,
      what: `${rupees(amount)} could not be given back${failure ? `: ${failure}` : ""}`,
      remedy: `payments retry-refund ${orderId}`,
    })),
    ...flagged.map(({ orderId, flag }) => ({
      about: orderId,
      what: flag ?? "",
      remedy: `payments events ${orderId}, then payments seen ${orderId}`,
    })),
  ];
}
