import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { refundRequested } from "../events.ts";
import { sendRefund } from "./send-refund.ts";

/** Sends it at once; while the provider does not answer, this and the watch ask again. */
export const onRefundRequested = defineSubscriber(
  refundRequested,
  "payments.send-refund",
  async (context, { refundId }) => {
    await sendRefund(context, refundId);
  },
);
