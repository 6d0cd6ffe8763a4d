import { formatDateTime } from "#contract/dates.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { toPrintable } from "#contract/text.ts";
import { getBuyer } from "#shop/orders/recipient.ts";
import { listReturnRequests } from "#shop/orders/returned-pieces.ts";
import { writeReturnMessages } from "#shop/policies/return-texts.ts";
import { getRules } from "#shop/policies/rules.ts";
import { returnChanged } from "#shop/returns/events.ts";
import { formatReturned, listOrderFacts } from "../order-mail.ts";
import { command, defineOwnerOrderMail, listCustomer, type OwnerMailText } from "../owner-mail.ts";
import { createSampleReturn } from "../samples.ts";

export const ownerReturnMail = defineOwnerOrderMail(returnChanged, "owner-return", {
  when: "a customer asks to return pieces; the e-mail goes to you",
  sample: (usual) => createSampleReturn(usual, "Requested"),
  write(mailData, { number = 1 }): OwnerMailText | null {
    const { order } = mailData;
    const request = listReturnRequests(order)[number - 1];
    if (request?.status !== "Requested") return null;
    const returnArgument = number === 1 ? order.orderId : `${order.orderId} --return ${number}`;
    return {
      subject: `A customer wants to return pieces of ${order.orderId}`,
      preview: `${getBuyer(order.contact).firstName} asks to return ${formatReturned(mailData, request)}.`,
      heading: "A customer asks for a return",
      paragraphs: [`The customer was told: “${writeReturnMessages(getRules(order.promised)).reply}”`],
      facts: [
        ...listOrderFacts(mailData),
        ...listCustomer(mailData),
        { label: "Pieces", value: formatReturned(mailData, request) },
        { label: "Requested", value: formatDateTime(request.requestedAt) },
        ...(request.reasons.length > 0
          ? [{ label: "Reasons", value: request.reasons.map(toPrintable).join(", ") }]
          : []),
      ],
      ...(request.comments && { quote: { by: getBuyer(order.contact).firstName, text: request.comments } }),
      screen: { label: "Answer the request", href: deskLinks.order(order.orderId) },
      commands: [
        `To accept it: ${command(`returns ${returnArgument} --accept`)}`,
        `To refuse it and tell the customer why: ${command(`returns ${returnArgument} --refuse --words …`)}`,
      ],
    };
  },
});
