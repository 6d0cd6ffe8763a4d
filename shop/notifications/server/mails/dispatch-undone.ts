import { dispatchUndone } from "#shop/orders/events.ts";
import type { OrderMailText } from "../mail.ts";
import {
  defineOrderMail,
  findPart,
  getPieces,
  getShipTo,
  listExpectedDelivery,
  listOrderFacts,
} from "../order-mail.ts";

export const dispatchUndoneMail = defineOrderMail(dispatchUndone, "dispatch-undone", {
  corrects: "order-dispatched",
  when: "you undo a dispatch after the customer was told",
  write(mailData, { parcel = 1 }): OrderMailText | null {
    const { order } = mailData;
    const part = findPart(mailData, parcel);
    const isUnsent = part ? part.status === "Waiting" : parcel > 1 || !order.tracking;
    if (!isUnsent || order.orderStatus === "Pending" || order.orderStatus === "Cancelled") return null;
    if (!part?.replaces && order.orderStatus !== "Processing") return null;
    return {
      subject: `Order ${order.orderId} has not been sent yet`,
      preview: "Our last e-mail was sent too early.",
      heading: parcel > 1 ? "A parcel is still with us" : "Your parcel is still with us",
      paragraphs: [
        "We told you by mistake that a parcel of your order was on its way. It is still in our workshop. Please ignore the tracking number in that e-mail.",
        "We'll e-mail you as soon as it ships.",
      ],
      facts: [...listExpectedDelivery(mailData), ...listOrderFacts(mailData).slice(0, 1)],
      goods: getPieces(mailData),
      shipTo: getShipTo(mailData),
    };
  },
});
