import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

export const openPaymentWindow = defineEndpoint(withContract<typeof contracts.openPaymentWindow>, {
  method: "POST",
  path: "/api/payments/window",
  policy: "customer",
});

export const confirmPaymentReturn = defineEndpoint(withContract<typeof contracts.confirmPaymentReturn>, {
  method: "POST",
  path: "/api/payments/return",
  policy: "customer",
});

export const receiveTestWebhook = defineEndpoint(withContract<typeof contracts.receiveTestWebhook>, {
  method: "POST",
  path: "/api/payments/webhook/test",
  policy: "webhook",
});

export const receiveRazorpayWebhook = defineEndpoint(withContract<typeof contracts.receiveRazorpayWebhook>, {
  method: "POST",
  path: "/api/payments/webhook/razorpay",
  policy: "webhook",
});
