import type { Event } from "#contract/event.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import type { Subscriber } from "#platform/outbox/subscriber.ts";
import { buildDispatchHref } from "#shop/parcels/server/index.ts";
import { findToday, listTodayFacts } from "#shop/today/server/index.ts";
import { returnChanged } from "#shop/returns/events.ts";
import { cancellationRequested, orderCorrected, orderPaid } from "#shop/orders/events.ts";
import { paymentNeedsOwner } from "#shop/payments/events.ts";
import { ownerDigestDue, stockLow } from "../events.ts";
import type { MailContent } from "../mail.ts";
import {
  writeAddressChangedMail,
  writeCancellationRequestedMail,
  writeOrderToPackMail,
  writeOwnerDigestMail,
  writePaymentTroubleMail,
  writeReturnRequestedMail,
  writeStockLowMail,
} from "../owner-mails.ts";
import { createMailSubscriber } from "./create-mail-subscriber.ts";
import { findNews } from "./create-order-mail-subscriber.ts";
import { getOwnerMailbox } from "./sender.ts";

type OwnerMails = Config["ownerMails"];

const AT_ONCE = ["urgent", "each"] as const;

/** Mails to the owner about the shop's day, as the setting OWNER_MAILS has them. */
export const ownerMailSubscribers: readonly Subscriber[] = [
  createOwnerMailSubscriber(orderPaid, "owner-order-paid", ["each"], async (context, { orderId }) => {
    const news = await findNews(context, orderId);
    return news && writeOrderToPackMail(news, buildDispatchHref(context, orderId));
  }),
  createOwnerMailSubscriber(
    cancellationRequested,
    "owner-cancellation",
    AT_ONCE,
    async (context, { orderId }) => {
      const news = await findNews(context, orderId);
      return news && writeCancellationRequestedMail(news);
    },
  ),
  createOwnerMailSubscriber(
    orderCorrected,
    "owner-address-changed",
    AT_ONCE,
    async (context, { orderId, by }) => {
      const news = by === "customer" ? await findNews(context, orderId) : null;
      return news && writeAddressChangedMail(news);
    },
  ),
  createOwnerMailSubscriber(returnChanged, "owner-return", AT_ONCE, async (context, { orderId }) => {
    const news = await findNews(context, orderId);
    return news && writeReturnRequestedMail(news);
  }),
  createOwnerMailSubscriber(paymentNeedsOwner, "owner-payment", AT_ONCE, async (_context, trouble) =>
    writePaymentTroubleMail(trouble),
  ),
  createOwnerMailSubscriber(stockLow, "owner-stock-low", ["each"], async (_context, low) =>
    writeStockLowMail(low),
  ),
  createOwnerMailSubscriber(ownerDigestDue, "owner-digest", ["urgent", "digest"], writeDigest),
];

function createOwnerMailSubscriber<Payload>(
  event: Event<Payload>,
  name: string,
  modes: readonly OwnerMails[],
  write: (context: Context, payload: Payload) => Promise<MailContent | null>,
): Subscriber {
  return createMailSubscriber(event, name, async (context, payload) => {
    const to = getOwnerMailbox(context);
    if (to === null || !modes.includes(context.config.ownerMails)) return null;
    const mail = await write(context, payload);
    return mail && { to, mail };
  });
}

/** None on a day on which nothing waits and nothing was sold. */
async function writeDigest(context: Context): Promise<MailContent | null> {
  const today = await findToday(context);
  const { trouble, toAnswer, toPack, lowStock, yesterday } = today;
  const withLinks = toPack.map((each) => ({ ...each, href: buildDispatchHref(context, each.about) }));
  const waiting = [...trouble, ...toAnswer, ...withLinks, ...lowStock];
  if (waiting.length === 0 && yesterday.orders === 0) return null;
  return writeOwnerDigestMail({ facts: listTodayFacts(today), waiting });
}
