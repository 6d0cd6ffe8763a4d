import { formatDateTime } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import { MINUTE } from "#contract/time.ts";
import { orderPlaced } from "#shop/orders/events.ts";
import { isPayable } from "#shop/orders/status.ts";
import type { MailContent, OrderMailInput, OrderMailText } from "../mail.ts";
import {
  defineOrderMail,
  formatPayable,
  getGoods,
  getOrderHref,
  getShipTo,
  listOrderFacts,
  orderSentences,
} from "../order-mail.ts";

/** The delay of this mail in ms. Most customers pay sooner, so they get one mail instead of two. */
const PLACED_MAIL_WAIT = 3 * MINUTE;

export const orderPlacedMail = defineOrderMail(orderPlaced, "order-placed", {
  afterMs: PLACED_MAIL_WAIT,
  when: `${formatCount(PLACED_MAIL_WAIT / MINUTE, "minute")} after an order, unless it is paid by then`,
  sample: () => ({ order: { orderStatus: "Pending", paymentStatus: "Pending" } }),
  write(mailData): OrderMailText | null {
    return writeUnpaidMail(mailData, (deadline) => ({
      subject: `Order ${mailData.order.orderId}: your pieces are set aside`,
      heading: "Your pieces are set aside",
      paragraphs: [
        `Thank you for your order. It is not paid yet: your pieces are reserved until ${deadline}, Indian time.`,
        "Just paid? Your confirmation is on its way.",
      ],
      href: getOrderHref(mailData.order),
    }));
  },
});

interface UnpaidTexts extends Pick<MailContent, "subject" | "heading" | "paragraphs" | "footnote"> {
  href: string | null;
}

export function writeUnpaidMail(
  mailData: OrderMailInput,
  describe: (deadline: string) => UnpaidTexts,
): OrderMailText | null {
  const { order, payUntil } = mailData;
  if (!isPayable(order)) return null;
  const deadline = formatDateTime(payUntil);
  const { href, ...texts } = describe(deadline);
  return {
    ...texts,
    preview: `Please pay ${formatPayable(mailData)} by ${deadline}.`,
    fields: { "pay-until": deadline },
    facts: [...listOrderFacts(mailData), { label: "To pay", value: formatPayable(mailData) }],
    action: href === null ? undefined : { label: `Pay ${formatPayable(mailData)}`, href },
    goods: getGoods(mailData),
    shipTo: getShipTo(mailData),
    next: {
      sentences: [
        "Once you have paid, we confirm your order and send the invoice.",
        orderSentences.letExpire,
      ],
    },
  };
}
