import * as v from "valibot";
import { defineCommandList, defineCommandObject, moment, stored } from "#contract/command-data.ts";
import { invoiceKinds } from "#shop/documents/invoice-number.ts";
import { type CompanyInvoice, orderContactSchema } from "#shop/documents/recipient.ts";

/**
 * Invoices and credit notes, newest first, in paise. `replacedBy` is the number of the invoice that replaced a
 * cancelled one.
 */
export const invoiceList = defineCommandList("invoices", {
  number: v.string(),
  kind: v.picklist(invoiceKinds),
  issuedAt: moment,
  orderId: v.string(),
  contact: orderContactSchema,
  company: stored<CompanyInvoice | null>(),
  amount: v.number(),
  replacedBy: v.nullable(v.string()),
});

/** The totals of a period, in paise. `amounts` are in the order of the report's `columns`. */
const period = v.object({
  day: v.string(),
  invoices: v.number(),
  creditNotes: v.number(),
  soldPaise: v.number(),
  refundedPaise: v.number(),
  amounts: v.array(v.number()),
});

const category = v.object({
  category: v.string(),
  /** Goods sold minus returns, without GST. */
  goodsPaise: v.number(),
  taxPaise: v.number(),
});

/** The sales in paise: each day of a month until today, the whole month (`total`), each category and the payments. */
export const salesByDay = defineCommandObject("report sales", {
  month: v.string(),
  columns: v.array(v.string()),
  days: v.array(period),
  total: period,
  categories: v.array(category),
  /** The payments of the month, by how the customers paid. */
  received: v.array(v.object({ way: v.string(), paise: v.number() })),
  /** The sum of the refunds that were sent in the month. */
  paidBackPaise: v.number(),
});

/** The results of `report sales` by category (in paise) and by document (in rupees). */
export const otherSales = v.union([
  v.object({ month: v.string(), categories: v.array(category), total: category }),
  v.object({
    month: v.string(),
    columns: v.array(v.string()),
    rows: v.array(v.array(v.union([v.string(), v.number()]))),
  }),
]);

const gstFinding = v.object({
  /** Completes the sentence "3 documents with …". */
  what: v.string(),
  remedy: v.string(),
  documents: v.array(v.object({ number: v.string(), orderId: v.string() })),
});

/** The GST return in the format of the GST network, and the files that were written. */
export const gstReturn = defineCommandObject("report gstr1", {
  month: v.string(),
  gstr1: v.record(v.string(), v.unknown()),
  findings: v.array(gstFinding),
  files: v.array(v.string()),
});
