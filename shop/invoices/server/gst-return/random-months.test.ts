import * as v from "valibot";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toIsoDay } from "#contract/dates.ts";
import type { InvoiceRow, OrderLineRow, OrderRow } from "#shop/orders/server/index.ts";
import { findGstinError } from "#shop/pricing/gstin.ts";
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

/* The schema of GSTR-1 as published by the GST network, for the fields that the shop uses; it rejects other fields
   and empty lists. */

const filled = <S extends v.GenericSchema>(each: S) => v.pipe(v.array(each), v.nonEmpty());

/** Rupees with two decimals at most. */
const amount = v.pipe(
  v.number(),
  v.check((value) => Math.round(value * 100) / 100 === value, "has more than two decimals"),
);
const value = v.pipe(amount, v.minValue(0));

const gstin = v.pipe(
  v.string(),
  v.check((value) => findGstinError(value) === null, "is no GSTIN"),
);
const documentNumber = v.pipe(v.string(), v.regex(/^[A-Za-z0-9/-]{1,16}$/));
const day = v.pipe(v.string(), v.regex(/^(0[1-9]|[12]\d|3[01])-(0[1-9]|1[0-2])-20\d\d$/));
/** A state's code, or that of other territory or another country. */
const place = v.pipe(v.string(), v.regex(/^(0[1-9]|[12]\d|3[0-8]|9[67])$/));
const rate = v.picklist([0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40]);
const count = v.pipe(v.number(), v.integer(), v.minValue(1));

const interState = { iamt: amount, csamt: amount };
const intraState = { camt: amount, samt: amount, csamt: amount };
const rated = { rt: rate, txval: amount };

const items = filled(
  v.strictObject({
    num: count,
    itm_det: v.union([
      v.strictObject({ ...rated, ...interState }),
      v.strictObject({ ...rated, ...intraState }),
    ]),
  }),
);

const registered = {
  pos: place,
  rchrg: v.picklist(["Y", "N"]),
  inv_typ: v.picklist(["R", "DE", "SEWP", "SEWOP", "CBW"]),
};
const sold = { inum: documentNumber, idt: day, val: value, itms: items };
const note = { ntty: v.picklist(["C", "D"]), nt_num: documentNumber, nt_dt: day, val: value, itms: items };
const small = { pos: place, typ: v.picklist(["OE", "E"]), ...rated };

const summaries = v.exactOptional(
  filled(
    v.strictObject({
      num: count,
      // Empty if a product has no HSN: the command reports it, and the owner fills it in.
      hsn_sc: v.pipe(v.string(), v.regex(/^(\d{4}|\d{6}|\d{8})?$/)),
      uqc: v.picklist(["BAG", "BOX", "BTL", "KGS", "NOS", "PAC", "PCS", "PRS", "SET", "UNT", "OTH"]),
      qty: amount,
      ...rated,
      iamt: amount,
      ...intraState,
    }),
  ),
);

const gstr1Schema = v.strictObject({
  gstin,
  fp: v.pipe(v.string(), v.regex(/^(0[1-9]|1[0-2])20\d\d$/)),
  version: v.pipe(v.string(), v.regex(/^GST\d+\.\d+\.\d+$/)),
  hash: v.literal("hash"),
  b2b: v.exactOptional(
    filled(v.strictObject({ ctin: gstin, inv: filled(v.strictObject({ ...sold, ...registered })) })),
  ),
  b2cl: v.exactOptional(filled(v.strictObject({ pos: place, inv: filled(v.strictObject(sold)) }))),
  b2cs: v.exactOptional(
    v.pipe(
      filled(
        v.variant("sply_ty", [
          v.strictObject({ sply_ty: v.literal("INTER"), ...small, ...interState }),
          v.strictObject({ sply_ty: v.literal("INTRA"), ...small, ...intraState }),
        ]),
      ),
      v.check(
        (rows) =>
          new Set(rows.map(({ sply_ty, pos, typ, rt }) => `${sply_ty} ${pos} ${typ} ${rt}`)).size ===
          rows.length,
        "has one place and rate twice",
      ),
    ),
  ),
  cdnr: v.exactOptional(
    filled(v.strictObject({ ctin: gstin, nt: filled(v.strictObject({ ...note, ...registered })) })),
  ),
  cdnur: v.exactOptional(
    filled(v.strictObject({ typ: v.picklist(["B2CL", "EXPWP", "EXPWOP"]), ...note, pos: place })),
  ),
  hsn: v.exactOptional(
    v.pipe(
      v.strictObject({ hsn_b2b: summaries, hsn_b2c: summaries }),
      v.check((parts) => Object.keys(parts).length > 0, "is empty"),
    ),
  ),
  doc_issue: v.exactOptional(
    v.strictObject({
      doc_det: filled(
        v.strictObject({
          doc_num: v.pipe(count, v.maxValue(12)),
          doc_typ: v.string(),
          docs: filled(
            v.strictObject({
              num: count,
              from: documentNumber,
              to: documentNumber,
              totnum: count,
              cancel: v.pipe(v.number(), v.integer(), v.minValue(0)),
              net_issue: v.pipe(v.number(), v.integer(), v.minValue(0)),
            }),
          ),
        }),
      ),
    }),
  ),
});

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

/** Checks the books of two months: builds the return twice and validates its fields against the published format. */
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
