import { orderCorrected } from "#shop/orders/events.ts";
import { describeCompany, type OrderMail } from "../order-mail.ts";
import { command, defineOwnerOrderMail } from "../owner-mail.ts";

export const ownerAddressChangedMail = defineOwnerOrderMail(orderCorrected, "owner-address-changed", {
  when: "a customer changes the address or company of an order before it is dispatched; the e-mail goes to you",
  payload: () => ({ by: "customer" as const }),
  write(mail, { by, parts = "address", cancelledInvoice }) {
    const { order, orderId, buyer } = mail;
    if (
      by !== "customer" ||
      order.tracking ||
      (order.orderStatus !== "Pending" && order.orderStatus !== "Processing")
    )
      return null;
    const company =
      parts === "address" ? [] : [describeCompany(order), describeInvoice(mail, cancelledInvoice)];
    if (parts === "company")
      return {
        subject: `${orderId}: the customer changed the company on the invoice`,
        preview: `${buyer} has changed the company on the invoice. The address is the same.`,
        heading: "A customer changed the company on the invoice",
        paragraphs: company,
      };
    return {
      subject: `${orderId} has a new address${company.length > 0 ? " and another company" : ""}`,
      preview: `${buyer} has changed the delivery address.`,
      heading: "A customer changed the address",
      paragraphs: [
        "Send the parcel to the address below. If you have already printed a label, print it again.",
        ...company,
      ],
      shipTo: mail.shipTo,
      commands: [`Print the slip and label again: ${command(`orders print ${orderId}`)}`],
    };
  },
});

const describeInvoice = ({ order: { invoiceNumber: number } }: OrderMail, cancelled?: string): string =>
  number === undefined
    ? "The invoice is issued when the order is paid."
    : cancelled === undefined
      ? `Invoice ${number} does not change.`
      : `Invoice ${cancelled} is cancelled, and ${number} replaces it. If you have already printed ${cancelled}, do not put it in the parcel.`;
