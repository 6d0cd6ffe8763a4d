import { generateUuid } from "#platform/ids.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";
import { invoice, orderLine, orders } from "../../shop/orders/server/tables.ts";
import type { TestContext } from "./database.ts";
import { ordinary } from "./past-orders.ts";
import { listPapers, numberPapers } from "./order-papers.ts";

/** An order with its papers, as far as the books are about it. */
export interface SoldOrder {
  lines: { unitPrice: number; quantity: number; hsn: string | null; gstRate?: number | null }[];
  state: string;
  /** The tax code of its company; null for a person. */
  taxCode: string | null;
  company?: string;
  rate: number;
  soldOn: Date;
  /** Parts of what was paid that went back, each with its day; their sum is 1 at most. */
  refunds: { part: number; on: Date }[];
  /** Cancelled before it was paid: no paper was ever given. */
  isUnpaid?: boolean;
}

/** Writes orders and their papers as they would be by now, numbers in the order of the days. */
export async function writeSoldOrders(
  { db }: Pick<TestContext, "db">,
  sold: readonly SoldOrder[],
): Promise<void> {
  const accountId = generateUuid();
  const rows = sold.map((each, at) => ({
    each,
    id: generateUuid(),
    orderId: `TRV-${at}`,
    ...toTotals(each),
  }));
  if (rows.length === 0) return;
  await db.insert(orders).values(
    rows.map(({ each, id, orderId, ...totals }) => ({
      ...ordinary,
      ...totals,
      id,
      orderId,
      accountId,
      cgstRate: each.rate,
      sgstRate: each.rate,
      status: each.isUnpaid ? ("Cancelled" as const) : ("Processing" as const),
      paymentStatus: each.isUnpaid ? ("Expired" as const) : ("Completed" as const),
      shippingAddress: { ...ordinary.shippingAddress, state: each.state },
      companyInvoice:
        each.taxCode === null
          ? null
          : { name: each.company ?? "Lake Café LLP", address: "2 MG Road", taxCode: each.taxCode, email: "a@b.example" },
      createdAt: each.soldOn,
      updatedAt: each.soldOn,
    })),
  );
  await db.insert(orderLine).values(
    rows.flatMap(({ each, id }) =>
      each.lines.map((line, at) => ({
        ...line,
        orderId: id,
        line: at + 1,
        productId: `piece-${at}`,
        title: "Bowl",
        imageUrl: null,
      })),
    ),
  );
  const papers = numberPapers(rows.filter(({ each }) => !each.isUnpaid).flatMap(listPapers));
  for (const kind of ["invoice", "credit-note"] as const) {
    const ofKind = papers.filter((paper) => paper.kind === kind);
    if (ofKind.length > 0) await db.insert(invoice).values(ofKind);
  }
}

const toTotals = ({ lines, rate }: SoldOrder) => calculateTotals(lines, { cgst: rate, sgst: rate });
