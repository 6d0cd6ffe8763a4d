import type { InferOutput } from "valibot";
import { deskLinks } from "#contract/desk-links.ts";
import { paymentNeedsOwner } from "#shop/payments/events.ts";
import { command, defineOwnerMail, OWNER_AT_ONCE, type OwnerMailText } from "../owner-mail.ts";

export const ownerPaymentMail = defineOwnerMail(
  paymentNeedsOwner,
  "owner-payment",
  OWNER_AT_ONCE,
  async (_context, payload) => writePaymentTroubleMail(payload),
  {
    kinds: {
      "owner-payment-trouble": {
        when: "a payment does not match its order, or a refund failed; the e-mail goes to you",
        sample: () =>
          writePaymentTroubleMail({
            orderId: "TRV-SAMPLE",
            kind: "trouble",
            what: "the refund of ₹2,022.64 failed: The customer's bank did not accept the refund.",
            remedy: "Retry the refund",
          }),
      },
      "owner-dispute": {
        when: "a customer's bank disputes a payment; the e-mail goes to you",
        sample: () =>
          writePaymentTroubleMail({
            orderId: "TRV-SAMPLE",
            kind: "dispute",
            what: "the customer's bank disputes ₹2,022.64 (disp_SAMPLE): it will take the money back unless you answer in time",
            remedy:
              "Answer disp_SAMPLE in the provider's dashboard, with the invoice and the tracking number of the order as proof of the sale. Then mark the entry as seen",
          }),
      },
    },
  },
);

function writePaymentTroubleMail({
  orderId,
  kind,
  what,
  remedy,
}: InferOutput<typeof paymentNeedsOwner.payload>): OwnerMailText {
  return {
    subject:
      kind === "dispute"
        ? `A bank disputes the payment of ${orderId}`
        : `Problem with the payment of ${orderId}`,
    preview: what,
    heading: kind === "dispute" ? "A payment is disputed" : "A payment needs your attention",
    paragraphs: [`${orderId}: ${what.replace(/\.$/, "")}.`],
    // The mail shows the remedy even if it has a button, because the owner must answer a dispute at the provider.
    next: [`${remedy}.`],
    screen: { label: "Open the order", href: deskLinks.order(orderId) },
    commands: [`To see all open payment problems: ${command("payments --reconcile")}`],
  };
}
