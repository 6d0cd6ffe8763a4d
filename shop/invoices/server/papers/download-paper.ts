import { and, eq } from "drizzle-orm";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { FileAnswer } from "#platform/http/file-answer.ts";
import { consumeLimit } from "#platform/limits/rate-limit.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import type { downloadPaper } from "../../endpoints.ts";
import { INVOICE_PAPER, toPaperName } from "../../paper-names.ts";
import { orders, whereOrder } from "#shop/orders/server/index.ts";
import { drawPaper } from "./draw-paper.ts";
import { findInvoices } from "./find-invoices.ts";

/** More than a customer's whole history, less than what keeps a processor busy. */
const DOWNLOADS = { burst: 30, perMs: 5 * MINUTE };

/** The invoice or a credit note of one's own order; another's is not there (D74). */
export async function handleDownloadPaper(
  context: Context,
  { principal: { accountId }, params }: HandlerInput<typeof downloadPaper>,
) {
  const [order] = await context.db
    .select()
    .from(orders)
    .where(and(whereOrder(params.orderId), eq(orders.accountId, accountId)));
  if (!order) return refuse("not_found");
  const found = (await findInvoices(context, order)).find(({ row }) =>
    row?.kind === "credit-note" ? toPaperName(row.number) === params.paper : params.paper === INVOICE_PAPER,
  );
  if (!found) return refuse("not_found");
  const { allowed, retryAfterMs } = await consumeLimit(
    context.db,
    `papers:account:${accountId}`,
    DOWNLOADS,
    context.now(),
  );
  if (!allowed) return refuse("too_many", { retryAfterMs });
  const { content, date } = found;
  return new FileAnswer(
    await drawPaper({ kind: "invoice", content, date }),
    "application/pdf",
    content.fileName,
  );
}
