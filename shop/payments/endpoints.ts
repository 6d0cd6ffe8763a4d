import { endpoint, typed } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

export const openPaymentWindow = endpoint(typed<typeof contracts.openPaymentWindow>, {
  method: "POST",
  path: "/api/payments/window",
  policy: "customer",
});

export const confirmPaymentReturn = endpoint(typed<typeof contracts.confirmPaymentReturn>, {
  method: "POST",
  path: "/api/payments/return",
  policy: "customer",
});

export const receiveTestWebhook = endpoint(typed<typeof contracts.receiveTestWebhook>, {
  method: "POST",
  path: "/api/payments/webhook/test",
  policy: "webhook",
});

export const receiveRazorpayWebhook = endpoint(typed<typeof contracts.receiveRazorpayWebhook>, {
  method: "POST",
  path: "/api/payments/webhook/razorpay",
  policy: "webhook",
});
