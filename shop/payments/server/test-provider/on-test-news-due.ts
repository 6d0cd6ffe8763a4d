import { reaction } from "#platform/reaction.ts";
import { testNewsDue, testRefundNewsDue } from "../../events.ts";
import { findRefund, refundStateOf } from "./refund.ts";
import { findSession, stateOf } from "./session.ts";
import { tellShop } from "./tell-shop.ts";

/** What happened to a payment. */
export const onTestNewsDue = reaction(
  testNewsDue,
  "test-payments.tell-shop",
  async (context, { eventId, sessionId, fact, reason }, { signal }) => {
    const session = await findSession(context, sessionId);
    if (session) await tellShop(context, { ...stateOf(session), fact, reason, eventId }, signal);
  },
);

/** What happened to a refund. */
export const onTestRefundNewsDue = reaction(
  testRefundNewsDue,
  "test-payments.tell-shop-of-refund",
  async (context, { eventId, refundId }, { signal }) => {
    const refund = await findRefund(context, refundId);
    if (refund) await tellShop(context, { ...refundStateOf(refund), eventId }, signal);
  },
);
