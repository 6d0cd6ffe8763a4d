import { orderCorrected } from "#shop/orders/events.ts";
import { countParcels } from "#shop/orders/parcels.ts";
import { defineOrderMail, describeCompany } from "../order-mail.ts";

export const orderCorrectedMail = defineOrderMail(orderCorrected, "order-corrected", {
  when: "you or the customer change the address or the company of an order",
  write(mail, { by = "owner", parts = "address", cancelledInvoice }) {
    const { order, orderId } = mail;
    // The mail about the new invoice already mentions this correction.
    if (cancelledInvoice !== undefined) return null;
    const isWaiting =
      order.parcels?.some(({ status }) => status === "Waiting") || (countParcels(order)?.unsent ?? 0) > 0;
    const isOpen = order.orderStatus === "Pending" || order.orderStatus === "Processing";
    if (!isWaiting && (order.tracking || !isOpen)) return null;
    const corrected = { address: "the address", company: "the company", both: "address and company" }[parts];
    const company = parts !== "address" && describeCompany(order);
    return {
      subject: `Order ${orderId}: ${by === "owner" ? `we have corrected ${corrected}` : `${corrected} ${parts === "both" ? "were" : "was"} changed`}`,
      ...(parts === "company"
        ? {
            // Use the standard text, because the owner's text is about an address, and no address has changed.
            words: null,
            preview: "Please check the company and its GSTIN.",
            heading: "The company on your invoice has changed",
            paragraphs: [company],
          }
        : {
            preview: "Please check the address and the phone number.",
            heading: "Your delivery address has changed",
            paragraphs: ["We'll ship to the address below. The courier will call the number there.", company],
          }),
      facts: [mail.orderFact],
      goods: mail.pieces,
      shipTo: mail.shipTo,
      next: [
        order.invoiceNumber &&
          `Invoice ${order.invoiceNumber} does not change, because it was issued before this change.`,
      ],
      footnote: "Didn't ask for this, or is something wrong? Reply to this e-mail before the parcel ships.",
    };
  },
});
