import { formatDateTime } from "#contract/dates.ts";
import { toPrintable } from "#contract/text.ts";
import { listReturnRequests } from "#shop/orders/returned-pieces.ts";
import { returnChanged } from "#shop/returns/events.ts";
import { formatReturned } from "../order-mail.ts";
import { command, defineOwnerOrderMail, linkToOrder, listOwnerFacts } from "../owner-mail.ts";
import { createSampleReturn } from "../samples.ts";

export const ownerReturnMail = defineOwnerOrderMail(returnChanged, "owner-return", {
  when: "a customer asks to return pieces; the e-mail goes to you",
  sample: (usual) => createSampleReturn(usual, "Requested"),
  write(mail, { number = 1 }) {
    const { order, orderId, buyer } = mail;
    const request = listReturnRequests(order)[number - 1];
    if (request?.status !== "Requested") return null;
    const returned = formatReturned(mail, request);
    const returnArgument = number === 1 ? orderId : `${orderId} --return ${number}`;
    return {
      subject: `A customer wants to return pieces of ${orderId}`,
      preview: `${buyer} asks to return ${returned}.`,
      heading: "A customer asks for a return",
      paragraphs: [`The customer was told: “${mail.returns.reply}”`],
      facts: [
        ...listOwnerFacts(mail),
        { label: "Pieces", value: returned },
        { label: "Requested", value: formatDateTime(request.requestedAt) },
        { label: "Reasons", value: request.reasons.map(toPrintable).join(", ") },
      ],
      quote: { by: buyer, text: request.comments },
      screen: linkToOrder(mail, "Answer the request"),
      commands: [
        `To accept it: ${command(`returns ${returnArgument} --accept`)}`,
        `To refuse it and tell the customer why: ${command(`returns ${returnArgument} --refuse --words …`)}`,
      ],
    };
  },
});
