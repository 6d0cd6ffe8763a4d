import { createHmac } from "node:crypto";
import { SECOND } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { receiveTestWebhook } from "../../endpoints.ts";
import { testEventDue, testRefundEventDue } from "../../events.ts";
import type { ProviderEvent } from "../provider.ts";
import { getSelfUrl } from "../providers.ts";
import {
  findRefund,
  findSession,
  readTestKeys,
  SIGNATURE_HEADER,
  toProviderState,
  toRefundState,
} from "./bank.ts";

export const onTestEventDue = defineSubscriber(
  testEventDue,
  "test-payments.tell-shop",
  async (context, { eventId, sessionId, fact, reason }, { signal }) => {
    const session = await findSession(context, sessionId);
    if (session) await notifyShop(context, { ...toProviderState(session), fact, reason, eventId }, signal);
  },
);

export const onTestRefundEventDue = defineSubscriber(
  testRefundEventDue,
  "test-payments.tell-shop-of-refund",
  async (context, { eventId, refundId }, { signal }) => {
    const refund = await findRefund(context, refundId);
    if (refund) await notifyShop(context, { ...toRefundState(refund), eventId }, signal);
  },
);

/** @throws if the shop did not accept the event, so that it is sent again */
async function notifyShop(context: Context, event: ProviderEvent, signal: AbortSignal): Promise<void> {
  const { webhookSecret } = await readTestKeys(context);
  const body = JSON.stringify(event);
  const response = await fetch(getSelfUrl(context) + receiveTestWebhook.path, {
    method: "POST",
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(8 * SECOND)]),
    headers: {
      "content-type": "application/json",
      [SIGNATURE_HEADER]: createHmac("sha256", webhookSecret).update(body).digest("hex"),
    },
    body,
  });
  if (!response.ok) throw new Error(`The shop responded to the test webhook with ${response.status}.`);
}
