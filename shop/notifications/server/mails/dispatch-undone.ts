import { dispatchUndone } from "#shop/orders/events.ts";
import { defineOrderMail, findPart } from "../order-mail.ts";

export const dispatchUndoneMail = defineOrderMail(dispatchUndone, "dispatch-undone", {
  corrects: "order-dispatched",
  when: "you undo a dispatch after the customer was told",
  write(mail, { parcel = 1 }) {
    const { order, orderId, orderFact, deliveryFacts, pieces, shipTo } = mail;
    const part = findPart(mail, parcel);
    const isUnsent = part ? part.status === "Waiting" : parcel > 1 || !order.tracking;
    if (!isUnsent || order.orderStatus === "Pending" || order.orderStatus === "Cancelled") return null;
    if (!part?.replaces && order.orderStatus !== "Processing") return null;
    return {
      subject: `Order ${orderId} has not been sent yet`,
      preview: "Our last e-mail was sent too early.",
      heading: parcel > 1 ? "A parcel is still with us" : "Your parcel is still with us",
      paragraphs: [
        "We told you by mistake that a parcel of your order was on its way. It is still in our workshop. Please ignore the tracking number in that e-mail.",
        "We'll e-mail you as soon as it ships.",
      ],
      facts: [...deliveryFacts, orderFact],
      goods: pieces,
      shipTo,
    };
  },
});
