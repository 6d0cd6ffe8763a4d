import { type Route, route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import {
  confirmPaymentReturn,
  openPaymentWindow,
  receiveRazorpayWebhook,
  receiveTestWebhook,
} from "../endpoints.ts";
import { handleWebhook } from "./payment-events.ts";
import { handleReturn, handlePaymentWindow } from "./payment-window.ts";

export const paymentRoutes: Route[] = [
  route(openPaymentWindow, contracts.openPaymentWindow, handlePaymentWindow),
  route(confirmPaymentReturn, contracts.confirmPaymentReturn, handleReturn),
  route(receiveTestWebhook, contracts.receiveTestWebhook, handleWebhook("test")),
  route(receiveRazorpayWebhook, contracts.receiveRazorpayWebhook, handleWebhook("razorpay")),
];
