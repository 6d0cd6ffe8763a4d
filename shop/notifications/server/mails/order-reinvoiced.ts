import { toPrintable } from "#contract/text.ts";
import { orderCorrected } from "#shop/orders/events.ts";
import type { MailContent, OrderMailInput } from "../mail.ts";
import {
  buildOrderLink,
  buildOrderMail,
  type CorrectedNews,
  defineOrderMail,
  getPieces,
  getShipTo,
  listOrderFacts,
} from "../order-mail.ts";
import { createSampleNews, sampleCompany } from "../samples.ts";

export const orderReinvoicedMail = defineOrderMail(orderCorrected, "order-reinvoiced", writeReinvoicedMail, {
  paper: "invoice",
  when: "'orders correct --gstin', or its customer on the order's page, once there was an invoice: with the new one",
  sample: (sampleFacts) => createSampleNews(sampleFacts, { order: { companyInvoice: sampleCompany } }),
  payload: { cancelledInvoice: "26-27/000000" },
});

/** A new invoice for another company, which replaces a cancelled one; null if only the address was corrected. */
function writeReinvoicedMail(
  mailData: OrderMailInput,
  { cancelledInvoice }: CorrectedNews,
): MailContent | null {
  const { order } = mailData;
  const { companyInvoice: company, invoiceNumber } = order;
  if (cancelledInvoice === undefined || !company || invoiceNumber === undefined) return null;
  return {
    ...buildOrderMail(mailData),
    subject: `Order ${order.orderId}: your invoice is made out to ${toPrintable(company.name)}`,
    preview: `Invoice ${invoiceNumber} stands in place of ${cancelledInvoice}.`,
    heading: "Your invoice has changed",
    fields: {
      company: toPrintable(company.name),
      gstin: company.taxCode,
      invoice: invoiceNumber,
      "cancelled-invoice": cancelledInvoice,
    },
    paragraphs: [
      `Invoice ${invoiceNumber} is made out to ${toPrintable(company.name)}, GSTIN ${company.taxCode}. It stands in place of invoice ${cancelledInvoice}, which is cancelled: please do not use that one.`,
    ],
    facts: listOrderFacts(mailData).slice(0, 1),
    action: buildOrderLink(mailData),
    goods: getPieces(mailData),
    shipTo: getShipTo(mailData),
    footnote: "Didn't ask for this, or is something wrong? Reply to this e-mail.",
  };
}
