import { formatDateTime } from "#contract/dates.ts";
import { toPrintable } from "#contract/text.ts";
import { listReturnRequests, type ReturnRequest, type ReturnStatus } from "#shop/orders/returned-pieces.ts";
import { returnChanged } from "#shop/returns/events.ts";
import {
  describeReturnStep,
  formatSendBy,
  NO_RETURN_ADDRESS,
  returnPayerWords,
  USUAL_RETURN_PAYER,
} from "#shop/returns/return-request.ts";
import { listReturnAddress } from "#shop/seller/seller.ts";
import type { ReplaceableMail } from "#shop/texts/mail-fields.ts";
import type { DraftFact, OrderMailInput } from "../mail.ts";
import { ANSWER_US, defineOrderMail, formatReturned, type OrderMail } from "../order-mail.ts";
import { createSampleReturn } from "../samples.ts";

export const returnChangedMail = defineOrderMail(returnChanged, "return-changed", {
  kinds: {
    "return-requested": describeKind("Requested", "a customer asks to return pieces"),
    "return-accepted": describeKind("Accepted", "you accept a return"),
    "return-refused": describeKind("Refused", "you refuse a return; the e-mail has your reason"),
    "return-received": describeKind("Received", "the returned pieces have arrived"),
  },
  /** Returns null if the status has changed again. `number` is the return's position in the order, from 1. */
  write(mail, { status, number = 1 }) {
    const { order, seller, rules } = mail;
    const request = listReturnRequests(order)[number - 1];
    if (!status || status === "Refunded" || request?.status !== status) return null;
    const step = describeReturnStep(request, rules, order);
    return {
      ...texts[status],
      subject: `Order ${mail.orderId}: ${texts[status].heading}`,
      preview: step,
      paragraphs: [step],
      quote: { by: seller?.tradeName ?? "The workshop", text: request.words },
      facts: [
        mail.orderFact,
        { label: "Pieces", value: formatReturned(mail, request) },
        { label: "Requested", field: "asked", value: formatDateTime(request.requestedAt) },
        ...(status === "Accepted" ? listWayBack(mail, request) : []),
      ],
      next: listNextSteps(status, mail),
      footnote: status === "Refused" ? ANSWER_US : undefined,
    };
  },
});

function describeKind(status: MailedStatus, when: string) {
  const sample = (usual: OrderMailInput) => createSampleReturn(usual, status);
  return { when, sample, payload: () => ({ status }) };
}

type MailedStatus = Exclude<ReturnStatus, "Refunded">;

const texts: Record<MailedStatus, { heading: string; words: ReplaceableMail }> = {
  Requested: { heading: "We've received your return request", words: "return-requested" },
  Accepted: { heading: "Please send your pieces back", words: "return-accepted" },
  Refused: { heading: "Your return could not be accepted", words: "return-refused" },
  Received: { heading: "We've received your pieces", words: "return-received" },
};

const listNextSteps = (status: MailedStatus, { returns }: OrderMail): string[] =>
  ({
    Requested: ["Please keep the pieces unused and in their packaging until then."],
    Accepted: ["When the pieces have arrived, we check them and then refund you.", returns.refund],
    Refused: [],
    Received: [returns.refund, returns.refundTo],
  })[status];

const listWayBack = ({ seller, rules }: OrderMail, request: ReturnRequest): DraftFact[] => [
  { label: "Send to", value: listReturnAddress(seller)?.map(toPrintable).join(", ") ?? NO_RETURN_ADDRESS },
  { label: "Send by", value: formatSendBy(request, rules) },
  {
    label: "Return shipping",
    field: "way-back",
    value: returnPayerWords[request.payer ?? USUAL_RETURN_PAYER],
  },
];
