import { type Bound, bind } from "#platform/bind.ts";
import {
  confirmPaymentReturn,
  openPaymentWindow,
  receiveRazorpayWebhook,
  receiveTestWebhook,
} from "../endpoints.ts";
import { answerReturn } from "./confirm-return.ts";
import { answerWindow } from "./payment-window.ts";
import { answerWebhook } from "./receive-webhook.ts";

export const paymentRoutes: Bound[] = [
  bind(openPaymentWindow, answerWindow),
  bind(confirmPaymentReturn, answerReturn),
  bind(receiveTestWebhook, answerWebhook("test")),
  bind(receiveRazorpayWebhook, answerWebhook("razorpay")),
];
