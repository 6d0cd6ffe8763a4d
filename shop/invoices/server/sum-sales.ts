import { and, gte, lt, not } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { selectIssued } from "#shop/documents/server/index.ts";

/** Returns the sales and refunds of a period. The amounts equal those of the monthly report for the same days. */
export async function sumSales(db: Db, from: Date, to: Date) {
  const issued = selectIssued(db);
  // Excludes an invoice that replaces a cancelled one, because the cancelled one already counts as the sale.
  const papers = await db
    .select({ kind: issued.kind, amount: issued.amount })
    .from(issued)
    .where(and(gte(issued.issuedAt, from), lt(issued.issuedAt, to), not(issued.isReplacement)));
  const sum = (kind: string) =>
    papers.filter((paper) => paper.kind === kind).reduce((total, { amount }) => total + amount, 0);
  return {
    orders: papers.filter(({ kind }) => kind === "invoice").length,
    soldPaise: sum("invoice"),
    refundedPaise: sum("credit-note"),
  };
}
