import { type Route, route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import {
  confirmPaymentReturn,
  openPaymentWindow,
  receiveRazorpayWebhook,
  receiveTestWebhook,
} from "../endpoints.ts";
import { handleReturn } from "./confirm-return.ts";
import { handlePaymentWindow } from "./handle-window.ts";
import { handleWebhook } from "./receive-webhook.ts";

export const paymentRoutes: Route[] = [
  route(openPaymentWindow, contracts.openPaymentWindow, handlePaymentWindow),
  route(confirmPaymentReturn, contracts.confirmPaymentReturn, handleReturn),
  route(receiveTestWebhook, contracts.receiveTestWebhook, handleWebhook("test")),
  route(receiveRazorpayWebhook, contracts.receiveRazorpayWebhook, handleWebhook("razorpay")),
];
