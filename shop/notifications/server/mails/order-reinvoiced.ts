import { toPrintable } from "#contract/text.ts";
import { orderCorrected } from "#shop/orders/events.ts";
import type { OrderMailText } from "../mail.ts";
import { defineOrderMail, getPieces, getShipTo, listOrderFacts } from "../order-mail.ts";

export const orderReinvoicedMail = defineOrderMail(orderCorrected, "order-reinvoiced", {
  paper: "invoice",
  when: "you or the customer change the company after the invoice was issued; the e-mail has the new invoice",
  sample: () => ({ order: { companyInvoice: sampleCompany } }),
  payload: () => ({ cancelledInvoice: "26-27/000000" }),
  write(mailData, { cancelledInvoice }): OrderMailText | null {
    const { order } = mailData;
    const { companyInvoice: company, invoiceNumber } = order;
    if (cancelledInvoice === undefined || !company || invoiceNumber === undefined) return null;
    return {
      subject: `Order ${order.orderId}: your invoice is made out to ${toPrintable(company.name)}`,
      preview: `Invoice ${invoiceNumber} replaces ${cancelledInvoice}.`,
      heading: "Your invoice has changed",
      fields: {
        company: toPrintable(company.name),
        gstin: company.taxCode,
        invoice: invoiceNumber,
        "cancelled-invoice": cancelledInvoice,
      },
      paragraphs: [
        `Invoice ${invoiceNumber} is made out to ${toPrintable(company.name)}, GSTIN ${company.taxCode}. It replaces invoice ${cancelledInvoice}, which is cancelled. Please do not use the old one.`,
      ],
      facts: listOrderFacts(mailData).slice(0, 1),
      goods: getPieces(mailData),
      shipTo: getShipTo(mailData),
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
