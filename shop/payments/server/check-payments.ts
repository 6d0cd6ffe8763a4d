import { isNotNull, sql } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import { describeRemedy, listUnseenFindings } from "./findings.ts";
import { listNeverOpened, describeUnopenedRemedy, describeUnopened } from "./never-opened.ts";
import { describeFlagRemedy } from "./payments.ts";
import { payment, refund } from "./tables.ts";

/** Money that waits for the owner: refunds that failed, payments that do not add up. */
export async function checkPayments(context: Context): Promise<Finding[]> {
  const { db } = context;
  const failed = await db
    .select()
    .from(refund)
    .where(sql`${refund.status} = 'Failed'`)
    .orderBy(refund.createdAt);
  const flagged = await db.select().from(payment).where(isNotNull(payment.flag)).orderBy(payment.createdAt);
  const found = await listUnseenFindings(context);
  const unopened = await listNeverOpened(context);
  return [
    ...found.map((finding) => ({
      about: finding.orderId,
      what: finding.what,
      remedy: describeRemedy(finding),
    })),
    ...unopened.map((row) => ({
      about: row.orderId,
      what: describeUnopened(row),
      remedy: describeUnopenedRemedy(row),
    })),
    ...failed.map(({ orderId, amount, failure }) => ({
      about: orderId,
      what: `${formatRupees(amount)} could not be given back${failure ? `: ${failure}` : ""}`,
      remedy: `payments retry-refund ${orderId}`,
    })),
    ...flagged.map(({ orderId, flag }) => ({
      about: orderId,
      what: flag ?? "",
      remedy: describeFlagRemedy(orderId),
    })),
  ];
}
