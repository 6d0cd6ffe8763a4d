import { type Route, route } from "#platform/route.ts";
import {
  confirmPaymentReturn,
  openPaymentWindow,
  receiveRazorpayWebhook,
  receiveTestWebhook,
} from "../endpoints.ts";
import { handleReturn } from "./confirm-return.ts";
import { handlePaymentWindow } from "./payment-window.ts";
import { handleWebhook } from "./receive-webhook.ts";

export const paymentRoutes: Route[] = [
  route(openPaymentWindow, handlePaymentWindow),
  route(confirmPaymentReturn, handleReturn),
  route(receiveTestWebhook, handleWebhook("test")),
  route(receiveRazorpayWebhook, handleWebhook("razorpay")),
];
