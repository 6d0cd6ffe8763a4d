import { generateUuid } from "#platform/ids.ts";
import type { CompanyPlace } from "#shop/pricing/gstin.ts";
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
  /** Where the owner has companies supplied; without it where their goods go. */
  companyPlace?: CompanyPlace;
  rate: number;
  /** In rupees; without it shipping was free. */
  shippingFee?: number;
  soldOn: Date;
  /**
   * Parts of what was paid that went back, each with its day; their sum is 1 at most. With `line` it is that part of
   * the pieces of a line, for what they are worth.
   */
  refunds: { part: number; on: Date; line?: number }[];
  /** Cancelled before it was paid: no paper was ever given. */
  isUnpaid?: boolean;
}

/** Orders and their papers as they would be by now, numbers in the order of the days. */
export function buildSoldOrders(sold: readonly SoldOrder[]) {
  const accountId = generateUuid();
  const built = sold.map((each, at) => ({ each, id: generateUuid(), orderId: `TRV-${at}` })).map(buildOrder);
  return {
    orders: built.map(({ order }) => ({ ...order, accountId })),
    lines: built.flatMap(({ lines }) => lines),
    papers: numberPapers(
      built
        .filter(({ each }) => !each.isUnpaid)
        .flatMap(({ each, order, lines }) => listPapers(each, order, lines)),
    ),
  };
}

function buildOrder({ each, id, orderId }: { each: SoldOrder; id: string; orderId: string }) {
  const { company = "Lake Café LLP", taxCode, rate, shippingFee = 0, isUnpaid } = each;
  const lines = each.lines.map((line, at) => ({
    gstRate: null,
    ...line,
    orderId: id,
    line: at + 1,
    productId: `piece-${at}`,
    title: "Bowl",
    imageUrl: null,
  }));
  const order = {
    ...ordinary,
    ...calculateTotals(lines, { cgst: rate, sgst: rate, shipping: { fee: shippingFee } }),
    id,
    orderId,
    cgstRate: rate,
    sgstRate: rate,
    status: isUnpaid ? ("Cancelled" as const) : ("Processing" as const),
    paymentStatus: isUnpaid ? ("Expired" as const) : ("Completed" as const),
    shippingAddress: { ...ordinary.shippingAddress, state: each.state },
    companyInvoice:
      taxCode === null ? null : { name: company, address: "2 MG Road", taxCode, email: "a@b.example" },
    createdAt: each.soldOn,
    updatedAt: each.soldOn,
  };
  return { each, order, lines };
}

/** Writes such orders into the database. */
export async function writeSoldOrders(
  { db }: Pick<TestContext, "db">,
  sold: readonly SoldOrder[],
): Promise<void> {
  if (sold.length === 0) return;
  const built = buildSoldOrders(sold);
  await db.insert(orders).values(built.orders);
  await db.insert(orderLine).values(built.lines);
  for (const kind of ["invoice", "credit-note"] as const) {
    const ofKind = built.papers.filter((paper) => paper.kind === kind);
    if (ofKind.length > 0) await db.insert(invoice).values(ofKind);
  }
}
