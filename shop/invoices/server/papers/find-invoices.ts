import type { InvoiceKind } from "#shop/documents/invoice-number.ts";
import { findWithoutWood, markWithoutWood } from "#shop/catalogue/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { getBranding } from "#shop/brand/server/index.ts";
import type { Context } from "#platform/context.ts";
import { buildInvoice, type Invoice, type InvoiceSource } from "./invoice.ts";
import { findBuyersPlace, isInterState } from "#shop/documents/place-of-supply.ts";
import { calculateSaleFacts, type SoldGoods } from "../tax-facts.ts";
import { formatDate } from "#contract/dates.ts";
import type { CancelledInvoiceRow, InvoiceRow } from "#shop/documents/server/index.ts";
import { type OrderRow, readOrder } from "#shop/orders/server/index.ts";
import { getCompanyPlace } from "#shop/pricing/server/index.ts";
import { describeTaxDocument } from "../tax-documents.ts";
import { MINUTE, SECOND } from "#contract/time.ts";
import { FileAnswer } from "#platform/http/bodies.ts";
import { type Limit, refuseTooMany } from "#platform/limits/rate-limit.ts";
import { createWorkQueue } from "#platform/limits/work-queue.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import type { downloadPaper } from "../../endpoints.ts";
import { INVOICE_PAPER, toPaperName } from "../../paper-names.ts";
import { drawPaper } from "./draw-paper.ts";
import type { MailAttachment } from "#platform/mail/mail.ts";

export interface FoundInvoice {
  row: InvoiceRow | null;
  content: Invoice;
  date: Date;
}

/**
 * Returns an order's invoice, or its summary before the invoice (D92), and then its credit notes, oldest first. Empty if
 * the order does not exist or, with `accountId`, belongs to another account.
 */
export async function findInvoices(
  context: Context,
  { orderId }: Pick<OrderRow, "orderId">,
  accountId?: string,
): Promise<FoundInvoice[]> {
  const read = await readOrder(context, orderId, accountId);
  if (!read) return [];
  const { row: order, lines, invoices: issued } = read;
  const withoutWood = await findWithoutWood(context, lines);
  const sale = issued.find(({ kind }) => kind === "invoice") ?? null;
  const notes = issued.filter(({ kind }) => kind === "credit-note");
  return [sale, ...notes].map((row) => ({
    row,
    date: row?.issuedAt ?? order.createdAt,
    content: buildInvoice(describeSource(context, order, { lines, withoutWood }, issued, row)),
  }));
}

export async function drawCancelledInvoice(
  context: Context,
  order: OrderRow,
  { replacedBy, cancelledAt, ...cancelled }: CancelledInvoiceRow,
): Promise<FoundInvoice> {
  const row = { ...cancelled, kind: "invoice" as const, corrects: null, refundId: null, pieces: null };
  const lines = (await readOrder(context, order.orderId))?.lines ?? [];
  const withoutWood = await findWithoutWood(context, lines);
  const content = buildInvoice(describeSource(context, order, { lines, withoutWood }, [row], row));
  const notice = `Cancelled on ${formatDate(cancelledAt)} before the goods were sent. Invoice ${replacedBy} replaces it.`;
  return { row, date: row.issuedAt, content: { ...content, notices: [notice, ...content.notices] } };
}

function describeSource(
  context: Context,
  order: OrderRow,
  { lines, withoutWood }: { lines: readonly SoldGoods[]; withoutWood: ReadonlySet<string> },
  issued: readonly InvoiceRow[],
  row: InvoiceRow | null,
): InvoiceSource {
  const { orderId, createdAt, cancelledAt, paymentStatus, paymentMethod } = order;
  const currentSeller = findSeller(context);
  const place = findBuyersPlace({ ...order, companyPlace: getCompanyPlace(context) });
  const taxDocument = row
    ? describeTaxDocument(row, order, lines, { issued, currentSeller })
    : {
        recipient: order,
        seller: currentSeller,
        placeOfSupply: place,
        corrects: null,
        facts: calculateSaleFacts(order, lines, isInterState(place, currentSeller)),
      };
  return {
    ...markWithoutWood(lines, withoutWood),
    ...taxDocument,
    kind: row?.kind ?? "summary",
    orderId,
    orderedAt: createdAt,
    numberedDocument: row,
    paymentStatus,
    paymentMethod,
    cancelledAt,
    credits: issued.filter(({ kind }) => kind === "credit-note"),
  };
}

/** The limit of downloads per account, so that one customer cannot keep a CPU busy. */
const INVOICE_DOWNLOAD_LIMIT: Limit = { burst: 30, perMs: 5 * MINUTE };

/** Refuses downloads that would have to wait too long. Otherwise many downloads at once would wait for minutes. */
const downloads = createWorkQueue({ atOnce: 1, maxWaiting: 20, longestWaitMs: 8 * SECOND });

/** Returns the invoice, summary or a credit note of the customer's own order as PDF; otherwise 404 (D74). */
export async function handleDownloadPaper(
  context: Context,
  { principal: { accountId }, params, requestContext }: HandlerInput<typeof downloadPaper>,
) {
  const match = (await findInvoices(context, params, accountId)).find(({ row }) =>
    row?.kind === "credit-note" ? toPaperName(row.number) === params.paper : params.paper === INVOICE_PAPER,
  );
  if (!match) return refuse("not_found");
  const key = `papers:account:${accountId}`;
  const limited = await refuseTooMany(context, [key, INVOICE_DOWNLOAD_LIMIT]);
  if (limited) return limited;
  const { content, date } = match;
  const face = getBranding(context);
  const bytes = await downloads.run(
    () => drawPaper({ kind: "invoice", content, date, face }),
    requestContext.signal,
  );
  return new FileAnswer(bytes, "application/pdf", content.fileName);
}

/** The maximum number of documents rendered for mails at the same time. Further mails contain only a link. */
const MAX_AT_ONCE = 3;

let runningJobs = 0;

/** Renders a document for a mail. Returns `[]` if it is not found, too many are being rendered, or rendering fails. */
export async function drawPaperForMail(
  context: Context,
  orderId: string,
  kind: InvoiceKind,
  number?: string,
): Promise<MailAttachment[]> {
  if (runningJobs >= MAX_AT_ONCE) return [];
  runningJobs++;
  try {
    const paper = (await findInvoices(context, { orderId })).findLast(
      ({ row }) => row?.kind === kind && (number === undefined || row.number === number),
    );
    if (!paper) return [];
    const { content, date } = paper;
    const bytes = await drawPaper({ kind: "invoice", content, date, face: getBranding(context) });
    return [{ fileName: content.fileName, type: "application/pdf", bytes }];
  } catch (err) {
    context.log.error({ err, orderId }, "a mail is sent without its document");
    return [];
  } finally {
    runningJobs--;
  }
}
