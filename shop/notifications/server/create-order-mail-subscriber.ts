import type { Event } from "#contract/event.ts";
import type { Context } from "#platform/context.ts";
import type { Subscriber } from "#platform/outbox/subscriber.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { drawPaperForMail } from "#shop/invoices/server/index.ts";
import { findOrderMailData } from "#shop/orders/server/index.ts";
import type { InvoiceKind } from "#shop/orders/invoice-number.ts";
import type { OrderNews } from "../order-mail-parts.ts";
import type { MailContent } from "../mail.ts";
import { createMailSubscriber } from "./create-mail-subscriber.ts";

/** An order as mails describe it, as it is now; null when there is none. */
export async function findNews(context: Context, orderId: string): Promise<OrderNews | null> {
  const data = await findOrderMailData(context, orderId);
  return data && { ...data, seller: findSeller(context), now: context.now() };
}

/**
 * A mail to the address typed at the checkout (D61), with this paper of the order; a customer who deleted their account
 * has none.
 */
export const createOrderMailSubscriber = <Payload extends { orderId: string; creditNote?: string }>(
  event: Event<Payload>,
  name: string,
  mailOf: (news: OrderNews, payload: Payload) => MailContent | null,
  { paper, ...options }: { afterMs?: number; paper?: InvoiceKind } = {},
): Subscriber =>
  createMailSubscriber(
    event,
    name,
    async (context, payload) => {
      const news = await findNews(context, payload.orderId);
      const to = news?.order.contact.email;
      const mail = news && mailOf(news, payload);
      if (!to || !mail) return null;
      // An event may come late, when the order has further credit notes.
      const { orderId, creditNote } = payload;
      const attachments = paper ? await drawPaperForMail(context, orderId, paper, creditNote) : [];
      return { to, mail, attachments };
    },
    options,
  );
