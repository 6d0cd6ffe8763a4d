import { MINUTE, SECOND } from "#contract/time.ts";
import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import {
  confirmPaymentReturn,
  openPaymentWindow,
  receiveRazorpayWebhook,
  receiveTestWebhook,
} from "../endpoints.ts";
import { checkPayments, checkPaymentSettings, checkProvider } from "./check-payments.ts";
import { paymentCommand } from "./commands.ts";
import { exportPayments } from "./export-payments.ts";
import { handleReturn, handlePaymentWindow } from "./payment-window.ts";
import { openPayments } from "./providers.ts";
import { onRefundRequested } from "./refunds.ts";
import { onTestEventDue, onTestRefundEventDue } from "./test-provider/webhooks.ts";
import { settleTestPayments } from "./test-provider/bank.ts";
import { serveTestProvider } from "./test-provider/routes.ts";
import { WATCH_EVERY_MS, watchLateMoney, watchPayments, watchRefunds } from "./watch-payments.ts";
import { handleWebhook, onWebhookStored } from "./webhooks.ts";

export const payments: Feature = {
  name: "payments",
  routes: [
    route(openPaymentWindow, contracts.openPaymentWindow, handlePaymentWindow),
    route(confirmPaymentReturn, contracts.confirmPaymentReturn, handleReturn),
    route(receiveTestWebhook, contracts.receiveTestWebhook, handleWebhook("test")),
    route(receiveRazorpayWebhook, contracts.receiveRazorpayWebhook, handleWebhook("razorpay")),
  ],
  plugins: [
    async (app, context) => {
      if (context.config.testPayments) await serveTestProvider(app, context);
    },
  ],
  subscribers: [onRefundRequested, onWebhookStored, onTestEventDue, onTestRefundEventDue],
  commands: [paymentCommand],
  exports: [exportPayments],
  jobs: [
    { name: "payments.watch", everyMs: WATCH_EVERY_MS, run: watchPayments },
    { name: "payments.watch-late-money", everyMs: 5 * MINUTE, run: watchLateMoney },
    { name: "payments.watch-refunds", everyMs: WATCH_EVERY_MS, run: watchRefunds },
    { name: "test-payments.settle", everyMs: 5 * SECOND, run: settleTestPayments },
  ],
  checks: [
    { name: "settings", needs: "settings", risk: "orders", check: checkPaymentSettings },
    { name: "payments", needs: "outside", risk: "orders", check: checkProvider },
    { name: "payments", needs: "shop", risk: "orders", check: checkPayments },
  ],
  listen: openPayments,
};
