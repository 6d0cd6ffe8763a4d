import type { Feature } from "#platform/feature.ts";
import { checkPayments } from "./check-payments.ts";
import { paymentCommands } from "./commands.ts";
import { paymentJobs } from "./jobs.ts";
import { onRefundRequested } from "./on-refund-requested.ts";
import { onWebhookStored } from "./on-webhook-stored.ts";
import { openPayments } from "./open-payments.ts";
import { probeProvider } from "./probe-provider.ts";
import { paymentRoutes } from "./routes.ts";
import { onTestNewsDue, onTestRefundNewsDue } from "./test-provider/on-test-news-due.ts";
import { serveTestProvider } from "./test-provider/routes.ts";

export const payments: Feature = {
  name: "payments",
  routes: paymentRoutes,
  plugins: [
    async (app, context) => {
      if (context.config.testPayments) await serveTestProvider(app, context);
    },
  ],
  subscribers: [onRefundRequested, onWebhookStored, onTestNewsDue, onTestRefundNewsDue],
  commands: paymentCommands,
  jobs: paymentJobs,
  checks: [checkPayments],
  probes: [probeProvider],
  listen: openPayments,
};
