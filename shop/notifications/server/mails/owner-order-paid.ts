import { deskLinks } from "#contract/desk-links.ts";
import { orderPaid } from "#shop/orders/events.ts";
import { describeGift, describeWait } from "#shop/orders/gift.ts";
import { getBuyer } from "#shop/orders/recipient.ts";
import { isToPack } from "#shop/orders/status.ts";
import { calculateDispatchDay, formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import type { OrderMailInput } from "../mail.ts";
import { formatPayable, getPieces, getShipTo, listOrderFacts } from "../order-mail.ts";
import { command, defineOwnerOrderMail, listCustomer, type OwnerMailText } from "../owner-mail.ts";

export const ownerOrderPaidMail = defineOwnerOrderMail(orderPaid, "owner-order-paid", {
  when: "an order is paid; the e-mail goes to you if OWNER_MAILS=each; otherwise the daily summary shows it",
  modes: ["each"],
  write: writeOrderToPackMail,
});

export function writeOrderToPackMail(mailData: OrderMailInput): OwnerMailText | null {
  const { order } = mailData;
  const isPaid = order.paymentStatus === "Completed";
  if (!isToPack(order)) return null;
  const shipBy = formatDispatchDay(calculateDispatchDay(new Date(order.createdAt), order.promised));
  const wait = describeWait({ createdAt: new Date(order.createdAt), promised: order.promised });
  return {
    subject: `To pack: order ${order.orderId}, ${formatPayable(mailData)}`,
    preview: isPaid
      ? `The order is paid. Please send it by ${shipBy}.`
      : `The customer pays in cash on delivery. Please send the order by ${shipBy}.`,
    heading: isPaid ? "An order is paid" : "An order is confirmed",
    paragraphs: [
      `The customer was promised that you will send it by ${shipBy}.`,
      ...(isPaid ? [] : [`The courier collects ${formatPayable(mailData)}. The label shows this sum.`]),
      ...(order.gift ? [describeGift(order.gift)] : []),
    ],
    facts: [
      ...listOrderFacts(mailData),
      ...listCustomer(mailData),
      { label: "Dispatch by", value: shipBy },
      ...(wait ? [{ label: "Delivery", value: wait }] : []),
    ],
    ...(order.notes && { quote: { by: getBuyer(order.contact).firstName, text: order.notes } }),
    goods: getPieces(mailData),
    shipTo: getShipTo(mailData),
    screen: { label: "Open the order", href: deskLinks.order(order.orderId) },
    commands: [
      `When the courier has the parcel: ${command(`orders dispatch ${order.orderId} --courier Delhivery --number …`)}`,
      `If you cannot send it: ${command(`orders cancel ${order.orderId} --reason …`)}`,
    ],
  };
}
