import type { InvoiceKind } from "#shop/documents/invoice-number.ts";
import { findWithoutWood, markWithoutWood } from "#shop/catalogue/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { getBranding } from "#shop/brand/server/index.ts";
import type { Context } from "#platform/context.ts";
import { buildInvoice, type Invoice } from "./invoice.ts";
import { findBuyersPlace, isInterState } from "#shop/documents/place-of-supply.ts";
import { calculateSaleFacts, type SoldGoods } from "../tax-facts.ts";
import { formatDate } from "#contract/dates.ts";
import {
  type CancelledInvoiceRow,
  type InvoiceRow,
  listInvoices,
  listIssued,
} from "#shop/documents/server/index.ts";
import { type OrderRow, readOrder } from "#shop/orders/server/index.ts";
import { getCompanyPlace } from "#shop/pricing/server/index.ts";
import { describeTaxDocument, joinOrders } from "../tax-documents.ts";
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
 * Returns an order's invoice, or its summary if there is no invoice yet (D92), and then its credit notes, oldest first.
 * Empty if the order does not exist or, with `accountId`, belongs to another account.
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
  return [sale, ...notes].map((row) => toPaper(context, order, { lines, withoutWood }, issued, row));
}

/** Returns the invoices and credit notes of a month, possibly thousands, and then its cancelled invoices. */
export async function findIssuedIn(
  context: Context,
  period: { from: Date; to: Date },
): Promise<FoundInvoice[]> {
  const { sales, cancelled } = await listIssued(context.db, period);
  const papers = await listInvoices(context.db, [...new Set(sales.map(({ orderId }) => orderId))]);
  const documents = await joinOrders(context.db, sales);
  const withoutWood = await findWithoutWood(
    context,
    documents.flatMap(({ lines }) => lines),
  );
  return [
    ...documents.map(({ row, order, lines }) =>
      toPaper(context, order, { lines, withoutWood }, papers.get(order.id) ?? [], row),
    ),
    ...(await findCancelled(context, cancelled)),
  ];
}

export async function findCancelled(
  context: Context,
  invoices: readonly CancelledInvoiceRow[],
): Promise<FoundInvoice[]> {
  const documents = await joinOrders(context.db, invoices);
  const withoutWood = await findWithoutWood(
    context,
    documents.flatMap(({ lines }) => lines),
  );
  return documents.map(({ row: { replacedBy, cancelledAt, ...cancelled }, order, lines }) => {
    const row = { ...cancelled, kind: "invoice" as const, corrects: null, refundId: null, pieces: null };
    const { content, ...paper } = toPaper(context, order, { lines, withoutWood }, [row], row);
    const notice = `Cancelled on ${formatDate(cancelledAt)} before the goods were sent. Invoice ${replacedBy} replaces it.`;
    return { ...paper, content: { ...content, notices: [notice, ...content.notices] } };
  });
}

function toPaper(
  context: Context,
  order: Awaited<ReturnType<typeof joinOrders>>[number]["order"],
  { lines, withoutWood }: { lines: readonly SoldGoods[]; withoutWood: ReadonlySet<string> },
  issued: readonly InvoiceRow[],
  row: InvoiceRow | null,
): FoundInvoice {
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
  const content = buildInvoice({
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
  });
  return { row, date: row?.issuedAt ?? createdAt, content };
}

/** The limit of downloads per account, so that one customer cannot keep a CPU busy. */
const INVOICE_DOWNLOAD_LIMIT: Limit = { burst: 30, perMs: 5 * MINUTE };

/** Refuses downloads that would have to wait longer than a few seconds. */
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
