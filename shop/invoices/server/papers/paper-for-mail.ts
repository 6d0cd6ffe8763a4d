import type { Context } from "#platform/context.ts";
import type { MailAttachment } from "#platform/mail/mail.ts";
import type { InvoiceKind } from "#shop/orders/invoice-number.ts";
import { orders, whereOrder } from "#shop/orders/server/index.ts";
import { drawPaper } from "./draw-paper.ts";
import { findInvoices } from "./find-invoices.ts";

/** So many mails wait for a paper at once. In a rush the others go without it: each says where the paper is. */
const MOST_AT_ONCE = 3;

let underWay = 0;

/**
 * The invoice of an order, or the credit note of this number (without one the latest), to be sent along with a mail; none where there is none, where too many
 * are asked for, or where it cannot be drawn: the mail matters more.
 */
export async function drawPaperForMail(
  context: Context,
  orderId: string,
  kind: InvoiceKind,
  number?: string,
): Promise<MailAttachment[]> {
  if (underWay >= MOST_AT_ONCE) return [];
  underWay++;
  try {
    const [order] = await context.db.select().from(orders).where(whereOrder(orderId));
    const found =
      order &&
      (await findInvoices(context, order)).findLast(
        ({ row }) => row?.kind === kind && (number === undefined || row.number === number),
      );
    if (!found) return [];
    const { content, date } = found;
    const bytes = await drawPaper({ kind: "invoice", content, date });
    return [{ fileName: content.fileName, type: "application/pdf", bytes }];
  } catch (err) {
    context.log.error({ err, orderId }, "a mail goes without its paper");
    return [];
  } finally {
    underWay--;
  }
}
