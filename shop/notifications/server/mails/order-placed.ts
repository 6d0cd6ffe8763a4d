import { formatDateTime } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import { MINUTE } from "#contract/time.ts";
import { orderPlaced } from "#shop/orders/events.ts";
import { isPayable } from "#shop/orders/status.ts";
import type { MailContent, OrderMailText } from "../mail.ts";
import { defineOrderMail, getGoods, type OrderMail, orderSentences } from "../order-mail.ts";

/** The delay of this mail in ms. Most customers pay sooner, so they get one mail instead of two. */
const PLACED_MAIL_WAIT = 3 * MINUTE;

export const orderPlacedMail = defineOrderMail(orderPlaced, "order-placed", {
  afterMs: PLACED_MAIL_WAIT,
  when: `${formatCount(PLACED_MAIL_WAIT / MINUTE, "minute")} after an order, unless it is paid by then`,
  sample: () => ({ order: { orderStatus: "Pending", paymentStatus: "Pending" } }),
  write: (mail) =>
    writeUnpaidMail(mail, (deadline) => ({
      subject: `Order ${mail.orderId}: your pieces are set aside`,
      heading: "Your pieces are set aside",
      paragraphs: [
        `Thank you for your order. It is not paid yet: your pieces are reserved until ${deadline}, Indian time.`,
        "Just paid? Your confirmation is on its way.",
      ],
      href: mail.href,
    })),
});

interface UnpaidTexts extends Pick<MailContent, "subject" | "heading" | "paragraphs" | "footnote"> {
  href: string | null;
}

export function writeUnpaidMail(
  mail: OrderMail,
  describe: (deadline: string) => UnpaidTexts,
): OrderMailText | null {
  const { order, payUntil, payable } = mail;
  if (!isPayable(order)) return null;
  const deadline = formatDateTime(payUntil);
  const { href, ...texts } = describe(deadline);
  return {
    ...texts,
    preview: `Please pay ${payable} by ${deadline}.`,
    fields: { "pay-until": deadline },
    facts: [...mail.orderFacts, { label: "To pay", value: payable }],
    action: href === null ? undefined : { label: `Pay ${payable}`, href },
    goods: getGoods(mail),
    shipTo: mail.shipTo,
    next: ["Once you have paid, we confirm your order and send the invoice.", orderSentences.letExpire],
  };
}
