import type { InferOutput } from "valibot";
import { deskLinks } from "#contract/desk-links.ts";
import { paymentNeedsOwner } from "#shop/payments/events.ts";
import { command, defineOwnerMail, linkToDesk, OWNER_AT_ONCE, type OwnerMailText } from "../owner-mail.ts";

export const ownerPaymentMail = defineOwnerMail(
  paymentNeedsOwner,
  "owner-payment",
  OWNER_AT_ONCE,
  async ({ config }, payload) => writePaymentTroubleMail(payload, config.deskUrl),
  {
    kinds: {
      "owner-payment-trouble": {
        when: "a payment does not match its order, or a refund failed: to you",
        sample: ({ deskUrl }) =>
          writePaymentTroubleMail(
            {
              orderId: "TRV-SAMPLE",
              kind: "trouble",
              what: "the refund of ₹2,022.64 failed: The customer's bank did not accept the refund.",
              remedy: "Retry the refund",
            },
            deskUrl,
          ),
      },
      "owner-dispute": {
        when: "a customer's bank disputes a payment: to you",
        sample: ({ deskUrl }) =>
          writePaymentTroubleMail(
            {
              orderId: "TRV-SAMPLE",
              kind: "dispute",
              what: "the customer's bank disputes ₹2,022.64 (disp_SAMPLE): it will take the money back unless you answer in time",
              remedy:
                "Answer disp_SAMPLE in the provider's dashboard, with the invoice and the tracking number of the order as proof of the sale. Then mark the entry as seen",
            },
            deskUrl,
          ),
      },
    },
  },
);

function writePaymentTroubleMail(
  { orderId, kind, what, remedy }: InferOutput<typeof paymentNeedsOwner.payload>,
  deskUrl?: string,
): OwnerMailText {
  const action = linkToDesk(deskUrl, "Open the order", deskLinks.order(orderId));
  return {
    subject:
      kind === "dispute"
        ? `A bank disputes the payment of ${orderId}`
        : `Problem with the payment of ${orderId}`,
    preview: what,
    heading: kind === "dispute" ? "A payment is disputed" : "A payment needs you",
    paragraphs: [`${orderId}: ${what.replace(/\.$/, "")}.`],
    ...(action && { action }),
    // Shown even if there is a button, because the owner must also answer a dispute at the payment provider.
    next: {
      title: "What to do",
      sentences: [
        `${remedy}.`,
        ...(action ? [] : [`To see all open payment problems: ${command("payments --reconcile")}`]),
      ],
    },
  };
}
