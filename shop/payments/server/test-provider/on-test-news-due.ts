import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { testNewsDue, testRefundNewsDue } from "../../events.ts";
import { findRefund, toRefundState } from "./refund.ts";
import { findSession, toProviderState } from "./session.ts";
import { notifyShop } from "./notify-shop.ts";

/** What happened to a payment. */
export const onTestNewsDue = defineSubscriber(
  testNewsDue,
  "test-payments.tell-shop",
  async (context, { eventId, sessionId, fact, reason }, { signal }) => {
    const session = await findSession(context, sessionId);
    if (session) await notifyShop(context, { ...toProviderState(session), fact, reason, eventId }, signal);
  },
);

/** What happened to a refund. */
export const onTestRefundNewsDue = defineSubscriber(
  testRefundNewsDue,
  "test-payments.tell-shop-of-refund",
  async (context, { eventId, refundId }, { signal }) => {
    const refund = await findRefund(context, refundId);
    if (refund) await notifyShop(context, { ...toRefundState(refund), eventId }, signal);
  },
);
