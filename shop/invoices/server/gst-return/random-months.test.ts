import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { toIsoDay } from "#contract/dates.ts";
import type { InvoiceRow, OrderLineRow, OrderRow } from "#shop/orders/server/index.ts";
import { gstr1Schema } from "../../../../tests/support/gstr1-schema.ts";
import { pickSize } from "../../../../tests/support/long-form.ts";
import {
  flattenRecomputed,
  flattenReturn,
  type LineRow,
  type PaperRow,
  recomputeMonth,
} from "../../../../tests/support/recompute-books.ts";
import { sampleSeller } from "../../../../tests/support/samples.ts";
import {
  anySoldOrder,
  buildSoldOrders,
  soldMonths,
  type SoldOrder,
} from "../../../../tests/support/sold-orders.ts";
import { describeTaxDocument } from "../tax-documents.ts";
import { buildGstReturn, toReported } from "./build-gst-return.ts";

type Built = ReturnType<typeof buildSoldOrders>;

const monthOf = ({ issuedAt }: { issuedAt: Date }) => toIsoDay(issuedAt).slice(0, 7);

/** The return of a month as the shop makes it of these rows. */
function buildReturn({ orders, lines, papers }: Built, month: string) {
  const rows = papers as unknown as InvoiceRow[];
  const orderOf = new Map((orders as unknown as OrderRow[]).map((order) => [order.id, order]));
  const linesOf = Map.groupBy(lines as unknown as OrderLineRow[], ({ orderId }) => orderId);
  const papersOf = Map.groupBy(rows, ({ orderId }) => orderId);
  const documents = rows
    .filter((row) => monthOf(row) === month)
    .map((row) =>
      describeTaxDocument(row, orderOf.get(row.orderId)!, linesOf.get(row.orderId) ?? [], {
        given: papersOf.get(row.orderId) ?? [],
        today: null,
      }),
    );
  return buildGstReturn(sampleSeller.gstin ?? "", month, documents.map(toReported));
}

/** The same rows as the second computation reads them. */
function toBookRows({ orders, lines, papers }: Built): [PaperRow[], LineRow[]] {
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  return [
    papers.map(({ number, kind, amount, pieces, orderId, recipient, ...paper }) => {
      const { payable, coupon, shipping, cgstRate, shippingAddress, companyInvoice } = orderOf.get(orderId)!;
      return {
        number,
        kind,
        amount,
        pieces,
        order: orderId,
        payable,
        coupon,
        shipping,
        half: Math.round(cgstRate * 100),
        state: shippingAddress.state,
        company: companyInvoice?.taxCode ?? null,
        place: recipient?.companyPlace ?? null,
        month: monthOf(paper),
      };
    }),
    lines.map(({ orderId, productId, unitPrice, gstRate, hsn, quantity }) => ({
      order: orderId,
      product: productId,
      price: unitPrice,
      hsn,
      quantity,
      half: gstRate === null ? null : Math.round(gstRate * 50),
    })),
  ];
}

const anyMonths = fc.constantFrom(...soldMonths).chain((months) =>
  fc.record({
    months: fc.constant(months),
    sold: fc.array(anySoldOrder(months), { minLength: 1, maxLength: 30 }),
  }),
);

/** The books of two months: the return twice, and its fields as they are published. */
function check(months: readonly string[], sold: readonly SoldOrder[]): void {
  const built = buildSoldOrders(sold);
  const rows = toBookRows(built);
  for (const month of months) {
    const content = buildReturn(built, month);
    expect(flattenReturn(content)).toEqual(flattenRecomputed(recomputeMonth(...rows, month)));
    const { issues } = v.safeParse(gstr1Schema, JSON.parse(JSON.stringify(content)));
    expect(issues?.map(({ message, path }) => `${path?.map(({ key }) => key).join(".")}: ${message}`)).toBe(
      undefined,
    );
  }
}

test(
  "the return of any month, also over the end of a year, equals a second computation and has the published form",
  () => {
    fc.assert(
      fc.property(anyMonths, ({ months, sold }) => check(months, sold)),
      { numRuns: pickSize(60, 3_000) },
    );
  },
  pickSize(60_000, 600_000),
);
