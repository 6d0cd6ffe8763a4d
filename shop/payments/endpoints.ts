import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

export const openPaymentWindow = define("openPaymentWindow", "POST /api/payments/window", "customer");
export const confirmPaymentReturn = define("confirmPaymentReturn", "POST /api/payments/return", "customer");
export const receiveTestWebhook = define("receiveTestWebhook", "POST /api/payments/webhook/test", "webhook");
export const receiveRazorpayWebhook = define(
  "receiveRazorpayWebhook",
  "POST /api/payments/webhook/razorpay",
  "webhook",
);
