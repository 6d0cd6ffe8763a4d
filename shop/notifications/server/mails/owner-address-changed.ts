import { deskLinks } from "#contract/desk-links.ts";
import { orderCorrected } from "#shop/orders/events.ts";
import { getBuyer } from "#shop/orders/recipient.ts";
import type { OrderMailInput } from "../mail.ts";
import { describeCompany, getShipTo, listOrderFacts } from "../order-mail.ts";
import { command, defineOwnerOrderMail, listCustomer, type OwnerMailText } from "../owner-mail.ts";

export const ownerAddressChangedMail = defineOwnerOrderMail(orderCorrected, "owner-address-changed", {
  when: "a customer changes the address or company of an order before it is dispatched; the e-mail goes to you",
  payload: () => ({ by: "customer" as const }),
  write(mailData, { by, parts = "address", cancelledInvoice }): OwnerMailText | null {
    const { order } = mailData;
    if (
      by !== "customer" ||
      order.tracking ||
      (order.orderStatus !== "Pending" && order.orderStatus !== "Processing")
    )
      return null;
    const company =
      parts === "address" ? [] : [describeCompany(order), describeInvoice(mailData, cancelledInvoice)];
    if (parts === "company")
      return {
        subject: `${order.orderId}: the customer changed the company on the invoice`,
        preview: `${getBuyer(order.contact).firstName} has changed the company on the invoice. The address is the same.`,
        heading: "A customer changed the company on the invoice",
        paragraphs: company,
        facts: [...listOrderFacts(mailData), ...listCustomer(mailData)],
      };
    return {
      subject: `${order.orderId} has a new address${company.length > 0 ? " and another company" : ""}`,
      preview: `${getBuyer(order.contact).firstName} has changed the delivery address.`,
      heading: "A customer changed the address",
      paragraphs: [
        "Send the parcel to the address below. If you have already printed a label, print it again.",
        ...company,
      ],
      facts: [...listOrderFacts(mailData), ...listCustomer(mailData)],
      shipTo: getShipTo(mailData),
      screen: { label: "Open the order", href: deskLinks.order(order.orderId) },
      commands: [`Print the slip and label again: ${command(`orders print ${order.orderId}`)}`],
    };
  },
});

const describeInvoice = ({ order: { invoiceNumber: number } }: OrderMailInput, cancelled?: string): string =>
  number === undefined
    ? "The invoice is issued when the order is paid."
    : cancelled === undefined
      ? `Invoice ${number} does not change.`
      : `Invoice ${cancelled} is cancelled, and ${number} replaces it. If you have already printed ${cancelled}, do not put it in the parcel.`;
