import type { Subscriber } from "#platform/subscriber.ts";
import { mailSubscribers } from "../shop/notifications/server/mail-subscribers.ts";
import { onPaymentCaptured } from "../shop/orders/server/on-payment-captured.ts";
import { onPaymentExpired } from "../shop/orders/server/on-payment-expired.ts";
import { onPaymentFailed } from "../shop/orders/server/on-payment-failed.ts";
import { onRefundProcessed } from "../shop/orders/server/on-refund-processed.ts";
import { onRefundAsked } from "../shop/payments/server/on-refund-asked.ts";
import { onWebhookStored } from "../shop/payments/server/on-webhook-stored.ts";
import {
  onTestNewsDue,
  onTestRefundNewsDue,
} from "../shop/payments/server/test-provider/on-test-news-due.ts";
import { onOrderChanged } from "../shop/realtime/server/on-order-changed.ts";
import { onSessionEnded } from "../shop/realtime/server/on-session-ended.ts";

/** Which room reacts to what the others tell. */
export const subscribers: readonly Subscriber[] = [
  onPaymentCaptured,
  onPaymentFailed,
  onPaymentExpired,
  onRefundAsked,
  onRefundProcessed,
  onWebhookStored,
  onTestNewsDue,
  onTestRefundNewsDue,
  onOrderChanged,
  onSessionEnded,
  ...mailSubscribers,
];
