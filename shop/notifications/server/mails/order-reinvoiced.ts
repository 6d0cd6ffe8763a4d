import { toPrintable } from "#contract/text.ts";
import { orderCorrected } from "#shop/orders/events.ts";
import { defineOrderMail } from "../order-mail.ts";

export const orderReinvoicedMail = defineOrderMail(orderCorrected, "order-reinvoiced", {
  paper: "invoice",
  when: "you or the customer change the company after the invoice was issued; the e-mail has the new invoice",
  sample: () => ({ order: { companyInvoice: sampleCompany } }),
  payload: () => ({ cancelledInvoice: "26-27/000000" }),
  write({ order, orderId, orderFact, pieces, shipTo }, { cancelledInvoice }) {
    const { companyInvoice, invoiceNumber } = order;
    if (cancelledInvoice === undefined || !companyInvoice || invoiceNumber === undefined) return null;
    const company = toPrintable(companyInvoice.name);
    const gstin = companyInvoice.taxCode;
    return {
      subject: `Order ${orderId}: your invoice is made out to ${company}`,
      preview: `Invoice ${invoiceNumber} replaces ${cancelledInvoice}.`,
      heading: "Your invoice has changed",
      fields: { company, gstin, invoice: invoiceNumber, "cancelled-invoice": cancelledInvoice },
      paragraphs: [
        `Invoice ${invoiceNumber} is made out to ${company}, GSTIN ${gstin}. It replaces invoice ${cancelledInvoice}, which is cancelled. Please do not use the old one.`,
      ],
      facts: [orderFact],
      goods: pieces,
      shipTo,
      footnote: "Didn't ask for this, or is something wrong? Reply to this e-mail.",
    };
  },
});

const sampleCompany = {
  name: "Lake Café LLP",
  address: "2 MG Road, Pune",
  taxCode: "27AAPFU0939F1ZV",
  email: "books@lake.example",
};
