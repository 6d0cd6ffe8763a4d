import { orderPaid } from "#shop/orders/events.ts";
import { describeGift, describeWait } from "#shop/orders/gift.ts";
import { isToPack } from "#shop/orders/status.ts";
import { calculateDispatchDay, formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import type { OrderMail } from "../order-mail.ts";
import { command, defineOwnerOrderMail, listOwnerFacts, type OwnerMailText } from "../owner-mail.ts";

export const ownerOrderPaidMail = defineOwnerOrderMail(orderPaid, "owner-order-paid", {
  when: "an order is paid; the e-mail goes to you if OWNER_MAILS=each; otherwise the daily summary shows it",
  modes: ["each"],
  write: writeOrderToPackMail,
});

export function writeOrderToPackMail(mail: OrderMail): OwnerMailText | null {
  const { order, orderId, payable } = mail;
  if (!isToPack(order)) return null;
  const isPaid = order.paymentStatus === "Completed";
  const placed = { createdAt: new Date(order.createdAt), promised: order.promised };
  const shipBy = formatDispatchDay(calculateDispatchDay(placed.createdAt, order.promised));
  return {
    subject: `To pack: order ${orderId}, ${payable}`,
    preview: isPaid
      ? `The order is paid. Please send it by ${shipBy}.`
      : `The customer pays in cash on delivery. Please send the order by ${shipBy}.`,
    heading: isPaid ? "An order is paid" : "An order is confirmed",
    paragraphs: [
      `The customer was promised that you will send it by ${shipBy}.`,
      !isPaid && `The courier collects ${payable}. The label shows this sum.`,
      order.gift && describeGift(order.gift),
    ],
    facts: [
      ...listOwnerFacts(mail),
      { label: "Dispatch by", value: shipBy },
      { label: "Delivery", value: describeWait(placed) },
    ],
    quote: { by: mail.buyer, text: order.notes },
    goods: mail.pieces,
    shipTo: mail.shipTo,
    commands: [
      `When the courier has the parcel: ${command(`orders dispatch ${orderId} --courier Delhivery --number …`)}`,
      `If you cannot send it: ${command(`orders cancel ${orderId} --reason …`)}`,
    ],
  };
}
