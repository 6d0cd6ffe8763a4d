import { and, gte, lt } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { invoice } from "#shop/orders/server/index.ts";

/** What was sold and what went back in a time. Amounts are paise. */
export interface Sales {
  orders: number;
  soldPaise: number;
  wentBackPaise: number;
}

/** By the papers of that time, as the month's report has them. */
export async function sumSales(db: Db, from: Date, to: Date): Promise<Sales> {
  const papers = await db
    .select({ kind: invoice.kind, amount: invoice.amount })
    .from(invoice)
    .where(and(gte(invoice.issuedAt, from), lt(invoice.issuedAt, to)));
  const sum = (kind: string) =>
    papers.filter((paper) => paper.kind === kind).reduce((total, { amount }) => total + amount, 0);
  return {
    orders: papers.filter(({ kind }) => kind === "invoice").length,
    soldPaise: sum("invoice"),
    wentBackPaise: sum("credit-note"),
  };
}
