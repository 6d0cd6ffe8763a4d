import { orderCorrected } from "#shop/orders/events.ts";
import type { OrderMailText } from "../mail.ts";
import { defineOrderMail, describeCompany, getPieces, getShipTo, listOrderFacts } from "../order-mail.ts";

export const orderCorrectedMail = defineOrderMail(orderCorrected, "order-corrected", {
  when: "you or the customer change the address or the company of an order",
  write(mailData, { by = "owner", parts = "address", cancelledInvoice }): OrderMailText | null {
    const { order } = mailData;
    // The mail about the new invoice already mentions this correction.
    if (cancelledInvoice !== undefined) return null;
    if (order.tracking || (order.orderStatus !== "Pending" && order.orderStatus !== "Processing"))
      return null;
    const corrected = { address: "the address", company: "the company", both: "address and company" }[parts];
    const company = parts === "address" ? [] : [describeCompany(order)];
    return {
      subject: `Order ${order.orderId}: ${by === "owner" ? `we have corrected ${corrected}` : `${corrected} ${parts === "both" ? "were" : "was"} changed`}`,
      ...(parts === "company"
        ? {
            // Use the standard text: the owner's text for this mail is about an address, which has not changed here.
            words: null,
            preview: "Please check the company and its GSTIN.",
            heading: "The company on your invoice has changed",
            paragraphs: company,
          }
        : {
            preview: "Please check the address and the phone number.",
            heading: "Your delivery address has changed",
            paragraphs: [
              "We'll ship to the address below. The courier will call the number there.",
              ...company,
            ],
          }),
      facts: listOrderFacts(mailData).slice(0, 1),
      goods: getPieces(mailData),
      shipTo: getShipTo(mailData),
      ...(order.invoiceNumber && {
        next: {
          sentences: [
            `Invoice ${order.invoiceNumber} does not change, because it was issued before this change.`,
          ],
        },
      }),
      footnote: "Didn't ask for this, or is something wrong? Reply to this e-mail before the parcel ships.",
    };
  },
});
